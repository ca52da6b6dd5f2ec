#!/usr/bin/env python3
"""The page of an exploration in a headless Chromium: all points are drawn, every control works, and the command it
shows for a point gives that point's cycles.

    explore_browser_test.py COLLISIONCHIP POINTS [TEST...]

Exit status 77 where there is no Chromium (Debian: chromium). With SCREENSHOTS=FOLDER pictures of all sections are
left there, light and dark.
"""
import csv
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

import browser

BINARY = None
POINTS = 0
SKIPPED = 77
SECTIONS = ["exploration", "pareto", "point", "sensitivity", "bounds", "interaction", "points"]

AXES = """
[[axis]]
key = "sdram.banks"
values = [1, 2, 4, 8, 16]
[[axis]]
key = "sdram.page_policy"
values = ["open", "closed"]
[[axis]]
key = "stack_engine.look_ahead"
from = 1
to = 16
[[axis]]
key = "dop_unit.dotadds"
values = [1, 2, 4, 8, 24]
[[axis]]
key = "sdram.bus_bytes"
values = [8, 16, 32, 64]
[[axis]]
key = "triangle_unit.filter"
values = [false, true]
"""
WORKLOADS = """
[[workload]]
name = "boxes <b>"
a = { kind = "box", triangles = 12 }
poses = ["0.3 0.2 0.1 0.9 0.1 0.2 0.3"]
b = { kind = "box", triangles = 12 }
[[workload]]
name = "gear and bolt"
a = { kind = "gear", triangles = 24 }
b = { kind = "bolt", triangles = 20 }
poses = ["0.3 0.2 0.1 0.9 0.1 0.2 0.3"]
"""
GROUP_AXIS = """
[[axis]]
key = "leaf_unit.dotadds"
values = [2, 4, 8]
[[axis]]
key = "group_unit.compares"
values = [1, 2, 4]
"""
ONE_WORKLOAD = """
[[workload]]
name = "gear and bolt"
a = { kind = "gear", triangles = 200 }
b = { kind = "bolt", triangles = 200 }
poses = ["0.3 0.2 0.1 0.9 0.1 0.2 0.3"]
"""
PLANS = {
    "many": 'strategy = "latin-hypercube"\npoints = @POINTS@\nobjectives = ["cycles", "sdram.activates"]\n',
    "groups": 'base = "beyond"\nobjectives = ["total_ns", "chip.area_um2"]\n[limits]\n"chip.area_mm2" = 31\n',
    "single": 'strategy = "one-at-a-time"\n',
}


def program(folder, *arguments):
    done = subprocess.run([BINARY, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.stdout}{done.stderr}")
    return done.stdout


class ExplorePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        for name, head in PLANS.items():
            with open(f"{cls.folder}/{name}.toml", "w") as file:
                file.write(head.replace("@POINTS@", str(POINTS)) + (GROUP_AXIS + ONE_WORKLOAD if name == "groups" else AXES + WORKLOADS))
            program(cls.folder, "explore", f"{name}.toml", "--out", name, "--no-check")
            program(cls.folder, "report", name)
        with open(f"{cls.folder}/many/results.csv") as file:
            cls.rows = list(csv.DictReader(file))
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.temporary.cleanup()

    def setUp(self):
        self.browser.prefer("light")
        self.browser.resize(1280, 900)

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith(("file:", "data:"))], [])

    def open(self, page="many"):
        self.browser.open(f"{self.folder}/{page}/report.html")
        self.browser.settle()

    def value(self, expression):
        return self.browser.evaluate(expression)

    def text(self, selector):
        return self.value(f"document.querySelector('{selector}').textContent")

    def count(self, selector):
        return self.value(f"document.querySelectorAll('{selector}').length")

    def choose(self, selector, value):
        self.value(f"(() => {{ const s = document.querySelector('{selector}'); s.value = '{value}'; "
                   f"if (s.value !== '{value}') throw Error('no {value}'); s.dispatchEvent(new Event('change')); }})()")
        self.browser.settle()

    def type(self, selector, text):
        self.value(f"(() => {{ const i = document.querySelector('{selector}'); i.value = '{text}'; "
                   "i.dispatchEvent(new Event('input')); })()")
        self.browser.settle()

    def sums(self, statistic="cycles"):
        sums = {}
        for row in self.rows:
            sums[int(row["point"])] = sums.get(int(row["point"]), 0) + int(row[statistic])
        return sums

    def shown_point(self):
        return int(re.search(r"Point ([\d\u202f]+),", self.text("#point h3"))[1].replace("\u202f", ""))

    def test_all_sections_in_little_time(self):
        begin = time.monotonic()
        self.open()
        seconds = time.monotonic() - begin
        self.assertEqual(self.value("[...document.querySelectorAll('main > section')].map((s) => s.id)"), SECTIONS)
        self.assertIn("boxes <b>", self.text("#exploration"))
        self.assertEqual(self.count("#exploration b > b"), 0)
        self.assertGreater(self.count("#pareto svg circle"), 0)
        for drawn in ("#sensitivity svg circle", "#bounds svg rect", "#interaction svg rect", "#point svg rect",
                      "#points tbody tr"):
            self.assertGreater(self.count(drawn), 2, drawn)
        self.assertGreater(self.value("""(() => { const c = document.querySelector('#pareto canvas');
            const p = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;
            for (let i = 3; i < p.length; i += 4) n += p[i] > 0; return n; })()"""), 1000, "painted pixels")
        self.assertLess(seconds, 10, "seconds to open the page")

    def test_best_point_and_its_command(self):
        self.open()
        sums = self.sums()
        best = min(sums, key=lambda point: (sums[point], point))
        self.assertEqual(self.shown_point(), best)
        command = self.text("#point pre")
        self.assertRegex(command, rf"^collisionchip explore /.*/many\.toml --point {best}$")
        printed = program("/", *command.split()[1:])
        hashes = {int(row["point"]): row["configuration"] for row in self.rows}
        self.assertIn(f"point {best}: configuration {hashes[best]}", printed)
        self.assertEqual(sum(map(int, re.findall(r"chip +(\d+) cycles", printed))), sums[best])
        arguments = self.value("document.querySelectorAll('#point pre')[1].textContent")
        chip = program("/", "collide", *self.mesh_files(), "--pose", "0.3 0.2 0.1 0.9 0.1 0.2 0.3", *arguments.split())
        cycles = next(int(row["cycles"]) for row in self.rows if int(row["point"]) == best and row["workload"] == "boxes <b>")
        self.assertIn(f"{cycles} cycles", chip)

    def mesh_files(self):
        path = f"{self.folder}/box.obj"
        program(self.folder, "mesh", "box", path, "--triangles", "12")
        return [path, path]

    def test_front_is_that_of_the_results(self):
        self.open()
        self.choose("#pareto-x", "sdram.bus_bytes")
        cycles, width = self.sums(), {int(row["point"]): int(row["sdram.bus_bytes"]) for row in self.rows}
        front, least = [], None
        for point in sorted(cycles, key=lambda p: (width[p], cycles[p])):
            if least is None or cycles[point] < least:
                front.append(point)
                least = cycles[point]
        self.assertGreater(len(front), 1)
        self.assertEqual(f"The front: {len(front)} of {POINTS} points", self.text("#pareto h3").replace("\u202f", ""))
        shown = self.value("[...document.querySelectorAll('#pareto tbody td:first-child')].map((d) => +d.textContent.replace(/\\D/g, ''))")
        self.assertEqual([(width[p], cycles[p]) for p in shown], [(width[p], cycles[p]) for p in front])

    def test_hover_and_click_on_the_front(self):
        self.open()
        spot = self.value("""(() => { document.querySelector('#pareto .layers').scrollIntoView({block: 'center', behavior: 'instant'});
            const circles = document.querySelectorAll('#pareto svg circle'); const r = circles[circles.length - 1].getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2]; })()""")
        self.browser.mouse("mouseMoved", *spot)
        self.browser.settle()
        told = self.text("#hover")
        self.assertRegex(told, r"^point [\d\u202f]+\n")
        self.assertIn("sdram.banks=", told)
        self.browser.click_at(*spot)
        point = int(re.search(r"point ([\d\u202f]+)", told)[1].replace("\u202f", ""))
        self.assertEqual(self.shown_point(), point)
        self.assertFalse(self.value("document.querySelector('#pareto .spot').hidden"))

    def test_sensitivity_is_that_of_the_results(self):
        self.open()
        rows = self.value("[...document.querySelectorAll('#sensitivity tbody tr')].map((r) => [...r.cells].map((c) => c.textContent))")
        self.assertEqual(len(rows), 6)
        by_name = {row[0]: row for row in rows}
        self.assertEqual(by_name["triangle_unit.filter"][4], "2")
        self.assertLess(float(by_name["sdram.banks"][1]), float(by_name["sdram.bus_bytes"][1]))
        self.assertEqual(by_name["sdram.bus_bytes"][3], "64")
        ratios = [float(row[1]) for row in rows]
        self.assertEqual(ratios, sorted(ratios, reverse=True))

    def test_bounds_name_every_point_and_accounts_change(self):
        self.open()
        counts = self.value("[...document.querySelectorAll('#bounds tbody tr')].map((r) => +r.cells[1].textContent.replace(/\\D/g, ''))")
        self.assertEqual(sum(counts), POINTS)
        before = self.value("document.querySelector('#bounds .legend').textContent")
        self.choose("#bounds-unit", "triangle_unit")
        self.assertNotEqual(self.value("document.querySelector('#bounds .legend').textContent"), before)
        self.choose("#bounds-unit", "stack_engine")
        self.assertIn("waits, transform", self.value("document.querySelector('#bounds .legend').textContent"))

    def test_bounds_are_the_programs_and_of_the_machines_units(self):
        """A page of machines with groups: what bounds a point stands in results.csv, and no unit is named that they lack."""
        self.open("groups")
        with open(f"{self.folder}/groups/results.csv") as file:
            rows = list(csv.DictReader(file))
        shown = self.value("[...document.querySelectorAll('#bounds tbody tr')].map((r) => [r.cells[0].textContent, +r.cells[1].textContent])")
        counted = {}
        for row in rows:
            counted[row["bound_by"]] = counted.get(row["bound_by"], 0) + 1
        self.assertEqual(dict(shown), counted)
        used = self.value("[...document.querySelectorAll('#bounds tbody tr')].map((r) => r.cells[5].textContent)")
        for text in used:
            roof, share = text.split(", ")
            self.assertIn((roof, f"{float(share[:-2]):.1f}"), [(row["roof"], f"{100 * float(row['roof_share']):.1f}") for row in rows])
        self.assertFalse("stack_engine" in self.text("main"))
        self.assertIn("group_engine", self.text("#point"))

    def test_points_beyond_a_limit_are_marked_and_never_the_best(self):
        self.open("groups")
        with open(f"{self.folder}/groups/results.csv") as file:
            rows = list(csv.DictReader(file))
        beyond = [int(row["point"]) for row in rows if row["beyond"]]
        within = [row for row in rows if not row["beyond"]]
        self.assertTrue(beyond and within)
        best = min(within, key=lambda row: int(row["total_ns"]))
        self.assertEqual(self.shown_point(), int(best["point"]))
        self.assertLess(min(int(row["total_ns"]) for row in rows), int(best["total_ns"]), "the limit matters")
        self.assertIn(f"chip.area_mm2 at most 31. {len(beyond)} points are beyond", self.text("#exploration"))
        front = self.value("[...document.querySelectorAll('#pareto tbody tr')].map((r) => Number(r.cells[0].textContent))")
        self.assertFalse(set(front) & set(beyond))
        self.type("#points input", "chip.area_mm2")
        self.assertEqual(self.count("#points tbody tr"), len(beyond))

    def test_heat_map_of_two_chosen_keys(self):
        self.open()
        self.choose("#interaction-x", "stack_engine.look_ahead")
        self.choose("#interaction-y", "sdram.page_policy")
        cells = "#interaction svg [aria-label=cell] rect"
        self.assertEqual(self.count(cells), 32)
        colours = "[...new Set([...document.querySelectorAll('%s')].map((r) => r.getAttribute('fill')))].join()" % cells
        mean = self.value(colours)
        self.choose("#interaction-show", "interaction")
        self.assertNotEqual(self.value(colours), mean)
        x, y, width, height = self.browser.place(cells)
        self.browser.mouse("mouseMoved", x + width / 2, y + height / 2)
        self.browser.settle()
        self.assertIn("only together", self.text("#interaction svg [aria-label=tip]"))

    def test_table_sorts_and_filters(self):
        self.open()
        first = "+document.querySelector('#points tbody tr').cells[%d].textContent.replace(/\\D/g, '')"
        sums = self.sums()
        column = self.value("[...document.querySelectorAll('#points th')].findIndex((h) => h.textContent.startsWith('cycles'))")
        self.assertEqual(self.value(first % column), min(sums.values()))
        self.browser.click(f"#points th:nth-child({column + 1}) button")
        self.assertEqual(self.value(first % column), max(sums.values()))
        self.assertEqual(self.text("#points th[aria-sort=descending]"), "cycles ▼")
        found = "+document.querySelector('#points [data-found]').dataset.found"
        limit = sorted(sums.values())[POINTS // 5]
        banks = {int(row["point"]): row["sdram.banks"] for row in self.rows}
        self.type("#points input", f"banks=8 cycles<{limit}")
        self.assertEqual(self.value(found), sum(banks[p] == "8" and sums[p] < limit for p in sums))
        self.type("#points input", "page_policy!=open filter=true")
        policy = {int(row["point"]): (row["sdram.page_policy"], row["triangle_unit.filter"]) for row in self.rows}
        self.assertEqual(self.value(found), sum(value == ("closed", "true") for value in policy.values()))
        self.type("#points input", "nothing like this")
        self.assertEqual(self.value(found), 0)
        self.type("#points input", "")
        self.assertEqual(self.count("#points tbody tr"), 50)
        self.browser.click("#points [data-found] + button")
        self.assertEqual(self.count("#points tbody tr"), 250)
        self.browser.click("#points tbody tr:nth-child(3) a")
        self.assertEqual(self.value("document.querySelector('#points tbody tr:nth-child(3)').className"), "chosen")

    def test_objective_and_workload(self):
        self.open()
        self.choose("#exploration select[aria-label=Workload]", "1")
        one = {int(row["point"]): int(row["cycles"]) for row in self.rows if row["workload"] == "gear and bolt"}
        self.assertEqual(one[self.shown_point()], min(one.values()))
        self.choose("#exploration select[aria-label=Objective]", "sdram.activates")
        activates = {int(row["point"]): int(row["sdram.activates"]) for row in self.rows if row["workload"] == "gear and bolt"}
        self.assertEqual(activates[self.shown_point()], min(activates.values()))
        self.assertIn("sdram.activates", self.text("#sensitivity p"))

    def test_one_at_a_time_compares_with_the_base(self):
        self.open("single")
        self.assertIn("against the base", self.text("#sensitivity p"))
        self.assertIn("Needs points in which two keys vary together", self.text("#interaction"))
        self.assertGreater(self.count("#sensitivity svg circle"), 20)

    def test_narrow_window(self):
        self.browser.resize(390, 844, mobile=True)
        self.open()
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 390)

    def test_pictures(self):
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            self.open()
            for section in SECTIONS:
                if "SCREENSHOTS" in os.environ:
                    self.browser.screenshot(f"{os.environ['SCREENSHOTS']}/{section}_{scheme}.png", f"#{section}")


if __name__ == "__main__":
    if browser.find() is None:
        print("skipped: no Chromium found (Debian: chromium)")
        sys.exit(SKIPPED)
    BINARY, POINTS = os.path.abspath(sys.argv.pop(1)), int(sys.argv.pop(1))
    unittest.main(verbosity=1)
