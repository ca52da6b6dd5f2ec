"""All published poses of all public objects: what the headlines of docs/beyond.md and docs/today.md are sums of.

The folder holds meshes/ and poses/. A set of poses is a file: NAME.poses.mat.txt are NAME and its copy in general position,
NAME.special.mat.txt in contact, A__B.poses.mat.txt two different objects. No key of a machine was chosen by them all.
"""
import dataclasses
import json
import math
import pathlib
import subprocess

EXTENSIONS = (".stl", ".obj", ".ply", ".off")


@dataclasses.dataclass(frozen=True)
class PoseSet:
    name: str
    a: pathlib.Path
    b: pathlib.Path
    poses: pathlib.Path
    contact: bool


def mesh_of(shared, name):
    return next(path for path in (shared / "meshes" / (name + extension) for extension in EXTENSIONS) if path.exists())


def pose_sets(shared):
    """General position first, by name."""
    sets = []
    for path in sorted((shared / "poses").glob("*.mat.txt")):
        name, kind = path.name.removesuffix(".mat.txt").rsplit(".", 1)
        a, _, b = name.partition("__")
        sets.append(PoseSet(name.replace("__", " × "), mesh_of(shared, a), mesh_of(shared, b or a), path, kind == "special"))
    return sorted(sets, key=lambda some: (some.contact, some.name))


def queries_of(program, folder, chip, some, first=False):
    """The statistics of each query of a set on a machine; the program holds each answer against the reference."""
    stats = folder / f"{chip}-{some.poses.name}-{first}.json"
    command = [program, "collide", some.a, some.b, "--poses", some.poses, "--chip", chip, "--jobs", "1", "--stats", stats]
    printed = subprocess.run([str(part) for part in command + ["--first"] * first], check=True, stdout=subprocess.PIPE, text=True).stdout
    if " 0 differences" not in printed:
        raise SystemExit(f"{chip}, {some.poses.name}: {printed}")
    return json.loads(stats.read_text())["queries"]


def geometric(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def total(queries, statistic):
    return sum(query[statistic] for query in queries)


def speed(queries):
    """Eq. 5 over cycles, of sums; of no query at all it is unknown."""
    return total(queries, "eq5_cycles") / total(queries, "cycles") if queries else math.nan


def parted(queries):
    """Those that find a pair, and those that find none."""
    return [query for query in queries if query["pairs"]], [query for query in queries if not query["pairs"]]
