"""How long things take: distributions over at least twenty repetitions, a fresh agent each."""

import contextlib
import sqlite3
import statistics
import time

from support import Agent, BINARIES, Front, Service, fresh, run, spread, wait

REPETITIONS = 20
OBSERVATIONS = 10_000_000


def rounds(service, measured):
    """Milliseconds of so many rounds, each with an agent of its own that has not been started."""
    times = []
    for _ in range(REPETITIONS):
        agent = service.agent("latency")
        try:
            times.append(measured(agent) * 1000)
        finally:
            agent.stop()
    return spread(times, "ms")


def link_up(service):
    """From the link that comes up to the first committed row."""
    def measured(agent):
        service.disconnect()
        agent.set_key()
        agent.start()
        agent.add(1)
        wait(lambda: agent.state() == "offline", 20, 0.05, "offline")
        time.sleep(0.5)
        began = time.monotonic()
        service.connect()
        wait(lambda: agent.rows() >= 1, 20, 0.001, "the first row")
        return time.monotonic() - began

    return ("link up → first fresh row committed (polled each ms)", rounds(service, measured), "median ≤ 150 ms")


def link_down(service):
    """From the link that goes down to the published state, as its file has it."""
    def measured(agent):
        service.connect()
        agent.set_key()
        agent.start()
        agent.add(1)
        wait(lambda: agent.rows() >= 1, 20, 0.02, "the first row")
        time.sleep(0.3)
        file = agent.folder / "run" / "status.json"
        began = time.monotonic()
        service.disconnect()
        wait(lambda: b'"state":"offline"' in file.read_bytes().replace(b" ", b""), 20, 0.001, "offline")
        return time.monotonic() - began

    return ("link down → offline published (status.json, polled each ms)", rounds(service, measured), "≤ 300 ms")


def termination(service):
    """SIGTERM to the end, name servers silent and a look-up under way."""
    def measured(agent):
        service.connect()
        service.outside.ip("link", "set", "router0", "down")
        try:
            agent.set_key()
            agent.start()
            agent.add(1)
            time.sleep(0.3)
            return agent.stop()
        finally:
            service.outside.ip("link", "set", "router0", "up")

    return ("SIGTERM → exit, name servers silent", rounds(service, measured), "≤ 1 s")


def key_set(service):
    """From the key file in its place to the first committed row."""
    def measured(agent):
        service.connect()
        agent.start()
        agent.add(1)
        wait(lambda: agent.state() == "online", 20, 0.02, "online")
        time.sleep(0.3)
        began = time.monotonic()
        agent.set_key()
        wait(lambda: agent.rows() >= 1, 20, 0.001, "the first row")
        return time.monotonic() - began

    return ("key in its file → first row committed", rounds(service, measured), "")


def status():
    """The command against sqlite3 on the same database, in turn, from a shell: it starts programs faster than this."""
    front = Front(fresh("front"))
    agent = Agent(fresh("status"))
    agent.configure(local(front))
    agent.set_key()
    agent.start()
    query = "SELECT place, temperature_c, condition, observed_at, checked_at FROM v_current"
    theirs = f"sqlite3 -readonly {agent.database} '{query}'"
    forms = [f"{BINARIES}/windsock status{form}" for form in ("", " --json", " --line")]
    ratios, times = [[], [], []], [[], []]
    try:
        agent.add(5)
        wait(lambda: agent.rows() >= 5, 30, 0.05, "the rows")
        for _ in range(7):
            other = repeated(theirs, agent)
            each = [repeated(form, agent) for form in forms]
            for ratio, time_ in zip(ratios, each):
                ratio.append(time_ / other)
            times[0].append(each[0])
            times[1].append(other)
    finally:
        agent.stop()
        front.stop()
    plain, json, line = (statistics.median(ratio) for ratio in ratios)
    return ("`windsock status` / `sqlite3` with one query on `v_current`, 5 places, 7 rounds of 100",
            f"**{plain:.2f}**, `--json` {json:.2f}, `--line` {line:.2f};"
            f" {spread(times[0], 'ms', 1)} / {spread(times[1], 'ms', 1)}", "≤ 1.5, `--json` ≤ 2")


def repeated(command, agent):
    """Milliseconds for one of a hundred."""
    began = time.perf_counter()
    run("bash", "-c", f"for i in {{1..100}}; do {command} >/dev/null; done", env=agent.environment)
    return (time.perf_counter() - began) * 10


def local(front):
    """A configuration for a server on this machine, of which only the current weather is fetched."""
    return (f"[openweathermap]\napi = {front.url}\nca_file = {front.authority}\n[reachability]\n"
            f"target = {front.address}:{front.port}\n[sync]\nforecast_every = off\nair_every = off\n")


def ready():
    """Start with ten million observations."""
    front = Front(fresh("front"))
    agent = Agent(fresh("ready"))
    agent.configure(local(front))
    agent.set_key()
    agent.start()
    agent.add(100)
    wait(lambda: agent.rows() >= 1, 30, 0.05, "the first row")
    agent.stop()
    front.stop()
    fill(agent.database, OBSERVATIONS, 100)
    agent.start()
    agent.stop()
    times = []
    for _ in range(REPETITIONS):
        times.append(agent.start() * 1000)
        agent.stop()
    size = agent.database.stat().st_size
    bytes_each = size / OBSERVATIONS
    agent.database.unlink()
    return [
        (f"start → READY with {OBSERVATIONS:,} observations", spread(times, "ms"), "≤ 100 ms"),
        ("one observation on disk, index included", f"{bytes_each:.0f} bytes", "≤ 120"),
    ]


def fill(database, rows, places):
    """Observations every ten minutes for each place, otherwise like the one that is there."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        cursor = connection.execute("SELECT * FROM observation LIMIT 1")
        columns, sample = [column[0] for column in cursor.description], cursor.fetchone()
        own = {"place_id": "1 + value % :places", "observed_at": "1200000000 + value / :places * 600"}
        values = ", ".join(own.get(column, f":{column}") for column in columns)
        connection.execute("DELETE FROM observation")
        connection.execute(
            "WITH RECURSIVE numbers(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM numbers WHERE value < :rows - 1)"
            f" INSERT INTO observation SELECT {values} FROM numbers",
            {"rows": rows, "places": places, **dict(zip(columns, sample))})
        connection.commit()


def measure():
    service = Service(fresh("service"))
    try:
        rows = [link_up(service), link_down(service), termination(service), key_set(service)]
    finally:
        service.remove()
    return ("Latency", rows + [status()] + ready())
