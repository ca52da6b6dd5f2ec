#!/usr/bin/env python3
"""docs/make_libraries.py makes its page of rows that are counted by hand here; nothing is measured."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))

import make_libraries  # noqa: E402

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


def page():
    sets = [make_libraries.Set("part", 3), make_libraries.Set("part.special", 3)]
    rows = {"poses": [], "fresh": [], "python": [], "trees": [
        {"object": "part.obj", "triangles": "100", "library": library, "us": us, "bytes": size}
        for library, us, size in (("mirror", "800", "35600"), ("answer", "1000", "58800"), ("fcl", "500", "32000"))]}
    for some in sets:
        for question in ("all", "first"):
            for kind, lines in zip(("poses", "fresh"), rows_of(some.name, question)):
                rows[kind] += make_libraries.read_rows("\n".join(lines) + "\n")
    about = {"host": "a host", "ours": "0", "every": 1, "versions": {"answer": "", "mirror": "", "fcl": "0.7.0"}}
    return make_libraries.page_of(sets, about, rows)


class Page(unittest.TestCase):
    def setUp(self):
        self.page = page()

    def section(self, heading):
        return self.page.split(f"\n## {heading}\n")[1].split("\n## ")[0]

    def test_every_mark_of_the_text_is_filled(self):
        self.assertNotRegex(self.page, "@[A-Z_0-9]+@")

    def test_times_are_beside_ours_by_kind_of_pose(self):
        self.assertIn("| part | 1 | 2.00 | 4.0 | 2.00 | 4.0 |", self.section("All contacts"))
        self.assertIn("| **mean, flush contact** |  |  | **4.0** |  | **4.0** |", self.section("First contact"))
        self.assertIn("| part | 1 | 1.00 | 0.2 | 1.00 | 0.2 |", self.section("Parts that do not touch"))
        self.assertIn("0.10 µs in the median and 0.10 µs at most, of 2 poses", self.section("Parts that do not touch"))
        self.assertIn("| part | 10.0 | 3.0 | 10.0 | 3.0 |", self.section("First question of a process"))

    def test_wrong_pairs_are_added_up(self):
        self.assertIn("| part | 10 | 0 / 0 | 1 / 2 |", self.section("Wrong pairs"))
        self.assertIn("FCL has 2 missed and 4 too many", self.page.split("\n## ")[0])

    def test_poses_in_which_ours_is_behind_have_a_row_with_a_cause(self):
        section = self.section("Poses in which we are slower")
        self.assertEqual(section.count("setting up: few lists are left"), 4)
        self.assertIn("| part.special | 1 | first contact | 0 | 1.00 | 2.00 | 0.20 | 3 | 0 |", section)
        self.assertIn("Of 12 questions our reference is slower in 4", self.page)

    def test_memory_is_bytes_of_a_triangle(self):
        self.assertIn("| part.obj | 100 | 0.8 | 1.0 | 0.5 | 0.50 | 356 | 588 | 320 |", self.section("Building, and memory"))

    def test_libraries_that_are_missing_are_named(self):
        self.assertIn("left out: Coal (not installed), python-fcl (not installed), trimesh (not installed)", self.page)


if __name__ == "__main__":
    unittest.main()
