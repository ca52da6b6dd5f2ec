#!/usr/bin/env python3
"""`collisionchip paper --pentium4` with a valgrind of our own, which runs the program and counts what we say: what it is told,
what follows from its counts, that a run goes on, and what is refused. Argument: the program. Exit status: 0 all holds.
"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
VALGRIND = """#!/bin/bash
# Writes down how it is called, then counts: of the set-up 1000, of the scalar program's traversals 9000, of the other's 5000.
[ "$1" = --version ] && { echo valgrind-0; exit 0; }
echo "$@" >>"$CALLS"
for word in "$@"; do case $word in --callgrind-out-file=*) out=${word#*=};; esac; done
count=5000
case "$*" in *traversal_program_scalar*) count=9000;; esac
case "$*" in *set_up*) count=1000;; esac
printf 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\\ntotals: %d000 1 1 1 1 1 1 1 1\\n' $count >$out
while [ "${1#--}" != "$1" ]; do shift; done
[ -n "$FAULT" ] && case "$*" in *scalar*list\\ all*) echo "pairs 1 hash 0123456789abcdef"; exit 0;; esac
exec "$@"
"""


class Pentium4(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)
        self.calls = self.folder / "calls"
        valgrind = self.folder / "bin/valgrind"
        valgrind.parent.mkdir()
        valgrind.write_text(VALGRIND)
        valgrind.chmod(0o755)
        self.run_program("mesh", "gear", "gear.obj", "--triangles", "300")

    def run_program(self, *words, path=None, fault=""):
        environment = dict(os.environ, CALLS=str(self.calls), FAULT=fault,
                           PATH=path if path is not None else f"{self.folder}/bin:{os.environ['PATH']}")
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, env=environment)

    # One small object instead of the four: the built-in ones are too large for a quick test.
    def paper(self, *words, **options):
        return self.run_program("paper", "--out", "out", "--pentium4", "--only-objects", "--objects", "gear.obj", "--distances", "6",
                                "--steps", "4", "--jobs", "2", *words, **options)

    def test_counts_become_speed_ups(self):
        done = self.paper()
        self.assertEqual((done.returncode, done.stderr.count("expected")), (0, 0), done.stderr)
        calls = self.calls.read_text().splitlines()
        self.assertEqual(len(calls), 2 * (1 + 2 * 2))
        for call in calls:
            self.assertIn("--tool=callgrind --cache-sim=yes --I1=16384,4,64 --D1=8192,4,64 --LL=262144,8,64 "
                          "--toggle-collect=measured_query ", call)
        with open(self.folder / "out/host/pentium4.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 2 * 2 * 2 * 2)
        for row in rows:
            instructions = 8_000_000 if row["build"] == "scalar" else 4_000_000
            self.assertEqual(int(row["instructions"]), instructions)
            self.assertAlmostEqual(float(row["p4_ms_likely"]), 1.5 * instructions / 1.8e6, places=9)
            self.assertAlmostEqual(float(row["speedup_most"]), 2 * instructions / 1.8e6 / float(row["chip_ms"]), places=6)
        told = json.loads((self.folder / "out/host/pentium4.json").read_text())
        self.assertEqual(told["assumptions"]["cycles_per_l2_miss"], [110, 180, 270])
        self.assertEqual([claim["id"] for claim in told["claims"]], ["speed_up_pentium4", "waits_for_memory"])
        self.assertIn("1, 1.5, 2 cycles per instruction (--p4-cpi)", done.stdout)

        # Other assumptions cost no other run; another cache is another run.
        again = self.paper("--p4-cpi", "3", "4", "5")
        self.assertEqual((again.returncode, len(self.calls.read_text().splitlines())), (0, len(calls)), again.stderr)
        with open(self.folder / "out/host/pentium4.csv") as file:
            self.assertAlmostEqual(float(next(csv.DictReader(file))["p4_ms_least"]), 3 * 4e6 / 1.8e6, places=9)
        other = self.paper("--p4-l2-kib", "512")
        self.assertEqual(other.returncode, 3)
        self.assertIn('/caches/2 is "262144,8,64" there, "524288,8,64" now', other.stderr)

    def test_programs_that_disagree(self):
        done = self.paper(fault="scalar")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("models disagree: gear.obj/scalar/list/all: 1 pairs", done.stderr)

    def test_what_is_refused(self):
        for status, complaint, words, options in (
                (3, "--pentium4: expected valgrind, got none (Debian: apt-get install valgrind)", [], {"path": "/nowhere"}),
                (2, "--p4-cpi: expected three numbers above 0", ["--p4-cpi", "2", "1", "3"], {}),
                (2, "--p4-l2-kib", ["--p4-l2-kib", "300"], {})):
            done = self.paper(*words, **options)
            self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
            self.assertIn(complaint, done.stderr)
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
