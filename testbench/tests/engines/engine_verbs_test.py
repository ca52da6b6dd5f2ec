#!/usr/bin/env python3
"""All verbs and all engines: a verb takes an engine or refuses it by name.

    engine_verbs_test.py COLLISIONCHIP [--all]

--all: those that take half a minute, too.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "docs"))
from made import man  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
CHIPS, IN_ORDER = ["tlm", "rtl"], ["tlm", "rtl", "reference", "mirror"]
INEXACT = ["fcl"]
WITHOUT_CHIP = ["exact", "fcl"]  # they look at none
SLOW = [] if "--all" in sys.argv else [("verify", "rtl"), ("verify", "brute_force"), ("verify", "opencl")]
# Those that take --model, and what they take.
COLLIDE = ["collide", "a.obj", "b.obj", "--poses", "poses.txt"]
VERBS = {
    "collide": (COLLIDE, None),
    "verify": (["verify", "a.obj", "b.obj", "--poses", "poses.txt", "--chip", "paper41"], None),
    "vectors play": (["vectors", "play", "one.vectors"], IN_ORDER),
    "evaluate": (["evaluate", "--workload", "plan.toml", "--statistic", "cycles"], CHIPS),
    "faults": (["faults", "a.obj", "b.obj", "--fault", "fifo_drop:0"], CHIPS),
}
# Verbs that ask no engine, or always the same one: --model is unknown there.
WITHOUT = [["explore", "plan.toml", "--out", "explored"], ["estimate", "a.obj", "b.obj"], ["config"],
           ["mesh", "gear", "c.obj"], ["paper", "--out", "figures"], ["report", "out"], ["stats", "--schema"],
           ["trace", "info", "x.sqlite"], ["vectors", "record", "a.obj", "b.obj", "--out", "two.vectors"]]


class EngineVerbs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.run_program("mesh", "gear", "a.obj", "-n", "120")
        cls.run_program("mesh", "torus-knot", "b.obj", "-n", "120")
        (cls.folder / "poses.txt").write_text("0.2 0 0 1 0 0 0\n0 0.1 0 1 0.3 0 0\n4 0 0 1 0 0 0\n")
        (cls.folder / "plan.toml").write_text(
            'name = "one"\nobjective = "query.cycles"\n[[workload]]\nname = "one"\na = "a.obj"\nb = "b.obj"\n'
            'poses = ["0 0 0 1 0 0 0"]\n')
        cls.run_program("vectors", "record", "a.obj", "b.obj", "--out", "one.vectors")
        verb = man.Verb(PROGRAM, ["collide"])
        cls.engines = next(entry.choices for entry in verb.lists["Options"] if "--model" in entry.names)
        # Engines that need a device which is not here are only named.
        cls.named = list(cls.engines)
        if "expected a device" in cls.run_program(*COLLIDE, "--model", "opencl").stderr:
            cls.engines.remove("opencl")
        # What this program was built without.
        cls.missing = [engine for engine in cls.engines
                       if "this program has no" in cls.run_program(*COLLIDE, "--model", engine).stderr]

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def run_program(cls, *words):
        return subprocess.run([PROGRAM, *words], cwd=cls.folder, capture_output=True, text=True,
                              input='{"sdram.banks": 4}\n')

    def here(self, engine):
        if engine in self.missing:
            self.skipTest(f"this program has no {engine}")

    def test_the_engines_are_those_of_this_page(self):
        self.assertEqual(self.named, ["tlm", "rtl", "reference", "mirror", "single_list", "simultaneous", "simultaneous_stored",
                                        "simultaneous_stacked", "brute_force", "exact", "fcl", "opencl"])
        self.assertLessEqual(set(self.missing), {"rtl", "fcl", "opencl"})
        page = (pathlib.Path(__file__).resolve().parents[3] / "docs/reference.md").read_text()
        first = re.findall(r"^\| (`[^|]*) \|", page.split("\n## ")[0], re.M)
        self.assertEqual([name for cell in first for name in re.findall(r"`(\w+)`", cell)], self.named)

    def test_every_verb_takes_an_engine_or_refuses_it_by_name(self):
        for verb, (words, takes) in VERBS.items():
            for engine in self.engines:
                if (verb, engine) in SLOW:
                    continue
                done = self.run_program(*words, "--model", engine)
                with self.subTest(verb=verb, engine=engine):
                    if takes is not None and engine not in takes:
                        self.assertEqual(done.returncode, 2)
                        expected = " or ".join(", ".join(takes).rsplit(", ", 1))
                        self.assertIn(f"--model: expected {expected}, got '{engine}'", done.stderr)
                    elif engine in self.missing:
                        self.assertEqual(done.returncode, 3)
                        self.assertRegex(done.stderr, f"--model {engine}: expected another engine; this program has no ")
                    elif verb == "faults":
                        self.assertIn("FAULTS: 1 queries with faults", done.stdout)
                    elif verb == "evaluate":
                        self.assertEqual(json.loads(done.stdout)["status"], "done")
                    else:
                        self.assertEqual(done.returncode, 0, done.stderr)
                        sign = "~" if engine in INEXACT else "="
                        self.assertRegex(done.stdout, f"PARITY: [^=~]+ {sign} ")
                        if (verb, engine) == ("collide", "rtl"):
                            self.assertIn("PARITY: rtl pci_interface memory_controller stack_engine ", done.stdout)

    def test_an_unknown_engine_is_refused_by_name(self):
        for words, _ in VERBS.values():
            done = self.run_program(*words, "--model", "gpu")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"--model: expected tlm(,| or) rtl.*, got 'gpu' \(see --help\)\n")

    def test_verbs_without_engines_say_so(self):
        for words in WITHOUT:
            done = self.run_program(*words, "--model", "reference")
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn("--model", done.stderr)

    def test_a_new_key_is_taken_or_refused_by_all_engines(self):
        for engine in self.engines:
            if engine in self.missing:
                continue
            done = self.run_program(*COLLIDE, "--model", engine, "--set", "query.tumbled_side=a")
            if engine in WITHOUT_CHIP:
                self.assertEqual(done.returncode, 3)
                self.assertIn(f"--set: expected --model tlm or rtl; --model {engine} looks at no chip", done.stderr)
                continue
            self.assertEqual(done.returncode, 0, done.stderr)
            done = self.run_program(*COLLIDE, "--model", engine, "--set", "query.tumbled_sides=a")
            self.assertEqual(done.returncode, 3)
            self.assertIn("query.tumbled_sides=a: unknown key; nearest is query.tumbled_side", done.stderr)

    def test_exact_engines_write_the_same_pairs(self):
        written = set()
        for engine in self.engines:
            if engine in self.missing + INEXACT:
                continue
            done = self.run_program(*COLLIDE, "--model", engine, "--pairs", f"{engine}.csv", "--stats", f"{engine}.json")
            self.assertEqual(done.returncode, 0, done.stderr)
            written.add((self.folder / f"{engine}.csv").read_bytes())
            self.assertEqual(json.loads((self.folder / f"{engine}.json").read_text())["run"]["model"], engine)
        self.assertEqual(len(written), 1)
        self.assertGreater(written.pop().count(b"\n"), 3)

    def test_software_has_no_cycles_to_record(self):
        for engine in self.engines[2:]:
            self.here(engine)
            done = self.run_program(*COLLIDE, "--model", engine, "--trace", "t.sqlite")
            self.assertEqual(done.returncode, 3)
            self.assertIn("only a chip has cycles", done.stderr)

    def test_every_engines_folder_makes_a_report(self):
        for engine in self.engines:
            if engine in self.missing:
                continue
            out = f"out_{engine}"
            self.assertEqual(self.run_program(*COLLIDE, "--model", engine, "--out", out).returncode, 0)
            done = self.run_program("report", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((self.folder / out / "report.html").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
