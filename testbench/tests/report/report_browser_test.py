#!/usr/bin/env python3
"""The report's page in a headless Chromium: it renders without a complaint, loads nothing, and its controls work.

    report_browser_test.py COLLISIONCHIP [TEST...]

Exit status 77 where there is no Chromium (Debian: chromium).
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # leave the source folder as it is
import browser  # noqa: E402
import odd_pages  # noqa: E402
import report_libraries_test as libraries  # noqa: E402

BINARY = None
SKIPPED = 77


def program(folder, *arguments):
    done = subprocess.run([BINARY, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: {done.stdout}{done.stderr}")
    return done.stdout


NUMBER = r"\d+(?:\.\d+)?"


class ReportPage(unittest.TestCase):
    MACHINES = {"paper41": [], "beyond": ["--chip", "beyond"], "today": ["--chip", "today"], "tiles": ["--chip", "bruteforce"],
                "boxes": ["--set", "tree.format=obb64"]}

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        program(cls.folder, "mesh", "gear", "a.obj", "--triangles", "2000")
        program(cls.folder, "mesh", "finned-casting", "<b>.obj", "--triangles", "2000")
        program(cls.folder, "mesh", "gear", "s.obj", "--triangles", "400")
        program(cls.folder, "mesh", "finned-casting", "t.obj", "--triangles", "400")
        with open(f"{cls.folder}/poses.txt", "w") as file:
            file.write("0.2 0.1 0.05 0.9 0.1 0.2 0.1\n0.35 0.1 0.05 0.9 0.3 0.2 0.1\n5 5 5 1 0 0 0\n")
        with open(f"{cls.folder}/rising.txt", "w") as file:
            file.writelines(f"{x} 0.1 0.05 0.9 0.1 0.2 0.1\n" for x in (5, 0.9, 0.8, 0.2, 0.7))
        program(cls.folder, "collide", "a.obj", "<b>.obj", "--poses", "rising.txt", "--out", "rising")
        program(cls.folder, "report", "rising")
        for name, more in (("one", ("--eq5",)), ("two", ("--chip", "paper52")), ("reference", ("--model", "reference"))):
            program(cls.folder, "collide", "a.obj", "<b>.obj", "--poses", "poses.txt", "--out", name, *more)
        program(cls.folder, "report", "one")
        program(cls.folder, "report", "one", "two", "--out", "both.html")
        program(cls.folder, "report", "reference")
        with open(f"{cls.folder}/scene.toml", "w") as file:
            file.write('frames = 9\ndeadline_us = 250\n[scene]\nkind = "rain"\nobjects = 12\ntriangles = 60\nspacing = 0.8\nspeed = 0.2\n')
        program(cls.folder, "scene", "scene.toml", "--out", "frames")
        program(cls.folder, "report", "frames")
        cls.printed = {name: program(cls.folder, "collide", "s.obj", "t.obj", "--pose", "0.35 0.1 0.05 0.9 0.3 0.2 0.1", "--out", name, *words)
                       for name, words in cls.MACHINES.items()}
        for name in cls.MACHINES:
            program(cls.folder, "report", name)
        cls.write_paper_folder()
        program(cls.folder, "report", "paper")
        cls.browser = browser.Browser()

    @classmethod
    def write_paper_folder(cls):
        """What `collisionchip paper` leaves, very small."""
        claim = {"place": "§5", "claim": "<i>so</i>", "paper": "30", "ours": "1", "why": "because"}
        claims = [dict(claim, id=str(i), agrees=agrees) for i, agrees in enumerate(("yes", "partly", "no"))]
        rows = [["gear", 100 * i, mode, "list", 10 * i] for i in (1, 2, 3) for mode in ("first", "all")]
        eq5 = [["gear", "paper41", "all", i, 0.8 + 0.01 * i] for i in range(4)]
        tables = {"figure11": {"columns": ["object", "triangles", "mode", "traversal", "visits_mean"], "rows": rows},
                  "eq5": {"columns": ["object", "preset", "mode", "distance", "cycles_by_eq5"], "rows": eq5}}
        os.makedirs(f"{cls.folder}/paper")
        with open(f"{cls.folder}/paper/paper.json", "w") as file:
            json.dump({"run": {"steps": 2}, "claims": claims, "tables": tables}, file)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.temporary.cleanup()

    def setUp(self):
        self.browser.prefer("light")
        self.browser.resize(1280, 900)

    def tearDown(self):
        # Only the test itself reads the canvas back.
        problems = [text for text in self.browser.problems if "willReadFrequently" not in text]
        self.assertEqual(problems, [])
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
        self.assertEqual(self.sections(), ["overview", "scene", "diagram", "account", "timeline", "distributions", "roofline",
                                           "poses", "counters", "configuration"])
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

    def test_first_section_shows_what_the_terminal_prints(self):
        """Every figure of the first section, of machines with lists, groups, tiles and boxes, and of any memory."""
        for machine, printed in self.printed.items():
            lines = {line[2:12].strip(): line[13:] for line in printed.splitlines() if line[:2] == "  " and line[2:3].strip()}
            self.open(f"{machine}/report.html")
            tiles = self.value("[...document.querySelectorAll('#overview .tile')].map((t) => [t.title, t.querySelector('b').textContent, "
                               "t.querySelector('span').textContent])")
            self.assertGreaterEqual({name for name, _, _ in tiles},
                                    {"pairs", "chip", "link", "host", "total", "Eq. 5", "triangles", "silicon", "clock", "energy", "bound by"}, machine)
            self.assertEqual(len({name for name, _, _ in tiles}), len(tiles))
            self.assertGreaterEqual(self.value("document.querySelectorAll('#overview figure rect').length"), 4, "host, bus, chip, bus")
            for name, value, about in tiles:
                line = lines[name]
                self.assertIn(value.replace("µ", "u").replace("²", "2"), line, f"{machine}: {name}")
                for number in re.findall(NUMBER, about.replace("Eq. 5", "")):
                    self.assertIn(number, re.findall(NUMBER, line), f"{machine}: {name}")
            units = self.value("Object.keys(report.context().query.units)")
            roof = self.value("report.context().query.roofs[0]")
            self.assertIn(roof["name"], units, "a unit that the machine has")
            self.assertLessEqual(roof["share"], 1, "nothing uses more than there is")
            self.assertIn(lines["bound by"].split(",")[0], self.value("document.querySelector('#overview').textContent"))
            if "roofline" in self.sections():
                text = self.value("document.querySelector('#roofline p').textContent")
                self.assertIn(f"{100 * roof['share']:.1f} %", text)
                self.assertIn(f"{roof['name']}", text)

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

    def test_many_poses_open_on_the_slowest_with_their_totals(self):
        self.open("rising/report.html")
        costs = self.value("report.context().run.costs")
        self.assertEqual(self.value("report.context().query.pose"), 3)
        self.assertEqual(max(costs), costs[3])
        tiles = self.value("[...document.querySelectorAll('#poses .tile b')].map((b) => Number(b.textContent.replace(/\\D/g, '')))")
        ranks = sorted(costs)
        self.assertEqual(tiles, [5, sum(costs), round(sum(costs) / 5), ranks[2], ranks[4], ranks[4], ranks[4]])
        bars = self.value("[...document.querySelectorAll('#poses svg')][0].querySelectorAll('rect').length")
        self.assertEqual(bars, 5, "the histogram of all poses")

    def test_pose_is_chosen_everywhere(self):
        self.open("one/report.html")
        first = self.value("document.querySelector('.tile b').textContent")
        self.value("(() => { const s = document.querySelector('#selection select'); s.value = 2; "
                   "s.dispatchEvent(new Event('change')); })()")
        self.browser.settle()
        self.assertNotEqual(self.value("document.querySelector('.tile b').textContent"), first)
        self.assertEqual(self.value("report.context().query.pose"), 2)
        self.assertEqual(self.value("report.context().query.pairs"), 0, "a pose far away: nothing meets")
        self.assertNotIn("timeline", self.sections(), "only the first pose has a trace")
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

    def test_the_drawing_has_the_machines_own_units(self):
        for machine, unit, count in (("paper41", "stack_engine", 1), ("paper41", "refit_unit", 0), ("beyond", "pose_unit", 0), ("beyond", "contact_unit", 0), ("today", "contact_unit", 1), ("today", "pose_unit", 1), ("today", "result_unit", 1),
                                     ("tiles", "pair_sequencer", 1)):
            self.open(f"{machine}/report.html")
            self.assertEqual(self.value(f"document.querySelectorAll('#unit-{unit} rect.load').length"), count, f"{machine}: {unit}")

    def timeline_range(self):
        self.browser.settle()
        text = self.value("document.querySelector('[data-range]').textContent.replace(/[^0-9 ]/g, '')")
        return tuple(int(number) for number in text.split()[:3])

    def test_timeline_adds_up_to_the_account(self):
        """The cycles of every unit's phases in the page are those of the statistics, state by state."""
        self.open("one/report.html")
        unit_sums = self.value("""Object.fromEntries(report.timelineView.tracks.filter((t) => t.group === 'units').map((t) => {
            const sums = {}; for (let i = 0; i < t.phases; ++i) { const p = timelineTracks.phase(t, i);
            sums[p.name] = (sums[p.name] || 0) + p.end - p.begin; } return [t.name, sums]; }))""")
        accounts = self.value("report.context().query.units")
        self.assertGreaterEqual(set(accounts), set(unit_sums))
        self.assertGreaterEqual(len(unit_sums), 9)
        for unit, sums in unit_sums.items():
            account = {"busy": accounts[unit]["busy"], "idle": accounts[unit]["idle"], **accounts[unit]["stalled"]}
            self.assertEqual(sums, {state: cycles for state, cycles in account.items() if cycles > 0}, unit)
        bus = self.value("""(() => { const t = report.timelineView.tracks.find((t) => t.name === 'data bus'); let sum = 0;
            for (let i = 0; i < t.phases; ++i) { const p = timelineTracks.phase(t, i); if (p.state > 0) sum += p.end - p.begin; }
            return sum; })()""")
        self.assertEqual(bus, self.value("report.context().query.counters['sdram.bytes'] / 32"))

    def test_timeline_draws_zooms_and_moves(self):
        self.open("one/report.html")
        colours = """(() => { const c = document.querySelector('.timeline'); const d = c.getContext('2d').getImageData(160, 30,
            c.width - 180, c.height - 40).data; return new Set(new Uint32Array(d.buffer)).size; })()"""
        self.assertGreater(self.value(colours), 8)
        whole = self.timeline_range()
        self.assertEqual(whole[:2], (0, whole[2]))
        x, y, width, height = self.browser.place(".timeline")
        self.browser.wheel(x + width / 2, y + height / 2, -1500)
        closer = self.timeline_range()
        self.assertLess(closer[1] - closer[0], whole[2] / 4)
        self.assertGreater(closer[0], whole[2] / 4, "zooms about the pointer")
        self.browser.drag(x + width / 2, y + height / 2, -100, 0)
        later = self.timeline_range()
        self.assertGreater(later[0], closer[0])
        self.assertAlmostEqual(later[1] - later[0], closer[1] - closer[0], delta=1)
        self.value("document.querySelector('.timeline').focus()")
        self.browser.key("ArrowLeft")
        self.assertLess(self.timeline_range()[0], later[0])
        for _ in range(30):
            self.browser.key("+")
        nearest = self.timeline_range()
        self.assertEqual(nearest[1] - nearest[0], 20)
        self.assertGreater(self.value(colours), 4)
        self.browser.key("Home")
        self.assertEqual(self.timeline_range(), whole)

    def test_timeline_of_many_channels_shows_banks_when_asked(self):
        self.open("today/report.html")
        banks = "report.timelineView.tracks.filter((t) => t.name.startsWith('bank ')).length"
        self.assertEqual(self.value(banks), 0)
        low = self.browser.place(".timeline")[3]
        self.value("[...document.querySelectorAll('#timeline button')].find((b) => b.textContent === 'banks').click()")
        self.browser.settle()
        self.assertGreater(self.value(banks), 100)
        self.assertGreater(self.browser.place(".timeline")[3], low + 1000)

    def test_timeline_names_phases(self):
        self.open("one/report.html")
        self.value("report.timelineView.show(100, 160)")
        x, y, width, height = self.browser.place(".timeline")
        row = self.value("""(() => { const v = report.timelineView; const i = v.tracks.findIndex((t) => t.name === 'stack_engine');
            return timelinePaint.layout(v.tracks).rows[i]; })()""")
        self.browser.mouse("mouseMoved", x + width / 2, y + row + 10)
        self.browser.settle()
        text = self.value("document.getElementById('hover').textContent")
        self.assertRegex(text, r"^stack_engine: \w+\ncycles \[\d+, \d+\), \d+ long$")
        self.value("report.timelineView.show(0, report.timelineView.timeline.cycles)")
        self.browser.settle()
        self.browser.mouse("mouseMoved", x + width / 2 + 1, y + row + 10)
        self.browser.settle()
        self.assertRegex(self.value("document.getElementById('hover').textContent"), r"^stack_engine, about cycle .*\n\w+: [\d.]+ %")

    def test_page_without_libraries(self):
        """The same data in the page that a build without npm makes: no pictures, all tables, and it says why."""
        os.makedirs(f"{self.folder}/libraries", exist_ok=True)
        libraries.get_libraries(f"{self.folder}/libraries", "COLLISIONCHIP_NPM-NOTFOUND")
        template = libraries.page_template(f"{self.folder}/libraries", f"{self.folder}/template.html")
        with open(f"{self.folder}/one/report.html") as file:
            page = file.read()
        begin = page.index('<script type="text/plain"')
        data = page[begin:page.index("</script>", page.index('id="report-data"')) + len("</script>")]
        with open(f"{self.folder}/lacking.html", "w") as file:
            file.write(template.replace("@TITLE@", "lacking").replace("@DATA@", data))
        self.open("one/report.html")
        sections, tables = self.sections(), self.value("document.querySelectorAll('main table').length")
        self.assertEqual(self.value("document.querySelectorAll('.warning').length"), 0)
        self.open("lacking.html")
        self.assertEqual(self.sections(), sections)
        self.assertEqual(self.value("document.querySelectorAll('main table').length"), tables)
        self.assertIn("apt install npm", self.value("document.querySelector('#lacking').textContent"))
        for section, library in (("scene", "three.js"), ("account", "Observable Plot"), ("roofline", "Observable Plot")):
            self.assertIn(library, self.value(f"document.querySelector('#{section} .warning').textContent"))
        self.assertGreater(self.value("document.querySelectorAll('#diagram rect.load').length"), 2)

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
        self.assertLess(self.value(rows), every / 5)

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

    def test_distributions_and_channels(self):
        self.open("one/report.html")
        text = self.value("document.querySelector('#distributions').textContent")
        for part in ("stack_engine.alpha", "SDRAM rows by bank", "memory_controller.aligned_data", "mean"):
            self.assertIn(part, text)
        bars = self.value("document.querySelectorAll('#distributions rect').length")
        self.assertGreater(bars, 60)
        place = self.value("""(() => { const p = document.querySelector('[id="channel-dop_unit.flags"] path');
            p.scrollIntoView({block: 'center', behavior: 'instant'}); const r = p.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2]; })()""")
        self.browser.settle()
        self.browser.mouse("mouseMoved", *place)
        self.browser.settle()
        self.assertRegex(self.value("document.getElementById('hover').textContent"),
                         r"^dop_unit.flags: room for \d+\nmean .* items\nempty: .* %")

    def test_paper_folder(self):
        self.open("paper/report.html")
        self.assertEqual(self.sections(), ["claims", "figures", "paper-run"])
        self.assertEqual(self.value("document.querySelectorAll('#claims tbody tr').length"), 3)
        self.assertIn("3 claims of the paper held against this model: 1 hold, 1 in part, 1 do not.",
                      self.value("document.querySelector('#claims').textContent"))
        self.assertEqual(self.value("document.querySelectorAll('#claims i').length"), 0, "text is no HTML")
        titles = self.value("[...document.querySelectorAll('#figures h3')].map((h) => h.textContent)")
        self.assertEqual(len(titles), 2, titles)
        self.assertGreater(self.value("document.querySelectorAll('#figures svg circle').length"), 3)

    def test_frames_of_a_scene(self):
        self.open("frames/report.html")
        self.assertEqual(self.sections(), ["frames"])
        with open(f"{self.folder}/frames/frames.csv") as file:
            head, *lines = [line.strip().split(",") for line in file]
        rows = [dict(zip(head, line)) for line in lines]
        missed = sum(row["deadline"] == "missed" for row in rows)
        self.assertTrue(0 < missed < 9, "a deadline that tells frames apart")
        tiles = self.value("[...document.querySelectorAll('#frames .tile')].map((t) => t.textContent)")
        self.assertEqual(tiles[0], f"9frames, {9 - missed} within 250.000 µs, {missed} late")
        self.assertEqual(tiles[2].split("of")[0], str(sum(int(row["pairs_tested"]) for row in rows)))
        self.assertEqual(self.value("document.querySelectorAll('#frames figure')[0].querySelectorAll('rect').length"), 27,
                         "of every frame the chip's part, that of PCI and the host's")
        self.assertIn("deadline 250.000 µs", self.value("document.querySelector('#frames figure').textContent"))
        ticks = self.value("[...document.querySelectorAll('#frames figure [aria-label=\"x-axis tick label\"] text')].map((t) => t.textContent)")
        self.assertEqual(ticks[:9], [str(frame) for frame in range(9)], "frames are whole numbers")
        slowest = max(rows, key=lambda row: int(row["total_ns"]))
        self.assertEqual(self.value("document.querySelector('#frames tbody td').textContent"), slowest["frame"])
        self.assertIn(f"{missed} of 9 frames missed their deadline of 250.000 µs.", self.value("document.querySelector('#frames').textContent"))
        self.assertNotIn("false", self.value("document.querySelector('#frames').textContent"))
        self.assertRegex(self.value("document.querySelector('#frames').textContent"), r"\d+ answers compared with the reference, 0 differences")
        with open(f"{self.folder}/frames/pairs.csv") as file:
            pairs = [line.split(",")[:3] for line in file][1:]
        meet = collections.Counter((a, b) for _, a, b in pairs)
        shown = self.value("[...document.querySelectorAll('#frames .searchable tbody tr')].map((r) => [...r.children].map((c) => c.textContent.replace(/\\s/g, '')))")
        self.assertEqual({(a, b): count for a, b, *_, count in shown}, {names: str(count) for names, count in meet.items()})
        a, b, frames, first, last, _ = shown[0]
        of = [int(frame) for frame, *names in pairs if names == [a, b]]
        self.assertEqual([frames, first, last], [str(len(set(of))), str(min(of)), str(max(of))])

    def test_every_picture_has_a_name_of_its_own(self):
        for page in ("one/report.html", "both.html", "frames/report.html", "paper/report.html"):
            self.open(page)
            names = self.value("[...document.querySelectorAll('main figure.plot, main canvas, main .architecture [role=img]')].map((n) => n.getAttribute('aria-label') || '')")
            self.assertGreater(len(names), 1, page)
            self.assertEqual([name for name in names if len(name) < 10], [], page)
            self.assertEqual(len(set(names)), len(names), f"{page}: {sorted(names)}")

    def test_a_query_is_printed_on_six_pages(self):
        for page in ("one/report.html", "today/report.html", "frames/report.html"):
            self.open(page)
            self.assertLessEqual(self.browser.printed_pages(), 6, page)

    def test_narrow_window(self):
        for width in (390, 500):
            self.browser.resize(width, 844, mobile=True)
            for page in ("one/report.html", "both.html", "frames/report.html", "paper/report.html"):
                self.open(page)
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width, page)
        self.open("one/report.html")
        outside = self.value("""(() => { const svg = document.querySelectorAll('#account svg')[1], left = svg.getBoundingClientRect().left;
            return [...svg.querySelectorAll('text')].filter((t) => t.getBoundingClientRect().left < left).map((t) => t.textContent); })()""")
        self.assertEqual(outside, [], "names of Eq. 5's topics are whole")

    def test_a_drawing_that_is_wider_than_the_window_says_so(self):
        for width, wider in ((390, True), (780, True), (840, False), (1280, False)):
            self.browser.resize(width, 844, mobile=True)
            self.open("one/report.html")
            self.assertEqual(self.value("(() => { const d = document.querySelector('.architecture'); return d.scrollWidth > d.clientWidth; })()"), wider, width)
            self.assertEqual(self.value("getComputedStyle(document.querySelector('.wider')).display !== 'none'"), wider, width)


class OddPages(unittest.TestCase):
    """Of results with numbers that are missing, 0 or equal, drawn by the libraries; page_numbers_test.py makes every choice of them."""

    WRONG = r"""(() => { const wrong = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object /;
        const nodes = [...document.querySelectorAll('main *')];
        const told = nodes.flatMap((n) => [...n.attributes].map((a) => `${n.localName} ${a.name}="${a.value}"`));
        const texts = nodes.flatMap((n) => [...n.childNodes]).filter((n) => n.nodeType === 3).map((n) => n.data);
        return told.concat(texts).filter((text) => wrong.test(text)); })()"""

    def test_no_page_shows_what_is_no_number(self):
        with tempfile.TemporaryDirectory() as folder, browser.Browser() as page:
            for path in odd_pages.make(BINARY, folder):
                with self.subTest(path.parent.name):
                    page.open(path)
                    page.settle()
                    self.assertEqual(page.evaluate(self.WRONG) + page.problems, [])
                    self.assertGreater(page.evaluate("document.querySelectorAll('main section').length"), 0)


if __name__ == "__main__":
    if browser.find() is None:
        print("skipped: no Chromium found (Debian: chromium)")
        sys.exit(SKIPPED)
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
