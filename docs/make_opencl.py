#!/usr/bin/env python3
"""Measures what docs/opencl.md has tables of, and prints them.

    python3 docs/make_opencl.py BINARY [--device pocl] [--most 20000]

Combs interlaced, by all pairs on one core and on the device, and by trees; then trees by document 004's schemes. Of one core
it is processor time, of the device wall time, of all means; the load of the host stands at the end.
"""
import argparse
import csv
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

COUNTS = (12, 48, 100, 300, 1000, 3000, 10000, 20000)
PAIRS_OF_A_ROW = 2e7  # as often as that takes, 50 times at most


class Bench:
    def __init__(self, binary, device, folder):
        self.binary, self.device, self.folder = os.path.abspath(binary), device, pathlib.Path(folder)

    def run(self, *words):
        done = subprocess.run([self.binary, *map(str, words)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def stats(self, *words):
        self.run(*words, "--stats", "stats.json")
        return json.loads((self.folder / "stats.json").read_text())

    def mesh(self, kind, count, *words):
        name = f"{kind}{count}{''.join(words)}.obj"
        return name, self.run("mesh", kind, name, "-n", count, *words)

    # Milliseconds of a question on the clock and of the processors, and the latter in nanoseconds a pair.
    def all_pairs(self, a, b, poses, *words):
        stats = self.stats("allpairs", a, b, "--poses", poses, "--no-check", *words)
        answers, phases = stats["answers"], ("upload_s", "move_s", "test_s", "read_s", "settle_s")
        wall = sum(answer[phase] for answer in answers for phase in phases) / len(answers)
        processor = sum(answer["processor_s"] for answer in answers) / len(answers)
        return wall * 1e3, processor * 1e3, processor * 1e9 / (stats["triangles_a"] * stats["triangles_b"])

    def trees(self, a, b, poses, *words):
        return self.stats("quickcd", a, b, "--poses", poses, *words)


def csv_rows(text):
    return list(csv.DictReader(line for line in text.splitlines() if "," in line))


def combs(bench, most):
    print("| triangles each | pairs | one core | ns a pair | copied each time | resident | processors, ns a pair | exact, one "
          "core | exact | trees, one core | building both trees |\n|" + " --- |" * 11)
    for count in (c for c in COUNTS if c <= most):
        comb, said = bench.mesh("comb", count)
        pose = re.search(r'--pose "(.*)"', said).group(1)
        repeats = int(max(1, min(50, PAIRS_OF_A_ROW / count ** 2)))
        (bench.folder / "poses.txt").write_text((pose + "\n") * repeats)
        here, there = ("--device", "cpu"), ("--device", bench.device)
        _, scalar, scalar_ns = bench.all_pairs(comb, comb, "poses.txt", "--mode", "published", *here)
        copied, _, _ = bench.all_pairs(comb, comb, "poses.txt", "--mode", "published", "--copy-each", *there)
        resident, _, ns = bench.all_pairs(comb, comb, "poses.txt", "--mode", "published", *there)
        _, exact_scalar, _ = bench.all_pairs(comb, comb, "poses.txt", "--mode", "filtered", *here)
        exact, _, _ = bench.all_pairs(comb, comb, "poses.txt", "--mode", "filtered", *there)
        tree = bench.trees(comb, comb, "poses.txt", *here)["list_s"] / repeats * 1e3
        rows = csv_rows(bench.run("trees", comb, "--format", "dop128", "--k", 24, "--csv", "-"))
        build = 2 * float(rows[0]["build_s"]) * 1e3
        print(f"| {count} | {count * count} | {scalar:.3f} | {scalar_ns:.1f} | {copied:.3f} | {resident:.3f} | {ns:.1f} | "
              f"{exact_scalar:.3f} | {exact:.3f} | {tree:.3f} | {build:.3f} |", flush=True)
    burred, _ = bench.mesh("comb", count, "--collide")
    _, scalar, _ = bench.all_pairs(comb, burred, "poses.txt", "--mode", "published", *here)
    found, _, _ = bench.all_pairs(comb, burred, "poses.txt", "--mode", "published", *there)
    print(f"\n{count} triangles with the burr: one core {scalar:.3f}, {bench.device} {found:.3f}")


def poses_file(bench, count):
    chance = random.Random(2011)
    lines = [" ".join(f"{chance.uniform(-0.45, 0.45):.4f}" for _ in range(3)) + " " +
             " ".join(f"{chance.gauss(0, 1):.4f}" for _ in range(4)) for _ in range(count)]
    (bench.folder / "tumbling.txt").write_text("\n".join(lines) + "\n")
    return "tumbling.txt"


def schemes(bench):
    poses = poses_file(bench, 64)
    print("\n| objects | scheme | tumbling | poses at a time | tumble | refit | reduce | traverse | triangles | a pose | "
          "processors | the scheme on one core | QuickCD, one core | Algorithm 2, one core |\n|" + " --- |" * 14)
    for a, b, count in (("gear", "torus-knot", 1000), ("finned-casting", "gear", 10000)):
        of_a, of_b = bench.mesh(a, count)[0], bench.mesh(b, count)[0]
        for scheme, tumbling, batch in (("priori_like", "transform", 1), ("priori_like", "transform", 16),
                                        ("priori_like", "transform", 64), ("priori_like", "refit", 64),
                                        ("subset_in_blocks", "transform", 64), ("subset_in_blocks", "refit", 64)):
            run = bench.trees(of_a, of_b, poses, "--device", bench.device, "--scheme", scheme, "--tumble", tumbling,
                              "--batch", batch)
            n, t = run["poses"], run["times"]
            phases = " | ".join(f"{t[phase + '_s'] / n * 1e3:.3f}" for phase in
                                ("tumble", "refit", "reduce", "traverse", "triangles"))
            print(f"| {a} x {b}, {count} each | {scheme} | {tumbling} | {batch} | {phases} | {sum(t.values()) / n * 1e3:.3f} | "
                  f"{run['processor_s'] / n * 1e3:.3f} | {run['mirror_s'] / n * 1e3:.3f} | {run['quickcd_s'] / n * 1e3:.3f} | {run['list_s'] / n * 1e3:.3f} |",
                  flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--device", default="pocl")
    parser.add_argument("--most", type=int, default=COUNTS[-1])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.binary, options.device, folder)
        print("milliseconds\n")
        combs(bench, options.most)
        schemes(bench)
    print(f"\n{os.cpu_count()} cores, load {' '.join(f'{load:.1f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
