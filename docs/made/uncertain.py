"""How often the triangle filter is uncertain, and what it costs: the first table of docs/exactness.md. Counts are over all poses of an object's list; cycles
are those of paper41 over every twentieth pose, with the filter and without. Objects that are missing are left out."""
import json

CAUSES = ("unbounded", "coplanar", "corner", "side")
CYCLES_EVERY = 20


def statistics(context, objects, poses, *options):
    stats = context.folder / "stats.json"
    context.run("collide", *objects, "--poses", poses, "--no-check", "--stats", stats, "--jobs", context.jobs, *options)
    return json.loads(stats.read_text())["queries"]


def some_of(poses, folder):
    lines = [line for line in poses.read_text().splitlines() if line.strip() and not line.startswith("#")]
    some = folder / "poses.txt"
    some.write_text("\n".join(lines[::CYCLES_EVERY]) + "\n")
    return some


def row(context, poses, meshes):
    name = poses.name.split(".")[0]
    objects = [meshes.get(stem) for stem in (name.split("__")[0], name.split("__")[-1])]
    if None in objects:
        return None
    queries = statistics(context, objects, poses, "--model", "mirror")
    counts = [sum(query[key] for query in queries) for key in ("triangle_tests", "uncertain")]
    causes = [sum(query["uncertain_causes"][cause] for query in queries) for cause in CAUSES]
    some = some_of(poses, context.folder)
    cycles = [sum(query["cycles"] for query in statistics(context, objects, some, "--set", f"triangle_unit.filter={on}")) for on in ("true", "false")]
    return [name.replace("__", ", "), *counts, *causes, *cycles]


def make(context):
    meshes = {mesh.stem: mesh for mesh in (context.shared / "meshes").iterdir()}
    every = (row(context, poses, meshes) for poses in sorted((context.shared / "poses").glob("*.poses.mat.txt")))
    rows = sorted(filter(None, every), key=lambda cells: cells[2] / cells[1])
    page = [[name, tests, uncertain, f"{100 * uncertain / tests:.3f} %", f"{100 * (on / off - 1):+.3f} %"] for name, tests, uncertain, *_, on, off in rows]
    return {"docs/exactness.md#uncertain": [["objects", "triangle tests", "uncertain", "share", "more cycles"], *page],
            "docs/tables/uncertain.csv": [["objects", "triangle_tests", "uncertain", *CAUSES, "cycles_with_filter", "cycles_without"], *rows]}
