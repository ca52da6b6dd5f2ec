#!/usr/bin/env python3
"""Installs a build into a temporary folder and uses it from there, as somebody does who has no source tree.

    installed_package_test.py CMAKE SOURCE_FOLDER BUILD_FOLDER COMPILER PYTHON

PYTHON has NumPy; empty: the package for Python is not tried.
The example is configured with find_package, built and run; a program is compiled with what pkg-config says; and a
project that adds the source folder to its own is configured, which must make no tests of ours.
"""
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, SOURCE, BUILD, COMPILER, PYTHON = sys.argv[1:6]

USES_TLM = """
#include <collisionchip/tlm/chip/chip_netlist.h>
#include <collisionchip/tlm/chip/chip.h>
int sc_main(int, char**) {
  const collisionchip::ChipConfig config = collisionchip::preset("paper52");
  collisionchip::Chip chip("chip", config, collisionchip::chip_netlist(config));
  return 0;
}
"""

USES_PYTHON = """
import collisionchip
print(collisionchip.find_program())
gear = collisionchip.Mesh.make("gear", triangles=60)
print(len(collisionchip.Machine("paper52").query(gear, gear).pairs[0]) > 0)
"""

ADDS_FOLDER = """
cmake_minimum_required(VERSION 3.20)
project(added LANGUAGES CXX)
add_subdirectory({source} ours EXCLUDE_FROM_ALL)
add_executable(added added.cpp)
target_link_libraries(added PRIVATE CollisionChip::reference)
"""


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


class InstalledPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="collisionchip-installed-"))
        cls.prefix = cls.folder / "prefix"
        run([CMAKE, "--install", BUILD, "--prefix", cls.prefix])

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def configured(self, name, *options):
        run([CMAKE, "-S", self.folder / name, "-B", self.folder / name / "build", "-G", "Ninja",
             f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options])
        return self.folder / name / "build"

    def test_the_example_answers_exactly_with_every_preset(self):
        shutil.copytree(pathlib.Path(SOURCE) / "examples/own_board", self.folder / "own_board")
        build = self.configured("own_board", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        commands = json.loads((build / "compile_commands.json").read_text())
        self.assertIn("-ffp-contract=off", commands[0]["command"], "the arithmetic's flag travels with the targets")
        run([CMAKE, "--build", build])
        listed = run([self.prefix / "bin/collisionchip", "config", "--list", "--csv", "-"])
        presets = [row["preset"] for row in csv.DictReader(io.StringIO(listed))]
        self.assertGreater(len(presets), 8)
        answers = {preset: run([build / "own_board", preset]) for preset in presets}
        for preset, answer in answers.items():
            self.assertRegex(answer, r"\A695 pairs in \d+ chip cycles, as exact arithmetic finds them\n", preset)
        self.assertEqual(run([build / "own_board"]), answers["paper41"])
        refused = subprocess.run([build / "own_board", "paper42"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (3, ""))
        self.assertIn("\nown_board: expected paper41, ", "\n" + refused.stderr)
        self.assertNotIn("E549", refused.stderr)

    def test_pkg_config_says_how_to_link_the_chip(self):
        (self.folder / "chip.cpp").write_text(USES_TLM)
        library = next(self.prefix.glob("lib*/**/pkgconfig"))
        environment = {**os.environ, "PKG_CONFIG_PATH": str(library)}
        flags = run(["pkg-config", "--cflags", "--libs", "collisionchip"], env=environment).split()
        run([COMPILER, self.folder / "chip.cpp", "-o", self.folder / "chip", *flags])
        run([self.folder / "chip"])

    @unittest.skipUnless(PYTHON, "no python3 has NumPy (Debian: python3-numpy)")
    def test_python_finds_the_program_that_came_with_the_package(self):
        moved = self.folder / "moved"
        shutil.copytree(self.prefix, moved)
        for prefix in (self.prefix, moved):
            packages = prefix / "lib/python3/dist-packages"
            said = run([PYTHON, "-B", "-c", USES_PYTHON], cwd=self.folder, env={"PYTHONPATH": str(packages), "PATH": "/nowhere"})
            self.assertEqual(said.splitlines(), [str(prefix / "bin/collisionchip"), "True"])
            self.assertEqual({path.suffix for path in packages.rglob("*") if path.is_file()}, {".py"})

    def test_man_page_and_completion_are_where_they_are_looked_for(self):
        self.assertTrue((self.prefix / "share/man/man1/collisionchip.1").is_file())
        self.assertTrue((self.prefix / "share/bash-completion/completions/collisionchip").is_file())

    def test_headers_are_those_of_the_libraries(self):
        names = {path.name for path in (self.prefix / "include/collisionchip").rglob("*.h")}
        self.assertTrue({"chip.h", "dop_tree.h", "driver.h", "recorder.h", "version.h"} <= names)
        self.assertFalse({"engine_bench.h", "verbs.h", "plan.h"} & names, "tests, command line and exploration stay here")

    def test_a_build_that_adds_the_folder_has_no_tests_of_ours(self):
        (self.folder / "added").mkdir()
        (self.folder / "added/CMakeLists.txt").write_text(ADDS_FOLDER.format(source=SOURCE))
        (self.folder / "added/added.cpp").write_text("int main() {}\n")
        build = self.configured("added")
        targets = run([CMAKE, "--build", build, "--target", "help"])
        self.assertNotIn("unit_tests", targets)
        self.assertNotIn("chip_benchmark", targets)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
