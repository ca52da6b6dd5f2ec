"""What a new shape costs per frame: upload, refit and search, by machine and link: docs/deformable.md.

B is a torus-knot that swells on one side, A a gear of as many triangles. Cycles do not depend on the host.
"""
import json

POSE, FRAMES = "0.35 0.1 0.05 0.9 0.3 0.2 0.1", 3
COUNTS = (1000, 10000, 30000)
UNIT = ("--set", "refit_unit.directions=4", "--refit", "chip")
PCIE = ("--set", "host.kind=pcie")
MACHINES = {  # what the table calls it: its words, and the most triangles that are asked
    "`paper41`, the host refits": (("--refit", "host"), 30000),
    "`paper41` with a Refit Unit": (UNIT, 30000),
    "the same, PCI Express": ((*UNIT, *PCIE), 30000),
    "`bruteforce`": (("--chip", "bruteforce"), 1000),
    "`beyond`, the host refits": (("--chip", "beyond", "--refit", "host"), 30000),
}


def shapes(context, count):
    """Folder of the frames, and A."""
    a, b, folder = context.folder / f"gear{count}.obj", context.folder / f"knot{count}.obj", context.folder / f"frames{count}"
    context.run("mesh", "gear", a, "-n", count)
    context.run("mesh", "torus-knot", b, "-n", count)
    folder.mkdir()
    lines = b.read_text().splitlines()
    for frame in range(FRAMES):
        shape = []
        for line in lines:
            words = line.split()
            if words and words[0] == "v":
                x, y, z = map(float, words[1:])
                line = f"v {x} {y * (1 + 0.1 * frame * x):.7f} {z}"
            shape.append(line)
        (folder / f"{frame}.obj").write_text("\n".join(shape) + "\n")
    return a, b, folder


def frame_row(context, name, count, files, words):
    a, b, folder = files
    out = context.folder / "stats.json"
    context.run("collide", a, b, "--frames", folder, "--pose", POSE, "--stats", out, *words)
    queries = json.loads(out.read_text())["queries"]
    upload = sum(query["upload_cycles"] for query in queries) / len(queries)
    refit = sum(query["counters"].get("refit_unit.cycles", 0) for query in queries) / len(queries)
    moved = sum(query["counters"].get("memory_controller.refit_bytes", 0) for query in queries) / len(queries)
    search = sum(query["cycles"] for query in queries) / len(queries) - refit
    return [name, count, round(upload), round(refit), round(search), f"{refit / search:.2f}", f"{moved / 32 / refit:.2f}" if refit else "-"]


def make(context):
    rows = []
    for count in COUNTS:
        files = shapes(context, count)
        rows += [frame_row(context, name, count, files, words) for name, (words, most) in MACHINES.items() if count <= most]
    by = {(row[0], row[1]): row for row in rows}
    unit = by["`paper41` with a Refit Unit", COUNTS[-1]]
    host, pcie = by["`paper41`, the host refits", COUNTS[-1]], by["the same, PCI Express", COUNTS[-1]]
    answer = (f"A Refit Unit gives {COUNTS[-1] // 1000} 000 triangles new boxes in {unit[3] / 1e3:.0f} 000 cycles, {unit[5]} times the search; data are on the memory's pins in "
              f"{float(unit[6]) * 100:.0f} % of them. The upload over PCI takes {unit[2] / 1e6:.1f} million cycles instead of {host[2] / 1e6:.1f} million, over PCI Express {pcie[2] / 1e6:.2f} million.")
    head = ["machine", "triangles", "upload", "refit", "search", "refit / search"]
    return {"docs/deformable.md#deformable_answer": answer,
            "docs/deformable.md#deformable_frames": [head, *(row[:6] for row in rows if row[1] in (COUNTS[0], COUNTS[-1]))],
            "docs/tables/deformable.csv": [["machine", "triangles", "upload_cycles", "refit_cycles", "search_cycles", "refit_by_search", "share_of_the_pins"], *rows]}
