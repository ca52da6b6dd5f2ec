#!/usr/bin/env python3
"""Nothing of the user's is harmed: folders are empty, ours or refused; links are not followed; killed runs leave nothing hidden.

    output_safety_test.py COLLISIONCHIP
"""
import json
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
PLAN = """base = "paper41"
strategy = "grid"
[[axis]]
key = "sdram.banks"
values = [2, 4]
[[workload]]
name = "w"
a = "a.obj"
b = "a.obj"
poses = "poses.txt"
"""
SCENE = """chip = "paper41"
frames = 2
[[object]]
name = "one"
mesh = { kind = "box", triangles = 12 }
[[object]]
name = "two"
mesh = { kind = "box", triangles = 12 }
pose = "0.1 0 0 1 0 0 0"
"""
# Names that a verb writes into its folder, and folders.
STRANGERS = ("notes.txt", ".hidden", "question.txt", "report.html")
NAMES = {"collide": ("poses.txt", "chip.toml", "pairs.csv", "stats.json", "object_a.stl", "object_b.stl", "trace.sqlite"),
         "explore": ("explore.sqlite", "results.csv", "results.json", "front.csv", "origin.json", "estimates.csv", "explore.lock"),
         "scene": ("frames.csv", "pairs.csv", "scene.json", "chip.toml", "scene.lock"),
         "paper": ("results.sqlite", "paper.json", "paper.lock")}
FOLDERS = {"collide": ("unfinished",), "explore": ("shards", "slurm"), "scene": ("frames",), "paper": ("host", "figures")}


class OutputSafety(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = dict(os.environ)
        self.ok("mesh", "box", "a.obj", "-n", "12")
        (self.folder / "poses.txt").write_text("0.1 0 0 1 0 0 0\n")
        (self.folder / "plan.toml").write_text(PLAN)
        (self.folder / "scene.toml").write_text(SCENE)
        self.verbs = {"collide": ["collide", "a.obj", "a.obj", "--out"],
                      "explore": ["explore", "plan.toml", "--jobs", "1", "--out"],
                      "scene": ["scene", "scene.toml", "--jobs", "1", "--out"],
                      "paper": ["paper", "--quick", "--objects", "a.obj", "--only-objects", "--out"]}

    def run_program(self, *words, **more):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True, **more)

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def refused(self, *words, says="", **more):
        done = self.run_program(*words, **more)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1), done.stdout + done.stderr)
        self.assertIn(says, done.stderr)
        return done.stderr

    def replaced(self, path):
        """In turn other bytes, a pipe, a folder and a link stand in the place of a file; each time its kind."""
        whole = path.read_bytes()
        makers = {"other bytes": lambda: path.write_bytes(whole + b"\n"), "a pipe": lambda: os.mkfifo(path), "a folder": path.mkdir,
                  "a link": lambda: path.symlink_to("elsewhere")}
        for kind, make in makers.items():
            path.unlink()
            make()
            yield kind
            path.rmdir() if kind == "a folder" else path.unlink()
            path.write_bytes(whole)

    def everything(self, below="."):
        """Of each name: a link's target, a file's bytes, or None."""
        found = {}
        for path in sorted((self.folder / below).rglob("*")):
            found[str(path.relative_to(self.folder))] = (os.readlink(path) if path.is_symlink() else
                                                         path.read_bytes() if path.is_file() else None)
        return found

    def hidden(self, below="."):
        return [name for name in self.everything(below) if os.path.basename(name).startswith(".")]

    def test_a_folder_of_the_user_is_refused(self):
        for verb, words in self.verbs.items():
            for name in NAMES[verb] + STRANGERS + FOLDERS[verb]:
                own = self.folder / "own"
                own.mkdir()
                if name in FOLDERS[verb]:
                    (own / name / "sub").mkdir(parents=True)
                    (own / name / "sub/thesis.txt").write_text("mine")
                else:
                    (own / name).write_text("mine")
                before = self.everything("own")
                self.refused(*words, "own", says="own")
                self.assertEqual(self.everything("own"), before, (verb, name))
                shutil.rmtree(own)

    def test_links_in_a_folder_are_not_followed(self):
        for verb, words in self.verbs.items():
            for name in NAMES[verb][-1:] + STRANGERS[-1:] + FOLDERS[verb]:
                own = self.folder / "own"
                own.mkdir()
                (self.folder / "mine").mkdir()
                (self.folder / "mine/7").write_text("precious")
                (own / name).symlink_to("../mine" if name in FOLDERS[verb] else "../mine/7")
                before = self.everything()
                self.refused(*words, "own")
                self.assertEqual(self.everything(), before, (verb, name))
                shutil.rmtree(own)
                shutil.rmtree(self.folder / "mine")

    def test_results_of_another_verb_are_refused(self):
        for verb in ("collide", "explore", "scene"):
            self.ok(*self.verbs[verb], verb)
        before = self.everything()
        for verb, words in self.verbs.items():
            for other in ("collide", "explore", "scene"):
                if other != verb:
                    self.refused(*words, other, says=f"results of `{verb}`")
        self.assertEqual(self.everything(), before)

    def test_in_a_folder_of_ours_the_users_files_stay(self):
        self.ok("collide", "a.obj", "a.obj", "--model", "reference", "--out", "out")
        for name in ("trace.sqlite", "object_b.stl"):
            (self.folder / "out" / name).write_text("mine")
            before = self.everything("out")
            self.refused(*self.verbs["collide"], "out", says=name)
            self.assertEqual(self.everything("out"), before)
            (self.folder / "out" / name).unlink()
        (self.folder / "out/report.html").write_text("mine")
        self.refused("report", "out", says="report.html: expected no file, or a page of `report`")
        (self.folder / "out/unfinished").mkdir()
        for name in ("thesis.txt", "poses.txt", "answers"):
            (self.folder / "out/unfinished" / name).write_text("mine")
            self.refused(*self.verbs["collide"], "out", says=f"found {name}")
            self.assertEqual((self.folder / "out/unfinished" / name).read_text(), "mine")
            (self.folder / "out/unfinished" / name).unlink()
        (self.folder / "out/notes.txt").write_text("mine")
        self.ok(*self.verbs["collide"], "out")
        self.ok(*self.verbs["collide"], "out", "--first")
        self.assertEqual([(self.folder / "out" / name).read_text() for name in ("report.html", "notes.txt")], ["mine"] * 2)
        self.ok(*self.verbs["explore"], "ex")
        (self.folder / "ex/estimates.csv").write_text("mine")
        self.ok(*self.verbs["explore"], "ex")
        self.refused(*self.verbs["explore"], "ex", "--estimate", says="estimates.csv")
        self.assertEqual((self.folder / "ex/estimates.csv").read_text(), "mine")

    def test_a_finished_folder_whose_files_are_others_is_refused(self):
        finished = {"collide": ("pairs.csv", "stats.json", "object_a.stl", "chip.toml", "trace.sqlite"),
                    "explore": ("results.csv", "results.json", "origin.json"),
                    "scene": ("frames.csv", "pairs.csv", "chip.toml", "scene.json"),
                    "paper": ("paper.json", "figure09.csv", "plot_paper.py", "host/host.json", "host/figure10.csv")}
        for verb, names in finished.items():
            self.ok(*self.verbs[verb], verb)
            for name in names:
                path = self.folder / verb / name
                for kind in self.replaced(path):
                    before = None if kind == "a pipe" else self.everything(verb)
                    said = self.refused(*self.verbs[verb], verb, says=f"{verb}/{name}: expected ", timeout=60)
                    self.assertIn("link" if kind == "a link" else f"found {kind}", said)
                    self.assertTrue(kind == "a pipe" or self.everything(verb) == before)
                whole = path.read_bytes()
                path.unlink()
                self.ok(*self.verbs[verb], verb)
                if name not in ("stats.json", "host/host.json"):  # which say what the host took
                    self.assertEqual(path.read_bytes(), whole, (verb, name))

    def test_in_subfolders_of_ours_the_users_files_stay(self):
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "sbatch").write_text("#!/bin/sh\necho 7\n")
        (tools / "sbatch").chmod(0o755)
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"
        self.ok(*self.verbs["explore"], "ex")
        submit = [*self.verbs["explore"][:2], "--slurm", "--out"]
        for name in ("shards/known.sqlite", "shards/known.sqlite.new", "slurm/array.sbatch", "slurm/merge.sbatch"):
            for folder in ("shards", "slurm"):
                shutil.rmtree(self.folder / "ex" / folder, ignore_errors=True)
            self.ok(*self.verbs["explore"], "ex")
            self.ok(*submit, "ex")
            (self.folder / "ex" / name).write_text("mine")
            self.refused(*submit, "ex", says=name)
            self.assertEqual((self.folder / "ex" / name).read_text(), "mine")
        (self.folder / "ex/shards/0-of-2.sqlite").write_text("mine, and long enough to be no database")
        self.refused("explore", "plan.toml", "--shard", "0/2", "--out", "ex", says="ex/shards/0-of-2.sqlite: ")
        self.ok(*self.verbs["paper"], "paper")
        for name in ("host/pentium4.json", "host/thesis.json"):
            (self.folder / "paper" / name).write_text("mine")
        self.ok(*self.verbs["paper"], "paper")
        if "--pentium4: expected" not in self.run_program("paper", "--quick", "--pentium4", "--objects", "a.obj", "--only-objects",
                                                       "--out", "p4").stderr:
            self.refused("paper", "--quick", "--pentium4", "--objects", "a.obj", "--only-objects", "--out", "paper",
                         says="host/pentium4.json, and a file is there")
        self.assertEqual((self.folder / "paper/host/pentium4.json").read_text(), "mine")

    def test_no_pipe_in_a_folder_of_results_is_waited_for(self):
        for verb, names in (("collide", ("stats.json", "pairs.csv", "object_a.stl", "trace.sqlite")), ("scene", ("scene.json", "frames.csv")),
                            ("explore", ("results.json", "origin.json")), ("paper", ("paper.json", "host/host.json"))):
            self.ok(*self.verbs[verb], verb)
            for name in names:
                path = self.folder / verb / name
                for kind in self.replaced(path):
                    if kind in ("a pipe", "a folder"):
                        self.refused("report", verb, "--out", "p.html", timeout=60,
                                     says=f"{verb}/{name}: expected a regular file, found {kind}")
        os.mkfifo(self.folder / "paper/other.json")
        (self.folder / "frames").mkdir()
        os.mkfifo(self.folder / "frames/0.obj")
        self.refused("collide", "a.obj", "a.obj", "--refit", "host", "--frames", "frames", says="frames/0.obj: expected a regular file, found a pipe", timeout=60)
        os.mkfifo(self.folder / "store")
        self.refused("evaluate", "--workload", "plan.toml", "--store", "store", says="store: expected a regular file, found a pipe",
                     timeout=60, stdin=subprocess.DEVNULL)
        (self.folder / "new/unfinished").mkdir(parents=True)
        os.mkfifo(self.folder / "new/unfinished/question.txt")
        self.refused(*self.verbs["collide"], "new", says="found question.txt", timeout=60)

    def test_a_folder_of_an_earlier_version_is_known_by_all_of_its_files(self):
        for words in ([], ["--model", "reference"]):
            self.ok(*self.verbs["collide"], "out", *words)
            (self.folder / "out/question.txt").unlink()
            self.ok(*self.verbs["collide"], "out", "--first")
            (self.folder / "out/question.txt").unlink()
            (self.folder / "out/poses.txt").write_text("0 0 0 1 0 0 0\n")
            before = self.everything("out")
            self.refused(*self.verbs["collide"], "out")
            self.assertEqual(self.everything("out"), before)
            shutil.rmtree(self.folder / "out")
        for verb, question in (("explore", True), ("scene", False)):
            self.ok(*self.verbs[verb], verb)
            asked = self.folder / verb / "question.txt"
            if question:
                asked.unlink()
            else:
                asked.write_text(asked.read_text().split("files: ")[0])
            self.ok(*self.verbs[verb], verb)
            self.assertIn("files: ", asked.read_text())

    def outputs(self, below=""):
        """A command for each file that is named on the command line."""
        at = below + "out."
        return {at + "csv": ["collide", "a.obj", "a.obj", "--pairs", at + "csv"],
                at + "json": ["collide", "a.obj", "a.obj", "--stats", at + "json"],
                at + "stl": ["mesh", "a.obj", at + "stl"],
                at + "trees": ["trees", "a.obj", "a.obj", "--format", "dop128", "--csv", at + "trees"],
                at + "all": ["allpairs", "a.obj", "a.obj", "--poses", "poses.txt", "--device", "cpu", "--pairs", at + "all"],
                at + "quick": ["quickcd", "a.obj", "a.obj", "--poses", "poses.txt", "--device", "cpu", "--pairs", at + "quick"],
                at + "estimate": ["estimate", "a.obj", "a.obj", "--csv", at + "estimate"],
                at + "vectors": ["vectors", "record", "a.obj", "a.obj", "--out", at + "vectors"],
                at + "fst": ["trace", "export", "t.sqlite", "--fst", at + "fst"],
                at + "perfetto": ["trace", "export", "t.sqlite", "--perfetto", at + "perfetto"],
                at + "html": ["report", "r", "--out", at + "html"]}

    def planted(self, name, link, words):
        """A shell that puts a link under the hidden name of its own process, which then becomes the program."""
        hidden = f".{os.path.basename(name)}.$$.new"
        place = os.path.join(os.path.dirname(name), hidden)
        return subprocess.run(["sh", "-c", f'ln -s "$1" "{place}"; shift; exec "$@"', "sh", link, PROGRAM, *words],
                              cwd=self.folder, capture_output=True, text=True)

    def test_a_hidden_link_is_not_followed_and_a_named_one_is(self):
        self.ok("collide", "a.obj", "a.obj", "--trace", "t.sqlite", "--out", "r")
        for name, words in self.outputs().items():
            victim = self.folder / "victim"
            victim.write_text("precious")
            done = self.planted(name, "victim", words)
            if "was built without" in done.stderr:
                continue
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(victim.read_text(), "precious", name)
            self.assertFalse((self.folder / name).is_symlink(), name)
            first = (self.folder / name).read_bytes()
            self.assertGreater(len(first), 0)
            (self.folder / "named").write_text("old")
            (self.folder / name).unlink()
            (self.folder / name).symlink_to("named")
            self.ok(*words)
            self.assertTrue((self.folder / name).is_symlink())
            self.assertNotEqual((self.folder / "named").read_bytes(), b"old", name)

    def test_a_recording_replaces_a_recording_alone(self):
        (self.folder / "mine").write_text("mine")
        for option, name in (("--trace", "t.sqlite.unfinished"), ("--waves", "w.fst.unfinished")):
            path = self.folder / name
            for make in (lambda: path.write_text("mine"), lambda: path.symlink_to("mine")):
                make()
                before = self.everything()
                self.refused("collide", "a.obj", "a.obj", option, name.replace(".unfinished", ""), says=name)
                self.assertEqual(self.everything(), before)
                path.unlink()

    def test_a_full_disk_is_named(self):
        (self.folder / "many.txt").write_text("".join(f"{0.0001 * i} 0 0 1 0 0 0\n" for i in range(400)))
        asked = ["collide", "a.obj", "a.obj", "--poses", "many.txt", "--model", "reference", "--jobs", "1"]

        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))

        for words in (asked + ["--pairs", "p.csv"], asked + ["--stats", "s.json"], asked + ["--out", "full"],
                      ["collide", "a.obj", "a.obj", "--trace", "t.sqlite"], self.verbs["explore"] + ["ex"],
                      ["mesh", "gear", "big.stl", "-n", "3000"]):
            self.refused(*words, says="File too large", preexec_fn=small)
            self.assertEqual(self.hidden(), [], words)
        for name in ("p.csv", "s.json", "t.sqlite", "t.sqlite.unfinished", "t.sqlite.unfinished-journal", "big.stl"):
            self.assertFalse((self.folder / name).exists(), name)
        self.ok(*asked, "--out", "full")  # goes on
        self.ok("collide", "a.obj", "a.obj", "--trace", "t.sqlite")
        if os.path.exists("/dev/full"):
            for words in (asked + ["--pairs", "/dev/full"], ["trees", "a.obj", "--format", "dop128", "--csv", "/dev/full"],
                          ["mesh", "a.obj", "full.stl"]):
                if "/dev/full" not in words:
                    (self.folder / "full.stl").symlink_to("/dev/full")
                self.refused(*words, says="No space left on device")

    def test_a_full_disk_while_a_query_runs(self):
        """It fills in the middle of a query: SystemC's processes let no exception pass."""
        disk = self.folder / "disk"
        disk.mkdir()
        self.ok("mesh", "gear", "g.obj", "-n", "4000")
        in_it = ["unshare", "-m", "sh", "-c", f'mount -t tmpfs -o size=512k none "{disk}" && "$@"; s=$?; ls -A "{disk}"; exit $s', "sh"]
        if subprocess.run([*in_it, "true"], capture_output=True).returncode != 0:
            self.skipTest("no file system of a size can be mounted here")
        for option in ("--trace", "--waves"):
            done = subprocess.run([*in_it, PROGRAM, "collide", "g.obj", "g.obj", "--pose", "0.4 0 0 1 0 0 0.1", option, disk / "t"],
                                  cwd=self.folder, capture_output=True, text=True)
            if "was built without" in done.stderr:
                continue
            self.assertEqual((done.returncode, done.stderr.count("\n"), done.stdout), (3, 1, ""), done.stderr)
            self.assertIn("No space left on device", done.stderr)

    def test_a_query_that_ends_early_leaves_a_trace_without_a_journal(self):
        self.refused("collide", "a.obj", "a.obj", "--max-cycles", "100", "--trace", "t.sqlite", says="no end after 100 cycles")
        self.assertFalse((self.folder / "t.sqlite.unfinished-journal").exists())
        self.ok("trace", "info", "--partial", "t.sqlite.unfinished")

    def killed(self, words, when, how):
        run = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=self.environment)
        while run.poll() is None and not when(run):
            time.sleep(0.0002)
        run.send_signal(how)
        return run.wait()

    def writes(self, run):
        """It has a file open that is not complete."""
        try:
            names = [os.path.basename(os.readlink(one)) for one in pathlib.Path(f"/proc/{run.pid}/fd").iterdir()]
        except OSError:
            return False
        return any(name.startswith(("#", ".p.csv", ".w.fst", "waves")) for name in names)

    def test_killed_runs_leave_nothing_hidden(self):
        (self.folder / "many.txt").write_text("0.1 0 0 1 0.1 0 0\n" * 3000)
        temporary = self.folder / "temporary"
        temporary.mkdir()
        self.environment["TMPDIR"] = str(temporary)
        asked = ["collide", "a.obj", "a.obj", "--poses", "many.txt", "--jobs", "1"]
        (self.folder / "some.txt").write_text("0.1 0 0 1 0.1 0 0\n" * 300)
        waves = ["collide", "a.obj", "a.obj", "--poses", "some.txt", "--waves", "w.fst"]
        for words in (asked + ["--pairs", "p.csv"], waves):
            for how in (signal.SIGINT, signal.SIGKILL):
                self.assertNotEqual(self.killed(words, self.writes, how), 0)
                self.assertEqual(self.hidden(), [], (words, how))
                left = {path.name for path in self.folder.iterdir()} & {"p.csv", "w.fst", "w.fst.hier"}
                self.assertEqual(left, set())
        self.killed(asked[:-1] + ["2"], lambda run: any(temporary.glob("*/*")), signal.SIGKILL)
        self.ok("collide", "a.obj", "a.obj", "--waves", "w.fst")  # the next temporary folder: the others go
        self.assertEqual(list(temporary.iterdir()), [])

    def test_what_earlier_versions_left_is_removed(self):
        dead = subprocess.Popen(["true"])
        dead.wait()
        for name in (f".p.csv.{dead.pid}.new", f"ex/.results.csv.{dead.pid}.new", f"ex/.results.json.{dead.pid}.new"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            if name.startswith("ex"):
                self.ok(*self.verbs["explore"], "ex")
            (self.folder / name).write_text("half")
        self.ok(*self.verbs["explore"], "ex")
        self.ok("collide", "a.obj", "a.obj", "--pairs", "p.csv")
        self.assertEqual(self.hidden(), [])

    def test_an_answer_to_another_question_is_not_taken(self):
        (self.folder / "many.txt").write_text("".join(f"{0.001 * i} 0 0 1 0 0 0\n" for i in range(600)))
        asked = ["collide", "a.obj", "a.obj", "--poses", "many.txt", "--jobs", "2", "--out", "out"]
        answers = self.folder / "out/unfinished/answers"
        self.killed(asked, lambda run: answers.is_dir() and len(list(answers.iterdir())) > 5, signal.SIGKILL)
        for path in answers.iterdir():
            if path.name.isdigit():
                head, rest = path.read_text().split("\n", 1)
                head = json.loads(head)
                self.assertIn(head["question"], (self.folder / "out/unfinished/question.txt").read_text())
                head["question"] = "0123456789abcdef"
                path.write_text(json.dumps(head, separators=(",", ":")) + "\n" + rest.replace('"pairs":', '"peers":'))
        self.ok(*asked)
        self.assertNotIn("peers", (self.folder / "out/stats.json").read_text())

    def test_a_damaged_store_is_refused(self):
        self.ok(*self.verbs["explore"], "ex")
        store = self.folder / "ex/explore.sqlite"
        whole = store.read_bytes()
        for change in ("update results set reason = x'ff00fe'", "update results set reason = cast(x'ff' as text)",
                       "update results set cycles = 'many'", "update results set status = 'dome'",
                       "create trigger q after insert on results begin delete from results; end; delete from results"):
            with sqlite3.connect(store) as database:
                database.executescript(change)
            database.close()
            said = self.refused(*self.verbs["explore"], "ex", says="ex/explore.sqlite: ")
            self.assertNotIn("--merge", said)
            self.assertNotIn("json", said)
            store.write_bytes(whole)
        mine = self.folder / "mine.sqlite"
        with sqlite3.connect(mine) as database:
            database.executescript("create table thesis (text)")
        database.close()
        before = mine.read_bytes()
        (self.folder / "w.toml").write_text(PLAN[PLAN.index("[[workload]]"):])
        self.refused("evaluate", "--workload", "w.toml", "--store", "mine.sqlite", says="mine.sqlite", input="")
        self.assertEqual(mine.read_bytes(), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
