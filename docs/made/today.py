"""The machine with groups in front of memories of today, against software on this host, in one run: docs/today.md, from docs/plans/today.toml. Software is
measured first, alone, by `software_times` of the same build. Every answer of the machines is compared with the reference."""
import csv
import dataclasses
import math

import tomllib

from made import charts
from made.all_poses import figure, geometric, parted, pose_sets, queries_of, statistics_of, thinned, total
from made.context import ROOT
from made.host import host_of
from made.machines_asked import asked, busiest, each_query, presets_of, read_plan, sums
from made.poses_together import sets_together

FIRST = "fcl_env × fcl_rob"  # the set at which the first pair alone is asked, too
AIM = 50  # times one core
TODAY = [{"name": "today", "chip": "today"}]
SET_HEAD = ("question", "objects", "chip_us", "bus_us", "host_us", "total_us", "one_core_us", "times_one_core", "times_one_core_with_the_bus",
            "times_one_core_with_bus_and_host", "times_fcl_on_one_core", "times_one_core_without_a_pair", "pairs", "fcl_pairs_more")
CHANGE_HEAD = ("group", "machine", "speed", "slowest_set", "about_times_one_core", "mm2", "gb_per_s", "busiest", "busiest_percent")
SERIES = ("one core", "one core, with the bus", "one core, with bus and host", "FCL on one core", "one core, poses without a pair")
PARTS = ("chip_ns", "link_ns", "host_ns", "total_ns")


# Software and the chip at a set of poses.


def software_of(context, some, *options):
    """{software: (microseconds a query, pairs)}; empty if no pose is asked."""
    times = dataclasses.replace(context, program=context.program.parent / "testbench/benchmarks/software_times")
    return {row[0]: (float(row[1]), int(row[2])) for row in csv.reader(times.run(some.a, some.b, some.poses, *options).splitlines())}


def each_first_pair(context, machine, some):
    return queries_of(statistics_of(context, machine, some, first=True))


def microseconds(queries, statistic):
    return total(queries, statistic) / len(queries) / 1000


def ratios_of(software, queries):
    """How many times as fast as one core, with the bus, with bus and host, and against FCL."""
    chip, link, _, total_us = (microseconds(queries, part) for part in PARTS)
    core = software["reference"][0]
    return core / chip, core / (chip + link), core / total_us, software["FCL"][0] / chip


def questions_of(context, sets):
    """{(question, objects): {"software", "missing", "chip"}}; "missing" is the software at poses without a pair. Software is asked first."""
    software = [("first pair" if first else "contact" if some.contact else "general", some, software_of(context, some, *["--first"] * first))
                for first in (False, True) for some in sets if not first or some.name == FIRST]
    missing = {some: software_of(context, some, "--without-pair") for some in sets}
    all_pairs, first_pairs = asked(context, each_query, TODAY, sets), asked(context, each_first_pair, TODAY, [some for some in sets if some.name == FIRST])
    return {(question, some.name): {"software": own, "missing": missing[some], "chip": (first_pairs if question == "first pair" else all_pairs)["today", some]}
            for question, some, own in software}


def five_ratios(question):
    misses = parted(question["chip"])[1]
    return [*ratios_of(question["software"], question["chip"]), ratios_of(question["missing"], misses)[0] if misses else math.nan]


def set_rows(questions):
    rows = []
    for (kind, name), question in questions.items():
        reference, fcl = (question["software"][which] for which in ("reference", "FCL"))
        rows.append([kind, name, *(f"{microseconds(question['chip'], part):.1f}" for part in PARTS), f"{reference[0]:.1f}",
                     *map(figure, five_ratios(question)), reference[1], fcl[1] - reference[1]])
    return rows


def means_of(questions):
    """{question: the five ratios}, geometric means over the sets that have one."""
    kinds = dict.fromkeys(kind for kind, _ in questions)
    of_kind = lambda kind: zip(*(five_ratios(question) for (other, _), question in questions.items() if other == kind))
    return {kind: [geometric(value for value in values if not math.isnan(value)) for values in of_kind(kind)] for kind in kinds}


# Machines.


def change_rows(context, group, machines, sets, core=None):
    """Each machine against the first one; `core`: how many times as fast as one core that is."""
    measured, rows = asked(context, sums, machines, sets), []
    for machine in machines:
        results = [measured[machine["name"], some] for some in sets]
        speeds = [measured[machines[0]["name"], some]["chip_ns"] / result["chip_ns"] for some, result in zip(sets, results)]
        unit, share = busiest(results)
        rows.append([group, machine["name"], f"{geometric(speeds):.2f}", f"{min(speeds):.2f}", f"{core * geometric(speeds):.0f}" if core else "",
                     f"{results[0]['mm2']:.0f}", f"{geometric(result['bytes'] / result['chip_ns'] for result in results):.1f}", unit, f"{share:.0f}"])
    return rows


# The page.


def page_of_changes(rows):
    about = any(row[4] for row in rows)
    head = ["machine", "speed", "slowest set", "about × one core" if about else "mm²", "GB/s read", "busiest part"]
    return [head, *([name, f"**{speed}**", slowest, core if about else mm2, rate, f"{unit} {share} %"] for _, name, speed, slowest, core, mm2, rate, unit, share in rows)]


def answer(means):
    core, linked, hosted = means["general"][:3]
    return (f"`today` answers a query {core:.1f} times as fast as our software on one core, by its own clock. "
            f"With the paper's bus it is {linked:.1f} times as fast, with bus and host {hosted:.1f} times.")


def findings(rows, means, met):
    core = means["general"][0]
    general = [row for row in rows if row[0] == "general"]
    other = [f"{more:+d} of {pairs} at {objects}, {kind}" for kind, objects, *_, pairs, more in rows if more]
    return "\n".join((
        f"- **The aim** was {AIM} times one core: {'met' if core >= AIM else f'missed by {100 * (1 - core / AIM):.0f} %'}.",
        f"- **The bus** takes longer than the chip in {sum(float(row[3]) > float(row[2]) for row in general)} of {len(general)} sets. "
        "It is the paper's: 32 bits at an eighth of the chip's clock.",
        f"- **The first pair**: chip, bus and host are {means['first pair'][2]:.1f} times as fast as one core.",
        f"- **FCL** finds as many pairs as the chip in {len(rows) - len(other)} of {len(rows)} rows of the CSV"
        f"{', and another number in the rest: ' * bool(other)}{'; '.join(other)}.",
        f"- **The clock** of 1 GHz is assumed. In 0.18 µm the slowest unit meets {met} MHz ([synthesis.md](synthesis.md))."))


def means_page(rows, means):
    names = {"general": "all pairs", "contact": "all pairs, in contact", "first pair": "the first pair"}
    sets = lambda kind: (lambda count: f"{count} set{'s' * (count > 1)}")(sum(row[0] == kind for row in rows))
    return [["question", "× one core", "× one core, with the bus", "with bus and host", "× FCL on one core", "× one core, poses without a pair"],
            *([f"{names[kind]}, {sets(kind)}", f"**{figure(core)}**", *map(figure, others)] for kind, (core, *others) in means.items())]


def chart(rows, means):
    values = {objects + f", {kind}" * (kind != "general"): ratios for kind, objects, _, _, _, _, _, *ratios, _, _ in rows}
    values[f"mean of {sum(row[0] == 'general' for row in rows)} sets"] = means["general"]
    series = {name: {label: float(ratio) for label, ratio in zip(SERIES, ratios) if ratio != "–"} for name, ratios in values.items()}
    return charts.dots("today", series, SERIES, "times as fast as software", SERIES[0])


def page(rows, means, changes, host, met):
    of_group = lambda group: [row for row in changes if row[0] == group]
    return {
        "docs/today.md#today_answer": answer(means),
        "docs/today.md#today_means": means_page(rows, means),
        "docs/today.md#today_findings": findings(rows, means, met),
        "docs/today.md#today_memories": page_of_changes(of_group("memory")),
        "docs/today.md#today_wider": page_of_changes(of_group("wider")),
        "docs/today.md#today_together": page_of_changes(of_group("together")),
        "docs/today.md#today_host": f"Measured on {host}.",
        "docs/tables/today_sets.csv": [SET_HEAD, *rows],
        "docs/tables/today_machines.csv": [CHANGE_HEAD, *([cell.replace("`", "") for cell in row] for row in changes)],
        "docs/pictures/today.svg": chart(rows, means),
    }


def make(context):
    plan, paper, host = tomllib.loads((ROOT / "docs/plans/today.toml").read_text()), read_plan(), host_of(context.program.parent)
    sets = pose_sets(context.shared)
    questions = questions_of(context, sets)
    few, together = thinned([some for some in sets if not some.contact], paper["every"], context.folder), sets_together(context, paper)
    means = means_of(questions)
    changes = [row for group, of, core in (("memory", few, means["general"][0]), ("wider", few, None), ("together", together, None))
               for row in change_rows(context, group, plan[group], of, core)]
    met = f"{float(presets_of(context)['today']['clock_met_mhz']):.0f}"
    return page(set_rows(questions), means, changes, host, met)
