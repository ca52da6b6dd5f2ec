"""Pairs of objects by which no key of a machine was chosen: built-in objects, and public objects of different kinds.

Each object is moved and scaled into a box of largest side 1 about the origin. B is turned at random, the same in each run, and lies in a random
direction at distances from almost none, where much intersects, to almost 1, where little or nothing does. A nut on its bolt has poses of its own.
"""
import math
import random

from made.all_poses import PoseSet, mesh_of

POSES = 24
NUT_ON_BOLT = "nut on bolt"


def built_in(context, name):
    """`gear 20000`: a kind and its triangles."""
    path = context.folder / f"{name.replace(' ', '-')}.obj"
    kind, triangles = name.split()
    context.run("mesh", kind, path, "--triangles", triangles)
    return path


def in_unit_box(context, name):
    """The mesh as an OBJ file, its largest side 1 about the origin; triangles keep their numbers."""
    target = context.folder / f"unit-{name.replace(' ', '-')}.obj"
    if target.exists():
        return target
    source = built_in(context, name) if " " in name else mesh_of(context.shared, name)
    context.run("mesh", source, target)
    lines = target.read_text().splitlines()
    points = [tuple(map(float, line.split()[1:4])) for line in lines if line.startswith("v ")]
    low, high = ([side(axis) for axis in zip(*points)] for side in (min, max))
    scale = 1 / max(b - a for a, b in zip(low, high))
    moved = iter(["v " + " ".join(f"{(x - 0.5 * (a + b)) * scale:.9g}" for x, a, b in zip(point, low, high)) for point in points])
    target.write_text("\n".join(next(moved) if line.startswith("v ") else line for line in lines) + "\n")
    return target


def unit(numbers):
    length = math.sqrt(sum(number * number for number in numbers))
    return [number / length for number in numbers]


def random_poses(name, count):
    """`tx ty tz qw qx qy qz`, nearest first."""
    source = random.Random(name)
    lines = []
    for i in range(count):
        direction, turn = (unit([source.gauss(0, 1) for _ in range(size)]) for size in (3, 4))
        distance = (i + 0.5) / count
        lines.append(" ".join(f"{number:.9g}" for number in [*(distance * part for part in direction), *turn]))
    return lines


def kept_back_sets(context, pairs):
    sets = []
    for a, b in pairs:
        name = f"{a} × {b}"
        poses = context.folder / f"{name.replace(' ', '-')}.txt"
        poses.write_text("\n".join(random_poses(name, POSES)) + "\n")
        sets.append(PoseSet(name, in_unit_box(context, a), in_unit_box(context, b), poses, False))
    nut = context.shared / "arena/factory"
    sets.append(PoseSet(NUT_ON_BOLT, nut / "factory_bolt_m20_loose.obj", nut / "factory_nut_m20_loose.obj", nut / "nut_on_bolt.poses.txt", False))
    return sets
