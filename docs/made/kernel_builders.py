"""Trees built by kernels: docs/tree.md.

Both trees of each public set are built on PoCL and asked each fortieth pose. The program ends with an error if a tree differs from the mirror's, or a pair from
the exact list. Visits are those of QuickCD's walk, divided by those with the usual tree. Build times are processor times, divided by one core's. Means are
geometric.
"""
import json

from made.all_poses import geometric, pose_lines
from made.volume_sets import sets_of
from made.volumes import EVERY

BUILDERS = {"`top_down`, `splatter`": ("top_down",), "`top_down`, `longest`": ("top_down", "--axis", "longest"), "`top_down`, `min_sum`": ("top_down", "--axis", "min_sum"),
            "`top_down`, `min_max`": ("top_down", "--axis", "min_max"), "`top_down`, `normals`": ("top_down", "--axis", "normals"), "`bottom_up`": ("bottom_up",)}
ON_PAGE = [name for name in BUILDERS if "longest" not in name and "min_" not in name]  # all are in the CSV
COLUMNS = ("set", "builder", "visits_to_usual", "build_processors_ms", "build_one_core_ms", "rounds", "host_splits", "splits")


def ask(context, some, *words):
    name, a, b, poses = some
    thinned, out = context.folder / "some.txt", context.folder / "stats.json"
    thinned.write_text("\n".join(pose_lines(poses)[::EVERY]) + "\n")
    context.run("quickcd", a, b, "--poses", thinned, "--device", "pocl", "--scheme", "subset_in_blocks", "--levels", 0, *words, "--stats", out)
    return json.loads(out.read_text())


def rows_of(context, some):
    usual = ask(context, some)["visits"]
    for name, words in BUILDERS.items():
        run = ask(context, some, "--builder", *words)
        made = run["trees"]
        yield [some[0], name.replace("`", ""), f"{run['visits'] / usual:.3f}" if usual else "", f"{made['processor_s'] * 1e3:.3f}", f"{made['mirror_s'] * 1e3:.3f}", made["rounds"],
               made["host_splits"], made["splits"]]


def page_row(name, rows):
    mine = [row for row in rows if row[1] == name.replace("`", "")]
    visits = geometric(float(row[2]) for row in mine if row[2])
    times = geometric(float(row[3]) / float(row[4]) for row in mine)
    splits = sum(row[7] for row in mine)
    return [name, f"{visits:.2f}", f"{times:.1f}", f"{100 * sum(row[6] for row in mine) / splits:.0f} %" if splits else "–"]


def make(context):
    rows = [row for some in sets_of(context.shared) for row in rows_of(context, some)]
    page = [page_row(name, rows) for name in ON_PAGE]
    return {"docs/tree.md#kernel_builders": [["on PoCL", "visits, `dop` = 1", "time, one core = 1", "host's splits"], *page],
            "docs/tables/kernel_builders.csv": [list(COLUMNS), *rows]}
