"""What it costs while nothing happens, against chronyd and a script that does the same job."""

import pathlib
import subprocess
import time

from support import SCRATCH, Service, Usage, fresh, stop, tool, wait

SECONDS = 60
SCRIPT = pathlib.Path(__file__).with_name("peer.py")


def rest(pid, seconds=SECONDS):
    """Context switches and CPU seconds an hour, of a process left alone."""
    usage = Usage(pid)
    switches, cpu = usage.switches(), usage.cpu()
    time.sleep(seconds)
    hour = 3600 / seconds
    return (usage.switches() - switches) * hour, (usage.cpu() - cpu) * hour


def cell(pid):
    switches, cpu = rest(pid)
    usage = Usage(pid)
    return (f"{switches:.0f} context switches and {cpu:.2f} s of CPU an hour;"
            f" {usage.status('RssAnon')} kB anonymous, {usage.proportional()} kB PSS,"
            f" {usage.status('Threads')} threads")


def rows_of(service):
    """The agent in its three states, and its peers beside it."""
    agent = service.agent("silence")
    yield from at(agent, None, "windsockd, no path, 10 places", 10, "no_path", "0")
    service.connect()
    yield from at(agent, agent, "windsockd, online and quiet, 10 places", 10, "online", "≤ 10 a probe")
    service.outside.ip("address", "del", "198.51.100.1/32", "dev", "lo")
    yield from at(agent, agent, "windsockd, offline with a path, 10 places", 10, "offline", "")
    service.outside.ip("address", "add", "198.51.100.1/32", "dev", "lo")
    agent.stop()
    agent = service.agent("silence-200")
    yield from at(agent, None, "windsockd, online and quiet, 200 places", 200, "online", "")
    agent.stop()


def at(agent, running, what, places, state, bar):
    if not running:
        agent.start()
        agent.add(places)
        if state == "online":
            agent.set_key()
    if state == "online":
        agent.set_key()
        wait(lambda: agent.rows() >= places, 60, 0.1, "the first rows")
    wait(lambda: agent.state() == ("offline" if state == "no_path" else state), 180, 0.2, state)
    time.sleep(5)
    yield (what, cell(agent.process.pid), bar)


def chrony(service):
    """chronyd, if there is one here, or unpacked below .build/bench/chrony.

    Installing it would replace what keeps this machine's time.
    """
    program = tool("chronyd") or next(map(str, SCRATCH.glob("chrony/usr/sbin/chronyd")), None)
    if not program:
        return ("chronyd", "not there, not measured", "")
    folder = fresh("chronyd")
    (folder / "chrony.conf").write_text(f"server 10.78.0.1 iburst\ndriftfile {folder}/drift\ncmdport 0\n"
                                        f"pidfile {folder}/pid\nbindcmdaddress /\n")
    process = subprocess.Popen([*service.entering, program, "-x", "-d", "-u", "root", "-f", f"{folder}/chrony.conf"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(20)
        return ("chronyd, one server that answers nothing", cell(process.pid), "")
    finally:
        stop(process)


def script(service):
    """The Python script, fetching every ten minutes."""
    python = "/usr/bin/python3"
    if subprocess.run([python, "-c", "import requests"], capture_output=True, check=False).returncode:
        return ("Python script with requests and sqlite3", "python3-requests is not there, not measured", "")
    folder = fresh("script")
    process = subprocess.Popen(
        [*service.entering, python, str(SCRIPT), "https://api.windsock.test", str(service.front.authority),
         str(folder / "weather.db"), "10"],
        stdout=subprocess.DEVNULL, stderr=open(folder / "log", "wb"))
    try:
        time.sleep(10)
        return ("Python script with requests and sqlite3, 10 places, no reachability", cell(process.pid), "")
    finally:
        stop(process)


def measure():
    service = Service(fresh("service"))
    try:
        rows = list(rows_of(service))
        rows += [chrony(service), script(service)]
    finally:
        service.remove()
    return ("Silence", rows)
