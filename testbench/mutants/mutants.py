#!/usr/bin/env python3
"""Breaks the sources in one place at a time and says which test notices.

    testbench/mutants/mutants.py model|rtl [--only NAME...] [--room NAME] [--list] [--jobs N] [--build FOLDER]

model: tlm/, reference/ and testbench/, in the places of model_mutants.toml. Each has the test that must name it. The command for all of
them takes 25 minutes on 2 cores, and is part of `./check --all`.
rtl: rtl_model/rtl, in the places of rtl_mutants.toml. Each is verilated again and linked to the parity test of its unit,
which must fail. All of them take about ten minutes on 4 cores.

A mutant that says `survives` is not noticed, for the reason given; its test must pass.

The tests are built first, in a folder of their own unless another one is named (made with Ninja and COLLISIONCHIP_UNITY=OFF:
each source file but those of the tests is an object of its own). Mutants are made outside of it. Exit status: 0 all as listed, 1 one survives that
should not or is caught that should not, 2 a mutant cannot be made.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from build_folder import OWN, BuildFolder, shell
from model_recipe import ModelRecipe
from mutant import KINDS, ROOT, MutantError, load
from rtl_recipe import RtlRecipe

TIMEOUT_SECONDS = 120
RECIPES = {"model": ModelRecipe, "rtl": RtlRecipe}
SAID = (r"\[  FAILED  \] ([\w./]+)", r"(Assertion failed in .*)", r"(C\+\+ exception .*)", r"(\S.*)\s*$")


def run_tests(program, test):
    """True and what was said if a test fails. MutantError if there is none."""
    wanted = f"{test}:*/{test}/*:*/{test}" if test else "-Long*:*DeathTest*"
    try:
        # exec: what is stopped in the end is the program, not the shell before it.
        done = shell(f"exec {program} --gtest_brief=1 --gtest_filter='{wanted}'", pathlib.Path(program).parent,
                     timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return True, "it hangs"
    said = done.stdout + done.stderr
    if " 0 tests from 0 test suites ran" in said:
        raise MutantError(f"{program} has no test {test}")
    if done.returncode == 0:
        return False, ""
    found = next(filter(None, (re.search(pattern, said) for pattern in SAID)), None)
    if found is None:  # a signal, before anything was said
        return True, f"status {done.returncode}"
    return True, " ".join(found.group(1).split())[:100]


class Runner:
    """Makes mutants and tests them; several at a time may be under way."""

    def __init__(self, build, kind):
        self.build, self.kind = build, kind
        self.recipes, self.lock = {}, threading.Lock()

    def recipe(self, mutant):
        key = (mutant.room, mutant.module) if self.kind == "rtl" else mutant.program
        with self.lock:
            if key not in self.recipes:
                self.recipes[key] = RECIPES[self.kind](self.build, mutant)
            return self.recipes[key]

    def require_sound(self, mutants, jobs):
        """Tests that fail without a fault would notice everything."""
        self.build.build(sorted({self.recipe(mutant).program for mutant in mutants}), jobs)
        for program, test in sorted({(self.recipe(mutant).program, mutant.test) for mutant in mutants}):
            failed, said = run_tests(self.build.path / program, test)
            if failed:
                raise MutantError(f"{program} fails without a fault: {said}")

    def noticed(self, mutant):
        """(noticed, what was said, seconds); MutantError if it cannot be made."""
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            program = self.recipe(mutant).make(mutant, pathlib.Path(folder))
            failed, said = run_tests(program, mutant.test)
        return failed, said, time.monotonic() - begin


def table_row(mutant, caught_by, seconds):
    shown = mutant.name if not mutant.name.isdigit() else f"{mutant.name} {mutant.room}: {' '.join(mutant.before.split())[:50]}"
    return f"{shown:<62}  {caught_by:<78}  {seconds:6.1f}"


def run_all(runner, mutants, jobs):
    """Prints the table; the exit status."""
    caught = survived = wrong = unmade = 0
    print(f"{'mutant':<62}  {'caught by':<78}  seconds", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(runner.noticed, mutant): mutant for mutant in mutants}
        for done in concurrent.futures.as_completed(running):
            mutant = running[done]
            try:
                noticed, said, seconds = done.result()
            except MutantError as error:
                print(f"{mutant.name}: {error}", file=sys.stderr, flush=True)
                unmade += 1
                continue
            caught, survived = caught + noticed, survived + (not noticed)
            wrong += noticed == bool(mutant.survives)
            print(table_row(mutant, said if noticed else mutant.survives or "SURVIVES", seconds), flush=True)
    print(f"MUTANTS: {caught} caught, {survived} survived, {wrong} not as listed"
          + (f", {unmade} not made" if unmade else ""))
    return 2 if unmade else 1 if wrong else 0


def show_list(mutants):
    for mutant in mutants:
        print(f"{mutant.name}: {mutant.source.relative_to(ROOT)}: {' '.join(mutant.before.split())} -> "
              f"{' '.join(mutant.after.split()) or 'nothing'}" + (f": {mutant.why}" if mutant.why else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these mutants; of the RTL: their numbers")
    parser.add_argument("--room", help="only the mutants of this unit or room")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    parser.add_argument("--list", action="store_true", help="name the mutants and make none")
    parser.add_argument("--build", type=pathlib.Path, default=OWN, metavar="FOLDER", help="where the tests are built")
    options = parser.parse_args()
    try:
        mutants = load(options.kind)
        if unknown := set(options.only) - {mutant.name for mutant in mutants}:
            raise MutantError(f"no mutant {', '.join(sorted(unknown))}")
        mutants = [mutant for mutant in mutants if options.room in (None, mutant.room)
                   and (not options.only or mutant.name in options.only)]
        if options.list:
            show_list(mutants)
            return 0
        runner = Runner(BuildFolder(options.build), options.kind)
        runner.require_sound(mutants, options.jobs)
        return run_all(runner, mutants, options.jobs)
    except MutantError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
