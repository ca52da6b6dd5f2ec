#!/usr/bin/env python3
"""Prints the tables of docs/groups.md: what layouts and filters of sibling groups read and test, beside the list traversal.

    python3 docs/make_group_table.py build/check/collisionchip ../shared

The folder holds meshes/ and poses/. Of each of seven objects every 20th pose is asked, one of each distance. With --batches the
second table: 16 poses half a degree apart about the z axis through the object's middle, for each of these, walked together.
"""
import argparse
import csv
import math
import pathlib
import struct
import subprocess
import tempfile

OBJECTS = ("counter_unitsmm", "featuretype", "g1_torso_link", "jaco_hand_3finger", "prosilica_w_lens", "scorpion", "ur3_upperarm")
EVERY = 20
LAYOUTS = (("2", "8,6,5", "1"), ("2", "8", "2,4"), ("4", "8", "1,2,4"), ("4", "7,6,5", "2"), ("8", "8", "2"))
STAGES = ("none", "tight", "slab", "all")
# Heading, the count, and the count of the list traversal that it is relative to.
RATIOS = (("lists", "lists", "lists"), ("groups", "groups", "groups"), ("node tests", "node_tests", "node_tests"),
          ("leaf pairs", "leaf_pairs", "triangle_tests"))


BATCHES, STEPS, DEGREES = (1, 2, 4, 8, 16), 16, 0.5


def mesh_of(data, name):
    return next((data / "meshes").glob(name + ".*"))


def poses_of(data, name):
    lines = [line for line in (data / "poses" / f"{name}.poses.mat.txt").read_text().splitlines() if not line.startswith("#")]
    return lines[::EVERY]


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


def counted(program, mesh, lines, *options):
    with tempfile.TemporaryDirectory() as folder:
        poses = pathlib.Path(folder) / "poses.txt"
        poses.write_text("\n".join(lines) + "\n")
        found = subprocess.run([program, "groups", mesh, "--poses", poses, *map(str, options), "--csv", "-"],
                               check=True, capture_output=True, text=True).stdout
        return list(csv.DictReader(found.splitlines()))


def rows_of(program, data, name):
    rows = []
    for width, bits, leaf_size in LAYOUTS:
        rows += counted(program, mesh_of(data, name), poses_of(data, name), "--width", width, "--bits", bits,
                        "--leaf-size", leaf_size, "--filters", ",".join(STAGES))
    return {(row["width"], row["bits"], row["leaf_size"], row["filters"]): row for row in rows}


def print_batches(program, data):
    heads = ["object", *(f"groups, {batch} poses" for batch in BATCHES), *(f"blocks, {batch}" for batch in BATCHES)]
    print("| " + " | ".join(heads) + " |\n|" + " --- |" * len(heads))
    for name in OBJECTS:
        mesh = mesh_of(data, name)
        centre = middle(mesh)
        lines = [turned(line, centre, DEGREES * step) for line in poses_of(data, name) for step in range(STEPS)]
        rows = [counted(program, mesh, lines, "--batch", batch)[1] for batch in BATCHES]
        groups = [(int(row["groups"]) + int(row["lists"])) / len(lines) for row in rows]
        blocks = [(int(row["tumbled_blocks"]) + int(row["aligned_blocks"])) / len(lines) for row in rows]
        print("| " + " | ".join([name, *(f"{count:.0f}" for count in groups + blocks)]) + " |", flush=True)


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--batches", action="store_true")
    options = parser.parse_args()
    if options.batches:
        return print_batches(options.program, options.data)
    objects = [rows_of(options.program, options.data, name) for name in OBJECTS]
    today = [rows["2", "32", "1", "today"] for rows in objects]

    def against(key, count, base):
        return f"{mean([float(rows[key][count]) / float(old[base]) for rows, old in zip(objects, today)]):.2f}"

    heads = ["width, bits, leaf", "bytes", *(head for head, _, _ in RATIOS), *(f"tests: {stage}" for stage in STAGES), "undecided"]
    print("| " + " | ".join(heads) + " |\n|" + " --- |" * len(heads))
    for key in objects[0]:
        if key[3] != "all":
            continue
        stages = [against((*key[:3], stage), "triangle_tests", "triangle_tests") for stage in STAGES]
        undecided, tests = (sum(int(rows[key][count]) for rows in objects) for count in ("undecided", "triangle_tests"))
        print("| " + " | ".join([", ".join(key[:3]), objects[0][key]["group_bytes"], *(against(key, a, b) for _, a, b in RATIOS),
                                 *stages, f"{100 * undecided / tests:.2f} %"]) + " |")


if __name__ == "__main__":
    main()
