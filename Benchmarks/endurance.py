"""What is held after an hour, and after a hundred thousand calls that failed.

Not part of a run without words: it takes somewhat more than an hour.
"""

import json
import os
import socket
import subprocess
import time
import urllib.request

from support import BINARIES, KEY, Agent, Failure, Service, Usage, fresh, stop, wait

PLACES = 100
FAILURES = 100_000
HOUR = int(os.environ.get("SECONDS", 3600))


def holdings(agent):
    usage = Usage(agent.process.pid)
    return {"kB anonymous": usage.status("RssAnon"), "kB PSS": usage.proportional(),
            "descriptors": usage.descriptors(), "threads": usage.status("Threads")}


def change(before, after):
    return ", ".join(f"{before[name]} → {after[name]} {name}" for name in before)


class Control:
    """A connection to the control socket (Varlink: JSON, each message ended by a zero byte)."""

    def __init__(self, agent):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(str(agent.folder / "run" / "windsock.sock"))

    def call(self, method, **parameters):
        self.socket.sendall(
            json.dumps({"method": f"org.windsock.Agent.{method}", "parameters": parameters}).encode() + b"\0")
        answer = b""
        while not answer.endswith(b"\0"):
            answer += self.socket.recv(65536)
        return json.loads(answer[:-1])["parameters"]

    def made(self):
        """Calls of this month."""
        return self.call("GetStatus")["budget"]["month_used"]


def failures():
    """Half of them are connections that break, of two places, half are answers that cannot be true."""
    folder = fresh("failures")
    simulator = subprocess.Popen(
        [str(BINARIES / "windsock-simulator"), "--key", KEY], stdout=subprocess.PIPE, text=True)
    agent = Agent(folder)
    try:
        words = simulator.stdout.readline().split()
        api, steering = words[2], words[5]

        def fault(kind):
            text = json.dumps({"path": "*", "times": 10_000_000, "fault": {"kind": kind}}).encode()
            for method, body in (("DELETE", None), ("POST", text)):
                request = urllib.request.Request(f"http://{steering}/_simulator/faults", method=method, data=body)
                urllib.request.urlopen(request, timeout=5).read()

        agent.configure(
            f"[openweathermap]\napi = http://{api}\ncalls_per_minute = 100000\ncalls_per_month = 1000000000\n"
            "[sync]\ncurrent_every = 1s\nforecast_every = off\nair_every = off\nretry_delays = 100ms\n")
        fault("reset")
        agent.start()
        # With three places failing the breaker would close for up to 15 minutes.
        agent.add(2)
        control = Control(agent)
        wait(lambda: agent.state() == "online", 30, 0.1, "online")
        agent.set_key()
        pause = lambda: control.call("Sync", places=[]) and None

        def until(count):
            wait(lambda: pause() or control.made() >= count, 3600, 0.001, f"{count} failures")

        def phase(first, what):
            # The first of them fill pools and caches.
            until(first + FAILURES // 50)
            stored, before = agent.question("SELECT count(*) FROM observation"), holdings(agent)
            until(first + FAILURES // 2)
            time.sleep(5)
            if agent.question("SELECT count(*) FROM observation") != stored:
                raise Failure("a call has not failed")
            return f"{FAILURES // 2:,} {what}", change(before, holdings(agent)), "≤ 6 MB anonymous, flat"

        yield phase(0, "connections that break")
        agent.command("remove", "Place 0")
        agent.command("remove", "Place 1")
        agent.add(PLACES)
        fault("wrong_coordinates")
        yield phase(FAILURES // 2, f"answers that cannot be true, {PLACES} places")
    finally:
        agent.stop()
        stop(simulator)


def hour(service):
    """The agent online, with a hundred places."""
    service.connect()
    agent = service.agent("hour", "current_every = 10m\n")
    agent.start()
    agent.add(PLACES)
    agent.set_key()
    wait(lambda: agent.rows() >= PLACES, 60, 0.1, "the first rows")
    time.sleep(5)
    before, usage = holdings(agent), Usage(agent.process.pid)
    switches, cpu = usage.switches(), usage.cpu()
    yield
    after = holdings(agent)
    calls = agent.question("SELECT count(*) FROM attempt")
    yield (f"{HOUR / 60:.0f} minutes online, {PLACES} places, {calls} calls",
           f"{usage.switches() - switches} context switches, {usage.cpu() - cpu:.2f} s of CPU; "
           + change(before, after), "≤ 6 MB anonymous, flat")
    agent.stop()


def measure():
    service = Service(fresh("service"))
    try:
        waiting, began = hour(service), time.monotonic()
        next(waiting)
        rows = list(failures())
        time.sleep(max(0, HOUR - (time.monotonic() - began)))
        rows.insert(0, next(waiting))
    finally:
        service.remove()
    return ("Endurance", rows)
