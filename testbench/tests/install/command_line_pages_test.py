#!/usr/bin/env python3
"""The man page and the completion for bash have every verb and option of --help, and the keys with their values; --version has the revision.

    command_line_pages_test.py COLLISIONCHIP SOURCE_FOLDER
"""
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BINARY, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


def help_of(*verb):
    return subprocess.run([BINARY, *verb, "--help"], capture_output=True, text=True, check=True).stdout


def verbs_of(*path):
    """Every verb with the words that lead to it."""
    below = help_of(*path).partition("Subcommands:\n")[2].partition("\nExample:\n")[0]
    for name in re.findall(r"^  ([a-z]+) ", below, re.M):
        yield (*path, name)
        yield from verbs_of(*path, name)


def options_of(*verb):
    listed = help_of(*verb).partition("Options:\n")[2].partition("Subcommands:\n")[0]
    return {name for names in re.findall(r"^  (-\S+)", listed, re.M) for name in names.split(",")}


def completed(*words, folder="."):
    """What bash offers for the last word."""
    script = (f'source {SOURCE}/docs/man/collisionchip.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
              '$(complete -p collisionchip | sed "s/.*-F \\([^ ]*\\).*/\\1/"); printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script, "bash", "collisionchip", *words], cwd=folder, capture_output=True,
                          text=True, check=True)
    assert done.stderr == "", done.stderr
    return set(done.stdout.split())


class CommandLinePages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.verbs = list(verbs_of())

    def test_the_man_page_has_every_verb_and_option(self):
        page = (SOURCE / "docs/man/collisionchip.1").read_text().replace("\\-", "-")
        sections = dict(re.findall(r"^\.SS collisionchip ([a-z ]*[a-z]) \[OPTIONS\](.*?)(?=^\.S[SH] )", page, re.M | re.S))
        self.assertEqual(set(sections), {" ".join(verb) for verb in self.verbs})
        for verb in self.verbs:
            named = set(re.findall(r"\\fB(-[^\\]*)\\fR", sections[" ".join(verb)]))
            self.assertEqual(named, options_of(*verb) - {"-h", "--help"}, verb)

    def test_bash_completes_verbs_and_options(self):
        self.assertIn(("trace", "export"), self.verbs)
        self.assertEqual(completed(""), {verb[0] for verb in self.verbs if len(verb) == 1})
        self.assertEqual(completed("trace", ""), {verb[1] for verb in self.verbs if len(verb) == 2 and verb[0] == "trace"})
        for verb in self.verbs:
            self.assertEqual(completed(*verb, "-"), options_of(*verb), verb)
        self.assertEqual(completed("collide", "a.obj", "b.obj", "--trace-c"), {"--trace-cycles"})

    def test_bash_completes_values_and_files(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "plan.toml").touch()
            os.mkdir(f"{folder}/result")
            self.assertEqual(completed("collide", "--account", "", folder=folder), {"short", "full"})
            self.assertEqual(completed("collide", "--account", "=", "f", folder=folder), {"full"})
            self.assertEqual(completed("config", "--chip", "p", folder=folder), {"paper41", "paper52", "paper52-eq5", "plan.toml"})
            self.assertEqual(completed("mesh", "b", folder=folder), {"bolt", "box"})
            self.assertEqual(completed("collide", "", folder=folder), {"plan.toml", "result"})
            self.assertEqual(completed("report", "", folder=folder), {"result"})
            self.assertEqual(completed("collide", "--out", "", folder=folder), {"result"})
            self.assertEqual(completed("collide", "--jobs", "", folder=folder), set())

    def test_bash_completes_keys_and_their_values(self):
        table = subprocess.run([BINARY, "config", "--doc", "--csv", "-"], capture_output=True, text=True, check=True).stdout
        keys = {row["key"]: row["values"] for row in csv.DictReader(table.splitlines())}
        self.assertGreater(len(keys), 200)
        self.assertEqual(completed("collide", "--set", ""), {f"{key}=" for key in keys})
        self.assertEqual(completed("collide", "--set", "sdram.page"), {"sdram.page_bytes=", "sdram.page_policy="})
        self.assertEqual(completed("config", "--explain", "sdram.page"), {"sdram.page_bytes", "sdram.page_policy"})
        self.assertIn("sdram", completed("config", "--explain", "sd"))
        script = "\n".join(f"offered {key}" for key in keys)
        done = subprocess.run(["bash", "-c", f'source {SOURCE}/docs/man/collisionchip.bash; offered() {{ COMP_WORDS=(collisionchip collide --set $1 =); COMP_CWORD=4; '
                               f'_collisionchip; echo "$1 ${{COMPREPLY[*]}}"; }}\n{script}'], capture_output=True, text=True, check=True)
        offered = {key: values for key, *values in map(str.split, done.stdout.splitlines())}
        for key, values in keys.items():
            self.assertEqual(set(offered[key]), set() if ".." in values else set(re.split(", | or ", values)), key)
        self.assertEqual(completed("collide", "--set", "sdram.page_policy", "=", "o"), {"open"})
        self.assertEqual(completed("collide", "--set", "=", "sdram.page_policy", "=", "o"), {"open"})
        self.assertEqual(completed("collide", "--set", "group.plane", "="), {"true", "false"})

    def test_the_man_page_has_the_usual_sections(self):
        page = (SOURCE / "docs/man/collisionchip.1").read_text().replace("\\-", "-")
        self.assertEqual(re.findall(r"^\.SH (.*)$", page, re.M),
                         ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "VERBS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS"])
        for text in ("FILE.toml", "TMPDIR", "130", "collisionchip trace export run.sqlite"):
            self.assertIn(text, page)

    def test_the_version_has_the_revision(self):
        version = subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout
        git = subprocess.run(["git", "-C", SOURCE, "rev-parse", "HEAD"], capture_output=True, check=False)
        revision = r" \(\S*[0-9a-f]{12}(-dirty)?\)" if git.returncode == 0 else ""
        self.assertRegex(version, rf"^\d+\.\d+\.\d+{revision}\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
