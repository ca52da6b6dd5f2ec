#!/usr/bin/env python3
"""Many poses: the same files whatever the number of jobs; a run that is broken off harms nothing and goes on.

    pose_run_test.py COLLISIONCHIP
"""
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from running_program import has_workers, is_writing

PROGRAM = os.path.abspath(sys.argv[1])
POSES = 40
SOFTWARE = ("reference", "single_list", "simultaneous", "simultaneous_stored", "simultaneous_stacked", "brute_force",
            "exact", "fcl")


class PoseRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for kind, name in (("gear", "a.obj"), ("torus-knot", "b.obj")):
            self.ok("mesh", kind, name, "-n", "1500")
        numbers = random.Random(4)
        lines = [" ".join(f"{numbers.uniform(-1, 1):.4f}" for _ in range(7)) for _ in range(POSES)]
        (self.folder / "poses.txt").write_text("\n".join(lines) + "\n")

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)

    def ok(self, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def collide(self, *words):
        return ["collide", "a.obj", "b.obj", "--poses", "poses.txt", *words]

    def answers(self, folder):
        """Everything but what the host took."""
        statistics = json.loads((self.folder / folder / "stats.json").read_text())
        del statistics["run"]["host"]
        for query in statistics["queries"]:
            query.pop("time_us", None)
        return statistics, self.files(folder)

    def files(self, folder):
        """But stats.json, and the digest of it in question.txt: it says what the host took."""
        files = {p.name: p.read_bytes() for p in (self.folder / folder).iterdir() if p.is_file()}
        del files["stats.json"]
        if "question.txt" in files:
            files["question.txt"] = re.sub(rb"stats\.json=[0-9a-f]{16}", b"stats.json", files["question.txt"])
        return files

    def lines(self, done):
        return [line for line in done.stdout.splitlines() if not line.startswith(("simulated", "  host"))]

    def broken_off(self, how, folder="out", after=3):
        """Starts a run, breaks it off when some of its batches are there; returns its exit status."""
        run = subprocess.Popen([PROGRAM, *self.collide("--jobs", "2", "--out", folder)], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        answers = self.folder / folder / "unfinished" / "answers"
        while run.poll() is None:
            if answers.is_dir() and sum(p.name.isdigit() for p in answers.iterdir()) >= after:
                run.send_signal(how)
                break
            time.sleep(0.0005)
        self.told = run.communicate()[0]
        return run.returncode

    def test_the_files_do_not_depend_on_the_jobs(self):
        for engine in ([], ["--model", "reference"], ["--first"],
                       ["--set", "pointer_fifo.threshold=16", "--set", "pointer_fifo.depth=16"]):
            one = self.ok(*self.collide("--jobs", "1", "--out", "one", *engine))
            three = self.ok(*self.collide("--jobs", "3", "--out", "three", *engine))
            self.assertEqual(self.lines(one), self.lines(three))
            self.assertEqual(self.answers("one"), self.answers("three"))
            apart = self.ok(*self.collide("--jobs", "3", "--pairs", "p.csv", "--stats", "s.json", *engine))
            self.assertEqual(self.lines(one), self.lines(apart))
            self.assertEqual((self.folder / "p.csv").read_bytes(), (self.folder / "one/pairs.csv").read_bytes())

    def test_every_software_engine_has_the_same_files_too(self):
        for kind, name in (("gear", "a.obj"), ("torus-knot", "b.obj")):
            self.ok("mesh", kind, name, "-n", "300")
        (self.folder / "poses.txt").write_text("".join(f"0.{i} 0 0 1 0.2 0 0.1\n" for i in range(5)))
        for engine in SOFTWARE:
            words = self.collide("--model", engine, "--no-check", "--jobs")
            one = self.run_program(*words, "1", "--out", "1")
            if "was built without" in one.stderr:
                continue
            self.assertEqual(one.returncode, 0, one.stderr)
            self.assertGreater(len(self.answers("1")[1]["pairs.csv"].splitlines()), 200)
            for jobs in ("2", "4"):
                other = self.ok(*words, jobs, "--out", jobs)
                self.assertEqual(self.lines(one), self.lines(other))
                self.assertEqual(self.answers("1"), self.answers(jobs), engine)

    def test_the_same_complaint_whatever_the_jobs(self):
        told = {self.run_program(*self.collide("--pairs", "p.csv", "--max-cycles", "20000", "--jobs", jobs)).stderr
                for jobs in ("1", "2", "4")}
        self.assertEqual(len(told), 1, told)
        self.assertIn("no end after", told.pop())
        self.assertFalse((self.folder / "p.csv").exists())

    def test_a_time_is_a_poses_own(self):
        # There are far more workers than cores. Waiting for a core does not count as a worker's time.
        jobs = str(8 * os.cpu_count())
        deep = "0.1 0.05 0 1 0.2 0 0.1\n"
        for engine, poses in (("simultaneous", 300), ("tlm", 60)):
            (self.folder / "poses.txt").write_text(poses * deep)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.ok(*self.collide("--model", engine, "--no-check", "--jobs", jobs, "--stats", "s.json"))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            statistics = json.loads((self.folder / "s.json").read_text())
            if engine == "tlm":
                inside = statistics["run"]["cycles"] / statistics["run"]["host"]["simulated_cycles_per_second"]
            else:
                inside = sum(query["time_us"] for query in statistics["queries"]) * 1e-6
            self.assertGreater(inside, 0.2 * spent)
            self.assertLess(inside, spent)

    def test_an_interrupted_run_without_a_folder_leaves_nothing(self):
        temporary = self.folder / "temporary"
        temporary.mkdir()
        poses = self.folder / "poses.txt"
        poses.write_text(20 * poses.read_text())  # workers are at work when the interrupt comes, however fast the host is
        for jobs in ("1", "2", "4"):
            run = subprocess.Popen([PROGRAM, *self.collide("--jobs", jobs, "--pairs", "p.csv")], cwd=self.folder,
                                   env={**os.environ, "TMPDIR": str(temporary)}, stdout=subprocess.PIPE)
            # Before it has workers an interrupt ends the program at once, as it does without any.
            while not is_writing(run, "p.csv") or jobs != "1" and not has_workers(run):
                self.assertIsNone(run.poll())
                time.sleep(0.0005)
            time.sleep(0.02)
            run.send_signal(signal.SIGINT)
            run.communicate()
            self.assertEqual(run.returncode, 130 if jobs != "1" else -signal.SIGINT)
            self.assertEqual([p.name for p in self.folder.iterdir() if "p.csv" in p.name], [])
            self.assertEqual(list(temporary.iterdir()), [])

    def test_a_killed_run_leaves_the_old_results_and_goes_on(self):
        self.ok("collide", "a.obj", "a.obj", "--out", "out")
        before = self.answers("out")
        self.assertEqual(self.broken_off(signal.SIGKILL), -signal.SIGKILL)
        shutil.copytree(self.folder / "out/unfinished", self.folder / "kept")
        self.assertEqual(json.loads((self.folder / "out/stats.json").read_text())["run"]["object_b"], "a.obj")
        self.assertEqual(self.files("out"), before[1])
        # What is known is not asked again: a number changed by hand stays.
        batch = self.folder / "out/unfinished/answers/0"
        head, rest = batch.read_text().split("\n", 1)
        self.assertIn('"lists":', rest)
        batch.write_text(head + "\n" + rest.replace('"lists":', '"lusts":', 1))
        self.ok(*self.collide("--out", "out"))
        self.assertIn('"lusts":', (self.folder / "out/stats.json").read_text())
        # And as it was, it becomes what a run in one go gives.
        shutil.copytree(self.folder / "kept", self.folder / "out/unfinished")
        self.ok(*self.collide("--out", "out"))
        self.ok(*self.collide("--out", "fresh"))
        self.assertEqual(self.answers("out"), self.answers("fresh"))

    def test_a_machine_that_was_switched_off_leaves_files_that_are_asked_again(self):
        self.broken_off(signal.SIGKILL)
        kept = sorted((path for path in (self.folder / "out/unfinished/answers").iterdir() if path.name.isdigit()),
                      key=lambda path: int(path.name))
        self.assertGreaterEqual(len(kept), 3)
        kept[0].write_bytes(b"")
        kept[1].write_bytes(kept[1].read_bytes()[:-1])
        kept[2].write_bytes(b"\0" * 100)
        self.ok(*self.collide("--out", "out"))
        self.ok(*self.collide("--out", "fresh"))
        self.assertEqual(self.answers("out"), self.answers("fresh"))

    def test_an_interrupted_run_says_so_and_goes_on(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            self.assertEqual(self.broken_off(how), 130)
            self.assertIn("interrupted; the same command continues\n", self.told)
            self.assertEqual([p.name for p in (self.folder / "out").iterdir()], ["unfinished"])
            self.ok(*self.collide("--out", "out"))
            self.ok(*self.collide("--out", "fresh"))
            self.assertEqual(self.answers("out"), self.answers("fresh"))
            shutil.rmtree(self.folder / "out")

    def test_another_question_begins_anew(self):
        self.broken_off(signal.SIGKILL)
        changed = self.ok(*self.collide("--out", "out", "--first"))
        self.ok(*self.collide("--out", "fresh", "--first"))
        self.assertEqual(self.answers("out"), self.answers("fresh"))
        self.assertIn("first witness", changed.stdout)

    def test_files_that_were_not_yet_moved_are_moved(self):
        self.ok(*self.collide("--out", "fresh"))
        self.ok(*self.collide("--first", "--out", "out"))
        self.ok("report", "out")
        out = self.folder / "out"
        shutil.copytree(self.folder / "fresh", out / "unfinished")
        names = sorted(p.name for p in (out / "unfinished").iterdir() if p.name != "question.txt")
        (out / "unfinished/complete").write_text("\n".join(names) + "\n")
        question = (out / "unfinished/question.txt").read_text()
        (out / "question.txt").write_text(re.sub("=[0-9a-f]{16}", "", question))  # digests come when all is moved
        (out / "unfinished/question.txt").write_text(question[:question.index("files: ")])
        os.rename(out / "unfinished/pairs.csv", out / "pairs.csv")  # the first was moved already
        bad = self.run_program("collide", "a.obj", "b.obj", "--out", "out", "--max-cycles", "100")
        self.assertEqual(bad.returncode, 3)
        shutil.rmtree(out / "unfinished")
        self.assertEqual(self.answers("out"), self.answers("fresh"))

    def test_a_failed_query_leaves_the_old_results(self):
        self.ok(*self.collide("--out", "out"))
        before = self.answers("out")
        bad = self.run_program(*self.collide("--out", "out", "--max-cycles", "20000"))
        self.assertEqual(bad.returncode, 3)
        self.assertIn("no end after", bad.stderr)
        self.assertEqual(bad.stderr.count("\n"), 1)
        shutil.rmtree(self.folder / "out/unfinished")
        self.assertEqual(self.answers("out"), before)

    def test_a_run_keeps_what_it_reads_from_its_own_folder(self):
        self.ok(*self.collide("--out", "out"))
        folder = self.folder / "out"
        (folder / "mine.obj").write_bytes((self.folder / "a.obj").read_bytes())
        before = {p.name: p.read_bytes() for p in folder.iterdir()}
        for words in (["out/object_b.stl", "a.obj"], ["out/object_b.stl", "out/object_b.stl"],
                      ["out/object_a.stl", "b.obj", "--chip", "out/chip.toml", "--set", "dop_unit.dotadds=4"]):
            refused = self.run_program("collide", *words, "--out", "out")
            self.assertEqual(refused.returncode, 3, refused.stdout)
            self.assertIn("which it reads", refused.stderr)
            self.assertEqual({p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}, before)
        self.ok("collide", "out/object_a.stl", "out/object_b.stl", "--poses", "out/poses.txt", "--chip", "out/chip.toml",
                "--out", "out")
        for name in ("object_a.stl", "object_b.stl", "poses.txt", "chip.toml", "pairs.csv"):
            self.assertEqual((folder / name).read_bytes(), before[name], name)

    def test_the_time_of_contact(self):
        words = ["collide", "a.obj", "b.obj", "--between", "3 0 0 1 0 0 0", "0.1 0 0 1 0.5 0 0", "--toc", "8"]
        told = self.ok(*words, "--out", "out").stdout
        apart, touching, queries = re.search(r"contact +after ([\d.]+) and by ([\d.]+) of the way, (\d+) queries", told).groups()
        self.assertEqual((float(touching) - float(apart), queries), (2 ** -8, "8"))
        self.assertIn("first witness", told)
        # The folder has the poses that were asked: the same answers again.
        before = self.answers("out")
        self.ok("collide", "a.obj", "b.obj", "--poses", "out/poses.txt", "--first", "--out", "again")
        self.assertEqual(self.answers("again")[1]["pairs.csv"], before[1]["pairs.csv"])
        self.ok(*words, "--out", "out")
        self.assertEqual(self.answers("out"), before)
        self.assertIn("--between '3 0 0 1 0 0 0' '0.1 0 0 1 0.5 0 0' --toc 8", before[0]["run"]["command"])

    def test_small_steps_each_with_its_deadline(self):
        words = ["collide", "a.obj", "b.obj", "--between", "3 0 0 1 0 0 0", "0.1 0 0 1 0.5 0 0", "--haptic", "12"]
        line = r"haptic +(\d+) steps, 1 ms each: (\d+) met, (\d+) missed; slowest ([\d.]+) (us|ms) \(pose (\d+)\)"
        for mode in ([], ["--first"]):
            told = [self.ok(*words, *mode, "--jobs", jobs, "--out", "steps" + jobs).stdout for jobs in ("1", "3")]
            counts = [re.search(line, text).groups() for text in told]
            self.assertEqual(counts[0], counts[1])
            stats = json.loads((self.folder / "steps1/stats.json").read_text())
            self.assertIn("--haptic 12", stats["run"]["command"])
            each = [q["total_ns"] for q in stats["queries"]]
            slowest = max(each) / 1000
            self.assertEqual(counts[0], ("12", "12", "0", f"{slowest:.3f}", "us", str(each.index(max(each)))))
            slow = self.ok(*words, *mode, "--set", "chip.clock_period_ps=1000000", "--stats", "slow.json").stdout
            queries = json.loads((self.folder / "slow.json").read_text())["queries"]
            missed = sum(q["total_ns"] > 1e6 for q in queries)
            self.assertEqual(re.search(line, slow).group(3), str(missed))
            self.assertGreater(missed, 0)
        told = self.ok(*words, "--model", "reference").stdout
        self.assertRegex(told, line + ", of this host")

    def test_what_is_no_motion_into_contact(self):
        for status, complaint, words in (
                (3, "they touch there", ["--between", "0 0 0 1 0 0 0", "3 0 0 1 0 0 0", "--toc", "2"]),
                (3, "they are apart there", ["--between", "3 0 0 1 0 0 0", "4 0 0 1 0 0 0", "--toc", "2"]),
                (2, "--between: expected 7 or 12 numbers, got 2", ["--between", "3 0", "4 0 0 1 0 0 0", "--toc", "2"]),
                (3, "--between and --toc: expected both of them or none", ["--toc", "2"]),
                (3, "--between and --toc: expected both", ["--between", "3 0 0 1 0 0 0", "0 0 0 1 0 0 0"]),
                (3, "--haptic: expected --between", ["--haptic", "4"]),
                (3, "--toc and --haptic: expected one of them",
                 ["--between", "3 0 0 1 0 0 0", "0 0 0 1 0 0 0", "--toc", "2", "--haptic", "4"]),
                (3, "expected no --pose and no --poses",
                 ["--between", "3 0 0 1 0 0 0", "0 0 0 1 0 0 0", "--toc", "2", "--poses", "poses.txt"])):
            done = self.run_program("collide", "a.obj", "b.obj", *words, "--out", "nothing")
            self.assertEqual((done.returncode, done.stdout), (status, ""), words)
            self.assertIn(complaint, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertFalse((self.folder / "nothing").exists())

    def test_one_run_at_a_time_writes_to_a_folder(self):
        run = subprocess.Popen([PROGRAM, *self.collide("--jobs", "1", "--out", "out")], cwd=self.folder,
                               stdout=subprocess.PIPE, text=True)
        while not (self.folder / "out/unfinished/question.txt").exists():
            time.sleep(0.0005)
        run.send_signal(signal.SIGSTOP)
        other = self.run_program(*self.collide("--out", "out"))
        run.send_signal(signal.SIGCONT)
        self.assertEqual(other.returncode, 3)
        self.assertIn("another process writes here", other.stderr)
        run.communicate()
        self.assertEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
