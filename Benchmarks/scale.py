"""A thousand, ten thousand and a hundred thousand places; growth must be linear or better."""

import statistics
import time

from support import Agent, BINARIES, Front, fresh, run
import throughput

SIZES = (1_000, 10_000, 100_000)


def command_time(agent, *words, repetitions=5):
    """Median milliseconds of a command."""
    times = []
    for _ in range(repetitions):
        began = time.monotonic()
        run(BINARIES / "windsock", *words, env=agent.environment)
        times.append((time.monotonic() - began) * 1000)
    return statistics.median(times)


def size(places):
    """What a list of this size costs: import, start, memory, commands."""
    agent = Agent(fresh(f"scale-{places}"))
    agent.configure("[openweathermap]\napi = https://127.0.0.1:9\n[reachability]\ntarget = 127.0.0.1:9\n")
    agent.start()
    empty = agent.usage.status("RssAnon")
    began = time.monotonic()
    agent.add(places)
    imported = time.monotonic() - began
    agent.stop()
    starts = []
    for _ in range(5):
        starts.append(agent.start() * 1000)
        if len(starts) < 5:
            agent.stop()
    time.sleep(2)
    memory = agent.usage.status("RssAnon")
    try:
        return (
            f"{places:,} places",
            f"import {imported:.2f} s; start to READY {statistics.median(starts):.0f} ms;"
            f" {(memory - empty) * 1024 / places:.0f} bytes of memory a place;"
            f" `status --line` {command_time(agent, 'status', '--line'):.0f} ms,"
            f" `status` {command_time(agent, 'status'):.0f} ms, `list` {command_time(agent, 'list'):.0f} ms,"
            f" completion {command_time(agent, '__complete', 'places', 'Place 99'):.0f} ms",
            "linear",
        )
    finally:
        agent.stop()


def pace():
    """The largest plan sold: 200,000 calls a minute, for a minute's worth of calls."""
    front = Front(fresh("front"))
    try:
        costs = []
        for places in (5_000, 20_000, 50_000):
            wall, cpu = throughput.agent_round("pace", front, "current", places)
            costs.append((places, wall, cpu))
        text = "; ".join(
            f"{places:,} places: {places / wall * 60:,.0f} calls a minute, {cpu / places * 1e6:.0f} µs of CPU a call"
            for places, wall, cpu in costs)
        return ("everything due at once, nginx on the same two cores", text, "200,000 a minute; constant CPU")
    finally:
        front.stop()


def measure():
    return ("Scale", [size(places) for places in SIZES] + [pace()])
