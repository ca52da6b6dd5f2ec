#!/usr/bin/env python3
"""All verbs take a chip, poses and objects in the same words, and complain of them in the same line.

    question_options_test.py COLLISIONCHIP
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
OBJECTS = ["a.obj", "b.obj"]
COLLIDE = ["collide", *OBJECTS]
ESTIMATE = ["estimate", *OBJECTS]
FAULTS = ["faults", *OBJECTS, "--fault", "fifo_drop:0"]
RECORD = ["vectors", "record", *OBJECTS, "--out", "out.vectors"]
TAKE_CHIP = (COLLIDE, ESTIMATE, FAULTS, RECORD, ["config"], ["evaluate", "--workload", "plan.toml"])
TAKE_OBJECTS = (COLLIDE, ESTIMATE, FAULTS, RECORD)
TAKE_POSES = (COLLIDE, ESTIMATE, RECORD)
NAMES = (("collide",), ("estimate",), ("faults",), ("vectors", "record"), ("config",), ("evaluate",), ("verify",))


class QuestionOptions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.ok("mesh", "gear", "a.obj", "-n", "200")
        self.ok("mesh", "torus-knot", "b.obj", "-n", "200")
        (self.folder / "poses.txt").write_text("0.3 0 0 1 0 0 0\n")
        (self.folder / "plan.toml").write_text(
            'name = "one"\nobjective = "query.cycles"\n[[workload]]\nname = "one"\na = "a.obj"\nb = "b.obj"\n'
            'poses = ["0 0 0 1 0 0 0"]\n')

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, input="")

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")
        return done.stdout

    def same_complaint(self, status, expected, verbs, *words):
        for verb in verbs:
            done = self.run_program(*verb, *words)
            self.assertEqual((done.returncode, done.stderr), (status, f"collisionchip: {expected}{' (see --help)' if status == 2 else ''}\n"), verb)

    def test_a_wrong_chip(self):
        self.same_complaint(3, "--set sdram.bank=4: unknown key; nearest is sdram.banks", TAKE_CHIP,
                            "--set", "sdram.bank=4")
        self.same_complaint(3, "triangle_unit.cache_lines = 6 is not a multiple of triangle_unit.cache_ways = 4",
                            TAKE_CHIP, "--set", "triangle_unit.cache_lines=6", "--set", "triangle_unit.cache_ways=4")
        lines = {self.run_program(*verb, "--chip", "paper42").stderr
                 for verb in (*TAKE_CHIP, ["verify", *OBJECTS])}
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("paper42", lines.pop())

    def test_keys_count_in_the_order_given_and_after_the_file(self):
        (self.folder / "chip.toml").write_text('base = "paper52"\n[sdram]\nbanks = 8\n')
        for words, banks in ([], 8), (["--set", "sdram.banks=2"], 2), (["--set", "sdram.banks=2", "--set", "sdram.banks=4"], 4):
            self.assertIn(f"banks = {banks}\n", self.ok("config", "--chip", "chip.toml", *words))
        # --set takes one word: what follows is the verb's own.
        self.ok("estimate", "--set", "sdram.banks=2", *OBJECTS)

    def test_a_kind_leaves_what_is_set_key_by_key_whatever_the_order(self):
        key, kind = "sdram.t_rp=60", "memory.kind=ddr4-3200"
        (self.folder / "chip.toml").write_text("[sdram]\nt_rp = 60\n")
        (self.folder / "kind.toml").write_text('sdram.t_rp = 60\nmemory.kind = "ddr4-3200"\n')
        expected = self.ok("config", "--set", kind, "--set", key)
        self.assertIn("t_rp = 60\n", expected)
        for words in (["--set", key, "--set", kind], ["--chip", "chip.toml", "--set", kind], ["--chip", "kind.toml"]):
            self.assertEqual(self.ok("config", *words), expected, words)
        (self.folder / "whole.toml").write_text(self.ok("config", "--set", key))
        self.assertEqual(self.ok("config", "--chip", "whole.toml", "--set", kind), expected)
        lines = ['{"sdram.t_rp": 60, "memory.kind": "ddr4-3200"}', '{"memory.kind": "ddr4-3200", "sdram.t_rp": 60}',
                 '{"memory": {"kind": "ddr4-3200"}, "sdram": {"t_rp": 60}}', '{"sdram": {"t_rp": 60}, "memory": {"kind": "ddr4-3200"}}']
        answers = {self.evaluated([line]) for line in lines}
        self.assertEqual(answers, {self.evaluated(['{"memory.kind": "ddr4-3200"}'], "--set", key)})
        self.assertEqual(len(answers | {self.evaluated(['{"memory.kind": "ddr4-3200"}'])}), 2)
        (self.folder / "scene.toml").write_text(
            'chip = "chip.toml"\nframes = 1\n[set]\nsdram.t_rcd = 61\n[[object]]\nname = "a"\nmesh = "a.obj"\n[[object]]\nname = "b"\nmesh = "b.obj"\n')
        self.ok("scene", "scene.toml", "--out", "scene", "--set", kind)
        written = (self.folder / "scene" / "chip.toml").read_text()
        self.assertEqual(written, self.ok("config", "--set", kind, "--set", key, "--set", "sdram.t_rcd=61"))

    def evaluated(self, lines, *words):
        done = subprocess.run([PROGRAM, "evaluate", "--workload", "plan.toml", "--statistic", "cycles", *words], cwd=self.folder,
                              capture_output=True, text=True, input="\n".join(lines) + "\n")
        return done.stdout

    def test_all_verbs_refuse_objects_for_which_there_is_no_room(self):
        for name in ("large.obj", "other.obj"):
            self.ok("mesh", "gear", name, "-n", "3000")
        objects = ["large.obj", "other.obj"]
        verbs = [["collide", *objects], ["estimate", *objects], ["faults", *objects, "--fault", "fifo_drop:0"],
                 ["vectors", "record", *objects, "--out", "out.vectors"], ["trees", *objects, "--chip", "paper41"]]
        self.same_complaint(3, "objects of 3000 and 3000 triangles need 3 MiB of SDRAM: expected at most sdram.capacity_mib = 1", verbs,
                            "--set", "sdram.capacity_mib=1")

    def test_the_estimator_refuses_other_machines_by_name_and_says_nothing_else(self):
        machines = [(["--set", f"tree.format={name}"], f"tree.format = {name}: the recurrence knows the DOP Unit alone")
                    for name in ("obb64", "obb40", "aabb32", "aabb21")]
        machines += [(["--chip", "beyond"], "engine.kind = groups: only machines with lists of pairs can be estimated"),
                     (["--chip", "bruteforce"], "engine.kind = brute_force: the recurrence knows lists alone")]
        for words, complaint in machines:
            done = self.run_program("estimate", *words, *OBJECTS)
            self.assertEqual(done.returncode, 3)
            self.assertEqual(done.stderr, f"collisionchip: estimate: {complaint}; `collisionchip collide` simulates it\n")
            self.assertEqual(done.stdout, "")

    def test_poses_without_an_estimate_are_said_in_one_line(self):
        (self.folder / "forty.txt").write_text("9 0 0 1 0 0 0\n" + "0.1 0 0 1 0.3 0 0\n" * 38 + "9 0 0 1 0 0 0\n")
        done = self.run_program("estimate", *OBJECTS, "--poses", "forty.txt", "--set", "stack_sram.entries=4")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^collisionchip: 38 of 40 poses are not estimated; the first is pose 1: stack_sram.entries = 4 overflows: .*; "
                                      r"`collisionchip collide` simulates it\n$")
        self.assertEqual(done.stdout.count("not estimated: stack_sram.entries = 4"), 38)

    def test_frames_go_with_the_machine_and_with_the_poses(self):
        frames = ["--frames", "frames"]
        self.same_complaint(3, "frames: expected a folder of mesh files: No such file or directory", [COLLIDE], *frames)
        (self.folder / "frames").mkdir()
        for name in ("frames/1.obj", "frames/2.stl"):
            self.ok("mesh", "torus-knot", name, "-n", "200")
        self.same_complaint(3, "--frames: expected --refit host, for this machine has a tree; or engine.kind = \"brute_force\"",
                            [COLLIDE], *frames)
        self.same_complaint(3, "--refit: expected none, for a machine with engine.kind = \"brute_force\" has no boxes",
                            [COLLIDE], *frames, "--refit", "host", "--chip", "bruteforce")
        self.same_complaint(3, "--refit: expected --frames as well", [COLLIDE], "--refit", "host")
        (self.folder / "three.txt").write_text("0 0 0 1 0 0 0\n" * 3)
        self.same_complaint(3, "--frames: expected a mesh file for each of 3 poses, got 2", [COLLIDE], *frames,
                            "--refit", "host", "--poses", "three.txt")
        for words in ["--refit", "host"], ["--chip", "bruteforce"]:
            self.assertIn("frames     2, 1.obj to 2.stl, each ", self.ok(*COLLIDE, *frames, *words))
        self.ok("mesh", "torus-knot", "frames/2.stl", "-n", "202")
        self.same_complaint(3, "frames/2.stl: expected 200 triangles, as b.obj has, got 202", [COLLIDE], *frames,
                            "--refit", "host")

    def test_a_pose_or_a_file_of_poses(self):
        self.same_complaint(3, "--pose and --poses: expected one of them", TAKE_POSES,
                            "--pose", "0 0 0 1 0 0 0", "--poses", "poses.txt")
        self.same_complaint(2, "--pose: expected 7 or 12 numbers, got 2", (*TAKE_POSES, FAULTS), "--pose", "1 2")
        asked = [self.pairs(*words) for words in ([], ["--pose", "0 0 0 1 0 0 0"], ["--pose", "0.3 0 0 1 0 0 0"],
                                                  ["--poses", "poses.txt"])]
        self.assertEqual(asked[0], asked[1])
        self.assertEqual(asked[2], asked[3])
        self.assertNotEqual(asked[0], asked[2])

    def pairs(self, *words):
        self.ok(*COLLIDE, *words, "--pairs", "pairs.csv")
        return (self.folder / "pairs.csv").read_text()

    def test_objects(self):
        for verb in TAKE_OBJECTS:
            there = [word for word in verb if word not in OBJECTS]
            place = len(there) if verb[0] != "vectors" else 2
            for wrong in (["a.obj", "c.obj"], ["c.obj", "b.obj"], ["c.obj", "c.obj"]):
                done = self.run_program(*there[:place], *wrong, *there[place:])
                self.assertEqual(done.returncode, 3, (verb, done.stderr))
                self.assertTrue(done.stderr.startswith("collisionchip: c.obj: "), (verb, done.stderr))
        # One file twice is one object against itself, whatever it is called.
        os.symlink("a.obj", self.folder / "again.obj")
        for second in ("a.obj", "again.obj"):
            self.ok("collide", "a.obj", second, "--pairs", second + ".csv")
        self.assertEqual((self.folder / "a.obj.csv").read_text(), (self.folder / "again.obj.csv").read_text())

    def test_the_command_in_the_statistics_asks_the_same(self):
        self.ok(*COLLIDE, "--poses", "poses.txt", "--chip", "paper52", "--set", "sdram.banks=8", "--set", "sdram.banks=4",
                "--first", "--stats", "one.json")
        run = json.loads((self.folder / "one.json").read_text())["run"]
        self.assertEqual(run["command"], "collisionchip collide a.obj b.obj --poses poses.txt --chip paper52 "
                                         "--set sdram.banks=8 --set sdram.banks=4 --first")

    def test_help_says_the_same_of_one_option(self):
        for option, takers in ("--chip", NAMES[:6]), ("--set", NAMES[:6]), ("--pose", NAMES[:4]), ("--first", NAMES[:4]), \
                ("--poses", (NAMES[0], NAMES[1], NAMES[3], NAMES[6])):
            texts = {re.search(rf"^  {option}[ \n](.|\n   )*", self.ok(*verb, "--help"), re.M)[0].split("\n  -")[0]
                     for verb in takers}
            self.assertEqual(len(texts), 1, texts)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
