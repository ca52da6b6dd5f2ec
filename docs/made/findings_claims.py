"""What of the paper's claims holds for the chip here: a part of docs/findings.md."""
from made import findings_cache
from made.findings_cycles import percent, share_of
from made.findings_keys import change
from made.findings_topics import of_open_pages, of_prefetch

PAPER_CACHE_KIB, PAPER_HIT_RATE = 256, 0.75


def hit_rates(cache, leaf_test):
    """Of the paper's triangle cache, object by object."""
    points = cache.select(cache_lines=128, cache_ways=1, leaf_test=leaf_test)
    for work in cache.workloads:
        hits, misses = (cache.total(points, f"triangle_unit.aligned_cache_{what}", work) for what in ("hits", "misses"))
        yield hits / (hits + misses)


def verdict(good, all_of):
    return "holds" if good == all_of else "does not hold" if good == 0 else f"holds for {good} of {all_of} objects"


def about_dop_cache(caches):
    least = {name: findings_cache.least_size(found) for name, found in caches.items()}
    large = sum(size is None or size > PAPER_CACHE_KIB for size in least.values())
    found = sorted(size for size in least.values() if size)
    parts = [f"{' to '.join(map(str, dict.fromkeys((found[0], found[-1]))))} KiB for {len(found)} objects"] if found else []
    parts += [f"none of these for {len(least) - len(found)}"] if len(found) < len(least) else []
    yield "§4.1", f"DOPs: hit rates above {findings_cache.MANY_HITS} % only with caches of more than 256 KB", verdict(large, len(least)), f"smallest cache: {', '.join(parts)}"
    most, above = (findings_cache.apart(caches, size) for size in (0, PAPER_CACHE_KIB))
    yield ("§4.1", "… independent of the index function", "holds" if most < 10 else "does not hold",
           f"modulo, folded, multiplied: at most {most:.1f} points of hits apart, {above:.1f} from 256 KiB on")


def about_triangle_cache(cache):
    first, straight = (list(hit_rates(cache, leaf_test)) for leaf_test in ("dop_first", "triangle"))
    good = lambda rates: sum(rate > PAPER_HIT_RATE for rate in rates)
    between = lambda rates: f"{100 * min(rates):.1f} to {100 * max(rates):.1f} %"
    yield ("§4.3", "Triangle cache of 128 lines, direct mapped: hit ratio above 75 % for most cases", verdict(good(first), len(first)), f"leaf DOPs compared first: {between(first)}")
    yield "§4.3", "… without leaf DOPs, as in §3.3", verdict(good(straight), len(straight)), f"straight to the triangles: {between(straight)}"


def table_of(plans, caches):
    effects = plans["keys"].effects()
    leaf, registers = effects["stack_engine.leaf_test"]["triangle"], effects["memory_controller.input_registers"]
    pages = of_open_pages(plans["memory"], 4)
    return [
        ["where", "claim", "here", "figures"],
        *about_dop_cache(caches),
        ["§4.1", "Page interleaving and page mode do not improve the performance significantly", "holds" if abs(pages - 1) < 0.05 else "in part",
         f"open pages instead of closed ones: {change(pages)} cycles with the paper's four banks, {change(of_open_pages(plans['memory'], 16))} with 16"],
        ["§4.1", "Prefetch and speculative transform hide the transform", "in part",
         f"prefetch: {change(of_prefetch(plans['transform'], 8))} cycles; `paper41` still waits {percent(share_of(plans['objects41'], 'transform'))} for transforms"],
        ["§3.3", "Pairs of leaf DOPs need no check, the triangles' is faster", "does not hold" if leaf > 1 else "holds", f"`stack_engine.leaf_test = \"triangle\"`: {change(leaf)} cycles"],
        *about_triangle_cache(plans["triangle_cache"]),
        ["§4.4", "An input register for one pair", "enough" if registers[1] < 1.02 else "costs", f"one instead of two: {change(registers[1])} cycles; four: {change(registers[4])}"],
    ]
