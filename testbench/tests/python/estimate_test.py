#!/usr/bin/env python3
"""Machine.estimate says what `collisionchip estimate --json` says.

    estimate_test.py COLLISIONCHIP FOLDER_OF_THE_PACKAGE
"""
import json
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
sys.path.insert(0, sys.argv[2])

import collisionchip as cc  # noqa: E402

POSES = [[0.4, 0, 0, 1, 0, 0, 0.1], [5, 0, 0.3, 1, 0, 0.5, 0], [0.2123456789, 0.1, 0, 1, 0.3, 0, 0.1]]  # the second is apart
A, B = cc.Shape.make("gear", 2000), cc.Shape.make("finned-casting", 2000)


class Estimates(unittest.TestCase):
    def program(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            A.save(f"{folder}/a.ply")
            B.save(f"{folder}/b.ply")
            pathlib.Path(folder, "poses.txt").write_text("".join(" ".join(map(str, pose)) + "\n" for pose in POSES))
            done = subprocess.run([PROGRAM, "estimate", "a.ply", "b.ply", "--poses", "poses.txt", "--json", "e.json", *words], cwd=folder,
                                  capture_output=True, encoding="utf-8")
            return json.loads(pathlib.Path(folder, "e.json").read_text())["poses"] if done.returncode == 0 else done.stderr

    def test_they_are_the_programs(self):
        machine = cc.Machine("paper52", {"sdram.banks": 8})
        words = ("--chip", "paper52", "--set", "sdram.banks=8")
        told = machine.estimate(A, B, POSES)
        self.assertEqual(told, self.program(*words))
        self.assertFalse(told[0]["whole"])
        self.assertEqual(machine.estimate(A, B, POSES, first=True, lists=50), self.program(*words, "--first", "--lists", "50"))
        self.assertEqual({**machine.estimate(A, B, [*POSES[2][:3], *POSES[2][4:], POSES[2][3]], quaternion="xyzw"), "pose": 2}, told[2])

    def test_whole_ones_are_the_cycles(self):
        machine = cc.Machine()
        small = cc.Shape.make("gear", 60)
        one = machine.estimate(small, small, POSES[0])
        self.assertTrue(one["whole"])
        self.assertEqual(one["cycles"], machine.collide(small, small, POSES[0]).cost["cycles"])

    def test_what_is_not_covered_is_said(self):
        self.assertIn("collisionchip: estimate: ", self.program("--chip", "today"))
        with self.assertRaises(cc.Error) as caught:
            cc.Machine("today").estimate(A, B, POSES)
        self.assertIn(f"collisionchip: {caught.exception}; `collisionchip collide` simulates it", self.program("--chip", "today"))
        self.assertRaisesRegex(cc.Error, "^lists: expected at least 10, got 9$", cc.Machine().estimate, A, B, lists=9)

    def test_an_interrupt_ends_it_within_a_second(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        pressed = []

        def press():
            pressed.append(time.monotonic())
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        timer = threading.Timer(0.3, press)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            cc.Machine().estimate(A, B, POSES * 2000)
        self.assertLess(time.monotonic() - pressed[0], 1)
        timer.join()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
