#!/usr/bin/env python3
"""The cost of a scene's frame in Python, compared with trimesh's CollisionManager if that is installed.

    scene_benchmark.py [--parts 30] [--moving 11] [--triangles 300] [--frames 200] [--repeat 5]

Parts tumble as in `kind = "rain"` (docs/scenes.md). Each answer says which of them collide. Prints a line each: microseconds of processor time for a
frame, the least of a few repetitions, and the number of frames with another answer than ours. For a chip it prints the time by the chip's own clock.
Coal 3.0.3 is left out: its binding takes no Python callback and cannot tell which objects it has collected. C++: broad_phase_benchmark.
"""
import argparse
import time

import numpy as np

import collisionchip as cc

KINDS = "bolt", "gear", "coil-spring", "torus-knot", "finned-casting"


def rotation(quaternion):
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def matrices_of(parts, moving, frames):
    """(frames, parts, 4, 4): the first ones go on by at most 0.02 in each number."""
    random = np.random.default_rng(5)
    half = 0.6 * np.cbrt(parts)
    places = np.column_stack([random.uniform(-half, half, (parts, 3)), random.uniform(-1, 1, (parts, 4))])
    all_frames = np.tile(np.eye(4), (frames, parts, 1, 1))
    for frame in all_frames:
        places[:moving] += random.uniform(-0.02, 0.02, (moving, 7))
        for matrix, place in zip(frame, places):
            matrix[:3, :3], matrix[:3, 3] = rotation(place[3:]), place[:3]
    return all_frames


class Run:
    def __init__(self, words):
        self.shapes = [cc.Shape.make(kind, words.triangles) for kind in KINDS]
        self.matrices = matrices_of(words.parts, words.moving, words.frames)
        self.moving, self.repeat = words.moving, words.repeat
        self.expected = None

    def shape(self, part):
        return self.shapes[part % len(KINDS)]

    def time(self, what, frames, moving_alone=False):
        """`frames` gives a set of pairs of names for each frame."""
        times = []
        for _ in range(self.repeat):
            start = time.process_time()
            answers = list(frames())
            times.append(time.process_time() - start)
        names = [{tuple(sorted(pair)) for pair in answer} for answer in answers]
        self.expected = self.expected or names
        wrong = sum(ours != {pair for pair in theirs if not moving_alone or min(map(int, pair)) < self.moving}
                    for ours, theirs in zip(names, self.expected))
        print(f"{what:58} {min(times) / len(names) * 1e6:8.1f} us a frame, {sum(map(len, names)) / len(names):.1f} pairs collide, {wrong} frames otherwise")

    def scene(self, fixed):
        scene = cc.Scene()
        for part, matrix in enumerate(self.matrices[0]):
            scene.add(self.shape(part), matrix, str(part), fixed=fixed and part >= self.moving)
        return scene

    def ours(self):
        for fixed in False, True:
            scene, poses = self.scene(fixed), self.matrices[:, :self.moving if fixed else None]

            def one_by_one():
                for frame in poses:
                    scene.move_all(frame)
                    yield scene.collide(first=True).names

            what = "others fixed" if fixed else "all may move"
            self.time(f"Scene, frame by frame, {what}", one_by_one, fixed)
            self.time(f"Scene, all frames in one call, {what}", lambda: scene.collide(None, poses, first=True, jobs=1).names, fixed)

    def chip(self):
        for fixed in False, True:
            poses = self.matrices[:20, :self.moving if fixed else None]
            times = self.scene(fixed).collide(cc.Machine("today"), poses, first=True).cost["total_ns"] / 1e3
            what = f"a chip of today, by its clock, {'others fixed' if fixed else 'all may move'}"
            print(f"{what:58} {times.mean():8.1f} us a frame, bus included")

    def trimesh(self):
        import trimesh
        manager = trimesh.collision.CollisionManager()
        meshes = [trimesh.Trimesh(shape.vertices, shape.triangles, process=False) for shape in self.shapes]
        for part, matrix in enumerate(self.matrices[0]):
            manager.add_object(str(part), meshes[part % len(KINDS)], matrix)

        def frames():
            for matrices in self.matrices:
                for part in range(self.moving):
                    manager.set_transform(str(part), matrices[part])
                yield manager.in_collision_internal(return_names=True)[1]

        self.time(f"trimesh {trimesh.__version__} CollisionManager", frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name, value in (("parts", 30), ("moving", 11), ("triangles", 300), ("frames", 200), ("repeat", 5)):
        parser.add_argument(f"--{name}", type=int, default=value)
    run = Run(parser.parse_args())
    run.ours()
    run.chip()
    try:
        run.trimesh()
    except (ImportError, ValueError) as error:  # ValueError: trimesh without python-fcl
        print(f"trimesh skipped: {error} (pip install trimesh python-fcl)")


if __name__ == "__main__":
    main()
