#!/usr/bin/env python3
"""Photographs the top of the demo's report: docs/pictures/report.png. Needs a Chromium.

    python3 docs/make_report_picture.py demo-out/result/report.html
"""
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "testbench/tests/report"))
from browser import Browser  # noqa: E402


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_report_picture.py REPORT.html")
    with Browser() as browser:
        browser.resize(1200, 1030)
        browser.prefer("light")
        browser.open(sys.argv[1])
        browser.settle()
        time.sleep(1)  # until the 3D view stands still
        browser.screenshot(str(ROOT / "docs/pictures/report.png"))


if __name__ == "__main__":
    main()
