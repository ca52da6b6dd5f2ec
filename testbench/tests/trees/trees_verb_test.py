#!/usr/bin/env python3
"""`collisionchip trees`: columns, exit status, complaints of one line.

    trees_verb_test.py BINARY
"""
import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = sys.argv[1]
COLUMNS = ("format,k,builder,nodes,bytes,bytes_per_node,depth,build_s,visits,transforms,tests,pairs,time_us").split(",")


def run(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True)


class TreesVerb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.gear, cls.bolt = (pathlib.Path(cls.folder.name) / name for name in ("gear.obj", "bolt.stl"))
        run("mesh", "gear", cls.gear, "--triangles", 300)
        run("mesh", "bolt", cls.bolt, "--triangles", 200)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def rows(self, *arguments):
        result = run("trees", *arguments, "--csv", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        return list(csv.DictReader(result.stdout.splitlines()))

    def test_groups_of_siblings(self):
        asked = self.gear, self.bolt, "--pose", "0.1 0 0 1 0.2 0 0", "--k", 24
        pairs = self.rows(*asked, "--format", "dop128")[0]
        rows = self.rows(*asked, "--format", "dop2r8,dop4r5,dop8r5")
        self.assertEqual([row["format"] for row in rows], ["dop2r8", "dop4r5", "dop8r5"])
        read = [int(row["pairs_read"]) for row in (pairs, *rows[1:])]
        self.assertEqual(read, sorted(read, reverse=True), "wider groups are read less often")
        larger = self.rows(*asked, "--format", "dop2r8,dop4r5,dop8r5", "--leaf-size", 2)
        for row, leaves_of_two in zip(rows, larger):
            self.assertEqual((row["pairs"], leaves_of_two["pairs"]), (pairs["pairs"], pairs["pairs"]))
            self.assertLess(int(leaves_of_two["bytes"]), int(row["bytes"]))

    def test_pairs_of_boxes_are_read_outside_lists_too(self):
        for row in self.rows(self.gear, self.bolt, "--pose", "0.1 0 0 1 0.2 0 0", "--format", "aabb32,aabb21", "--traversal", "all"):
            self.assertEqual(2 * int(row["pairs_read"]), int(row["visits"]), row)

    def test_a_row_for_each_combination(self):
        rows = self.rows(self.gear, self.bolt, "--pose", "0.1 0 0 1 0 0 0", "--format", "dop128", "--k", "18,24")
        self.assertEqual([row["k"] for row in rows], ["18", "24"])
        for row in rows:
            self.assertLessEqual(set(COLUMNS), set(row))
            self.assertEqual(row["pairs"], rows[0]["pairs"])
            self.assertNotIn("cycles", row)

    def test_the_chip(self):
        rows = self.rows(self.gear, self.bolt, "--format", "dop128", "--k", 24, "--chip", "--set", "sdram.bus_bytes=16")
        narrow = int(rows[0]["cycles"])
        rows = self.rows(self.gear, self.bolt, "--format", "dop128", "--k", 24, "--chip")
        self.assertLess(int(rows[0]["cycles"]), narrow)
        self.assertGreater(int(rows[0]["bus_bytes"]), 0)

    def test_one_object_meets_itself(self):
        self.assertEqual(self.rows(self.gear, "--k", 24, "--format", "dop128")[0]["pairs"],
                         self.rows(self.gear, self.gear, "--k", 24, "--format", "dop128")[0]["pairs"])

    def test_ways_to_tumble(self):
        shown = run("trees", "--help").stdout
        self.assertIn("recompute, hull, polytope, rows", " ".join(shown.split()))
        ways = ["recompute", "polytope", "rows"]
        rows = self.rows(self.gear, self.bolt, "--pose", "0.1 0 0 1 0.2 0.1 0", "--k", "24", "--tumble", ",".join(ways))
        self.assertEqual([row["format"] for row in rows], ["dop128-" + way for way in ways])
        self.assertEqual(len({row["pairs"] for row in rows}), 1)
        tests = [int(row["tests"]) for row in rows]
        self.assertEqual(tests, sorted(tests))
        self.assertLess(tests[0], tests[2])
        self.assertNotIn("dop128-rows", [row["format"] for row in self.rows(self.gear, "--k", 24)])

    def test_kept_branches(self):
        poses = pathlib.Path(self.folder.name) / "search.txt"
        poses.write_text("".join(f"{x} 0 0 1 0.2 0.1 0\n" for x in (0.1, 0.3, 0.2, 0.25, 0.22)))
        asked = ("--poses", poses, "--traversal", "list,rapid")
        kept = self.rows(self.gear, self.bolt, *asked, "--format", "obb40", "--branch-cache", "0,64,4096")
        self.assertEqual([row["format"] for row in kept[::2]], ["obb40-keep0", "obb40-keep64", "obb40-keep4096"])
        for walk in (kept[::2], kept[1::2]):
            decoded = [int(row["decoded"]) for row in walk]
            self.assertGreater(decoded[0], decoded[1])
            self.assertGreater(decoded[1], decoded[2])
            self.assertLessEqual(decoded[2], 300 + 200)  # each pair once, in five poses
            self.assertEqual(len({row["tests"] for row in walk}), 1)
        plain = self.rows(self.gear, self.bolt, *asked, "--format", "obb40")
        self.assertEqual(plain[0]["pairs"], kept[0]["pairs"])
        self.assertNotIn("decoded", plain[0])
        self.assertEqual(int(kept[2]["bytes"]), 40 * 2 * (300 + 200 - 1) + 4 * (300 + 200) + 2 * 64 * 128)

    def test_complaints(self):
        for status, words in ((2, ("--format", "dop129")), (2, ("--format", "dop128", "--k", "7")), (2, ("--k", "x")),
                              (2, ("--builder", "sideways")), (3, ("--set", "dop.k=6")), (2, ("--tumble", "sideways")),
                              (3, ("--tumble", "rows", "--format", "obb64")), (3, ("--tumble", "rows", "--degree", "4")), (2, ("--rounds", "0")),
                              (3, ("--branch-cache", "64", "--format", "obb72")), (2, ("--branch-cache", "many"))):
            result = run("trees", self.gear, *words)
            self.assertEqual(result.returncode, status, words)
            self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)

    def test_no_input_is_overwritten(self):
        before = self.gear.read_bytes()
        self.assertEqual(run("trees", self.gear, "--csv", self.gear).returncode, 3)
        self.assertEqual(self.gear.read_bytes(), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
