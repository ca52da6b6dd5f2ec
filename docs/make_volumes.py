#!/usr/bin/env python3
"""Compares bounding volumes and formats on real objects and writes the tables of docs/volumes.md.

    docs/make_volumes.py BINARY [--every N] [--shared FOLDER] [--csv FILE] [--part software|chip] [--jobs N]

Every format, DOPs with each k, walked by the list traversal, answers every N-th pose (default 20) of each public set in FOLDER (../shared), and of the
built-in objects where there is none; engines take turns, one core, the fastest of three rounds. The page's part between
the marks is written anew; --csv keeps all rows.

The chip's part is docs/plans/volumes.toml: three buses times the formats that the chip has, of its built-in objects and of two or four poses of each public
set. Cycles, bytes, energy and area are the model's and do not depend on this machine; times of the other part do.
--part makes one of both parts alone.
"""
import argparse
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/volumes.md"
BUILDERS = ("featuretype", "fcl_env", "ur3_upperarm")  # small enough for every builder and for the chip
BEGIN, END = "<!-- volumes: docs/make_volumes.py -->\n", "<!-- end of volumes -->"
CHIP_BEGIN, CHIP_END = "<!-- volumes on the chip: docs/make_volumes.py -->\n", "<!-- end of volumes on the chip -->"
PLAN = ROOT / "docs/plans/volumes.toml"
BUSES = ("8", "16", "32")
BASE = ("dop128", "24")
# Bytes of a sibling pair that a unit reads at once, and how many lie in a block of 256 bytes.
PAIRS = {"dop128": (256, 1), "obb72": (144, 1), "obb68": (136, 1), "obb64": (128, 2), "obb44": (88, 2), "obb40": (80, 3),
         "aabb32": (64, 4), "aabb21": (42, 6), "aabb32-leafless": (64, 4), "aabb21-leafless": (42, 6)}


def sets_of(shared):
    for poses in sorted((shared / "poses").glob("*.poses.txt")):
        names = poses.name[:-len(".poses.txt")].split("__")
        meshes = [next(iter(sorted((shared / "meshes").glob(name + ".*")))) for name in names]
        yield "__".join(names), meshes[0], meshes[-1], poses


def built_in(program, folder):
    for kind in ("gear", "torus-knot", "coil-spring", "finned-casting"):
        mesh = pathlib.Path(folder) / f"{kind}.stl"
        subprocess.run([program, "mesh", kind, mesh, "--triangles", "20000"], check=True, stdout=subprocess.DEVNULL)
        poses = pathlib.Path(folder) / f"{kind}.txt"
        poses.write_text("".join(f"{0.2 + 0.04 * i} {0.1 * (i % 3)} 0.05 0.9 0.3 {0.1 * i} 0.1\n" for i in range(12)))
        yield kind, mesh, mesh, poses


def every(poses, step, folder):
    lines = [line for line in poses.read_text().splitlines() if line.strip() and not line.startswith("#")]
    some = pathlib.Path(folder) / "some.txt"
    some.write_text("\n".join(lines[::step]) + "\n")
    return some


def rows_of(program, a, b, poses, arguments, folder):
    out = pathlib.Path(folder) / "rows.csv"
    subprocess.run([program, "trees", a, b, "--poses", poses, *arguments, "--csv", out], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(out) as file:
        return list(csv.DictReader(file))


def measure_builders(program, sets, step, folder):
    """{builder or rule: [ratios to the default, a list for each set]}"""
    columns = ("visits", "tests", "build_s", "time_us", "cycles", "bus_bytes")
    ratios = {}
    for name, a, b, poses in sets:
        print(f"{name}, builders ...", file=sys.stderr, flush=True)
        rows = rows_of(program, a, b, every(poses, step, folder),
                       ["--format", "dop128", "--k", "24", "--builder", "all", "--rule", "all", "--axis", "all",
                        "--point", "mean", "--rounds", "1", "--chip"], folder)
        base = next(row for row in rows if row["builder"] == "top_down" and row["rule"] == "dop")
        for row in rows:
            parts = [row[part] for part in ("rule", "axis", "point", "objective") if row[part]]
            built = row["builder"] if row["builder"] != "top_down" else " ".join(parts)
            ratios.setdefault(built, []).append([float(row[column]) / float(base[column]) for column in columns])
    return ratios


def builder_table(ratios):
    means = {name: [math.exp(sum(math.log(one[i]) for one in sets) / len(sets)) for i in range(len(sets[0]))]
             for name, sets in ratios.items()}
    rows = [[f"`{name}`", *[ratio(value) for value in values]]
            for name, values in sorted(means.items(), key=lambda item: item[1][4])]
    return table(["builder or rule", "visits", "tests", "building", "time", "chip cycles", "bus bytes"], rows)


def measure(program, sets, step, folder):
    """{set: {(format, k): row}}"""
    results = {}
    for name, a, b, poses in sets:
        print(f"{name} ...", file=sys.stderr, flush=True)
        rows = rows_of(program, a, b, every(poses, step, folder), ["--traversal", "list"], folder)
        results[name] = {(row["format"], row["k"]): row for row in rows}
    return results


def chip_plan(sets, folder):
    """The plan with a workload for each public set: four poses of it, of large objects two."""
    text = PLAN.read_text()
    for name, a, b, poses in sets:
        lines = [line for line in poses.read_text().splitlines() if line.strip() and not line.startswith("#")]
        large = max(a.stat().st_size, b.stat().st_size) > 1000000
        some = [" ".join(line.split()) for line in lines[57::100 if large else 40]]
        text += f'\n[[workload]]\nname = "{name}"\na = "{a.resolve()}"\nb = "{b.resolve()}"\n' \
                f'poses = [{", ".join(chr(34) + pose + chr(34) for pose in some)}]\n'
    plan = pathlib.Path(folder) / "volumes.toml"
    plan.write_text(text)
    return plan


def measure_chip(program, sets, folder, jobs):
    """{(bus, format): {workload: numbers}}; sums over the poses."""
    out = pathlib.Path(folder) / "explored"
    print("the chip at three buses ...", file=sys.stderr, flush=True)
    subprocess.run([program, "explore", chip_plan(sets, folder), "--out", out, "--jobs", str(jobs)], check=True,
                   stdout=sys.stderr)
    numbers = {}
    with open(out / "results.csv") as file:
        for row in csv.DictReader(file):
            if row["status"] == "skipped":
                continue
            if row["status"] != "done":
                raise SystemExit(f"{row['workload']}: {row['status']}: {row['reason']}")
            axes = max(int(row["obb_unit.axes_per_cycle"]), int(row["aabb_unit.axes_per_cycle"]))
            name = row["tree.format"] + (f", {axes} axes" if axes > 3 else "")
            unit = {"dop": "dop_unit", "obb": "obb_unit", "aab": "aabb_unit"}[row["tree.format"][:3]]
            pairs = int(row["memory_controller.tumbled_pairs"]) + int(row["memory_controller.aligned_pairs"])
            node_bytes = int(row["memory_controller.tumbled_bytes"]) + int(row["memory_controller.aligned_bytes"])
            numbers.setdefault((row["sdram.bus_bytes"], name), {})[row["workload"]] = {
                "visits": 2 * pairs, "tests": 4 * int(row[f"{unit}.aligned_pairs"]), "pair": node_bytes / pairs,
                "bytes": int(row["sdram.bytes"]), "cycles": int(row["cycles"]), "energy": int(row["chip.energy_pj"]),
                "area": int(row["chip.area_um2"]) / 1e6, "triangles": int(row["triangle_unit.tests"])}
    return numbers


def geometric(values):
    values = list(values)
    return math.exp(sum(math.log(value) for value in values) / len(values))


def chip_table(numbers):
    rows = []
    for (bus, name), workloads in numbers.items():
        base, first = numbers[bus, "dop128"], numbers["32", "dop128"]
        def beside(column, other=base):
            return ratio(geometric(one[column] / other[workload][column] for workload, one in workloads.items()))
        area = next(iter(workloads.values()))["area"]
        rows.append([bus, "`" + name.replace(",", "`,") + ("" if "," in name else "`"), f"{geometric(one['pair'] for one in workloads.values()):.0f}", beside("visits"),
                     beside("tests"), beside("triangles"), beside("bytes"), beside("cycles"), beside("cycles", first), beside("energy"),
                     f"{area:.1f}", ratio(geometric(one["cycles"] * one["area"] / (base[workload]["cycles"] * base[workload]["area"])
                                                    for workload, one in workloads.items()))])
    return table(["bus, B", "format", "bytes of a pair", "visits", "tests", "triangle tests", "all bytes", "cycles", "cycles beside 32 B `dop128`",
                  "energy", "mm²", "cycles × mm²"], rows)


def chip_by_set(numbers):
    names = [name for bus, name in numbers if bus == "8"]
    rows = []
    for workload in numbers["8", "dop128"]:
        cells = [workload]
        for bus in BUSES:
            best = sorted(names, key=lambda name: numbers[bus, name][workload]["cycles"])
            cycles = [numbers[bus, name][workload]["cycles"] for name in best]
            cells.append(f"{cycles[0]} ({best[0]}), {cycles[1] / cycles[0]:.2f} ({best[1]})")
        rows.append(cells)
    return table(["set", *(f"{bus} B bus" for bus in BUSES)], rows)


def chip_text(numbers):
    sets = len(numbers["8", "dop128"])
    return f"\n{sets} sets, geometric means beside `dop128` on the same bus; bytes of a pair and mm² as they are:\n\n" \
        + chip_table(numbers) + "\nThe fewest cycles of each set, and the second with its ratio:\n\n" + chip_by_set(numbers) + "\n"


def write_part(begin, end, text):
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text(before + begin + text + end + rest.split(end)[1])


def mean_ratio(results, key, column):
    """Geometric mean over the sets, beside the chip's own format."""
    ratios = [float(rows[key][column]) / float(rows[BASE][column]) for rows in results.values()
              if float(rows[key][column]) > 0 and float(rows[BASE][column]) > 0]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def pair_of(name, k):
    """Bytes of a pair and pairs in a block; None: no chip reads such pairs."""
    if name == "dop_packed":
        size = 2 * (4 * int(k) + 4)
        return size, 256 // size
    return PAIRS.get(name)


def bytes_moved(name, k, bus):
    """Of a pair, on average over its places in a block: whole beats."""
    size, in_block = pair_of(name, k)
    beats = [math.ceil((place * size % bus + size) / bus) for place in range(in_block)]
    return bus * sum(beats) / len(beats)


def ratio(value):
    return "–" if math.isnan(value) else f"{value:.2f}"


def table(head, rows):
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *rows]) + "\n"


def summary(results):
    keys = list(next(iter(results.values())))
    rows = []
    for key in keys:
        name, k = key
        moved = [ratio(mean_ratio(results, key, "pairs_read") * bytes_moved(name, k, bus) / bytes_moved(*BASE, bus))
                 if pair_of(name, k) else "–" for bus in (8, 16, 32)]
        rows.append([f"`{name}`", k] + [ratio(mean_ratio(results, key, column)) for column in
                                        ("bytes", "visits", "tests", "triangle_tests", "build_s", "time_us")] + moved)
    return table(["format", "k", "bytes", "visits", "tests", "triangle tests", "building", "time",
                  "moved, 8 B bus", "16 B", "32 B"], rows)


def by_set(results):
    """Microseconds of all its poses, the best of each volume, in the order of the sets."""
    rows = []
    for name, answers in results.items():
        best = {}
        for (form, k), row in answers.items():
            volume = form[:3] if form.startswith(("dop", "obb")) else "aabb"
            time = float(row["time_us"])
            if volume not in best or time < best[volume][0]:
                best[volume] = (time, form + (f", k {k}" if k else ""))
        rows.append([name, answers[BASE]["pairs"]] + [f"{best[v][0]:.0f} ({best[v][1]})" for v in ("dop", "obb", "aabb")])
    return table(["set", "pairs", "DOP, µs", "OBB, µs", "AABB, µs"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared")
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--part", choices=("software", "chip"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    program = str(pathlib.Path(options.binary).resolve())
    with tempfile.TemporaryDirectory() as folder:
        public = (options.shared / "poses").is_dir()
        step = options.every if public else 1
        if not public:
            print(f"no public objects in {options.shared}: built-in ones alone", file=sys.stderr)
        if options.part != "software":
            public_sets = list(sets_of(options.shared)) if public else []
            write_part(CHIP_BEGIN, CHIP_END, chip_text(measure_chip(program, public_sets, folder, options.jobs)))
        if options.part == "chip":
            return
        sets = list(sets_of(options.shared) if public else built_in(program, folder))
        results = measure(program, sets, step, folder)
        small = [one for one in sets if one[0] in BUILDERS] if public else sets
        builders = measure_builders(program, small, step, folder)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            first = next(iter(next(iter(results.values())).values()))
            writer = csv.DictWriter(file, ["set", *first])
            writer.writeheader()
            writer.writerows({"set": name, **row} for name, rows in results.items() for row in rows.values())
    text = f"\n{len(results)} sets, every format beside `dop128` with k = 24, geometric means over the sets:\n\n" \
           + summary(results) + "\nThe fastest of each volume:\n\n" + by_set(results) \
           + "\nBuilders and rules of `dop128` with k = 24 beside the default, in software and on the chip (`paper41`), best first; " \
           + ", ".join(one[0] for one in small) + ":\n\n" + builder_table(builders) + "\n"
    write_part(BEGIN, END, text)


if __name__ == "__main__":
    main()
