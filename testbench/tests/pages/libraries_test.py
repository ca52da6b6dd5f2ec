#!/usr/bin/env python3
"""The maker `libraries` of docs/make.py makes its tables from rows that are counted by hand here; nothing is measured."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))
sys.dont_write_bytecode = True

import make  # noqa: E402
from made import libraries  # noqa: E402

COLLIDING, FREE, APART = 0, 1, 2


def row(name, pose, question, library, us, pairs=0, missed=0, extra=0, apart=0, lists="", tests="", uncertain="", behind=""):
    return ",".join(map(str, (name, pose, question, library, us, pairs, missed, extra, apart, lists, tests, uncertain, behind)))


def rows_of(name, question):
    """Ours takes 2, 1 and 0.1 us; FCL 8, 0.2 and 0.4; it misses one pair of ten, and reports two that are none. Behind in pose 1."""
    fresh = [row(name, COLLIDING, f"{question}-fresh", library, us) for library, us in (("answer", 10), ("fcl", 30))]
    return [row(name, COLLIDING, question, "answer", 2, 10, lists=4, tests=40, uncertain=0, behind=0),
            row(name, COLLIDING, question, "mirror", 3, 10, lists=9, tests=50, uncertain=0),
            row(name, COLLIDING, question, "fcl", 8, 11, 1, 2),
            row(name, FREE, question, "answer", 1, lists=3, tests=0, uncertain=0, behind=1),
            row(name, FREE, question, "mirror", 2, lists=5, tests=0, uncertain=0),
            row(name, FREE, question, "fcl", 0.2),
            row(name, APART, question, "answer", 0.1, apart=1, lists=0, tests=0, uncertain=0, behind=0),
            row(name, APART, question, "mirror", 2, apart=1, lists=1, tests=0, uncertain=0),
            row(name, APART, question, "fcl", 0.4, apart=1)], fresh


def made():
    sets = [libraries.Set("part", 3), libraries.Set("part.special", 3)]
    rows = {"poses": [], "fresh": [], "python": [], "trees": [
        {"object": "part.obj", "triangles": "100", "library": library, "us": us, "bytes": size}
        for library, us, size in (("mirror", "800", "35600"), ("answer", "1000", "58800"), ("fcl", "500", "32000"))]}
    for some in sets:
        for question in ("all", "first"):
            for kind, lines in zip(("poses", "fresh"), rows_of(some.name, question)):
                rows[kind] += libraries.read_rows("\n".join(lines) + "\n")
    about = {"host": "a host", "ours": "0", "versions": {"answer": "", "mirror": "", "fcl": "0.7.0"}}
    return libraries.targets_of(sets, about, rows)


class Page(unittest.TestCase):
    def setUp(self):
        self.made = made()

    def rows(self, name):
        return [",".join(map(str, row)) for row in self.made[f"docs/tables/libraries_{name}.csv"]]

    def part(self, name):
        part = self.made[f"docs/today.md#libraries_{name}"]
        return part if isinstance(part, str) else [",".join(map(str, row)) for row in part]

    def test_targets_are_those_of_the_table_of_makers(self):
        self.assertEqual(set(self.made), {target for maker in make.MAKERS if maker.name == "libraries" for target in maker.makes})

    def test_rows_are_as_long_as_their_head(self):
        for target, rows in self.made.items():
            if not isinstance(rows, str):
                self.assertEqual({len(row) for row in rows}, {len(rows[0])}, target)

    def test_times_are_divided_by_ours_by_kind_of_pose(self):
        times = self.rows("times")
        self.assertIn("all contacts,part,1,2.00,4.0,2.00,4.0", times)
        self.assertIn('first contact,mean, flush contact,1,,4.0,,4.0', times)
        self.assertIn("no contact,part,1,1.00,0.2,1.00,0.2", times)
        self.assertIn("first contact, flush contact,1,4.0,4.0", self.part("times"))
        self.assertIn("0.10 µs in the median pose and 0.10 µs in the worst of 2 poses", self.part("far"))
        self.assertIn("part,10.0,3.0,10.0,3.0", self.rows("fresh"))
        self.assertIn("all contacts 4.0 times as fast as FCL (median pose", self.part("answer"))

    def test_wrong_pairs_are_added_up(self):
        self.assertIn("all contacts,part,10,0,0,1,2", self.rows("wrong"))
        self.assertIn("FCL,2,4,2,4", self.part("wrong"))

    def test_poses_in_which_ours_is_behind_have_a_row_with_a_cause(self):
        self.assertEqual(sum("setting up: few lists are left" in row for row in self.rows("slower")), 4)
        self.assertIn("part.special,1,first contact,0,1.00,2.00,0.20,3,0,setting up: few lists are left", self.rows("slower"))
        self.assertEqual(self.part("slower")[1:], ["setting up: few lists are left,4,part.special, pose 1, first contact,1.00,0.20 (FCL)"])
        self.assertIn("it is slower in 4 of 12 questions", self.part("answer"))

    def test_memory_is_bytes_of_a_triangle(self):
        self.assertIn("part.obj,100,0.8,1.0,0.5,0.50,356,588,320", self.rows("trees"))
        self.assertEqual(self.part("trees")[1:], ["mirror,,356", "ours,1,588", "FCL,0.50,320"])

    def test_libraries_that_are_missing_are_named(self):
        self.assertIn("left out: Coal (not installed), python-fcl (not installed), trimesh (not installed)", self.part("host"))
        self.assertIn("over 6 poses of 2 sets", self.part("host"))


if __name__ == "__main__":
    unittest.main()
