#!/usr/bin/env python3
"""`pip install` as a new user does it: an sdist of this repository, built outside of the repository, in an empty virtual environment.

    pip_install_test.py FOLDER

FOLDER keeps the unpacked sdist and its build, so that a later run compiles what has changed: the first one takes ten minutes of
processor time. Skipped without PyPI, or without venv (Debian: python3-venv).
"""
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

FOLDER = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))

from check_docs import blocks_and_prose  # noqa: E402

# No checkout around the folder, no package but the installed one.
OUTSIDE = {**{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COLLISIONCHIP"))},
           "GIT_CEILING_DIRECTORIES": str(FOLDER.parent)}


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=OUTSIDE, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{(done.stdout + done.stderr)[-6000:]}")
    return done.stdout


def copy_what_differs(source, target):
    """Makes target what source is. Files that are the same stay, with their times."""
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    for path in target.rglob("*"):
        if path.is_file() and path.relative_to(target) not in wanted:
            path.unlink()
    for name in wanted:
        content = (source / name).read_bytes()
        if not (target / name).is_file() or (target / name).read_bytes() != content:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(content)


class PipInstall(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="collisionchip-pip-")
        cls.addClassCleanup(temporary.cleanup)
        cls.empty = pathlib.Path(temporary.name)
        try:
            cls.python = cls.environment("python")
        except AssertionError as error:
            raise unittest.SkipTest(f"no virtual environments here (Debian: python3-venv): {error}")
        try:
            tools = cls.environment("tools")
            run([tools, "-m", "pip", "install", "--quiet", "build"])
        except AssertionError as error:
            raise unittest.SkipTest(f"no PyPI here: {error}")
        run([tools, "-m", "build", "--sdist", "--outdir", cls.empty / "sdist", ROOT])
        cls.sdist, = (cls.empty / "sdist").iterdir()
        with tarfile.open(cls.sdist) as archive:
            archive.extractall(cls.empty / "unpacked")
        cls.source = FOLDER / "source"
        copy_what_differs(next((cls.empty / "unpacked").iterdir()), cls.source)

    @classmethod
    def environment(cls, name):
        run([sys.executable, "-m", "venv", cls.empty / name])
        return cls.empty / name / "bin/python"

    def install(self, python, build, environment=None):
        return subprocess.run([python, "-m", "pip", "install", f"--config-settings=build-dir={build}", self.source], cwd=self.empty,
                              env={**OUTSIDE, **(environment or {})}, capture_output=True, text=True, check=False)

    def test_the_sdist_is_small_and_has_only_what_is_compiled(self):
        self.assertLess(self.sdist.stat().st_size, 1_500_000)
        folders = {path.relative_to(self.source).parts[0] for path in self.source.rglob("*") if path.is_file()}
        self.assertEqual(folders, {"CITATION.cff", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "PKG-INFO", "README.md",
                                   "cmake", "docs", "pyproject.toml", "python", "reference", "rtl_model", "testbench", "tlm", "traces"})
        self.assertEqual([path.name for path in (self.source / "docs").rglob("*")], ["python.md"])

    def test_what_it_installs_answers_and_has_its_types(self):
        done = self.install(self.python, FOLDER / "build")
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-6000:])
        listed = run([self.python, "-c", "import importlib.metadata as m; print(*m.files('collisionchip'), sep='\\n')"]).split()
        package = {name.split("/")[1] for name in listed if name.startswith("collisionchip/") and "__pycache__" not in name}
        source = {path.name for path in (ROOT / "python/collisionchip").iterdir() if path.is_file()}
        self.assertTrue({"py.typed", "__init__.pyi", "_core.pyi"} <= source)
        self.assertEqual({name for name in package if not name.startswith("_core.cpython-")}, source)
        self.assertEqual(len(package), len(source) + 1)
        self.assertEqual([name for name in listed if not name.startswith(("collisionchip/", "collisionchip-"))], [])
        self.assertTrue(any(name.endswith("LICENSE") for name in listed))
        program, shown = (block for block in blocks_and_prose(ROOT / "docs/python.md")[0][:2])
        said = run([self.python, "-c", "\n".join(program.text)], cwd=self.empty)
        self.assertEqual(said.splitlines(), shown.text[1:], "the first program of docs/python.md")

    def test_what_is_missing_is_named_with_its_package(self):
        for environment, missing, packages in (
                ({"PKG_CONFIG_LIBDIR": "/nowhere"}, "SystemC, GMP", "libsystemc-dev libgmp-dev"),
                ({"CXX": "/nowhere/c++"}, "a compiler for C++", "g++")):
            done = self.install(self.python, self.empty / missing[:3], environment)
            self.assertNotEqual(done.returncode, 0)
            said = " ".join((done.stdout + done.stderr).split())
            self.assertRegex(said, rf"missing on this system: {missing}\. +On Debian (they come|it comes) by +apt-get install {packages} ".replace("++", r"\+\+"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
