"""Bounding volumes and node formats on the chip: docs/volumes.md, from docs/plans/volumes.toml.

The plan has three buses and the formats that the chip has, over built-in objects; here each public set is a workload too. Cycles, bytes, energy and area are
the model's and do not depend on the host.
"""
import collections
import csv

from made import charts
from made.all_poses import geometric, pose_lines
from made.context import ROOT
from made.volume_sets import ratio, sets_of

PLAN = ROOT / "docs/plans/volumes.toml"
BUSES = ("8", "16", "32")
LARGE = 1000000  # bytes of a mesh file
SHOWN = ("dop128", "obb64", "obb64, 15 axes", "obb40", "obb40, 15 axes", "aabb32", "aabb21", "aabb21-leafless")  # on the page
UNITS = {"dop": "dop_unit", "obb": "obb_unit", "aab": "aabb_unit"}


def plan_of(context):
    """The plan with a workload for each public set: four poses of it, of large objects two."""
    text = PLAN.read_text()
    for name, a, b, poses in sets_of(context.shared):
        large = max(a.stat().st_size, b.stat().st_size) > LARGE
        some = [" ".join(line.split()) for line in pose_lines(poses)[57::100 if large else 40]]
        text += f'\n[[workload]]\nname = "{name}"\na = "{a.resolve()}"\nb = "{b.resolve()}"\n' \
                f'poses = [{", ".join(chr(34) + pose + chr(34) for pose in some)}]\n'
    plan = context.folder / "volumes.toml"
    plan.write_text(text)
    return plan


def numbers_of(row):
    """Sums over the poses of a workload."""
    unit = UNITS[row["tree.format"][:3]]
    pairs = int(row["memory_controller.tumbled_pairs"]) + int(row["memory_controller.aligned_pairs"])
    node_bytes = int(row["memory_controller.tumbled_bytes"]) + int(row["memory_controller.aligned_bytes"])
    return {"visits": 2 * pairs, "tests": 4 * int(row[f"{unit}.aligned_pairs"]) - int(row["aabb_unit.leaf_pairs"] or 0), "pair": node_bytes / pairs, "bytes": int(row["sdram.bytes"]),
            "cycles": int(row["cycles"]), "energy": int(row["chip.energy_pj"]), "area": int(row["chip.area_um2"]) / 1e6, "triangles": int(row["triangle_unit.tests"])}


def measure(context):
    """{(bus, format): {workload: numbers}}"""
    out = context.folder / "explored"
    context.run("explore", plan_of(context), "--out", out, "--jobs", context.jobs)
    numbers = {}
    with open(out / "results.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["status"] == "skipped":
                continue
            if row["status"] != "done":
                raise SystemExit(f"{row['workload']}: {row['status']}: {row['reason']}")
            axes = max(int(row["obb_unit.axes_per_cycle"]), int(row["aabb_unit.axes_per_cycle"]))
            name = row["tree.format"] + (f", {axes} axes" if axes > 3 else "")
            numbers.setdefault((row["sdram.bus_bytes"], name), {})[row["workload"]] = numbers_of(row)
    return numbers


def mean(workloads, base, column):
    return ratio(geometric(one[column] / base[workload][column] for workload, one in workloads.items()))


def area_of(workloads):
    return next(iter(workloads.values()))["area"]


def rows_of(numbers):
    """All of the chip's formats divided by `dop128` on the same bus."""
    for (bus, name), workloads in numbers.items():
        base = numbers[bus, "dop128"]
        yield [bus, name, f"{geometric(one['pair'] for one in workloads.values()):.0f}",
               *(mean(workloads, base, column) for column in ("visits", "tests", "triangles", "bytes", "cycles")), mean(workloads, numbers["32", "dop128"], "cycles"),
               mean(workloads, base, "energy"), f"{area_of(workloads):.1f}",
               ratio(geometric(one["cycles"] * one["area"] / (base[workload]["cycles"] * base[workload]["area"]) for workload, one in workloads.items()))]


def coded(name):
    """`obb64`, 15 axes"""
    form, comma, axes = name.partition(",")
    return f"`{form}`{comma}{axes}"


def page_rows(numbers, names):
    for name in names:
        yield [coded(name), *(mean(numbers[bus, name], numbers[bus, "dop128"], "cycles") for bus in BUSES), mean(numbers["8", name], numbers["8", "dop128"], "energy"),
               f"{area_of(numbers['32', name]):.1f}"]


def chart(cycles):
    """`cycles`: {format: {bus: its cycles divided by those of `dop128`}}"""
    series = tuple(f"{bus} bytes" for bus in BUSES)
    return charts.dots("volumes_chip", {name: dict(zip(series, values.values())) for name, values in cycles.items()}, series,
                       "cycles divided by those of dop128 on the same bus", series[-1], mean=False, digits=2, ticks=(1, 1.5, 2, 3, 5, 7))


def winners(numbers, names):
    """By bus in how many sets each format has the fewest cycles."""
    for bus in BUSES:
        count = collections.Counter(min(names, key=lambda name: numbers[bus, name][workload]["cycles"]) for workload in numbers[bus, "dop128"])
        yield [f"{bus} B", "; ".join(f"{sets}: {coded(name)}" for name, sets in count.most_common())]


def make(context):
    numbers = measure(context)
    names = [name for bus, name in numbers if bus == "8"]
    workloads = list(numbers["8", "dop128"])
    cycles = {bus: mean(numbers[bus, "obb40"], numbers[bus, "dop128"], "cycles") for bus in BUSES}
    return {
        "docs/volumes.md#volumes_answer": f"On a bus of 8 bytes `obb40` needs {cycles['8']} times the cycles of `dop128`, the paper's nodes. "
                                          f"On the paper's bus of 32 bytes it needs {cycles['32']} times the cycles.",
        "docs/volumes.md#volumes_chip": [["format", *(f"cycles, {bus} B bus" for bus in BUSES), "energy, 8 B bus", "mm²"], *page_rows(numbers, SHOWN)],
        "docs/pictures/volumes.svg": chart({name: {bus: float(mean(numbers[bus, name], numbers[bus, "dop128"], "cycles")) for bus in BUSES} for name in names}),
        "docs/volumes.md#volumes_winners": [["bus", f"in so many of {len(workloads)} sets the fewest cycles"], *winners(numbers, names)],
        "docs/tables/volumes_chip.csv": [["bus_bytes", "format", "bytes_of_a_pair", "visits_ratio", "tests_ratio", "triangle_tests_ratio", "all_bytes_ratio", "cycles_ratio",
                                          "cycles_ratio_to_dop128_32_byte_bus", "energy_ratio", "mm2", "cycles_times_mm2_ratio"], *rows_of(numbers)],
        "docs/tables/volumes_chip_sets.csv": [["set", "bus_bytes", *(f"{name.replace(', ', '_').replace(' ', '_')}_cycles" for name in names)],
                                              *([workload, bus, *(numbers[bus, name][workload]["cycles"] for name in names)] for workload in workloads for bus in BUSES)]}
