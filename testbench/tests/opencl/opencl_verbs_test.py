#!/usr/bin/env python3
"""`collisionchip allpairs` and `quickcd`: modes, devices, exit status, complaints of one line.

    opencl_verbs_test.py BINARY
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = sys.argv[1]
POSES = "0.2 0 0 1 0 0 0\n0 0.1 0 1 0.3 0 0\n4 0 0 1 0 0 0\n"


def run(*arguments, **options):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, **options)


class OpenclVerbs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.a, cls.b, cls.poses = (cls.folder / name for name in ("a.obj", "b.obj", "poses.txt"))
        run("mesh", "gear", cls.a, "-n", 200)
        run("mesh", "torus-knot", cls.b, "-n", 180)
        cls.poses.write_text(POSES)
        done = run("allpairs", cls.a, cls.b, "--no-check")
        cls.has_pocl = done.returncode == 0

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def complains(self, status, *arguments, **options):
        done = run("allpairs", self.a, self.b, *arguments, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        return done.stderr

    def test_the_mirror_finds_what_the_trees_find(self):
        done = run("allpairs", self.a, self.b, "--poses", self.poses, "--device", "cpu", "--pairs", self.folder / "p.csv",
                   "--stats", self.folder / "p.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("collide    2 of 3 poses", done.stdout)
        self.assertRegex(done.stdout, r"PARITY: filtered = exact: 3 poses, \d+ pairs, 0 differences")
        run("collide", self.a, self.b, "--poses", self.poses, "--model", "reference", "--pairs", self.folder / "q.csv")
        self.assertEqual((self.folder / "p.csv").read_text(), (self.folder / "q.csv").read_text())
        stats = json.loads((self.folder / "p.json").read_text())
        self.assertEqual([answer["collides"] for answer in stats["answers"]], [True, True, False])

    def test_a_device_is_its_mirror(self):
        if not self.has_pocl:
            self.skipTest("no OpenCL here")
        for mode in ("published", "all_pairs", "filtered"):
            done = run("allpairs", self.a, self.b, "--poses", self.poses, "--mode", mode)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("PARITY: opencl = mirror: 3 poses, 0 differences", done.stdout)
            self.assertIn("filtered = exact" if mode == "filtered" else f"PARITY: {mode} ~ exact: ", done.stdout)
        done = run("allpairs", self.a, self.b, "--poses", self.poses, "--capacity", 5)
        self.assertIn("repeated   ", done.stdout)

    def test_document_003s_form(self):
        (self.folder / "d.txt").write_text("# x y z phi theta psi\n0.2 0 0 0 0 0\n0 0.1 0 0.5 0 0\n")
        done = run("allpairs", self.a, self.b, "--displacements", self.folder / "d.txt", "--device", "cpu", "--mode",
                   "published")
        self.assertIn("collide    2 of 2 poses", done.stdout)
        one = run("allpairs", self.a, self.b, "--displacement", "9 0 0 0 0 0", "--device", "cpu", "--mode", "published")
        self.assertIn("collide    0 of 1 poses", one.stdout)
        self.complains(2, "--displacement", "1 2 3", "--device", "cpu")
        self.complains(3, "--displacement", "1 2 3 0 0 0", "--pose", "0 0 0 1 0 0 0", "--device", "cpu")

    def test_trees_on_one_core_and_on_a_device(self):
        run("collide", self.a, self.b, "--poses", self.poses, "--model", "reference", "--pairs", self.folder / "q.csv")
        for device in ["cpu"] + (["pocl"] if self.has_pocl else []):
            for scheme in ("priori_like", "subset_in_blocks"):
                done = run("quickcd", self.a, self.b, "--poses", self.poses, "--device", device, "--scheme", scheme,
                           "--tumble", "refit", "--batch", 2, "--pairs", self.folder / "t.csv", "--stats",
                           self.folder / "t.json")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("collide    2 of 3 poses, the roots apart in 1", done.stdout)
                self.assertRegex(done.stdout, rf"PARITY: {scheme} = exact: 3 poses, \d+ pairs, 0 differences")
                self.assertEqual("PARITY: opencl = mirror: 3 poses, 0 differences" in done.stdout, device == "pocl")
                self.assertEqual((self.folder / "t.csv").read_text(), (self.folder / "q.csv").read_text())
                stats = json.loads((self.folder / "t.json").read_text())
                self.assertEqual((stats["scheme"], stats["colliding"]), (scheme, 2))
                self.assertGreater(stats["refits"], 0)

    def test_several_flying_objects_in_one_environment(self):
        stamps = self.folder / "stamps.txt"
        stamps.write_text("".join(f"{line}\n{line}\n" for line in POSES.splitlines()))
        for device in ["cpu"] + (["pocl"] if self.has_pocl else []):
            for scheme in ("sequential", "posteriori", "priori"):
                done = run("quickcd", self.a, self.b, "--with", self.a, "--poses", stamps, "--device", device, "--scheme", scheme,
                           "--stats", self.folder / "t.json")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, rf"PARITY: {scheme} = exact: 6 poses, \d+ pairs, 0 differences")
                stats = json.loads((self.folder / "t.json").read_text())
                self.assertEqual((stats["flying"], stats["batch"]), (2, 2 if scheme == "sequential" else 16))
                self.assertLess(stats["environment_reads"], stats["visits"])

    def test_trees_that_the_device_builds(self):
        run("collide", self.a, self.b, "--poses", self.poses, "--model", "reference", "--pairs", self.folder / "q.csv")
        for device in ["cpu"] + (["pocl"] if self.has_pocl else []):
            for builder in (["top_down"], ["top_down", "--axis", "min_max", "--point", "middle"], ["bottom_up"]):
                done = run("quickcd", self.a, self.b, "--poses", self.poses, "--device", device, "--builder", *builder,
                           "--pairs", self.folder / "t.csv", "--stats", self.folder / "t.json")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual("PARITY: opencl = mirror: 2 trees, 0 differences" in done.stdout, device == "pocl")
                self.assertEqual((self.folder / "t.csv").read_text(), (self.folder / "q.csv").read_text())
                stats = json.loads((self.folder / "t.json").read_text())["trees"]
                self.assertEqual(stats["builder"], builder[0])
                self.assertEqual(stats["splits"], 378 if device == "pocl" and builder[0] == "top_down" else 0)

    def test_complaints(self):
        self.complains(3, "--mode", "published", "--pairs", self.folder / "x.csv", "--device", "cpu")
        self.complains(3, "--tiled", "--device", "cpu")
        self.complains(2, "--device", "cuda")
        self.complains(2, "--capacity", 0)
        self.assertFalse((self.folder / "x.csv").exists())
        for status, words in ((2, ("--batch", 65)), (2, ("--scheme", "afterwards")), (2, ("--levels", 17)), (2, ("--k", 7)), (3, ("--levels", 2)), (3, ("--axis", "longest")),
                              (3, ("--builder", "bottom_up", "--point", "mean")), (2, ("--builder", "insertion")),
                              (3, ("--scheme", "sequential", "--batch", 4)),
                              (3, ("--poses", self.poses, "--with", self.a))):
            done = run("quickcd", self.a, self.b, "--device", "cpu", *words)
            self.assertEqual((done.returncode, len(done.stderr.strip().splitlines())), (status, 1), done.stderr)

    def test_no_device_is_refused_and_nothing_else_answers(self):
        (self.folder / "empty").mkdir(exist_ok=True)
        nowhere = {**os.environ, "OCL_ICD_VENDORS": f"{self.folder}/empty/"}
        for device in ("pocl", "gpu", "oclgrind"):
            self.assertIn(f"OpenCL: expected a device {device}, found none",
                          self.complains(3, "--device", device, env=nowhere))
        done = run("collide", self.a, self.b, "--model", "opencl", env=nowhere)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
