"""All published poses of all public objects: what the headlines of docs/beyond.md and docs/today.md are sums of.

The folder holds meshes/ and poses/. A set of poses is a file: NAME.poses.mat.txt are NAME and its copy in general position,
NAME.special.mat.txt in contact, A__B.poses.mat.txt two different objects. No key of a machine was chosen by them all.
"""
import dataclasses
import json
import math
import pathlib

EXTENSIONS = (".stl", ".obj", ".ply", ".off")
FIELDS = ("pairs", "eq5_cycles", "cycles", "chip_ns", "link_ns", "host_ns", "total_ns", "triangle_tests", "uncertain", "unfinished")


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


def pose_lines(path):
    return [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]


def thinned(sets, every, folder):
    """Each N-th pose of each set, from the first; N is `every`."""
    if every == 1:
        return sets
    result = []
    for some in sets:
        poses = folder / f"every-{every}-{some.poses.name}"
        poses.write_text("\n".join(pose_lines(some.poses)[::every]) + "\n")
        result.append(dataclasses.replace(some, poses=poses))
    return result


def statistics_of(context, machine, some, first=False):
    """What `--stats` says of a set of poses on a machine, {"name", "chip"} with "set" and "batch" as it likes; the program compares
    each answer with the reference."""
    stats = context.folder / f"{some.poses.name}-{first}-{abs(hash(machine['name']))}.json"
    options = [word for key, value in machine.get("set", {}).items() for word in ("--set", f"{key}={str(value).lower()}")]
    options += ["--batch", machine["batch"]] if machine.get("batch") else []
    printed = context.run("collide", some.a, some.b, "--poses", some.poses, "--chip", machine["chip"], "--jobs", 1, "--stats", stats, *options, *["--first"] * first)
    if " 0 differences" not in printed:
        raise SystemExit(f"{machine['name']}, {some.name}: {printed}")
    data = json.loads(stats.read_text())
    stats.unlink()
    return data


def queries_of(data):
    """Of each query what the tables add up."""
    return [{**{name: query[name] for name in FIELDS}, "energy_pj": query["counters"]["chip.energy_pj"]} for query in data["queries"]]


def geometric(values):
    """The mean; of none it is unknown."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def figure(value):
    return "–" if math.isnan(value) else f"{value:.1f}"


def total(queries, statistic):
    return sum(query[statistic] for query in queries)


def speed(queries):
    """Eq. 5 over cycles, of sums; of no query at all it is unknown."""
    return total(queries, "eq5_cycles") / total(queries, "cycles") if queries else math.nan


def parted(queries):
    """Those that find a pair, and those that find none."""
    return [query for query in queries if query["pairs"]], [query for query in queries if not query["pairs"]]
