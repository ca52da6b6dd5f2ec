#!/usr/bin/env python3
"""Prints the table of docs/exactness.md: how often the filter is uncertain, and what it costs, per object. With --csv FILE all columns, as docs/uncertain.csv has them.

    python3 docs/make_filter_table.py build/check/collisionchip ../shared --cycles-every 20 --csv docs/uncertain.csv

The folder holds meshes/ and poses/; objects that are missing are left out. Counts are over all poses of an object's
list; cycles are paper41's over every `--cycles-every`-th pose (default 10), with the filter on and off.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

CAUSES = ("unbounded", "coplanar", "corner", "side")


def statistics(program, objects, poses, *options):
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder) / "stats.json"
        subprocess.run([program, "collide", *objects, "--poses", poses, "--no-check", "--stats", stats, *options],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads(stats.read_text())["queries"]


def some_poses(poses, every, folder):
    lines = [line for line in poses.read_text().splitlines() if line.strip() and not line.startswith("#")]
    some = pathlib.Path(folder) / "poses.txt"
    some.write_text("\n".join(lines[::every]) + "\n")
    return some


def row(program, poses, meshes, every):
    name = poses.name.split(".")[0]
    stems = name.split("__")
    objects = [next((m for m in meshes if m.stem == stem), None) for stem in (stems[0], stems[-1])]
    if None in objects:
        return None
    queries = statistics(program, objects, poses, "--model", "mirror")
    tests, uncertain = (sum(q[key] for q in queries) for key in ("triangle_tests", "uncertain"))
    causes = [sum(q["uncertain_causes"][cause] for q in queries) for cause in CAUSES]
    with tempfile.TemporaryDirectory() as folder:
        some = some_poses(poses, every, folder)
        on, off = (sum(q["cycles"] for q in statistics(program, objects, some, "--set", f"triangle_unit.filter={value}"))
                   for value in ("true", "false"))
    return [name.replace("__", ", "), tests, uncertain, *causes, on, off]


def share(row):
    return row[2] / row[1] if row[1] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--cycles-every", type=int, default=10)
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    meshes = sorted((options.data / "meshes").iterdir())
    rows = sorted(filter(None, (row(options.program, poses, meshes, options.cycles_every) for poses in sorted((options.data / "poses").glob("*.poses.mat.txt")))), key=share)
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([["objects", "triangle_tests", "uncertain", *CAUSES, "cycles_with_filter", "cycles_without"], *rows])
    print("| objects | triangle tests | uncertain | share | more cycles |\n| --- | --- | --- | --- | --- |")
    for name, tests, uncertain, *_, on, off in rows:
        print(f"| {name} | {tests} | {uncertain} | {100 * uncertain / tests:.3f} % | {100 * (on / off - 1):+.3f} % |")


if __name__ == "__main__":
    main()
