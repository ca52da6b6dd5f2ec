#!/usr/bin/env python3
"""The report's page in a headless Chromium: it renders without a complaint, loads nothing, and its controls work.

    report_browser_test.py COLLISIONCHIP [TEST...]

Exit status 77 where there is no Chromium (Debian: chromium).
"""
import os
import subprocess
import sys
import tempfile
import unittest

import browser

BINARY = None
SKIPPED = 77

# Pixels of a canvas that are not as its corner: something is drawn.
DRAWN = """((selector) => { const canvas = document.querySelector(selector);
  const copy = document.createElement('canvas'); [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d'); %s context.drawImage(canvas, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
  return pixels.filter((pixel) => pixel !== pixels[0]).length; })"""


def program(folder, *arguments):
    done = subprocess.run([BINARY, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.stdout}{done.stderr}")


class ReportPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        program(cls.folder, "mesh", "gear", "a.obj", "--triangles", "2000")
        program(cls.folder, "mesh", "finned-casting", "<b>.obj", "--triangles", "2000")
        with open(f"{cls.folder}/poses.txt", "w") as file:
            file.write("0.35 0.1 0.05 0.9 0.3 0.2 0.1\n0.2 0.1 0.05 0.9 0.1 0.2 0.1\n5 5 5 1 0 0 0\n")
        for name, more in (("one", ("--eq5",)), ("two", ("--chip", "paper52")), ("reference", ("--model", "reference"))):
            program(cls.folder, "collide", "a.obj", "<b>.obj", "--poses", "poses.txt", "--out", name, *more)
        program(cls.folder, "report", "one")
        program(cls.folder, "report", "one", "two", "--out", "both.html")
        program(cls.folder, "report", "reference")
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

    def open(self, page):
        self.browser.open(f"{self.folder}/{page}")
        self.browser.settle()

    def value(self, expression):
        return self.browser.evaluate(expression)

    def sections(self):
        return self.value("[...document.querySelectorAll('main > section')].map((s) => s.id)")

    def scene_pixels(self):
        """Pixels of the 3D picture by colour, of a frame drawn now."""
        self.browser.settle()
        return self.value("""new Promise((done) => requestAnimationFrame(() => {
          const canvas = document.querySelector('.scene'); window.dispatchEvent(new Event('resize'));
          canvas.dispatchEvent(new KeyboardEvent('keydown', {key: '+'}));
          canvas.dispatchEvent(new KeyboardEvent('keydown', {key: '-'}));
          const copy = document.createElement('canvas'); [copy.width, copy.height] = [canvas.width, canvas.height];
          const context = copy.getContext('2d'); context.drawImage(canvas, 0, 0);
          const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
          const count = {any: 0, orange: 0, blue: 0};
          for (let i = 0; i < pixels.length; i += 4) {
            const [r, g, b, a] = pixels.slice(i, i + 4);
            count.any += a > 0; count.orange += a > 0 && r > 2 * b && r > 60; count.blue += a > 0 && b > r + 20;
          }
          done(count); }))""")

    def test_sections_of_a_query(self):
        self.open("one/report.html")
        self.assertEqual(self.sections(), ["overview", "scene", "diagram", "account", "distributions", "roofline", "poses",
                                           "counters", "configuration"])
        self.assertIn("<b>.obj", self.value("document.querySelector('#overview p').textContent"))
        self.assertEqual(self.value("document.querySelectorAll('#overview b > *, #overview img').length"), 0)
        for drawn in ("#account svg rect", "#account svg text", "#roofline svg circle", "#poses svg circle", "#diagram rect.load"):
            self.assertGreater(self.value(f"document.querySelectorAll('{drawn}').length"), 2, drawn)
        self.assertEqual(self.value("document.querySelectorAll('header nav a').length"), len(self.sections()))

    def test_key_figures_are_those_of_the_statistics(self):
        self.open("one/report.html")
        pairs = self.value("report.context().query.pairs")
        self.assertGreater(pairs, 100)
        self.assertEqual(self.value("document.querySelector('.tile b').textContent.replace(/\\D/g, '')"), str(pairs))
        self.assertEqual(self.value("document.querySelectorAll('#account svg')[1].textContent.includes('this chip')"), True)

    def test_scene_draws_and_toggles(self):
        self.open("one/report.html")
        all_parts = self.scene_pixels()
        self.assertGreater(all_parts["orange"], 500)
        self.assertGreater(all_parts["blue"], 500)
        self.browser.click("[data-switch=only]")
        only = self.scene_pixels()
        self.assertLess(only["any"], all_parts["any"])
        self.assertGreater(only["orange"], 500)
        self.browser.click("[data-switch=a]")
        self.browser.click("[data-switch=b]")
        self.assertEqual(self.scene_pixels()["any"], 0)
        self.browser.click("[data-switch=a]")
        self.browser.click("[data-switch=only]")
        self.assertGreater(self.scene_pixels()["blue"], 500)

    def test_scene_turns_zooms_and_names_triangles(self):
        self.open("one/report.html")
        self.browser.click("[data-switch=ghost]")
        before = self.scene_pixels()
        x, y, width, height = self.browser.place(".scene")
        self.browser.wheel(x + width / 2, y + height / 2, 600)
        self.assertLess(self.scene_pixels()["any"], before["any"], "further away")
        x, y, width, height = self.browser.place(".scene")
        self.browser.drag(x + width / 2, y + height / 2, 200, 40)
        turned = self.scene_pixels()
        self.assertNotEqual(turned, before)
        summary = self.value("document.querySelector('.stage .message').textContent")
        self.assertRegex(summary, "triangles of A and .* of B meet in")
        x, y, width, height = self.browser.place(".scene")
        self.browser.click_at(x + width / 2, y + height / 2)
        self.assertRegex(self.value("document.querySelector('.stage .message').textContent"), r"^triangle \d+ of [AB] meets")

    def test_pose_is_chosen_everywhere(self):
        self.open("one/report.html")
        first = self.value("document.querySelector('.tile b').textContent")
        self.value("(() => { const s = document.querySelector('#selection select'); s.value = 2; "
                   "s.dispatchEvent(new Event('change')); })()")
        self.browser.settle()
        self.assertNotEqual(self.value("document.querySelector('.tile b').textContent"), first)
        self.assertEqual(self.value("report.context().query.pose"), 2)
        self.assertEqual(self.value("report.context().query.pairs"), 0, "a pose far away: nothing meets")
        self.assertEqual(self.scene_pixels()["orange"], 0)

    def test_block_diagram_explains_itself(self):
        self.open("one/report.html")
        x, y, width, height = self.browser.place("#unit-stack_engine")
        self.browser.mouse("mouseMoved", x + width / 2, y + height / 2)
        self.browser.settle()
        text = self.value("document.getElementById('hover').hidden ? '' : document.getElementById('hover').textContent")
        self.assertRegex(text, r"^stack_engine\nbusy: .* cycles, .* %\nwaits, \w+")
        self.browser.mouse("mouseMoved", 1, 1)
        self.browser.settle()
        self.assertTrue(self.value("document.getElementById('hover').hidden"))
        fill = "Number(document.querySelector('#unit-%s rect.load').getAttribute('fill-opacity'))"
        self.assertGreater(self.value(fill % "memory_controller"), self.value(fill % "pointer_fifo"))

    def test_theme(self):
        ground = "getComputedStyle(document.body).backgroundColor"
        self.open("one/report.html")
        light = self.value(ground)
        self.browser.click("#theme")
        dark = self.value(ground)
        self.assertNotEqual(light, dark)
        self.browser.prefer("dark")
        self.open("one/report.html")
        self.assertEqual(self.value(ground), dark, "the system's wish")

    def test_configuration_is_searched(self):
        self.open("one/report.html")
        rows = "document.querySelectorAll('#configuration tbody')[1].rows.length"
        every = self.value(rows)
        self.value("(() => { const i = document.querySelector('#configuration input'); i.value = 'sdram t_r'; "
                   "i.dispatchEvent(new Event('input')); })()")
        self.assertGreater(every, 50)
        self.assertGreater(self.value(rows), 2)
        self.assertLess(self.value(rows), 8)

    def test_comparison(self):
        self.open("both.html")
        self.assertEqual(self.sections()[0], "comparison")
        text = self.value("document.querySelector('#comparison').textContent")
        self.assertIn("All runs found exactly the same pairs.", text)
        self.assertIn("stack_engine.prefetch", text)
        self.assertNotIn("sdram.t_rp", text)
        self.assertRegex(text, r"× 1\.\d+")
        self.value("(() => { const s = document.querySelector('#selection select'); s.value = 1; "
                   "s.dispatchEvent(new Event('change')); })()")
        self.assertIn("paper52", self.value("document.querySelector('#configuration').textContent"))

    def test_reference_model_has_no_cycles(self):
        self.open("reference/report.html")
        self.assertEqual(self.sections(), ["overview", "scene", "poses", "configuration"])

    def test_narrow_window(self):
        self.browser.resize(390, 844, mobile=True)
        self.open("one/report.html")
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 390)


if __name__ == "__main__":
    if browser.find() is None:
        print("skipped: no Chromium found (Debian: chromium)")
        sys.exit(SKIPPED)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
