#!/usr/bin/env python3
"""No command writes over its own input or writes one file twice. A command names what it cannot read or print.

    file_roles_test.py COLLISIONCHIP
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from running_program import is_writing

PROGRAM = os.path.abspath(sys.argv[1])


class FileRoles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.ok("mesh", "gear", "a.obj", "-n", "200")
        self.ok("mesh", "torus-knot", "b.obj", "-n", "200")
        (self.folder / "poses.txt").write_text("0.3 0 0 1 0 0 0\n")
        (self.folder / "chip.toml").write_text('base = "paper52"\n')
        os.symlink("a.obj", self.folder / "link.obj")
        os.link(self.folder / "a.obj", self.folder / "hard.obj")

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def refused(self, expected, *words, status=3):
        before = self.files()
        done = self.run_program(*words)
        self.assertEqual(done.returncode, status, f"{words}: {done.stdout}{done.stderr}")
        self.assertIn(expected, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(self.files(), before)

    def test_a_dash_is_a_stream(self):
        ask = ["collide", "a.obj", "b.obj"]
        self.ok(*ask, "--pairs", "p.csv", "--stats", "s.json")
        pairs = (self.folder / "p.csv").read_text()
        self.assertGreater(pairs.count("\n"), 10)
        done = self.ok(*ask, "--pairs", "-")
        self.assertEqual(done.stdout, pairs)
        self.assertIn("PARITY: tlm = reference", done.stderr)
        done = self.ok(*ask, "--stats", "-")
        self.assertEqual(json.loads(done.stdout)["run"]["queries"], 1)
        piped = subprocess.run([PROGRAM, *ask, "--poses", "-", "--jobs", "2", "--pairs", "-"], cwd=self.folder,
                               input="0 0 0 1 0 0 0\n" * 2, capture_output=True, text=True)
        self.assertEqual(piped.stdout.count("\n"), 2 * pairs.count("\n") - 1)
        table = self.ok("stats", "s.json", "--csv", "t.csv")
        self.assertIn("1 queries", table.stdout)
        self.assertEqual(self.ok("stats", "s.json", "--csv", "-").stdout, (self.folder / "t.csv").read_text())
        self.refused("expected another file than --pairs writes", *ask, "--pairs", "-", "--stats", "-")
        self.refused("A: expected a file, whose name says what it holds, got -", "collide", "-", "b.obj", status=2)
        self.refused("--trace: expected a file that can be read again, got -", *ask, "--trace", "-", status=2)

    def test_no_output_has_a_name_that_is_written_on_the_way_to_another_one(self):
        ask = ["collide", "a.obj", "b.obj"]
        for words in (["--trace", "t", "--waves", "t.unfinished"], ["--waves", "./t.unfinished", "--trace", "t"],
                      ["--trace", "t", "--pairs", "t.unfinished"], ["--trace", "t", "--stats", "t.unfinished-journal"]):
            name = words[1 + 2 * (words[0] == "--trace")]
            option = words[words.index(name) - 1]
            self.refused(f"{option} {name}: expected another file than --trace writes until it is complete", *ask, *words)
        self.refused("--pairs w.unfinished: expected another file than --waves writes", *ask, "--waves", "w", "--pairs", "w.unfinished")
        (self.folder / "t.unfinished-journal").write_text("0 0 0 1 0 0 0\n")
        self.refused("--poses t.unfinished-journal: expected another file than --trace writes", *ask, "--trace", "t", "--poses",
                     "t.unfinished-journal")
        (self.folder / "s-wal").write_text('[[workload]]\nname = "w"\na = "a.obj"\nb = "a.obj"\nposes = "poses.txt"\n')
        self.refused("--workload s-wal: expected another file than --store writes", "evaluate", "--workload", "s-wal", "--store", "s")
        self.refused("PLAN e/explore.sqlite-wal: expected another file than --out", "explore", "e/explore.sqlite-wal", "--out", "e")
        self.ok(*ask, "--trace", "t", "--waves", "w", "--pairs", "w.unfinished")  # with a trace the waves are made from it

    def test_an_open_stream_is_added_to(self):
        log = self.folder / "log"
        log.write_text("before\n")
        with open(log, "a") as stream:
            done = subprocess.run([PROGRAM, "collide", "a.obj", "b.obj", "--pairs", "/dev/stdout"], cwd=self.folder, stdout=stream)
        self.assertEqual(done.returncode, 0)
        text = log.read_text()
        self.assertTrue(text.startswith("before\n"))
        self.assertIn("pose,triangle_a,triangle_b\n", text)
        self.assertIn("PARITY: tlm = reference", text)
        piped = self.ok("collide", "a.obj", "b.obj", "--pairs", "/dev/stdout")
        self.assertIn("pose,triangle_a,triangle_b\n", piped.stdout)

    def test_the_version_names_the_commit(self):
        self.assertRegex(self.ok("--version").stdout, r"^\d+\.\d+\.\d+( \([0-9a-z.-]+\))?\n$")

    def test_an_empty_pose_is_no_pose(self):
        for verb in (["collide", "a.obj", "b.obj"], ["estimate", "a.obj", "b.obj"], ["faults", "a.obj", "b.obj"],
                     ["vectors", "record", "a.obj", "b.obj", "--out", "v"]):
            self.refused("--pose: expected a text, got an empty word", *verb, "--pose", "", status=2)

    def test_mesh_needs_one_name_of_its_file(self):
        help_text = self.ok("mesh", "--help").stdout
        self.assertNotRegex(help_text, r"(FILE|output)[^\n]*REQUIRED")
        self.ok("mesh", "gear", "-o", "c.obj", "-n", "20")
        self.refused("mesh: expected FILE, got none", "mesh", "gear", status=2)

    def test_mesh_writes_a_file_in_another_format(self):
        text = (self.folder / "a.obj").read_bytes()
        for to in ("c.ply", "d.off", "e.obj"):  # one after the other: vertices are shared as before
            self.assertIn("with 200 triangles", self.ok("mesh", "a.obj" if to == "c.ply" else before, to).stdout)
            before = to
        self.assertEqual((self.folder / "e.obj").read_bytes(), text)
        (self.folder / "quads.obj").write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 2\n")
        self.ok("mesh", "quads.obj", "quads.off")
        self.assertEqual((self.folder / "quads.off").read_text().splitlines()[-3:], ["3 0 1 2", "3 0 2 3", "3 0 1 1"])
        self.refused("expected another file than KIND reads", "mesh", "a.obj", "link.obj")
        for option in (["--triangles", "3"], ["--seed", "0"], ["--collide"]):
            self.refused("a file has the triangles it has", "mesh", "a.obj", "x.ply", *option)
        self.assertIn("no.obj: expected a readable file", self.run_program("mesh", "no.obj", "x.ply").stderr)

    def test_collide_keeps_what_it_reads(self):
        for option in ("--pairs", "--stats", "--trace", "--waves"):
            for path, role in (("a.obj", "A"), ("./b.obj", "B"), ("link.obj", "A"), ("hard.obj", "A"),
                               ("poses.txt", "--poses"), (str(self.folder / "chip.toml"), "--chip")):
                self.refused(f"expected another file than {role} reads", "collide", "a.obj", "b.obj", "--poses",
                             "poses.txt", "--chip", "chip.toml", option, path)

    def test_one_output_is_one_file(self):
        self.refused("expected another file than --pairs writes", "collide", "a.obj", "b.obj", "--pairs", "x", "--stats",
                     "./x")
        self.ok("collide", "a.obj", "b.obj", "--pairs", "/dev/null", "--stats", "/dev/null")

    def test_other_verbs_keep_what_they_read(self):
        self.ok("collide", "a.obj", "b.obj", "--stats", "s.json", "--trace", "t.sqlite")
        self.ok("collide", "a.obj", "b.obj", "--out", "d")
        self.refused("FILE reads", "stats", "s.json", "--csv", "s.json")
        self.refused("FILE reads", "trace", "export", "t.sqlite", "--fst", "t.sqlite")
        self.refused("FILE reads", "trace", "export", "t.sqlite", "--perfetto", "t.sqlite")
        self.refused("--perfetto writes", "trace", "export", "t.sqlite", "--perfetto", "x", "--fst", "x")
        self.refused("A reads", "vectors", "record", "a.obj", "b.obj", "--out", "a.obj")
        self.refused("B reads", "vectors", "record", "a.obj", "b.obj", "--out", "v", "--traffic", "pointer_fifo:b.obj")
        self.refused("DIR reads", "report", "d", "--out", "d/stats.json")
        (self.folder / "empty.toml").write_text("")  # would make a database
        self.refused("--workload reads", "evaluate", "--workload", "empty.toml", "--store", "empty.toml")
        self.refused("--chip reads", "evaluate", "--workload", "w.toml", "--chip", "empty.toml", "--store", "./empty.toml")
        (self.folder / "results.csv").write_text("")
        self.refused("PLAN reads", "explore", "results.csv", "--out", ".")
        os.makedirs(self.folder / "e/slurm")
        (self.folder / "e/slurm/array.sbatch").write_text("#!/bin/sh")
        self.refused("--slurm-template reads", "explore", "empty.toml", "--out", "e", "--slurm", "--slurm-template",
                     "e/slurm/array.sbatch")
        self.ok("report", "d")
        self.ok("report", "d")

    def test_a_device_stays_a_device(self):
        self.ok("collide", "a.obj", "b.obj", "--trace", "t.sqlite")
        os.mkfifo(self.folder / "pipe")
        done = self.run_program("trace", "export", "t.sqlite", "--fst", "/dev/null")
        self.assertEqual(done.returncode, 3)
        self.assertIn("/dev/null: expected a regular file", done.stderr)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_waves_alone_may_have_a_window(self):
        self.ok("collide", "a.obj", "b.obj", "--waves", "w.fst", "--trace-cycles", "100:200")
        self.assertEqual(sorted(name for name in self.files() if name.startswith("w")), ["w.fst"])

    def test_an_interrupted_run_leaves_the_old_file(self):
        self.ok("collide", "a.obj", "b.obj", "--stats", "s.json")
        before = self.files()["s.json"]
        (self.folder / "many.txt").write_text("0.3 0 0 1 0 0 0\n" * 20000)
        run = subprocess.Popen([PROGRAM, "collide", "a.obj", "b.obj", "--poses", "many.txt", "--stats", "s.json"],
                               cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not is_writing(run, "s.json"):
            self.assertIsNone(run.poll())
        run.terminate()
        self.assertIn(run.wait(), (-15, 130))  # before or while the workers run
        self.assertEqual(self.files()["s.json"], before)
        self.assertFalse(any(name.startswith(".") for name in self.files()))

    def test_a_question_too_deep_is_refused(self):
        (self.folder / "w.toml").write_text('[[workload]]\nname = "w"\na = "a.obj"\nb = "b.obj"\nposes = "poses.txt"\n')
        lines = ['{"id": ' + "[" * 100000 + "]" * 100000 + "}", '{"id": 1, "sdram.banks": 8.0}', '{"id": 2, "sdram.banks": 8.5}']
        done = subprocess.run([PROGRAM, "evaluate", "--workload", "w.toml"], cwd=self.folder, input="\n".join(lines) + "\n",
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer["status"] for answer in answers], ["refused", "done", "refused"])
        self.assertIn("at most 100 levels", answers[0]["reason"])


class Words(unittest.TestCase):
    def complaint(self, *words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def test_a_misspelt_word_is_named(self):
        self.assertIn("colide: unknown verb; nearest is collide", self.complaint("colide", "a", "b"))
        self.assertIn("exprot: unknown verb; nearest is export", self.complaint("trace", "exprot", "t"))
        self.assertIn("--hepl: unknown option; nearest is --help", self.complaint("collide", "--hepl"))
        self.assertIn("--pair: unknown option; nearest is --pairs", self.complaint("collide", "a", "b", "--pair=x"))
        self.assertIn("--max-cycles", self.complaint("collide", "a", "b", "--max-cycles", "-1"))

    def test_what_cannot_be_printed_is_told(self):
        if not pathlib.Path("/dev/full").is_char_device():
            self.skipTest("no /dev/full")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "config"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("standard output: expected to write all", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
