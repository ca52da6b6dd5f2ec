#!/usr/bin/env python3
"""collisionchip scene: stopped and asked again it goes on, and leaves the same bytes.

    scene_verb_test.py COLLISIONCHIP
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SCENE = """frames = 40
[scene]
kind = "rain"
objects = 8
triangles = 200
spacing = 0.7
"""


class SceneVerb(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "s.toml").write_text(SCENE)

    def scene(self, *words):
        return subprocess.run([PROGRAM, "scene", "s.toml", *words], cwd=self.folder, capture_output=True, text=True)

    def files(self, name):
        return {path.name: path.read_bytes() for path in (self.folder / name).iterdir()}

    def stopped(self, name, how):
        """Starts a run, stops it when some of its frames are there; how many there were, its exit status, what it said."""
        run = subprocess.Popen([PROGRAM, "scene", "s.toml", "--jobs", "2", "--out", name], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        frames = self.folder / name / "frames"
        while run.poll() is None:
            if frames.is_dir() and sum(path.name.isdigit() for path in frames.iterdir()) >= 3:
                run.send_signal(how)
                break
            time.sleep(0.0005)
        said = run.communicate()[0]
        return sum(path.name.isdigit() for path in frames.iterdir()), run.returncode, said

    def test_stopped_and_asked_again(self):
        whole = self.scene("--jobs", "1", "--out", "whole")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertIn("PARITY: tlm = reference: ", whole.stdout)
        for how, status in ((signal.SIGINT, 130), (signal.SIGKILL, -9)):
            name = f"stopped{status}"
            known, returned, said = self.stopped(name, how)
            self.assertEqual(returned, status)
            self.assertLess(known, 40)
            if how == signal.SIGINT:
                self.assertEqual(said, "interrupted; the same command continues\n")
            again = self.scene("--out", name)
            self.assertEqual(again.stdout, whole.stdout)
            self.assertEqual(self.files(name), self.files("whole"))
        self.assertEqual(self.scene("--out", "whole").stdout, whole.stdout)  # and once more, nothing to do

    def test_another_question_is_refused(self):
        self.assertEqual(self.scene("--out", "out").returncode, 0)
        other = self.scene("--out", "out", "--chip", "paper52")
        self.assertEqual(other.returncode, 3)
        self.assertIn("out: expected another folder: it holds the results of another question, 'chip ", other.stderr)

    def test_one_line_for_a_mistake(self):
        (self.folder / "s.toml").write_text(SCENE + "speed = -1\n")
        done = self.scene("--out", "out")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "collisionchip: s.toml:7: scene.speed: expected a number in 0..1000, got -1\n")
        self.assertFalse((self.folder / "out").exists())
        done = self.scene("--out", "out", "--set", "sdram.banks=3")
        self.assertEqual(done.returncode, 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
