"""The aims of docs/plans/today.toml: `today` with its bus and its host against software on one core, over all published poses. docs/aims.py prints them.
Software is not measured here: the plan has the times of an earlier reference, and docs/tables/today_sets.csv those of this one."""
import csv
import json

import tomllib

from made.all_poses import figure, pose_sets, statistics_of, total
from made.context import ROOT
from made.eq5_tables import AIM_HEAD
from made.machines_asked import asked, each_query

FIRST = "fcl_env × fcl_rob"  # the set at which the first pair alone is asked, too
TODAY = {"name": "today", "chip": "today"}


def read_today():
    return tomllib.loads((ROOT / "docs/plans/today.toml").read_text())


def this_reference():
    """{(question, objects): microseconds a query}"""
    rows = csv.DictReader((ROOT / "docs/tables/today_sets.csv").read_text().splitlines())
    return {(row["question"], row["objects"]): float(row["one_core_us"]) for row in rows}


def question_of(some):
    return "contact" if some.contact else "general"


def summed(queries_of_sets, software):
    """How many times as fast as software, of sums over all poses of these sets, whose poses weigh the same."""
    core = sum(software[question_of(some), some.name] * len(queries) for some, queries in queries_of_sets.items())
    return core / (sum(total(queries, "total_ns") for queries in queries_of_sets.values()) / 1000)


def streamed(context, machine, some, batch, first=False):
    """Microseconds a query, bus and host included, of poses that are asked in batches."""
    data = statistics_of(context, {**machine, "batch": batch}, some, first)
    return data["run"]["total_ns"] / len(data["queries"]) / 1000


def scene_link_ms(context, scene):
    """A frame of the plan's scene: milliseconds that the link adds, and whole ones."""
    file, out = context.folder / "rain.toml", context.folder / "rain"
    file.write_text(f'chip = "today"\nframes = {scene["frames"]}\n[scene]\nkind = "rain"\nobjects = {scene["objects"]}\ntriangles = {scene["triangles"]}\n')
    context.run("scene", file, "--out", out)
    totals = json.loads((out / "scene.json").read_text())
    return totals["link_ns"] / totals["frames"] * 1e-6, totals["total_ns"] / totals["frames"] * 1e-6


def verdict(wanted, got, above=True):
    met = got >= wanted if above else got <= wanted
    return "met" if met else f"missed by {100 * abs(got / wanted - 1):.1f} %"


def ratio_row(what, wanted, before, now):
    return ["`today`", what, f"≥ {wanted:g}", f"{before:.1f} ({now:.1f} of this reference)", verdict(wanted, before)]


def aim_rows_of_today(plan, queries_of_sets, stream_us, link_ms, now):
    """Rows as those of eq5_tables; `now` is this_reference()."""
    aims, before = plan["aims"], {(question, objects): us for question, sets in plan["one_core"].items() for objects, us in sets.items()}
    general, contact = ({some: queries for some, queries in queries_of_sets.items() if some.contact == touching} for touching in (False, True))
    first = ("first pair", FIRST)
    return [ratio_row("times one core, bus and host, sums", aims["times_one_core"], summed(general, before), summed(general, now)),
            ratio_row("poses in contact", aims["contact_times_one_core"], summed(contact, before), summed(contact, now)),
            ratio_row(f"first pair of {FIRST}, a stream", aims["first_pair_times_one_core"], before[first] / stream_us, now[first] / stream_us),
            ["`today`", f"ms that the link adds to a frame of {plan['scene']['objects']} parts", f"≤ {aims['link_ms_a_frame']:g}", f"{link_ms:.4f}",
             verdict(aims["link_ms_a_frame"], link_ms, above=False)]]


def bus_row(answers):
    """Is the bus of `beyond` what docs/tables/beyond_sets.csv says, set by set? `answers` is {(machine, set): queries} over all poses."""
    rows = csv.DictReader((ROOT / "docs/tables/beyond_sets.csv").read_text().splitlines())
    known = {(row["objects"], row["kind"]): row["bus_us_a_pose"] for row in rows if row["machine"] == "beyond"}
    sets = {some: queries for (machine, some), queries in answers.items() if machine == "beyond"}
    same = sum(known.get((some.name, question_of(some))) == figure(total(queries, "link_ns") / len(queries) / 1000) for some, queries in sets.items())
    return ["`beyond`", "sets with the bus time of beyond_sets.csv", f"{len(sets)}", f"{same}", "met" if same == len(sets) else "missed"]


def aims_of_today(context, sets):
    """Rows, and whether all aims are met. `sets`: of poses, all of them or fewer for a quick look."""
    plan = read_today()
    answers = asked(context, each_query, [TODAY], sets)
    first = next(some for some in pose_sets(context.shared) if some.name == FIRST)
    rows = aim_rows_of_today(plan, {some: queries for (_, some), queries in answers.items()}, streamed(context, TODAY, first, plan["aims"]["stream"], True),
                             scene_link_ms(context, plan["scene"])[0], this_reference())
    return [AIM_HEAD, *rows], all(row[-1] == "met" for row in rows)
