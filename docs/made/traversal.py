"""What the traversal is worth on the chip: docs/paper_figures.md. The chip walks lists, or both trees at once with a stack of pairs, at published poses."""
from made.all_poses import geometric, pose_sets, statistics_of, thinned
from made.machines_asked import asked

EVERY = 8  # of a set's poses one; docs/paper_figures.md says so
CHIPS = ("paper41", "paper52", "paper52-eq5")
WALKS = {"lists": {}, "pairs, transformed again": {"stack_engine.traversal": "pairs"},
         "pairs, transforms on the stack": {"stack_engine.traversal": "pairs", "stack_engine.transformed": "stack"}}


def counts(context, machine, some):
    """Sums over the set: cycles, pairs transformed, pairs of nodes read."""
    queries = statistics_of(context, machine, some, machine["first"])["queries"]
    of_all = lambda *names: sum(query["counters"][name] for query in queries for name in names)
    return {"queries": len(queries), "cycles": sum(query["cycles"] for query in queries), "transforms": of_all("dop_unit.tumbled_pairs"),
            "pairs_read": of_all("memory_controller.tumbled_pairs", "memory_controller.aligned_pairs"),
            "sram_words": of_all("stack_sram_left.words_read", "stack_sram_right.words_read", "stack_sram_left.words_written", "stack_sram_right.words_written")}


def machines():
    for chip in CHIPS:
        for walk, keys in WALKS.items():
            for first in (False, True):
                yield {"name": (chip, walk, first), "chip": chip, "set": keys, "first": first}


def ratio(values):
    values = list(values)
    return f"{geometric(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def table_of(numbers, sets):
    yield ["chip", "walks", "all pairs: cycles by those of lists", "transforms", "pairs of nodes read", "first witness: cycles by those of lists"]
    for chip in CHIPS:
        for walk in list(WALKS)[1:]:
            by_lists = lambda column, first: ratio(numbers[(chip, walk, first), some][column] / numbers[(chip, "lists", first), some][column] for some in sets)
            yield [f"`{chip}`", walk, by_lists("cycles", False), by_lists("transforms", False), by_lists("pairs_read", False), by_lists("cycles", True)]


def rows_of(numbers):
    columns = ("queries", "cycles", "transforms", "pairs_read", "sram_words")
    yield ["set", "chip", "walks", "answers", *columns]
    for ((chip, walk, first), some), one in numbers.items():
        yield [some.name + (" in contact" if some.contact else ""), chip, walk, "first witness" if first else "all pairs", *(one[column] for column in columns)]


def make(context):
    sets = thinned(pose_sets(context.shared), EVERY, context.folder)
    numbers = asked(context, counts, list(machines()), sets)
    return {"docs/paper_figures.md#traversal_chip": [row for row in table_of(numbers, sets) if row[0] != "`paper52-eq5`"], "docs/tables/traversal_chip.csv": list(rows_of(numbers))}
