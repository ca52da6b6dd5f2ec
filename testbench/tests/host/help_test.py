#!/usr/bin/env python3
"""What --help prints, of the program and of each verb: lines of at most 80 characters, in words, every option, and an example that runs.

An option that several verbs have is described in the same words.

    help_test.py COLLISIONCHIP SOURCE_FOLDER
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "docs"))
from made import man  # noqa: E402

PROGRAM, SOURCES = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]) / "testbench/cli"
# How the parser writes what a value may be, how many there are and what an option needs.
NOTATION = re.compile(r"\b(TEXT|U?INT|FLOAT|BOOLEAN|REQUIRED)\b|Needs:|Excludes:|\(\d+x\)| x \d|\[\S+ - \S+\]|\bin \[|\d\.\.\d|\{\S|=\S*\[|\w=\w+ \.\.\.")
ADDS_OPTION = re.compile(r"\badd_\w+\(\s*(?:\*?verb, )?\"([^\"]*)\"")  # or a verb, which is in small letters


def told(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


class Help(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.verbs = list(man.Verb(PROGRAM, []).walk())
        cls.texts = {verb: told(*verb.path, "--help") for verb in cls.verbs}

    def entry(self, verb, option):
        return next(entry for one in self.verbs if one.path == [verb] for entry in one.lists["Options"] if option in entry.names)

    def test_lines_fit_80_columns_and_hang_below_their_text(self):
        self.assertGreater(len(self.verbs), 20)
        for verb, text in self.texts.items():
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, (verb.path, line))
                self.assertEqual(line, line.rstrip(), (verb.path, line))
            for line in text.partition("\nExample:\n")[0].partition("Options:\n")[2].splitlines():
                self.assertRegex(line, r"^(|\w+:|  \S.*|  {25,}\S.*)$", verb.path)

    def test_none_of_the_parsers_notation(self):
        for verb, text in self.texts.items():
            for line in text.partition("\nExample:\n")[0].splitlines():
                self.assertNotRegex(line, NOTATION, verb.path)

    def test_help_as_a_word_prints_the_same(self):
        for verb, text in self.texts.items():
            self.assertEqual(told("help", *verb.path), text)

    def test_every_option_and_operand_is_there(self):
        shown = {name for verb in self.verbs for entries in (verb.lists["Options"], verb.lists.get("Positionals", []))
                 for entry in entries for name in entry.names}
        added = {name for source in SOURCES.glob("*.*") for names in ADDS_OPTION.findall(source.read_text()) for name in names.split(",")
                 if name.startswith("-") or name.isupper()}
        self.assertGreater(len(added), 100)
        self.assertEqual(shown - {"-h", "--help", "--version"}, added)

    def test_every_verb_has_an_example_that_runs_in_an_empty_folder(self):
        def ran(verb):
            with tempfile.TemporaryDirectory() as folder:
                os.symlink(PROGRAM, pathlib.Path(folder) / "collisionchip")
                environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
                done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", "\n".join(verb.example)], cwd=folder, env=environment, capture_output=True,
                                      text=True, check=False, stdin=subprocess.DEVNULL)
                return done.returncode, done.stderr[-300:]

        for verb in self.verbs:
            called = " ".join(["collisionchip", *verb.path, *([] if verb.path else ["collide"])])
            self.assertIn(called, " ".join(verb.example), verb.path)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for verb, (status, said) in zip(self.verbs, pool.map(ran, self.verbs)):
                self.assertEqual(status, 0, (verb.path, said))

    def test_an_option_has_one_description(self):
        told = collections.defaultdict(dict)  # (name, its value) -> description, without what is behind it -> verbs
        for verb in self.verbs:
            for entry in verb.lists["Options"]:
                what = re.split(r"; |: | \(default", entry.text)[0]
                told[entry.names[-1], entry.rest].setdefault(what, []).append(" ".join(verb.path))
        self.assertGreater(sum(len(verbs) > 1 for texts in told.values() for verbs in texts.values()), 20)
        for option, texts in told.items():
            self.assertEqual(len(texts), 1, (option, texts))

    def test_a_value_has_one_meaning(self):
        meanings = collections.defaultdict(dict)  # (option, value) -> what it means -> verbs
        for verb in self.verbs:
            for entry in verb.lists["Options"]:
                for line in entry.explained:
                    value, _, what = line.partition(": ")
                    meanings[entry.names[-1], value].setdefault(what, []).append(" ".join(verb.path))
        for value, texts in meanings.items():
            self.assertEqual(len(texts), 1, (value, texts))

    def test_ranges_defaults_and_choices_are_words(self):
        self.assertTrue(self.entry("collide", "--jobs").text.endswith("; a whole number from 1 to 4096"))
        self.assertTrue(self.entry("estimate", "--lists").text.endswith(" (default: 200); a whole number from 10 to 1000000000"))
        self.assertTrue(self.entry("evaluate", "--timeout").text.endswith(" (default: 0); a number from 0 to 1000000000"))
        self.assertTrue(self.entry("trees", "--degree").text.endswith(" (default: 2); one of 2, 4 or 8"))
        self.assertTrue(self.entry("trees", "--branch-cache").text.endswith("; several with commas between, each a whole number from 0 to 16777216"))
        self.assertEqual(self.entry("evaluate", "--workload").rest, "FILE.toml")
        self.assertTrue(self.entry("evaluate", "--workload").text.endswith("; required"))
        account = self.entry("collide", "--account")
        self.assertEqual((account.rest, account.choices), ("NAME", ["short", "full"]))
        self.assertTrue(account.text.endswith(" (default: short); one of"))
        self.assertEqual(account.explained[0], "short: work and cycles")
        self.assertIn("Usage: collisionchip report [OPTIONS] DIR...\n", told("report", "--help"))

    def test_a_wrong_value_is_refused_in_the_same_words(self):
        for words, said in ((["collide", "a", "b", "--jobs", "0"], "--jobs: expected a whole number from 1 to 4096, got '0'"),
                            (["evaluate", "--workload", "p", "--timeout", "-1"], "--timeout: expected a number from 0 to 1000000000, got '-1'"),
                            (["collide", "a", "b", "--scale-a", "0"], "--scale-a: expected a finite number other than 0, got '0'"),
                            (["trees", "a", "--degree", "3"], "--degree: expected 2, 4 or 8, got '3'"),
                            (["collide", "a", "b", "--account", "ful"], "--account: expected short or full, got 'ful'; nearest is full")):
            done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (2, f"collisionchip: {said} (see --help)\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
