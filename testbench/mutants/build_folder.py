"""What a build folder knows: how its programs are compiled and linked."""
import functools
import json
import pathlib
import re
import subprocess

from mutant import ROOT, MutantError

OWN = ROOT / "build/mutants"
# Mutants are compiled often and run for a second, so they are compiled with -O1. Tests are never mutated, so they are built together (unity).
OPTIONS = ("-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCOLLISIONCHIP_UNITY=OFF -DCOLLISIONCHIP_UNITY_TESTS=ON "
           "-DCOLLISIONCHIP_BUILD_BENCHMARKS=OFF -DCOLLISIONCHIP_BUILD_PYTHON=ON")


def shell(command, folder, **options):
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, errors="replace", check=False, **options)


def shell_or_fail(command, folder):
    done = shell(command, folder)
    if done.returncode != 0:
        raise MutantError(f"{command[:200]}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout


class BuildFolder:
    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        if self.path == OWN and not (OWN / "build.ninja").exists():
            shell_or_fail(f"cmake -S {ROOT} -B {OWN} {OPTIONS}", ROOT)
        if not (self.path / "build.ninja").exists():
            raise MutantError(f"{path}: no build.ninja there")
        shell_or_fail("ninja build.ninja", self.path)  # as the sources' lists are now

    def build(self, programs, jobs):
        """A program older than its sources would be linked from two versions of them."""
        shell_or_fail(f"cmake --build {self.path} -j {jobs} --target {' '.join(programs)}", ROOT)

    @functools.cache
    def commands(self, program):
        """All commands that make a program; the last one links it."""
        return shell_or_fail(f"ninja -t commands {program}", self.path).splitlines()

    @functools.cache
    def objects(self, program):
        """Every object that the program is linked from, those in libraries too; not those of programs that it starts."""
        link = self.commands(program)[-1]

        def is_linked(name):
            target = re.search(r"CMakeFiles/(\w+)[.]dir/", name).group(1)
            return f" {name} " in link or f"/lib{target}.a" in link

        inputs = shell_or_fail(f"ninja -t inputs {program}", self.path).splitlines()
        return [name for name in inputs if name.endswith(".o") and is_linked(name)]

    @functools.cache
    def sources(self):
        """The files that each object was compiled from: {object: {absolute path}}."""
        if "COLLISIONCHIP_UNITY:BOOL=ON" in (self.path / "CMakeCache.txt").read_text():
            raise MutantError(f"{self.path}: expected a build with COLLISIONCHIP_UNITY=OFF, each source file an object of its own")
        found, name = {}, ""
        for line in shell_or_fail("ninja -t deps", self.path).splitlines():
            if not line.startswith(" "):
                name = line.split(":")[0]
                found[name] = set()
            elif "/usr/" not in line and line.strip():
                found[name].add((self.path / line.strip()).resolve())
        return found

    def has_script(self, test_class):
        try:
            return bool(self.script_command(test_class))
        except MutantError:
            return False

    @functools.cache
    def script_command(self, test_class):
        """[interpreter, script, arguments...] of the quick test that has this class, as ctest calls it."""
        for test in json.loads(shell_or_fail("ctest --show-only=json-v1", self.path))["tests"]:
            words = test.get("command", [])
            if len(words) > 1 and words[1].endswith("_test.py") and not any(row["name"] == "LABELS" for row in test["properties"]):
                if re.search(rf"^class {test_class}\(", pathlib.Path(words[1]).read_text(), re.MULTILINE):
                    return words
        raise MutantError(f"{self.path}: no script has a class {test_class}")
