#!/usr/bin/env python3
"""The notebooks of examples/ run from their first cell to their last one, and print what is stored in them.

    notebook_test.py FOLDER_OF_THE_PACKAGE            # build/check/python
    notebook_test.py FOLDER_OF_THE_PACKAGE --update   # stores what they print and draw

What a cell with the tag `this-host` prints or draws depends on the computer, and is not stored. Skipped without nbconvert, ipykernel or
matplotlib (Debian: jupyter-nbconvert, python3-ipykernel, python3-matplotlib).
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PACKAGE = os.path.abspath(sys.argv[1])
UPDATE = "--update" in sys.argv[2:]
ROOT = pathlib.Path(__file__).resolve().parents[3]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def python_for_notebooks():
    for python in (sys.executable, "/usr/bin/python3"):
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", "import nbconvert, ipykernel, matplotlib, numpy"], capture_output=True).returncode == 0:
            return python
    return None


PYTHON = python_for_notebooks()


def executed(path, folder):
    """The notebook with what its cells print and draw."""
    done = subprocess.run([PYTHON, "-m", "nbconvert", "--to", "notebook", "--execute", "--output", f"{folder}/{path.name}", path], cwd=folder,
                          env={**os.environ, "PYTHONPATH": PACKAGE}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{path.name}:\n{done.stderr[-3000:]}")
    return json.loads((pathlib.Path(folder) / path.name).read_text(encoding="utf-8"))


def stored(cell):
    """What a cell prints and draws, as far as it is kept."""
    return [] if "this-host" in cell["metadata"].get("tags", ()) else cell["outputs"]


def texts(notebook):
    return [["".join(output["text"]) for output in stored(cell) if "text" in output] for cell in notebook["cells"] if cell["cell_type"] == "code"]


@unittest.skipUnless(PYTHON, "no nbconvert, ipykernel and matplotlib here (Debian: jupyter-nbconvert, python3-ipykernel, python3-matplotlib)")
class Notebooks(unittest.TestCase):
    def test_they_run_and_print_what_is_stored(self):
        self.assertTrue(NOTEBOOKS)
        for path in NOTEBOOKS:
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                before, after = json.loads(path.read_text(encoding="utf-8")), executed(path, folder)
                drawn = [output for cell in after["cells"] for output in cell.get("outputs", ()) if "image/png" in output.get("data", {})]
                self.assertGreater(len(drawn), 1)
                if UPDATE:
                    for cell, ran in zip(before["cells"], after["cells"]):
                        if cell["cell_type"] == "code":
                            cell["outputs"], cell["execution_count"] = stored(ran), None
                    path.write_text(json.dumps(before, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
                self.assertEqual(texts(before), texts(after))

    def test_they_are_small_and_begin_with_how_to_get_the_package(self):
        for path in NOTEBOOKS:
            self.assertLess(path.stat().st_size, 60_000, path.name)
            first = json.loads(path.read_text(encoding="utf-8"))["cells"][0]
            self.assertEqual((first["cell_type"], "pip install" in "".join(first["source"])), ("markdown", True), path.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
