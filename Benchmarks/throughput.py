"""Everything is due at once: from the key arriving to the last commit, against curl fetching the same to nowhere."""

import json
import statistics
import time
import resource
import subprocess

from support import Agent, Front, KEY, fresh, wait

PLACES = 5_000
ROUNDS = 5


def agent_round(name, front, kind, places=PLACES, settings=""):
    """Wall and CPU seconds of the agent for one call for each place."""
    agent = Agent(fresh(name))
    current, forecast = ("1h", "off") if kind == "current" else ("1h", "1h")
    agent.configure(
        f"[openweathermap]\napi = {front.url}\nca_file = {front.authority}\ncalls_per_minute = 1000000\n"
        f"calls_per_month = 1000000000\n[reachability]\ntarget = {front.address}:{front.port}\n"
        f"[sync]\ncurrent_every = {current}\nforecast_every = {forecast}\nair_every = off\n{settings}"
    )
    agent.start()
    try:
        agent.add(places)
        wait(lambda: agent.state() == "online", 20, 0.05, "online")
        time.sleep(0.3)
        before = agent.usage.cpu()
        began = time.monotonic()
        agent.set_key()
        if kind == "current":
            # The table and not its view: asking must not cost what is measured.
            stored = "SELECT count(*) FROM observation"
            wait(lambda: agent.question(stored) >= places, 120, 0.02, "the last row")
        else:
            done = "SELECT count(*) FROM v_attempt WHERE kind = 'forecast' AND outcome = 'stored'"
            wait(lambda: agent.question(done) >= places, 120, 0.05, "the last forecast")
        wall = time.monotonic() - began
        return wall, agent.usage.cpu() - before
    finally:
        agent.stop()


def curl_round(front, kind, places=PLACES, http2=True):
    """Wall and CPU seconds of curl for the same URLs."""
    folder = fresh("curl")
    lines = []
    for number in range(places):
        latitude, longitude = (number % 1700) / 10 - 85, (number // 1700) / 10 - 170
        path = "weather" if kind == "current" else "forecast"
        lines.append(f'url = "{front.url}/data/2.5/{path}?lat={latitude:.2f}&lon={longitude:.2f}&appid={KEY}"')
        lines.append("output = /dev/null")
    (folder / "urls").write_text("\n".join(lines) + "\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run(
        ["curl", "--silent", "--parallel", "--parallel-max", "50", "--http2" if http2 else "--http1.1",
         "--cacert", front.authority, "--config", folder / "urls"],
        check=True, stderr=subprocess.DEVNULL)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def forecast():
    """A forecast of forty steps, of the size the service sends."""
    first = int(time.time()) // 10_800 * 10_800 + 10_800
    steps = [
        {"dt": first + step * 10_800,
         "main": {"temp": 11.2 - step / 10, "feels_like": 10.46, "temp_min": 9.83, "temp_max": 12.25,
                  "pressure": 1012, "sea_level": 1012, "grnd_level": 1001, "humidity": 81, "temp_kf": 0.6},
         "weather": [{"id": 500, "main": "Rain", "description": "light rain", "icon": "10d"}],
         "clouds": {"all": 75}, "wind": {"speed": 4.12, "deg": 240, "gust": 7.2}, "visibility": 10000,
         "pop": 0.32, "rain": {"3h": 0.21}, "sys": {"pod": "d"}, "dt_txt": "2027-01-15 08:00:00"}
        for step in range(40)
    ]
    text = json.dumps(
        {"cod": "200", "message": 0, "cnt": 40, "list": steps,
         "city": {"id": 3143244, "name": "Oslo", "coord": {"lat": "$arg_lat", "lon": "$arg_lon"}, "country": "NO",
                  "population": 580000, "timezone": 3600, "sunrise": 1700000000, "sunset": 1700030000}})
    return text.replace('"$arg_lat"', "$arg_lat").replace('"$arg_lon"', "$arg_lon")


def measure():
    rows = []
    for http2 in (True, False):
        name = "HTTP/2" if http2 else "HTTP/1.1"
        front = Front(fresh("front"), http2=http2)
        try:
            ours, theirs = [], []
            for _ in range(ROUNDS):
                ours.append(agent_round("throughput", front, "current"))
                theirs.append(curl_round(front, "current", http2=http2))
            rows.append(row(f"{PLACES} current, TLS, {name}", ours, theirs, PLACES))
        finally:
            front.stop()
    front = Front(fresh("front"), forecast=forecast())
    try:
        both = [agent_round("throughput", front, "forecast", 1000) for _ in range(ROUNDS)]
        alone = [agent_round("throughput", front, "current", 1000) for _ in range(ROUNDS)]
        cost = statistics.median(cpu for _, cpu in both) - statistics.median(cpu for _, cpu in alone)
        rows.append(("CPU for a forecast of 16 kB: fetched, decoded, stored", f"{cost:.2f} ms", "≤ 1.2 ms"))
    finally:
        front.stop()
    return ("Throughput", rows)


def row(what, ours, theirs, count):
    wall = statistics.median(wall for wall, _ in ours), statistics.median(wall for wall, _ in theirs)
    cpu = statistics.median(cpu for _, cpu in ours), statistics.median(cpu for _, cpu in theirs)
    return (
        f"{what}: windsockd / `curl --parallel --parallel-max 50`",
        f"wall {wall[0]:.2f} s / {wall[1]:.2f} s = **{wall[0] / wall[1]:.2f}**;"
        f" CPU {cpu[0]:.2f} s / {cpu[1]:.2f} s; {cpu[0] / count * 1e6:.0f} µs a call",
        "≤ 1.5, aim 1.0")
