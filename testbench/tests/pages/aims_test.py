#!/usr/bin/env python3
"""Aims and means (docs/aims.py, docs/made/eq5_tables.py) of queries that are made by hand here; nothing is simulated."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))

from made import all_poses, eq5_tables, kept_back  # noqa: E402


def some(name, contact=False):
    return all_poses.PoseSet(name, pathlib.Path("a.obj"), pathlib.Path("b.obj"), pathlib.Path("poses.txt"), contact)


def query(pairs, eq5, cycles):
    return {"pairs": pairs, "eq5_cycles": eq5, "cycles": cycles, "energy_pj": 2e6}


# Sums over a set: 400 / 40 and 4010 / 100; poses without a pair: 20 / 5 and 10 / 10.
EVERY = {("fast", some("part")): [query(3, 380, 35), query(0, 20, 5)],
         ("fast", some("other")): [query(1, 4000, 90), query(0, 10, 10)],
         ("fast", some("part", True)): [query(9, 1, 1000)]}
PRESETS = {"fast": {"mm2": "31.42"}, "paper": {"mm2": "31.43"}}


def verdicts(**aim):
    rows, met = eq5_tables.aim_rows({"aim": [{"machine": "fast", **aim}]}, EVERY, PRESETS, ["fast"])
    return [row[1:] for row in rows], met


class Aims(unittest.TestCase):
    def test_sums_are_taken_over_a_set_and_the_geometric_mean_over_sets_in_general_position(self):
        self.assertEqual(verdicts(mean=20, least=10), ([["mean", "≥ 20", "20.02", "met"], ["slowest set", "≥ 10", "10.00", "met"]], True))

    def test_what_is_missed_says_by_how_much(self):
        self.assertEqual(verdicts(least=12.5), ([["slowest set", "≥ 12.5", "10.00", "missed by 20.0 %"]], False))

    def test_an_area_is_a_number_or_that_of_a_preset(self):
        self.assertEqual(verdicts(area="paper"), ([["mm² of `paper`", "≤ 31.43", "31.42", "met"]], True))
        self.assertFalse(verdicts(area=31)[1])

    def test_poses_without_a_pair_have_a_mean_of_their_own(self):
        self.assertAlmostEqual(eq5_tables.without_a_pair(eq5_tables.of_machine(EVERY, "fast")), 2)

    def test_the_table_of_machines_keeps_contact_apart(self):
        cells = dict(zip(eq5_tables.MACHINE_HEAD, eq5_tables.machine_rows(EVERY, ["fast"], PRESETS)[0]))
        self.assertEqual((cells["times_as_fast_as_eq5"], cells["without_a_pair"], cells["in_contact"]), ("20.0", "2.0", "0.0"))


class Poses(unittest.TestCase):
    def test_each_nth_pose_is_taken_from_the_first(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "part.poses.mat.txt").write_text("# what\n" + "\n".join(f"pose {i}" for i in range(7)) + "\n")
            sets = [all_poses.PoseSet("part", folder, folder, folder / "part.poses.mat.txt", False)]
            self.assertEqual(all_poses.thinned(sets, 3, folder)[0].poses.read_text(), "pose 0\npose 3\npose 6\n")
            self.assertIs(all_poses.thinned(sets, 1, folder), sets)

    def test_poses_kept_back_are_the_same_in_each_run_and_go_apart(self):
        poses = [list(map(float, line.split())) for line in kept_back.random_poses("a × b", 4)]
        self.assertEqual(kept_back.random_poses("a × b", 2)[0],
                         "-0.2345651 0.026232809 0.0824078478 -0.551723104 0.120100728 0.818300686 -0.107524038")
        for pose, distance in zip(poses, (0.125, 0.375, 0.625, 0.875)):
            self.assertAlmostEqual(sum(x * x for x in pose[:3]), distance ** 2)
            self.assertAlmostEqual(sum(x * x for x in pose[3:]), 1)


if __name__ == "__main__":
    unittest.main()
