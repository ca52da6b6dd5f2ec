"""Photographs of two reports for the README, taken by a Chromium: of the demo's query, and of the exploration of docs/plans/beyond_pareto.toml."""
import sys
import time

from made.context import ROOT

sys.path.insert(0, str(ROOT / "testbench/tests/report"))
from browser import Browser  # noqa: E402

OBJECTS = {"gear": "gear.obj", "finned-casting": "casting.stl"}
POSE = "0.35 0.1 0.05 0.9 0.3 0.2 0.1"


def photograph(context, folder, height, section=None):
    """The page's top, or from the heading of a section on."""
    context.run("report", folder)
    picture = context.folder / "picture.png"
    with Browser() as browser:
        browser.resize(1200, height)
        browser.prefer("light")
        browser.open(str(folder / "report.html"))
        if section:
            browser.evaluate(f"window.scrollTo({{top: document.querySelector('#{section}').getBoundingClientRect().top + scrollY - 60, behavior: 'instant'}})")
        browser.settle()
        time.sleep(1)  # until the 3D view has stopped
        browser.screenshot(str(picture))
    return picture.read_bytes()


def make(context):
    query, points = context.folder / "query", context.folder / "points"
    for kind, mesh in OBJECTS.items():
        context.run("mesh", kind, mesh, "--triangles", 30000, cwd=context.folder)
    context.run("collide", *OBJECTS.values(), "--pose", POSE, "--eq5", "--out", query, cwd=context.folder)
    context.run("explore", ROOT / "docs/plans/beyond_pareto.toml", "--out", points, "--jobs", context.jobs)
    return {"docs/pictures/report.png": photograph(context, query, 1290), "docs/pictures/exploration.png": photograph(context, points, 655, "pareto")}
