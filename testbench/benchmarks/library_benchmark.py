#!/usr/bin/env python3
"""The cost of the package for Python, compared with C++, the command line and Coal's own binding.

    library_benchmark.py COLLISIONCHIP [LIBRARY_CALLS] [--triangles 30000] [--poses 1000] [--repeat 3]

COLLISIONCHIP is the program, LIBRARY_CALLS the target library_calls; without it, the calls of C++ are left out. Coal (`pip install coal`) is
optional. Times are the least of a few repetitions: other work on the machine only adds. Calls are timed by the processor's time of their thread, the
batch by the wall. Prints a line each:

- a call in Python and in C++, of objects that are apart and of a first witness, and what Python adds
- a first witness at each of 200 poses, here and by Coal
- two poses of `today` by two workers that are started, and by the same ones again
- a thousand poses of `today` in one call, and by the command line; the pairs must be the same
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

import collisionchip as cc

APART, MEETS = [9, 0, 0, 1, 0, 0, 0], [0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1]


def least_seconds(repeat, call, clock=time.thread_time):
    times = []
    for _ in range(repeat):
        start = clock()
        result = call()
        times.append(clock() - start)
    return min(times), result


def processor_seconds():
    """Seconds of this process, of its ended children, and of the workers that wait for the next batch."""
    ended = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ticks = 0
    for children in pathlib.Path("/proc/self/task").glob("*/children"):
        for child in children.read_text().split():
            ticks += sum(map(int, pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ended + ticks / os.sysconf("SC_CLK_TCK")


def poses_around(count):
    """Turned everywhere, from deep inside to apart."""
    random = np.random.default_rng(1)
    poses = random.normal(size=(count, 7))
    poses[:, :3] *= random.uniform(0, 0.8, (count, 1)) / np.linalg.norm(poses[:, :3], axis=1, keepdims=True)
    return poses


def calls(a, b, program, files, repeat):
    for what, pose, first in (("apart", APART, False), ("first witness", MEETS, True)):
        pose = np.array(pose, float)
        count = 5000
        collide = cc.collide
        collide(a, b, pose, first=first)

        def many():
            for _ in range(count):
                collide(a, b, pose, first=first)

        python = least_seconds(repeat, many)[0] / count * 1e6
        line = f"call, {what:13}  Python {python:6.2f} us"
        if program:
            words = [program, *files, str(count), *map(str, pose), "first" if first else "all"]
            cxx = min(float(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[0]) for _ in range(repeat))
            line += f"   C++ {cxx:6.2f} us   Python adds {python - cxx:5.2f} us (aim: at most 5)"
        print(line)


def coal_model(coal, shape):
    model = coal.BVHModelOBBRSS()
    vertices, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for vertex in shape.vertices.astype(float):
        vertices.append(vertex)
    for corners in shape.triangles.tolist():
        triangles.append(coal.Triangle(*corners))
    model.beginModel(len(triangles), len(vertices))
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model


def first_witnesses(a, b, repeat):
    poses = poses_around(200)
    collide = cc.collide
    ours, answers = least_seconds(repeat, lambda: [collide(a, b, pose, first=True) for pose in poses])
    colliding = np.array([answer.colliding for answer in answers])
    print(f"first witness   here {ours / len(poses) * 1e6:7.2f} us a pose, {colliding.sum()} of {len(poses)} poses collide")
    try:
        import coal
    except ImportError as error:
        print(f"first witness   Coal skipped: {error} (pip install coal)")
        return
    models = coal_model(coal, a), coal_model(coal, b)
    places = []
    for pose in poses:
        w, x, y, z = pose[3:] / np.linalg.norm(pose[3:])
        places.append(coal.Transform3s(rotation(w, x, y, z), pose[:3]))
    identity, request, result = coal.Transform3s(), coal.CollisionRequest(), coal.CollisionResult()
    request.num_max_contacts, request.enable_contact = 1, False

    def all_poses():
        found = []
        for place in places:
            result.clear()
            found.append(coal.collide(models[0], identity, models[1], place, request, result) > 0)
        return found

    theirs, found = least_seconds(repeat, all_poses)
    print(f"first witness   Coal {getattr(coal, '__version__', '')} {theirs / len(poses) * 1e6:7.2f} us a pose, {sum(found)} collide, "
          f"{int((np.array(found) != colliding).sum())} poses answered otherwise")


def rotation(w, x, y, z):
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def batch_of_today(a, b, count, program, files, folder, repeat):
    poses, machine = poses_around(count), cc.Machine("today")
    (folder / "poses.txt").write_text("".join(" ".join(map(repr, row)) + "\n" for row in poses.tolist()))
    machine.collide(a, b, APART)  # trees are built
    begin = processor_seconds()
    ours, answer = least_seconds(repeat, lambda: machine.collide(a, b, poses), time.perf_counter)
    between = processor_seconds()
    words = [program, "collide", *files, "--poses", folder / "poses.txt", "--chip", "today", "--no-check", "--pairs", folder / "pairs.csv"]
    theirs = least_seconds(repeat, lambda: subprocess.run(words, capture_output=True, check=True), time.perf_counter)[0]
    busy = [seconds / repeat for seconds in (between - begin, processor_seconds() - between)]
    pairs = np.loadtxt(folder / "pairs.csv", np.int64, delimiter=",", skiprows=1, ndmin=2)
    same = np.array_equal(pairs, answer.pairs)
    print(f"today, {count} poses   one call {ours:.2f} s ({busy[0]:.2f} s of processors)   command line, from its start, {theirs:.2f} s "
          f"({busy[1]:.2f} s)   {len(pairs)} pairs, {'the same' if same else 'DIFFERENT'}")
    return same


def small_batches(a, b):
    """Two poses by two workers: the first call starts them, the next ones find them."""
    machine, poses = cc.Machine("today"), poses_around(2)
    machine.collide(a, b, APART)
    first = least_seconds(1, lambda: machine.collide(a, b, poses, jobs=2), time.perf_counter)[0]
    again = least_seconds(20, lambda: machine.collide(a, b, poses, jobs=2), time.perf_counter)[0]
    here = least_seconds(20, lambda: machine.collide(a, b, poses, jobs=1), time.perf_counter)[0]
    print(f"today, 2 poses of {len(a)} triangles   by new workers {first * 1e3:.1f} ms, by those that wait {again * 1e3:.1f} ms, here {here * 1e3:.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("calls", nargs="?")
    parser.add_argument("--triangles", type=int, default=30000)
    parser.add_argument("--poses", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=9)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="collisionchip-") as folder:
        folder = pathlib.Path(folder)
        files = [folder / "gear.ply", folder / "casting.ply"]
        for kind, file in zip(("gear", "finned-casting"), files):
            subprocess.run([words.program, "mesh", kind, file, "--triangles", str(words.triangles)], capture_output=True, check=True)
        a, b = map(cc.Shape.from_file, files)
        calls(a, b, words.calls, files, words.repeat)
        first_witnesses(a, b, words.repeat)
        small_batches(cc.Shape.make("gear", 60), cc.Shape.make("bolt", 60))
        return 0 if batch_of_today(a, b, words.poses, words.program, files, folder, min(words.repeat, 2)) else 1


if __name__ == "__main__":
    sys.exit(main())
