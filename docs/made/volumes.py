"""Bounding volumes and node formats in software: docs/volumes.md.

Every format, DOPs with each k, walked by the list traversal, answers each 40th pose of each public set; combinations take turns, one core, the fastest of
three rounds. Builders and rules are tried on small objects, in software and on the chip.
"""
import csv
import math

from made.all_poses import geometric, pose_lines
from made.volume_sets import ratio, sets_of

EVERY = 40
BUILDERS = ("featuretype", "fcl_env", "ur3_upperarm")  # small enough for every builder and for the chip
BASE = ("dop128", "24")
FORMATS = "dop128,dop_packed,obb132,obb72,obb68,obb64,obb44,obb40,aabb32,aabb21,aabb32-leafless,aabb21-leafless"  # groups have a page of their own
# Bytes of a sibling pair that a unit reads at once, and how many lie in a block of 256 bytes.
PAIRS = {"dop128": (256, 1), "obb72": (144, 1), "obb68": (136, 1), "obb64": (128, 2), "obb44": (88, 2), "obb40": (80, 3),
         "aabb32": (64, 4), "aabb21": (42, 6), "aabb32-leafless": (64, 4), "aabb21-leafless": (42, 6)}
# On the page; all are in the CSV.
PAGE_FORMATS = (("dop128", "18"), ("dop128", "24"), ("dop128", "26"), ("dop_packed", "18"), ("obb132", ""), ("obb64", ""), ("obb40", ""),
                ("aabb32", ""), ("aabb21", ""), ("aabb21-leafless", ""))
PAGE_BUILDERS = ("dop", "area", "mean", "bottom_up", "insertion", "median")


def trees(context, some, *options):
    """Rows of `trees` over each 40th pose of a set."""
    name, a, b, poses = some
    thinned, out = context.folder / "some.txt", context.folder / "rows.csv"
    thinned.write_text("\n".join(pose_lines(poses)[::EVERY]) + "\n")
    context.run("trees", a, b, "--poses", thinned, *options, "--csv", out)
    with open(out, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def measure(context, sets):
    """{set: {(format, k): row}}"""
    return {some[0]: {(row["format"], row["k"]): row for row in trees(context, some, "--format", FORMATS, "--traversal", "list")} for some in sets}


def measure_builders(context, sets):
    """{builder or rule: [ratios to the default, a list for each set]}"""
    columns = ("visits", "tests", "build_s", "time_us", "cycles", "bus_bytes")
    ratios = {}
    for some in sets:
        rows = trees(context, some, "--format", "dop128", "--k", "24", "--builder", "all", "--rule", "all", "--axis", "all", "--point", "mean", "--rounds", "1", "--chip")
        base = next(row for row in rows if row["builder"] == "top_down" and row["rule"] == "dop")
        for row in rows:
            parts = [row[part] for part in ("rule", "axis", "point", "objective") if row[part]]
            built = row["builder"] if row["builder"] != "top_down" else " ".join(parts)
            ratios.setdefault(built, []).append([float(row[column]) / float(base[column]) for column in columns])
    return ratios


def mean_ratio(results, key, column):
    """Geometric mean over the sets, divided by the chip's own format."""
    return geometric(float(rows[key][column]) / float(rows[BASE][column]) for rows in results.values() if float(rows[key][column]) > 0 and float(rows[BASE][column]) > 0)


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


def format_rows(results):
    """Ratios of every format."""
    for key in next(iter(results.values())):
        name, k = key
        moved = [ratio(mean_ratio(results, key, "pairs_read") * bytes_moved(name, k, bus) / bytes_moved(*BASE, bus)) if pair_of(name, k) else "" for bus in (8, 16, 32)]
        yield [name, k, *(ratio(mean_ratio(results, key, column)) for column in ("bytes", "visits", "tests", "triangle_tests", "build_s", "time_us")), *moved]


def format_page(rows):
    for name, k, _, visits, _, triangle_tests, _, time, moved, _, moved_wide in rows:
        if (name, k) in PAGE_FORMATS:
            yield [f"`{name}`" + (f", k = {k}" if k else ""), visits, triangle_tests, time, moved or "–", moved_wide or "–"]


def set_rows(results):
    """Microseconds of all its poses, the best of each volume, in the order of the sets."""
    for name, answers in results.items():
        best = {}
        for (form, k), row in answers.items():
            volume = form[:3] if form.startswith(("dop", "obb")) else "aabb"
            time = float(row["time_us"])
            if volume not in best or time < best[volume][0]:
                best[volume] = (time, form + (f", k {k}" if k else ""))
        yield [name, answers[BASE]["pairs"], *(cell for volume in ("dop", "obb", "aabb") for cell in (f"{best[volume][0]:.0f}", best[volume][1]))]


def builder_rows(ratios):
    """Means over the sets, by cycles of the chip."""
    means = {name: [geometric(column) for column in zip(*sets)] for name, sets in ratios.items()}
    for name, values in sorted(means.items(), key=lambda item: item[1][4]):
        yield [name, *map(ratio, values)]


def builder_page(rows):
    for name, visits, _, building, time, cycles, moved in rows:
        if name in PAGE_BUILDERS:
            yield [f"`{name}`", visits, building, time, cycles, moved]


def made_of(formats, sets, builders):
    return {
        "docs/volumes.md#volumes_software": [["format", "visits", "triangle tests", "time", "moved, 8 B bus", "moved, 32 B bus"], *format_page(formats)],
        "docs/volumes.md#volumes_builders": [["builder or rule", "visits", "building", "time", "chip cycles", "bus bytes"], *builder_page(builders)],
        "docs/tables/volumes_software.csv": [["format", "k", "bytes_ratio", "visits_ratio", "tests_ratio", "triangle_tests_ratio", "building_ratio", "time_ratio",
                                              "moved_ratio_8_byte_bus", "moved_ratio_16_byte_bus", "moved_ratio_32_byte_bus"], *formats],
        "docs/tables/volumes_software_sets.csv": [["set", "pairs", "dop_us", "dop_format", "obb_us", "obb_format", "aabb_us", "aabb_format"], *sets],
        "docs/tables/volumes_builders.csv": [["builder_or_rule", "visits_ratio", "tests_ratio", "building_ratio", "time_ratio", "chip_cycles_ratio", "bus_bytes_ratio"], *builders]}


def make(context):
    sets = list(sets_of(context.shared))
    results = measure(context, sets)
    builders = measure_builders(context, [some for some in sets if some[0] in BUILDERS])
    return made_of(list(format_rows(results)), list(set_rows(results)), list(builder_rows(builders)))
