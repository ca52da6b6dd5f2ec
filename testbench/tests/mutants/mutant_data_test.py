#!/usr/bin/env python3
"""The mutants' data fits the sources: each text to break stands in its file once, each test that must notice is a quick one
of its program. Nothing is built. Exit status: 0 all holds, 1 not.
"""
import dataclasses
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTS = ROOT / "testbench/tests"
sys.path.insert(0, str(ROOT / "testbench/mutants"))
sys.dont_write_bytecode = True

import mutant  # noqa: E402


def quick_tests():
    """{(program, Suite.Name)} of all tests that carry no label."""
    found = set()
    for lists in TESTS.glob("*/CMakeLists.txt"):
        for program, sources in re.findall(r"(?:add_\w*program|add_executable)\((\w+)\s+([^)]*)\)", lists.read_text()):
            for name in sources.split():
                source = lists.parent / name
                text = source.read_text() if source.suffix == ".cpp" and source.exists() else ""
                for suite, test in re.findall(r"^TEST(?:_[FP])?\((\w+),\s*(\w+)\)", text, re.MULTILINE):
                    if not suite.startswith("Long"):
                        found.add((program, f"{suite}.{test}"))
    return found


class MutantData(unittest.TestCase):
    def test_every_mutant_breaks_its_source_in_one_place(self):
        for kind in mutant.KINDS:
            for found in mutant.load(kind):
                with self.subTest(kind=kind, name=found.name):
                    self.assertNotEqual(found.mutated(), found.source.read_text())

    def test_every_name_is_given_once(self):
        names = [found.name for found in mutant.load("model")]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_every_mutant_of_the_model_matters_and_is_named_by_a_quick_test(self):
        quick = quick_tests()
        self.assertGreater(len(quick), 500)
        for found in mutant.load("model"):
            with self.subTest(name=found.name):
                self.assertTrue(found.why)
                self.assertNotEqual(bool(found.test), bool(found.survives))
                if found.test:
                    self.assertIn((found.program, found.test), quick)
                else:
                    self.assertIn(found.program, {program for program, _ in quick})

    def test_every_unit_and_every_room_of_the_reference_has_mutants(self):
        rooms = {found.room for found in mutant.load("model")}
        units = {path.name for path in (ROOT / "tlm/units").iterdir()}
        self.assertLessEqual(units | {"memory", "triangle", "dop", "tree", "image", "traverse"}, rooms)
        self.assertEqual(units - {found.room for found in mutant.load("rtl")}, {"stack_sram", "engine_switch", "obb_unit", "aabb_unit", "pair_sequencer", "group_engine", "group_unit", "leaf_unit",
                                                                                 "record_cache", "small_triangle_unit"})

    def test_a_text_that_is_gone_or_stands_twice_is_an_error(self):
        found = mutant.load("model")[0]
        for text in ("no such text in any source", "now"):
            with self.assertRaises(mutant.MutantError):
                dataclasses.replace(found, before=text).mutated()


if __name__ == "__main__":
    unittest.main()
