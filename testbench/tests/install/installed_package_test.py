#!/usr/bin/env python3
"""Installs a build into a temporary folder and uses it from there, as a user without a source tree does.

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
import re
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
import collisionchip as cc
print(cc.find_program())
gear = cc.Shape.make("gear", triangles=60)
print(cc.collide(gear, gear).pairs.tolist() == cc.Machine("paper52").query(gear, gear, out="kept").pairs[0].tolist() != [])
"""

# Around the chip: a kernel of another resolution, other arithmetic, a memory that waits and a host that is no process.
OWN_PROGRAM = """
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <tlm_utils/simple_target_socket.h>
#include <collisionchip/reference/procedural/procedural_mesh.h>
#include <collisionchip/reference/traverse/exact_pairs.h>
#include <collisionchip/testbench/host/chip_object.h>
#include <collisionchip/testbench/host/driver.h>
#include <collisionchip/tlm/chip/chip.h>
#include <collisionchip/tlm/chip/chip_netlist.h>
#include <collisionchip/tlm/config/config_file.h>
using namespace collisionchip;

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket;
  std::vector<unsigned char> bytes = std::vector<unsigned char>(8u << 20);
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &Memory::transport);
  }
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    wait(delay + sc_core::sc_time(60, sc_core::SC_NS));
    delay = sc_core::SC_ZERO_TIME;
    unsigned char* const here = bytes.data() + payload.get_address();
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

struct Host : sc_core::sc_module {
  SC_HAS_PROCESS(Host);
  Driver& driver;
  const Chip& chip;
  const CollisionObject &a, &b;
  bool rounds_up;
  Host(const sc_core::sc_module_name& name, Driver& d, const Chip& c, const CollisionObject& of_a, const CollisionObject& of_b, bool up)
      : sc_module(name), driver(d), chip(c), a(of_a), b(of_b), rounds_up(up) {
    SC_THREAD(run);
  }
  void run() {
    try {
      driver.upload(a, b);
      const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
      if (rounds_up) std::fesetround(FE_UPWARD);
      const HostAnswer answer = driver.query(pose);
      std::printf("%zu pairs, %llu cycles\\n", answer.pairs.size(), static_cast<unsigned long long>(chip.query_cycles()));
    } catch (const std::exception& error) {
      std::printf("refused: %s\\n", error.what());
    }
    std::fesetround(FE_TONEAREST);
    sc_core::sc_stop();
  }
};

// PICOSECONDS [rounds|rounds_later|outside|tiny]
int sc_main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[2] : "";
  try {
    sc_core::sc_set_time_resolution(std::atof(argv[1]), sc_core::SC_PS);
    const ChipConfig config = load_chip("paper41");
    if (what == "tiny") {
      Mesh mesh;
      mesh.vertices = {{0, 0, 0}, {1e-39f, 0, 0}, {0, 1e-39f, 0}, {0, 0, 1e-39f}};
      mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
      const CollisionObject tiny = build_object(mesh, config);
      std::printf("%zu pairs\\n", exact_pairs(tiny, tiny, Pose{}).size());
      return 0;
    }
    const CollisionObject a = build_object(make_procedural_mesh("gear", 2000), config);
    const CollisionObject b = build_object(make_procedural_mesh("torus-knot", 2000), config);
    if (what == "rounds") std::fesetround(FE_DOWNWARD);
    Chip chip("chip", config, chip_netlist(config));
    Driver driver("driver", config);
    Memory memory("memory");
    chip.memory().bind(memory.socket);
    sc_core::sc_signal<bool> interrupt;
    driver.socket.bind(chip.host());
    chip.interrupt().bind(interrupt);
    driver.interrupt.bind(interrupt);
    if (what == "outside") {
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      driver.upload(a, b);
    }
    Host host("host", driver, chip, a, b, what == "rounds_later");
    sc_core::sc_start();
  } catch (const InputError& error) {
    std::fesetround(FE_TONEAREST);
    std::printf("refused: %s\\n", error.what());
  }
  return 0;
}
"""

OWN_PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(own LANGUAGES CXX)
find_package(CollisionChip REQUIRED)
add_executable(own own.cpp)
target_link_libraries(own PRIVATE CollisionChip::testbench)
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


def shown_in_library_page(command):
    """The line that docs/library.md shows below a command."""
    return re.search(rf"\$ {re.escape(command)}\n(.*)", (pathlib.Path(SOURCE) / "docs/library.md").read_text()).group(1)


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
        self.assertEqual(answers["today"].splitlines()[0], shown_in_library_page("build/own_board today"))
        refused = subprocess.run([build / "own_board", "paper42"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (3, ""))
        self.assertIn("\nown_board: expected paper41, ", "\n" + refused.stderr)
        self.assertNotIn("E549", refused.stderr)

    def test_the_driver_in_c_finds_the_same_with_every_preset(self):
        shutil.copytree(pathlib.Path(SOURCE) / "examples/host_c", self.folder / "host_c")
        build = self.configured("host_c", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Werror")
        run([CMAKE, "--build", build])
        listed = run([self.prefix / "bin/collisionchip", "config", "--list", "--csv", "-"])
        for row in csv.DictReader(io.StringIO(listed)):
            self.assertRegex(run([build / "host_c", row["preset"], "300"]), r"\nC, polling: .*\n(uncertain: .*\n)*the same\n", row["preset"])

    def own_program(self, name, *options):
        """What a user's program prints, by its words."""
        (self.folder / name).mkdir()
        (self.folder / name / "CMakeLists.txt").write_text(OWN_PROJECT)
        (self.folder / name / "own.cpp").write_text(OWN_PROGRAM)
        build = self.configured(name, f"-DCMAKE_PREFIX_PATH={self.prefix}", *options)
        run([CMAKE, "--build", build])
        # The kernel's own lines are about units of time and the end.
        return lambda *words: re.search(r"^(refused: .*|\d+ pairs.*)$", run([build / "own", *words]), re.M)[1]

    def test_what_the_arithmetic_needs_of_a_program_is_asked_and_refused_by_name(self):
        own = self.own_program("own")
        self.assertEqual(own("1"), "695 pairs, 84007 cycles")
        for resolution in ("0.001", "0.1", "10"):
            self.assertEqual(own(resolution), own("1"))
        for picoseconds, said in (("100", "100 ps"), ("1000", "1 ns"), ("10000", "10 ns"), ("1e12", "1 s")):
            self.assertEqual(own(picoseconds), "refused: chip.clock_period_ps: expected a whole number of the kernel's time resolution, which is "
                                               f"{said}, got 3750 ps; sc_set_time_resolution() sets it before the chip is made")
        self.assertEqual(own("1", "tiny"), "16 pairs")
        self.assertEqual(own("1", "rounds"), "refused: arithmetic of this thread: expected rounding to nearest, got rounding downward")
        self.assertEqual(own("1", "rounds_later"), "refused: arithmetic of this thread: expected rounding to nearest, got rounding upward")
        self.assertIn("refused: driver: expected a call in an SC_THREAD, for the chip's memory waits", own("1", "outside"))

    def test_a_program_that_flushes_subnormal_numbers_is_refused(self):
        own = self.own_program("own_fast", "-DCMAKE_CXX_FLAGS=-Ofast")
        refused = "refused: arithmetic of this thread: expected subnormal numbers to be kept, got them flushed to zero"
        self.assertEqual([own("1")[:len(refused)], own("1", "tiny")[:len(refused)]], [refused, refused])
        (self.folder / "fast.cpp").write_text("#include <collisionchip/reference/traverse/exact_pairs.h>\nint main() {}\n")
        for flag in ("-Ofast", "-ffast-math", "-funsafe-math-optimizations", "-ffinite-math-only"):
            command = [COMPILER, "-std=c++17", flag, "-fsyntax-only", f"-I{self.prefix}/include", self.folder / "fast.cpp"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if "Clang" in run([COMPILER, "--version"]).title() and flag == "-funsafe-math-optimizations":
                continue  # clang names no macro
            self.assertIn("expected IEEE 754 arithmetic, got -Ofast, -ffast-math or one of its options", done.stderr, flag)
            run([*command, "-fno-fast-math"])

    def test_programs_of_a_later_standard_link(self):
        own = self.own_program("own_20", "-DCMAKE_CXX_STANDARD=20", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
        self.assertEqual(own("1"), "695 pairs, 84007 cycles")

    def test_the_library_asks_for_nothing_of_systemc(self):
        shutil.copytree(pathlib.Path(SOURCE) / "examples/five_lines", self.folder / "five_lines")
        build = self.configured("five_lines", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run([CMAKE, "--build", build])
        any_pair = re.compile(r"one of them \d+ \d+")  # which one is found first depends on the processor's vectors
        shown = shown_in_library_page("build/five_lines")
        self.assertEqual(any_pair.sub("one of them", run([build / "five_lines"]).strip()), any_pair.sub("one of them", shown))
        refused = subprocess.run([build / "five_lines", "a.stl", "b.stl"], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual((refused.returncode, refused.stderr),
                         (3, "five_lines: a.stl: expected a readable file, got No such file or directory\n"))
        read = run([COMPILER, "-std=c++17", "-M", self.folder / "five_lines/five_lines.cpp", "-I", self.prefix / "include"])
        self.assertIn("api.h", read)
        self.assertNotRegex(read, "systemc|tlm/")

    def test_programs_of_pages_print_what_is_shown(self):
        for page, before, command in (("README.md", "", "python3 five_lines.py"), ("docs/library.md", "## Scenes\n", "build/frames")):
            text = (pathlib.Path(SOURCE) / page).read_text()
            text = text[text.index(before):]
            folder = self.folder / page
            folder.mkdir(parents=True)
            (folder / "five_lines.cpp").write_text(re.search(r"```cpp\n(.*?)```", text, re.S).group(1))
            shutil.copy(pathlib.Path(SOURCE) / "examples/five_lines/CMakeLists.txt", folder)
            build = self.configured(page, f"-DCMAKE_PREFIX_PATH={self.prefix}")
            run([CMAKE, "--build", build])
            self.assertEqual(run([build / "five_lines"]), re.search(rf"\$ {command}\n(.*?)```", text, re.S).group(1))

    def test_pkg_config_says_how_to_link_the_chip(self):
        (self.folder / "chip.cpp").write_text(USES_TLM)
        library = next(self.prefix.glob("lib*/**/pkgconfig"))
        environment = {**os.environ, "PKG_CONFIG_PATH": str(library)}
        flags = run(["pkg-config", "--cflags", "--libs", "collisionchip"], env=environment).split()
        run([COMPILER, self.folder / "chip.cpp", "-o", self.folder / "chip", *flags])
        run([self.folder / "chip"])

    @unittest.skipUnless(PYTHON, "no python3 has NumPy (Debian: python3-numpy)")
    @unittest.skipUnless(pathlib.Path(BUILD, "python").is_dir(), "this build has no module for Python")
    def test_python_finds_the_program_that_came_with_the_package(self):
        moved = self.folder / "moved"
        shutil.copytree(self.prefix, moved)
        for prefix in (self.prefix, moved):
            packages = prefix / "lib/python3/dist-packages"
            shutil.rmtree(self.folder / "kept", ignore_errors=True)
            said = run([PYTHON, "-B", "-c", USES_PYTHON], cwd=self.folder, env={"PYTHONPATH": str(packages), "PATH": "/nowhere"})
            self.assertEqual(said.splitlines(), [str(prefix / "bin/collisionchip"), "True"])
            files = {path.name for path in packages.rglob("*") if path.is_file() and path.suffix != ".so"}
            self.assertEqual(files, {path.name for path in (pathlib.Path(SOURCE) / "python/collisionchip").glob("*.*")})
            self.assertTrue({"py.typed", "__init__.pyi", "_core.pyi"} <= files)

    def test_man_page_and_completion_are_where_they_are_looked_for(self):
        self.assertTrue((self.prefix / "share/man/man1/collisionchip.1").is_file())
        self.assertTrue((self.prefix / "share/bash-completion/completions/collisionchip").is_file())

    def test_headers_are_those_of_the_libraries(self):
        names = {path.name for path in (self.prefix / "include/collisionchip").rglob("*.h")}
        self.assertTrue({"chip.h", "dop_tree.h", "driver.h", "recorder.h", "version.h"} <= names)
        self.assertFalse({"engine_bench.h", "verbs.h", "plan.h"} & names, "tests, command line and exploration stay here")

    def test_packages_that_are_named_where_one_is_missing_are_those_that_are_installed(self):
        named = (pathlib.Path(SOURCE) / "cmake/libraries.cmake").read_text() + (pathlib.Path(SOURCE) / "CMakeLists.txt").read_text()
        packages = set(re.findall(r"[\w+-]+-dev\b|opencl-headers|(?<=install )g\+\+", named))
        self.assertTrue({"libsystemc-dev", "opencl-headers", "g++"} <= packages)
        self.assertEqual(packages - set(re.findall(r"[\w+.-]+", (pathlib.Path(SOURCE) / ".ci/install").read_text())), set())

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
