#!/usr/bin/env python3
"""Makes docs/beyond_pareto.md and its chart: cycles, silicon and energy of machines with groups, of paper41 and of the presets.

    python3 docs/make_pareto.py build/release/collisionchip --jobs 4 --out docs/beyond_pareto.md

Runs docs/plans/beyond_pareto.toml; every answer is checked against the reference as always.
"""
import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import tempfile

import tomllib

import charts
from all_poses import geometric

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLAN = ROOT / "docs/plans/beyond_pareto.toml"
STATISTICS = ["cycles", "chip.area_um2", "chip.energy_pj"]
SHORT = {"group.width": "width", "group.bits": "bits", "group.leaf_size": "leaf", "group.plane": "planes", "group.leaf_plane": "of tumbled",
         "group_engine.contexts": "contexts", "group_unit.dotadds": "DOTADDs", "group_unit.compares": "compares",
         "leaf_unit.dotadds": "of leaves", "leaf_unit.filtered": "filtered", "record_cache.group_lines": "groups cached", "record_cache.block_lines": "blocks",
         "record_cache.window": "window", "small_triangle_unit.interval": "interval", "pointer_fifo.depth": "FIFO"}


def explore(program, jobs, folder):
    """The points, each {"keys", "cost"}, and what the program says of its time."""
    command = [program, "explore", PLAN, "--out", folder, "--jobs", str(jobs)]
    done = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    points = {}
    with open(folder / "results.csv", encoding="utf-8") as file:
        names = next(csv.reader(file))
        for cells_of_row in csv.reader(file):
            # The keys come before the statistics, of which one may have a key's name.
            row = dict(reversed(list(zip(names, cells_of_row))))
            if row["status"] != "done":
                continue
            point = points.setdefault(row["point"], {"keys": {key: row[key] for key in SHORT}, "rows": {}})
            point["rows"][row["workload"]] = {name: int(row[name]) for name in STATISTICS}
    for point in points.values():
        point["cost"] = cost_of(point["rows"])
    return list(points.values()), re.search(r"computed +(\d+) in ([\d.]+) s with (\d+) workers?", done.stdout)


def cost_of(rows):
    """Cycles of a workload, mm2, uJ of a workload; geometric means."""
    of_all = [[row[name] for row in rows.values()] for name in STATISTICS]
    return geometric(of_all[0]), of_all[1][0] * 1e-6, geometric(of_all[2]) * 1e-6


def machine(program, chip):
    """Its cost, and its cycles by workload."""
    command = [program, "evaluate", "--workload", PLAN, "--chip", chip]
    for name in STATISTICS:
        command += ["--statistic", name]
    done = subprocess.run([str(part) for part in command], check=True, input="{}\n", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True)
    rows = json.loads(done.stdout)["results"]
    return {"cost": cost_of(rows), "cycles": {name: row["cycles"] for name, row in rows.items()}}


def front(points, dimensions):
    """Those that no other one beats in all of these costs."""
    def beats(a, b):
        return all(a[d] <= b[d] for d in dimensions) and any(a[d] < b[d] for d in dimensions)
    return [point for point in points if not any(beats(other["cost"], point["cost"]) for other in points)]


def cells(cost, paper):
    return [f"{cost[1]:.1f}", f"{paper[0] / cost[0]:.1f}", f"{paper[2] / cost[2]:.1f}"]


def better_than(cost, points):
    return sum(all(point["cost"][d] < cost[d] for d in range(3)) for point in points)


def machine_table(machines, points):
    paper = machines["paper41"]
    workloads = list(paper["cycles"])
    head = ["machine", "mm²", "times as fast", *workloads, "times less energy", "points that are better in all three", "points that are worse in all three"]
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for chip, measured in machines.items():
        cost = measured["cost"]
        better = better_than(cost, points)
        worse = sum(all(point["cost"][d] > cost[d] for d in range(3)) for point in points)
        area, speed, energy = cells(cost, paper["cost"])
        each = [f"{paper['cycles'][name] / measured['cycles'][name]:.1f}" for name in workloads]
        lines.append("| " + " | ".join([f"`{chip}`", area, speed, *each, energy, str(better), str(worse)]) + " |")
    return "\n".join(lines)


def best_table(points, paper):
    """The fastest within some areas."""
    lines = ["| at most, mm² | points | times as fast | times less energy | " + " | ".join(SHORT.values()) + " |", "|" + " --- |" * (4 + len(SHORT))]
    for limit in (15, 17.5, 20, 22.5, 25, paper[1], 40, 60):
        within = [point for point in points if point["cost"][1] <= limit]
        if not within:
            continue
        best = min(within, key=lambda point: point["cost"][0])
        lines.append("| " + " | ".join([f"{limit:.1f}", str(len(within)), *cells(best["cost"], paper)[1:], *best["keys"].values()]) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/beyond_pareto.md")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        points, took = explore(arguments.program, arguments.jobs, pathlib.Path(name) / "out")
    machines = {chip: machine(arguments.program, chip) for chip in ("paper41", "beyond-small", "beyond-triangle-unit", "beyond", "beyond-max")}
    paper = machines["paper41"]["cost"]
    seconds = float(took[2]) * int(took[3])
    per_result = seconds / int(took[1])
    workloads = len(tomllib.loads(PLAN.read_text())["workload"])
    text = (ROOT / "docs/beyond_pareto.in.md").read_text()
    for mark, part in (("POINTS", str(len(points))), ("TOOK", f"{took[1]} results in {took[2]} s on {took[3]} core{'s' * (took[3] != '1')}"),
                       ("TEN", f"{10000 * workloads * per_result / 60:.0f}"), ("FRONT3", str(len(front(points, (0, 1, 2))))),
                       ("FRONT2", str(len(front(points, (0, 1))))), ("MACHINES", machine_table(machines, points)), ("BEST", best_table(points, paper)),
                       ("BETTER", str(better_than(machines["beyond"]["cost"], points))), ("PAPER", str(better_than(paper, points)))):
        text = text.replace(f"@{mark}@", part)
    arguments.out.write_text(text)
    place = lambda cost: (cost[1], paper[0] / cost[0])
    charts.scatter(ROOT / "docs/pictures/beyond_pareto.svg", [place(point["cost"]) for point in points],
                   {chip: place(measured["cost"]) for chip, measured in machines.items()},
                   [place(point["cost"]) for point in front(points, (0, 1))], ("mm² of 0.18 µm", "times as fast as paper41"))


if __name__ == "__main__":
    main()
