#!/usr/bin/env python3
"""testbench/coverage/rtl_coverage.py notices a table that is out of date and a line without a reason; nothing is measured here, the counts are those of the table."""
import csv
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "testbench/coverage"))
sys.dont_write_bytecode = True

import rtl_coverage  # noqa: E402

def of_the_page():
    """The lines that the page says are not reached."""
    return [(name, int(number), text) for name, number, text in re.findall(r"Not reached: `([\w.]+):(\d+)`, `(.*?)`", (ROOT / "docs/rtl.md").read_text())]


def of_the_table(uncovered, **other):
    """What the table says; `other`: lines covered of a file instead."""
    with open(ROOT / rtl_coverage.TABLE, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["lines"]]
    names = [pathlib.Path(row["file"]).name for row in rows]
    counts = [[int(row[name]) for name in ("lines", "lines_covered", "bits", "bits_changed")] for row in rows]
    for name, count in zip(names, counts):
        count[1] = other.get(name.partition(".")[0], count[1])
    return rtl_coverage.Coverage([(name, *count) for name, count in zip(names, counts)], list(uncovered), [])


class Problems(unittest.TestCase):
    def test_table_and_page_agree(self):
        self.assertEqual(list(rtl_coverage.problems_of(of_the_table(of_the_page()))), [])

    def test_other_counts_are_noticed_in_table_and_page(self):
        self.assertEqual(list(rtl_coverage.problems_of(of_the_table(of_the_page(), pci_target=111))),
                         [f"{path}:1: out of date: docs/make.py BINARY rtl_coverage" for path in ("docs/rtl.md", rtl_coverage.TABLE)])

    def test_a_line_without_a_reason_is_noticed(self):
        problems = list(rtl_coverage.problems_of(of_the_table([*of_the_page(), ("pci_target.sv", 1, "module")])))
        self.assertIn("rtl_model/rtl/pci_interface/pci_target.sv:1 is not covered and has no reason in rtl_uncovered.toml: module", problems)

    def test_a_reason_without_a_line_is_noticed(self):
        name, _, text = of_the_page()[0]
        self.assertIn(f"rtl_uncovered.toml: {name} has no such uncovered line: {text}", list(rtl_coverage.problems_of(of_the_table([]))))

    def test_too_few_lines_are_noticed(self):
        self.assertIn("less than 95 % of the lines are covered", list(rtl_coverage.problems_of(of_the_table(of_the_page(), triangle_unit=0))))


if __name__ == "__main__":
    unittest.main()
