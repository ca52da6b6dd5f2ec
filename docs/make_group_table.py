#!/usr/bin/env python3
"""Prints the tables of docs/groups.md: what layouts and filters of sibling groups read and test, beside the list traversal.

    python3 docs/make_group_table.py build/check/collisionchip ../shared

The folder holds meshes/ and poses/. Of each of seven objects every 20th pose is asked, one of each distance.
"""
import argparse
import csv
import math
import pathlib
import subprocess
import tempfile

OBJECTS = ("counter_unitsmm", "featuretype", "g1_torso_link", "jaco_hand_3finger", "prosilica_w_lens", "scorpion", "ur3_upperarm")
EVERY = 20
LAYOUTS = (("2", "8,6,5", "1"), ("2", "8", "2,4"), ("4", "8", "1,2,4"), ("4", "7,6,5", "2"), ("8", "8", "2"))
STAGES = ("none", "tight", "slab", "all")
# Heading, the count, and the count of the list traversal that it is relative to.
RATIOS = (("lists", "lists", "lists"), ("groups", "groups", "groups"), ("node tests", "node_tests", "node_tests"),
          ("leaf pairs", "leaf_pairs", "triangle_tests"))


def rows_of(program, data, name):
    mesh = next((data / "meshes").glob(name + ".*"))
    lines = [line for line in (data / "poses" / f"{name}.poses.mat.txt").read_text().splitlines() if not line.startswith("#")]
    with tempfile.TemporaryDirectory() as folder:
        poses = pathlib.Path(folder) / "poses.txt"
        poses.write_text("\n".join(lines[::EVERY]) + "\n")
        rows = []
        for width, bits, leaf_size in LAYOUTS:
            found = subprocess.run([program, "groups", mesh, "--poses", poses, "--width", width, "--bits", bits, "--leaf-size",
                                    leaf_size, "--filters", ",".join(STAGES), "--csv", "-"],
                                   check=True, capture_output=True, text=True).stdout
            rows += list(csv.DictReader(found.splitlines()))
    return {(row["width"], row["bits"], row["leaf_size"], row["filters"]): row for row in rows}


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    options = parser.parse_args()
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
