#!/usr/bin/env python3
"""Objects that a bound slightly too small loses, asked of the chip in every tree format and judged by exact arithmetic.

    hostile_objects_test.py COLLISIONCHIP
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
# Machines, each with its node format if that is set.
MACHINES = [("paper41", "dop128"), ("paper41", "obb64"), ("paper41", "obb40"), ("paper41", "aabb32"),
            ("paper41", "aabb21"), ("beyond", ""), ("today", "")]
# All corners that follow are sums of few powers of two, so that contacts are exact.
SHAPES = {"chain": ((-2, -2, 2), (-2, 1, 1), (0, 0, 0)), "needles": ((-512, -2, 0), (512, 2, 0), (0, 0, 2 ** -7)),
          "plates": ((0, 0, 0), (2, 0, 0), (0, 2, 0))}
# Not quite a rotation, a mirror that enlarges a little, a shear, a scale, a mirror.
MAPS = ["1 0.000244140625 0 0 -0.000244140625 1 0 0 0 0 1 0", "-1.0009765625 0 0 0 0 -1 0 0 0 0 -1 0", "1 0.25 0 0 0 1 0 0 0 0 1 0",
        "0.5 0 0 0 0 0.5 0 0 0 0 0.5 0", "-1 0 0 0 0 -1 0 0 0 0 -1 0"]


def chain(corners, triangles=16, step=4):
    """Smaller and smaller by `step` powers of two, all of them about the origin."""
    lines = []
    for i in range(triangles):
        lines += ["v " + " ".join(repr(x * 2.0 ** (-step * i)) for x in corner) for corner in corners]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(triangles)]
    return "\n".join(lines) + "\n"


class HostileObjects(unittest.TestCase):
    def test_every_format_finds_what_exact_arithmetic_finds(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "poses.txt").write_text("\n".join(MAPS) + "\n")
            for shape, corners in SHAPES.items():
                (folder / f"{shape}.obj").write_text(chain(corners))
            for shape in SHAPES:
                words = [f"{shape}.obj", "chain.obj", "--poses", "poses.txt"]
                exact = self.pairs(folder, *words, "--model", "exact")
                self.assertGreater(len(exact.splitlines()), 100)
                for chip, tree in MACHINES:
                    for side in ("a", "b"):
                        settings = ["--set", f"tree.format={tree}"] if tree else []
                        found = self.pairs(folder, *words, "--chip", chip, *settings, "--set", f"query.tumbled_side={side}")
                        self.assertEqual(found, exact, f"{shape} {chip} {tree} {side}")

    def pairs(self, folder, *words):
        done = subprocess.run([PROGRAM, "collide", *words, "--pairs", "pairs.csv"], cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")
        return (folder / "pairs.csv").read_text()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
