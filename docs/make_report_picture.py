#!/usr/bin/env python3
"""Photographs reports for the README. Needs a Chromium.

    python3 docs/make_report_picture.py demo-out/result/report.html         # docs/pictures/report.png: the top of a query's report
    python3 docs/make_report_picture.py exploration/report.html pareto      # docs/pictures/exploration.png: the Pareto front
    # exploration: collisionchip explore docs/plans/beyond_pareto.toml --out exploration; collisionchip report exploration
"""
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testbench/tests/report"))
from browser import Browser  # noqa: E402


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["pareto"]):
        sys.exit("usage: make_report_picture.py REPORT.html [pareto]")
    front = len(sys.argv) == 3
    with Browser() as browser:
        browser.resize(1200, 760 if front else 1030)
        browser.prefer("light")
        browser.open(sys.argv[1])
        if front:
            browser.evaluate("window.scrollTo({top: document.querySelector('#pareto').getBoundingClientRect().top + scrollY - 60, behavior: 'instant'})")
        browser.settle()
        time.sleep(1)  # until the 3D view stands still
        browser.screenshot(str(ROOT / "docs/pictures" / ("exploration.png" if front else "report.png")))


if __name__ == "__main__":
    main()
