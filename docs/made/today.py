"""The machine with groups in front of memories of today and behind PCI Express, against software on this host, in one run: docs/today.md, from
docs/plans/today.toml. Software is measured first, alone, by `software_times` of the same build. Every answer of the machines is compared with the reference."""
import csv
import dataclasses
import math

from made import charts
from made.all_poses import figure, geometric, parted, pose_sets, queries_of, statistics_of, thinned, total
from made.host import host_of
from made.host_aims import FIRST, TODAY, aim_rows_of_today, question_of, read_today, scene_link_ms, streamed
from made.machines_asked import asked, busiest, each_query, presets_of, read_plan, sums
from made.poses_together import sets_together

AIM = 50  # times one core
SET_HEAD = ("question", "objects", "chip_us", "bus_us", "host_us", "total_us", "stream_us", "one_core_us", "times_one_core",
            "times_one_core_with_bus_and_host", "times_one_core_in_a_stream", "times_fcl_on_one_core", "times_one_core_without_a_pair", "pairs", "fcl_pairs_more")
CHANGE_HEAD = ("group", "machine", "speed", "slowest_set", "about_times_one_core", "mm2", "gb_per_s", "busiest", "busiest_percent")
SERIES = ("chip alone", "bus and host", "in a stream", "chip against FCL", "poses without a pair")
LINK_HEAD = ("link", "a pose at a time", "slowest set", "in a stream", "mm²")
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


def questions_of(context, sets, batch):
    """{(question, objects): {"software", "missing", "chip", "stream"}}; "missing" is the software at poses without a pair. Software is asked first."""
    software = [("first pair" if first else question_of(some), some, software_of(context, some, *["--first"] * first))
                for first in (False, True) for some in sets if not first or some.name == FIRST]
    missing = {some: software_of(context, some, "--without-pair") for some in sets}
    first_sets = [some for some in sets if some.name == FIRST]
    chip = {False: asked(context, each_query, [TODAY], sets), True: asked(context, each_first_pair, [TODAY], first_sets)}
    stream = {first: asked(context, lambda *of: streamed(*of, batch, first), [TODAY], of) for first, of in ((False, sets), (True, first_sets))}
    first_of = lambda question: question == "first pair"
    return {(question, some.name): {"software": own, "missing": missing[some], "chip": chip[first_of(question)]["today", some],
                                    "stream": stream[first_of(question)]["today", some]} for question, some, own in software}


def five_ratios(question):
    """How many times as fast as one core: the chip, with bus and host, in a stream; as FCL; and at poses without a pair."""
    core, fcl = (question["software"][which][0] for which in ("reference", "FCL"))
    chip, _, _, total_us = (microseconds(question["chip"], part) for part in PARTS)
    misses = parted(question["chip"])[1]
    missing = question["missing"]["reference"][0] / microseconds(misses, "chip_ns") if misses else math.nan
    return [core / chip, core / total_us, core / question["stream"], fcl / chip, missing]


def set_rows(questions):
    rows = []
    for (kind, name), question in questions.items():
        reference, fcl = (question["software"][which] for which in ("reference", "FCL"))
        rows.append([kind, name, *(f"{microseconds(question['chip'], part):.2f}" for part in PARTS), f"{question['stream']:.2f}", f"{reference[0]:.1f}",
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


def link_rows(context, machines, sets, batch):
    """Each link's time with bus and host against the first one's, of poses one at a time and in a stream."""
    alone = asked(context, lambda *of: microseconds(each_query(*of), "total_ns"), machines, sets)
    several = asked(context, lambda *of: streamed(*of, batch), [machine for machine in machines if not machine.get("alone")], sets)
    base, rows = {some: alone[machines[0]["name"], some] for some in sets}, []
    for machine in machines:
        speeds = [base[some] / alone[machine["name"], some] for some in sets]
        streams = [base[some] / several[machine["name"], some] for some in sets if (machine["name"], some) in several]
        mm2 = sums(context, machine, sets[0])["mm2"]
        rows.append([machine["name"], f"**{geometric(speeds):.2f}**", f"{min(speeds):.2f}", f"{geometric(streams):.2f}" if streams else "–", f"{mm2:.0f}"])
    return [LINK_HEAD, *rows]


# The page.


def page_of_changes(rows):
    return [["machine", "speed", "slowest set", "mm²"], *([name, f"**{speed}**", slowest, mm2] for _, name, speed, slowest, _, mm2, *_ in rows)]


def wider(rows):
    (_, _, _, _, _, mm2, _, unit, share), *others = rows
    return (f"The {unit} bounds `today` ({mm2} mm²): it is busy {share} % of the time. Wider machines: "
            + ", ".join(f"{row[1]} {row[2]} times as fast ({row[5]} mm²)" for row in others) + ".")


def answer(means):
    core, hosted, stream = means["general"][:3]
    return (f"With its bus and its host `today` answers a query {hosted:.1f} times as fast as our software on one core, and {stream:.1f} times in a stream of poses. "
            f"Without bus and host it is {core:.1f} times as fast.")


def findings(rows, means, met):
    core = means["general"][0]
    host_share = [float(row[4]) / float(row[5]) for row in rows if row[0] == "contact"]
    return "\n".join((
        f"- **The chip alone** {'meets' if core >= AIM else 'misses'} the aim of {AIM} times one core{'' if core >= AIM else f' by {100 * (1 - core / AIM):.0f} %'}.",
        f"- **The link** adds {max(float(row[3]) for row in rows):.2f} µs to a pose that is asked alone. A stream pays that once.",
        f"- **In contact** the [Contact Unit](group_machine.md#contact-unit) decides. The host takes {100 * max(host_share):.0f} % of the time at most.",
        f"- **The clock** of 1 GHz is assumed. In 0.18 µm the slowest unit meets {met} MHz ([costs.md](costs.md))."))


def means_page(rows, means):
    names = {"general": "all pairs", "contact": "all pairs, in contact", "first pair": "the first pair"}
    sets = lambda kind: (lambda count: f"{count} set{'s' * (count > 1)}")(sum(row[0] == kind for row in rows))
    return [["question", "× one core, the chip alone", "with bus and host", "in a stream, with both", "× FCL on one core, the chip alone", "× one core, poses without a pair"],
            *([f"{names[kind]}, {sets(kind)}", core, f"**{hosted}**", *others] for kind, values in means.items() for core, hosted, *others in [list(map(figure, values))])]


def aims_page(plan, questions, sets, link_ms):
    of_sets = {some: questions[question_of(some), some.name]["chip"] for some in sets}
    now = {asked_of: question["software"]["reference"][0] for asked_of, question in questions.items()}
    rows = aim_rows_of_today(plan, of_sets, questions["first pair", FIRST]["stream"], link_ms, now)
    said = [f"{what}: {measured} (aim {aim}, {verdict})" for _, what, aim, measured, verdict in rows]
    return "\n".join(f"- {line}" for line in said)


def chart(rows, means):
    values = {row[1] + f", {row[0]}" * (row[0] != "general"): row[8:13] for row in rows}
    values[f"mean of {sum(row[0] == 'general' for row in rows)} sets"] = means["general"]
    series = {name: {label: float(ratio) for label, ratio in zip(SERIES, ratios) if ratio != "–"} for name, ratios in values.items()}
    return charts.dots("today", series, SERIES, "times as fast as one core", SERIES[1])


def chart_of_memories(rows):
    return charts.bars("today", "speed, compared with the first memory", {
        name.replace("`", ""): (float(speed), f"{speed}, slowest set {slowest}, {mm2} mm²") for _, name, speed, slowest, _, mm2, *_ in rows})


def page(rows, means, changes, met):
    of_group = lambda group: [row for row in changes if row[0] == group]
    return {
        "docs/today.md#today_answer": answer(means),
        "docs/today.md#today_means": means_page(rows, means),
        "docs/today.md#today_findings": findings(rows, means, met),
        "docs/today.md#today_wider": wider(of_group("wider")),
        "docs/today.md#today_together": page_of_changes(of_group("together")),
        "docs/tables/today_sets.csv": [SET_HEAD, *rows],
        "docs/tables/today_machines.csv": [CHANGE_HEAD, *([cell.replace("`", "") for cell in row] for row in changes)],
        "docs/pictures/today.svg": chart(rows, means),
        "docs/pictures/today_memories.svg": chart_of_memories(of_group("memory")),
    }


def make(context):
    plan, paper, host = read_today(), read_plan(), host_of(context.program.parent)
    sets, batch = pose_sets(context.shared), plan["aims"]["stream"]
    questions = questions_of(context, sets, batch)
    few, together = thinned([some for some in sets if not some.contact], paper["every"], context.folder), sets_together(context, paper)
    means = means_of(questions)
    changes = [row for group, of, core in (("memory", few, means["general"][0]), ("wider", few, None), ("together", together, None))
               for row in change_rows(context, group, plan[group], of, core)]
    met = f"{float(presets_of(context)['today']['clock_met_mhz']):.0f}"
    return {**page(set_rows(questions), means, changes, met),
            "docs/today.md#today_aims": aims_page(plan, questions, sets, scene_link_ms(context, plan["scene"])[0]),
            "docs/today.md#today_links": link_rows(context, plan["link"], few, batch),
            "docs/today.md#today_host": f"Measured on {host}."}
