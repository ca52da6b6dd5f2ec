#!/usr/bin/env python3
"""Words, statuses and streams of the command line: what is refused, with which status, and what nothing may harm.

    command_line_test.py COLLISIONCHIP

Status 2 is a word typed wrong, 3 a file, a key or a combination, 1 only that two answers disagree.
"""
import csv
import io
import json
import os
import pathlib
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "docs"))
from made import man  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
SOFTWARE = ("reference", "single_list", "simultaneous", "simultaneous_stored", "simultaneous_stacked", "brute_force", "exact")
LATIN = b"gear_\xe4.obj"


class CommandLine(unittest.TestCase):
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

    def run_program(self, *words, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
        return subprocess.run([PROGRAM, *words], cwd=self.folder, **options)

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, (words, done.stderr))
        return done

    def refused(self, status, expected, *words):
        before = sorted(os.listdir(self.folder))
        done = self.run_program(*words)
        told = done.stderr.decode()
        self.assertEqual(done.returncode, status, (words, told))
        self.assertIn(expected, told, words)
        self.assertEqual((told.count("\n"), told[:15]), (1, "collisionchip: "), words)
        self.assertEqual(sorted(os.listdir(self.folder)), before, words)


class Words(CommandLine):
    def test_no_empty_word_in_any_verb(self):
        tried = 0
        for verb in list(man.Verb(PROGRAM, []).walk())[1:]:
            for place, entry in enumerate(verb.lists.get("Positionals", [])):
                operands = ["x"] * place + [""]
                self.refused(2, "expected a text, got an empty word", *verb.path, *operands)
                self.refused(2, "expected a text, got an empty word", *verb.path, "--", *operands)
                tried += 1
            for entry in verb.lists.get("Options", []):
                name = entry.names[-1]
                if name == "--help":
                    continue
                self.refused(2, f"{name}: expected a text, got an empty word", *verb.path, f"{name}=")
                if not entry.flag():
                    self.refused(2, f"{name}: expected a text, got an empty word", *verb.path, name, "")
                tried += 1
        self.assertGreater(tried, 180)

    def test_no_empty_element_of_a_list(self):
        for words in (["trees", "a.obj", "--format", "dop128,,obb64"], ["trees", "a.obj", "--k", ",24"],
                      ["trees", "a.obj", "--branch-cache=2,"], ["collide", "a.obj", "b.obj", "--trace-units", "sdram,"]):
            self.refused(2, "expected a list without an empty element", *words)
        self.refused(2, "--between: expected a text", "collide", "a.obj", "b.obj", "--between", "-1 0 0 1 0 0 0", "", "--toc", "2")
        self.refused(2, "expected a verb", "")

    def test_a_wrong_word_has_status_2(self):
        ask = ["collide", "a.obj", "b.obj"]
        for expected, words in (
                ("--bad: unknown option (see", [*ask, "--bad"]), ("halp: unknown verb; nearest is help (see", ["halp"]),
                ("--pairz: unknown option; nearest is --pairs", [*ask, "--pairz", "x"]),
                ("7 or 12 numbers with spaces between, got a comma", [*ask, "--pose", "0,0,0,1,0,0,0"]),
                ("--pose: expected 7 or 12 numbers, got 2", [*ask, "--pose", "1 2"]),
                ("--between: expected 7 or 12 numbers", [*ask, "--between", "1 2", "0 0 0 1 0 0 0", "--toc", "2"]),
                ("--jobs", [*ask, "--jobs", "0"]), ("--max-cycles", [*ask, "--max-cycles", "many"]),
                ("--model", [*ask, "--model", "gpu"]), ("expected A and B, got 1", ["collide", "a.obj"]),
                ("FROM:TO with FROM < TO, got '5:4'", [*ask, "--trace", "t", "--trace-cycles", "5:4"]),
                ("--trace-queries: expected N or N:M with N < M, got 'x'", [*ask, "--trace", "t", "--trace-queries", "x"]),
                ("--trace-units: expected pci_interface,", [*ask, "--trace", "t", "--trace-units", "cpu"]),
                ("A: expected a file, whose name says what it holds, got -", ["collide", "-", "b.obj"]),
                ("--displacement", ["allpairs", "a.obj", "b.obj", "--device", "cpu", "--displacement", "1 2 3"]),
                ("--fault", ["faults", "a.obj", "b.obj", "--fault", "sdram"]), ("faults: expected", ["faults", "a.obj", "b.obj"]),
                ("--traffic", ["vectors", "record", "a.obj", "b.obj", "--out", "v", "--traffic", "cpu:f"]),
                ("--point", ["explore", "plan.toml", "--point", "7"]), ("--shard", ["explore", "plan.toml", "--out", "e", "--shard", "2/2"]),
                ("--statistic", ["evaluate", "--workload", "plan.toml", "--statistic", "cicles"]),
                ("--validate", ["estimate", "--validate", "0"]), ("estimate: expected two mesh files", ["estimate", "a.obj"]),
                ("--format", ["trees", "a.obj", "--format", "dop129"][:2] + ["--format"]), ("nearest is", ["trees", "a.obj", "--format", "dop129"]),
                ("--builder: expected top_down, bottom_up or insertion, got 'sideways'", ["trees", "a.obj", "--builder", "sideways"]), ("--k: expected 6, 8,", ["trees", "a.obj", "--k", "7"]),
                ("--k", ["quickcd", "a.obj", "b.obj", "--k", "7"]), ("gera", ["mesh", "gera", "x.obj"]),
                ("--steps", ["paper", "--out", "p", "--steps", "3"]), ("trace export: expected", ["trace", "export", "t"]),
                ("stats: expected FILE", ["stats"])):
            self.refused(2, expected, *words)


class Combinations(CommandLine):
    def test_what_does_not_go_together_has_status_3(self):
        ask = ["collide", "a.obj", "b.obj"]
        pose = "0 0 0 1 0 0 0"
        for expected, words in (
                ("--pose and --poses", [*ask, "--pose", pose, "--poses", "poses.txt"]),
                ("--between and --toc", [*ask, "--toc", "3"]), ("--haptic", [*ask, "--haptic", "3"]),
                ("--pairs: expected no --out", [*ask, "--out", "o", "--pairs", "p"]),
                ("expected another file than --pairs writes", [*ask, "--pairs", "p", "--stats", "p"]),
                ("expected another file than A reads", [*ask, "--pairs", "a.obj"]),
                ("--trace-cycles, --trace-queries", [*ask, "--trace-cycles", "0:9"]),
                ("--refit: expected --frames", [*ask, "--refit", "host"]), ("--batch", [*ask, "--batch", "2"]),
                ("--eq5", [*ask, "--eq5", "--chip", "bruteforce"]), ("sdram.bank", [*ask, "--set", "sdram.bank=4"]),
                ("or FILE.toml, got 'paper42'; nearest is paper41", [*ask, "--chip", "paper42"]), ("c.obj", ["collide", "c.obj", "b.obj"]),
                ("no end after 10 cycles", [*ask, "--max-cycles", "10"]),
                ("--oracle", ["verify", "--model", "exact", "--oracle", "exact"]),
                ("FILE", ["stats", "poses.txt", "--doc"]), ("--csv", ["stats", "poses.txt"]),
                ("--only-objects", ["paper", "--out", "p", "--only-objects"]),
                ("--k: expected a format of DOPs, got 24", ["trees", "a.obj", "--format", "obb64", "--k", "24"])):
            done = self.run_program(*words)
            self.assertEqual(done.returncode, 3, (words, done.stderr))
            self.assertIn(expected, done.stderr.decode(), words)

    def test_every_machine_takes_a_new_shape(self):
        (self.folder / "frames").mkdir()
        (self.folder / "frames/0.obj").write_bytes((self.folder / "b.obj").read_bytes())
        words = ["collide", "a.obj", "b.obj", "--frames", "frames", "--refit", "host"]
        machines = [*(["--set", f"tree.format={tree}"] for tree in ("aabb32", "aabb21", "obb64", "obb40")), ["--chip", "beyond"], ["--chip", "today"],
                    ["--set", "units.triangle_unit=rtl"]]
        for machine in machines:
            done = self.run_program(*words, *machine)
            self.assertEqual((done.returncode, done.stderr), (0, b""), machine)
            self.assertIn(b" 0 differences", done.stdout, machine)

    def test_trees_ask_a_chip_that_has_trees(self):
        for chip in ("beyond", "beyond-small", "beyond-triangle-unit", "beyond-max", "today", "bruteforce"):
            self.refused(3, f'--chip {chip}: expected engine.kind = "tree"', "trees", "a.obj", f"--chip={chip}")
        rows = [self.ok("trees", "a.obj", "b.obj", "--k", "24", "--format", "dop128", *chip, "--csv", "-").stdout.splitlines()[1].split(b",")
                for chip in (["--chip"], ["--chip=paper41"], ["--chip", "paper41"], ["--chip", "paper52"])]
        cycles = [row[-2] for row in rows]
        self.assertEqual(cycles[0], cycles[1])
        self.assertEqual(cycles[1], cycles[2])
        self.assertNotEqual(cycles[2], cycles[3])


class TypedAndNotUsed(CommandLine):
    def test_software_refuses_what_only_a_chip_has(self):
        for engine in SOFTWARE:
            for words in (["--batch", "2"], ["--trace", "t"], ["--waves", "w"], ["--trace-cycles", "0:9"], ["--trace-queries", "0"],
                          ["--trace-units", "sdram"], ["--max-cycles", "0"], ["--eq5"], ["--account", "short"]):
                self.refused(3, f"{words[0]}: expected --model tlm or rtl", "collide", "a.obj", "b.obj", "--model", engine, *words)
            self.refused(3, "--set ", "collide", "a.obj", "b.obj", "--model", engine, "--set", "sdram.banks=4") if engine != "exact" else \
                self.refused(3, "--set: expected --model tlm or rtl", "collide", "a.obj", "b.obj", "--model", engine, "--set", "sdram.banks=4")
            self.ok("collide", "a.obj", "b.obj", "--model", engine, "--no-check", "--jobs", "2")
        for words in (["--chip", "beyond"], ["--set", "dop.k=18"], ["--raw"]):
            self.refused(3, f"{words[0]}: expected", "collide", "a.obj", "b.obj", "--model", "exact", *words)
        self.ok("collide", "a.obj", "b.obj", "--model", "reference", "--chip", "beyond", "--set", "query.tumbled_side=a")
        self.ok("collide", "a.obj", "b.obj", "--model", "simultaneous", "--set", "tree.builder=bottom_up", "--raw")

    def test_every_verb_refuses_what_it_would_ignore(self):
        two = ["a.obj", "b.obj"]
        for words, option in (
                (["config", "--doc", "--netlist"], "--netlist"), (["config", "--doc", "--chip", "beyond"], "--chip"),
                (["config", "--doc", "--set", "dop.k=18"], "--set"), (["config", "--csv", "c"], "--csv"),
                (["config", "--rules", "--chip", "beyond"], "--chip"), (["config", "--explain", "sdram", "--netlist"], "--netlist"),
                (["config", "--list", "--chip", "beyond"], "--chip"), (["config", "--list", "--netlist"], "--netlist"), (["config", "--list", "--doc"], "--doc"), (["verify", "--poses", "poses.txt"], "--poses"),
                (["estimate", *two, "--seed", "3"], "--seed"), (["estimate", "--validate", "1", "--chip", "paper52"], "--chip"),
                (["estimate", "--validate", "1", "--first"], "--first"), (["estimate", "--validate", "1", "--csv", "c"], "--csv"),
                (["estimate", "--validate", "1", "--poses", "poses.txt"], "--poses"),
                (["allpairs", *two, "--device", "cpu", "--capacity", "9"], "--capacity"),
                (["allpairs", *two, "--device", "cpu", "--mode", "all_pairs", "--tiled"], "--tiled"),
                (["allpairs", *two, "--device", "cpu", "--copy-each"], "--copy-each"),
                (["quickcd", *two, "--device", "cpu", "--stack", "9"], "--stack"),
                (["quickcd", *two, "--device", "cpu", "--levels", "3"], "--levels"),
                (["faults", *two, "--fault", "fifo_drop:0", "--silent"], "--silent"), (["faults", *two, "--fault", "fifo_drop:0", "--list"], "--list"), (["faults", *two, "--fault", "fifo_drop:0", "--seed", "2"], "--seed"),
                (["stats", "--doc", "--schema"], "--schema"), (["report", ".", "--cycles", "0", "9"], "--cycles"),
                (["paper", "--out", "p", "--p4-mhz", "1000"], "--p4-mhz"), (["mesh", "gear", "x.obj", "--seed", "1"], "--seed"),
                (["mesh", "a.obj", "x.obj", "-n", "3"], "--triangles"), (["mesh", "gear", "x.obj", "--collide"], "--collide"),
                (["trees", *two, "--set", "dop.k=6"], "--set"), (["trees", *two, "--hill-levels", "2"], "--hill-levels"),
                (["trees", *two, "--rule", "dop", "--axis", "normals"], "--axis"), (["trees", *two, "--axis", "slabs", "--objective", "all"], "--objective"),
                (["trees", *two, "--format", "obb64", "--rule", "dop"], "--rule"),
                (["trees", *two, "--format", "obb40", "--branch-cache", "4", "--rounds", "2"], "--rounds"),
                (["explore", "--statistics", "plan.toml"], "PLAN"), (["explore", "plan.toml", "--out", "e", "--keep", "3"], "--keep"),
                (["explore", "plan.toml", "--point", "0", "--out", "e"], "--out"), (["explore", "plan.toml", "--point", "0", "--no-check"], "--no-check"),
                (["explore", "plan.toml", "--out", "e", "--merge", "--jobs", "2"], "--jobs"),
                (["explore", "plan.toml", "--out", "e", "--tasks", "2"], "--tasks"),
                (["explore", "plan.toml", "--out", "e", "--slurm", "--estimate"], "--estimate")):
            self.refused(3, f"{option}: expected ", *words)


class Presets(CommandLine):
    def test_the_list_has_each_preset_with_the_figures_of_a_run(self):
        text = self.ok("config", "--list", "--csv", "-").stdout.decode()
        rows = {row["preset"]: row for row in csv.DictReader(io.StringIO(text))}
        self.assertEqual(text.splitlines()[0], "preset,what,mm2,clock_mhz,clock_met_mhz,memory,gb_per_s,rtl")
        self.ok("config", "--list", "--csv", "list.csv")
        self.assertEqual((self.folder / "list.csv").read_text(), text)
        shown = self.ok("config", "--list").stdout.decode()
        for preset, row in rows.items():
            self.assertRegex(shown, rf"(?m)^{preset} .* {int(float(row['clock_mhz']))} .*{row['memory']} .* {row['rtl']} +{re.escape(row['what'])}$")
            done = self.ok("collide", "a.obj", "b.obj", "--chip", preset, "--account", "full", "--no-check").stdout.decode()
            self.assertIn(f"chip {preset} with {row['memory']}", done.splitlines()[0])
            self.assertIn(f"{row['gb_per_s']} GB/s, all pairs", done.splitlines()[0])
            self.assertIn(f"{row['mm2']} mm2 of 0.18 um", done)
            self.assertIn(f"{int(float(row['clock_mhz']))} MHz assumed", done)
            self.assertIn(f"synthesis meets {float(row['clock_met_mhz']):.0f} MHz", done)
        self.assertEqual([preset for preset, row in rows.items() if row["rtl"] == "yes"], ["paper41"])
        self.assertLess(float(rows["beyond-small"]["mm2"]), float(rows["paper41"]["mm2"]) / 2)
        self.assertEqual(min(rows, key=lambda preset: float(rows[preset]["mm2"])), "beyond-small")
        for verb in ("collide", "config", "estimate", "evaluate", "explore", "faults", "scene", "trees", "verify"):
            told = " ".join(self.ok(verb, "--help").stdout.decode().split())
            for preset in rows if "--chip" in told else ():
                self.assertIn(f"preset ({', '.join(rows)}) or a TOML file; `collisionchip config --list` compares the presets", told, (verb, preset))

    def test_each_verb_says_the_memory_of_its_chip(self):
        packages = "8 channels of LPDDR5-6400 (2 packages of 4 channels), 102.40 GB/s"
        chip = ["--chip", "today", "--set", "memory.kind=lpddr5-6400"]
        self.assertIn(f"chip today with {packages}, ", self.ok("collide", "a.obj", "b.obj", *chip).stdout.decode().splitlines()[0])
        self.assertIn(f"chip today with {packages}", self.ok("scene", "scene.toml", "--out", "s_memory", *chip).stdout.decode().splitlines()[0])
        done = self.run_program("evaluate", "--workload", "plan.toml", *chip, stdin=None, input=b"")
        self.assertEqual((done.returncode, done.stderr.decode()), (0, f"collisionchip: note: chip today with {packages}\n"))
        self.assertIn("chip paper41 with 1 channel of SDRAM, 8.53 GB/s",
                      self.ok("explore", "plan.toml", "--out", "e_memory", "--jobs", "1").stdout.decode().splitlines()[0])
        plan = (self.folder / "plan.toml").read_text().replace("sdram.banks", "sdram.bus_bytes").replace("[2, 4]", "[16, 32]")
        (self.folder / "bus.toml").write_text(plan)
        self.assertIn("chip paper41 with memory by the axes",
                      self.ok("explore", "bus.toml", "--out", "e_bus", "--jobs", "1").stdout.decode().splitlines()[0])


class Streams(CommandLine):
    def test_messages_that_cannot_be_printed_change_no_status(self):
        full = open("/dev/full", "wb")
        self.addCleanup(full.close)
        for stderr in (full, None):
            close = None if stderr else (lambda: os.close(2))
            for status, words in ((3, ["collide", "missing.obj", "b.obj"]), (2, ["colide"]), (0, ["collide", "a.obj", "b.obj", "--pairs", "pairs.csv"])):
                done = self.run_program(*words, stderr=stderr, preexec_fn=close)
                self.assertEqual(done.returncode, status, words)
                self.assertNotIn(b"E549", done.stdout)
        self.assertEqual((self.folder / "pairs.csv").read_bytes()[:5], b"pose,")

    def test_output_that_cannot_be_written_is_status_3(self):
        for stdout, close in ((open("/dev/full", "wb"), None), (None, lambda: os.close(1))):
            for words in (["collide", "a.obj", "b.obj"], ["config", "--doc"], ["trees", "a.obj", "--csv", "-"]):
                done = self.run_program(*words, stdout=stdout, preexec_fn=close)
                self.assertEqual(done.returncode, 3, words)
                self.assertIn(b"collisionchip: ", done.stderr)
            if stdout:
                stdout.close()

    def test_a_file_never_has_the_number_of_a_closed_stream(self):
        done = self.run_program("collide", "a.obj", "b.obj", "--pairs", "p.csv", preexec_fn=lambda: os.closerange(0, 3))
        self.assertEqual(done.returncode, 3)
        self.assertRegex((self.folder / "p.csv").read_text(), r"\A(\d+,\d+,\d+\n|pose,triangle_a,triangle_b\n)+\Z")


class Names(CommandLine):
    def test_a_name_that_is_no_utf8_is_taken_everywhere(self):
        folder = os.fsencode(self.folder)
        with open(folder + b"/" + LATIN, "wb") as copy:
            copy.write((self.folder / "a.obj").read_bytes())
        with open(folder + b"/chip_\xe4.toml", "wb") as chip:
            chip.write(b'base = "paper41"\n')
        with open(folder + b"/plan_\xe4.toml", "wb") as plan:
            plan.write((self.folder / "plan.toml").read_bytes())
        with open(folder + b"/scene_\xe4.toml", "wb") as scene:
            scene.write((self.folder / "scene.toml").read_bytes())
        ask = ["collide", LATIN, "b.obj", "--chip", b"chip_\xe4.toml"]
        self.ok(*ask, "--poses", "poses.txt", "--out", b"out_\xe4", "--jobs", "2")
        statistics = json.loads((self.folder / os.fsdecode(b"out_\xe4") / "stats.json").read_text("utf-8"))
        self.assertEqual(statistics["run"]["object_a"]["name"] if isinstance(statistics["run"]["object_a"], dict) else
                         statistics["run"]["object_a"], "gear_\ufffd.obj")
        self.assertIn("chip_\ufffd.toml", statistics["run"]["command"])
        trace = os.fsdecode(folder) + "/t.sqlite"
        self.ok(*ask, "--trace", "t.sqlite", "--waves", b"w_\xe4.fst")
        with sqlite3.connect(trace) as database:
            self.assertEqual([row for table, in database.execute("select name from sqlite_master where type = 'table'").fetchall()
                              for row in [database.execute(f"select count(*) from {table}").fetchone()] if row is None], [])
        database.close()
        self.ok("trace", "info", "t.sqlite")
        self.ok("trace", "export", "t.sqlite", "--perfetto", b"p_\xe4.json", "--fst", b"f_\xe4.fst")
        self.assertEqual(json.loads((self.folder / os.fsdecode(b"p_\xe4.json")).read_text("utf-8"))["otherData"]["object_a"],
                         "gear_\ufffd.obj")
        self.ok("report", b"out_\xe4", "--out", b"page_\xe4.html")
        (self.folder / os.fsdecode(b"page_\xe4.html")).read_text("utf-8")
        self.ok("explore", b"plan_\xe4.toml", "--out", b"e_\xe4", "--jobs", "1")
        json.loads((self.folder / os.fsdecode(b"e_\xe4") / "results.json").read_text("utf-8"))
        self.ok("report", b"e_\xe4")
        self.ok("scene", b"scene_\xe4.toml", "--out", b"s_\xe4")
        self.ok("estimate", LATIN, "b.obj", "--json", "e.json", "--csv", "e.csv")
        json.loads((self.folder / "e.json").read_text("utf-8"))
        for verb in ("allpairs", "quickcd"):
            self.ok(verb, LATIN, "b.obj", "--device", "cpu", "--stats", f"{verb}.json")
            json.loads((self.folder / f"{verb}.json").read_text("utf-8"))
        done = self.run_program("evaluate", "--workload", b"plan_\xe4.toml", "--store", b"store_\xe4", "--statistic", "cycles",
                                stdin=None, input=b"{}\n")
        self.assertEqual((done.returncode, json.loads(done.stdout)["status"]), (0, "done"), done.stderr)
        self.ok("vectors", "record", LATIN, "b.obj", "--out", b"v_\xe4")
        self.ok("vectors", "play", b"v_\xe4")

    def test_names_with_a_dash_are_taken_behind_two_in_every_verb(self):
        for name, source in (("-a.obj", "a.obj"), ("-b.obj", "b.obj"), ("-p.toml", "plan.toml"), ("-s.toml", "scene.toml")):
            (self.folder / name).write_bytes((self.folder / source).read_bytes())
        two, tlm = ["--", "-a.obj", "-b.obj"], ["--chip", "paper41"]
        for words in (["collide", "--out=-r", "--trace=-t"], ["collide", "--stats=-j"], ["allpairs", "--device", "cpu"], ["quickcd", "--device", "cpu"],
                      ["trees", "--format", "dop128"], ["trees", "--format", "dop128", "--", "-a.obj"], ["trees", "--format", "dop128", "--chip"],
                      ["estimate"], ["estimate", "--validate", "1"], ["verify", "--model", "reference", *tlm],
                      ["verify", "--model", "reference", *tlm, "--", "-a.obj"], ["faults", "--fault", "fifo_drop:0"], ["vectors", "record", "--out=-v"],
                      ["vectors", "play", "--", "-v"], ["mesh", "gear", "-n", "200", "--", "-g.stl"], ["mesh", "--", "-a.obj", "-m.stl"],
                      ["explore", "--out=-e", "--jobs", "1", "--", "-p.toml"], ["scene", "--out=-s", "--", "-s.toml"], ["report", "--", "-r", "-e"],
                      ["stats", "--csv=-c", "--", "-j"], ["trace", "info", "--", "-t"], ["trace", "diff", "--", "-t", "-t"],
                      ["trace", "export", "--perfetto=-x", "--", "-t"]):
            if words[:2] == ["collide", "--out=-r"]:
                words = words[:2]
                self.ok("collide", "--trace=-t", *two)
            self.ok(*words, *([] if "--" in words or words[0] in ("report",) else two))
        said = self.run_program("verify", "--model", "reference", *tlm, *two).stdout.decode()
        self.assertIn("-a.obj x -b.obj", said)
        tried = {"collide", "allpairs", "quickcd", "trees", "estimate", "verify", "faults", "vectors record", "vectors play", "mesh",
                 "explore", "scene", "report", "stats", "trace info", "trace diff", "trace export"}
        verbs = {" ".join(verb.path) for verb in man.Verb(PROGRAM, []).walk() if "Positionals" in verb.lists}
        self.assertEqual(verbs - {"help"}, tried)

    def test_the_command_asks_the_same_again(self):
        for name in ("-dash.obj", "-poses.txt", "-chip.toml"):
            source = {"-dash.obj": "a.obj", "-poses.txt": "poses.txt"}.get(name)
            (self.folder / name).write_text((self.folder / source).read_text() if source else 'base = "paper52"\n')
        for words in (["--", "-dash.obj", "-dash.obj"], ["--poses=-poses.txt", "--chip=-chip.toml", "--first", "--", "a.obj", "-dash.obj"],
                      ["a.obj", "b.obj", "--pose", "-0.1 0 0 1 0 0 0"]):
            self.ok("collide", "--stats", "one.json", *words)
            once = json.loads((self.folder / "one.json").read_text())
            program, *again = shlex.split(once["run"]["command"])
            self.assertEqual(program, "collisionchip")
            self.ok(*again[:1], "--stats", "two.json", *again[1:])
            twice = json.loads((self.folder / "two.json").read_text())
            self.assertEqual(once["run"]["command"], twice["run"]["command"])
            self.assertEqual(once["queries"][0]["pairs"], twice["queries"][0]["pairs"])


class Estimates(CommandLine):
    def test_a_pose_without_an_estimate_is_named_and_the_others_are_estimated(self):
        (self.folder / "touch.txt").write_text("0.1 0.02 0.03 0.9 0.3 0.2 0.1\n0 0 0 1 0 0 0\n0.2 0.02 0.03 0.9 0.3 0.2 0.1\n")
        done = self.ok("estimate", "a.obj", "a.obj", "--first", "--poses", "touch.txt", "--csv", "e.csv", "--json", "e.json")
        self.assertIn(b"collisionchip: 1 of 3 poses are not estimated; the first is pose 1: the host settles an uncertain pair", done.stderr)
        lines = (self.folder / "e.csv").read_text().splitlines()
        self.assertEqual([line.split(",")[1] == "" for line in lines[1:]], [False, True, False])
        told = json.loads((self.folder / "e.json").read_text())
        self.assertEqual(["not_covered" in pose for pose in told["poses"]], [False, True, False])
        self.assertEqual(told["all"]["poses"], 2)
        self.assertEqual(told["all"]["cycles"], told["poses"][0]["cycles"] + told["poses"][2]["cycles"])
        self.refused(3, "pose 0: the host settles", "estimate", "a.obj", "a.obj", "--first")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
