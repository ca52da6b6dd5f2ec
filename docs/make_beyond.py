#!/usr/bin/env python3
"""Makes docs/beyond.md and its chart: what the machines with groups are worth, at all published poses of all public objects.

    python3 docs/make_beyond.py build/release/collisionchip ../shared --out docs/beyond.md
    python3 docs/make_beyond.py build/release/collisionchip ../shared --aims --machine beyond
    python3 docs/make_beyond.py build/release/collisionchip ../shared --aims --every 8

With --aims it prints which aims of docs/plans/beyond.toml are met, and the pairs of objects by which no key was chosen; exit status 1 if one is missed.
--machine takes one machine's aims alone, --every N each N-th pose alone. Queries are checked against the reference as always.
"""
import argparse
import concurrent.futures
import csv
import math
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile

import tomllib

from made.all_poses import PoseSet, geometric, mesh_of, parted, pose_sets, queries_of, speed, statistics_of, thinned, total
from kept_back import kept_back_sets

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOGETHER, DEGREES = 8, 0.5


# What is asked.


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


def sets_together(plan, shared, folder):
    """Some poses of objects, and behind each those that follow it."""
    sets = []
    for name in plan["objects"]:
        mesh = mesh_of(shared, name)
        lines = [line for line in (shared / f"poses/{name}.poses.mat.txt").read_text().splitlines() if line and not line.startswith("#")]
        poses = folder / f"{name}-together.txt"
        centre = middle(mesh)
        poses.write_text("\n".join(turned(lines[number], centre, DEGREES * step) for number in plan["batch_poses"] for step in range(TOGETHER)) + "\n")
        sets.append(PoseSet(name, mesh, mesh, poses, False))
    return sets


def presets_of(program):
    """{preset: what `config --list` says of it}"""
    listed = subprocess.run([program, "config", "--list", "--csv", "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {row["preset"]: row for row in csv.DictReader(listed.splitlines())}


def assumed_area(program, chip):
    """mm2 of the Group Engine, which nobody synthesised."""
    config = tomllib.loads(subprocess.run([program, "config", "--chip", chip], check=True, stdout=subprocess.PIPE, text=True).stdout)
    return (config["area"]["group_engine_um2"] + config["area"]["group_context_um2"] * config["group_engine"]["contexts"]) * 1e-6


# What is said of a machine on a set of poses.


def summary(data):
    """Sums over the set, of `--stats`."""
    runs = data.get("batches", data["queries"])  # what has cycles and counters of its own
    of_all = lambda counter: sum(run["counters"].get(counter, 0) for run in runs)
    return {"cycles": sum(run["cycles"] for run in runs), "eq5": sum(query["eq5_cycles"] for query in data["queries"]), "bytes": of_all("sdram.bytes"),
            "mm2": data["run"]["machine"]["mm2"], "chip_ns": data["run"]["chip_ns"],
            "peak": data["run"]["machine"]["bytes_per_cycle"], "roofs": data["run"]["roofs"]}


def ask(program, folder, machine, some):
    return summary(statistics_of(program, folder, machine, some))


def ask_each(program, folder, chip, some, first=False):
    return queries_of(statistics_of(program, folder, {"name": chip, "chip": chip}, some, first))


def bound(results):
    """The resource of which the queries use most (docs/statistics.md), over all sets; below 60 % of it, latency."""
    watched = {"sdram": "pins", "triangle_unit": "Triangle Unit", "small_triangle_unit": "Triangle Unit", "group_unit.transform": "DOTADDs",
               "group_unit.compare": "comparators", "group_engine": "Group Engine", "leaf_unit": "Leaf Unit", "dop_unit.overlap": "comparators",
               "pci_interface": "PCI", "record_cache": "Record Cache", "stack_engine": "Stack Engine", "dop_unit.transform": "DOTADDs", "pointer_fifo": "Pointer FIFO"}
    share = {watched.get(unit, unit): geometric(max(r["roofs"][unit], 1e-9) for r in results) for unit in results[0]["roofs"]}
    most = max(share, key=share.get)
    return f"{most} {100 * share[most]:.0f} %" if share[most] >= 0.6 else f"latency ({most} {100 * share[most]:.0f} %)"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def ladder(machines, measured, sets):
    """Each machine against the first one."""
    rows, first = [], None
    for machine in machines:
        results = [measured[machine["name"], some] for some in sets]
        speeds = [r["eq5"] / r["cycles"] for r in results]
        mean = geometric(speeds)
        first = first or mean
        rows.append([machine["name"], f"**{mean:.1f}**", f"{100 * (mean / first - 1):+.1f} %" if mean != first else "", f"{min(speeds):.1f}",
                     f"{results[0]['mm2']:.1f}", f"{100 * geometric(r['bytes'] / r['cycles'] / r['peak'] for r in results):.0f} %", bound(results)])
    return table(["machine", "mean", "of the first", "least", "mm²", "of the pins' rate", "bound by"], rows)


def figure(value):
    return "–" if math.isnan(value) else f"{value:.1f}"


def of_machine(every, chip, contact=False):
    return {some: queries for (machine, some), queries in every.items() if machine == chip and some.contact == contact}


def without_a_pair(sets):
    """Mean over those sets that have such poses."""
    return geometric(speed(parted(queries)[1]) for queries in sets.values() if parted(queries)[1])


def summary_table(every, machines, presets):
    """A machine a line: sums over each set of poses, and over the sets the geometric mean."""
    rows = []
    for chip in machines:
        general = of_machine(every, chip)
        speeds = [speed(queries) for queries in general.values()]
        energy = geometric(total(queries, "energy_pj") / len(queries) * 1e-6 for queries in general.values())
        rows.append([f"`{chip}`", f"**{geometric(speeds):.1f}**", f"{min(speeds):.1f}", figure(without_a_pair(general)),
                     figure(geometric(map(speed, of_machine(every, chip, True).values()))), f"{float(presets[chip]['mm2']):.1f}", f"{energy:.0f}"])
    return table(["machine", "all poses, mean", "least", "poses without a pair", "contact", "mm²", "µJ a query"], rows)


def object_table(every, chip):
    contact = {some.name: speed(queries) for some, queries in of_machine(every, chip, True).items()}
    rows = []
    for some, queries in of_machine(every, chip).items():
        misses = parted(queries)[1]
        rows.append([some.name, f"{total(queries, 'pairs') / len(queries):.0f}", f"**{speed(queries):.1f}**", f"{figure(speed(misses))} ({len(misses)})",
                     figure(contact.get(some.name, math.nan)), f"{total(queries, 'chip_ns') / len(queries) / 1000:.1f} + {total(queries, 'link_ns') / len(queries) / 1000:.1f}"])
    return table(["object", "pairs a pose", "all poses", "poses without a pair (how many)", "contact", "µs a pose: chip + bus"], rows)


def kept_back_table(every, machines):
    """Those that no key was chosen by: of each machine all poses, and those without a pair."""
    rows = []
    for some, queries in of_machine(every, machines[0]).items():
        row = [some.name, f"{len(queries)}", f"{total(queries, 'pairs') / len(queries):.0f}", f"{len(parted(queries)[1])}"]
        for chip in machines:
            answers = every[chip, some]
            row += [f"**{speed(answers):.1f}**", figure(speed(parted(answers)[1]))]
        rows.append(row)
    row = ["mean", "", "", ""]
    for chip in machines:
        sets = of_machine(every, chip)
        row += [f"**{geometric(map(speed, sets.values())):.1f}**", figure(without_a_pair(sets))]
    head = ["objects", "poses", "pairs a pose", "without a pair"]
    return table(head + [text for chip in machines for text in (f"`{chip}`", "without a pair")], rows + [row])


def aims(plan, every, presets, machines):
    """The table, and whether all are met."""
    rows, missed = [], 0
    for aim in (aim for aim in plan["aim"] if aim["machine"] in machines):
        speeds = [speed(queries) for queries in of_machine(every, aim["machine"]).values()]
        area = float(presets[aim["machine"]]["mm2"])
        largest = float(presets[aim["area"]]["mm2"]) if aim.get("area") in presets else aim.get("area")
        for what, wanted, got, above in (("mean", aim.get("mean"), geometric(speeds), True), ("least", aim.get("least"), min(speeds), True),
                                         (f"mm² of `{aim['area']}`" if aim.get("area") in presets else "mm²", largest, area, False)):
            if wanted is None:
                continue
            met = got >= wanted if above else got <= wanted
            missed += not met
            rows.append([f"`{aim['machine']}`", what, f"{'≥' if above else '≤'} {wanted:g}", f"{got:.2f}",
                         "met" if met else f"missed by {100 * abs(got / wanted - 1):.1f} %"])
    return table(["machine", "aim", "wanted", "measured", ""], rows), not missed


def sentences(every, kept, chip):
    """What the page says of the machine in its sentences."""
    general, contact = of_machine(every, chip), of_machine(every, chip, True)
    speeds, back = ([speed(queries) for queries in sets.values()] for sets in (general, of_machine(kept, chip)))
    undecided = [total(queries, "uncertain") / total(queries, "triangle_tests") for queries in contact.values()]
    overflowing = [query for queries in general.values() for query in queries if query["unfinished"]]
    return {"MEAN": f"{geometric(speeds):.1f}", "LEAST": f"{min(speeds):.1f}", "SETS": str(len(general)), "KEPT": str(len(back)),
            "KEPT_MEAN": f"{geometric(back):.1f}", "KEPT_MEDIAN": f"{statistics.median(back):.1f}", "KEPT_LEAST": f"{min(back):.1f}",
            "LINKED": str(sum(total(queries, "link_ns") > total(queries, "chip_ns") for queries in general.values())),
            "UNDECIDED": f"{100 * min(undecided):.0f} to {100 * max(undecided):.0f} %",
            "OVERFLOWS": str(len(overflowing)), "POSES": str(sum(map(len, general.values())))}


# The page.


def read_plan():
    plan = tomllib.loads((ROOT / "docs/plans/beyond.toml").read_text())
    for machines in (plan["changed"], plan["tried"], plan["together"]):
        for machine in machines:
            machine.setdefault("chip", "beyond")
    return plan


def all_asked(pool, arguments, folder, machines, sets):
    return {(chip, some): pool.submit(ask_each, arguments.program, folder, chip, some) for chip in machines for some in sets}


def answers(futures):
    return {key: future.result() for key, future in futures.items()}


def answer_aims(arguments, plan, folder, pool):
    machines = [aim["machine"] for aim in plan["aim"] if arguments.machine in (None, aim["machine"])]
    if not machines:
        raise SystemExit(f"no aims of {arguments.machine}: {', '.join(aim['machine'] for aim in plan['aim'])}")
    sets = thinned(pose_sets(arguments.shared), arguments.every, folder)
    back = thinned(kept_back_sets(arguments.program, arguments.shared, folder, plan["kept_back"]), arguments.every, folder)
    every, kept = (all_asked(pool, arguments, folder, machines, some) for some in (sets, back))
    every, kept = answers(every), answers(kept)
    which = "all poses" if arguments.every == 1 else f"every {arguments.every}th pose alone"
    print(f"Eq. 5 / cycles, {which} of all public objects\n")
    for chip in machines:
        print(f"{chip}\n{object_table(every, chip)}")
    presets = presets_of(arguments.program)
    print(f"Kept back: no key was chosen by these, {which}\n{kept_back_table(kept, machines)}")
    print(summary_table(every, machines, presets))
    text, met = aims(plan, every, presets, machines)
    print(text)
    return 0 if met else 1


def make_page(arguments, plan, folder, pool):
    import charts  # matplotlib, which aims do without
    sets = pose_sets(arguments.shared)
    general = [some for some in sets if not some.contact]
    few, together = thinned(general, plan["every"], folder), sets_together(plan, arguments.shared, folder)
    every = all_asked(pool, arguments, folder, plan["machines"], sets)
    kept = all_asked(pool, arguments, folder, plan["kept_back_machines"], kept_back_sets(arguments.program, arguments.shared, folder, plan["kept_back"]))
    measured = {(machine["name"], some): pool.submit(ask, arguments.program, folder, machine, some)
                for machines, of in ((plan["changed"] + plan["tried"], few), (plan["together"], together)) for machine in machines for some in of}
    every, kept, measured = answers(every), answers(kept), answers(measured)
    presets = presets_of(arguments.program)
    met = aims(plan, every, presets, plan["machines"])[0]
    base = plan["changed"][:1]
    text = (ROOT / "docs/beyond.in.md").read_text()
    for mark, part in (*sentences(every, kept, "beyond").items(), ("MM2", f"{float(presets['beyond']['mm2']):.1f}"),
                       ("PAPER_MM2", f"{float(presets['paper41']['mm2']):.1f}"), ("ASSUMED", f"{assumed_area(arguments.program, 'beyond'):.1f}"),
                       ("EVERY", summary_table(every, plan["machines"], presets)), ("EVERY_OBJECT", object_table(every, "beyond")),
                       ("KEPT_BACK", kept_back_table(kept, plan["kept_back_machines"])), ("AIMS", met),
                       ("FEW", f"{plan['every']}th"), ("CHANGED", ladder(plan["changed"], measured, few)), ("TRIED", ladder(base + plan["tried"], measured, few)),
                       ("BATCH", ladder(plan["together"], measured, together)), ("BATCH_POSES", ", ".join(map(str, plan["batch_poses"])))):
        text = text.replace(f"@{mark}@", part.strip())
    arguments.out.write_text(text)
    speeds = {some.name: round(speed(queries), 1) for some, queries in of_machine(every, "beyond").items()}
    (ROOT / "docs/pictures/beyond.svg").write_text(charts.bars("beyond", "Eq. 5 / cycles of beyond, all published poses", speeds, geometric(speeds.values())))
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/beyond.md")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--aims", action="store_true", help="print which aims are met, and make no page")
    parser.add_argument("--machine", help="with --aims: of this one alone")
    parser.add_argument("--every", type=int, default=1, help="with --aims: each N-th pose alone")
    arguments = parser.parse_args()
    if not arguments.aims and (arguments.machine or arguments.every != 1):
        parser.error("--machine and --every are of --aims")
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        make = answer_aims if arguments.aims else make_page
        return make(arguments, read_plan(), pathlib.Path(name), pool)


if __name__ == "__main__":
    sys.exit(main())
