#!/usr/bin/env python3
"""What --help prints, of the program and of each verb: lines of at most 80 characters, in words, and every option.

    help_test.py COLLISIONCHIP SOURCE_FOLDER
"""
import os
import pathlib
import re
import subprocess
import sys
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
            for line in text.partition("Options:\n")[2].splitlines():
                self.assertRegex(line, r"^(|\w+:|  \S.*|  {25,}\S.*)$", verb.path)

    def test_none_of_the_parsers_notation(self):
        for verb, text in self.texts.items():
            for line in text.splitlines():
                self.assertNotRegex(line, NOTATION, verb.path)

    def test_help_as_a_word_prints_the_same(self):
        for verb, text in self.texts.items():
            self.assertEqual(told("help", *verb.path), text)

    def test_every_option_and_operand_is_there(self):
        shown = {name for verb in self.verbs for entries in (verb.lists["Options"], verb.lists.get("Positionals", []))
                 for entry in entries for name in entry.names}
        added = {name for source in SOURCES.glob("*.cpp") for names in ADDS_OPTION.findall(source.read_text()) for name in names.split(",")
                 if name.startswith("-") or name.isupper()}
        self.assertGreater(len(added), 100)
        self.assertEqual(shown - {"-h", "--help", "--version"}, added)

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
