"""Would a cache for DOPs pay (§4.1)? The chip has none; its reads of sibling pairs, recorded in order, are put through
caches of several sizes, associativities and index functions here.

    python3 docs/node_cache.py BINARY gear 10000 256 4      # per cent of hits with 256 KiB and 4 ways, by each index function
"""
import collections
import math
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

PAIR_BYTES = 256
SIZES_KIB = (16, 32, 64, 128, 256, 512, 1024, 2048)
WAYS = (1, 4, None)  # None: every line anywhere
INDEX_BITS = 32  # of a pair's number
FINDINGS_DISTANCES, FINDINGS_STEPS = (0.6, 1.0, 1.4), 4  # the poses of docs/findings.md


def modulo(pair, bits):
    """The low bits."""
    return pair & (1 << bits) - 1


def xor_fold(pair, bits):
    """All groups of so many bits, one over the other."""
    index = 0
    while bits and pair:
        index ^= pair & (1 << bits) - 1
        pair >>= bits
    return index


def multiplicative(pair, bits):
    """The high bits of the product with 2^32 by the golden ratio."""
    return (pair * 2654435769 & (1 << INDEX_BITS) - 1) >> INDEX_BITS - bits


INDEX_FUNCTIONS = (modulo, xor_fold, multiplicative)


def unit_cube(source, target):
    """The mesh in [-1,1]^3, as the paper's procedure wants it (testbench/poses/tumbling_poses.h)."""
    lines = source.read_text().splitlines()
    points = [[float(word) for word in line.split()[1:4]] for line in lines if line.startswith("v ")]
    low, high = ([side(p[axis] for p in points) for axis in range(3)] for side in (min, max))
    scale = 2 / max(h - l for l, h in zip(low, high))
    middle = [(l + h) / 2 for l, h in zip(low, high)]
    moved = iter(points)
    target.write_text("".join(
        ("v " + " ".join(f"{(x - m) * scale:.9g}" for x, m in zip(next(moved), middle)) if line.startswith("v ") else line) + "\n"
        for line in lines))


def turn(distance, steps):
    """One full turn at a distance, as lines of a pose file."""
    for i in range(steps):
        half = math.pi * (i + 0.5) / steps
        c, s = math.cos(half), math.sin(half)
        yield f"{distance!r} 0 0 {c * c!r} {c * s!r} {s * s!r} {s * c!r}\n"


def pair_reads(program, kind, triangles, distances, steps, folder):
    """Addresses of the sibling pairs that the chip reads, one list a query, and the bytes of both trees' pairs."""
    folder.mkdir(parents=True, exist_ok=True)
    mesh, scaled, poses, trace = (folder / name for name in ("mesh.obj", "object.obj", "poses.txt", "trace.sqlite"))
    run = lambda *words: subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    run("mesh", kind, mesh, "--triangles", triangles)
    unit_cube(mesh, scaled)
    poses.write_text("".join(line for distance in distances for line in turn(distance, steps)))
    trace.unlink(missing_ok=True)
    run("collide", scaled, scaled, "--poses", poses, "--trace", trace, "--trace-units", "memory_controller")
    database = sqlite3.connect(trace)
    reads = collections.defaultdict(list)
    for query, address in database.execute(
            "SELECT query, address FROM memory_read WHERE purpose != 'triangle' ORDER BY query, number"):
        reads[query].append(address // PAIR_BYTES)
    database.close()
    trace.unlink()
    return list(reads.values())


def hits(reads, lines, ways, index=modulo):
    """Hits of a least-recently-used cache that the queries share, so that one finds what the one before left. The number
    of sets is a power of two."""
    sets = max(1, lines // ways) if ways else 1
    room = ways or lines
    content = [collections.OrderedDict() for _ in range(sets)]
    place = {pair: content[index(pair, sets.bit_length() - 1)] for query in reads for pair in query}
    count = 0
    for query in reads:
        for pair in query:
            here = place[pair]
            if pair in here:
                count += 1
                here.move_to_end(pair)
            else:
                here[pair] = None
                if len(here) > room:
                    here.popitem(last=False)
    return count


def measure(program, kind, triangles, distances, steps, folder):
    """Of one object against its copy: {"distinct": pairs that are read, "hits": [[KiB, ways or "all", index function, per cent]]}; a cache in which every
    line may lie anywhere has no index."""
    reads = pair_reads(program, kind, triangles, distances, steps, folder)
    total = sum(map(len, reads))
    some = [(size, ways, index) for size in SIZES_KIB for ways in WAYS for index in (INDEX_FUNCTIONS if ways else INDEX_FUNCTIONS[:1])]
    return {
        "distinct": len({pair for query in reads for pair in query}),
        "hits": [[size, ways or "all", index.__name__ if ways else "none", 100 * hits(reads, size * 1024 // PAIR_BYTES, ways, index) / total]
                 for size, ways, index in some],
    }


def main(program, kind, triangles, kib, ways):
    """The row of docs/findings.md for this object at one size and one associativity."""
    with tempfile.TemporaryDirectory() as folder:
        reads = pair_reads(program, kind, int(triangles), FINDINGS_DISTANCES, FINDINGS_STEPS, pathlib.Path(folder))
    total = sum(map(len, reads))
    print(" / ".join(f"{100 * hits(reads, int(kib) * 1024 // PAIR_BYTES, int(ways), index) / total:.1f}" for index in INDEX_FUNCTIONS))


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit("usage: node_cache.py BINARY KIND TRIANGLES KIB WAYS")
    main(*sys.argv[1:])
