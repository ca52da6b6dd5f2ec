#!/usr/bin/env python3
"""Makes docs/today.md: the machine with groups before memories of today, against software on this host, in one run.

    python3 docs/make_today.py build/benchmark/collisionchip ../shared --out docs/today.md

The headline is over all published poses of all public objects (docs/all_poses.py), the other tables over the ten poses of docs/plans/beyond.toml.
Software is measured first, alone, by `software_times` of the same build; the machines of docs/plans/today.toml are simulated afterwards, and their
queries checked against the reference as always. Run it on an otherwise idle host.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import re
import subprocess
import tempfile

import tomllib

from all_poses import geometric, mesh_of, pose_sets, queries_of, total
from make_beyond import ask, bound, poses_of, poses_together, table

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETUP = 1.5  # microseconds of a host for a query, for one figure of the page
FIRST = "fcl_env × fcl_rob"  # of these the first witness is asked, too


def software_of(program, a, b, poses, *options):
    """Microseconds a query and pairs, by software and number of cores."""
    printed = subprocess.run([program, a, b, poses, *options], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {(row[0], int(row[1]) > 1): (float(row[2]), int(row[3])) for row in csv.reader(printed.splitlines())}


def host_of(build):
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    cache = (build / "CMakeCache.txt").read_text()
    return (f"{' '.join(model[1].split()) if model else 'unknown processor'}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the begin; "
            f"{re.search(r'CMAKE_BUILD_TYPE:.*=(.*)', cache)[1]} build with {pathlib.Path(re.search(r'CMAKE_CXX_COMPILER:.*=(.*)', cache)[1]).name}")


def met_clock_of(program, chip):
    """In MHz, as `config --list` says it."""
    listed = subprocess.run([program, "config", "--list", "--csv", "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return next(f"{float(row['clock_met_mhz']):.0f}" for row in csv.DictReader(listed.splitlines()) if row["preset"] == chip)


def microseconds(result):
    return result["chip_ns"] / result["queries"] / 1000


def ratios_of(software, queries, setup=0):
    """How many times as fast as one core: the chip, with its bus, and against FCL; `setup` is in microseconds."""
    chip, whole = (total(queries, statistic) / len(queries) / 1000 for statistic in ("chip_ns", "total_ns"))
    reference, fcl = software["reference", False][0], software["FCL", False][0]
    return reference / chip, reference / (whole + setup), fcl / chip


def mean_of(rows, which):
    return f"{geometric(ratios_of(software, queries)[which] for _, software, queries in rows):.1f}"


def headline(questions):
    """Sums over each set of poses; `questions` are (name, software, queries of the chip)."""
    rows, ratios = [], []
    for name, software, queries in questions:
        chip, link = (total(queries, statistic) / len(queries) / 1000 for statistic in ("chip_ns", "link_ns"))
        reference, fcl = software["reference", False], software["FCL", False]
        ratios.append(ratios_of(software, queries))
        rows.append([name, f"{chip:.1f} + {link:.1f}", f"{reference[0]:.1f}", *(f"{ratio:.1f}" for ratio in ratios[-1]), f"{fcl[1] - reference[1]:+d} of {reference[1]}"])
    if len(rows) > 1:
        rows.append(["mean", "", "", *(f"**{geometric(some):.1f}**" for some in zip(*ratios)), ""])
    return table(["objects", "chip + bus, µs", "reference, one core, µs", "× one core", "× one core, with the bus", "× FCL, one core", "pairs that FCL has more or fewer"], rows)


def machine_table(plan, group, software, measured, objects):
    rows = []
    for machine in plan[group]:
        results = [measured[machine["name"], name] for name in objects]
        speeds = [software[name]["reference", False][0] / microseconds(result) for name, result in zip(objects, results)]
        every = geometric(software[name]["reference", True][0] / microseconds(result) for name, result in zip(objects, results))
        fcl = geometric(software[name]["FCL", False][0] / microseconds(result) for name, result in zip(objects, results))
        rate = geometric(result["bytes"] / result["chip_ns"] for result in results)
        rows.append([machine["name"], *(f"{speed:.0f}" for speed in speeds), f"**{geometric(speeds):.0f}**", f"{min(speeds):.0f}", f"{every:.0f}", f"{fcl:.0f}",
                     f"{results[0]['mm2']:.0f}", f"{rate:.1f}", f"{100 * geometric(max(result['host'], 1e-3) for result in results):.0f} %", bound(results)])
    return table(["machine", *objects, "mean", "least", "mean, all cores", "mean, FCL on one core", "mm² of 0.18 µm", "GB/s read", "Pointer FIFO full", "bound by"], rows)


def aim_text(plan, software, measured, objects):
    lines = []
    for machine in plan["machine"]:
        speed = geometric(software[name]["reference", False][0] / microseconds(measured[machine["name"], name]) for name in objects)
        lines.append([machine["name"], f"{speed:.0f}", "met" if speed >= 50 else f"missed by {100 * (1 - speed / 50):.0f} %"])
    return table(["machine", "× one core, mean", "aim: 50"], lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/today.md")
    parser.add_argument("--objects", type=int, help="only so many, for a trial")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    build = arguments.program.resolve().parent
    plan = tomllib.loads((ROOT / "docs/plans/today.toml").read_text())
    paper = tomllib.loads((ROOT / "docs/plans/beyond.toml").read_text())
    objects = paper["objects"][:arguments.objects]
    for ladder in (plan["wider"], plan["together"]):
        for before, machine in zip(ladder, ladder[1:]):
            if "chip" not in machine:
                machine.update(chip=before["chip"], batch=before.get("batch", 0), set={**before["set"], **machine["set"]})
    host = host_of(build)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folder = pathlib.Path(name)
        poses = {o: poses_of(arguments.shared, o, paper["poses"], folder) for o in objects}
        together = {o: poses_together(arguments.shared, o, paper["batch_poses"], folder) for o in objects}
        software = build / "testbench/benchmarks/software_times"
        times, times_together = ({o: software_of(software, *[mesh_of(arguments.shared, o)] * 2, of[o]) for o in objects} for of in (poses, together))
        questions = [(some, first) for some in pose_sets(arguments.shared) for first in (False, True) if not first or some.name == FIRST]
        everywhere = {(some, first): software_of(software, some.a, some.b, some.poses, *["--first"] * first) for some, first in questions}
        asked = {(machine["name"], o): pool.submit(ask, arguments.program, arguments.shared, folder, o, of[o], machine)
                 for group, of in (("machine", poses), ("wider", poses), ("together", together)) for machine in plan[group] for o in objects}
        chip = {question: pool.submit(queries_of, arguments.program, folder, "today", *question) for question in questions}
        measured = {key: future.result() for key, future in asked.items()}
    rows = {group: [(some.name, everywhere[some, first], chip[some, first].result()) for some, first in questions if (some.contact, first) == group]
            for group in ((False, False), (True, False), (False, True))}
    text = (ROOT / "docs/today.in.md").read_text()
    for mark, part in (("ALL_POSES", headline(rows[False, False])), ("CONTACT_POSES", headline(rows[True, False])), ("FIRST", headline(rows[False, True])),
                       ("ONE", mean_of(rows[False, False], 0)), ("LINKED", mean_of(rows[False, False], 1)), ("SETS", str(len(rows[False, False]))),
                       ("CONTACT", mean_of(rows[True, False], 0)), ("CONTACT_LINKED", mean_of(rows[True, False], 1)),
                       ("SETUP", f"{ratios_of(*rows[False, True][0][1:], SETUP)[1]:.1f}"),
                       ("MACHINES", machine_table(plan, "machine", times, measured, objects)), ("AIMS", aim_text(plan, times, measured, objects)),
                       ("WIDER", machine_table(plan, "wider", times, measured, objects)),
                       ("TOGETHER", machine_table(plan, "together", times_together, measured, objects)), ("HOST", host),
                       ("MET", met_clock_of(arguments.program, "today")),
                       ("POSES", ", ".join(map(str, paper["poses"]))), ("BATCH_POSES", ", ".join(map(str, paper["batch_poses"])))):
        text = text.replace(f"@{mark}@", part.strip())
    arguments.out.write_text(text)


if __name__ == "__main__":
    main()
