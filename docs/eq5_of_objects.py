#!/usr/bin/env python3
"""Eq. 5 against `paper52-eq5` on the public objects (docs/objects.md), query by query:

    python3 docs/eq5_of_objects.py build/release/collisionchip OBJECTS

OBJECTS has the folders meshes and poses. Takes a minute.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TOLERANCE = 0.01
WORDS = ("stack_sram_left.high_water", "stack_sram_right.high_water")
LINE = "{:<22}{:>8}{:>8}{:>11}{:>13}{:>14}{:>14}{:>8}"


def queries_of(program, objects, poses):
    a, _, b = poses.name.removesuffix(".poses.txt").partition("__")
    meshes = [next((objects / "meshes").glob(f"{name}.*")) for name in (a, b or a)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "collide", *meshes, "--poses", poses, "--chip", "paper52-eq5", "--no-check", "--jobs", "1", "--stats", f"{folder}/s.json"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{folder}/s.json") as file:
            return json.load(file)["queries"]


def line(name, queries):
    off = [query["cycles"] / query["eq5_cycles"] - 1 for query in queries]
    hits = [o for query, o in zip(queries, off) if query["pairs"]]
    farthest = lambda values: f"{max(values, key=abs):+.2%}"
    print(LINE.format(name, len(queries), len(hits), sum(abs(o) > TOLERANCE for o in off), sum(abs(o) > TOLERANCE for o in hits), farthest(off), farthest(hits),
                      f"{sum(query['cycles'] for query in queries) / sum(query['eq5_cycles'] for query in queries):.4f}"))


def main(program, objects):
    every = []
    print(LINE.format("", "", "", "off by", "of those", "", "farthest", ""))
    print(LINE.format("poses", "queries", "collide", "over 1 %", "that collide", "farthest", "that collides", "sum"))
    for poses in sorted((objects / "poses").glob("*.poses.txt")):
        queries = queries_of(program, objects, poses)
        line(poses.name.removesuffix(".poses.txt"), queries)
        every += queries
    line("all", every)
    print(f"most words in the stack SRAMs: {max(sum(query['counters'][word] for word in WORDS) for query in every)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: eq5_of_objects.py BINARY OBJECTS")
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
