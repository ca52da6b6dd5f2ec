#!/usr/bin/env python3
"""./check --all goes on where it stopped, and never with results of another commit. The steps are stand-ins; .ci/steps is the real one.

    check_steps_test.py SOURCE_FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1])
SCRIPT = """set -euo pipefail
source .ci/steps
check_gcc_build() { echo "ran $1"; }
check_first() { echo "ran $1"; }
check_parts() { echo "ran parts/$1"; [ "$1" != two ] || [ ! -f build/broken ] || false; }
check_last() { echo "ran $1"; if [ -f build/dirt ]; then touch dirt; fi; }
run_steps "$1" "$2" gcc_build first parts/one parts/two last
"""
ALL = ["gcc_build", "first", "parts/one", "parts/two", "last"]


class CheckSteps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / ".ci").mkdir()
        (self.folder / "build").mkdir()
        shutil.copy(SOURCE / ".ci/steps", self.folder / ".ci/steps")
        (self.folder / "check").write_text(SCRIPT)
        (self.folder / ".gitignore").write_text("/build/\n")
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=self.folder, check=True, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a commit")

    def steps(self, keep="yes", fresh="no", status=0):
        """The steps that ran, and all that was said."""
        done = subprocess.run(["bash", "check", keep, fresh], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return [line[4:] for line in done.stdout.splitlines() if line.startswith("ran ")], done.stdout

    def test_a_stopped_run_goes_on(self):
        (self.folder / "build/broken").touch()
        self.assertEqual(self.steps(status=1)[0], ALL[:4])
        self.assertEqual(self.steps(status=1)[0], ["gcc_build", "parts/two"])
        (self.folder / "build/broken").unlink()
        ran, said = self.steps()
        self.assertEqual(ran, ["gcc_build", "parts/two", "last"])
        self.assertIn("== first: passed before on this commit\n", said)
        self.assertRegex(said, r"(?s)\n +\d+ s  gcc_build\n +\d+ s  first, before\n +\d+ s  parts/one, before\n +\d+ s  parts/two\n +\d+ s  last\n$")
        self.assertEqual(self.steps()[0], ["gcc_build"])

    def test_another_commit_begins_again(self):
        self.steps()
        self.commit()
        self.assertEqual(self.steps()[0], ALL)

    def test_fresh_forgets(self):
        self.steps()
        self.assertEqual(self.steps(fresh="yes")[0], ALL)

    def test_a_dirty_tree_keeps_nothing_and_says_so(self):
        self.steps()
        (self.folder / "new").touch()
        for _ in range(2):
            ran, said = self.steps()
            self.assertEqual(ran, ALL)
            self.assertIn("the working tree is not a commit: no result is kept\n", said)

    def test_a_tree_that_changes_during_a_step_keeps_nothing_of_it(self):
        (self.folder / "build/dirt").touch()
        self.steps()
        (self.folder / "dirt").unlink()
        self.assertEqual(self.steps()[0], ["gcc_build", "last"])

    def test_without_all_everything_runs(self):
        for _ in range(2):
            ran, said = self.steps(keep="no")
            self.assertEqual(ran, ALL)
            self.assertNotIn("kept", said)
        self.assertFalse((self.folder / "build/check-results").exists())

    def test_every_step_of_check_runs_and_the_words_are_known(self):
        text = (SOURCE / "check").read_text()
        functions = set(re.findall(r"^check_(\w+)\(", text, re.MULTILINE))
        self.assertGreater(len(functions), 12)
        self.assertEqual(functions - set(re.findall(r"\w+", text.split("\nslow=()\n")[1])), set())
        for words in (["--fresh"], ["--from", "gcc"], ["--al"]):
            done = subprocess.run(["bash", SOURCE / "check", *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (2, "usage: ./check [--all [--fresh]]\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
