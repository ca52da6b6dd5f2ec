#!/usr/bin/env python3
"""Makes docs/beyond.md: the machine with groups, rung by rung, on the public objects.

    python3 docs/make_beyond.py build/release/collisionchip ../shared --out docs/beyond.md

The headline is over all published poses of all public objects (docs/all_poses.py). Each rung of docs/plans/beyond.toml is a machine; each object
meets its own copy at the ten poses that the file says, all pairs. Queries are checked against the reference as always.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import struct
import subprocess
import tempfile

import tomllib

from all_poses import geometric, mesh_of, parted, pose_sets, queries_of, speed, total

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOGETHER, DEGREES = 8, 0.5


def middle(mesh):
    """Of the bounding box of an OBJ or a binary STL file."""
    if mesh.suffix == ".obj":
        points = [tuple(map(float, line.split()[1:4])) for line in mesh.read_text().splitlines() if line.startswith("v ")]
    else:
        points = [facet[i:i + 3] for facet in struct.iter_unpack("<12fH", mesh.read_bytes()[84:]) for i in (3, 6, 9)]
    return [0.5 * (min(axis) + max(axis)) for axis in zip(*points)]


def turned(line, centre, degrees):
    """The pose with B turned about z through its middle first."""
    row = list(map(float, line.split()))
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = ((c, -s, 0), (s, c, 0), (0, 0, 1))
    shift = [centre[i] - sum(turn[i][k] * centre[k] for k in range(3)) for i in range(3)]
    result = []
    for i in range(3):
        r, t = row[4 * i:4 * i + 3], row[4 * i + 3]
        result += [sum(r[k] * turn[k][j] for k in range(3)) for j in range(3)] + [t + sum(r[k] * shift[k] for k in range(3))]
    return " ".join(f"{value:.9g}" for value in result)


def poses_of(shared, name, numbers, folder, suffix=""):
    lines = [line for line in (shared / "poses" / f"{name}.poses.mat.txt").read_text().splitlines() if line and not line.startswith("#")]
    path = folder / f"{name}{suffix}.txt"
    path.write_text("\n".join(lines[number] for number in numbers) + "\n")
    return path


def poses_together(shared, name, numbers, folder):
    path = poses_of(shared, name, numbers, folder, "-together")
    lines = path.read_text().splitlines()
    centre = middle(mesh_of(shared, name))
    path.write_text("\n".join(turned(line, centre, DEGREES * step) for line in lines for step in range(TOGETHER)) + "\n")
    return path


def ask(program, shared, folder, name, poses, rung):
    stats = folder / f"{name}-{abs(hash(rung['name']))}.json"
    command = [program, "collide", mesh_of(shared, name), mesh_of(shared, name), "--poses", poses, "--chip", rung["chip"], "--jobs", "1",
               "--stats", stats]
    for key, value in rung.get("set", {}).items():
        command += ["--set", f"{key}={str(value).lower()}"]
    if rung.get("batch"):
        command += ["--batch", rung["batch"]]
    printed = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout
    if " 0 differences" not in printed:
        raise SystemExit(f"{rung['name']}, {name}: {printed}")
    return summary(json.loads(stats.read_text()))


def summary(data):
    queries = data["queries"]
    runs = data.get("batches", queries)  # what has cycles and counters of its own
    counters = [run["counters"] for run in runs]
    of_all = lambda counter: sum(counter_of[counter] for counter_of in counters if counter in counter_of)
    host = sum(run["units"]["pointer_fifo"]["stalled"]["host"] for run in runs)
    cycles = sum(run["cycles"] for run in runs)
    return {"cycles": cycles, "eq5": sum(query["eq5_cycles"] for query in queries), "bytes": of_all("sdram.bytes"),
            "energy": of_all("chip.energy_pj"), "mm2": data["run"]["machine"]["mm2"], "chip_ns": data["run"]["chip_ns"], "queries": len(queries),
            "peak": data["run"]["machine"]["bytes_per_cycle"], "roofs": data["run"]["roofs"], "host": host / cycles, "data": of_all("sdram.data_cycles"),
            "tests": of_all("small_triangle_unit.tests") + of_all("triangle_unit.tests")}


def bound(results):
    """The resource of which the queries use most (docs/statistics.md), over all objects; below 60 % of it, latency."""
    watched = {"sdram": "pins", "triangle_unit": "Triangle Unit", "small_triangle_unit": "Triangle Unit", "group_unit.transform": "DOTADDs",
               "group_unit.compare": "comparators", "group_engine": "Group Engine", "leaf_unit": "Leaf Unit", "dop_unit.overlap": "comparators",
               "pci_interface": "PCI", "record_cache": "Record Cache", "stack_engine": "Stack Engine", "dop_unit.transform": "DOTADDs", "pointer_fifo": "Pointer FIFO"}
    share = {watched.get(unit, unit): geometric(max(r["roofs"][unit], 1e-9) for r in results) for unit in results[0]["roofs"]}
    most = max(share, key=share.get)
    return f"{most} {100 * share[most]:.0f} %" if share[most] >= 0.6 else f"latency ({most} {100 * share[most]:.0f} %)"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def ladder(plan, measured, objects, group):
    rows = []
    for rung in plan[group]:
        results = [measured[rung["name"], name] for name in objects]
        speeds = [r["eq5"] / r["cycles"] for r in results]
        roof = geometric(r["peak"] * r["eq5"] / r["bytes"] for r in results)
        queries = sum(r["queries"] for r in results)
        rows.append([rung["name"], *(f"{speed:.1f}" for speed in speeds), f"**{geometric(speeds):.1f}**", f"{min(speeds):.1f}",
                     f"{geometric(r['bytes'] / r['queries'] for r in results) / 1024:.0f}", f"{results[0]['mm2']:.1f}",
                     f"{sum(r['energy'] for r in results) / queries * 1e-6:.1f}", bound(results), f"{roof / geometric(speeds):.2f}"])
    return table(["machine", *objects, "mean", "least", "KiB a query", "mm²", "µJ a query", "bound by", "from the roof"], rows)


def figure(value):
    return "–" if math.isnan(value) else f"{value:.1f}"


def summary_table(every, machines, areas):
    """A machine a line: sums over each set of poses, and over the sets the geometric mean."""
    rows = []
    for machine in machines:
        general = {some: queries for (chip, some), queries in every.items() if chip == machine and not some.contact}
        contact = [speed(queries) for (chip, some), queries in every.items() if chip == machine and some.contact]
        speeds = [speed(queries) for queries in general.values()]
        misses = geometric(speed(parted(queries)[1]) for queries in general.values() if parted(queries)[1])
        rows.append([f"`{machine}`", f"**{geometric(speeds):.1f}**", f"{min(speeds):.1f}", f"{misses:.1f}", f"{geometric(contact):.1f}", f"{areas[machine]:.1f}"])
    return table(["machine", "all poses, mean", "least", "poses without a pair", "contact", "mm²"], rows)


def object_table(every, machine):
    contact = {some.name: speed(queries) for (chip, some), queries in every.items() if chip == machine and some.contact}
    rows = []
    for (chip, some), queries in every.items():
        if chip != machine or some.contact:
            continue
        hits, misses = parted(queries)
        rows.append([some.name, f"{total(queries, 'pairs') / len(queries):.0f}", f"**{speed(queries):.1f}**", f"{figure(speed(misses))} ({len(misses)})",
                     figure(contact.get(some.name, math.nan)), f"{total(queries, 'chip_ns') / len(queries) / 1000:.1f} + {total(queries, 'link_ns') / len(queries) / 1000:.1f}"])
    return table(["object", "pairs a pose", "all poses", "poses without a pair (how many)", "contact", "µs a pose: chip + bus"], rows)


def headline(every, measured, objects, machine):
    """What the page says of `machine` in its sentences."""
    general = [queries for (chip, some), queries in every.items() if chip == machine and not some.contact]
    speeds = [speed(queries) for queries in general]
    ten = [measured[machine, name] for name in objects]
    return {"MEAN": f"{geometric(speeds):.1f}", "LEAST": f"{min(speeds):.1f}", "SETS": str(len(general)),
            "TEN": f"{geometric(result['eq5'] / result['cycles'] for result in ten):.1f}",
            "LINKED": str(sum(total(queries, "link_ns") > total(queries, "chip_ns") for queries in general))}


def shares(plan, measured, objects):
    """Of the cycles: units busy, and the Pointer FIFO full. Means over the objects, and the object with the most."""
    watched = {"pins": "sdram", "DOTADDs": "group_unit.transform", "comparators": "group_unit.compare", "Leaf Unit": "leaf_unit",
               "Triangle Unit": "small_triangle_unit"}
    rows = []
    for rung in plan["batch"]:
        results = {name: measured[rung["name"], name] for name in objects}
        parts = {head: {name: result["roofs"][unit] for name, result in results.items()} for head, unit in watched.items()}
        parts["host"] = {name: result["host"] for name, result in results.items()}
        row = [rung["name"]]
        for part in parts.values():
            most = max(part, key=part.get)
            mean = sum(part.values()) / len(part)
            row.append(f"{100 * mean:.0f} %" + (f", {most} {100 * part[most]:.0f} %" if part[most] >= 0.01 else ""))
        rows.append(row)
    return table(["machine", *(f"{head} busy" for head in watched), "Pointer FIFO full"], rows)


def aims(plan, measured, objects):
    rows = []
    for aim in plan["aim"]:
        results = [measured[aim["machine"], name] for name in objects]
        speeds = [r["eq5"] / r["cycles"] for r in results]
        mean, least, area = geometric(speeds), min(speeds), results[0]["mm2"]
        roof = geometric(r["peak"] * r["eq5"] / r["bytes"] for r in results) / mean
        for what, wanted, got, above in (("mean", aim.get("mean"), mean, True), ("least", aim.get("least"), least, True),
                                         ("mm²", aim.get("area"), area, False), ("from the roof", aim.get("roof"), roof, False)):
            if wanted is None:
                continue
            met = got >= wanted if above else got <= wanted
            rows.append([f"`{aim['machine']}`", what, f"{'≥' if above else '≤'} {wanted:g}", f"{got:.2f}",
                         "met" if met else f"missed by {100 * abs(got / wanted - 1):.0f} %"])
    return table(["machine", "aim", "wanted", "measured", ""], rows)


def require_one_machine_a_name(rungs):
    """What was measured is looked up by name."""
    machines = {}
    for rung in rungs:
        machine = (rung["chip"], rung.get("set", {}), rung.get("batch", 0))
        if len(rung.get("set", {})) + rung.get("batch", 0) and machines.setdefault(rung["name"], machine) != machine:
            raise SystemExit(f"beyond.toml: two machines are called {rung['name']!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/beyond.md")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    plan = tomllib.loads((ROOT / "docs/plans/beyond.toml").read_text())
    objects = plan["objects"]
    for ladder_of in (plan["rung"], plan["batch"], plan["engines"]):
        for before, rung in zip(ladder_of, ladder_of[1:]):
            if "chip" not in rung:
                rung.update(chip=before["chip"], batch=rung.get("batch", before.get("batch", 0)), set={**before["set"], **rung["set"]})
    rungs = [*plan["rung"], *plan["without"], *plan["named"]]
    require_one_machine_a_name([*rungs, *plan["batch"], *plan["engines"]])
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folder = pathlib.Path(name)
        poses = {o: poses_of(arguments.shared, o, plan["poses"], folder) for o in objects}
        together = {o: poses_together(arguments.shared, o, plan["batch_poses"], folder) for o in objects}
        asked = {(rung["name"], o): pool.submit(ask, arguments.program, arguments.shared, folder, o, path, rung)
                 for some, of in ((rungs, poses), (plan["batch"] + plan["engines"], together))
                 for rung in some for o, path in of.items()}
        everywhere = {(machine, some): pool.submit(queries_of, arguments.program, folder, machine, some)
                      for machine in plan["headline"] for some in pose_sets(arguments.shared)}
        measured = {key: future.result() for key, future in asked.items()}
        every = {key: future.result() for key, future in everywhere.items()}
    areas = {rung["chip"]: measured[rung["name"], objects[0]]["mm2"] for rung in plan["named"]}
    text = (ROOT / "docs/beyond.in.md").read_text()
    for mark, part in (("EVERY", summary_table(every, plan["headline"], areas)), ("EVERY_OBJECT", object_table(every, "beyond")), *headline(every, measured, objects, "beyond").items(), ("RUNGS", ladder(plan, measured, objects, "rung")), ("WITHOUT", ladder(plan, measured, objects, "without")),
                       ("BATCH", ladder(plan, measured, objects, "batch")), ("BOUNDS", shares(plan, measured, objects)),
                       ("ENGINES", ladder(plan, measured, objects, "engines")),
                       ("NAMED", ladder(plan, measured, objects, "named")), ("AIMS", aims(plan, measured, objects)),
                       ("POSES", ", ".join(map(str, plan["poses"]))), ("BATCH_POSES", ", ".join(map(str, plan["batch_poses"])))):
        text = text.replace(f"@{mark}@", part.strip())
    arguments.out.write_text(text)


if __name__ == "__main__":
    main()
