"""Cycles, area and energy of chips with groups, of paper41 and of the presets: docs/beyond.md, from docs/plans/beyond_pareto.toml."""
import csv
import json
import re

import tomllib

from made import charts
from made.all_poses import geometric
from made.context import ROOT

PLAN = ROOT / "docs/plans/beyond_pareto.toml"
PRESETS = ("paper41", "beyond-small", "beyond-triangle-unit", "beyond", "beyond-max")
STATISTICS = ("cycles", "chip.area_um2", "chip.energy_pj")
CYCLES, AREA, ENERGY = range(3)  # of a cost
AREAS = (17.5, 20, 22.5, 25, 31.4, 40)  # mm2


def cost_of(rows):
    """Cycles of a workload, mm2, uJ of a workload; geometric means."""
    cycles, area, energy = ([row[name] for row in rows.values()] for name in STATISTICS)
    return geometric(cycles), area[0] * 1e-6, geometric(energy) * 1e-6


def explore(context):
    """The points, each {"number", "keys", "rows", "cost"}, and what the program says of its time."""
    keys = [axis["key"] for axis in tomllib.loads(PLAN.read_text())["axis"]]
    out = context.folder / "out"
    printed = context.run("explore", PLAN, "--out", out, "--jobs", context.jobs)
    points = {}
    with open(out / "results.csv", encoding="utf-8") as file:
        names = next(csv.reader(file))
        for cells in csv.reader(file):
            row = dict(reversed(list(zip(names, cells))))  # the keys come before the statistics, of which one may have a key's name
            if row["status"] == "done":
                point = points.setdefault(row["point"], {"number": row["point"], "keys": {key: row[key] for key in keys}, "rows": {}})
                point["rows"][row["workload"]] = {name: int(row[name]) for name in STATISTICS}
    for point in points.values():
        point["cost"] = cost_of(point["rows"])
    return list(points.values()), re.search(r"computed +(\d+) in ([\d.]+) s with (\d+) workers?", printed)


def machine(context, chip):
    """{workload: statistics} of a preset."""
    words = (word for name in STATISTICS for word in ("--statistic", name))
    return json.loads(context.run("evaluate", "--workload", PLAN, "--chip", chip, *words, input="{}\n"))["results"]


def front(points, dimensions):
    """Those that no other one beats in all of these costs."""
    def beats(a, b):
        return all(a[d] <= b[d] for d in dimensions) and any(a[d] < b[d] for d in dimensions)
    return [point for point in points if not any(beats(other["cost"], point["cost"]) for other in points)]


def better(cost, points):
    return sum(all(point["cost"][d] < cost[d] for d in range(3)) for point in points)


def worse(cost, points):
    return sum(all(point["cost"][d] > cost[d] for d in range(3)) for point in points)


def cells(cost, paper):
    return [f"{cost[AREA]:.1f}", f"{paper[CYCLES] / cost[CYCLES]:.1f}", f"{paper[ENERGY] / cost[ENERGY]:.1f}"]


def within(points, paper):
    for limit in AREAS:
        some = [point for point in points if point["cost"][AREA] <= limit]
        if some:
            best = min(some, key=lambda point: point["cost"][CYCLES])
            yield [limit, len(some), *cells(best["cost"], paper)[1:], best["keys"]["group_engine.contexts"], best["keys"]["small_triangle_unit.interval"]]


def by_workload(rows):
    """Each machine against paper41, workload by workload."""
    for chip, own in rows.items():
        yield [chip, *(f"{rows['paper41'][name]['cycles'] / row['cycles']:.2f}" for name, row in own.items())]


def make(context):
    points, took = explore(context)
    rows = {chip: machine(context, chip) for chip in PRESETS}
    costs = {chip: cost_of(some) for chip, some in rows.items()}
    paper = costs["paper41"]
    place = lambda cost: (cost[AREA], paper[CYCLES] / cost[CYCLES])
    fastest = sorted(front(points, (CYCLES, AREA)), key=lambda point: point["cost"][AREA])
    machines = [[f"`{chip}`", *cells(cost, paper), better(cost, points), worse(cost, points)] for chip, cost in costs.items()]
    answer = (f"{better(costs['beyond'], points) or 'None'} of {len(points)} random chips with [groups](group_machine.md) "
              f"{'is' if better(costs['beyond'], points) < 2 else 'are'} better than `beyond` in cycles, area and energy at once. {better(paper, points)} are better than `paper41`, the "
              f"paper's chip, in all three; {took[1]} results took {took[2]} s on {took[3]} cores.")
    return {
        "docs/beyond.md#pareto_answer": answer,
        "docs/beyond.md#pareto_machines": [["machine", "mm²", "times as fast", "times less energy", "chips better in all three", "chips worse in all three"], *machines],
        "docs/tables/pareto_within.csv": [["at_most_mm2", "chips", "times_as_fast", "times_less_energy", "contexts", "cycles_for_four_triangle_pairs"], *within(points, paper)],
        "docs/tables/pareto_machines.csv": [["machine", *rows["paper41"]], *by_workload(rows)],
        "docs/tables/pareto_front.csv": [["point", "mm2", "times_as_fast", "times_less_energy", *points[0]["keys"]],
                                         *([point["number"], *cells(point["cost"], paper), *point["keys"].values()] for point in fastest)],
        "docs/pictures/beyond_pareto.svg": charts.scatter("pareto", [place(point["cost"]) for point in points], {chip: place(cost) for chip, cost in costs.items()},
                                                          [place(point["cost"]) for point in fastest], ("mm² of 0.18 µm", "times as fast as paper41"))}
