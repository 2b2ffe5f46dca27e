#!/usr/bin/env python3
"""Measures windsock and writes Benchmarks/RESULTS.md.

usage: run.py [throughput | scale | silence | latency | size | endurance]...

Without words everything but endurance, in half an hour or so; that takes somewhat more than an hour. With words the other
parts of RESULTS.md stay as they are. Run it on a machine that does nothing else, as root (the network namespaces).
"""

import datetime
import importlib
import os
import pathlib
import platform
import re
import sys

from support import Failure, run

PARTS = ("throughput", "scale", "silence", "latency", "size")
ALL = (*PARTS, "endurance")
RESULTS = pathlib.Path(__file__).with_name("RESULTS.md")


def machine():
    """What was measured on, in a line."""
    processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())[1]) / 2**20
    system = re.search(r'PRETTY_NAME="(.*)"', pathlib.Path("/etc/os-release").read_text())[1]
    curl = run("curl", "--version").stdout.split()[1]
    load = os.getloadavg()[0]
    return (f"{os.cpu_count()} × {processor[1] if processor else platform.machine()}, {memory:.0f} GiB, {system},"
            f" Linux {platform.release().split('-')[0]}, curl {curl}; load average {load:.1f} at the start")


def section(name):
    """A part's table, with its date and machine."""
    about = machine()
    title, rows = importlib.import_module(name).measure()
    lines = [f"<!-- {name} -->", f"## {title}", "", f"{datetime.date.today()}: {about}", "",
             "| what | measured | bar |", "|---|---|---|"]
    lines += [f"| {what} | {measured} | {bar} |" for what, measured, bar in rows]
    return "\n".join([*lines, f"<!-- end of {name} -->"])


def main(names):
    unknown = [name for name in names if name not in ALL]
    if unknown:
        sys.exit(f"run.py: there is no part {unknown[0]}; hint: {', '.join(ALL)}")
    for name in names or PARTS:
        print(f"{name} …", flush=True)
        try:
            text = section(name)
        except Failure as failure:
            sys.exit(f"run.py: {name}: {failure}")
        print(text, flush=True)
        page = RESULTS.read_text()
        pattern = re.compile(f"<!-- {name} -->.*<!-- end of {name} -->", re.DOTALL)
        page = pattern.sub(lambda _: text, page) if pattern.search(page) else f"{page.rstrip()}\n\n{text}\n"
        RESULTS.write_text(page)


main(sys.argv[1:])
