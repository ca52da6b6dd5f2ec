#!/usr/bin/env python3
"""Hard geometry against exact fractions: a sample of engines and machines for each kind, or all of them.

    hard_geometry_test.py COLLISIONCHIP [--all] [--cases FOLDER]

FOLDER: of each case a folder with a.obj, b.obj, poses.txt and right.csv, which is asked too if it is there.
"""
import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import exact_pairs
import hard_shapes

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "docs"))
from made import man  # noqa: E402

ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("program", type=os.path.abspath)
ARGUMENTS.add_argument("--all", action="store_true")
ARGUMENTS.add_argument("--cases", type=pathlib.Path)
OPTIONS = ARGUMENTS.parse_args()
SCENE = "".join(f'[[object]]\nname = "{name}"\nmesh = "{name}.obj"\n{poses}' for name, poses in (("a", ""), ("b", 'poses = "poses.txt"\n')))


def helped(option):
    return next(entry for entry in man.Verb(OPTIONS.program, ["collide"]).lists["Options"] if option in entry.names)


def ways():
    """Every way to ask: the words before the files, and those behind them. FCL is not exact."""
    models = [["collide", "--model", model] for model in helped("--model").choices if model != "fcl"]
    machines = [["collide", "--chip", chip] for chip in re.search(r"preset \(([^)]*)\)", helped("--chip").text).group(1).split(", ")]
    found = models + machines + [["collide", "--set", "query.tumbled_side=a"]]
    # The other modes of allpairs are the document's, without the exact predicate.
    return found + [["allpairs", "--device", "cpu", "--mode", "filtered"], ["quickcd", "--device", "cpu"], ["scene"], ["scene", "--chip", "beyond"]]


class HardGeometry(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.ways = ways()
        self.lacking = set()  # that this program or host does not have

    def ask(self, place, way):
        """pairs.csv of a case; nothing where there is no such engine here."""
        objects = ["s.toml", "--out", self.folder / "out"] if way[0] == "scene" else ["a.obj", "b.obj", "--poses", "poses.txt", "--pairs", self.folder / "p.csv"]
        done = subprocess.run([OPTIONS.program, way[0], *objects, *way[1:]], cwd=place, capture_output=True, text=True)
        if done.returncode == 3 and re.search(r"this program has no|expected a device|no place for its cache", done.stderr):
            self.lacking.add(" ".join(way))
            return None
        self.assertEqual(done.returncode, 0, f"{place.name}, {' '.join(way)}: {done.stderr}")
        if way[0] != "scene":
            return (self.folder / "p.csv").read_text()
        lines = (self.folder / "out/pairs.csv").read_text().splitlines(True)
        for path in (self.folder / "out").iterdir():
            path.unlink()
        return "pose,triangle_a,triangle_b\n" + "".join(",".join(line.split(",")[:1] + line.split(",")[3:]) for line in lines[1:])

    def check(self, place, expected, chosen):
        count = len((place / "poses.txt").read_text().split("\n")) - 1
        (place / "s.toml").write_text(f"frames = {count}\n" + SCENE)
        for way in chosen:
            with self.subTest(case=place.name, way=" ".join(way)):
                found = self.ask(place, way)
                if found is not None:
                    self.assertEqual(found, expected)

    def test_each_kind(self):
        pairs = 0
        for number, (name, make) in enumerate(hard_shapes.KINDS.items()):
            a, b, poses = make()
            place = self.folder / name
            place.mkdir()
            hard_shapes.write_obj(place / "a.obj", a)
            hard_shapes.write_obj(place / "b.obj", b)
            (place / "poses.txt").write_text("".join(pose + "\n" for pose in poses))
            expected = exact_pairs.pairs_of(a, b, poses)
            pairs += expected.count("\n") - 1
            # Any two kinds that follow each other share no way, and in all each way has its kinds.
            chosen = self.ways if OPTIONS.all else [self.ways[(3 * number + i) % len(self.ways)] for i in range(3)]
            self.check(place, expected, chosen)
        self.assertGreater(pairs, 3000)
        self.assertLessEqual(self.lacking, {"collide --model rtl", "collide --model opencl"})

    @unittest.skipUnless(OPTIONS.all and OPTIONS.cases and OPTIONS.cases.is_dir(), "no folder of cases")
    def test_the_cases_of_others(self):
        for given in sorted(OPTIONS.cases.iterdir()):
            place = self.folder / given.name
            place.mkdir()
            for name in ("a.obj", "b.obj", "poses.txt"):
                (place / name).write_bytes((given / name).read_bytes())
            lines = [line for line in (place / "poses.txt").read_text().splitlines() if line.split("#")[0].strip()]
            (place / "poses.txt").write_text("".join(line + "\n" for line in lines))
            self.check(place, (given / "right.csv").read_text(), self.ways)


class Oracle(unittest.TestCase):
    """The oracle itself, where one sees the answer."""

    def test_two_triangles(self):
        flat = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]
        for other, expected in (([(1, 1, -1), (1, 1, 1), (9, 9, 9)], True), ([(3, 3, -1), (3, 3, 1), (9, 9, 9)], False), ([(2, 2, 0)] * 3, True),
                                ([(2, 2, 1)] * 3, False), ([(1, 1, 0), (2, 1, 0), (1, 2, 0)], True), ([(-1, 2, 0), (5, 2, 0), (5, 2, 0)], True),
                                ([(4, 0, 0), (8, 0, 0), (8, 0, 1)], True), ([(2, 3, 0), (5, 3, 0), (5, 9, 0)], False)):
            self.assertEqual(exact_pairs.meet(flat, other), expected, other)
            self.assertEqual(exact_pairs.meet(other, flat), expected, other)

    def test_float32(self):
        for number, expected in ((0.1, 0x3dcccccd), (1e-45, 1), (1e-46, 0), (1 + 2.0 ** -24, 0x3f800000), (1 + 3 * 2.0 ** -24, 0x3f800002)):
            bits = int.from_bytes(struct.pack("<f", exact_pairs.float32(number)), "little")
            self.assertEqual(bits, expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
