#!/usr/bin/env python3
"""Makes docs/findings.md from the plans in docs/plans: runs them, reads their results and writes every figure.

    python3 docs/make_findings.py build/check/collisionchip --out FOLDER [--jobs N]

What FOLDER has of a plan is not computed again. Plans of public meshes (meshes41.toml, meshes52.toml) run where
shared/meshes lies beside the repository, and are left out elsewhere.
"""
import argparse
import math
import pathlib

import node_cache
from explorations import Exploration

HERE = pathlib.Path(__file__).resolve().parent
CACHE_OBJECTS = (("gear", 1000), ("finned-casting", 1000), ("gear", 10000), ("coil-spring", 10000), ("finned-casting", 10000), ("gear", 60000))
ENGINE = ("busy", "tumbled_read", "transform", "aligned_pairs", "stack_sram", "triangle_unit")


def table(head, rows):
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines) + "\n"


def percent(part, digits=1):
    return f"{100 * part:.{digits}f} %"


def change(ratio):
    return f"{100 * (ratio - 1):+.1f} %".replace("-", "−")


def short(key):
    return f"`{key}`"


def word(value):
    """As in a chip file."""
    return str(value).lower() if isinstance(value, bool) else value


def number(value):
    return f"{value:,.0f}".replace(",", " ")


# ------------------------------------------------------------------------------------------------- where cycles go


def cycles_table(fast, slow):
    """Two presets on the same objects: cycles, Eq. 5 and what the Stack Engine waits for."""
    rows = []
    for work in fast.workloads:
        for name, exploration in (("paper52", slow), ("paper41", fast)):
            s = exploration.points[0]["work"][work]
            engine = [s["stack_engine.busy"]] + [s[f"stack_engine.stalled.{cause}"] for cause in ENGINE[1:]]
            rows.append([
                work if name == "paper52" else "", exploration.triangles[work] if name == "paper52" else "", name,
                f"{s['aligned_pairs'] / s['lists']:.1f}", number(s['cycles'] / s['queries']),
                f"{s['cycles'] / s['eq5_cycles']:.2f}", *(percent(part / s["cycles"], 0) for part in engine)])
    return table(["object", "triangles", "chip", "α", "cycles per query", "of Eq. 5", *ENGINE], rows)


def speedup(fast, slow):
    return math.exp(sum(math.log(slow.total(slow.points, work=w) / fast.total(fast.points, work=w)) for w in fast.workloads)
                    / len(fast.workloads))


def engine_share(exploration, cause):
    name = "stack_engine.busy" if cause == "busy" else f"stack_engine.stalled.{cause}"
    return exploration.total(exploration.points, name) / exploration.total(exploration.points)


# -------------------------------------------------------------------------------------------------- which keys matter


def key_rows(effects, keys):
    rows = []
    for key, base in keys:
        some = effects[key]
        best, worst = min(some, key=some.get), max(some, key=some.get)
        rows.append([short(key), word(base), word(worst), change(some[worst]), word(best), change(some[best])])
    return rows


def sweep(exploration, key):
    """A key's values and what each makes of the cycles, in one line."""
    def order(item):
        return item[0] if isinstance(item[0], int) and not isinstance(item[0], bool) else str(item[0])
    effects = exploration.effects()[key]
    return ", ".join(f"{value}: {change(ratio)}" for value, ratio in sorted(effects.items(), key=order))


def spread(effects):
    return max(effects.values()) / min(effects.values())


# ------------------------------------------------------------------------------------------------------ sections


def section_cycles(run):
    text = ["## Where the cycles go\n"]
    fast, slow = run("objects41"), run("objects52")
    text.append("Each object against its own copy, one turn of eight steps at three distances of the box centres (0.6, 1.0 and 1.4, the object "
                "fitting in [-1,1]³). *of Eq. 5*: the chip's cycles over the paper's estimate for the same lists. The other columns are the Stack "
                "Engine's cycles: busy, and what it waits for ([stack_engine.md](stack_engine.md)); they add up to all cycles.\n")
    text.append(cycles_table(fast, slow))
    public = None
    try:
        public = (run("meshes41"), run("meshes52"))
    except FileNotFoundError:
        text.append("Public meshes were not there when this page was made.\n")
    if public:
        text.append("The same of public meshes:\n")
        text.append(cycles_table(*public))
    both = [(fast, slow)] + ([public] if public else [])
    ratios = [speedup(*pair) for pair in both]
    text.append(f"`paper41` is {' and '.join(f'{ratio:.2f}' for ratio in ratios)} times as fast as `paper52` "
                f"(geometric mean over the objects{' of each table' if public else ''}). "
                f"In `paper52` the transform keeps the Stack Engine waiting for {percent(engine_share(slow, 'transform'), 0)} of the cycles of the built-in "
                f"objects, in `paper41` for {percent(engine_share(fast, 'transform'), 0)}: with lists of few pairs there is not enough to hide it behind. The tumbled read, "
                f"which nothing hides, goes from {percent(engine_share(slow, 'tumbled_read'), 0)} to {percent(engine_share(fast, 'tumbled_read'), 0)}. "
                f"Waiting for triangles is {percent(engine_share(fast, 'triangle_unit'), 0)} of `paper41`.\n")
    return "\n".join(text), {"fast": fast, "slow": slow, "ratios": ratios}


def section_keys(run):
    text = ["## Which keys matter\n", "### One at a time\n"]
    keys = run("keys")
    effects = keys.effects()
    order = sorted(effects, key=lambda key: -spread(effects[key]))
    rows = key_rows(effects, [(key, keys.base(key)) for key in order])
    strong = [row for row, key in zip(rows, order) if spread(effects[key]) >= 1.01]
    weak = [short(key) for key in order if spread(effects[key]) < 1.01]
    text.append("`paper41` with one key changed, against `paper41` (`docs/plans/keys.toml`: three objects, twelve poses each):\n")
    text.append(table(["key", "paper41", "worst", "cycles", "best", "cycles"], strong))
    text.append(f"Less than 1 % between the best and the worst value: {', '.join(weak)}.\n")
    text.append("### All together\n")
    together = run("together")
    shares = together.shares()
    ratio = together.effects()
    text.append(f"A Latin hypercube of {len(together.points)} points over {len(together.axes)} keys (`docs/plans/together.toml`). The share of the "
                "variance of the logarithm of the cycles that a key's own effect explains; it depends on the values that the plan gives the key:\n")
    text.append(table(["key", "share of the variance", "worst value", "best value", "worst / best"],
                      [[short(key), percent(share), word(max(ratio[key], key=ratio[key].get)), word(min(ratio[key], key=ratio[key].get)), f"{spread(ratio[key]):.2f}"]
                       for key, share in list(shares.items())[:10]]))
    first = list(shares)[:3]
    text.append(f"The three that matter most are {', '.join(map(short, first[:2]))} and {short(first[2])}, with {percent(sum(shares[k] for k in first), 0)} of the "
                f"variance; all {len(shares)} keys by themselves explain {percent(sum(shares.values()), 0)}, the rest is their "
                "interaction.\n")
    return "\n".join(text), {"keys": keys, "together": together, "first": first, "shares": shares}


WHY = {
    "sdram.bus_bytes": "every list begins with a read that nothing hides, and every aligned pair is 256 bytes on the bus",
    "dop_unit.dotadds": "the transform takes k / (DOTADDs per sibling) cycles, and lists are too short to hide it",
    "dop_unit.floats_per_cycle": "the transform cannot be faster than its operands are loaded",
    "stack_engine.look_ahead": "with few pairs on the way the latency of the memory is paid for each of them",
    "stack_engine.leaf_test": "the Triangle Unit gets several times as many pairs when leaves are not compared first",
    "dop_unit.start_floats": "rows wait until so many coefficients are loaded",
    "stack_engine.prefetch": "the left child pair is transformed while the list before is worked off",
    "dop_unit.register_sets": "without a second set no tumbled pair can be loaded while one is in use",
    "sdram.t_rcd": "it is part of every read that nothing hides",
    "memory_controller.input_registers": "a tumbled pair in the only register blocks the aligned ones behind it",
    "dop_unit.compare_floats": "an aligned pair takes 2 k / compare_floats cycles, which is the bus's pace at 8",
    "dop_unit.dotadd_stages": "its latency is paid once a list, after the last row",
    "sdram.banks": "more banks hide more activates behind the bursts",
}


def section_topics(run, found):
    keys = found["keys"]
    text = ["## Topic by topic\n"]
    memory = run("memory")
    open_pages = {}
    for banks in (4, 16):
        opened, closed = (memory.select(page_policy=policy, banks=banks, page_bytes=4096, mapping="row_bank_column") for policy in ("open", "closed"))
        open_pages[banks] = memory.total(opened) / memory.total(closed)
    rows = []
    for banks in memory.axes["sdram.banks"]:
        for policy in ("closed", "open"):
            chosen = memory.select(banks=banks, page_policy=policy, page_bytes=4096, mapping="row_bank_column")
            hits = "–" if policy == "closed" else percent(memory.total(chosen, "sdram.row_hits") / memory.total(chosen, "sdram.reads"), 0)
            rows.append([banks, policy, *(number(memory.total([p])) for p in chosen), hits])
    text.append("**SDRAM: banks, pages, look-ahead** (`docs/plans/memory.toml`; pages of 4 KB, mapping `row_bank_column`): cycles by `stack_engine.look_ahead`, "
                "and the reads that hit an open page.\n")
    text.append(table(["banks", "policy", *(f"look-ahead {n}" for n in memory.axes["stack_engine.look_ahead"]), "page hits"], rows))
    transform = run("transform")
    rows = [[dotadds, "on" if prefetch else "off", *(number(transform.total([p])) for p in transform.select(dotadds=dotadds, prefetch=prefetch))]
            for dotadds in transform.axes["dop_unit.dotadds"] for prefetch in (False, True)]
    text.append("**DOTADDs, load width, prefetch** (`docs/plans/transform.toml`): cycles by `dop_unit.floats_per_cycle`.\n")
    text.append(table(["DOTADDs", "prefetch", *(f"{n} floats" for n in transform.axes["dop_unit.floats_per_cycle"])], rows))
    text.append(prefetch_pays(transform))
    text.append(f"**FIFOs, registers, latencies** (`docs/plans/keys.toml`): input registers {sweep(keys, 'memory_controller.input_registers')}. Request queues "
                f"{sweep(keys, 'memory_controller.request_queue_depth')}. SDRAM queue {sweep(keys, 'sdram.queue_depth')}. Triangle queue "
                f"{sweep(keys, 'triangle_unit.queue_depth')}. Register sets {sweep(keys, 'dop_unit.register_sets')}. "
                f"SRAM latency {sweep(keys, 'stack_sram.latency')}. Look-ahead {sweep(keys, 'stack_engine.look_ahead')}.\n")
    text.append(pointer_fifo(run("pointer_fifo")))
    text.append(directions(run("directions")))
    cache = run("triangle_cache")
    text.append(triangle_cache(cache))
    return "\n".join(text), {"memory": memory, "transform": transform, "cache": cache, "open": open_pages}


def prefetch_pays(transform):
    """Where the prefetch costs more than it gains."""
    on, off = (transform.select(floats_per_cycle=24, prefetch=value) for value in (True, False))
    worse = [p["keys"]["dop_unit.dotadds"] for p, q in zip(on, off) if transform.total([p]) > transform.total([q])]
    if not worse:
        return "The prefetch pays everywhere.\n"
    return (f"Loaded at 24 floats per cycle, the prefetch costs cycles from {min(worse)} DOTADDs on: the transform is short then, and a pair that was "
            "fetched in vain has kept the memory from another read.\n")


def pointer_fifo(exploration):
    depths, clocks = (exploration.axes[key] for key in ("pointer_fifo.depth", "pci.clock_cycles"))
    deepest = {clock: exploration.total(exploration.select(depth=max(depths), clock_cycles=clock)) for clock in clocks}
    rows = [[depth, *(change(exploration.total(exploration.select(depth=depth, clock_cycles=clock)) / deepest[clock]) for clock in clocks)] for depth in depths]
    return (f"**Pointer FIFO** (`docs/plans/pointer_fifo.toml`; the host is interrupted at {exploration.base('pointer_fifo.threshold')} entries): cycles against "
            f"{max(depths)} entries, by chip cycles per clock of the PCI bus (`pci.clock_cycles`, {exploration.base('pci.clock_cycles')} in `paper41`).\n\n"
            + table(["entries", *(f"{clock} a clock" for clock in clocks)], rows))


def directions(exploration):
    side = exploration.base("query.tumbled_side")
    rows = []
    for k in exploration.axes["dop.k"]:
        row = [k]
        for leaf in ("dop_first", "triangle"):
            point = exploration.select(k=k, leaf_test=leaf, tumbled_side=side)
            row += [number(exploration.total(point, what)) for what in ("cycles", "sdram.reads", "triangle_tests")]
        rows.append(row)
    base = [exploration.select(k=24, leaf_test="dop_first", tumbled_side=s) for s in (side, "ab".replace(side, ""))]
    sides = ", ".join(f"{work} {change(exploration.total(base[1], work=work) / exploration.total(base[0], work=work))}" for work in exploration.workloads)
    return ("**Directions and leaf test** (`docs/plans/directions.toml`; the transform may start after 6 floats in all rows). "
            "The node keeps its 128 bytes whatever k is.\n\n"
            + table(["k", "cycles, `dop_first`", "reads", "triangle tests", "cycles, `triangle`", "reads", "triangle tests"], rows)
            + f"\n**Tumbled side** (`{side}` in `paper41`): the other object transformed instead: {sides}.\n")


def hit_rate(exploration, points, work):
    hits, misses = (exploration.total(points, f"triangle_unit.aligned_cache_{what}", work) for what in ("hits", "misses"))
    return hits / (hits + misses)


def triangle_cache(exploration):
    lines = exploration.axes["triangle_unit.cache_lines"]
    rows = []
    for work in exploration.workloads:
        for ways in exploration.axes["triangle_unit.cache_ways"]:
            row = [work if ways == 1 else "", ways]
            for count in lines:
                point = exploration.select(cache_lines=count, cache_ways=ways, leaf_test="dop_first")
                row.append(percent(hit_rate(exploration, point, work), 0) if point else "–")
            rows.append(row)
    return ("**Triangle cache** (`docs/plans/triangle_cache.toml`): hit rate of the aligned side by lines of 88 bytes and by ways.\n\n"
            + table(["object", "ways", *lines], rows))


def index_table(found):
    """Hits by index function, and how far apart two of them are, in points, by size: the largest over objects and ways."""
    rows, apart = [], dict.fromkeys(node_cache.SIZES_KIB, 0)
    for (kind, triangles), by_index in found.items():
        for ways in filter(None, node_cache.WAYS):
            shares = {size: [100 * by_index[size, ways, index] for index in node_cache.INDEX_FUNCTIONS] for size in node_cache.SIZES_KIB}
            apart = {size: max(most, max(shares[size]) - min(shares[size])) for size, most in apart.items()}
            rows.append([f"{kind}, {triangles}" if ways == 1 else "", ways, *(" / ".join(f"{share:.1f}" for share in shares[size]) for size in shares)])
    return table(["object", "ways", *(f"{size} KiB" for size in node_cache.SIZES_KIB)], rows), apart


def section_dop_cache(program, folder):
    text = ["## A cache for DOPs\n",
            "The paper has none and says why (§4.1). The chip's reads of sibling pairs, recorded in a [trace](trace.md), were put through "
            "caches with lines of one pair, least recently used replaced, kept from query to query (one turn of four steps at each of three distances): "
            "hits by size, direct mapped / four ways / any line anywhere.\n"]
    rows, least, by_index = [], {}, {}
    for kind, triangles in CACHE_OBJECTS:
        found = node_cache.measure(program, kind, triangles, node_cache.FINDINGS_DISTANCES, node_cache.FINDINGS_STEPS, folder / f"node_cache_{kind}_{triangles}")
        print(f"node cache: {kind} {triangles}: {found['reads']} reads", flush=True)
        rates, by_index[kind, triangles] = found["rates"], found["by_index"]
        rows.append([f"{kind}, {triangles}", f"{found['distinct'] * node_cache.PAIR_BYTES // 1024} KiB",
                     *(" / ".join(f"{100 * rates[size, ways]:.0f}" for ways in node_cache.WAYS) for size in node_cache.SIZES_KIB)])
        least[kind, triangles] = next((size for size in node_cache.SIZES_KIB if max(rates[size, ways] for ways in node_cache.WAYS) > 0.8), None)
    text.append(table(["object", "pairs touched", *(f"{size} KiB" for size in node_cache.SIZES_KIB)], rows))
    text.append("The least of these sizes with more than 80 % hits, the best associativity taken: " + ", ".join(
        f"{kind} {triangles} {f'{size} KiB' if size else 'none'}" for (kind, triangles), size in least.items()) + ". Where that is little, "
        "the cache holds most of what the object has.\n")
    index_rows, apart = index_table(by_index)
    text.append("The same caches by index function, in percent: a pair's number modulo the sets / its bits folded by exclusive or / the high bits of "
                "its product with 2³² by the golden ratio.\n")
    text.append(index_rows)
    text.append("Between the best and the worst index function lie at most " + ", ".join(f"{points:.1f} points at {size} KiB" for size, points in apart.items())
                + ".\n")
    return "\n".join(text), {"least": least, "apart": apart}


def claims(found, dop_cache):
    least, apart = dop_cache["least"], dop_cache["apart"]
    cache, transform = found["cache"], found["transform"]
    at_128 = {work: hit_rate(cache, cache.select(cache_lines=128, cache_ways=1, leaf_test="dop_first"), work) for work in cache.workloads}
    straight = {work: hit_rate(cache, cache.select(cache_lines=128, cache_ways=1, leaf_test="triangle"), work) for work in cache.workloads}
    leaf = found["keys"].effects()["stack_engine.leaf_test"]["triangle"]
    prefetch = transform.total(transform.select(dotadds=2, floats_per_cycle=8, prefetch=True)) / transform.total(
        transform.select(dotadds=2, floats_per_cycle=8, prefetch=False))
    registers = found["keys"].effects()["memory_controller.input_registers"]
    sizes = [size or 10 ** 9 for size in least.values()]
    above = sum(size > 256 for size in sizes)
    verdict = lambda good, all_of: "holds" if good == all_of else "does not hold" if good == 0 else f"holds for {good} of {all_of} objects"
    rows = [
        ["§4.1", "DOPs: hit rates above 80 % only with caches of more than 256 KB", verdict(above, len(sizes)),
         ", ".join(f"{kind} {triangles}: {f'{size} KiB' if size else 'none of these'}" for (kind, triangles), size in least.items())],
        ["§4.1", "… independent of the index function", "holds" if max(apart.values()) < 10 else "does not hold",
         f"modulo, folded or multiplied: at most {max(apart.values()):.1f} points of hits apart, from 256 KiB on {max(points for size, points in apart.items() if size >= 256):.1f}"],
        ["§4.1", "Page interleaving and page mode do not improve the performance significantly", "holds" if abs(found["open"][4] - 1) < 0.05 else "in part",
         f"open pages of 4 KB against closed ones, mean over look-ahead: {change(found['open'][4])} cycles with the paper's four banks, {change(found['open'][16])} with 16"],
        ["§4.1", "Prefetch and speculative transform hide the transform", "in part",
         f"prefetch: {change(prefetch)} cycles; the Stack Engine of `paper41` still waits {percent(engine_share(found['fast'], 'transform'), 0)} for transforms"],
        ["§3.3", "Pairs of leaf DOPs need no check, the triangles' is faster", "does not hold" if leaf > 1 else "holds",
         f"`stack_engine.leaf_test = \"triangle\"`: {change(leaf)} cycles"],
        ["§4.3", "Triangle cache of 128 lines, direct mapped: hit ratio above 75 % for most cases", f"{verdict(sum(r > 0.75 for r in at_128.values()), len(at_128))}; without leaf DOPs, as §3.3, {verdict(sum(r > 0.75 for r in straight.values()), len(straight))}",
         "leaves compared first: " + ", ".join(f"{w} {percent(r)}" for w, r in at_128.items()) + "; straight to the triangles: "
         + ", ".join(f"{w} {percent(r)}" for w, r in straight.items())],
        ["§4.4", "An input register for one pair", "enough" if registers[1] < 1.02 else "costs",
         f"one instead of two: {change(registers[1])} cycles; four: {change(registers[4])}"],
    ]
    return "## What of the paper holds\n\n" + table(["where", "claim", "here", "figures"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int)
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())

    def run(name):
        if name.startswith("meshes") and not (HERE / "../../shared/meshes").is_dir():
            raise FileNotFoundError(name)
        return Exploration(options.program, HERE / "plans" / f"{name}.toml", options.out / name, options.jobs)

    cycles, found = section_cycles(run)
    keys, more = section_keys(run)
    found.update(more)
    topics, more = section_topics(run, found)
    found.update(more)
    cache, dop_cache = section_dop_cache(options.program, options.out)
    why = "\n".join(f"- {short(key)}: {WHY[key]}." for key in found["first"] if key in WHY) + "\n"
    text = f"""# First findings

<!-- Generated: docs/make_findings.py -->

What the explorations of `docs/plans` say about the paper's machine. Every figure is of a run; the same plans give the same figures:

<!-- check: skip -->
```console
$ python3 docs/make_findings.py build/check/collisionchip --out findings
$ collisionchip report findings/together
```

{cycles}
{keys}
Why these:

{why}
{topics}
{cache}
{claims(found, dop_cache)}
## What this does not say

Objects of a few thousand to some ten thousand triangles against copies of themselves, in contact or close: other work may rank the keys otherwise.
Cycles alone are compared here; area, power and clock rate, which the fast choices cost, are not.
"""
    (HERE / "findings.md").write_text(text)


if __name__ == "__main__":
    main()
