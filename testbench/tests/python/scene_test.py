#!/usr/bin/env python3
"""Scenes in Python say what the verb `scene` writes, and what their parts say two by two.

    scene_test.py COLLISIONCHIP FOLDER_OF_THE_PACKAGE

Needs NumPy and a build with COLLISIONCHIP_BUILD_PYTHON. The program's own files are the judge.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[2]).resolve()))

import numpy as np  # noqa: E402
import collisionchip as cc  # noqa: E402

RAIN = """chip = "{}"
frames = 4
deadline_us = 2000
[set]
{}
[scene]
kind = "rain"
objects = 6
shapes = 3
triangles = 60
spacing = 0.6
speed = 0.3
spin = 0.5
"""
BOX = cc.Shape.make("box", 12)
FAR = [9, 0, 0, 1, 0, 0, 0]


def relative(a, b):
    """Where B is in A's frame, in double and not rounded."""
    undo = np.linalg.inv(a[:, :3])
    return np.column_stack([undo @ b[:, :3], undo @ (b[:, 3] - a[:, 3])])


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="κόσμος ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def rain(self, chip="today", keys=""):
        (self.folder / "rain.toml").write_text(RAIN.format(chip, keys))
        return cc.SceneFile(self.folder / "rain.toml")


class SceneAnswers(Folder):
    def test_pairs_and_costs_are_those_of_the_verb(self):
        for chip, keys in (("paper41", "sdram.banks = 8"), ("beyond", "group_engine.queries = 4")):
            file = self.rain(chip, keys)
            done = subprocess.run([PROGRAM, "scene", "rain.toml", "--out", chip], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            pairs = [line.split(",") for line in (self.folder / chip / "pairs.csv").read_text().splitlines()[1:]]
            lines = [line.split(",") for line in (self.folder / chip / "frames.csv").read_text().splitlines()]
            frames = {name: [line[i] for line in lines[1:]] for i, name in enumerate(lines[0])}
            scene = file.scene
            self.assertEqual((len(file), file.frames.shape, file.deadline_us), (4, (4, 6, 3, 4), 2000))
            for engine, jobs in ((None, 0), (file.mirror, 1), (file.chip, 0), (cc.Machine(chip, {keys.split(" ")[0]: int(keys.split(" ")[-1])}), 1)):
                answer = scene.collide(engine, file.frames, check=True, jobs=jobs)
                self.assertEqual([[str(f), scene.name(a), scene.name(b), str(s), str(t)] for f, a, b, s, t in answer.pairs], pairs)
                self.assertEqual(np.bincount(answer.asked[:, 0]).tolist(), list(map(int, frames["pairs_tested"])))
                self.assertEqual(np.bincount(answer.asked[answer.found > 0, 0]).tolist(), list(map(int, frames["pairs_colliding"])))
                if answer.cost["cycles"].any():
                    for name in ("cycles", "pci_cycles", "pci_bytes", "total_ns", "chip_ns", "link_ns", "host_ns", "overlap_ns"):
                        self.assertEqual(answer.cost[name].tolist(), list(map(int, frames[name])), name)
            self.assertGreater(answer.cost["cycles"].min(), 0)
            self.assertEqual([{(scene.name(a), scene.name(b)) for a, b in one.asked[one.found > 0]} for one in answer], answer.names)

    def test_pairs_are_those_of_the_parts_two_by_two(self):
        file = self.rain()
        scene = file.scene
        scene.move_all(file.frames[2])
        answer, places = scene.collide(), {part: scene.pose(part) for part in scene.parts}
        expected = []
        for a in scene.parts:
            for b in scene.parts[a + 1:]:
                pairs = cc.collide(scene.shape(a), scene.shape(b), relative(places[a], places[b])).pairs
                expected += [[a, b, *pair] for pair in pairs.tolist()]
        self.assertEqual(answer.pairs.tolist(), expected)
        np.testing.assert_array_equal(answer.pairs, scene.collide(None, file.frames)[2].pairs)
        self.assertGreater(len(expected), 50)

    def test_an_answer_is_arrays(self):
        file = self.rain()
        scene = file.scene
        one, many = scene.collide(limit=2, statistics=True), scene.collide(file.chip, file.frames, first=True, statistics=True)
        self.assertEqual((one.pairs.dtype, one.pairs.shape[1], one.asked.shape[1], many.pairs.shape[1], many.asked.shape[1]), (np.int32, 4, 2, 5, 3))
        self.assertEqual((len(one), len(many), bool(one), one.colliding, many.colliding.tolist()), (1, 4, True, True, [True] * 4))
        self.assertEqual(len(many.pairs), (many.found > 0).sum())
        self.assertEqual([query["pairs"] for query in one.statistics], one.found.tolist())
        self.assertEqual([query["pose"] for query in many.statistics], many.asked[:, 0].tolist())
        of_pairs = np.bincount(many.asked[:, 0], many.pair_costs["cycles"])
        self.assertTrue((of_pairs > many.cost["cycles"]).all(), "queries in flight overlap")
        alone = scene.collide(cc.Machine("beyond"), file.frames, first=True)
        self.assertEqual(np.bincount(alone.asked[:, 0], alone.pair_costs["cycles"]).tolist(), alone.cost["cycles"].tolist())
        self.assertEqual(many[-1].pairs.tolist(), many.pairs[many.pairs[:, 0] == 3][:, 1:].tolist())
        self.assertIsNone(scene.collide().statistics)
        some = scene.collide(None, file.frames, any=True, first=True)
        self.assertEqual((some.colliding.tolist(), len(some.pairs)), ([True] * 4, 4))
        self.assertRaises(IndexError, lambda: many[4])
        self.assertRegex(repr(many), r"<SceneAnswer of 4 frames, \d+ of \d+ pairs of parts collide>")


class SceneParts(unittest.TestCase):
    def test_parts_come_and_go(self):
        scene = cc.Scene()
        self.assertEqual((len(scene.collide().asked), scene.collide().names, len(scene)), (0, set(), 0))
        lid, table = scene.add(BOX, name="lid"), scene.add(BOX, np.eye(4), "table", fixed=True)
        floor = scene.add(BOX, fixed=True)
        self.assertEqual((lid, table, floor, scene.name(floor), scene.find("lid"), scene.movable), (0, 1, 2, "part-2", 0, [0]))
        self.assertEqual(scene.collide().names, {("lid", "table"), ("lid", "part-2")})
        scene.ignore("lid", floor)
        before = scene.collide()
        self.assertEqual(before.names, {("lid", "table")})
        other = scene.copy()
        other.remove("table")
        self.assertEqual((other.collide().names, other.parts, len(scene)), (set(), [0, 2], 3))
        self.assertEqual((other.add(BOX, name="table"), before.names, other.collide().names), (3, {("lid", "table")}, {("lid", "table"), ("part-2", "table")}))
        scene.move("lid", FAR)
        np.testing.assert_array_equal(scene.pose("lid"), [[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0]])
        self.assertEqual((scene.collide().names, repr(scene)), (set(), "<Scene of 3 parts>"))
        scene.move(lid, None)
        self.assertTrue(scene.collide())

    def test_poses_have_many_forms(self):
        scene = cc.Scene()
        scene.add(BOX)
        half = 0.5 ** 0.5
        for pose, quaternion in (([1, 2, 3, half, 0, 0, half], "wxyz"), ([1, 2, 3, 0, 0, half, half], "xyzw"),
                                 ([[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3]], "wxyz"), (np.array([0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3], "f4"), "xyzw"),
                                 ([[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]], "wxyz")):
            for place in (lambda: scene.move(0, pose, quaternion=quaternion), lambda: scene.move_all([pose], quaternion=quaternion),
                          lambda: scene.move(scene.add(BOX, pose, quaternion=quaternion), FAR) or scene.remove(scene.parts[-1])):
                place()
                np.testing.assert_allclose(scene.pose(0), [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3]], atol=1e-15)
            self.assertEqual(len(scene.collide(None, [[pose]] * 3, quaternion=quaternion)), 3)

    def test_complaints(self):
        scene = cc.Scene()
        scene.add(BOX, name="lid")
        scene.add(BOX, name="table", fixed=True)
        for kind, words, call in (
                (cc.Error, "^name: expected another one than 'lid', which a part has$", lambda: scene.add(BOX, name="lid")),
                (cc.Error, "^part: expected a name of the scene, got 'box'$", lambda: scene.move("box", FAR)),
                (cc.Error, "^part: expected one of the scene, got number 7$", lambda: scene.ignore(0, 7)),
                (cc.Error, "^part: expected one that may move, got table, which is fixed$", lambda: scene.move("table", FAR)),
                (cc.Error, "^pose: expected a quaternion of length about 1", lambda: scene.add(BOX, [0] * 7)),
                (cc.Error, r"^frames\[2\]\[0\]: expected a quaternion of length", lambda: scene.collide(None, [[FAR, FAR], [FAR, FAR], [[0] * 7, FAR]])),
                (cc.Error, "^frame 0, poses: expected one for each of 1 parts that are not fixed, got 2$", lambda: scene.collide(None, [[FAR, FAR]])),
                (cc.Error, "^poses: expected one for each of 1 parts", lambda: scene.move_all([FAR, FAR])),
                (ValueError, r"^frames: expected shape \(frames, parts, ...\)", lambda: scene.collide(None, [FAR])),
                (ValueError, r"^frames: expected poses of shape .* got \(2,\)", lambda: scene.collide(None, [1, 2])),
                (ValueError, "^pose: expected one, got 2$", lambda: scene.move(0, [FAR, FAR])),
                (ValueError, "^quaternion: expected", lambda: scene.move(0, FAR, quaternion="wxzy")),
                (TypeError, "^engine: expected a Machine, an Engine or None, got str$", lambda: scene.collide("today")),
                (TypeError, "incompatible", lambda: scene.move(1.5, FAR)),
                (cc.Error, "missing.toml: expected a readable file", lambda: cc.SceneFile("missing.toml"))):
            self.assertRaisesRegex(kind, words, call)


class SceneThreads(Folder):
    def test_threads_ask_and_change_a_scene_as_they_like(self):
        file, wrong, done = self.rain(), [], threading.Event()
        scene, chip = file.scene, cc.Machine("today")
        known = [scene.collide(None, file.frames)[i].pairs.tolist() for i in range(4)]

        def change():
            for i in range(400):
                scene.move_all(file.frames[i % 4])
            done.set()

        def ask(engine):
            while not done.is_set():
                if scene.collide(engine).pairs.tolist() not in known:
                    wrong.append(engine)

        threads = [threading.Thread(target=change), *(threading.Thread(target=ask, args=[engine]) for engine in (None, None, chip))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_who_changes_a_scene_waits_for_those_who_ask(self):
        file, began = self.rain(), threading.Event()
        scene, frames = file.scene, np.tile(file.frames, (12, 1, 1, 1))

        def ask():
            began.set()
            scene.collide(file.chip, frames, jobs=1)

        for _ in range(5):  # one that begins late has not asked yet
            began.clear()
            thread = threading.Thread(target=ask)
            thread.start()
            began.wait()
            time.sleep(0.05)
            scene.move(0, FAR)
            thread.join(0.1)  # a third of what the answer takes
            waited = not thread.is_alive()
            thread.join()
            if waited:
                return
        self.fail("the scene was changed meanwhile")

    def test_an_interrupt_ends_frames_within_a_second(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        file = self.rain()
        scene = file.scene
        for engine, many, jobs in ((None, 40_000, 2), (file.chip, 5000, 0), (file.chip, 5000, 1)):
            frames, pressed = np.tile(file.frames, (many // 4, 1, 1, 1)), []

            def press():
                pressed.append(time.monotonic())
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

            timer = threading.Timer(0.5, press)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                scene.collide(engine, frames, jobs=jobs)
            self.assertLess(time.monotonic() - pressed[0], 1)
            timer.join()
        self.assertEqual(len(scene.collide(file.chip, file.frames)), 4)  # the next one is answered


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
