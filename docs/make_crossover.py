#!/usr/bin/env python3
"""From how many triangles on a tree pays: writes the table of docs/pair_sequencer.md.

    docs/make_crossover.py BINARY --out FOLDER [--jobs N]

Runs docs/plans/crossover.toml; what FOLDER has of it is not computed again. The page's part between the marks is written
anew.
"""
import argparse
import math
import pathlib

from explorations import Exploration

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/pair_sequencer.md"
BEGIN, END = "<!-- crossover: docs/make_crossover.py -->\n", "<!-- end of crossover -->"
LANES = (1, 4, 16, 64)


def number(value):
    return f"{value:,.0f}".replace(",", " ")


def cycles(point, work):
    return point["work"][work]["cycles"] / point["work"][work]["queries"]


def crossing(sizes, tree, other):
    """Where the two lines of logarithms cross first; None: nowhere among the sizes."""
    gaps = [math.log(other[size] / tree[size]) for size in sizes]
    for (small, before), (large, after) in zip(zip(sizes, gaps), zip(sizes[1:], gaps[1:])):
        if before <= 0 < after:
            share = -before / (after - before)
            return math.exp(math.log(small) + share * math.log(large / small))
    return None


def text_of(sizes, tree, other):
    if other[sizes[0]] > tree[sizes[0]]:
        return f"below {sizes[0]}"
    found = crossing(sizes, tree, other)
    return f"above {sizes[-1]}" if found is None else f"{found:.0f}"


def table(head, rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines) + "\n"


def page(exploration):
    kinds = {}
    for work in exploration.workloads:
        kinds.setdefault(work.rsplit(" ", 1)[0], {})[exploration.triangles[work]] = work
    tree = exploration.select(kind="tree")[0]
    best = {lanes: exploration.select(kind="brute_force", tile=256, lanes=lanes)[0] for lanes in LANES}
    small = {lanes: exploration.select(kind="brute_force", tile=64, lanes=lanes)[0] for lanes in LANES}
    rows, crossings = [], []
    for kind, works in kinds.items():
        sizes = sorted(works)
        of_tree = {size: cycles(tree, works[size]) for size in sizes}
        for size in sizes:
            rows.append([kind if size == sizes[0] else "", size, number(of_tree[size]),
                         *(number(cycles(best[lanes], works[size])) for lanes in LANES),
                         number(cycles(small[64], works[size]))])
        crossings.append([kind, *(text_of(sizes, of_tree, {size: cycles(best[lanes], works[size]) for size in sizes})
                                  for lanes in LANES)])
    area = {"tree": tree, **best}
    square = {name: next(iter(point["work"].values()))["chip.area_um2"] * 1e-6 for name, point in area.items()}
    queries = sum(work["queries"] for work in tree["work"].values())
    text = ("Triangles of each object at which the tree machine becomes the faster one, between the sizes of the table below on a line of logarithms:\n\n"
            + table(["object", *(f"{lanes} Triangle Unit{'s' if lanes > 1 else ''}" for lanes in LANES)], crossings)
            + f"\nChip cycles per query, {queries} queries on each machine, all judged:\n\n"
            + table(["object", "triangles", "`paper41`", *(f"{lanes}, tile 256" for lanes in LANES), "64, tile 64"], rows)
            + "\nArea by items ([costs.md](costs.md#area)), mm² of 0.18 µm: "
            + ", ".join(f"`paper41` {value:.0f}" if name == "tree" else f"{name} lane{'s' if name > 1 else ''} {value:.0f}"
                        for name, value in square.items()) + ".\n")
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--out", required=True)
    parser.add_argument("--jobs", type=int)
    arguments = parser.parse_args()
    exploration = Exploration(arguments.program, ROOT / "docs/plans/crossover.toml", arguments.out, arguments.jobs)
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + "\n" + page(exploration) + "\n" + END + rest.split(END)[1])


main()
