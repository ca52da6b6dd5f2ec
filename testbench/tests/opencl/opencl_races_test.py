#!/usr/bin/env python3
"""oclgrind, a checker of races and bounds, finds none in our kernels, and finds the one of the printed counter.

    opencl_races_test.py BINARY
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = None
HERE = pathlib.Path(__file__).resolve().parent
POSES = "0.2 0 0 1 0 0 0\n0 0.1 0 1 0.3 0 0\n4 0 0 1 0 0 0\n"
FOUND = re.compile(r"data race|Invalid (read|write)|out of bounds|divergence", re.I)


@unittest.skipUnless(shutil.which("oclgrind"), "no oclgrind here")
class Races(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        for name, kind, count in (("a.obj", "gear", 40), ("b.obj", "torus-knot", 45)):
            subprocess.run([BINARY, "mesh", kind, cls.folder / name, "-n", str(count)], check=True, capture_output=True)
        (cls.folder / "poses.txt").write_text(POSES)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def checked(self, *words):
        log = self.folder / "log.txt"
        log.unlink(missing_ok=True)
        done = subprocess.run(["oclgrind", "--data-races", "--log", log, BINARY, *words, "--device",
                               "oclgrind"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("= mirror: 3 poses, 0 differences", done.stdout)
        return log.read_text() if log.exists() else ""

    def test_our_kernels_have_none(self):
        asked = ["a.obj", "b.obj", "--poses", "poses.txt"]
        for words in (["allpairs", *asked, "--mode", "published"], ["allpairs", *asked, "--mode", "all_pairs"],
                      ["allpairs", *asked, "--mode", "all_pairs", "--tiled"], ["allpairs", *asked],
                      ["allpairs", *asked, "--capacity", "3"],
                      *(["quickcd", *asked, "--scheme", scheme, "--tumble", tumble, "--stack", "3", "--capacity", "5"]
                        for scheme in ("priori_like", "subset_in_blocks", "sequential", "posteriori", "priori") for tumble in ("transform", "refit")),
                      *(["quickcd", *asked, "--builder", builder] for builder in ("top_down", "bottom_up"))):
            with self.subTest(words=words):
                self.assertIsNone(FOUND.search(self.checked(*words)), self.folder / "log.txt")

    def test_the_printed_counter_is_found(self):
        shutil.copy(HERE / "document_counter.cl", self.folder)
        (self.folder / "counter.sim").write_text(
            "document_counter.cl\nCalcExactCollision\n4 4 1\n2 2 1\n<size=28 fill=1 int>\n<size=4 fill=0 int dump>\n")
        done = subprocess.run(["oclgrind-kernel", "--data-races", "counter.sim"], cwd=self.folder, capture_output=True,
                              text=True)
        self.assertRegex(done.stdout + done.stderr, "data race")


if __name__ == "__main__":
    BINARY = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
