"""How often the triangle filter is uncertain, and what it costs: the first table of docs/exactness.md. Counts are over all poses of an object in general
position; cycles are those of paper41 over every twentieth pose, with the filter and without."""
import json

from made.all_poses import pose_sets, thinned

CAUSES = ("unbounded", "coplanar", "corner", "side")
CYCLES_EVERY = 20
SHOWN_EVERY = 5  # rows on the page: the least, the middle, the most


def queries(context, some, *options):
    stats = context.folder / "stats.json"
    context.run("collide", some.a, some.b, "--poses", some.poses, "--no-check", "--stats", stats, "--jobs", context.jobs, *options)
    return json.loads(stats.read_text())["queries"]


def row(context, some, few):
    every = queries(context, some, "--model", "mirror")
    counts = [sum(query[key] for query in every) for key in ("triangle_tests", "uncertain")]
    causes = [sum(query["uncertain_causes"][cause] for query in every) for cause in CAUSES]
    cycles = [sum(query["cycles"] for query in queries(context, few, "--set", f"triangle_unit.filter={on}")) for on in ("true", "false")]
    return [some.name.replace(" × ", ", "), *counts, *causes, *cycles]


def make(context):
    sets = [some for some in pose_sets(context.shared) if not some.contact]
    rows = [row(context, some, few) for some, few in zip(sets, thinned(sets, CYCLES_EVERY, context.folder))]
    rows.sort(key=lambda cells: cells[2] / cells[1])
    page = [[name, tests, uncertain, f"{100 * uncertain / tests:.3f} %", f"{100 * (on / off - 1):+.3f} %"] for name, tests, uncertain, *_, on, off in rows[::SHOWN_EVERY]]
    return {"docs/exactness.md#uncertain": [["objects", "triangle tests", "uncertain", "share", "more cycles"], *page],
            "docs/tables/uncertain.csv": [["objects", "triangle_tests", "uncertain", *CAUSES, "cycles_with_filter", "cycles_without"], *rows]}
