#!/usr/bin/env python3
"""`collisionchip groups`: a row for each combination, sums that fit together, complaints of one line.

    groups_verb_test.py BINARY
"""
import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = sys.argv[1]
STAGES = ("triangle_pairs", "after_volume", "after_plane", "triangle_tests", "undecided", "uncertain")


def run(*arguments):
    return subprocess.run([BINARY, "groups", *map(str, arguments)], capture_output=True, text=True)


class GroupsVerb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.gear, cls.bolt = (pathlib.Path(cls.folder.name) / name for name in ("gear.obj", "bolt.stl"))
        for mesh, path in (("gear", cls.gear), ("bolt", cls.bolt)):
            subprocess.run([BINARY, "mesh", mesh, path, "--triangles", "300"], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_rows_and_their_sums(self):
        result = run(self.gear, self.bolt, "--pose", "0.1 0 0 1 0.2 0 0", "--width", "2,4", "--bits", "5,8", "--filters", "none,all",
                     "--csv", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        today, *rows = csv.DictReader(result.stdout.splitlines())
        self.assertEqual([(row["width"], row["bits"], row["filters"]) for row in rows],
                         [(w, b, f) for w in "24" for b in "58" for f in ("none", "all")])
        self.assertGreater(int(today["pairs"]), 0)
        for row in rows:
            number = {key: int(value) for key, value in row.items() if key != "filters"}
            self.assertEqual(row["pairs"], today["pairs"])
            self.assertEqual(number["read_bytes"], (number["lists"] + number["groups"]) * number["group_bytes"]
                             + (number["tumbled_blocks"] + number["aligned_blocks"]) * 64)
            counts = [number[stage] for stage in STAGES]
            self.assertEqual(counts, sorted(counts, reverse=True))
            self.assertEqual(counts[0] == counts[3], row["filters"] == "none")

    def test_poses_walked_together(self):
        poses = pathlib.Path(self.folder.name) / "poses.txt"
        poses.write_text("".join(f"{0.1 + 0.01 * i} 0 0 1 0.2 0 0\n" for i in range(5)))
        rows = {}
        for batch in (1, 2, 5):
            result = run(self.gear, "--poses", poses, "--batch", batch, "--csv", "-")
            self.assertEqual(result.returncode, 0, result.stderr)
            rows[batch] = list(csv.DictReader(result.stdout.splitlines()))[1]
        for same in ("pairs", "node_tests", "triangle_tests", "transforms"):
            self.assertEqual(len({row[same] for row in rows.values()}), 1)
        for shared in ("groups", "lists", "tumbled_blocks", "aligned_blocks"):
            counts = [int(row[shared]) for row in rows.values()]
            self.assertEqual(counts, sorted(counts, reverse=True))
            self.assertLess(counts[2], counts[0] / 2)

    def test_the_table_says_what_the_numbers_say(self):
        where = (self.gear, "--pose", "0.1 0 0 1 0.2 0 0", "--width", "4")
        today, row = csv.DictReader(run(*where, "--csv", "-").stdout.splitlines())
        shown = run(*where).stdout.splitlines()[-1].split()
        self.assertEqual(shown[:5], ["4", "6", "2", "all", "112"])
        for place, (count, base) in enumerate((("lists",) * 2, ("groups",) * 2, ("node_tests",) * 2, ("leaf_pairs", "triangle_tests"),
                                               ("triangle_tests",) * 2), 5):
            self.assertEqual(shown[place], f"{int(row[count]) / int(today[base]):.3f}")

    def test_complaints(self):
        for words in (("--width", "3"), ("--bits", "9"), ("--leaf-size", "3"), ("--filters", "some"), ("--k", "8"),
                      ("--batch", "17")):
            result = run(self.gear, *words)
            self.assertEqual(result.returncode, 2, words)
            self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)

    def test_no_input_is_overwritten(self):
        before = self.gear.read_bytes()
        self.assertEqual(run(self.gear, "--csv", self.gear).returncode, 3)
        self.assertEqual(self.gear.read_bytes(), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
