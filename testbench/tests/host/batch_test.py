#!/usr/bin/env python3
"""Poses that a chip is asked together: the same pairs, latencies of their own, the run's cycles; who cannot do it says so.

    batch_test.py COLLISIONCHIP SCHEMA
"""
import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SCHEMA = json.loads(pathlib.Path(sys.argv[2]).read_text())
QUEUE = ["--chip", "beyond", "--set", "group_engine.queries=4"]


class Batch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.ok("mesh", "gear", "a.obj", "-n", "600")
        self.ok("mesh", "torus-knot", "b.obj", "-n", "600")
        (self.folder / "poses.txt").write_text("".join(f"0.{i} 0 0 1 0 0 0\n" for i in range(7)))

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def ask(self, name, *words):
        text = self.ok("collide", "a.obj", "b.obj", "--poses", "poses.txt", *QUEUE, "--pairs", f"{name}.csv", "--stats", f"{name}.json",
                       *words)
        return text, (self.folder / f"{name}.csv").read_text(), json.loads((self.folder / f"{name}.json").read_text())

    def test_the_same_pairs_in_less_time(self):
        _, pairs, alone = self.ask("alone")
        text, together_pairs, together = self.ask("together", "--batch", "4")
        self.assertEqual(together_pairs, pairs)
        self.assertGreater(pairs.count("\n"), 100)
        self.assertIn("PARITY: tlm = reference: 7 queries", text)
        batches = together["batches"]
        self.assertEqual([(batch["first_pose"], batch["poses"]) for batch in batches], [(0, 4), (4, 3)])
        cycles = sum(batch["cycles"] for batch in batches)
        self.assertEqual(together["run"]["cycles"], cycles)
        self.assertIn(f"  batches    of 4 poses in the order of the file, {cycles // 7} cycles a pose\n", text)
        self.assertLess(cycles, sum(query["cycles"] for query in alone["queries"]))
        for batch in batches:
            first, end = batch["first_pose"], batch["first_pose"] + batch["poses"]
            queries = together["queries"][first:end]
            self.assertEqual(max(query["cycles"] for query in queries), batch["cycles"])
            self.assertEqual(sum(query["lists"] for query in queries), batch["counters"]["group_engine.lists"])
            self.assertFalse([name for name in batch["counters"] if name.startswith("dop_unit")], "no unit of this machine")
            times = [query["total_ns"] for query in queries]
            self.assertTrue(max(times) <= batch["total_ns"] < sum(times), "what overlaps counts once")
            for entry in [*queries, batch]:
                self.assertEqual(entry["total_ns"], entry["chip_ns"] + entry["link_ns"] + entry["host_ns"] - entry["overlap_ns"])
            keys = together["run"]["configuration"]["host"]
            charged = keys["call_ns"] + batch["poses"] * keys["setup_ns"] + sum(query["uncertain"] for query in queries) * keys["settle_ns"]
            self.assertEqual(batch["host_ns"], charged, "one call, and a set-up for each pose")
            self.assertTrue(all(query["host_ns"] <= charged for query in queries))
        self.assertAlmostEqual(together["run"]["total_ns"], sum(batch["total_ns"] for batch in batches), delta=len(batches))
        self.assertAlmostEqual(alone["run"]["total_ns"], sum(query["total_ns"] for query in alone["queries"]), delta=7)
        self.assertLess(together["run"]["total_ns"], alone["run"]["total_ns"])
        for one, other in zip(alone["queries"], together["queries"]):
            for count in ("pairs", "eq5_cycles", "lists", "aligned_pairs", "triangle_tests", "uncertain"):
                self.assertEqual(one[count], other[count])
        known = SCHEMA["$defs"]
        self.assertEqual(set(together["queries"][0]), set(known["query_of_batch"]["required"]))
        self.assertEqual(set(batches[0]), set(known["chip_batch"]["required"]))
        self.assertNotIn("batches", alone)

    def test_first_witnesses_are_true_and_each_stops_its_own_query(self):
        """docs/group_machine.md, Stop; docs/results.md, pairs.csv: one line at most, a pair that is there."""
        with (self.folder / "poses.txt").open("a") as poses:
            poses.write("9 0 0 1 0 0 0\n")
        _, pairs, everything = self.ask("all", "--batch", "4")
        text, witnesses, first = self.ask("first", "--batch", "4", "--first")
        header, *lines = witnesses.splitlines()
        self.assertEqual(header, pairs.splitlines()[0])
        self.assertLessEqual(set(lines), set(pairs.splitlines()[1:]))
        self.assertEqual([int(line.split(",")[0]) for line in lines], [pose for pose in range(8) if everything["queries"][pose]["pairs"] > 0])
        self.assertIn("PARITY: tlm = reference: 8 queries", text)
        self.assertEqual((first["run"]["first_witness"], everything["run"]["first_witness"]), (True, False))
        for one, whole in zip(first["queries"], everything["queries"]):
            self.assertEqual(one["pairs"], min(whole["pairs"], 1))
            if whole["pairs"] > 0:
                self.assertLess(one["lists"], whole["lists"])
            else:
                self.assertEqual(one["lists"], whole["lists"])
        for batch, whole in zip(first["batches"], everything["batches"]):
            queries = first["queries"][batch["first_pose"]:batch["first_pose"] + batch["poses"]]
            self.assertEqual(batch["counters"]["group_engine.stops"], sum(query["pairs"] for query in queries))
            self.assertEqual(max(query["cycles"] for query in queries), batch["cycles"])
            self.assertLess(batch["cycles"], whole["cycles"])
            self.assertEqual(whole["counters"]["group_engine.stops"], 0)

    def test_the_files_are_the_same_on_any_number_of_cores(self):
        one, other = self.ask("one", "--batch", "2", "--jobs", "1"), self.ask("other", "--batch", "2", "--jobs", "3")
        self.assertEqual(one[1], other[1])
        self.assertEqual(one[2]["queries"], other[2]["queries"])
        self.assertEqual(one[2]["batches"], other[2]["batches"])

    def test_a_folder_has_what_the_files_have_and_a_page(self):
        _, pairs, statistics = self.ask("files", "--batch", "4")
        self.ok("collide", "a.obj", "b.obj", "--poses", "poses.txt", *QUEUE, "--out", "folder", "--batch", "4")
        folder = self.folder / "folder"
        self.assertEqual((folder / "pairs.csv").read_text(), pairs)
        kept = json.loads((folder / "stats.json").read_text())
        self.assertEqual((kept["queries"], kept["batches"]), (statistics["queries"], statistics["batches"]))
        self.assertEqual(self.traced("folder/trace.sqlite"), [(0, statistics["batches"][0]["cycles"])])
        self.assertIn("folder/report.html", self.ok("report", "folder"))
        page = (folder / "report.html").read_text()
        self.assertIn(f'"batch":{{"first_pose":4,"poses":3,"cycles":{statistics["batches"][1]["cycles"]},'
                      f'"setup_cycles":{statistics["batches"][1]["setup_cycles"]}}}', page)
        self.assertIn(" --batch 4", page)
        for broken, expected in (({"first_pose": 1}, "batch 0: expected pose 0 as its first one"),
                                 ({"poses": 3}, "batch 1: expected pose 3 as its first one"),
                                 ({"units": 1}, 'batch 0: expected the member "units", an object')):
            other = json.loads((folder / "stats.json").read_text())
            other["batches"][0].update(broken)
            (self.folder / "other").mkdir(exist_ok=True)
            (self.folder / "other/stats.json").write_text(json.dumps(other))
            done = self.run_program("report", "other")
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(expected, done.stderr)

    def test_a_batch_is_recorded_whole(self):
        _, _, statistics = self.ask("files", "--batch", "4", "--trace", "all.sqlite")
        cycles = [batch["cycles"] for batch in statistics["batches"]]
        self.assertEqual(self.traced("all.sqlite"), [(0, cycles[0]), (4, cycles[1])])
        self.ask("second", "--batch", "4", "--trace", "second.sqlite", "--trace-queries", "5")
        self.assertEqual(self.traced("second.sqlite"), [(4, cycles[1])])

    def traced(self, file):
        with contextlib.closing(sqlite3.connect(self.folder / file)) as trace:
            return trace.execute("select pose, cycles from query order by id").fetchall()

    def test_who_cannot_do_it_says_so(self):
        ask = ["collide", "a.obj", "b.obj"]
        apart, together = "9 0 0 1 0 0 0", "0 0 0 1 0 0 0"
        for words, expected in (
                (["--batch", "2"], "--batch: expected a chip with group_engine.queries of at least 2, this one has 1"),
                ([*QUEUE, "--batch", "5"], "--batch: expected a chip with group_engine.queries of at least 5, this one has 4"),
                (["--model", "simultaneous", "--batch", "2"], "--batch: expected --model tlm or rtl, for only a chip has cycles"),
                ([*QUEUE, "--batch", "2", "--toc", "3", "--between", apart, together], "--batch: expected no --toc")):
            done = self.run_program(*ask, *words)
            self.assertEqual(done.returncode, 3, words)
            self.assertIn(expected, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
