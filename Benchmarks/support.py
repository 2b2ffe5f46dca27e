"""What the benchmarks share: the programs under test, a server to fetch from, and how long things took.

Everything lives below .build/bench and in network namespaces made here; both are removed at the end.
"""

import atexit
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARIES = ROOT / ".build" / "release"
SCRATCH = ROOT / ".build" / "bench"
KEY = "0123456789abcdef0123456789abcdef"


class Failure(Exception):
    """A benchmark could not be made."""


def fresh(name):
    """An empty folder for one measurement."""
    folder = SCRATCH / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def wait(condition, seconds=60.0, pause=0.002, what="it"):
    """Seconds until the condition holds; its value must be true within the time."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise Failure(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(pause)
    return time.monotonic() - began


def spread(values, unit, digits=0):
    """Median, extremes and count in one cell."""
    values = sorted(values)
    return (
        f"{statistics.median(values):.{digits}f} {unit}"
        f" ({values[0]:.{digits}f}–{values[-1]:.{digits}f}, n = {len(values)})"
    )


def tool(name):
    """Where a program is; some are only in root's path."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def run(*words, **options):
    """Runs a program to its end; its words are in the failure."""
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if result.returncode:
        raise Failure(f"{words[-2]} {words[-1]}: exit {result.returncode}: {result.stderr.strip()}")
    return result


def stop(process, by=signal.SIGTERM):
    """Ends a process started here; seconds until it was gone."""
    if process.poll() is not None:
        return 0.0
    began = time.monotonic()
    process.send_signal(by)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return time.monotonic() - began


class Usage:
    """What a process has used and holds, from /proc."""

    def __init__(self, pid):
        self.pid = pid

    def cpu(self):
        """Seconds of CPU, user and system, of all the threads it has and had: clock_getcpuclockid(3)."""
        return time.clock_gettime(~self.pid << 3 | 2)

    def switches(self):
        """Context switches of all its threads, wanted or not."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if "ctxt_switches" in line:
                    total += int(line.split()[1])
        return total

    def status(self, name):
        """A line of /proc/PID/status, as a number: kB, or a count."""
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
        raise Failure(f"no {name} of process {self.pid}")

    def proportional(self):
        """Proportional set size in kB."""
        for line in pathlib.Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
        return 0

    def descriptors(self):
        return len(list(pathlib.Path(f"/proc/{self.pid}/fd").iterdir()))


class Agent:
    """windsockd in folders of its own."""

    def __init__(self, folder, entering=()):
        self.folder = folder
        self.entering = list(entering)
        self.process = None
        (folder / "state").mkdir(exist_ok=True)
        self.database = folder / "state" / "windsock.db"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "WINDSOCK_STATE_DIR": str(folder / "state"),
            "WINDSOCK_RUNTIME_DIR": str(folder / "run"),
            "WINDSOCK_CONFIG": str(folder / "windsock.conf"),
            "LC_ALL": "C.UTF-8",
        }

    def configure(self, text):
        (self.folder / "windsock.conf").write_text(text)

    def set_key(self, key=KEY):
        """Puts the key where the agent looks for it, in one step."""
        file = self.folder / "state" / ".new"
        file.touch(mode=0o600)
        file.write_text(key + "\n")
        file.rename(self.folder / "state" / "api-key")

    def start(self):
        """Starts it; seconds until READY=1."""
        address = self.folder / "notify"
        address.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
            listener.bind(str(address))
            listener.settimeout(60)
            began = time.monotonic()
            with open(self.folder / "log", "ab") as log:
                self.process = subprocess.Popen(
                    [*self.entering, str(BINARIES / "windsockd")],
                    env={**self.environment, "NOTIFY_SOCKET": str(address)},
                    stdout=log,
                    stderr=log,
                )
            # Also when a benchmark fails.
            atexit.register(stop, self.process)
            while b"READY=1" not in listener.recv(4096):
                pass
            took = time.monotonic() - began
        address.unlink(missing_ok=True)
        self.usage = Usage(self.process.pid)
        return took

    def stop(self):
        return stop(self.process) if self.process else 0.0

    def command(self, *words):
        """Output of `windsock`."""
        return run(*self.entering, BINARIES / "windsock", *words, env=self.environment).stdout

    def question(self, sql):
        """The first value of the answer."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(sql).fetchone()[0]

    def rows(self):
        return self.question("SELECT count(*) FROM v_current WHERE observed_at IS NOT NULL")

    def state(self):
        """online, offline or unknown, as published."""
        words = [*self.entering, BINARIES / "windsock", "online"]
        answer = subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)
        return (answer.stdout.split() or [""])[0]

    def add(self, count):
        """Puts so many places on the list, ten thousand at a time."""
        file = self.folder / "places.csv"
        for first in range(0, count, 10_000):
            lines = ["name,latitude,longitude"]
            for number in range(first, min(count, first + 10_000)):
                latitude = (number % 1700) / 10 - 85
                longitude = (number // 1700) / 10 - 170
                lines.append(f"Place {number},{latitude:.2f},{longitude:.2f}")
            file.write_text("\n".join(lines) + "\n")
            self.command("import", str(file))


ANSWER = (
    '{"coord":{"lon":$arg_lon,"lat":$arg_lat},"weather":[{"id":500,"main":"Rain","description":"light rain",'
    '"icon":"10d"}],"base":"stations","main":{"temp":11.2,"feels_like":10.46,"temp_min":9.83,"temp_max":12.25,'
    '"pressure":1012,"humidity":81,"sea_level":1012,"grnd_level":1001},"visibility":10000,"wind":{"speed":4.12,'
    '"deg":240,"gust":7.2},"rain":{"1h":0.21},"clouds":{"all":75},"dt":$epoch,"sys":{"type":2,"id":2075535,'
    '"country":"NO","sunrise":1700000000,"sunset":1700030000},"timezone":3600,"id":3143244,"name":"Oslo","cod":200}'
)


class Front:
    """nginx with TLS, HTTP/2 and HTTP/1.1, whose answers are built from the request and the clock."""

    def __init__(self, folder, address="127.0.0.1", port=0, entering=(), http2=True, forecast=""):
        if not port:
            with socket.socket() as free:
                free.bind((address, 0))
                port = free.getsockname()[1]
        self.address, self.port = address, port
        self.authority = folder / "ca.pem"
        if not self.authority.exists():
            certificate(folder, address)
        # A word of nginx's configuration has at most 4 kB.
        parts = [forecast[start:start + 3500] for start in range(0, len(forecast), 3500)]
        pieces = "\n".join(f"set $part{number} '{part}';" for number, part in enumerate(parts))
        whole = "".join(f"$part{number}" for number in range(len(parts)))
        places = " ".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"""
            daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
            worker_rlimit_nofile 4096;
            events {{ worker_connections 2048; }}
            http {{
                access_log off; keepalive_requests 10000000; {places}
                map $msec $epoch {{ "~^(?<seconds>[0-9]+)" $seconds; }}
                default_type application/json;
                server {{
                    listen {address}:{port} ssl {'http2' if http2 else ''};
                    ssl_certificate {folder}/server.pem; ssl_certificate_key {folder}/server.key;
                    location = /data/2.5/weather {{ return 200 '{ANSWER}'; }}
                    location = /data/2.5/forecast {{ {pieces} return 200 '{whole}'; }}
                }}
            }}
            """
        )
        self.process = subprocess.Popen(
            [*entering, tool("nginx"), "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"],
            stdout=subprocess.DEVNULL,
            stderr=open(folder / "nginx.log", "wb"),
        )
        if not entering:
            wait(self.answers, 10, 0.02, "nginx")

    def answers(self):
        with socket.socket() as probe:
            return probe.connect_ex((self.address, self.port)) == 0

    @property
    def url(self):
        return f"https://{self.address}:{self.port}"

    def stop(self):
        stop(self.process)


def certificate(folder, *names):
    """A server certificate for names and addresses, and the authority that signed it."""
    alternative = ",".join(("IP:" if name.replace(".", "").isdigit() else "DNS:") + name for name in names)
    run(
        "sh",
        "-euc",
        f"""
        key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        openssl req -x509 $key -keyout ca.key -out ca.pem -subj "/CN=windsock bench" -days 30
        openssl req $key -keyout server.key -out server.csr -subj "/CN=windsock" -addext "subjectAltName={alternative}"
        openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy \
            -out server.pem -days 30
        """,
        cwd=folder,
    )


class Namespace:
    """A network namespace of its own (ip-netns(8)); needs root."""

    def __init__(self, name):
        self.name = f"windsock-bench-{name}-{os.getpid()}"
        run("ip", "netns", "add", self.name)
        self.ip("link", "set", "lo", "up")

    @property
    def entering(self):
        return ["nsenter", f"--net=/var/run/netns/{self.name}"]

    def ip(self, *words):
        run("ip", "-n", self.name, *words)

    def remove(self):
        subprocess.run(["ip", "netns", "del", self.name], check=False)


class Service:
    """The service behind a router: two namespaces, dnsmasq, and nginx in front of the simulator or alone."""

    def __init__(self, folder):
        self.folder = folder
        self.client = Namespace("client")
        self.outside = Namespace("outside")
        run("ip", "-n", self.outside.name, "link", "add", "router0", "type", "veth", "peer", "name", "field0")
        self.outside.ip("link", "set", "field0", "netns", self.client.name)
        self.outside.ip("address", "add", "10.78.0.1/24", "dev", "router0")
        self.outside.ip("address", "add", "198.51.100.1/32", "dev", "lo")
        self.outside.ip("link", "set", "router0", "up")
        certificate(folder, "api.windsock.test", "198.51.100.1")
        self.front = Front(folder, "198.51.100.1", 443, self.outside.entering)
        self.names = subprocess.Popen(
            [*self.outside.entering, tool("dnsmasq"), "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv",
             "--no-hosts", "--pid-file=", "--user=root", "--bind-interfaces", "--listen-address=10.78.0.1",
             "--address=/windsock.test/198.51.100.1", "--local=/windsock.test/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        (folder / "resolv.conf").write_text("nameserver 10.78.0.1\noptions timeout:2 attempts:1\n")
        script = f'mount --bind {folder}/resolv.conf /etc/resolv.conf; exec "$@"'
        self.entering = [*self.client.entering, "unshare", "--mount", "sh", "-euc", script, "sh"]

    def agent(self, name, settings=""):
        """An agent at the client, with one place."""
        agent = Agent(fresh(name), self.entering)
        agent.configure(
            f"[openweathermap]\napi = https://api.windsock.test\nca_file = {self.front.authority}\n"
            "calls_per_minute = 6000\n[reachability]\ntarget = api.windsock.test:443\n"
            "[sync]\nforecast_every = off\nair_every = off\n" + settings)
        return agent

    def connect(self):
        self.client.ip("address", "replace", "10.78.0.2/24", "dev", "field0")
        self.client.ip("link", "set", "field0", "up")
        self.client.ip("route", "replace", "default", "via", "10.78.0.1")

    def disconnect(self):
        self.client.ip("link", "set", "field0", "down")

    def remove(self):
        stop(self.names)
        self.front.stop()
        self.client.remove()
        self.outside.remove()
