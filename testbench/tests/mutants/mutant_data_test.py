#!/usr/bin/env python3
"""The mutants' data fits the sources: each expression to break is once in the functions of its name, each test that must notice is a
quick one of its program. Nothing is built. Exit status: 0 all holds, 1 not.
"""
import dataclasses
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTS = ROOT / "testbench/tests"
sys.path.insert(0, str(ROOT / "testbench/mutants"))
sys.dont_write_bytecode = True

import mutant  # noqa: E402
import mutants  # noqa: E402
import places  # noqa: E402
import results  # noqa: E402
from tokens import CPP, PYTHON, VERILOG, tokens_of  # noqa: E402

WITHOUT_RTL_OR_FAULT = {"stack_sram", "engine_switch", "obb_unit", "aabb_unit", "pair_sequencer", "group_engine", "group_unit", "leaf_unit",
                        "contact_unit", "pose_unit", "refit_unit", "result_unit", "record_cache", "small_triangle_unit"}


def quick_tests():
    """{(program, Suite.Name)} of all tests that carry no label."""
    found = set()
    for lists in TESTS.glob("*/CMakeLists.txt"):
        text = lists.read_text()
        for program, sources in re.findall(r"(?:add_\w*program|add_executable)\((\w+)\s+([^)]*)\)", text):
            for name in sources.split():
                source = lists.parent / name
                tests = source.read_text() if source.suffix == ".cpp" and source.exists() else ""
                for suite, test in re.findall(r"^TEST(?:_[FP])?\((\w+),\s*(\w+)\)", tests, re.MULTILINE):
                    if not suite.startswith("Long"):
                        found.add((program, f"{suite}.{test}"))
        labelled = set(re.findall(r"set_tests_properties\((\w+) [^)]*LABELS", text))
        for name, script in re.findall(r"add_test\(NAME (\w+)\s+COMMAND [^\n]*/(\w+_test\.py)", text):
            if name not in labelled:
                tests = (lists.parent / script).read_text()
                for part in re.split(r"^class ", tests, flags=re.MULTILINE)[1:]:
                    found |= {(program, f"{part.split('(')[0]}.{test}") for test in re.findall(r"^    def (test_\w+)", part, re.MULTILINE)
                              for program in ("collisionchip", "collisionchip_python")}
    return found


def applies(found):
    try:
        return bool(found.place)
    except mutant.MutantError:
        return False


class MutantData(unittest.TestCase):
    def test_every_mutant_breaks_its_source_in_one_place(self):
        for kind in mutant.KINDS:
            for found in mutant.load(kind):
                with self.subTest(kind=kind, name=found.name):
                    self.assertNotEqual(found.mutated(), found.source.read_text())

    def test_every_name_is_given_once(self):
        names = [found.name for kind in mutant.KINDS for found in mutant.load(kind)]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_every_mutant_of_the_model_matters_and_is_named_by_a_quick_test(self):
        quick = quick_tests()
        self.assertGreater(len(quick), 500)
        self.assertIn(("collisionchip", "PoseRun.test_the_time_of_contact"), quick)
        for found in mutant.load("model") + mutant.load("python"):
            with self.subTest(name=found.name):
                self.assertTrue(found.why)
                self.assertNotEqual(bool(found.test), bool(found.survives))
                if found.test:
                    self.assertTrue((found.program, found.test) in quick, f"{found.program} has no quick test {found.test}")
                else:
                    self.assertIn(found.program, {program for program, _ in quick})

    def test_every_unit_and_every_room_of_the_reference_has_mutants(self):
        rooms = {found.room.split("/")[-1] for found in mutant.load("model")}
        units = {path.name for path in (ROOT / "tlm/units").iterdir()}
        self.assertLessEqual(units | {"memory", "triangle", "dop", "tree", "image", "traverse"}, rooms)
        self.assertEqual(units - {found.unit for found in mutant.load("rtl")}, WITHOUT_RTL_OR_FAULT)

    def test_a_row_that_no_longer_applies_is_named(self):
        found = mutant.load("model")[0]
        for changes, expected in (({"before": "no_such(text)"}, f"expected once in {found.function}: no_such ( text ); "),
                                  ({"before": "member"}, "times: "), ({"function": "StackEngine::no_such"}, "expected a function StackEngine::no_such")):
            with self.assertRaisesRegex(mutant.MutantError, f"^{re.escape(found.name)}: .*{re.escape(expected)}"):
                dataclasses.replace(found, **changes).mutated()

    def test_files_layout_and_comments_do_not_matter(self):
        """All sources of a kind as one file elsewhere, with other line breaks, other indents and a comment behind each statement."""
        with tempfile.TemporaryDirectory() as folder:
            for kind, name in (("model", "all.cpp"), ("rtl", "all.sv")):  # in Python a line's end counts
                path = pathlib.Path(folder) / name
                texts = [re.sub(r"([;,)]) *\n *(?![ \\#`]|//)", r"\1 // changed\n\t\t", source.text)
                         for source in mutant.all_places(kind).sources]
                path.write_text("\n".join(reversed(texts)))
                moved = places.Places(path.parent, [path], CPP if kind == "model" else VERILOG)
                for found in filter(applies, mutant.load(kind)):
                    with self.subTest(name=found.name):
                        self.assertEqual(moved.find(found.function, found.before).source, path)


SOURCE = '''
namespace a { namespace {
#define LINE { 1
template <typename T = int>
struct Outer final : Base<T> {  // } not this one
  Outer() : x_{1}, y_(2) { work("} {"); }
  struct Inner { int operator()(int i) const { return i << 1; } };
  enum class Kind { one, two };
  std::vector<int> x_{1, 2}, y_;
};
std::function<void(int)> made(const char* text) { return [text](int i) { use(text, i + 1'000); }; }
int made(int) { return R"x(}")x" "y" == 1; }
template <> bool Outer<int>::Inner::same(int i) const noexcept(true) { return i == 1; }
}  // namespace
Outer<int>::~Outer() = default;
const std::map<int, int> kTable = {{1, 2}, {3, 4}};
bool operator<(Outer a, Outer b) { return a.x_ > b.x_; }
extern "C" { int c(int); }
}
'''


class PlacesOfASource(unittest.TestCase):
    def places(self, text, name="source.cpp", language=CPP):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / name
        path.write_text(text)
        return places.Places(path.parent, [path], language)

    def test_functions_types_and_variables(self):
        found = self.places(SOURCE)
        text = found.sources[0].text
        for function, expression, expected in (
                ("Outer::Outer", "y_ (2)", "y_(2)"), ("Inner::operator()", "i<<1", "i << 1"), ("Outer::Inner::same", "i==1", "i == 1"),
                ("Outer::x_", "2 }", "2}"), ("made", "i + 1'000", "i + 1'000"), ("made", 'R"x(}")x"', 'R"x(}")x"'), ("kTable", "{ 3 , 4 }", "{3, 4}"),
                ("a::operator<", "a.x_ > b.x_", "a.x_ > b.x_"), ("Outer::Kind", "two", "two"), ("", "int c ( int )", "int c(int)"),
                ("Outer::Outer", 'work ( "} " "{" )', 'work("} {")'), ("~Outer", "default", "default")):
            place = found.find(function, expression)
            self.assertEqual(text[place.begin:place.end], expected)

    def test_what_is_not_there_and_what_is_near(self):
        found = self.places(SOURCE)
        for function, expression, expected in (
                ("made", "i << 1", "it is in another function: source.cpp:7"), ("made", "use(text, i + 2)", r"its first 6 tokens of 8: source.cpp:11"),
                ("mode", "x", "nearest: .*a::made"), ("Other::made", "x", "nearest: a::made"), ("", "return", "found 5 times"), ("kTable", "", "got none"),
                ("made", "changed", "no part is there"), ("made", "use ( tex", "use"), ("Outer", "1 x", "1")):
            with self.assertRaisesRegex(places.PlaceError, expected):
                found.find(function, expression)

    def test_modules_functions_and_blocks(self):
        found = self.places("module m #(parameter K = 4) (input clk);\n function automatic [3:0] f(input a); return a ? 4'd1 : '0; endfunction\n"
                            "generate for (;;) begin : g_row always begin x <= 1; end end endgenerate\n assign x = 2; // assign x = 2;\nendmodule\n",
                            "source.sv", VERILOG)
        for function, expression in (("m::f", "a ? 4'd1"), ("m::g_row", "x<=1"), ("m", "x = 2"), ("m", "K=4"), ("g_row", "x <= 1")):
            self.assertTrue(found.find(function, expression))
        with self.assertRaises(places.PlaceError):
            found.find("m::f", "x <= 1")

    def test_methods_of_python(self):
        found = self.places('class A:\n    """if x: \'no\'"""\n    def f(self, x):  # if x: 0\n        if x is not None and x != "a":\n            return f\'{x}\'\n'
                            "    def g(self):\n        return [1,\n                2]\n\ndef f(x): return x\n", "source.py", PYTHON)
        text = found.sources[0].text
        for function, expression, expected in (("A::f", "x is not None and", "x is not None and"), ("A::g", "[1, 2]", "[1,\n                2]"),
                                               ("A::f", "return f'{x}'", "return f'{x}'"), ("A::f", 'x!="a" :', 'x != "a":')):
            place = found.find(function, expression)
            self.assertEqual(text[place.begin:place.end], expected)
        with self.assertRaisesRegex(places.PlaceError, "it is in another function: source.py:7"):
            found.find("A::f", "[1")

    def test_tokens(self):
        self.assertEqual(tokens_of("a>>=b /* c */ ->*d...\n  #define X \\\n  1 // y\n1.5e-3f 'x' u8\"s\" .5", CPP).texts,
                         ["a", ">", ">=", "b", "->*", "d", "...", "#define X \\ 1", "1.5e-3f", "'x'", 'u8"s"', ".5"])


class ResultsByCommit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.first, self.second = mutant.load("model")[:2]

    def of(self, commit, fresh=False):
        return results.Results(fresh, self.folder, lambda: commit)

    def test_a_stopped_run_goes_on(self):
        self.of("c1").keep(self.first, True, "a test", 1.0)
        with (self.folder / "c1.jsonl").open("a") as file:
            file.write('{"mutant": "killed while')
        again = self.of("c1")
        self.assertEqual(again.of(self.first), (True, "a test", 1.0))
        self.assertIsNone(again.of(self.second))
        again.keep(self.second, False, "", 2.0)
        self.assertEqual(self.of("c1").of(self.second), (False, "", 2.0))
        self.assertIsNone(self.of("c1").of(dataclasses.replace(self.first, after="other")))

    def test_another_commit_no_commit_and_fresh_know_nothing(self):
        self.of("c1").keep(self.first, True, "a test", 1.0)
        self.of("").keep(self.first, True, "a test", 1.0)
        self.assertIsNone(self.of("c2").of(self.first))
        self.assertIsNone(self.of("").of(self.first))
        self.assertIsNone(self.of("c1", fresh=True).of(self.first))
        self.assertIsNone(self.of("c1").of(self.first))

    def test_a_tree_that_changes_meanwhile_keeps_nothing(self):
        commits = iter(("c1", ""))
        results.Results(False, self.folder, lambda: next(commits)).keep(self.first, True, "a test", 1.0)
        self.assertIsNone(self.of("c1").of(self.first))

    def test_the_table(self):
        lines, wrong = mutants.table({self.first: (True, "a test", 1.0), self.second: (False, "", 2.0)}, 1)
        self.assertEqual(wrong, 1)
        self.assertIn("tlm/units/stack_engine: 1 caught, 1 survived", lines)
        self.assertEqual(lines[-1], "MUTANTS: 1 caught, 1 survived, 1 not as listed, 1 not made")


if __name__ == "__main__":
    unittest.main()
