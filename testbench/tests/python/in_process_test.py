#!/usr/bin/env python3
"""The module in C++ says what the program says: the same pairs, the same statistics, the same complaints, in one process.

    in_process_test.py COLLISIONCHIP FOLDER_OF_THE_PACKAGE

Needs NumPy and a build with COLLISIONCHIP_BUILD_PYTHON. The program's own files are the judge.
"""
import ast
import csv
import json
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
PACKAGE = pathlib.Path(sys.argv[2]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[3]
os.environ["COLLISIONCHIP_PROGRAM"] = PROGRAM
sys.dont_write_bytecode = True
sys.path.insert(0, str(PACKAGE))

import numpy as np  # noqa: E402
import collisionchip as cc  # noqa: E402

POSES = [[0.4, 0, 0, 1, 0, 0, 0.1], [5, 0, 0.3, 1, 0, 0.5, 0], [0.2123456789, 0.1, 0, 1, 0.3, 0, 0.1]]  # the second is apart
A, B = cc.Shape.make("gear", 600), cc.Shape.make("bolt", 600)


def matrix(pose):
    """As the program makes it, but not yet rounded to float32."""
    w, x, y, z = np.array(pose[3:]) / np.linalg.norm(pose[3:])
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return np.vstack([np.column_stack([rows, pose[:3]]), [0, 0, 0, 1]])


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="κόσμος ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)

    def asked(self, *words):
        """Pairs (n, 3) and the queries of the statistics, of the program about A and B at POSES."""
        for shape, name in ((A, "a.ply"), (B, "b.ply")):
            shape.save(self.folder / name)
        (self.folder / "poses.txt").write_text("".join(" ".join(map(str, pose)) + "\n" for pose in POSES))
        done = self.program("collide", "a.ply", "b.ply", "--poses", "poses.txt", "--pairs", "p.csv", "--stats", "s.json", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "p.csv") as file:
            pairs = np.array(list(csv.reader(file))[1:], dtype=int).reshape(-1, 3)
        return pairs, json.loads((self.folder / "s.json").read_text())["queries"]


class Answers(Folder):
    def test_software_finds_what_the_program_finds(self):
        for engine, model, first in ((cc.Engine.reference(), "reference", False), (cc.Engine.reference(), "reference", True),
                                     (cc.Engine.mirror(), "mirror", False)):
            pairs, queries = self.asked("--model", model, *(["--first"] if first else []))
            for jobs in (0, 1):
                answer = engine.collide(A, B, POSES, first=first, check=True, statistics=True, jobs=jobs)
                np.testing.assert_array_equal(answer.pairs, pairs)
                for ours, theirs in zip(answer.statistics, queries, strict=True):
                    self.assertEqual({**ours, "time_us": 0}, {**theirs, "time_us": 0})
            self.assertEqual(answer.colliding.tolist(), [True, False, True])
            self.assertEqual(answer.cost["lists"].tolist(), [query.get("lists", 0) for query in queries])

    def test_chips_find_what_the_program_finds_in_the_same_cycles(self):
        for chip, keys in (("paper41", {"sdram.bus_bytes": 16, "stack_engine.prefetch": False}), ("today", {}), ("beyond", {})):
            words = [word for key, value in keys.items() for word in ("--set", f"{key}={str(value).lower()}")]
            pairs, queries = self.asked("--chip", chip, *words)
            machine = cc.Machine(chip, keys)
            for jobs in (0, 1):
                answer = machine.collide(A, B, np.array(POSES), statistics=True, jobs=jobs)
                np.testing.assert_array_equal(answer.pairs, pairs)
                self.assertEqual(answer.statistics, queries)
                self.assertEqual(answer.cost["total_ns"].tolist(), [query["total_ns"] for query in queries])
            one = machine.collide(A, B, POSES[2], check=True, statistics=True)
            self.assertEqual({**one.statistics, "pose": 2}, queries[2])
            self.assertEqual(one.cost["cycles"], queries[2]["cycles"])

    def test_a_pose_has_many_forms(self):
        expected = cc.collide(A, B, POSES)
        rows = np.array([matrix(pose) for pose in POSES])
        for poses in (np.array(POSES), rows, rows[:, :3], rows[:, :3].reshape(-1, 12), np.asfortranarray(rows), rows.astype("f4"), rows.tolist()):
            np.testing.assert_array_equal(cc.collide(A, B, poses).pairs, expected.pairs)
        scipys = np.array(POSES)[:, [0, 1, 2, 4, 5, 6, 3]]
        np.testing.assert_array_equal(cc.collide(A, B, scipys, quaternion="xyzw").pairs, expected.pairs)
        np.testing.assert_array_equal(cc.collide(A, B, rows, quaternion="xyzw").pairs, expected.pairs)
        np.testing.assert_array_equal(cc.Machine().collide(A, B, scipys[2], quaternion="xyzw").pairs, expected[2].pairs)
        for pose in (POSES[0], tuple(POSES[0]), rows[0], rows[0, :3], rows[0, :3].ravel()):
            np.testing.assert_array_equal(cc.collide(A, B, pose).pairs, expected[0].pairs)
        np.testing.assert_array_equal(cc.collide(A, B).pairs, cc.collide(A, B, np.eye(4)).pairs)
        self.assertEqual(cc.collide(A, B, np.empty((0, 7))).pairs.shape, (0, 3))

    def test_quaternions_in_scipys_order_turn_as_scipy_does(self):
        """A quarter turn about z takes x to y, whatever the order; and scipy, where it is, says so of any turn."""
        half = 0.5 ** 0.5
        turned = np.array([[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3]])
        for pose, order in (([1, 2, 3, half, 0, 0, half], "wxyz"), ([1, 2, 3, 0, 0, half, half], "xyzw"), ([1, 2, 3, 0, 0, 7, 7], "xyzw")):
            np.testing.assert_allclose(cc.core.matrices(pose, order).reshape(3, 4), turned, atol=1e-7)
        try:
            from scipy.spatial.transform import Rotation
        except ImportError:
            self.skipTest("scipy is not installed")
        turn = Rotation.random(20, random_state=1)
        ours = cc.core.matrices(np.column_stack([np.zeros((20, 3)), turn.as_quat()]), "xyzw").reshape(20, 3, 4)
        np.testing.assert_allclose(ours[:, :, :3], turn.as_matrix(), atol=1e-7)

    def test_an_answer_is_arrays(self):
        one, many = cc.collide(A, B, POSES[0]), cc.collide(A, B, POSES, limit=3)
        self.assertEqual((one.pairs.dtype, one.pairs.shape[1], many.pairs.shape), (np.int32, 2, (6, 3)))
        self.assertEqual((len(one), len(many), bool(many), bool(many[1])), (1, 3, True, False))
        self.assertEqual(many.found.tolist(), [len(cc.collide(A, B, pose).pairs) for pose in POSES])
        self.assertIs(one.colliding, True)
        self.assertIsNone(one.statistics)
        np.testing.assert_array_equal(many[-1].pairs, many.pairs[many.pairs[:, 0] == 2][:, 1:])
        self.assertRaises(IndexError, lambda: many[3])
        self.assertEqual(one.cost["cycles"], 0)
        self.assertEqual(repr(many), "<Answer of 3 poses, 6 pairs>")


class Shapes(Folder):
    def test_arrays_are_kept_as_they_are_and_not_copied_out(self):
        vertices = np.array([[0, 0, 0], [1 / 3, 0, 0], [0, 1, 0], [9, 9, 9]])
        shape = cc.Shape(vertices, [[0, 1, 2], [2, 2, 2]])
        np.testing.assert_array_equal(shape.vertices, vertices.astype("f4"))
        self.assertEqual((shape.triangles.dtype, shape.triangles.tolist(), len(shape)), (np.int32, [[0, 1, 2], [2, 2, 2]], 2))
        view = shape.vertices
        self.assertRaises(ValueError, view.__setitem__, 0, 1)
        del shape
        self.assertEqual(view[3, 0], 9)

    def test_whatever_has_vertices_and_faces_is_a_mesh(self):
        class Trimesh:
            vertices, faces = A.vertices.astype(float), A.triangles.astype("i8")

        class Open3d:
            vertices, triangles = A.vertices, A.triangles

        for mesh in (Trimesh(), Open3d(), A):
            np.testing.assert_array_equal(cc.collide(cc.Shape(mesh), B, POSES[0]).pairs, cc.collide(A, B, POSES[0]).pairs)

    def test_files_are_read_and_written_as_the_program_does_it(self):
        (self.folder / "square é.obj").write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\nf 1 2 3 4\nf 1 2 2\n")
        shape = cc.Shape.from_file(self.folder / "square é.obj")
        self.assertEqual(shape.triangles.tolist(), [[0, 1, 2], [0, 2, 3], [0, 1, 1]])
        self.assertEqual(shape.vertices.tolist(), [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [5, 5, 5]])
        for ending in ("obj", "stl", "ply", "off"):
            self.assertEqual(self.program("mesh", "square é.obj", f"theirs.{ending}").returncode, 0)
            shape.save(self.folder / f"ours.{ending}")
            self.assertEqual((self.folder / f"ours.{ending}").read_bytes(), (self.folder / f"theirs.{ending}").read_bytes())
        self.assertRaisesRegex(cc.Error, "expected a mesh file that ends in", shape.save, self.folder / "ours")
        self.assertRaisesRegex(cc.Error, "none/ours.ply: expected", shape.save, self.folder / "none/ours.ply")

    def test_a_built_in_object_is_the_one_of_the_verb(self):
        self.assertEqual(self.program("mesh", "finned-casting", "c.ply", "--triangles", "200", "--seed", "3").returncode, 0)
        made = cc.Shape.make("finned-casting", triangles=200, seed=3)
        made.save(self.folder / "d.ply")
        self.assertEqual((self.folder / "d.ply").read_bytes(), (self.folder / "c.ply").read_bytes())
        self.assertEqual(len(made), 200)


class Complaints(Folder):
    def complaint(self, call):
        with self.assertRaises(cc.Error) as caught:
            call()
        return caught.exception

    def test_the_words_are_the_programs(self):
        (self.folder / "bad.obj").write_text("v 0 0 0\nv 1 0\n")
        (self.folder / "chip.toml").write_text('base = "today"\n[sdram]\nbanks = 3\n')
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        for words, call in ((("mesh", "missing.stl", "o.obj"), lambda: cc.Shape.from_file("missing.stl")),
                            (("mesh", "./bad.obj", "o.obj"), lambda: cc.Shape.from_file("./bad.obj")),
                            (("config", "--chip", "toady"), lambda: cc.Machine("toady")),
                            (("config", "--chip", "chip.toml"), lambda: cc.Machine("chip.toml")),
                            (("config", "--set", "sdram.bnaks=8"), lambda: cc.Machine("paper41", {"sdram.bnaks": 8})),
                            (("config", "--set", "sdram.t_rc=2"), lambda: cc.Machine("paper41", sdram__t_rc=2))):
            done = self.program(*words)
            error = self.complaint(call)
            self.assertEqual((f"collisionchip: {error}", error.status), (done.stderr.splitlines()[-1], done.returncode))

    def test_an_error_names_file_place_and_expectation(self):
        name = os.fsdecode(b"bad \xff.obj")  # no UTF-8
        (self.folder / name).write_text("v 0 0 0\nv 1 0\n")
        error = self.complaint(lambda: cc.Shape.from_file(self.folder / name))
        self.assertEqual(error.file, str(self.folder / name))
        self.assertTrue(error.place.endswith("/bad \\xff.obj:2"), error.place)
        self.assertIn(f": expected {error.expectation}, got ", str(error))

    def test_wrong_arrays(self):
        corner = [[0, 0, 0]]
        for kind, words, call in (
                (ValueError, r"vertices: expected shape \(n, 3\), got \(1, 2\)", lambda: cc.Shape([[0, 0]], corner)),
                (ValueError, "vertices: expected real numbers, got complex128", lambda: cc.Shape([[0j, 0, 0]], corner)),
                (ValueError, "triangles: expected integers, got float64", lambda: cc.Shape(corner, [[0.5, 0, 0]])),
                (ValueError, "at least one, got", lambda: cc.Shape(corner, [])),
                (cc.Error, "at least one, got none", lambda: cc.Shape(corner, np.empty((0, 3), int))),
                (cc.Error, "triangles: expected indices from 0 to 0, got -1 to 0", lambda: cc.Shape(corner, [[0, 0, -1]])),
                (cc.Error, "vertex 0 has another y", lambda: cc.Shape([[0, 1e300, 0]], corner)),
                (TypeError, "a mesh with the attributes vertices and faces, got str", lambda: cc.Shape("gear")),
                (ValueError, r"poses: expected shape .*, got \(3,\)", lambda: cc.collide(A, B, [1, 2, 3])),
                (cc.Error, "^pose 1: expected a quaternion of length about 1", lambda: cc.collide(A, B, [POSES[0], [0] * 7])),
                (cc.Error, "^pose: expected a last row of 0 0 0 1", lambda: cc.collide(A, B, np.ones((4, 4)))),
                (cc.Error, "^pose: expected a 3x4 matrix whose linear part has an inverse", lambda: cc.collide(A, B, np.zeros((3, 4)))),
                (cc.Error, "^pose: expected finite numbers", lambda: cc.collide(A, B, [np.nan] * 7)),
                (ValueError, "quaternion: expected 'wxyz' or 'xyzw', got 'zyxw'", lambda: cc.collide(A, B, POSES[0], quaternion="zyxw")),
                (TypeError, "incompatible", lambda: cc.collide(A, "b"))):
            self.assertRaisesRegex(kind, words, call)

    def test_a_package_without_the_module_says_how_to_get_it(self):
        shutil.copytree(ROOT / "python/collisionchip", self.folder / "collisionchip", ignore=shutil.ignore_patterns("_core*.so", "__pycache__"))
        said = subprocess.run([sys.executable, "-B", "-c", "import collisionchip"], cwd=self.folder,
                              capture_output=True, text=True).stderr
        self.assertIn("ImportError: expected the module collisionchip._core", said)
        self.assertIn("COLLISIONCHIP_BUILD_PYTHON=ON", said)


class Threads(Folder):
    def test_others_go_on_while_a_batch_is_asked(self):
        ticks, done = [], threading.Event()

        def count():
            while not done.wait(0.001):
                ticks.append(1)

        thread = threading.Thread(target=count)
        thread.start()
        cc.collide(A, B, POSES * 500, jobs=1)
        before = len(ticks)
        done.set()
        thread.join()
        self.assertGreater(before, 5)

    def test_threads_share_shapes_and_the_chip(self):
        machine, answers = cc.Machine("today"), []
        threads = [threading.Thread(target=lambda: answers.append(machine.collide(A, B, POSES[:2]))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([answer.cost["cycles"].tolist() for answer in answers], [answers[0].cost["cycles"].tolist()] * 3)

    def test_an_interrupt_ends_a_batch_within_a_second(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        machine = cc.Machine("today")
        for ask in (lambda: cc.collide(A, B, POSES * 100_000), lambda: machine.collide(A, B, POSES * 10_000),
                    lambda: machine.collide(A, B, POSES * 10_000, jobs=1)):
            pressed = []

            def press():
                pressed.append(time.monotonic())
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

            timer = threading.Timer(1, press)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                ask()
            self.assertLess(time.monotonic() - pressed[0], 1)
            timer.join()
        children = pathlib.Path(f"/proc/self/task/{threading.main_thread().native_id}/children")
        if children.exists():
            self.assertEqual(children.read_text(), "")
        self.assertEqual(len(machine.collide(A, B, POSES)), 3)  # the next one is answered


class Package(unittest.TestCase):
    def test_the_stub_has_every_name(self):
        tree = ast.parse((ROOT / "python/collisionchip/_core.pyi").read_text())
        told = {node.name: {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
                for node in tree.body if isinstance(node, ast.ClassDef)}
        for kind in (cc.Shape, cc.Answer, cc.Engine, cc.core.Config):
            real = {name for name in vars(kind) if not name.startswith("_")} | {"__init__", "__len__", "__bool__", "__getitem__"} & set(vars(kind))
            self.assertEqual(told[kind.__name__] - {"__init__"}, real - {"__init__"}, kind)
            self.assertTrue(kind.__doc__ and len(kind.__doc__) > 40, kind)
        for words in ("(n, 3)", "(7,)", "unit of length"):
            self.assertIn(words, cc.Shape.__doc__ + cc.Engine.collide.__doc__)

    def test_a_machine_is_a_value(self):
        machine = cc.Machine("today", {"sdram.banks": 8})
        self.assertEqual(machine["sdram.banks"], 8)
        machine.collide(A, B, POSES[1])
        again = pickle.loads(pickle.dumps(machine))
        self.assertEqual(again.toml, machine.toml)
        self.assertEqual(machine.replace({"sdram.banks": 4})["sdram.banks"], 4)
        self.assertEqual(machine.toml, subprocess.run([PROGRAM, "config", "--chip", "today", "--set", "sdram.banks=8"], capture_output=True,
                                                      text=True).stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
