#!/usr/bin/env python3
"""What python-fcl and trimesh say to the poses of a set, and how long a Python program waits for it. Either may be missing.

    python3 docs/made/python_libraries.py A.off B.off POSES EXACT.csv --name SET    # rows as those of `library_benchmark --csv`
    python3 docs/made/python_libraries.py --versions   # library,version of those that are installed

EXACT.csv are the pairs that `collide --out` writes. The best of three calls counts, processor time of the thread. docs/make.py libraries runs it.
"""
import argparse
import csv
import importlib
import importlib.metadata
import time

LIBRARIES = {"python-fcl": "fcl", "trimesh": "trimesh"}  # package: module
ROUNDS = 3
ALL = 1 << 30


def installed():
    """Versions by package."""
    found = {}
    for package, module in LIBRARIES.items():
        try:
            importlib.import_module(module)
            found[package] = importlib.metadata.version(package)
        except ImportError:
            pass
    if "python-fcl" not in found:
        found.pop("trimesh", None)  # it asks python-fcl
    return found


def read_off(path):
    import numpy
    words = open(path).read().split()
    vertices, faces = int(words[1]), int(words[2])
    points = numpy.array(words[4:4 + 3 * vertices], numpy.float64).reshape(-1, 3)
    triangles = numpy.array(words[4 + 3 * vertices:], numpy.int64).reshape(faces, 4)[:, 1:]
    return points.astype(numpy.float32).astype(numpy.float64), triangles


def read_poses(path):
    import numpy
    for line in open(path):
        if line.strip() and not line.startswith("#"):
            pose = numpy.eye(4)
            pose[:3] = numpy.array(line.split(), numpy.float32).reshape(3, 4)
            yield pose


class PythonFcl:
    def __init__(self, a, b):
        import fcl
        self.fcl, self.objects = fcl, []
        for points, triangles in (a, b):
            model = fcl.BVHModel()
            model.beginModel(len(points), len(triangles))
            model.addSubModel(points, triangles)
            model.endModel()
            self.objects.append(fcl.CollisionObject(model, fcl.Transform()))

    def ask(self, pose, first):
        self.objects[1].setTransform(self.fcl.Transform(pose[:3, :3], pose[:3, 3]))
        result = self.fcl.CollisionResult()
        self.fcl.collide(*self.objects, self.fcl.CollisionRequest(num_max_contacts=1 if first else ALL), result)
        return result.contacts

    def pairs(self, answer):
        return [(contact.b1, contact.b2) for contact in answer]


class Trimesh:
    def __init__(self, a, b):
        import trimesh
        self.managers = [trimesh.collision.CollisionManager() for _ in "ab"]
        for manager, name, (points, triangles) in zip(self.managers, "ab", (a, b)):
            manager.add_object(name, trimesh.Trimesh(points, triangles, process=False))

    def ask(self, pose, first):
        """Asked for the first it says yes or no."""
        self.managers[1].set_transform("b", pose)
        if first:
            return [None] * self.managers[0].in_collision_other(self.managers[1])
        return self.managers[0].in_collision_other(self.managers[1], return_data=True)[1]

    def pairs(self, answer):
        return [contact and (contact.index("a"), contact.index("b")) for contact in answer]


CONTENDERS = {"python-fcl": PythonFcl, "trimesh": Trimesh}


def exact_pairs(path):
    exact = {}
    for row in csv.DictReader(open(path)):
        exact.setdefault(int(row["pose"]), set()).add((int(row["triangle_a"]), int(row["triangle_b"])))
    return exact


def best_of(contender, pose, first):
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        answer = contender.ask(pose, first)
        best = min(best, time.thread_time_ns() - start)
        if best > 1e8:
            break
    return best / 1000, contender.pairs(answer)


def measure(arguments):
    a, b = read_off(arguments.files[0]), read_off(arguments.files[1])
    exact = exact_pairs(arguments.files[3])
    contenders = {name: CONTENDERS[name](a, b) for name in installed()}
    for number, pose in enumerate(read_poses(arguments.files[2])):
        wanted = exact.get(number, set())
        for first in (False, True):
            for name, contender in contenders.items():
                us, pairs = best_of(contender, pose, first)
                found = set(pairs)
                missed = (len(wanted - found) if not first else int(bool(wanted) and not found))
                extra = len(found - wanted) if None not in found else int(not wanted)
                print(f"{arguments.name},{arguments.step * number},{'first' if first else 'all'},{name},{us:.3f},{len(found)},{missed},{extra},,,,,", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", help="A.off B.off POSES EXACT.csv")
    parser.add_argument("--name", default="set")
    parser.add_argument("--step", type=int, default=1, help="POSES holds each so many of the set; rows have the set's numbers")
    parser.add_argument("--versions", action="store_true")
    arguments = parser.parse_args()
    if arguments.versions:
        for package, version in installed().items():
            print(f"{package},{version}")
    elif len(arguments.files) == 4:
        measure(arguments)
    else:
        parser.error("expected A.off B.off POSES EXACT.csv")


if __name__ == "__main__":
    main()
