"""How big it is, and what a place costs on disk in a year."""

from support import Agent, BINARIES, Front, fresh, run, wait


def binaries():
    rows = []
    for name, bar in (("windsockd", "≤ 15 MiB"), ("windsock", "")):
        copy = fresh("size") / name
        run("strip", "-o", copy, BINARIES / name)
        rows.append((f"{name}, stripped", f"{copy.stat().st_size / 2**20:.1f} MiB", bar))
    return rows


def growth():
    """Bytes of one row of each kind, from a database in which all are many times there."""
    front = Front(fresh("front"))
    agent = Agent(fresh("growth"))
    agent.configure(
        f"[openweathermap]\napi = {front.url}\nca_file = {front.authority}\ncalls_per_minute = 100000\n[reachability]\n"
        f"target = {front.address}:{front.port}\n[sync]\ncurrent_every = 1s\nforecast_every = off\nair_every = off\n")
    agent.set_key()
    agent.start()
    try:
        agent.add(200)
        wait(lambda: agent.question("SELECT count(*) FROM v_observation") >= 20_000, 300, 0.5, "the rows")
        wal = (agent.folder / "state" / "windsock.db-wal").stat().st_size
        agent.command("backup", str(agent.folder / "copy.db"))
    finally:
        agent.stop()
        front.stop()
    query = "SELECT sum(pgsize) FROM dbstat WHERE name = 'observation'"
    size = int(run("sqlite3", "-readonly", agent.folder / "copy.db", query).stdout)
    count = int(run("sqlite3", "-readonly", agent.folder / "copy.db", "SELECT count(*) FROM observation").stdout)
    each = size / count
    return [
        ("one observation on disk, index included, after VACUUM", f"{each:.0f} bytes", "≤ 120"),
        ("growth for a place and year, current every 10 minutes", f"{each * 6 * 24 * 365 / 2**20:.1f} MiB", ""),
        (f"WAL after {count:,} rows as fast as they come", f"{wal / 2**20:.1f} MiB", ""),
    ]


def measure():
    return ("Size", binaries() + growth())
