#!/usr/bin/env python3
"""Makes docs/today.md: the machine with groups before memories of today, against software on this host, in one run.

    python3 docs/make_today.py build/benchmark/collisionchip ../shared --out docs/today.md

The headline is over all published poses of all public objects (docs/made/all_poses.py), the machines of docs/plans/today.toml over some of them.
Software is measured first, alone, by `software_times` of the same build; machines are simulated afterwards, and their queries checked against the
reference as always.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import tempfile

import tomllib

from made.all_poses import geometric, parted, pose_sets, thinned, total
from made.host import host_of
from make_beyond import all_asked, answers, ask, ask_each, bound, figure, presets_of, read_plan, sets_together, table

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETUP = 1.5  # microseconds of a host for a query, for one figure of the page
FIRST = "fcl_env × fcl_rob"  # of these the first witness is asked, too
AIM = 50  # times one core


def software_of(program, some, *options):
    """{software: (microseconds a query, pairs)}; empty if no pose is asked."""
    printed = subprocess.run([program, some.a, some.b, some.poses, *options], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {row[0]: (float(row[1]), int(row[2])) for row in csv.reader(printed.splitlines())}


def microseconds(queries, statistic):
    return total(queries, statistic) / len(queries) / 1000


def ratios_of(software, queries, setup=0):
    """How many times as fast as one core: the chip, with its bus, and against FCL; `setup` is in microseconds."""
    chip = microseconds(queries, "chip_ns")
    return software["reference"][0] / chip, software["reference"][0] / (microseconds(queries, "total_ns") + setup), software["FCL"][0] / chip


def nothing_found(question):
    """The chip against one core at the poses that find nothing."""
    misses = parted(question["chip"])[1]
    return ratios_of(question["missing"], misses)[0] if misses else float("nan")


def headline(questions):
    """Sums over each set of poses."""
    rows, ratios = [], []
    for name, question in questions.items():
        reference, fcl = (question["software"][which] for which in ("reference", "FCL"))
        ratios.append([*ratios_of(question["software"], question["chip"]), nothing_found(question)])
        rows.append([name, " + ".join(f"{microseconds(question['chip'], part):.1f}" for part in ("chip_ns", "link_ns")), f"{reference[0]:.1f}",
                     *map(figure, ratios[-1]), f"{fcl[1] - reference[1]:+d} of {reference[1]}"])
    if len(rows) > 1:
        rows.append(["mean", "", "", *(f"**{geometric(value for value in some if value == value):.1f}**" if any(value == value for value in some) else "–"
                                       for some in zip(*ratios)), ""])
    return table(["objects", "chip + bus, µs", "one core, µs", "× one core", "× one core, with the bus", "× FCL, one core", "× one core, poses without a pair",
                  "pairs that FCL has more or fewer"], rows)


def mean_of(questions, which):
    return geometric(ratios_of(question["software"], question["chip"])[which] for question in questions.values())


def machine_table(machines, measured, sets, core=None):
    """Each machine against the first one; `core`: how many times as fast as one core that is."""
    rows = []
    for machine in machines:
        results = [measured[machine["name"], some] for some in sets]
        speeds = [measured[machines[0]["name"], some]["chip_ns"] / result["chip_ns"] for some, result in zip(sets, results)]
        row = [machine["name"], f"**{geometric(speeds):.2f}**", f"{min(speeds):.2f}"] + ([f"{core * geometric(speeds):.0f}"] if core else [])
        rows.append(row + [f"{results[0]['mm2']:.0f}", f"{geometric(result['bytes'] / result['chip_ns'] for result in results):.1f}", bound(results)])
    head = ["machine", "speed, of the first", "least"] + (["about × one core"] if core else [])
    return table(head + ["mm² of 0.18 µm", "GB/s read", "bound by"], rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/today.md")
    parser.add_argument("--sets", type=int, help="only so many, for a trial")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    build = arguments.program.resolve().parent
    plan, paper = tomllib.loads((ROOT / "docs/plans/today.toml").read_text()), read_plan()
    host = host_of(build)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folder, program = pathlib.Path(name), build / "testbench/benchmarks/software_times"
        sets = pose_sets(arguments.shared)[:arguments.sets]
        general = [some for some in sets if not some.contact]
        questions = {some: {"software": software_of(program, some), "missing": software_of(program, some, "--without-pair")} for some in sets}
        first = {some.name: {"software": software_of(program, some, "--first"), "missing": questions[some]["missing"]} for some in general if some.name == FIRST}
        few, together = thinned(general, paper["every"], folder), sets_together(paper, arguments.shared, folder)
        everywhere = all_asked(pool, arguments, folder, ["today"], sets)
        witnesses = {some.name: pool.submit(ask_each, arguments.program, folder, "today", some, True) for some in general if some.name == FIRST}
        asked = {(machine["name"], some): pool.submit(ask, arguments.program, folder, machine, some)
                 for group, of in (("memory", few), ("wider", few), ("together", together)) for machine in plan[group] for some in of}
        for (_, some), queries in answers(everywhere).items():
            questions[some]["chip"] = queries
        for some, queries in answers(witnesses).items():
            first[some]["chip"] = queries
        measured = answers(asked)
    named = {contact: {some.name: question for some, question in questions.items() if some.contact == contact} for contact in (False, True)}
    core = mean_of(named[False], 0)
    text = (ROOT / "docs/today.in.md").read_text()
    for mark, part in (("ALL_POSES", headline(named[False])), ("CONTACT_POSES", headline(named[True])), ("FIRST", headline(first)),
                       ("ONE", f"{core:.1f}"), ("LINKED", f"{mean_of(named[False], 1):.1f}"), ("FCL", f"{mean_of(named[False], 2):.0f}"), ("SETS", str(len(general))),
                       ("CONTACT", f"{mean_of(named[True], 0):.1f}"), ("CONTACT_LINKED", f"{mean_of(named[True], 1):.1f}"),
                       ("SETUP", f"{ratios_of(first[FIRST]['software'], first[FIRST]['chip'], SETUP)[1]:.1f}"), ("AIM", f"{AIM} times one core was asked for: {'met' if core >= AIM else f'missed by {100 * (1 - core / AIM):.0f} %'}."),
                       ("MEMORIES", machine_table(plan["memory"], measured, few, core)), ("WIDER", machine_table(plan["wider"], measured, few)),
                       ("TOGETHER", machine_table(plan["together"], measured, together)), ("HOST", host), ("FEW", f"{paper['every']}th"),
                       ("MET", f"{float(presets_of(arguments.program)['today']['clock_met_mhz']):.0f}"), ("BATCH_POSES", ", ".join(map(str, paper["batch_poses"])))):
        text = text.replace(f"@{mark}@", part.strip())
    arguments.out.write_text(text)


if __name__ == "__main__":
    main()
