#!/usr/bin/env python3
"""docs/check_objects.py on a small folder, and whether docs/tables/objects.csv has a line for every object that a page or plan names."""
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "docs/check_objects.py"
sys.path.insert(0, str(ROOT / "docs"))
sys.dont_write_bytecode = True

import check_objects  # noqa: E402


class CheckObjects(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "data/meshes").mkdir(parents=True)
        rows = "".join(f"{name},MIT,{hashlib.sha256(text).hexdigest()}\n" for name, text in (("a.obj", b"v 0 0 0\n"), ("b.stl", b"solid\n")))
        self.table = self.folder / "objects.csv"
        self.table.write_text(f"file,licence,sha256\n{rows}")
        (self.folder / "data/meshes/a.obj").write_bytes(b"v 0 0 0\n")
        (self.folder / "data/b.stl").write_bytes(b"solid\n")

    def check(self, folder="data"):
        done = subprocess.run([sys.executable, SCRIPT, self.folder / folder, "--table", self.table], capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines() + done.stderr.splitlines()

    def test_right_wherever_it_lies(self):
        self.assertEqual(self.check(), (0, ["right      a.obj", "right      b.stl", "2 right, 0 missing, 0 different"]))

    def test_missing(self):
        (self.folder / "data/b.stl").unlink()
        self.assertEqual(self.check(), (1, ["right      a.obj", "missing    b.stl", "1 right, 1 missing, 0 different"]))

    def test_a_byte_more_is_another_file(self):
        (self.folder / "data/meshes/a.obj").write_bytes(b"v 0 0 0\r\n")
        status, lines = self.check()
        self.assertEqual(status, 1)
        self.assertRegex(lines[0], r"^different  a\.obj  .*/meshes/a\.obj: expected SHA-256 [0-9a-f]{64}, got [0-9a-f]{64}$")
        self.assertEqual(lines[-1], "1 right, 0 missing, 1 different")

    def test_of_two_files_of_a_name_one_has_to_be_right(self):
        (self.folder / "data/a.obj").write_bytes(b"other\n")
        self.assertEqual(self.check()[0], 0)

    def test_no_folder_and_no_row(self):
        self.assertEqual(self.check("none")[0], 3)
        self.table.write_text("file,sha256\n")
        self.assertEqual(self.check()[0], 1)


class TheTable(unittest.TestCase):
    def test_every_public_object_that_is_named_has_a_line(self):
        listed = set(check_objects.expected(check_objects.TABLE))
        texts = [path.read_text() for pattern in ("docs/*.md", "docs/plans/*.toml", "README.md") for path in ROOT.glob(pattern)]
        named = {name for text in texts for name in re.findall(r"shared/(?:meshes|poses)/(\w+(?:\.\w+)+)", text)}
        named |= {name.strip('"') for text in texts for names in re.findall(r"^(?:other_)?objects = \[(.*?)\]", text, re.M | re.S) for name in names.split(", ")}
        self.assertTrue(named)
        for name in named:
            self.assertTrue(name in listed or any(other.startswith(f"{name}.") for other in listed), f"docs/tables/objects.csv has no line for {name}")


if __name__ == "__main__":
    unittest.main()
