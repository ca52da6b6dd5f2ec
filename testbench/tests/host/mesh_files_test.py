#!/usr/bin/env python3
"""What people hear of their mesh files, and what is asked of them: scales, one offset for both, sizes that do not fit.

    mesh_files_test.py COLLISIONCHIP
"""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
FACES = "f 1 2 4\nf 1 4 3\nf 5 7 8\nf 5 8 6\nf 1 5 6\nf 1 6 2\nf 3 4 8\nf 3 8 7\nf 1 3 7\nf 1 7 5\nf 2 6 8\nf 2 8 4\n"
VERBS_WITH_OBJECTS = ((["collide"], []), (["estimate"], []), (["faults"], ["--fault", "fifo_drop:0"]), (["trees"], ["--format", "dop128"]),
                      (["allpairs"], ["--device", "cpu"]), (["quickcd"], ["--device", "cpu"]),
                      (["vectors", "record"], ["--out", "o.vectors"]), (["verify"], ["--chip", "paper41"]))


def box(low, high, scale=1):
    """An OBJ with the twelve triangles of a box; coordinates are written as decimals, in units of `scale`."""
    text = "".join(f"v {x * scale:.10g} {y * scale:.10g} {z * scale:.10g}\n"
                   for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2]))
    return text + FACES


class MeshFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, **texts):
        for name, text in texts.items():
            (self.folder / f"{name}.obj").write_text(text)

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, input="")

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")
        return done

    def complaint(self, status, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, status, f"{words}: {done.stderr}")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def pairs(self, *words):
        """The pairs of `collide`, and what it said on stderr."""
        done = self.ok("collide", *words, "--pairs", "pairs.csv", "--model", "reference")
        return (self.folder / "pairs.csv").read_text().splitlines()[1:], done.stderr

    def test_nothing_is_skipped_that_is_not_understood(self):
        corners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
        ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\n"
        face = "element face 1\nproperty list uchar int vertex_indices\n"
        zeros = "\0" * 100
        for name, text, place in (
                ("zeros.obj", f"{corners}f 1 2 3\ng {zeros}f 1 3 4\n", "6: expected text, got a byte of zero"),
                ("comment.obj", f"{corners}f 1 2 3\n# {zeros}\nf 1 3 4\n", "6: expected text, got a byte of zero"),
                ("comment.off", f"OFF\n3 1 0\n# {zeros}\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "3: expected text"),
                ("behind.off", "OFF\n3 1 0 0 0 0\n1 0 0\n0 1 0\n9 9 9\n3 0 1 2\n", "2: expected the end of the line behind the counts, got '0'"),
                ("edges.off", "OFF\n3 1 x\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "2: expected the number of edges, got 'x'"),
                ("vertex.off", "OFF\n3 1 0\n0 0 0 -x\n1 0 0\n0 1 0\n3 0 1 2\n", "3: expected a number, got '-x'"),
                ("glued.obj", "v 0 0 0 .v 1 0 0\n" + corners + "f 1 2 3\n", "1: expected a number, got '.v'"),
                ("word.obj", "v 0 0 0 Inside\n" + corners + "f 1 2 3\n", "1: expected a number, got 'Inside'"),
                ("value.ply", ply + face + "end_header\n0 0 0 0x\n1 0 0 1\n0 1 0 1\n3 0 1 2\n", "11: expected a number in vertex record 0, got '0x'"),
                ("strips.ply", ply.replace("property float nx\n", "") + face + "element tristrips 1\nproperty list int int vertex_indices\n"
                 "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n", "tristrips as well, which are not read")):
            (self.folder / name).write_text(text)
            self.assertIn(place, self.complaint(3, "mesh", name, "x.stl"))
        (self.folder / "sound.obj").write_text("v 0 0 0 -1.#IND nan 1e999\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.ok("mesh", "sound.obj", "x.stl")

    def test_a_file_of_another_kind(self):
        self.write(a=box((0, 0, 0), (1, 1, 1)))
        text = (self.folder / "a.obj").read_bytes()
        kinds = {"packed.obj": (gzip.compress(text), "OBJ", "a gzip file"),
                 "wide.stl": (text.decode().encode("utf-16"), "STL", "UTF-16 text"),
                 "page.ply": (b"<!doctype html>\n<p>not found", "PLY", "an HTML page"),
                 "other.off": (text, "OFF", "an OBJ file")}
        for name, (data, expected, kind) in kinds.items():
            (self.folder / name).write_bytes(data)
            self.assertEqual(self.complaint(3, "mesh", name, "x.obj"),
                             f"collisionchip: {name}: expected {expected}, got {kind}\n")
        self.assertFalse((self.folder / "x.obj").exists())
        (self.folder / "poses.txt").write_bytes("0 0 0 1 0 0 0\n".encode("utf-16"))
        (self.folder / "chip.toml").write_bytes(gzip.compress(b"[dop]\nk = 18\n"))
        self.assertEqual(self.complaint(3, "collide", "a.obj", "a.obj", "--poses", "poses.txt"),
                         "collisionchip: poses.txt: expected a pose file, got UTF-16 text\n")
        self.assertEqual(self.complaint(3, "allpairs", "a.obj", "a.obj", "--device", "cpu", "--displacements", "poses.txt"),
                         "collisionchip: poses.txt: expected a file of displacements, got UTF-16 text\n")
        self.assertEqual(self.complaint(3, "collide", "a.obj", "a.obj", "--chip", "chip.toml"),
                         "collisionchip: chip.toml: expected a chip configuration, got a gzip file\n")

    def test_a_needle_goes_through_a_notch(self):
        self.write(notch="v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 2 3 4 5 1\n",
                   needle="v 1.9 2 -1\nv 2.1 2 -1\nv 2 2 1\nf 1 2 3\n", nail="v 1.9 0.5 -1\nv 2.1 0.5 -1\nv 2 0.5 1\nf 1 2 3\n")
        self.assertEqual(self.pairs("notch.obj", "needle.obj"), ([], ""))
        self.assertEqual(len(self.pairs("notch.obj", "nail.obj")[0]), 1)

    def test_a_polygon_that_crosses_itself_is_said_once(self):
        self.write(bow="v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 4 0\nf 1 2 3 4\n")
        done = self.ok("collide", "bow.obj", "bow.obj")
        self.assertEqual(done.stderr, "collisionchip: note: bow.obj:5: a polygon whose sides cross is fanned from its first corner\n")

    def far_walls(self):
        """Ten centimetres apart on a national grid: float32 puts them into each other."""
        self.write(a=box((500000, 5400000.30, 300), (500005, 5400000.54, 303)),
                   b=box((500000, 5400000.64, 300), (500005, 5400000.88, 303)))

    def test_rounding_is_said_and_recentre_avoids_it(self):
        self.far_walls()
        pairs, said = self.pairs("a.obj", "b.obj")
        self.assertNotEqual(pairs, [])
        self.assertEqual([line.split(":")[2:4] for line in said.splitlines()], [[" a.obj", "1"], [" b.obj", "1"]])
        self.assertIn("moves this vertex by 0.2, the most of the file; --recentre avoids it", said)
        self.assertEqual(self.pairs("a.obj", "b.obj", "--recentre"), ([], ""))
        # In the same place near the origin, and pushed into each other by a pose: the same pairs.
        self.write(near_a=box((0, 0.30, 0), (5, 0.54, 3)), near_b=box((0, 0.64, 0), (5, 0.88, 3)))
        for pose in ("0 -0.2 0 1 0 0 0", "1 0 0 0.3 0 1 0 -0.25 0 0 1 0.1", "0 -0.1 0 1 0 0 0"):
            near = self.pairs("near_a.obj", "near_b.obj", "--pose", pose)
            self.assertEqual(self.pairs("a.obj", "b.obj", "--recentre", "--pose", pose), near, pose)
        self.assertEqual(self.pairs("near_a.obj", "near_b.obj", "--recentre")[1], "")

    def test_a_turn_far_away(self):
        """About a corner of A's wall: in A's frame t is millions, and only the sum of it is float32."""
        self.far_walls()
        self.write(near_a=box((0, 0.30, -4), (5, 0.54, -1)), near_b=box((0, 0.64, -4), (5, 0.88, -1)))
        near = self.pairs("near_a.obj", "near_b.obj", "--pose", "0 -1 0 1 1 0 0 -2 0 0 1 0")
        # x' = R x + t with x = x0 + c: t_far = t + c - R c, c = (500000, 5400000, 304).
        far = self.pairs("a.obj", "b.obj", "--recentre", "--pose", "0 -1 0 5900001 1 0 0 4899998 0 0 1 0")
        self.assertNotEqual(near[0], [])
        self.assertEqual(far, near)

    def test_the_question_is_kept(self):
        self.far_walls()
        done = self.ok("collide", "a.obj", "b.obj", "--recentre", "--scale-b", "1", "--scale-a=1.0", "--out", "d")
        run = json.loads((self.folder / "d/stats.json").read_text())["run"]
        self.assertEqual(run["command"], "collisionchip collide a.obj b.obj --recentre --chip paper41")
        self.assertEqual(run["recentre"], [500000, 5400000, 304])
        self.assertEqual((self.folder / "d/poses.txt").read_text().splitlines()[-1].split(), "1 0 0 0 0 1 0 0 0 0 1 0".split())
        again = self.ok("collide", "d/object_a.stl", "d/object_b.stl", "--poses", "d/poses.txt")
        self.assertEqual(done.stdout.splitlines()[1:4], again.stdout.splitlines()[1:4])
        self.ok("report", "d")

    def test_one_file_in_two_scales(self):
        self.write(a=box((1, 1, 1), (2, 2, 2)))
        pairs, _ = self.pairs("a.obj", "a.obj", "--scale-b", "1.5")
        self.write(b=box((1.5, 1.5, 1.5), (3, 3, 3)))
        self.assertEqual(pairs, self.pairs("a.obj", "b.obj")[0])
        self.assertNotEqual(pairs, [])
        self.assertNotEqual(pairs, self.pairs("a.obj", "a.obj")[0])
        self.ok("collide", "a.obj", "a.obj", "--scale-b", "1.5", "--out", "d")
        self.assertNotEqual((self.folder / "d/object_a.stl").read_bytes(), (self.folder / "d/object_b.stl").read_bytes())
        run = json.loads((self.folder / "d/stats.json").read_text())["run"]
        self.assertEqual(run["command"], "collisionchip collide a.obj a.obj --scale-b 1.5 --chip paper41")
        self.ok("report", "d")

    def test_scales_come_before_the_rounding(self):
        """A tenth is no float32, a hundred of them are; a mirror is at the origin."""
        self.write(a=box((0, 0, 0), (0.1, 0.1, 0.1)), b=box((10, 0, 0), (20, 10, 10)), c=box((-10, 0, 0), (0, 10, 10), -0.1))
        touching, _ = self.pairs("a.obj", "b.obj", "--scale-a", "100")
        self.assertNotEqual(touching, [])
        self.assertEqual(self.pairs("a.obj", "b.obj", "--scale-a", "99.99999")[0], [])
        self.write(d=box((-10, 0, 0), (0, 10, 10)))
        self.assertEqual(self.pairs("c.obj", "b.obj", "--scale-a", "-10")[0], self.pairs("d.obj", "b.obj")[0])

    def test_a_scale_is_a_number(self):
        self.write(a=box((0, 0, 0), (1, 1, 1)))
        for option in ("--scale-a", "--scale-b"):
            for word in ("0", "-0", "nan", "inf", "-inf", "1e999", "two", "1,5", "0x2"):
                self.assertIn(f"{option}: expected a finite number other than 0, got '{word}'",
                              self.complaint(2, "collide", "a.obj", "a.obj", f"{option}={word}"))
            self.assertIn(option, self.complaint(2, "collide", "a.obj", "a.obj", option, ""))
        self.assertIn("expected a finite float32", self.complaint(3, "collide", "a.obj", "a.obj", "--scale-a", "1e300"))

    def test_every_verb_takes_them(self):
        self.far_walls()
        for verb, more in VERBS_WITH_OBJECTS:
            self.assertNotIn("avoids it", self.run_program(*verb, "a.obj", "b.obj", "--recentre", *more).stderr, verb)
            self.assertIn("--recentre avoids it", self.run_program(*verb, "a.obj", "b.obj", "--scale-a", "2", *more).stderr, verb)
            if verb not in (["faults"], ["collide"]):
                self.ok(*verb, "a.obj", "b.obj", "--recentre", *more)
        self.assertEqual(self.complaint(3, "verify", "--recentre"),
                         "collisionchip: --scale-a, --scale-b, --recentre: expected mesh files, which they are about\n")
        self.assertEqual(self.complaint(3, "estimate", "--validate", "1", "--scale-a", "2"),
                         "collisionchip: --scale-a, --scale-b, --recentre: expected mesh files, which they are about\n")

    def test_what_does_not_go_with_an_offset(self):
        self.far_walls()
        way = ["--between", "0 0 0 1 0 0 0", "1 0 0 1 0 0 0"]
        for more in ([*way, "--toc", "3"], [*way, "--haptic", "3"]):
            self.assertIn("--recentre: expected no --between", self.complaint(3, "collide", "a.obj", "b.obj", "--recentre", *more))
        self.assertIn("--recentre: expected --pose or --poses",
                      self.complaint(3, "allpairs", "a.obj", "b.obj", "--device", "cpu", "--recentre", "--displacement", "0 0 0 0 0 0"))

    def test_frames_have_the_scale_and_the_offset(self):
        self.far_walls()
        (self.folder / "frames").mkdir()
        for i, y in enumerate((5400000.64, 5400000.50)):
            (self.folder / "frames" / f"{i}.obj").write_text(box((500000, y, 300), (500005, y + 0.24, 303)))
        words = ["a.obj", "b.obj", "--frames", "frames", "--chip", "bruteforce", "--pairs", "p.csv", "--recentre"]
        self.assertEqual(self.ok("collide", *words).stderr, "")
        self.assertEqual({line.split(",")[0] for line in (self.folder / "p.csv").read_text().splitlines()[1:]}, {"1"})

    def test_sizes_are_said_where_nothing_is_found(self):
        self.write(hand=box((0.1, 0.1, 0.1), (0.3, 0.3, 0.4)), table=box((500, 500, 500), (900, 900, 900)), far=box((99, 9, 9), (100, 10, 10)),
                   near=box((1, 1, 1), (2, 2, 2)))
        self.assertEqual(self.pairs("hand.obj", "table.obj")[1],
                         "collisionchip: note: no pair: A is 0.2 x 0.2 x 0.3 large, B 400 x 400 x 400, and their boxes are 500 apart; "
                         "if their units differ: --scale-a, --scale-b\n")
        self.assertIn("and their boxes are 98.7 apart", self.pairs("hand.obj", "far.obj")[1])
        self.assertEqual(self.pairs("hand.obj", "near.obj")[1], "")
        self.assertIn("apart", self.pairs("near.obj", "near.obj", "--pose", "30 0 0 1 0 0 0")[1])
        self.assertEqual(self.pairs("hand.obj", "table.obj", "--scale-b", "0.0005")[1], "", "half of it")
        self.assertNotEqual(self.pairs("hand.obj", "table.obj", "--scale-b", "0.0004")[0], [])
        self.write(inside=box((400, 400, 400), (900, 900, 900)), pin=box((600, 600, 899), (601, 601, 902)))
        found, said = self.pairs("inside.obj", "pin.obj")
        self.assertEqual((found != [], said), (True, "collisionchip: note: A is 500 x 500 x 500 large, B 1 x 1 x 3; if their units differ: "
                                               "--scale-a, --scale-b\n"))
        for verb in (["allpairs"], ["quickcd"]):
            self.assertIn("no pair: A is", self.ok(*verb, "hand.obj", "table.obj", "--device", "cpu").stderr)

    def test_a_pose_that_does_more_than_place_says_so(self):
        self.write(a=box((0, 0, 0), (1, 1, 1)), b=box((0, 0, 0), (1, 1, 1)))
        turned, twice, sheared, mirror = ("0.6 -0.8 0 0 0.8 0.6 0 0 0 0 1 0", "2 0 0 0 0 2 0 0 0 0 2 0", "1 0.5 0 0 0 1 0 0 0 0 1 0",
                                          "-1 0 0 0 0 1 0 0 0 0 1 0")
        note = "collisionchip: note: "
        for pose, said in ((turned, ""), ("0 0 0 1 0.2 0.3 0.1", ""), ("0.70710 -0.7071 0 0 0.7071 0.7071 0 0 0 0 1 0", ""),
                           ("1 0 0 0 0 2 0 0 0 0 1 0", note + "--pose: pose 0 stretches or shears B by factors from 1 to 2\n"),
                           ("1 0 0 0 0 0.5 0 0 0 0 1 0", note + "--pose: pose 0 stretches or shears B by factors from 0.5 to 1\n"),
                           (twice, note + "--pose: pose 0 scales B by 2\n"), (mirror, note + "--pose: pose 0 mirrors B\n"),
                           (sheared, note + "--pose: pose 0 stretches or shears B by factors from 0.7808 to 1.281\n")):
            for verb in (["collide"], ["trees", "--format", "dop128"], ["estimate"]):
                self.assertEqual(self.ok(verb[0], "a.obj", "b.obj", *verb[1:], "--pose", pose).stderr, said, (verb, pose))
        (self.folder / "poses.txt").write_text("\n".join((turned, twice, sheared, mirror)) + "\n")
        self.assertEqual(self.ok("collide", "a.obj", "b.obj", "--poses", "poses.txt").stderr,
                         note + "poses.txt: pose 1 scales B by 2; so do 2 other poses, each in its way\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
