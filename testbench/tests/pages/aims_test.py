#!/usr/bin/env python3
"""Aims, means and claims (docs/aims.py, docs/made) of queries and caches that are made by hand here; nothing is simulated."""
import csv
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))

from made import all_poses, eq5_tables, findings_claims, host_aims, kept_back  # noqa: E402


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

    def test_poses_in_contact_have_aims_of_their_own(self):
        self.assertEqual(verdicts(contact_mean=0.0009, contact_least=0.0009),
                         ([["mean in contact", "≥ 0.0009", "0.00", "met"], ["slowest set in contact", "≥ 0.0009", "0.00", "met"]], True))
        self.assertFalse(verdicts(contact_mean=0.0011)[1])
        self.assertFalse(verdicts(contact_least=0.0011)[1])

    def test_poses_without_a_pair_have_a_mean_of_their_own(self):
        self.assertAlmostEqual(eq5_tables.without_a_pair(eq5_tables.of_machine(EVERY, "fast")), 2)

    def test_the_table_of_machines_keeps_contact_apart(self):
        cells = dict(zip(eq5_tables.MACHINE_HEAD, eq5_tables.machine_rows(EVERY, ["fast"], PRESETS)[0]))
        self.assertEqual((cells["times_as_fast_as_eq5"], cells["without_a_pair"], cells["in_contact"]), ("20.0", "2.0", "0.0"))


def asked(total_ns, count=2, link_ns=100):
    return [{"total_ns": total_ns, "link_ns": link_ns}] * count


class AimsOfToday(unittest.TestCase):
    PLAN = {"aims": {"times_one_core": 40, "contact_times_one_core": 2, "first_pair_times_one_core": 45, "link_ms_a_frame": 0.03}, "scene": {"objects": 200},
            "one_core": {"general": {"part": 100, "other": 300}, "contact": {"part": 100}, "first pair": {host_aims.FIRST: 9}}}
    NOW = {("general", "part"): 50, ("general", "other"): 150, ("contact", "part"): 50, ("first pair", host_aims.FIRST): 4}

    def rows(self, **sets):
        queries = {some("part"): asked(2000), some("other"): asked(6000), some("part", True): asked(sets.get("contact", 100_000), 1)}
        return host_aims.aim_rows_of_today(self.PLAN, queries, sets.get("stream", 0.1), sets.get("link", 0.02), self.NOW)

    def test_sums_weigh_each_pose_and_have_both_references(self):  # 800 / 16 µs and 400 / 16; in contact 100 / 100
        first, second, *_ = self.rows()
        self.assertEqual((first[3:], second[3:]), (["50.0 (25.0 of this reference)", "met"], ["1.0 (0.5 of this reference)", "missed by 50.0 %"]))

    def test_a_stream_and_a_frame(self):
        self.assertEqual([row[3:] for row in self.rows()[2:]], [["90.0 (40.0 of this reference)", "met"], ["0.0200", "met"]])
        self.assertEqual([row[4] for row in self.rows(stream=0.25, link=0.06)[2:]], ["missed by 20.0 %", "missed by 100.0 %"])

    def test_the_bus_of_beyond_is_compared_set_by_set(self):
        known = [row for row in csv.DictReader((ROOT / "docs/tables/beyond_sets.csv").read_text().splitlines()) if row["machine"] == "beyond" and row["kind"] == "general"][:2]
        answers = {("beyond", some(row["objects"])): asked(0, link_ns=1000 * float(row["bus_us_a_pose"])) for row in known}
        self.assertEqual(host_aims.bus_row(answers)[2:], ["2", "2", "met"])
        answers["beyond", some(known[0]["objects"])] = asked(0, link_ns=1000 * float(known[0]["bus_us_a_pose"]) + 200)
        self.assertEqual(host_aims.bus_row(answers)[2:], ["2", "1", "missed"])

    def test_each_set_of_the_plan_has_a_time_of_this_reference(self):
        now = host_aims.this_reference()
        for question, sets in host_aims.read_today()["one_core"].items():
            self.assertLessEqual({(question, objects) for objects in sets}, set(now))


class Poses(unittest.TestCase):
    def test_each_nth_pose_is_taken_from_the_first(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "part.poses.mat.txt").write_text("# what\n" + "\n".join(f"pose {i}" for i in range(7)) + "\n")
            sets = [all_poses.PoseSet("part", folder, folder, folder / "part.poses.mat.txt", False)]
            self.assertEqual(all_poses.thinned(sets, 3, folder)[0].poses.read_text(), "pose 0\npose 3\npose 6\n")
            self.assertIs(all_poses.thinned(sets, 1, folder), sets)

    def test_the_claim_of_a_cache_of_dops_says_which_sizes_are_enough(self):
        for sizes, said in (((256, 2048, None), "256 to 2048 KiB for 2 objects, none of these for 1"), ((256, 256), "256 KiB for 2 objects"), ((None,), "none of these for 1")):
            caches = {("gear", number): {"hits": [[kib, ways, "modulo", 90 if least and kib >= least else 10] for kib in (256, 2048) for ways in (1, 2)]}
                      for number, least in enumerate(sizes)}
            with unittest.mock.patch.object(findings_claims.findings_cache, "apart", lambda *_: 3.5):
                self.assertEqual(next(findings_claims.about_dop_cache(caches))[-1], f"smallest cache: {said}")

    def test_poses_kept_back_are_the_same_in_each_run_and_go_apart(self):
        poses = [list(map(float, line.split())) for line in kept_back.random_poses("a × b", 4)]
        self.assertEqual(kept_back.random_poses("a × b", 2)[0],
                         "-0.2345651 0.026232809 0.0824078478 -0.551723104 0.120100728 0.818300686 -0.107524038")
        for pose, distance in zip(poses, (0.125, 0.375, 0.625, 0.875)):
            self.assertAlmostEqual(sum(x * x for x in pose[:3]), distance ** 2)
            self.assertAlmostEqual(sum(x * x for x in pose[3:]), 1)


if __name__ == "__main__":
    unittest.main()
