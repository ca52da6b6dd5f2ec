#!/usr/bin/env python3
"""Breaks the sources in one place at a time and says which test notices.

    testbench/mutants/mutants.py [model|rtl|python] [--only WORDS...] [--room FOLDER] [--list] [--fresh] [--jobs N] [--build FOLDER]

model: C++ in tlm/, reference/, traces/, testbench/ and python/, in the places of model_mutants.toml. Each has the test that must notice it.
rtl: rtl_model/rtl, in the places of rtl_mutants.toml. Each is verilated again and linked to the parity test of its unit,
which must fail.
python: Python in python/, in the places of python_mutants.toml: a copy of the package, which needs no compiling. Without a kind: all.

Results are kept by commit, each when it is known: a run that was stopped goes on by the same command. --fresh forgets them. Nothing is kept
of a working tree that is not committed. The table, room by room, is printed at the end; it is in build/mutants/table.txt too.

A mutant that says `survives` is not noticed, for the reason given; its test must pass.

The tests are built first, in a folder of their own unless another one is named (made with Ninja, and of the model with COLLISIONCHIP_UNITY=OFF:
each source file but those of the tests is an object of its own). Mutants are made outside of that folder. Exit status: 0 all as listed, 1 one survives that
should not or is caught that should not, 2 a mutant cannot be made.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import sys
import tempfile
import threading
import time

from build_folder import OWN, BuildFolder
from model_recipe import ModelRecipe
from mutant import KINDS, ROOT, MutantError, load
from noticing import MODULE, MODULE_FILE, PROGRAM, run_test
from python_recipe import PythonRecipe
from results import Results
from rtl_recipe import RtlRecipe

RECIPES = {"model": ModelRecipe, "rtl": RtlRecipe, "python": PythonRecipe}


class Runner:
    """Makes mutants and tests them; several at a time may be under way."""

    def __init__(self, build):
        self.build = build
        self.recipes, self.lock = {}, threading.Lock()

    def recipe(self, mutant):
        key = (mutant.kind, mutant.unit, mutant.module, mutant.program)
        with self.lock:
            if key not in self.recipes:
                self.recipes[key] = RECIPES[mutant.kind](self.build, mutant)
            return self.recipes[key]

    def require_sound(self, mutants, jobs):
        """Tests that fail without a fault would notice everything."""
        tests = sorted({(self.recipe(mutant).program, mutant.test) for mutant in mutants})
        if tests:
            programs = {program for program, _ in tests}
            if any(program == PROGRAM or program.startswith(MODULE_FILE) for program in programs):
                programs |= {PROGRAM, MODULE}  # scripts take both
            self.build.build(sorted(programs), jobs)
        for program, test in tests:
            failed, said = run_test(self.build, self.build.path / program, program, test)
            if failed:
                raise MutantError(f"{program} {test} fails without a fault: {said}")

    def noticed(self, mutant):
        """(noticed, what was said, seconds); MutantError if it cannot be made."""
        begin = time.monotonic()
        recipe = self.recipe(mutant)
        with tempfile.TemporaryDirectory() as folder:
            program = recipe.make(mutant, pathlib.Path(folder))
            failed, said = run_test(self.build, program, recipe.program, mutant.test)
        return failed, said, time.monotonic() - begin


def run_all(runner, mutants, results, jobs):
    """({mutant: its result}, how many could not be made), with a line on stderr for each that was made now."""
    found = {mutant: results.of(mutant) for mutant in mutants if results.of(mutant)}
    to_make = [mutant for mutant in mutants if mutant not in found]
    if found:
        print(f"mutants: {len(found)} known of this commit, {len(to_make)} to make", file=sys.stderr)
    if not results.commit:
        print("mutants: the working tree is not a commit: no result is kept", file=sys.stderr)
    runner.require_sound(to_make, jobs)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(runner.noticed, mutant): mutant for mutant in to_make}
        for count, done in enumerate(concurrent.futures.as_completed(running), 1):
            mutant = running[done]
            try:
                noticed, said, seconds = done.result()
            except MutantError as error:
                print(f"{mutant.name}: {error}", file=sys.stderr, flush=True)
                continue
            results.keep(mutant, noticed, said, seconds)
            found[mutant] = noticed, said, seconds
            print(f"{count}/{len(to_make)} {'caught' if noticed else 'survived'}: {mutant.name[:100]}", file=sys.stderr, flush=True)
    return found, len(mutants) - len(found)


def with_their_scripts(mutants, build):
    """Without those of Python where no python3 has NumPy: there the build has no test of the package."""
    left = [mutant for mutant in mutants if mutant.kind != "python" and mutant.program != MODULE or build.has_script(mutant.test.split(".")[0])]
    if len(left) < len(mutants):
        print(f"mutants: {len(mutants) - len(left)} of python/ are left out, the build has no test for them", file=sys.stderr)
    return left


def table(found, unmade):
    """Its lines, and how many results are not as listed."""
    lines, wrong = [f"{'mutant':<62}  {'caught by':<78}  seconds"], 0
    rooms = itertools.groupby(sorted(found, key=lambda mutant: (KINDS.index(mutant.kind), mutant.room)), lambda mutant: mutant.room)
    for room, mutants in rooms:
        mutants = list(mutants)
        caught = sum(found[mutant][0] for mutant in mutants)
        lines += ["", f"{room}: {caught} caught, {len(mutants) - caught} survived"]
        for mutant in mutants:
            noticed, said, seconds = found[mutant]
            wrong += noticed == bool(mutant.survives)
            lines.append(f"{mutant.name[:62]:<62}  {said if noticed else mutant.survives or 'SURVIVES':<78}  {seconds:6.1f}")
    caught = sum(noticed for noticed, _, _ in found.values())
    lines += ["", f"MUTANTS: {caught} caught, {len(found) - caught} survived, {wrong} not as listed" + (f", {unmade} not made" if unmade else "")]
    return lines, wrong


def show_list(mutants):
    for mutant in mutants:
        words = f"{' '.join(mutant.before.split())} -> {' '.join(mutant.after.split()) or 'nothing'}"
        print(": ".join(filter(None, (mutant.name, str(mutant.source.relative_to(ROOT)), words * (words not in mutant.name), mutant.why))))


def chosen(options):
    """MutantError, after all that is wrong has been said, if a row no longer applies."""
    mutants = [mutant for kind in KINDS if options.kind in (None, kind) for mutant in load(kind)]
    if unknown := [words for words in options.only if not any(words in mutant.name for mutant in mutants)]:
        raise MutantError(f"no mutant {', '.join(unknown)}")
    mutants = [mutant for mutant in mutants if not options.only or any(words in mutant.name for words in options.only)]
    gone = []
    for mutant in mutants:
        try:
            mutant.place
        except MutantError as error:
            gone.append(error)
            print(error, file=sys.stderr)
    if gone:
        raise MutantError(f"{len(gone)} no longer apply")
    return [mutant for mutant in mutants if not options.room or f"/{options.room.strip('/')}/" in f"/{mutant.room}/"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", choices=KINDS)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORDS", help="only the mutants whose name has these words in it")
    parser.add_argument("--room", metavar="FOLDER", help="only the mutants of this folder, or of this unit of the RTL")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    parser.add_argument("--list", action="store_true", help="name the mutants and make none")
    parser.add_argument("--fresh", action="store_true", help="forget what is known of this commit")
    parser.add_argument("--build", type=pathlib.Path, default=OWN, metavar="FOLDER", help="where the tests are built")
    options = parser.parse_args()
    try:
        mutants = chosen(options)
        if options.list:
            show_list(mutants)
            return 0
        build = BuildFolder(options.build)
        found, unmade = run_all(Runner(build), with_their_scripts(mutants, build), Results(options.fresh), options.jobs)
        lines, wrong = table(found, unmade)
        print("\n".join(lines))
        OWN.mkdir(parents=True, exist_ok=True)
        (OWN / "table.txt").write_text("\n".join(lines) + "\n")
        return 2 if unmade else 1 if wrong else 0
    except MutantError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
