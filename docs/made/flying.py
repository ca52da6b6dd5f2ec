"""Several flying objects in one environment, over time stamps: docs/opencl.md.

Counts come from the mirror on one core and do not depend on the host. Times are processor times, means over the poses.
"""
import math
import random

from made.opencl import HERE, THERE, Bench, short

ENVIRONMENT, SCALE = ("finned-casting", 10000), 3  # the flying objects are a third as wide
KINDS, TRIANGLES, OBJECTS, STAMPS = ("gear", "torus-knot", "sphere", "finned-casting"), 2000, (1, 2, 4, 8), 16
SCHEMES = ("subset_in_blocks", "sequential", "posteriori", "priori")
STEP = 0.005  # of a path, in each direction; the widths are about 1


def first_places(count):
    chance = random.Random(2004)
    return [[*(chance.uniform(-1.2, 1.2) for _ in range(3)), *(chance.gauss(0, 1) for _ in range(4))] for _ in range(count)]


def random_stamps(count):
    """Of each object in turn: another place at each time stamp."""
    places = first_places(count * STAMPS)
    return [places[stamp * count + number] for stamp in range(STAMPS) for number in range(count)]


def path_stamps(count):
    """Small steps along the diagonal, turning by half a degree."""
    angle = math.radians(0.25)
    for stamp in range(STAMPS):
        for x, y, z, *turn in first_places(count):
            w, s = math.cos(stamp * angle), math.sin(stamp * angle)
            a, b, c, d = turn
            yield [x + stamp * STEP, y + stamp * STEP, z + stamp * STEP, w * a - s * d, w * b - s * c, w * c + s * b, w * d + s * a]


class Flight:
    def __init__(self, context):
        self.bench = Bench(context)
        self.environment = self.bench.mesh(*ENVIRONMENT)[0]
        self.objects = [self.bench.mesh(KINDS[number % len(KINDS)], TRIANGLES)[0] for number in range(OBJECTS[-1])]

    def ask(self, objects, poses, scheme, *device):
        path = self.bench.folder / "stamps.txt"
        path.write_text("\n".join(" ".join(f"{value:.5f}" for value in pose) for pose in poses) + "\n")
        first, *others = objects
        words = [word for other in others for word in ("--with", other)] + ([] if scheme == "sequential" else ["--batch", 64])
        return self.bench.stats("quickcd", self.environment, first, "--scale-a", SCALE, *words, "--poses", path, "--scheme", scheme, *device)


def read_rows(flight):
    for count in OBJECTS:
        poses, objects = random_stamps(count), flight.objects[:count]
        alone = sum(flight.ask([one], poses[number::count], "sequential", *HERE)["environment_reads"] for number, one in enumerate(objects))
        visits, *reads = (flight.ask(objects, poses, scheme, *HERE)["environment_reads"] for scheme in SCHEMES[:3])
        yield [count, visits, alone, *reads]


def stamp_rows(flight):
    for name, poses in (("random", random_stamps(8)), ("a path", list(path_stamps(8)))):
        for scheme in SCHEMES:
            run = flight.ask(flight.objects, poses, scheme, *THERE)
            milliseconds = (short(f"{run[seconds] / run['poses'] * 1e3:.4f}") for seconds in ("processor_s", "mirror_s"))
            yield [name, f"`{scheme}`", run["environment_reads"], run["visits"] + run["path_visits"], *milliseconds]


def answer_text(reads):
    count, each, alone, together, posteriori = reads[-1]
    return (f"One walk of A for {count} flying objects reads a node of A for {each / together:.0f} pairs of nodes, and for {each / posteriori:.0f} with eight time stamps together. "
            f"Objects in different places share little: together they read {together / alone:.2f} times what they read alone.")


def make(context):
    flight = Flight(context)
    reads, stamps = list(read_rows(flight)), list(stamp_rows(flight))
    apart, path = stamps[:len(SCHEMES)], stamps[len(SCHEMES):]
    return {
        "docs/opencl.md#flying_answer": answer_text(reads),
        "docs/opencl.md#flying_stamps": [["scheme", "A's nodes read", "DOPs compared", "PoCL", "on a path: compared", "PoCL"],
                                         *([scheme, read, compared, pocl, *path_cells] for (_, scheme, read, compared, pocl, _), path_cells
                                           in zip(apart, ((row[3], row[4]) for row in path)))],
        "docs/tables/flying_reads.csv": [["flying_objects", "read_by_each_pair", "sequential_alone", "sequential_together", "posteriori"], *reads],
        "docs/tables/flying_stamps.csv": [["time_stamps", "scheme", "environment_reads", "dops_compared", "pocl_processors_ms", "one_core_ms"], *stamps]}
