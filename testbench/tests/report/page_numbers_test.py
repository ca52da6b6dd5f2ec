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

    # The looking itself: a page with a fault of each kind.
    def test_what_is_no_number_is_noticed(self):
        page = next(page for page in self.pages if page.parent.name == "0 everywhere").read_text()
        for right, wrong in (("background:${colourOf(bound)}", "background:${undefined}"),
                             ("'Less of both is better.", "`${-1 / 0} ` + 'Less of both is better."),
                             ("const percent = (ratio) => 100 * (ratio - 1)", "const percent = (ratio) => ratio / 0"),
                             ("return [Math.max(0, low - margin)", "return [0 / 0"),
                             ("const objectives = explore.objectives(now);", "const objectives = explore.objective.list;")):
            self.assertIn(right, page)
            (self.folder / "wrong.html").write_text(page.replace(right, wrong))
            self.assertEqual(problems(self.folder / "wrong.html").returncode, 1, wrong)


if __name__ == "__main__":
    if shutil.which("node") is None:
        print("skipped: no Node.js found (Debian: nodejs)")
        sys.exit(SKIPPED)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
