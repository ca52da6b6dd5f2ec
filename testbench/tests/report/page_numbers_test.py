#!/usr/bin/env python3
"""Every number and text that a report's page shows of odd results: none is NaN, undefined or Infinity, and no section ends in an error.

    page_numbers_test.py COLLISIONCHIP [TEST...]

page_numbers.js draws the pages without a browser. Exit status 77 where there is no Node.js.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # leave the source folder as it is
import odd_pages  # noqa: E402

BINARY = None
SKIPPED = 77
LOOK = pathlib.Path(__file__).with_name("page_numbers.js")


def problems(*pages):
    return subprocess.run([shutil.which("node"), LOOK, *pages], capture_output=True, text=True)


class PageNumbers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.pages = odd_pages.make(BINARY, cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_no_page_of_odd_results_shows_what_is_no_number(self):
        done = problems(*self.pages)
        self.assertEqual((done.stdout + done.stderr)[:2000], "")
        self.assertEqual(done.returncode, 0)

    # Tests the check itself: pages with a fault of each kind, and the message about each fault.
    def test_what_is_no_number_is_noticed(self):
        page = next(page for page in self.pages if page.parent.name == "0 everywhere").read_text()
        faults = {("background:${colourOf(bound)}", "background:${undefined}"): "i: style: background:undefined",
                  ("'Less of both is better.", "`${-1 / 0} ` + 'Less of both is better."): "p: -Infinity Less of both",
                  ("const percent = (ratio) => 100 * (ratio - 1)", "const percent = (ratio) => ratio / 0"): "barX: x1 is Infinity",
                  ("return [Math.max(0, low - margin)", "return [0 / 0"): "domain of x: NaN",
                  ("const value = (p) => axis.values[axis.places[p]];", "const value = (p) => axis.value[axis.places[p]];"): "TypeError"}
        for right, wrong in faults:
            self.assertIn(right, page)
            page = page.replace(right, wrong)
        (self.folder / "wrong.html").write_text(page)
        said = problems(self.folder / "wrong.html").stdout
        for words in faults.values():
            self.assertIn(words, said)


if __name__ == "__main__":
    if shutil.which("node") is None:
        print("skipped: no Node.js found (Debian: nodejs)")
        sys.exit(SKIPPED)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
