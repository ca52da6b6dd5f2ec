#!/usr/bin/env python3
"""Machine.query, Machine.evaluator and Config say what the program says: the same pairs, statistics and complaints.

    package_test.py COLLISIONCHIP FOLDER_OF_THE_PACKAGE

Needs NumPy. The program's own files are the judge: everything is asked on the command line, too.
"""
import ast
import csv
import decimal
import fractions
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[3]
os.environ["COLLISIONCHIP_PROGRAM"] = PROGRAM
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[2])

import numpy as np  # noqa: E402
import collisionchip as cc  # noqa: E402

POSES = [[0.4, 0, 0, 1, 0, 0, 0.1], [5, 0, 0.3, 1, 0, 0.5, 0], [0.2123456789, 0.1, 0, 1, 0.3, 0, 0.1]]  # the second is apart
KEYS = {"sdram.bus_bytes": 16, "stack_engine.prefetch": False}
SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\nf 1 2 3 4\nf 1 2 2\n"


def command_line(folder, *words):
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True)


class Folder(unittest.TestCase):
    """A folder whose name needs care, and TMPDIR inside it: what is left over is seen."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="κόσμος \"' ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.temporary = self.folder / "tmp é"
        self.temporary.mkdir()
        patch = mock.patch.object(tempfile, "tempdir", str(self.temporary))
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(lambda: self.assertEqual(list(self.temporary.iterdir()), []))

    def ok(self, *words):
        done = command_line(self.folder, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def objects(self, triangles=600):
        self.ok("mesh", "gear", "a.obj", "-n", str(triangles))
        self.ok("mesh", "bolt", "b.stl", "-n", str(triangles))
        return cc.Shape.from_file(self.folder / "a.obj"), cc.Shape.from_file(self.folder / "b.stl")

    def stand_in(self, script):
        """Another program in the place of the program."""
        path = self.folder / "stand in.sh"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        patch = mock.patch.dict(os.environ, COLLISIONCHIP_PROGRAM=str(path))
        patch.start()
        self.addCleanup(patch.stop)

    def interrupted(self, question, begun):
        """What Ctrl-C does to a call that has begun: KeyboardInterrupt while it waits."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # of a command in the background it is ignored
        self.addCleanup(signal.signal, signal.SIGINT, before)
        ended = threading.Event()

        def press():
            while not begun():
                time.sleep(0.01)
            seconds = 0.1
            while not ended.wait(seconds):  # Python may see a signal only after the read that it should have ended
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                seconds = 3

        thread = threading.Thread(target=press, daemon=True)
        with self.assertRaises(KeyboardInterrupt):
            thread.start()
            question()
        ended.set()
        thread.join()


class Query(Folder):
    def test_pairs_and_statistics_are_those_of_the_files(self):
        a, b = self.objects()
        (self.folder / "poses.txt").write_text("".join(" ".join(map(str, pose)) + "\n" for pose in POSES))
        said = self.ok("collide", "a.obj", "b.stl", "--poses", "poses.txt", "--set", "sdram.bus_bytes=16", "--set",
                       "stack_engine.prefetch=false", "--pairs", "p.csv", "--stats", "s.json")
        self.ok("stats", "s.json", "--csv", "s.csv")
        with open(self.folder / "p.csv") as file:
            rows = np.array(list(csv.reader(file))[1:], dtype=int)
        with open(self.folder / "s.csv") as file:
            table = list(csv.DictReader(file))
        for jobs in (0, 1):
            result = cc.Machine("paper41", KEYS).query(a, b, np.array(POSES), jobs=jobs)
            self.assertEqual(len(result), 3)
            self.assertEqual([len(pairs) > 0 for pairs in result.pairs], [True, False, True])
            for pose, pairs in enumerate(result.pairs):
                np.testing.assert_array_equal(pairs, rows[rows[:, 0] == pose][:, 1:])
            self.assertEqual(set(result.statistics) | set(result.histograms), set(table[0]))
            for name, values in result.statistics.items():
                read = str if name in ("bound_by", "roof") else float
                self.assertEqual([read(row[name]) for row in table], values.tolist(), name)
            for name, tables in result.histograms.items():
                self.assertEqual([row[name] for row in table], [" ".join(f"{v}:{n}" for v, n in entries) for entries in tables], name)
            self.assertEqual(result.cycles.tolist(), [int(row["cycles"]) for row in table])
            self.assertEqual(result.energy_uj.tolist(), [int(row["chip.energy_pj"]) / 1e6 for row in table])
            self.assertEqual(result.milliseconds.tolist(), [(cycles * 3750 + 500) // 1000 / 1e6 for cycles in result.cycles.tolist()])
            self.assertTrue((result.total_milliseconds > result.milliseconds).all())
            self.assertEqual((result.statistics["chip_ns"] + result.statistics["link_ns"] + result.statistics["host_ns"] - result.statistics["overlap_ns"]).tolist(), result.statistics["total_ns"].tolist())
            self.assertAlmostEqual(int(result.statistics["total_ns"].sum()), result.run["total_ns"], delta=len(result), msg="rounded each")
            self.assertIn("PARITY: " + result.parity, said)

    def test_the_configuration_is_the_programs(self):
        machine = cc.Machine("paper41", KEYS)
        self.assertEqual((machine["sdram.bus_bytes"], machine["stack_engine.prefetch"], machine["sdram.page_policy"]), (16, False, "open"))
        self.assertEqual(machine.toml, self.ok("config", "--set", "sdram.bus_bytes=16", "--set", "stack_engine.prefetch=false"))
        other = machine.replace({"sdram.page_policy": "closed"})
        self.assertEqual((other["sdram.bus_bytes"], other["sdram.page_policy"], machine["sdram.page_policy"]), (16, "closed", "open"))
        slow = cc.Machine("paper41", {"sdram.t_rp": 60}).replace({"memory.kind": "ddr4-3200"})
        self.assertEqual((slow["sdram.t_rp"], slow["sdram.t_rcd"]), (60, 22))
        self.assertEqual(slow.toml, cc.Machine("paper41", {"memory.kind": "ddr4-3200"}).replace({"sdram.t_rp": 60}).toml)
        (self.folder / "chip.toml").write_text('base = "paper52"\n[sdram]\nbanks = 2\n')
        chip = cc.Machine(self.folder / "chip.toml")
        self.assertEqual(chip.toml, self.ok("config", "--chip", "chip.toml"))
        (self.folder / "chip.toml").unlink()  # a machine is a value
        gear = cc.Shape.make("gear", 60)
        self.assertEqual(chip.query(gear, gear).run["configuration"]["sdram"]["banks"], 2)

    def test_every_call_takes_the_same_values(self):
        gear = cc.Shape.make("gear", 60)
        banks = [8, 8.0, "8", "08", np.int32(8), np.uint8(8), np.float64(8), np.float32(8), np.float16(8), np.longdouble(8), np.array(8), decimal.Decimal(8),
                 fractions.Fraction(8), np.str_("8")]
        switches = [False, np.bool_(False), "false", np.array(False)]
        taken = [{"sdram.banks": value} for value in banks] + [{"stack_engine.prefetch": value} for value in switches] + \
            [{"sdram": {"banks": np.float64(8)}}, {"sdram.page_policy": np.str_("closed")}]
        refused = [{"sdram.banks": value} for value in (True, np.bool_(True), 8.5, np.float64(8.5), decimal.Decimal("8.5"), float("nan"), float("inf"),
                                                        decimal.Decimal("nan"), 2 ** 70, -8, "-8", "many", "")] + \
            [{"stack_engine.prefetch": value} for value in (1, 1.0, "True", "yes")] + [{"sdram.page_policy": 1}, {"sdram": {"bnaks": 8}}]
        plain = cc.Machine()
        with plain.evaluator(gear, gear, statistics=["cycles"]) as evaluate:
            for keys in taken:
                machine = cc.Machine("paper41", keys)
                self.assertEqual(machine.toml, plain.replace(keys).toml, keys)
                self.assertNotEqual(machine.toml, plain.toml, keys)
                self.assertEqual(evaluate(keys)["cycles"], evaluate(machine.configuration.changed)["cycles"], keys)
            self.assertEqual({cc.Machine("paper41", keys).toml for keys in taken[:len(banks)]}, {plain.replace({"sdram.banks": 8}).toml})
            for keys in refused:
                for call in (lambda keys: cc.Machine("paper41", keys), plain.replace, evaluate):
                    self.assertRaisesRegex(cc.Error, r"^(--set )?\w+\.\w+.*: (expected|unknown)", call, keys)
            for value in ([8], None, 8j, np.array([8]), b"8", object()):
                for call in (lambda keys: cc.Machine("paper41", keys), plain.replace, evaluate):
                    self.assertRaisesRegex(TypeError, r"^sdram\.banks: expected a number, a text, True or False, got \w+$", call, {"sdram.banks": value})

    def test_area_is_that_of_any_query(self):
        machine = cc.Machine("paper41", {"dop_unit.dotadds": 4})
        gear = cc.Shape.make("gear", 60)
        area = machine.query(gear, gear).statistics["chip.area_um2"][0] / 1e6
        self.assertEqual(machine.area_mm2, area)
        self.assertGreater(area, cc.Machine().area_mm2)

    def test_options_are_handed_on(self):
        a, b = self.objects()
        machine = cc.Machine()
        every = machine.query(a, b, POSES[0]).pairs[0]
        first = machine.query(a, b, POSES[0], first_witness=True).pairs[0]
        self.assertEqual(len(first), 1)
        self.assertIn(first[0].tolist(), every.tolist())
        self.assertEqual(machine.query(a, b, POSES[0], check=False).parity, "not checked (--no-check)")
        software = machine.query(a, b, POSES[0], model="reference")
        np.testing.assert_array_equal(software.pairs[0], every)
        self.assertRaises(KeyError, lambda: software.cycles)
        self.assertEqual(software.histograms, {})
        raw = machine.query(a, b, POSES[0], raw=True)
        self.assertFalse(raw.run["configuration"]["triangle_unit"]["filter"])
        kept = machine.query(a, b, POSES[0], out=self.folder / "kept")
        np.testing.assert_array_equal(kept.pairs[0], every)
        self.assertTrue((self.folder / "kept/stats.json").is_file() and (self.folder / "kept/trace.sqlite").is_file())

    def test_a_pose_may_be_a_matrix(self):
        a, b = self.objects()
        machine = cc.Machine()
        one = machine.query(a, b, POSES[0])
        matrix = np.array([one.statistics[f"matrix.{i}"][0] for i in range(12)], np.float32)
        square = np.vstack([matrix.reshape(3, 4), [0, 0, 0, 1]])
        scipys = [*POSES[0][:3], *np.roll(POSES[0][3:], -1)]
        for pose, order in ((matrix, "wxyz"), (matrix.reshape(3, 4), "wxyz"), ([matrix], "wxyz"), (matrix.reshape(1, 3, 4), "wxyz"), (square, "wxyz"),
                            (square[None], "xyzw"), (scipys, "xyzw")):
            again = machine.query(a, b, pose, quaternion=order)
            np.testing.assert_array_equal(again.pairs[0], one.pairs[0])
            self.assertEqual(again.cycles.tolist(), one.cycles.tolist())
            with machine.evaluator(a, b, pose, quaternion=order, statistics=["cycles"]) as evaluate:
                self.assertEqual(evaluate()["cycles"], one.cycles[0])

    def test_an_object_against_itself_and_a_mesh_of_one_triangle(self):
        one = cc.Shape(np.eye(3), [[0, 1, 2]])
        other = cc.Shape(np.eye(3)[::-1] * 2, np.array([[0, 1, 2]], np.uint8))
        machine = cc.Machine()
        itself = machine.query(one, one)
        self.assertEqual(itself.pairs[0].tolist(), [[0, 0]])
        self.assertEqual(itself.run["object_b"], itself.run["object_a"], "one object, which the machine gets once")
        apart = machine.query(one, other)
        self.assertEqual((apart.pairs[0].shape, apart.pairs[0].dtype), ((0, 2), np.int64))
        self.assertEqual(len(apart.cycles), 1)

    def test_an_interrupted_query_ends_its_processes(self):
        a = b = cc.Shape.make("gear", 30000)  # which alone takes seconds at the first pose
        machine = cc.Machine()
        children = pathlib.Path(f"/proc/self/task/{threading.main_thread().native_id}/children")
        for poses, jobs in ((POSES[:1] * 1000, 2), ([0, 0, 0, 1, 0, 0, 0.001], 2), (np.tile(POSES[1], (200_000, 1)), 1)):
            begun = (lambda: children.read_text() != "") if jobs > 1 else (lambda: True)
            self.interrupted(lambda: machine.query(a, b, poses, jobs=jobs), begun)
            self.assertEqual(children.read_text(), "")
        self.assertEqual(len(machine.query(a, b, POSES[1])), 1, "the next one is answered")

    def test_a_program_that_does_not_stop_is_ended(self):
        begun = self.folder / "begun"
        gear = cc.Shape.make("gear", 60)
        self.stand_in('trap "" TERM; echo $$ > "${0%/*}/new"; mv "${0%/*}/new" "${0%/*}/begun"; while :; do sleep 0.1; done')
        with mock.patch.object(cc.program, "SECONDS_TO_STOP", 0.3):
            self.interrupted(lambda: cc.Machine().query(gear, gear, out=self.folder / "kept"), begun.exists)
        self.assertRaises(ProcessLookupError, os.kill, int(begun.read_text()), signal.SIGKILL)

    def test_what_is_no_shape_and_no_pose_is_refused(self):
        mesh, machine = cc.Shape(np.eye(3), [[0, 1, 2]]), cc.Machine()
        for a, b in (("gear.obj", mesh), (mesh, None)):
            self.assertRaises(TypeError, machine.query, a, b)
        for ask in (machine.query, machine.evaluator, lambda *question, **options: machine.query(*question, out=self.folder / "kept", **options)):
            self.assertRaisesRegex(ValueError, "real numbers", ask, mesh, mesh, [0j, 0, 0, 1, 0, 0, 0])
            self.assertRaisesRegex(ValueError, "poses: expected at least one, got none", ask, mesh, mesh, np.zeros((0, 7)))
            self.assertRaisesRegex(ValueError, "quaternion: expected 'wxyz' or 'xyzw', got 'zyxw'", ask, mesh, mesh, quaternion="zyxw")
            for wrong in ([1, 2], np.zeros((2, 2, 7)), 1):
                self.assertRaisesRegex(ValueError, "poses: expected shape", ask, mesh, mesh, wrong)
        software = machine.query(mesh, mesh, model="reference")
        self.assertRaisesRegex(KeyError, "only a chip has it", lambda: software.milliseconds)
        self.assertRaisesRegex(KeyError, "only a chip has it", lambda: software.energy_uj)


class Complaints(Folder):
    def same(self, question, *words):
        done = command_line(self.folder, *words)
        with self.assertRaises(cc.Error) as caught:
            question()
        self.assertEqual("collisionchip: " + str(caught.exception).replace(" (see --help)", "") + "\n", done.stderr.replace(" (see --help)", ""))
        return caught.exception.status, done.returncode

    def test_the_programs_line_is_the_exception(self):
        for question, *words in ((lambda: cc.Machine("paper41", {"sdram.bnaks": 8}), "config", "--set", "sdram.bnaks=8"),
                                 (lambda: cc.Machine("paper40"), "config", "--chip", "paper40"),
                                 (lambda: cc.Machine("paper41", {"sdram.t_rc": 2}), "config", "--set", "sdram.t_rc=2")):
            self.assertEqual(self.same(question, *words), (3, 3))
        gear = cc.Shape.make("gear", 60)
        gear.save(self.folder / "gear.obj")
        files = ["gear.obj", "gear.obj"]
        self.assertEqual(self.same(lambda: cc.Machine().query(gear, gear, model="fast"), "collide", *files, "--model", "fast"), (3, 2))
        self.assertEqual(self.same(lambda: cc.Machine().query(gear, gear, model="fast", out=self.folder / "kept"), "collide", *files, "--model", "fast"), (2, 2))
        self.same(lambda: cc.Shape.make("gera"), "mesh", "gera", "x.obj")

    def test_a_difference_to_the_reference_is_an_error(self):
        gear = cc.Shape.make("gear", 60)
        self.stand_in('echo "collide: 1 of 2" >&2; echo "collisionchip: models disagree: pose 0" >&2; exit 1')
        ask = lambda: cc.Machine().query(gear, gear, out=self.folder / "kept")  # noqa: E731
        with self.assertRaises(cc.Error) as caught:
            ask()
        self.assertEqual((str(caught.exception), caught.exception.status), ("models disagree: pose 0", 1))
        self.stand_in("kill -9 $$")
        self.assertRaisesRegex(cc.Error, "ended with status -9", ask)


class WhereTheProgramIs(Folder):
    def found_by(self, package, environment):
        """What a fresh python3 with the package in that place says."""
        return subprocess.run([sys.executable, "-B", "-c", "import collisionchip as c; print(c.find_program())"], capture_output=True,
                              encoding="utf-8", env={"PYTHONPATH": str(package), "PATH": "/nowhere", **environment})

    def put(self, place):
        put = self.folder / place / "collisionchip"
        shutil.copytree(pathlib.Path(cc.__file__).parent, put, ignore=shutil.ignore_patterns("__pycache__", "_core*.so"))
        module = pathlib.Path(cc.core._core.__file__)
        (put / module.name).symlink_to(module)
        return self.folder / place

    def program(self, place):
        path = self.folder / place / "collisionchip"
        path.parent.mkdir(parents=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        return path

    def test_in_the_order_that_the_page_says(self):
        installed, source = self.put("prefix/lib/python3/dist-packages"), self.put("tree/python")
        none = self.found_by(source, {})
        self.assertEqual(none.returncode, 1)
        for place in ("COLLISIONCHIP_PROGRAM (not set)", f"{self.folder}/tree/build/*/collisionchip", "PATH", "cmake --install"):
            self.assertIn(place, none.stderr.splitlines()[-1])
        on_path = self.program("on path")
        for package in (installed, source):
            self.assertEqual(self.found_by(package, {"PATH": str(on_path.parent)}).stdout.strip(), str(on_path))
        places = [(source, self.program("tree/build/old")), (source, self.program("tree/build/newer")),
                  (source, self.program("tree/build/release")), (installed, self.program("prefix/bin"))]
        os.utime(places[0][1], (1e9, 1e9))
        os.utime(places[2][1], (1e9, 1e9))
        for package, expected in places[2:]:
            self.assertEqual(self.found_by(package, {"PATH": str(on_path.parent)}).stdout.strip(), str(expected))
        places[2][1].unlink()
        self.assertEqual(self.found_by(source, {}).stdout.strip(), str(places[1][1]))
        self.assertEqual(self.found_by(installed, {"COLLISIONCHIP_PROGRAM": str(on_path)}).stdout.strip(), str(on_path))
        wrong = self.found_by(installed, {"COLLISIONCHIP_PROGRAM": "/no/such"})
        self.assertIn("COLLISIONCHIP_PROGRAM: expected the program collisionchip, got '/no/such'", wrong.stderr)


class Evaluations(Folder):
    def evaluator(self, **options):
        a, b = self.objects(200)
        evaluate = cc.Machine("paper41", {"sdram.bus_bytes": 16}).evaluator(a, b, POSES, **options)
        self.addCleanup(evaluate.close)
        return a, b, evaluate

    def test_an_evaluation_is_the_sum_of_the_query(self):
        a, b, evaluate = self.evaluator(first_witness=True)
        keys = {"sdram.banks": np.int64(2), "sdram.page_policy": "closed", "stack_engine.prefetch": False}
        told = evaluate(keys)
        asked = cc.Machine("paper41", {"sdram.bus_bytes": 16, **keys}).query(a, b, POSES, first_witness=True).statistics
        for name in ("cycles", "pairs", "sdram.reads", "chip.energy_pj"):
            self.assertEqual(told[name], asked[name].sum(), name)
        self.assertEqual(told["chip.area_um2"], asked["chip.area_um2"][0])
        self.assertEqual(evaluate({})["cycles"], cc.Machine("paper41", {"sdram.bus_bytes": 16}).query(
            a, b, POSES, first_witness=True).cycles.sum(), "keys of one call are not those of the next")

    def test_only_the_statistics_that_are_wanted(self):
        *_, evaluate = self.evaluator(statistics=["cycles", "pairs"])
        self.assertEqual(set(evaluate()), {"cycles", "pairs"})
        *_, evaluate = self.evaluator(statistics=["cyles"])
        self.assertRaisesRegex(cc.Error, "--statistic: expected a name that `collisionchip explore --statistics` prints, got 'cyles'; nearest is cycles", evaluate)
        self.assertRaisesRegex(TypeError, "a list of names", self.evaluator, statistics="cycles")

    def test_nobody_to_answer_is_refused(self):
        for jobs in (0, -1, 1.5, True):
            self.assertRaisesRegex(ValueError, "^jobs: expected a whole number from 1 on", self.evaluator, jobs=jobs)

    def test_what_is_refused_is_an_error_and_the_next_call_is_answered(self):
        *_, evaluate = self.evaluator(statistics=["cycles"])
        for keys, complaint in (({"sdram.bnaks": 8}, "^sdram.bnaks: unknown key; nearest is sdram.banks$"),
                                ({"id": 3}, "^id: unknown key$"), ({"sdram.t_rc": 2}, "^sdram.t_rc = 2 is less than"), ({"sdram.banks": 1.5}, "^sdram.banks: expected")):
            self.assertRaisesRegex(cc.Error, complaint, evaluate, keys)
        self.assertGreater(evaluate()["cycles"], 0)

    def test_threads_are_answered_at_the_same_time(self):
        *_, evaluate = self.evaluator(statistics=["cycles"], jobs=2)
        banks = [1, 2, 4, 8, 16, 1, 2, 4]
        answers = {}
        threads = [threading.Thread(target=lambda i=i, n=n: answers.update({i: evaluate({"sdram.banks": n})["cycles"]}))
                   for i, n in enumerate(banks)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([answers[i] for i in (0, 1, 2)], [answers[i] for i in (5, 6, 7)])
        self.assertEqual(len(set(answers.values())), 5)
        self.assertEqual(len(evaluate._running), 2)

    def test_an_interrupted_call_is_not_the_next_ones_answer(self):
        *_, evaluate = self.evaluator(statistics=["cycles"])
        expected = evaluate({"sdram.banks": 2})
        process = next(iter(evaluate._running))
        os.kill(process.pid, signal.SIGSTOP)
        with mock.patch.object(cc.program, "SECONDS_TO_STOP", 0.2):
            self.interrupted(lambda: evaluate({"sdram.banks": 8}), evaluate._idle.empty)
        self.assertIsNotNone(process.poll())
        self.assertEqual(evaluate({"sdram.banks": 2}), expected)

    def test_a_closed_one_leaves_nothing(self):
        *_, evaluate = self.evaluator(statistics=["cycles"])
        with evaluate:
            evaluate()
            process = next(iter(evaluate._running))
        self.assertIsNotNone(process.poll())
        self.assertRaisesRegex(cc.Error, "closed", evaluate)
        self.assertEqual(list(self.temporary.iterdir()), [])


class Example(unittest.TestCase):
    def test_the_search_has_twenty_lines(self):
        text = (ROOT / "examples/optuna_search.py").read_text()
        doc = ast.parse(text).body[0]
        lines = [line for number, line in enumerate(text.splitlines(), 1)
                 if line.strip() and not line.startswith("#") and not doc.lineno <= number <= doc.end_lineno]
        self.assertLessEqual(len(lines), 20)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
