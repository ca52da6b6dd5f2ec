#!/usr/bin/env python3
"""explore() stores and returns what `collisionchip explore` stores.

    explore_test.py COLLISIONCHIP FOLDER_OF_THE_PACKAGE
"""
import csv
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

import numpy as np  # noqa: E402
import collisionchip as cc  # noqa: E402

POSES = [[0.4, 0, 0, 1, 0, 0, 0.1], [0.2, 0.1, 0, 1, 0.3, 0, 0.1]]
PLAN = """
on_conflict = "skip"
[limits]
"chip.area_mm2" = 1
[set]
stack_engine.prefetch = false
sdram.t_rc = 15
[[axis]]
key = "sdram.t_ras"
values = [10, 16]
[[axis]]
key = "sdram.page_policy"
values = ["open", "closed"]
[[workload]]
name = "gears"
a = { kind = "gear", triangles = 60 }
b = "bolt.ply"
poses = "poses.txt"
[[workload]]
name = "first, of two"
a = "bolt.ply"
b = { kind = "gear", triangles = 60 }
first = true
poses = ["0 0 0 1 0 0 0"]
"""


class Explorations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="κόσμος ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bolt = cc.Shape.make("bolt", 60)
        self.bolt.save(self.folder / "bolt.ply")
        (self.folder / "poses.txt").write_text("".join(" ".join(map(str, pose)) + "\n" for pose in POSES))
        (self.folder / "plan.toml").write_text(PLAN)
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)

    def program(self, *words):
        return subprocess.run([PROGRAM, "explore", *words], cwd=self.folder, capture_output=True, encoding="utf-8")

    def rows(self, folder):
        with open(self.folder / folder / "results.csv", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def agree(self, told, rows):
        self.assertEqual(len(told), len(rows))
        for result, row in zip(told, rows):
            for name in ("point", "workload", "status", "configuration"):
                self.assertEqual(str(result[name]), row[name])
            for name in ("reason", "beyond", "bound_by", "roof"):
                self.assertEqual(result.get(name, ""), row[name])
            self.assertEqual([str(value) for value in result["axes"].values()], [row[key] for key in result["axes"]])
            numbers = {name: value for name, value in row.items() if "." in name and name not in result["axes"] or name == "cycles"}
            self.assertEqual({name: str(value) for name, value in result.get("statistics", {}).items() if name in numbers},
                             {name: value for name, value in numbers.items() if value != ""})

    def test_results_are_those_of_the_program(self):
        done = self.program("plan.toml", "--out", "theirs")
        self.assertEqual(done.returncode, 0, done.stderr)
        told = cc.explore("plan.toml", "ours", jobs=2)
        self.agree(told, self.rows("theirs"))
        self.assertEqual({result["status"] for result in told}, {"done", "skipped"})
        self.assertEqual({result.get("beyond") for result in told if result["status"] == "done"}, {"chip.area_mm2"})
        for name in ("results.csv", "results.json", "front.csv"):
            self.assertEqual((self.folder / "ours" / name).read_bytes(), (self.folder / "theirs" / name).read_bytes(), name)
        self.assertIn("computed  0 ", self.program("plan.toml", "--out", "ours").stdout, "either goes on where the other one was")
        self.assertEqual(cc.explore("plan.toml", "theirs"), told)
        self.assertEqual(cc.explore(pathlib.Path("plan.toml")), told, "without a folder")

    def test_a_plan_may_be_a_dictionary(self):
        told = cc.explore("plan.toml")
        gear = {"kind": "gear", "triangles": np.int64(60)}
        plan = {"on_conflict": "skip", "limits": {"chip.area_mm2": 1}, "set": {"stack_engine": {"prefetch": np.bool_(False)}, "sdram.t_rc": 15},
                "axis": [{"key": "sdram.t_ras", "values": np.array([10, 16])}, {"key": "sdram.page_policy", "values": ("open", "closed")}],
                "workload": [{"name": "gears", "a": gear, "b": self.bolt, "poses": np.array(POSES)},
                             {"name": "first, of two", "a": "bolt.ply", "b": cc.Shape.make("gear", 60), "first": True, "poses": np.eye(4)}]}
        self.assertEqual(cc.explore(plan), told)
        self.assertEqual(cc.explore({**plan, "workload": [{**plan["workload"][0], "poses": "poses.txt"}, plan["workload"][1]]}), told)

    def test_estimates_leave_some_out(self):
        plan = {"axis": [{"key": "dop_unit.dotadds", "values": [1, 2, 4, 8]}],
                "workload": [{"name": "w", "a": cc.Shape.make("gear", 600), "b": cc.Shape.make("bolt", 600), "poses": POSES}]}
        told, every = cc.explore(plan, keep=1), cc.explore(plan)
        self.assertIn("pruned", {result["status"] for result in told})
        kept = {result["point"]: result for result in told if result["status"] == "done"}
        for result in every:
            self.assertEqual(kept.get(result["point"], result), result)
        self.assertIn(min(every, key=lambda result: result["statistics"]["cycles"])["point"], kept)

    def test_what_is_refused(self):
        work = [{"name": "w", "a": "bolt.ply", "b": "bolt.ply"}]
        for plan, complaint in (({"axis": [{"key": "sdram.bnaks", "values": [4]}], "workload": work},
                                 "^plan.toml:1: axis.key: sdram.bnaks: unknown key; nearest is sdram.banks$"),
                                ({"workload": [{"name": "w", "a": "none.ply", "b": "bolt.ply"}]}, "none.ply"),
                                ({"workload": work, "base": "chip.toml"}, f"{self.folder}/chip.toml: expected a readable file"),
                                ({"workload": work, "timeuot": 3}, "timeuot")):
            with self.assertRaisesRegex(cc.Error, complaint) as caught:
                cc.explore(plan)
            self.assertNotIn(tempfile.gettempdir() + "/collisionchip-", caught.exception.place + caught.exception.file)
        os.mkdir("other")
        pathlib.Path("other/letter.txt").write_text("mine")
        self.assertRaisesRegex(cc.Error, "other: expected", cc.explore, "plan.toml", "other")
        self.assertRaisesRegex(ValueError, "poses: expected at least one", cc.explore, {"workload": [{"name": "w", "a": "bolt.ply", "poses": np.zeros((0, 7))}]})

    def test_an_interrupt_ends_it_within_a_second_and_loses_nothing(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        plan = {"axis": [{"key": "pointer_fifo.depth", "from": 1000, "to": 9000}],
                "workload": [{"name": "w", "a": cc.Shape.make("gear", 1000), "b": cc.Shape.make("bolt", 1000), "poses": POSES}]}
        pressed = []

        def press():
            store = self.folder / "kept/explore.sqlite-wal"
            while not (store.exists() and store.stat().st_size > 300_000):
                time.sleep(0.01)
            pressed.append(time.monotonic())
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        thread = threading.Thread(target=press, daemon=True)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            cc.explore(plan, "kept", check=False)
        self.assertLess(time.monotonic() - pressed[0], 1)
        thread.join()
        self.assertEqual(pathlib.Path(f"/proc/self/task/{threading.main_thread().native_id}/children").read_text(), "")
        done = self.program("plan.toml", "--out", "kept")  # another plan: the folder is sound
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
