#!/usr/bin/env python3
"""Wrong commands, one a row: what is typed, and the one line that the program prints.

    wrong_commands_test.py COLLISIONCHIP

A row of WORDS ends with status 2, and its line ends with " (see --help)". A row of COMBINATIONS ends with status 3. "..." is any text. All lines have the form
"WHERE: expected X, got Y; nearest is Z". The nearest is only named if it is near.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "docs"))
from made import man  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
WORDS = (
    ("", "expected a verb, got none"),
    ("halp", "halp: unknown verb; nearest is help"),
    ("colide", "colide: unknown verb; nearest is collide"),
    ("help colide", "colide: unknown verb; nearest is collide"),
    ("help trace exprt", "exprt: unknown verb; nearest is export"),
    ("help --csv", "--csv: expected no option behind help"),
    ("-x", "-x: unknown option"),
    ("--bad", "--bad: unknown option"),
    ("collide --model tlm", "collide: expected A and B, got none"),
    ("trace", "trace: expected info, export or diff, got none"),
    ("trace exprt", "exprt: unknown verb; nearest is export"),
    ("vectors", "vectors: expected record or play, got none"),
    ("collide", "collide: expected A and B, got none"),
    ("collide a.obj", "collide: expected A and B, got 1"),
    ("collide a.obj b.obj c.obj", "collide: expected A and B alone, got 'c.obj' as well"),
    ("config x", "config: expected no operand, got 'x' as well"),
    ("trace diff a", "trace diff: expected A and B, got 1"),
    ("trace export", "trace export: expected FILE, got none"),
    ("report", "report: expected DIR, got none"),
    ("verify a.obj b.obj c.obj", "verify: expected A and B alone, got 'c.obj' as well"),
    ("mesh", "mesh: expected KIND, got none"),
    ("mesh box", "mesh: expected FILE, got none"),
    ("scene s.toml", "scene: expected --out, got none"),
    ("evaluate", "evaluate: expected --workload, got none"),
    ("paper", "paper: expected --out, got none"),
    ("vectors record a.obj b.obj", "vectors record: expected --out, got none"),
    ("collide a.obj b.obj --bad", "--bad: unknown option"),
    ("collide a.obj b.obj --pairz x", "--pairz: unknown option; nearest is --pairs"),
    ("collide a.obj b.obj -p", "-p: unknown option"),
    ("collide a.obj b.obj --pose", "--pose: expected a value, got none"),
    ("collide a.obj b.obj --pose --first", "--pose: expected a value, got none"),
    ("collide a.obj b.obj --between '0 0 0 1 0 0 0' --toc 3", "--between: expected 2 values, got 1"),
    ("collide a.obj b.obj --pose '0 0 0 1 0 0 0' --pose '0 0 0 1 0 0 0'", "--pose: expected once in a command, got it twice"),
    ("collide a.obj b.obj --first --first", "--first: expected once in a command, got it twice"),
    ("collide a.obj b.obj --first=yes", "--first: expected no value, got 'yes'"),
    ("collide a.obj b.obj --pose 0,0,0,1,0,0,0", "--pose: expected 7 or 12 numbers with spaces between, got a comma"),
    ("collide a.obj b.obj --pose '1 2'", "--pose: expected 7 or 12 numbers, got 2"),
    ("collide a.obj b.obj --pose '0 0 0 0 0 0 0'", "--pose: expected a quaternion of length about 1, got one of length 0"),
    ("collide a.obj b.obj --pose '0 0 0 1 0 0 x'", "--pose: expected a number, got 'x'"),
    ("collide a.obj b.obj --between '1 2' '0 0 0 1 0 0 0' --toc 2", "--between: expected 7 or 12 numbers, got 2"),
    ("collide a.obj b.obj --jobs 0", "--jobs: expected a whole number from 1 to 4096, got '0'"),
    ("collide a.obj b.obj --jobs many", "--jobs: expected a whole number from 1 to 4096, got 'many'"),
    ("collide a.obj b.obj --jobs 1.5", "--jobs: expected a whole number from 1 to 4096, got '1.5'"),
    ("collide a.obj b.obj --toc 61", "--toc: expected a whole number from 1 to 60, got '61'"),
    ("collide a.obj b.obj --max-cycles -1", "--max-cycles: expected a whole number from 0 to 4611686018427387904, got '-1'"),
    ("collide a.obj b.obj --model gpu", "--model: expected tlm, rtl, reference, mirror, ... exact, fcl or opencl, got 'gpu'"),
    ("collide a.obj b.obj --model exakt", "--model: expected tlm, rtl, reference, mirror, ... opencl, got 'exakt'; nearest is exact"),
    ("collide a.obj b.obj --account ful", "--account: expected short or full, got 'ful'; nearest is full"),
    ("collide a.obj b.obj --scale-a 0", "--scale-a: expected a finite number other than 0, got '0'"),
    ("collide a.obj b.obj --scale-b x", "--scale-b: expected a finite number other than 0, got 'x'"),
    ("mesh gera x.obj", "mesh kind: expected torus-knot, gear, coil-spring, finned-casting, sphere, bolt, box or comb, got 'gera'; nearest is gear"),
    ("mesh box x.obj -n x", "--triangles: expected a whole number, got 'x'"),
    ("mesh box x.obj -n 010", "--triangles: expected a whole number, got '010'"),
    ("mesh box x.obj --seed -1", "--seed: expected a whole number, got '-1'"),
    ("trees a.obj --format dop129", "tree.format: expected dop128, dop_packed, dop2r8, dop2r7, ... obb132, obb72, ... got 'dop129'; nearest is dop128"),
    ("trees a.obj --k 7", "--k: expected 6, 8, 12, 14, 18, 24 or 26, got 7"),
    ("trees a.obj --degree 3", "--degree: expected 2, 4 or 8, got '3'"),
    ("trees a.obj --builder sideways", "--builder: expected top_down, bottom_up or insertion, got 'sideways'"),
    ("groups a.obj", "groups: expected trees --format dop4r5, which took its place"),
    ("help groups", "groups: expected trees --format dop4r5, which took its place"),
    ("quickcd a.obj b.obj --k 7", "--k: expected 6, 14, 18, 24 or 26, got '7'"),
    ("quickcd a.obj b.obj --levels 17", "--levels: expected a whole number from 0 to 16, got '17'"),
    ("allpairs a.obj b.obj --device tpu", "--device: expected cpu, pocl, gpu or oclgrind, got 'tpu'; nearest is cpu"),
    ("allpairs a.obj b.obj --displacement '1 2 3'", "--displacement: expected six numbers, x y z and the angles about x, y and z, got 3"),
    ("faults a.obj b.obj --fault sdram", "--fault: expected sdram:ADDRESS:BIT, ... (bits 0..8191), got 'sdram'"),
    ("faults a.obj b.obj", "faults: expected --fault or --random, got none"),
    ("faults a.obj b.obj --random x", "--random: expected a whole number from 1 to 1000000000, got 'x'"),
    ("evaluate --workload plan.toml --timeout long", "--timeout: expected a number from 0 to 1000000000, got 'long'"),
    ("evaluate --workload plan.toml --statistic cicles", "--statistic: expected a name that `collisionchip explore --statistics` prints, got 'cicles'; nearest is cycles"),
    ("explore plan.toml --point 7", "--point: expected a whole number from 0 to 1, got '7'"),
    ("explore plan.toml --out e --shard 2/2", "--shard: expected I/N with I from 0 to N - 1, got '2/2'"),
    ("estimate a.obj", "estimate: expected two mesh files, or --validate N, got one"),
    ("estimate --validate 0", "--validate: expected a whole number from 1 to 1000000, got '0'"),
    ("paper --out p --steps 3", "--steps: expected an even number, got 3"),
    ("paper --out p --p4-l2-kib 300", "--p4-l2-kib: expected 128, 256, 512 or 1024, got '300'"),
    ("paper --out p --pentium4 --p4-cpi 1 2", "--p4-cpi: expected 3 values, got 2"),
    ("report a.obj --cycles 1", "--cycles: expected 2 values, got 1"),
    ("report a.obj --cycles 1 x", "--cycles: expected a whole number, got 'x'"),
    ("stats", "stats: expected FILE with --csv, --doc, --sums or --schema, got none"),
    ("collide a.obj b.obj --trace t --trace-cycles 5:4", "--trace-cycles: expected FROM:TO with FROM < TO, got '5:4'"),
    ("collide a.obj b.obj --trace t --trace-units cpu", "--trace-units: expected pci_interface, memory_controller, ... or refit_unit, got 'cpu'"),
    ("collide - b.obj", "A: expected a file, whose name says what it holds, got -"),
    ("trees a.obj --format dop128,,obb64", "--format: expected a list without an empty element, got 'dop128,,obb64'"),
)
COMBINATIONS = (
    ("collide a.obj b.obj --chip paper42", "--chip: expected ... or FILE.toml, got 'paper42'; nearest is paper41"),
    ("verify --chip paper42", "--chip: expected ... or FILE.toml, got 'paper42'; nearest is paper41"),
    ("scene scene.toml --out s --chip paper42", "--chip: expected ... or FILE.toml, got 'paper42'; nearest is paper41"),
    ("config --chip beyond-smal", "--chip: expected ... or FILE.toml, got 'beyond-smal'; nearest is beyond-small"),
    ("evaluate --workload plan.toml --chip nothing.toml", "nothing.toml: expected a readable file, got No such file or directory"),
    ("collide a.obj b.obj --set sdram.bank=4", "--set sdram.bank=4: unknown key; nearest is sdram.banks"),
    ("collide a.obj b.obj --set sdram.banks=many", "--set sdram.banks=many: expected an integer in 1..64, got 'many'"),
    ("collide a.obj b.obj --set sdram.banks", "--set sdram.banks: expected KEY=VALUE"),
    ("collide a.obj b.obj --set sdram.page_policy=opened", "--set sdram.page_policy=opened: expected 'closed' or 'open', got 'opened'"),
    ("collide c.obj b.obj", "c.obj: expected a readable file, got No such file or directory"),
    ("collide a.obj b.obj --poses none.txt", "none.txt: expected a readable file, got No such file or directory"),
    ("collide a.obj b.obj --pose '0 0 0 1 0 0 0' --poses poses.txt", "--pose and --poses: expected one of them"),
    ("collide a.obj b.obj --toc 3", "--between and --toc: expected both of them or none"),
    ("collide a.obj b.obj --pairs p --stats p", "--stats p: expected another file than --pairs writes"),
    ("collide a.obj b.obj --model exact --chip beyond", "--chip: expected --model tlm or rtl; --model exact looks at no chip"),
    ("collide a.obj b.obj --model reference --set sdram.banks=4", "--set sdram.banks: expected a key that --model reference ... small_triangle_unit.undecided"),
    ("config --doc --netlist", "--netlist: expected no --doc, which prints all keys"),
    ("config --csv c", "--csv: expected --list, --doc or --rules as well"),
    ("config --explain sdram.t_rpp", "sdram.t_rpp: unknown key; nearest is sdram.t_rp"),
    ("config --list --chip beyond", "--chip: expected no --list, which prints all presets"),
    ("stats x", "FILE and --csv: expected both of them or none"),
    ("stats poses.txt --doc", "FILE: expected no --doc"),
    ("stats poses.txt --sums", "FILE: expected no --sums"),
    ("trees a.obj --chip beyond", '--chip beyond: expected engine.kind = "tree", because trees are compared'),
    ("trees a.obj --set dop.k=6", "--set: expected --chip, whose configuration it changes"),
    ("collide a.obj b.obj --batch 2", "--batch: expected a chip with group_engine.queries of at least 2, this one has 1"),
    ("estimate a.obj b.obj --seed 3", "--seed: expected --validate as well"),
    ("report poses.txt", "poses.txt: expected a folder with the results of a run"),
)
# What the parser would say by itself.
PARSERS_WORDS = re.compile(r"is required|not in range|not in \{|Could not convert|were not expected|was not expected|required .* missing|[Rr]equires|[Ee]xcludes|At [Mm]ost|subcommand")


class WrongCommands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for kind, name in (("box", "a.obj"), ("sphere", "b.obj")):
            subprocess.run([PROGRAM, "mesh", kind, name, "-n", "12"], cwd=cls.folder, check=True, stdout=subprocess.DEVNULL)
        (cls.folder / "poses.txt").write_text("0.1 0 0 1 0 0 0\n0.2 0 0 1 0 0 0\n")
        (cls.folder / "plan.toml").write_text(
            '[[axis]]\nkey = "sdram.banks"\nvalues = [2, 4]\n[[workload]]\nname = "one"\na = "a.obj"\nb = "b.obj"\n'
            'poses = ["0 0 0 1 0 0 0"]\n')
        (cls.folder / "scene.toml").write_text(
            'frames = 1\n[[object]]\nname = "a"\nmesh = "a.obj"\n[[object]]\nname = "b"\nmesh = "b.obj"\n')

    def told(self, command):
        return subprocess.run([PROGRAM, *shlex.split(command)], cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def check_rows(self, rows, status, end):
        for command, message in rows:
            before = sorted(os.listdir(self.folder))
            with self.subTest(command):
                done = self.told(command)
                expected = ".*".join(map(re.escape, message.split("...")))
                self.assertRegex(done.stderr, rf"\Acollisionchip: {expected}{re.escape(end)}\n\Z")
                self.assertEqual((done.returncode, done.stdout), (status, ""))
                self.assertNotRegex(done.stderr, PARSERS_WORDS)
                self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_a_word_typed_wrong(self):
        self.assertGreater(len(WORDS) + len(COMBINATIONS), 100)
        self.check_rows(WORDS, 2, " (see --help)")

    def test_a_file_a_key_or_a_combination(self):
        self.check_rows(COMBINATIONS, 3, "")

    def test_help_as_a_word(self):
        for verb in ("", "collide", "trace", "trace export", "help"):
            done, asked = self.told(f"help {verb}"), self.told(f"{verb} --help")
            self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", asked.stdout), verb)
        self.assertIn("collide", self.told("help").stdout)

    def test_every_number_is_refused_in_our_words(self):
        tried = 0
        for verb in list(man.Verb(PROGRAM, []).walk())[1:]:
            operands = ["x"] * len(verb.lists.get("Positionals", []))
            needed = [f"{entry.names[-1]}=x" for entry in verb.lists["Options"] if entry.required()]
            for entry in verb.lists["Options"]:
                if not re.match(r"(N|X|S|STEPS|CYCLES|SECONDS)$", entry.rest):
                    continue
                done = self.told(" ".join([*verb.path, *operands, *needed, f"{entry.names[-1]}=1x"]))
                self.assertRegex(done.stderr, rf"\Acollisionchip: {entry.names[-1]}: expected (a |\d).*, got '1x' \(see --help\)\n\Z")
                self.assertEqual(done.returncode, 2, (verb.path, entry.names))
                tried += 1
        self.assertGreater(tried, 50)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
