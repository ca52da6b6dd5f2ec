"""Single questions about the paper's chip, two machines compared in each: a part of docs/findings.md."""
from made.findings_keys import change, word

PAGES = {"page_bytes": 4096, "mapping": "row_bank_column"}


def rows(exploration, statistics):
    """A row for each point, with sums over the objects."""
    return [[*(key.split(".")[1] for key in exploration.axes), *(name.replace(".", "_") for name in statistics)],
            *([*map(word, point["keys"].values()), *(sum(work[name] for work in point["work"].values()) for name in statistics)] for point in exploration.points)]


def rows_by_object(exploration, statistics):
    return [["object", *(key.split(".")[1] for key in exploration.axes), *(name.replace(".", "_") for name in statistics)],
            *([work, *map(word, point["keys"].values()), *(point["work"][work][name] for name in statistics)]
              for work in exploration.workloads for point in exploration.points)]


def ratio(exploration, one, other, statistic="cycles", work=None):
    """Of a statistic at keys `one` over that at `other`; geometric mean over the points that have them."""
    return exploration.total(exploration.select(**one), statistic, work) / exploration.total(exploration.select(**other), statistic, work)


def of_open_pages(memory, banks):
    return ratio(memory, {"page_policy": "open", "banks": banks, **PAGES}, {"page_policy": "closed", "banks": banks, **PAGES})


def of_prefetch(transform, floats, dotadds=2):
    some = {"dotadds": dotadds, "floats_per_cycle": floats}
    return ratio(transform, {"prefetch": True, **some}, {"prefetch": False, **some})


def about_memory(memory):
    for banks in (4, 16):
        yield f"open pages, {banks} banks", "closed pages", change(of_open_pages(memory, banks))


def about_transform(transform):
    paper = {"dotadds": 2, "floats_per_cycle": 1, "prefetch": True}
    for floats in (1, 8):
        yield f"prefetch, {floats} float{'s' * (floats > 1)} loaded per cycle", "no prefetch", change(of_prefetch(transform, floats))
    for key, value in (("dotadds", 48), ("floats_per_cycle", 2)):
        yield f"{value} {'DOTADDs' if key == 'dotadds' else 'floats loaded per cycle'}", f"{paper[key]}", change(ratio(transform, {**paper, key: value}, paper))


def about_pointer_fifo(fifo):
    depths = fifo.axes["pointer_fifo.depth"]
    for clock in (8, 16):
        yield (f"{min(depths)} entries of the Pointer FIFO, a PCI clock of {clock} cycles", f"{max(depths)} entries",
               change(ratio(fifo, {"depth": min(depths), "clock_cycles": clock}, {"depth": max(depths), "clock_cycles": clock})))


def about_directions(directions):
    side = directions.base("query.tumbled_side")
    paper = {"k": 24, "leaf_test": "dop_first", "tumbled_side": side}
    for k in (6, 18):
        yield f"k = {k}", "24", change(ratio(directions, {**paper, "k": k}, paper))
    other = {**paper, "tumbled_side": "ab".replace(side, "")}
    for work in directions.workloads:
        yield f"the other object tumbled: {work}", f"`{side}` tumbled", change(ratio(directions, other, paper, work=work))


def table_of(plans):
    return [["this", "instead of", "cycles"], *about_memory(plans["memory"]), *about_transform(plans["transform"]), *about_pointer_fifo(plans["pointer_fifo"]),
            *about_directions(plans["directions"])]
