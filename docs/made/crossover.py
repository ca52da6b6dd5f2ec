"""From how many triangles on a tree pays: docs/pair_sequencer.md, from docs/plans/crossover.toml."""
import math

from made.explorations import Exploration

LANES, TILES, PAGE_TILE = (1, 4, 16, 64), (64, 256), 256


def cycles(point, work):
    return point["work"][work]["cycles"] / point["work"][work]["queries"]


def area(point):
    return next(iter(point["work"].values()))["chip.area_um2"] * 1e-6


def crossing(sizes, tree, other):
    """Where the two lines of logarithms cross first; None: nowhere among the sizes."""
    gaps = [math.log(other[size] / tree[size]) for size in sizes]
    for (small, before), (large, after) in zip(zip(sizes, gaps), zip(sizes[1:], gaps[1:])):
        if before <= 0 < after:
            share = -before / (after - before)
            return math.exp(math.log(small) + share * math.log(large / small))
    return None


def text_of(sizes, tree, other):
    if other[sizes[0]] > tree[sizes[0]]:
        return f"below {sizes[0]}"
    found = crossing(sizes, tree, other)
    return f"above {sizes[-1]}" if found is None else f"{found:.0f}"


def works_of(exploration):
    """{object: {triangles: workload}}"""
    works = {}
    for work in exploration.workloads:
        works.setdefault(work.rsplit(" ", 1)[0], {})[exploration.triangles[work]] = work
    return works


def make(context):
    exploration = Exploration(context, "crossover", context.store / "crossover")
    works = works_of(exploration)
    tree = exploration.select(kind="tree")[0]
    machines = {(lanes, tile): exploration.select(kind="brute_force", tile=tile, lanes=lanes)[0] for lanes in LANES for tile in TILES}

    def crossings(point):
        for some in works.values():
            yield text_of(sorted(some), *({size: cycles(machine, work) for size, work in some.items()} for machine in (tree, point)))

    page = [["machine", "mm²", *works], ["`paper41`", f"{area(tree):.0f}", *("–" for kind in works)]]
    for lanes in LANES:
        point = machines[lanes, PAGE_TILE]
        page.append([f"{lanes} Triangle Unit{'s' * (lanes > 1)}", f"{area(point):.0f}", *crossings(point)])
    rows = [[kind, size, *(f"{cycles(point, works[kind][size]):.0f}" for point in (tree, *machines.values()))] for kind in works for size in sorted(works[kind])]
    head = ["object", "triangles", "paper41_cycles", *(f"units_{lanes}_tile_{tile}_cycles" for lanes, tile in machines)]
    return {"docs/pair_sequencer.md#crossover": page, "docs/tables/crossover.csv": [head, *rows]}
