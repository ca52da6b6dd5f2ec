#!/usr/bin/env python3
"""The rules of docs/check_docs.py that can be tried without the program: rows of docs/tables/paper_index.csv, names in comments, docs/figure.py."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))
sys.dont_write_bytecode = True

import check_comments  # noqa: E402
import check_docs  # noqa: E402
import check_messages  # noqa: E402
import figure  # noqa: E402
import make  # noqa: E402
import paper_rows  # noqa: E402
import plain_words  # noqa: E402

STATEMENTS = "| # § | the paper says | does it hold |"
ROW = "| 1 §2 | One | {} |"


def page(*verdicts, more=()):
    return [STATEMENTS, "| --- | --- | --- |", *(ROW.format(verdict) for verdict in verdicts), *more, ""]


def commands(*rows):
    """(runs, command, prints) of statement 1 each."""
    return [paper_rows.Row(line, ["1", *words]) for line, words in enumerate(rows, 2)]


class PaperRows(unittest.TestCase):
    def form(self, rows=(), tests=(), lines=page("● 64 cycles (reading 3, [4](x5.md))")):
        return [what for _, what in paper_rows.complaints_of_form(lines, commands(*rows), [(2, "1", [], list(tests))])]

    def figures(self, *rows, slow=False):
        with tempfile.TemporaryDirectory() as folder:
            return [what for _, _, what in paper_rows.complaints_of_figures(commands(*rows), folder, dict(os.environ), slow)]

    def test_a_right_value_passes(self):
        self.assertEqual(self.figures(("", "echo 64", "64"), ("", "printf 'a  b\\nc\\n' | cat", "a b; c")), [])

    def test_a_wrong_value_is_named_with_row_command_and_both_sides(self):
        self.assertEqual(self.figures(("", "echo 63", "64")), ["row 1: echo 63: expected 64, got 63"])
        self.assertEqual(self.figures(("", "echo 640", "64")), ["row 1: echo 640: expected 64, got 640"])
        self.assertEqual(self.figures(("", "true", "64")), ["row 1: true: expected 64, got "])

    def test_a_command_that_fails_is_no_value(self):
        self.assertEqual(self.figures(("", "echo 64; false", "64")), ["row 1: echo 64; false: expected 64, got exit status 1: no message"])
        self.assertEqual(self.figures(("", "false | echo 64", "64")), ["row 1: false | echo 64: expected 64, got exit status 1: no message"])

    def test_a_range_has_both_its_ends_and_holds_numbers_alone(self):
        for printed, right in (("1.1", True), ("2", True), ("2.01", False), ("1.09", False), ("many", False), ("1.5 x", False)):
            self.assertEqual(self.figures(("", f"echo {printed}", "1.1 to 2")) == [], right, printed)

    def test_slow_rows_run_alone(self):
        rows = (("slow", "echo 63", "64"), ("", "echo 62", "64"))
        self.assertEqual(self.figures(*rows), ["row 1: echo 62: expected 64, got 62"])
        self.assertEqual(self.figures(*rows, slow=True), ["row 1: echo 63: expected 64, got 63"])
        self.assertEqual(self.figures(("slow, needs no_such_program", "echo 63", "64"), slow=True), [])

    def test_what_makes_the_files_runs_before_quick_rows_and_slow_ones(self):
        for slow, expected in ((False, []), (True, ["row 1: cat a b: expected 1; 2, got 1; 3"])):
            with tempfile.TemporaryDirectory() as folder:
                rows = [paper_rows.Row(0, words) for words in (["set-up", "", "echo 1 > a", ""], ["set-up", "slow", "echo 3 > b", ""], ["1", "", "cat a", "1"], ["1", "slow", "cat a b", "1; 2"])]
                self.assertEqual([what for _, _, what in paper_rows.complaints_of_figures(rows, folder, dict(os.environ), slow)], expected)

    def test_every_statement_has_a_command_or_a_test(self):
        self.assertEqual(self.form(), ["row 1: states a figure and has no command that prints it", "row 1: has no command and no test"])
        self.assertEqual(self.form(rows=[("", "echo 64", "64")]), [])
        self.assertEqual(self.form(tests=["Suite.Name"]), ["row 1: states a figure and has no command that prints it"])
        self.assertEqual(self.form(tests=["Suite.Name"], lines=page("● as reading 3 has it")), [])
        self.assertEqual(self.form(lines=page("● [b](b.md)")), ["row 1: has no command and no test"])

    def test_figures_of_a_statement_are_those_that_its_commands_print(self):
        def stated(verdict, *values):
            return [what for _, what in paper_rows.complaints_of_statements(page(f"● {verdict}"), commands(*(("", "true", value) for value in values)))]

        for verdict, value in (("64 cycles", "64"), ("1.87 times, 12 of them", "1.866"), ("about 4.3", "4.312"), ("33 %", "0.331; 0.6"), ("7.6 % more", "1.076"), ("1.4 % fewer", "0.986"),
                               ("131 072 words (77)", "131072"), ("1.5", "1.2 to 2"), ("64 in 0.18 µm, `a77`, reading 77", "x 64;")):
            self.assertEqual(stated(verdict, value), [], verdict)
        for verdict, value in (("64 cycles", "63"), ("1.87 times", "1.88"), ("4.3", "4.36"), ("33 %", "0.34"), ("7.6 % more", "1.0767"), ("12 %", "11 %"), ("131 072 words", "131"), ("2.5", "1.2 to 2")):
            self.assertEqual(len(stated(verdict, value)), 1, verdict)
        self.assertEqual(stated("64 and 65", "66", "65"), ["row 1: states 64, got 66 | 65"])

    def test_numbers_and_marks(self):
        def numbered(*numbers):
            return [STATEMENTS, *(f"| {number} §2 | One | ● |" for number in numbers)]

        self.assertEqual(self.form(tests=["Suite.Name"], lines=numbered(1, 3))[0], "expected statements numbered 1 to 2 in this order, got 1, 3")
        self.assertEqual(self.form(tests=["Suite.Name"], lines=numbered(1, 1))[0], "expected statements numbered 1 to 2 in this order, got 1, 1")
        self.assertEqual(self.form(tests=["Suite.Name"], lines=page("yes")), ["row 1: expected ●, ◐ or ○ before how close it comes, got 'yes'"])

    def test_verdicts_are_counted(self):
        for count, expected in (("1", []), ("2", ["●: 2 statements, there are 1"])):
            lines = page("● One", more=["", "| | statements | means |", "| --- | --- | --- |", f"| ● | {count} | holds |"])
            self.assertEqual(self.form(tests=["Suite.Name"], lines=lines), expected)

    def test_rows_without_their_statement_or_reading_are_named(self):
        lines = page("● One", more=["", "| # § | the paper | here |", "| --- | --- | --- |", "| 1 §2 | Two | Three |"])
        self.assertEqual(list(paper_rows.complaints_of_rows(lines, [(2, "1"), (3, "reading 1")])), [])
        self.assertEqual(list(paper_rows.complaints_of_rows(lines, [(2, "2"), (3, "reading 2")])),
                         [(2, "row 2: no such statement or reading in docs/paper_index.md"), (3, "row reading 2: no such statement or reading in docs/paper_index.md")])

    def test_files_are_written_as_they_are_read(self):
        for name, read in (("paper_index", lambda text: paper_rows.written(paper_rows.rows(text))), ("paper_places", lambda text: text if paper_rows.places(text) else "")):
            text = (ROOT / f"docs/tables/{name}.csv").read_text()
            self.assertEqual(read(text), text)


class Comments(unittest.TestCase):
    def complaints(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_text(text)
            names = check_comments.Names(ROOT, {"Unit.Counts"}, {"sdram.banks", "dop_unit.flags"})
            return [f"{line} {what}" for line, what in check_comments.complaints(path, names)]

    def test_refused_words_are_found_over_lines_and_behind_code(self):
        text = "// The unit is\n// of the list.\n//\n// - one\n// - whoever\nint a;  // reads a list\nint b;  // Of a list\n// \"whoever\", `beside`\n"
        for name in ("a.h", "a.cpp", "a.sv", "a.js"):
            said = [what.split('"')[1] for what in self.complaints(name, text)]
            self.assertEqual(said, ["is of", "whoever", "Of"], name)
        for name in ("a.py", "a.toml", "a.sh", "check", "CMakeLists.txt"):
            self.assertIn("nor", self.complaints(name, "a = 1  # neither here\n# nor there\n")[0], name)

    def test_names_that_are_there(self):
        self.assertEqual(self.complaints("a.cpp", "// tlm/chip/chip.h, chip.md, docs/rtl.md; Unit.Counts, sdram.banks and `dop_unit.flags`, collisionchip_tlm,\n"
                                                  "// sdram.busy, tlm/units/UNIT, SUITE.TEST, *.h, <sysexits.h>, sdram.cpp\n"), [])

    def test_names_that_are_not(self):
        for text, what in (("tlm/chip/chip_channels.h", "tlm/chip/chip_channels.h: no such file or folder"), ("docs/none.md", "docs/none.md: no such file or folder"),
                           ("no_such_source.cpp", "no_such_source.cpp: no such source or page"), ("none.md", "none.md: no such source or page"),
                           ("Unit.Count", "Unit.Count: no such test"), ("sdram.bank", "sdram.bank: no such key, counter or channel"),
                           ("collisionchip_machine_hosts", "collisionchip_machine_hosts: no such target of CMake")):
            self.assertIn(f"2 {what}", self.complaints("a.h", f"int a;\nint b;  // see {text}, and so on\n"), text)
            self.assertIn(f"3 {what}", self.complaints("a.sv", f"module a;\n/* one\n see {text}.\n */\n"), text)
            self.assertIn(f"2 {what}", self.complaints("a.py", f'"""One.\nSee {text}."""\n'), text)
            self.assertIn(f"2 {what}", self.complaints("a.py", f"a = 1\nb = 2  # {text}\n"), text)
            self.assertIn(f"1 {what}", self.complaints("CMakeLists.txt", f"# {text}\n"), text)

    def test_code_and_texts_are_no_comments(self):
        self.assertEqual(self.complaints("a.cpp", 'f("// sdram.bank"); sdram.bank = 1; g(\'"\', "\\"/*");\n'), [])
        self.assertEqual(self.complaints("a.py", 'f(\n    "sdram.bank # Unit.Count")\nsdram.bank = "tlm/none.h"\n'), [])
        self.assertEqual(self.complaints("a.js", "f(`// anew ${'a'} // beside`);\n"), [])
        self.assertIn("2 ", self.complaints("a.sv", "`define A\n// whoever\n`define B\n")[0])
        self.assertEqual(self.complaints("run", 'echo "$#" a#nor b\n'), [])
        self.assertEqual(self.complaints("a.h", "// As in:\n//   sdram.bank(1);\n"), [])

    def test_sources_of_every_kind_are_read(self):
        read = {path.relative_to(ROOT).as_posix() for path in check_comments.sources(ROOT)}
        self.assertLessEqual({"check", "demo", ".ci/steps", "CMakeLists.txt", "docs/check_docs.py", "docs/plans/beyond.toml", "testbench/report/page/report.js",
                              "testbench/report/page/style.css", "tlm/chip/chip.h", "rtl_model/rtl/chip/collision_chip.sv"}, read)


class Messages(unittest.TestCase):
    def complaints(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_text(text)
            return [f"{line} {what.split(':')[0]}" for line, what in check_messages.complaints(path)]

    def test_refused_words_are_found_in_texts_alone(self):
        for name, text in (("a.cpp", 'f();  // whoever\ng("a part "\n  "of it {}", 1);\n'), ("a.h", 'f();\nR"mark(a "part of it)mark";\n'), ("a.sv", "`define A\n$error(\"part of it\");\n"),
                           ("a.js", "f('a');  // whoever\ng(`part of it ${nor()}`);\n"), ("a.js", "f();\ng('part of it');\n"),
                           ("a.py", '"""Nor."""\nf("a part "\n  f"of it {nor()}")\n')):
            self.assertEqual(self.complaints(name, text), ['2 "of it"'], name)

    def test_texts_that_are_apart_are_not_one(self):
        for text in ('f("part of ", "it");', 'f("part of " /* a */ "it");', 'f("--beside", "a \\"whoever\\" and {nor}");'):
            self.assertEqual(self.complaints("a.cpp", text), [], text)
        self.assertEqual(self.complaints("a.py", 'f(f"a {nor} b", "part of ", "it")\n'), [])

    def test_sources_are_what_is_run(self):
        rooms = {path.relative_to(ROOT).parts[:2] for path in check_messages.sources(ROOT)}
        self.assertTrue({("testbench", "cli"), ("testbench", "report"), ("python", "collisionchip"), ("tlm", "machines"), ("docs", "made")} <= rooms)
        self.assertFalse({("testbench", "tests"), ("docs", "plain_words.py")} & rooms)


class Blocks(unittest.TestCase):
    """Which console blocks run when, without the program."""

    def complaints(self, *markers, slow=False, update=False, shown="other"):
        checker = object.__new__(check_docs.Checker)
        checker.binary, checker.update, checker.problems = "/bin/true", update, []
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(check_docs, "ROOT", pathlib.Path(folder)):
            page = pathlib.Path(folder) / "page.md"
            page.write_text("".join(f"<!-- {marker} -->\n```console\n$ echo {number}\n{shown}\n```\n\n" for number, marker in enumerate(markers)))
            checker.check_blocks(page, check_docs.blocks_and_prose(page)[0], slow)
            self.text = page.read_text()
        return [problem.split("echo ")[1] for problem in checker.problems]

    def test_slow_blocks_run_with_slow_alone_and_the_others_always(self):
        markers = ("check: skip", "check: slow", "no marker")
        self.assertEqual(self.complaints(*markers), ["2"])
        self.assertEqual(self.complaints(*markers, slow=True), ["1", "2"])

    def test_blocks_about_public_objects_need_them(self):
        with unittest.mock.patch.object(check_docs, "OBJECTS", ROOT / "docs"):
            self.assertEqual(self.complaints("check: objects"), [])
            self.assertEqual(self.complaints("check: objects", slow=True), ["0"])
        with unittest.mock.patch.object(check_docs, "OBJECTS", ROOT / "no_such_folder"):
            self.assertEqual(self.complaints("check: objects", slow=True), [])

    def test_update_writes_what_was_printed_and_leaves_what_did_not_run(self):
        self.assertEqual(self.complaints("check: slow", "no marker", update=True), [])
        self.assertIn("$ echo 0\nother\n", self.text)
        self.assertIn("$ echo 1\n1\n", self.text)

    def test_update_names_output_with_an_elision_and_leaves_it(self):
        self.assertEqual(self.complaints("no marker", update=True, shown="...\nother"), ["0"])
        self.assertIn("$ echo 0\n...\nother\n", self.text)
        self.assertEqual(self.complaints("no marker", update=True, shown="..."), [])


class Tables(unittest.TestCase):
    GOOD = ["| a | b |", "| --- | --- |", "| 1 | `x \\| y` |"]

    def complaints(self, *lines):
        return [f"{line} {what}" for line, what in check_docs.complaints_of_tables(lines)]

    def test_a_table_and_the_one_behind_it_pass(self):
        self.assertEqual(self.complaints("# T", "", *self.GOOD, "", "| a |", "| --- |", "", "Text | with a bar."), [])

    def test_a_row_that_text_cuts_is_named_on_both_sides(self):
        self.assertEqual(self.complaints(*self.GOOD, "| 2 | ends the query. With bits", "31..28 of", "", "queries |", "| 3 | c |"),
                         ["4 a row of a table that does not end with |", "4 a row of 1 cells in a table of 2"])
        self.assertEqual(self.complaints("the row's end |", "| 3 | c |", "| 4 | d |"), ["3 no line of dashes below the first row of a table"])

    def test_a_row_with_other_cells_is_named(self):
        self.assertEqual(self.complaints(*self.GOOD, "| 2 | b | c |", "| 2 | b \\|"), ["4 a row of 3 cells in a table of 2", "5 a row of a table that does not end with |", "5 a row of 1 cells in a table of 2"])

    def test_every_page_has_whole_tables(self):
        for page in check_docs.PAGES:
            self.assertEqual(self.complaints(*check_docs.blocks_and_prose(page)[1]), [], page)


class PlainWords(unittest.TestCase):
    def words(self, *lines):
        return [what.split('"')[1] for _, what in plain_words.complaints_of_words(lines) if what.startswith('"')]

    def test_every_refused_word_is_found(self):
        for text in ("Whoever builds it.", "The OBB Unit, likewise.", "It is decoded anew.", "A FIFO beside the pipeline.", "What stands in the page.", "A row stands there.",
                     "It is of the exact map.", "Each half of it.", "All but for one.", "Nor is it.", "There is no query without a reset.", "See document 000.", "One request as ever.",
                     "15 was wanted.", "It takes 1.53 of the time.", "Of a polygon a note says so."):
            self.assertNotEqual(self.words(text), [], text)

    def test_plain_words_quotations_and_code_pass(self):
        self.assertEqual(self.words("The unit takes 20 cycles.", "", "| \"as ever\" | plain |", "", "`beside`, all of them, and a set of boxes."), [])

    def test_a_word_is_found_in_lists_cells_and_behind_a_line_break(self):
        self.assertEqual(self.words("- One.", "- Of a list.", "", "| a | is", "", "| x | whoever asks |", "", "It", "is of the map."), ["Of", "whoever", "is of"])

    def test_a_long_sentence_is_refused_and_its_line_named(self):
        long = "The unit " + "takes boxes and " * 11 + "stops."
        self.assertEqual([line for line, _ in plain_words.complaints_of_words(["Short.", "", long])], [3])
        self.assertEqual(list(plain_words.complaints_of_words(["The unit takes boxes. " * 11])), [])

    def test_the_answer_comes_first(self):
        table = ["| a | b |", "| --- | --- |", "| 1 | 2 |"]
        for lines, complaints in ((["# T", "", "One. Two.", "", *table, "", "## H"], 0), (["# T", "", "One. Two. Three.", "", *table], 1), (["# T", "", "One.", "", "## H", *table], 1),
                                  (["# T", "", "One.", "", "![a](b.svg)"], 0), (["# T", "", "One.", "", "| a | b | c | d | e | f | g |", "|" + " --- |" * 7], 1)):
            self.assertEqual(len(list(plain_words.complaints_of_beginning(lines))), complaints, lines)

    def test_each_page_is_held_to_the_words_and_to_its_budget(self):
        prose = ["# T", "", "Of it.", "", "![a](b.svg)"]
        with unittest.mock.patch.object(plain_words, "BUDGET", {"docs/a.md": 3}):
            for name, expected in (("CHANGELOG.md", []), ("docs/b.md", ["no row in BUDGET of docs/plain_words.py"]), ("docs/a.md", ['"Of": begin with the subject', "4 words, 3 are the most"])):
                self.assertEqual([what.split(" (")[0] for _, what in plain_words.complaints(name, "one two three four", prose)], expected, name)

    def test_the_budgets_together_are_what_docs_may_have(self):
        for budget, complaint in (({"README.md": 900, "docs/a.md": 400, "docs/b.md": 100}, False), ({"docs/a.md": 400, "docs/b.md": 101}, True),
                                  ({"docs/a.md": 1, "docs/b.md": 1, "docs/c.md": 1}, True)):
            with unittest.mock.patch.multiple(plain_words, BUDGET=budget, MOST_PAGES=2, MOST_WORDS=500):
                self.assertEqual(plain_words.complaint_of_size() is not None, complaint, budget)

    def test_every_page_with_a_budget_is_there(self):
        for name in plain_words.BUDGET:
            self.assertTrue((ROOT / name).exists(), name)


class MadeParts(unittest.TestCase):
    TEXT = "a\n<!-- made: one -->\n\n| 1 |\n\n<!-- end: one, {} -->\nb\n"

    def complaints(self, text, *makes, files=()):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/a.md").write_text(text)
            for name, content in files:
                (root / name).write_text(content)
            return [what.split(": ", 1)[1] for what in make.complaints(root, (make.Maker("m", makes),))]

    def test_a_part_that_its_maker_made_passes(self):
        text = make.with_part(self.TEXT.format("0"), "one", "| 2 |")
        self.assertEqual(text, self.TEXT.format(make.digest("| 2 |")).replace("| 1 |", "| 2 |"))
        self.assertEqual(self.complaints(text, "docs/a.md#one"), [])

    def test_a_part_changed_by_hand_is_named(self):
        text = make.with_part(self.TEXT.format("0"), "one", "| 2 |").replace("| 2 |", "| 3 |")
        self.assertEqual(self.complaints(text, "docs/a.md#one"), ["part one was changed by hand: docs/make.py BINARY m"])

    def test_a_mark_without_maker_or_end_and_a_maker_without_its_target_are_named(self):
        text = make.with_part(self.TEXT.format("0"), "one", "| 2 |")
        self.assertEqual(self.complaints(text), ["no maker of part one in docs/make.py"])
        self.assertEqual(self.complaints("<!-- made: one -->\n", "docs/a.md#one"), ["part one has no end"])
        self.assertEqual(self.complaints(text, "docs/a.md#one", "docs/a.md#two", "docs/b.csv"),
                         ["no two, which docs/make.py m makes", "no such file, which docs/make.py m makes"])

    def test_a_file_says_who_makes_it(self):
        self.assertEqual(self.complaints("", "docs/c.svg", files=[("docs/c.svg", "<svg/>")]), ["does not say that docs/make.py m makes it"])
        self.assertEqual(self.complaints("", "docs/c.svg", files=[("docs/c.svg", "<!-- Made by docs/make.py m -->")]), [])

    def test_files_have_what_their_targets_say(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "a.md").write_text(self.TEXT.format("0") + self.TEXT.format("0").replace("one", "two"))
            files = make.files_of({"a.md#one": [["h", "i"], [1, 2]], "a.md#two": "x", "b.csv": [["h"], [1]], "c.png": b"\0"}, root)
        page = files["a.md"].decode()
        self.assertEqual([part[0].strip() for part in make.parts_of(page).values()], ["| h | i |\n| --- | --- |\n| 1 | 2 |", "x"])
        self.assertTrue(page.startswith("a\n") and page.endswith("\nb\n"))
        self.assertEqual((files["b.csv"], files["c.png"]), (b"h\n1\n", b"\0"))

    def test_every_maker_of_the_table_is_a_module_with_the_function(self):
        for maker in make.MAKERS:
            self.assertIn("\ndef make(context):\n", (ROOT / f"docs/made/{maker.name}.py").read_text(), maker.name)


class Readme(unittest.TestCase):
    def test_its_figures_are_those_of_the_generated_answers(self):
        readme = (ROOT / "README.md").read_text()
        for page, part, said in (("beyond", "beyond_answer", ("{0} times", "{1} mm²", "{2} times", "{6} times")), ("today", "libraries_answer", ("{0} times as fast as FCL", "{1} times as fast as Coal")),
                                 ("costs", "synthesis_answer", ("{1} MHz for `paper41`", "paper's {2} MHz"))):
            answer = make.parts_of((ROOT / f"docs/{page}.md").read_text())[part][0]
            numbers = re.findall(r"(?<![\w`])\d+(?:\.\d+)?", re.sub(r"Eq\. 5|`\w+`", "", answer))
            for words in said:
                self.assertIn(words.format(*numbers), readme, answer)


class Constants(unittest.TestCase):
    def test_numbers_that_are_no_keys_stand_where_the_page_says(self):
        section = (ROOT / "docs/chip.md").read_text().split("## Numbers that are no keys")[1].split("\n## ")[0]
        rows = re.findall(r"^\|[^|]*\| `([^`]*)` \| `([^`]*)` \|", section, re.M)
        self.assertGreater(len(rows), 5)
        for constant, source in rows:
            self.assertIn(constant, (ROOT / source).read_text(), source)

    def test_a_constant_of_a_unit_that_is_a_number_is_on_the_page(self):
        section = (ROOT / "docs/chip.md").read_text().split("## Numbers that are no keys")[1].split("\n## ")[0]
        for source in (ROOT / "tlm/units").rglob("*.h"):
            for name, value in re.findall(r"static constexpr std::(?:size_t|uint32_t) (k\w+) = (\d+);", source.read_text()):
                if name not in self.OF_A_FORMAT:
                    self.assertIn(f"`{name} = {value}` | `{source.relative_to(ROOT)}`", section)

    OF_A_FORMAT = ("kMostWords",)


class Figures(unittest.TestCase):
    FILE = {"run": {"upload_cycles": 7}, "queries": [
        {"cycles": 10, "counters": {"a.tests": 4, "a.high_water": 3}, "units": {"a": {"busy": 6, "stalled": {"memory": 2}, "idle": 2}}},
        {"cycles": 30, "counters": {"a.tests": 1, "a.high_water": 2}, "units": {"a": {"busy": 6, "stalled": {"memory": 1}, "idle": 2}}}]}

    def test_sums_ratios_and_the_largest(self):
        for expression, value in (("cycles", 40), ("a.tests", 5), ("a.high_water", 3), ("a.busy", 12), ("a.memory", 3), ("upload_cycles", 7), ("cycles / a.tests", 8),
                                  ("cycles@2 - (a.busy@1 + 1)", 27)):
            self.assertEqual(figure.evaluate([self.FILE, self.FILE], expression), value, expression)

    def test_what_is_not_there_is_named(self):
        with self.assertRaisesRegex(KeyError, "a.none"):
            figure.evaluate([self.FILE], "a.none")
        done = subprocess.run([sys.executable, ROOT / "docs/figure.py"], capture_output=True, text=True)
        self.assertIn("usage:", done.stderr)
        self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
