"""Would a cache for DOPs pay (§4.1)? Hits of caches on recorded reads of the chip: a part of docs/findings.md."""
import json

import node_cache

OBJECTS = (("gear", 1000), ("finned-casting", 1000), ("gear", 10000), ("coil-spring", 10000), ("finned-casting", 10000), ("gear", 60000))
MANY_HITS = 80  # per cent


def measured(context, folder):
    """{(object, triangles): what node_cache.measure says of it}, kept in a file for each object."""
    found = {}
    for kind, triangles in OBJECTS:
        kept = folder / f"node_cache_{kind}_{triangles}.json"
        if not kept.exists():
            kept.write_text(json.dumps(node_cache.measure(context.program, kind, triangles, node_cache.FINDINGS_DISTANCES, node_cache.FINDINGS_STEPS,
                                                          context.folder / kept.stem)))
        found[kind, triangles] = json.loads(kept.read_text())
    return found


def least_size(found):
    """The smallest cache in KiB with many hits, whatever its ways, with the plain index; None: none of them."""
    return next((size for size, ways, index, hits in found["hits"] if index in ("modulo", "none") and hits > MANY_HITS), None)


def apart(caches, least_kib=0):
    """The most points between two index functions, of caches from a size on."""
    by_cache = {}
    for name, found in caches.items():
        for size, ways, index, hits in found["hits"]:
            if size >= least_kib and index != "none":
                by_cache.setdefault((name, size, ways), []).append(hits)
    return max(max(hits) - min(hits) for hits in by_cache.values())


def rows(caches):
    return [["object", "triangles", "pairs_read_kib", "cache_kib", "ways", "index", "hits_percent"],
            *([kind, triangles, found["distinct"] * node_cache.PAIR_BYTES // 1024, *cache, f"{hits:.1f}"]
              for (kind, triangles), found in caches.items() for *cache, hits in found["hits"])]
