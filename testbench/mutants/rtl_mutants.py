#!/usr/bin/env python3
"""Breaks the RTL in one place at a time and says which unit tests notice.

    testbench/mutants/rtl_mutants.py BUILD_FOLDER [--unit NAME] [--only N...]

rtl_mutants.toml has the mutants: a file of rtl_model/rtl, what is replaced by what. Each is verilated and compiled as
the build folder does it and linked to the parity test of its unit, which must fail. A mutant that says `survives` is not
noticed, for the reason given; it must pass. Exit status: 0 as listed, 1 not, 2 a mutant cannot be made.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parents[1] / "rtl_model/rtl"
TIMEOUT_SECONDS = 120


def fail(text):
    print(f"rtl_mutants: {text}", file=sys.stderr)
    sys.exit(2)


def shell(command, folder, **options):
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, **options)


class Recipe:
    """How a build folder makes the parity test of a unit: the commands for one of its Verilated modules."""

    def __init__(self, build, unit, module):
        self.build = build
        alone = unit == "float_cores"
        self.program = f"testbench/tests/rtl/{unit}_tests" if alone else f"testbench/tests/rtl/{unit}_rtl_tests"
        listed = shell(f"ninja -t commands {self.program}", build)
        if listed.returncode != 0:
            fail(f"{build}: {listed.stderr.strip()}")
        library = f"verilated_{unit}" if alone else f"collisionchip_rtl_{unit}{'_' + module if module else ''}"
        commands = listed.stdout.splitlines()

        def the(what, pattern):
            found = [command for command in commands if re.search(pattern, command)]
            if not found:
                fail(f"{build}: no command to {what} {library}")
            return found[-1]

        self.verilated = re.search(rf"--Mdir (\S+/{library}\.verilated)\b", the("verilate", rf"/{library}\.verilated -Wall")).group(1)
        self.verilate = the("verilate", rf"/{library}\.verilated -Wall")
        self.compile = the("compile", rf" -c \S*/{library}\.verilated/\S+\.cpp")
        self.link = the("link", rf" -o {self.program} ")
        self.archive = re.search(rf"\S*lib{library}\.a", self.link).group(0)

    def make(self, rtl, folder):
        """The test program with the RTL of this folder; None and what went wrong."""
        verilated, object_file, program = folder / "verilated", folder / "module.o", folder / "tests"
        verilate = self.verilate.replace(self.verilated, str(verilated)).replace(f"{RTL}/", f"{rtl}/")
        verilate = verilate.replace("-Wall ", "-Wno-lint -Wno-fatal ").replace(f"{rtl}/../", f"{RTL}/../")
        compiler = re.sub(r" -o \S+", f" -o {object_file}", self.compile).replace(self.verilated, str(verilated))
        compiler = re.sub(r" -MD -MT \S+ -MF \S+", "", compiler).replace(" -O2", " -O0")
        link = self.link.replace(f" -o {self.program} ", f" -o {program} ").replace(self.archive, str(object_file))
        link = re.sub(r"&& cd .*", "", link)
        for command in (verilate, compiler, link):
            done = shell(command, self.build)
            if done.returncode != 0:
                return None, (done.stderr or done.stdout)[-600:]
        return program, ""


def verdict(program, folder):
    try:
        done = shell(f"{program} --gtest_brief=1 --gtest_filter='-Long*:*DeathTest*'", folder, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return True, "it hangs"
    if done.returncode == 0:
        return False, ""
    said = done.stdout + done.stderr
    for what in (r"Assertion failed in .*", r"seed \d+: .*|run \d+: .*(\n.*){3}", r"C\+\+ exception .*", r"Failure(\n.*){1,5}", r"(?s).*"):
        found = re.search(what, said)
        if found:
            return True, " ".join(found.group(0).split())[:150]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path, help="build folder whose tests are built")
    parser.add_argument("--unit", help="only the mutants of this unit")
    parser.add_argument("--only", type=int, nargs="*", help="only the mutants of these numbers")
    options = parser.parse_args()
    build, recipes, caught, survived, wrong = options.build.resolve(), {}, 0, 0, 0
    mutants = tomllib.loads((HERE / "rtl_mutants.toml").read_text())["mutant"]
    for number, mutant in enumerate(mutants):
        if (options.unit or mutant["unit"]) != mutant["unit"] or number not in (options.only or [number]):
            continue
        source = next(RTL.rglob(mutant["file"]))
        text = source.read_text()
        if text.count(mutant["from"]) < 1:
            fail(f"mutant {number}: {mutant['file']} has no {mutant['from']}")
        key = mutant["unit"], mutant.get("module", "")
        recipes[key] = recipes.get(key) or Recipe(build, *key)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            rtl = folder / "rtl"
            shutil.copytree(RTL, rtl)
            (rtl / source.relative_to(RTL)).write_text(text.replace(mutant["from"], mutant["to"], 1))
            program, problem = recipes[key].make(rtl, folder)
            if program is None:
                fail(f"mutant {number}: {problem}")
            noticed, how = verdict(program, folder)
        caught, survived = caught + noticed, survived + (not noticed)
        as_listed = noticed != ("survives" in mutant)
        wrong += not as_listed
        said = f"caught: {how}" if noticed else f"survives: {mutant.get('survives', 'NOT NOTICED')}"
        print(f"{number} {mutant['file']}: {mutant['from']} -> {mutant['to'] or 'nothing'}: {said}", flush=True)
    print(f"MUTANTS: {caught} caught, {survived} survived, {wrong} not as listed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
