#!/usr/bin/env python3
"""What moves keeps its shape: motions between two poses, shapes in the order of their numbers, parts of one assembly.

    moving_objects_test.py COLLISIONCHIP
"""
import collections
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
FACES = ((1, 2, 4), (1, 4, 3), (5, 7, 8), (5, 8, 6), (1, 5, 6), (1, 6, 2), (3, 4, 8), (3, 8, 7), (1, 3, 7), (1, 7, 5), (2, 6, 8), (2, 8, 4))
MILLI = "0.001 0 0 {} 0 0.001 0 0 0 0 0.001 0"  # millimetres shown in metres, at x


def box(path, size=1, x=0, z=0):
    """A cube of that size with a corner at (x, 0, z)."""
    corners = [(x + i * size, j * size, z + k * size) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    path.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners) + "".join(f"f {a} {b} {c}\n" for a, b, c in FACES))


class MovingObjects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        box(self.folder / "unit.obj")
        box(self.folder / "thousand.obj", 1000)
        box(self.folder / "upper.obj", z=1)

    def run_program(self, *words, cwd="."):
        return subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder / cwd, capture_output=True, text=True)

    def ok(self, *words, cwd="."):
        done = self.run_program(*words, cwd=cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def pairs(self, name, count):
        """How many pairs of each pose or frame a file has."""
        lines = (self.folder / name).read_text().splitlines()[1:]
        found = collections.Counter(int(line.split(",")[0]) for line in lines)
        return [found[pose] for pose in range(count)]


class Motions(MovingObjects):
    def test_a_scale_stays_on_the_way(self):
        # A cube of 1000 mm along x by a cube of 1 m: 3, 2, 1, 0, -1, -2, -3 m; the same as if it were read in metres.
        self.ok("collide", "unit.obj", "thousand.obj", "--between", MILLI.format(3), MILLI.format(-3), "--haptic", 6, "--pairs", "p.csv")
        self.assertEqual(self.pairs("p.csv", 6), [0, 38, 54, 36, 0, 0])
        found = self.ok("collide", "unit.obj", "thousand.obj", "--between", MILLI.format(-3), MILLI.format(0.5), "--toc", 12)
        self.assertIn("  contact    after 0.571289062 and by 0.571533203 of the way", found)

    def test_a_motion_of_a_plan_keeps_it_too(self):
        (self.folder / "plan.toml").write_text(
            f'[[workload]]\na = "unit.obj"\nb = "thousand.obj"\nmotion = {{ from = "{MILLI.format(3)}", to = "{MILLI.format(-3)}", haptic = 6 }}\n')
        self.ok("explore", "plan.toml", "--out", "ex")
        names, numbers = (line.split(",") for line in (self.folder / "ex/results.csv").read_text().splitlines())
        self.assertEqual(dict(zip(names, numbers))["pairs"], "128")

    def test_what_does_not_turn_is_kept_to_the_bit(self):
        ends = ["0.7071 -0.7071 0 {} 0.7071 0.7071 0 0 0 0 1 0", "-2 0 0 {} 0 1 0.3 0 0 0 1 0"]
        for number, end in enumerate(ends):
            self.ok("collide", "unit.obj", "unit.obj", "--between", end.format(4), end.format(0), "--haptic", 2, "--out", f"d{number}")
            lines = (self.folder / f"d{number}/poses.txt").read_text().splitlines()
            self.assertEqual(lines[1:], [end.format(2), end.format(0)])

    def test_other_shapes_at_both_ends_are_refused_by_name(self):
        (self.folder / "plan.toml").write_text(
            '[[workload]]\na = "unit.obj"\nb = "thousand.obj"\n'
            f'motion = {{ from = "3 0 0 1 0 0 0", to = "{MILLI.format(-3)}", toc = 6 }}\n')
        asked = self.run_program("explore", "plan.toml", "--out", "ex")
        self.assertEqual(asked.returncode, 3)
        self.assertIn("plan.toml:4: workload.motion: second pose: expected the linear part of the first pose, turned, got one that stretches "
                      "otherwise: 0.001 0 0 0 0.001 0 0 0 0.001\n", asked.stderr)
        self.assertFalse((self.folder / "ex").exists())
        for how in ("--haptic", "--toc"):
            for other in ("0.002 0 0 1 0 0.002 0 0 0 0 0.002 0", "-0.001 0 0 1 0 0.001 0 0 0 0 0.001 0", "0 0 0 1 0 0 0"):
                asked = self.run_program("collide", "unit.obj", "thousand.obj", "--between", MILLI.format(3), other, how, 6, "--pairs", "p.csv")
                self.assertEqual(asked.returncode, 3, asked.stderr)
                self.assertIn("--between: second pose: expected the linear part of the first pose, turned, got ", asked.stderr)
                self.assertEqual(asked.stderr.count("\n"), 1)


class Frames(MovingObjects):
    def test_numbers_are_ordered_as_numbers(self):
        # The cube steps by one unit a frame and touches the other in frames 9 to 11.
        folder = self.folder / "frames"
        folder.mkdir()
        names = [f"part{i // 8}_{i}" for i in range(11)] + ["part10_0", "part10_00000000000000000000001"]
        for i, name in enumerate(names):
            box(folder / f"{name}.obj", x=i - 10)
        box(folder / ".part0_0.obj", x=0)  # an editor's copy is no frame
        found = self.ok("collide", "unit.obj", "unit.obj", "--frames", "frames", "--chip", "bruteforce", "--pairs", "p.csv")
        counts = self.pairs("p.csv", 13)
        self.assertEqual([count > 0 for count in counts], [False] * 9 + [True] * 3 + [False])
        self.assertEqual(counts[9], counts[11])
        self.assertIn("  frames     13, part0_0.obj to part10_00000000000000000000001.obj, each ", found)


class Scenes(MovingObjects):
    def scene(self, text, *words):
        (self.folder / "s.toml").write_text(text)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return self.ok("scene", "s.toml", "--out", "out", *words)

    @staticmethod
    def part(name, mesh, **members):
        return f'[[object]]\nname = "{name}"\nmesh = "{mesh}"\n' + "".join(f"{key} = {value}\n" for key, value in members.items())

    def test_parts_of_one_assembly_touch_in_every_orientation(self):
        generator = random.Random(62)
        poses = []
        for _ in range(1000):
            place, turn = [generator.uniform(-1000, 1000) for _ in range(3)], [generator.gauss(0, 1) for _ in range(4)]
            poses.append(" ".join(map(repr, place + turn)) + "\n")
        # Scaled, sheared and mirrored ones, too.
        poses += [" ".join(repr(generator.uniform(-5, 5)) for _ in range(12)) + "\n" for _ in range(200)]
        (self.folder / "p.poses").write_text("".join(poses))
        self.scene(f"frames = {len(poses)}\n" + self.part("lower", "unit.obj", poses='"p.poses"') + self.part("upper", "upper.obj", poses='"p.poses"'),
                   "--chip", "bruteforce")
        self.assertEqual(self.pairs("out/pairs.csv", len(poses)), [62] * len(poses))

    def test_what_turns_alike_stays_in_contact(self):
        turn = {"angular_velocity": "[0, 0, 0.1]", "velocity": "[0.1, 0.03, 0.01]"}
        self.scene("frames = 30\n" + self.part("plate", "unit.obj", **turn) + self.part("cover", "unit.obj", pose='"0 0 1 1 0 0 0"', **turn))
        self.assertEqual(self.pairs("out/pairs.csv", 30), [62] * 30)
        oblique = {"angular_velocity": "[0.3, -0.2, 0.1]", "pose": '"7 -3 0.1 0.9 0.3 0.2 0.1"'}
        self.scene("frames = 30\n" + self.part("lower", "unit.obj", **oblique) + self.part("upper", "upper.obj", **oblique))
        self.assertEqual(self.pairs("out/pairs.csv", 30), [62] * 30)

    def test_with_a_at_rest_it_is_collide(self):
        poses = ["0.1 0.2 0.3 0.9 0.3 0.2 0.1", "0 0 1 1 0 0 0", "0.1 0 0 1e-3 0 0 0", "1 0.1 0 0.7 0 1 0 0.3 0 0 1 1", "-0.3 0 0 1 0 0.1 0 0 0 0 2 -1",
                 "1 0 0 0.50000002980232238769531250000000000001 0 1 0 0 0 0 1 1", "0 0 1e-45 1 0 0 0"]
        (self.folder / "p.poses").write_text("\n".join(poses) + "\n")
        self.scene(f"frames = {len(poses)}\n" + self.part("a", "unit.obj") + self.part("b", "unit.obj", poses='"p.poses"'))
        self.ok("collide", "unit.obj", "unit.obj", "--poses", "p.poses", "--pairs", "p.csv", "--stats", "s.json")
        of_scene = [",".join(line.split(",")[:1] + line.split(",")[3:]) for line in (self.folder / "out/pairs.csv").read_text().splitlines()]
        self.assertEqual(of_scene[1:], (self.folder / "p.csv").read_text().splitlines()[1:])

    def test_the_results_do_not_depend_on_the_working_directory(self):
        (self.folder / "s.toml").write_text("frames = 2\n" + self.part("a", "unit.obj") + self.part("b", "upper.obj"))
        (self.folder / "c.toml").write_text('base = "paper52"\n')
        (self.folder / "below").mkdir()
        self.ok("scene", "s.toml", "--chip", "c.toml", "--out", "one")
        self.ok("scene", "../s.toml", "--chip", "../c.toml", "--out", "../two", cwd="below")
        self.ok("scene", self.folder / "s.toml", "--chip", self.folder / "c.toml", "--out", "../three", cwd="below")
        bytes_of = [{path.name: path.read_bytes() for path in (self.folder / name).iterdir()} for name in ("one", "two", "three")]
        self.assertEqual(bytes_of[1], bytes_of[0])
        self.assertEqual(bytes_of[2], bytes_of[0])

    def test_what_float32_cannot_hold_names_frame_and_objects(self):
        (self.folder / "s.toml").write_text("frames = 1\n" + self.part("a", "unit.obj", pose='"1e-30 0 0 0 0 1e-30 0 0 0 0 1e-30 0"') +
                                            self.part("b", "unit.obj", pose='"1e10 0 0 0 0 1e10 0 0 0 0 1e10 0"'))
        asked = self.run_program("scene", "s.toml", "--out", "out")
        self.assertEqual(asked.returncode, 3)
        self.assertEqual(asked.stderr, "collisionchip: s.toml: frame 0, a and b: the pose of one relative to the other: expected a linear part in "
                                       "the range of float32, got a larger one\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
