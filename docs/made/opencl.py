"""Without a tree, and trees by many threads, on OpenCL: docs/opencl.md.

Combs interlaced, by all pairs on one core and on the device, and by trees; then trees by the schemes of `quickcd`. Times of one core are processor time, those
of the device wall time, all of them means. How many pairs of nodes a walk looks at does not depend on the host.
"""
import csv
import io
import json
import random
import re

from made.host import host_of

DEVICE, NAME = "pocl", "PoCL"  # a GPU: "gpu"
HERE, THERE = ("--device", "cpu"), ("--device", DEVICE)
COUNTS = (12, 48, 100, 300, 1000, 3000, 10000, 20000)
SHOWN = (12, 100, 300, 1000, 20000)  # on the page
PAIRS_OF_A_ROW = 2e7  # as often as that takes, 50 times at most
COMBS = ("triangles_each", "pairs", "one_core_ms", "one_core_ns_per_pair", "copied_ms", "resident_ms", "processors_ns_per_pair", "exact_one_core_ms", "exact_ms",
         "trees_one_core_ms", "building_both_trees_ms")
OBJECTS, TRIANGLES, POSES = ("finned-casting", "gear"), 10000, 64
PHASES = ("tumble", "refit", "reduce", "traverse", "triangles")
SCHEMES = (("priori_like", "transform", 1), ("priori_like", "transform", 16), ("priori_like", "transform", 64), ("priori_like", "refit", 64),
           ("subset_in_blocks", "transform", 64), ("subset_in_blocks", "refit", 64))
TREES = ("scheme", "tumbling", "poses_at_a_time", *(f"{phase}_ms" for phase in PHASES), "pose_ms", "processors_ms", "scheme_one_core_ms", "quickcd_one_core_ms",
         "algorithm_2_one_core_ms")
WALKS = {"QuickCD, from the roots": ("subset_in_blocks", "--levels", 0), "`priori_like`": ("priori_like",), "`subset_in_blocks`, 64 subtrees": ("subset_in_blocks",),
         "the same, refitted": ("subset_in_blocks", "--tumble", "refit")}


class Bench:
    def __init__(self, context):
        self.context, self.folder = context, context.folder

    def stats(self, *words):
        out = self.folder / "stats.json"
        self.context.run(*words, "--stats", out)
        return json.loads(out.read_text())

    def mesh(self, kind, count, *words):
        path = self.folder / f"{kind}{count}{''.join(words)}.obj"
        return path, self.context.run("mesh", kind, path, "-n", count, *words)

    def all_pairs(self, a, b, poses, *words):
        """Milliseconds of a question on the clock and of the processors, and the latter in nanoseconds a pair."""
        stats = self.stats("allpairs", a, b, "--poses", poses, "--no-check", *words)
        answers, phases = stats["answers"], ("upload_s", "move_s", "test_s", "read_s", "settle_s")
        wall = sum(answer[phase] for answer in answers for phase in phases) / len(answers)
        processor = sum(answer["processor_s"] for answer in answers) / len(answers)
        return wall * 1e3, processor * 1e3, processor * 1e9 / (stats["triangles_a"] * stats["triangles_b"])

    def building(self, mesh):
        """Milliseconds of both trees."""
        printed = self.context.run("trees", mesh, "--format", "dop128", "--k", 24, "--csv", "-")
        rows = csv.DictReader(io.StringIO("\n".join(line for line in printed.splitlines() if "," in line)))
        return 2 * float(next(rows)["build_s"]) * 1e3


def comb_row(bench, count, poses):
    comb, said = bench.mesh("comb", count)
    pose = re.search(r'--pose "(.*)"', said)[1]
    repeats = int(max(1, min(50, PAIRS_OF_A_ROW / count ** 2)))
    poses.write_text((pose + "\n") * repeats)
    _, scalar, scalar_ns = bench.all_pairs(comb, comb, poses, "--mode", "published", *HERE)
    copied, _, _ = bench.all_pairs(comb, comb, poses, "--mode", "published", "--copy-each", *THERE)
    resident, _, ns = bench.all_pairs(comb, comb, poses, "--mode", "published", *THERE)
    _, exact_scalar, _ = bench.all_pairs(comb, comb, poses, "--mode", "filtered", *HERE)
    exact, _, _ = bench.all_pairs(comb, comb, poses, "--mode", "filtered", *THERE)
    tree = bench.stats("quickcd", comb, comb, "--poses", poses, *HERE)["list_s"] / repeats * 1e3
    ms = (f"{value:.3f}" for value in (copied, resident))
    return [count, count * count, f"{scalar:.3f}", f"{scalar_ns:.1f}", *ms, f"{ns:.1f}", *(f"{value:.3f}" for value in (exact_scalar, exact, tree, bench.building(comb)))]


def burr_text(bench, poses):
    """The largest comb against one that meets it in one triangle."""
    (comb, _), (burred, _) = bench.mesh("comb", COUNTS[-1]), bench.mesh("comb", COUNTS[-1], "--collide")
    _, scalar, _ = bench.all_pairs(comb, burred, poses, "--mode", "published", *HERE)
    found, _, _ = bench.all_pairs(comb, burred, poses, "--mode", "published", *THERE)
    return f"With a burr that meets one triangle, one core needs {scalar:.1f} ms and {NAME} {found / 1e3:.1f} s, because all groups are launched."


def tumbling_poses(bench):
    chance = random.Random(2011)
    path = bench.folder / "tumbling.txt"
    path.write_text("\n".join(" ".join([*(f"{chance.uniform(-0.45, 0.45):.4f}" for _ in range(3)), *(f"{chance.gauss(0, 1):.4f}" for _ in range(4))])
                              for _ in range(POSES)) + "\n")
    return path


def scheme_row(bench, objects, poses, scheme, tumbling, batch):
    run = bench.stats("quickcd", *objects, "--poses", poses, *THERE, "--scheme", scheme, "--tumble", tumbling, "--batch", batch)
    seconds = [*(run["times"][f"{phase}_s"] for phase in PHASES), sum(run["times"].values()), run["processor_s"], run["mirror_s"], run["quickcd_s"], run["list_s"]]
    return [scheme, tumbling, batch, *(f"{value / run['poses'] * 1e3:.3f}" for value in seconds)]


def walk_rows(bench, objects, poses):
    """Pairs of nodes looked at, counted by the mirror on one core."""
    visits = {name: bench.stats("quickcd", *objects, "--poses", poses, *HERE, "--no-check", "--scheme", *words)["visits"] for name, words in WALKS.items()}
    first = next(iter(visits.values()))
    return [[name, count, f"{count / first:.2f}"] for name, count in visits.items()]


def short(cell):
    """A time as the page has it."""
    value = float(cell)
    return f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def comb_page(rows):
    for row in rows:
        cells = dict(zip(COMBS, row))
        if int(cells["triangles_each"]) in SHOWN:
            yield [cells["triangles_each"], *(short(cells[name]) for name in ("one_core_ms", "resident_ms", "exact_one_core_ms", "trees_one_core_ms", "building_both_trees_ms"))]


def scheme_page(rows):
    """Those that ask as many poses at a time as they can."""
    for row in rows:
        cells = dict(zip(TREES, row))
        if int(cells["poses_at_a_time"]) == POSES:
            yield [f"`{cells['scheme']}`, {cells['tumbling']}",
                   *(short(cells[name]) for name in ("pose_ms", "processors_ms", "scheme_one_core_ms", "quickcd_one_core_ms", "algorithm_2_one_core_ms"))]


def border(rows):
    """The most triangles with which all pairs on one core take less than trees that have to be built, and the next count."""
    cells = [dict(zip(COMBS, map(float, row))) for row in rows]
    won = [row["one_core_ms"] < row["building_both_trees_ms"] + row["trees_one_core_ms"] for row in cells]
    lost = won.index(False) if False in won else len(won) - 1
    return " and ".join(f"{cells[number]['triangles_each']:.0f}" for number in (max(lost - 1, 0), lost))


def answer_text(rows):
    last = dict(zip(COMBS, rows[-1]))
    each = f"{int(last['triangles_each']):,}".replace(",", " ")
    return (f"One core tests all pairs of {each} × {each} triangles in {float(last['one_core_ms']) / 1e3:.1f} s, and with trees it needs {float(last['trees_one_core_ms']):.1f} ms. "
            f"If the trees have to be built for one question, all pairs win up to a limit between {border(rows)} triangles each.")


def made_of(combs, schemes, walks, burr, host):
    return {
        "docs/opencl.md#opencl_answer": answer_text(combs),
        "docs/opencl.md#opencl_combs": [["triangles each", "one core", NAME, "exact, one core", "trees, one core", "building both trees"], *comb_page(combs)],
        "docs/opencl.md#opencl_burr": burr,
        "docs/opencl.md#opencl_trees": [["scheme, tumbling", f"{NAME}, a pose", f"{NAME}, processors", "one core", "QuickCD, one core", "Algorithm 2, one core"],
                                        *scheme_page(schemes)],
        "docs/tables/opencl_walks.csv": [["walk", "pairs_of_nodes", "divided_by_quickcds"], *walks],
        "docs/opencl.md#opencl_host": f"Measured on {host}.",
        "docs/tables/opencl_combs.csv": [list(COMBS), *combs],
        "docs/tables/opencl_trees.csv": [list(TREES), *schemes]}


def make(context):
    bench, host, poses = Bench(context), host_of(context.program.parent), context.folder / "poses.txt"
    combs = [comb_row(bench, count, poses) for count in COUNTS]
    burr = burr_text(bench, poses)
    objects, tumbling = [bench.mesh(kind, TRIANGLES)[0] for kind in OBJECTS], tumbling_poses(bench)
    schemes = [scheme_row(bench, objects, tumbling, *scheme) for scheme in SCHEMES]
    return made_of(combs, schemes, walk_rows(bench, objects, tumbling), burr, host)
