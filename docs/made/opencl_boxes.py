"""What the case study advises for models of many triangles, measured on one core: docs/opencl.md.

Modes `boxes` and `edges` of `allpairs` against `filtered` and `all_pairs`. Counts do not depend on the host; times are processor time, each the least of ROUNDS
that ask the modes in turns.
"""
from made.host import host_of
from made.opencl import HERE, Bench, short

POSE, ROUNDS, REPEATS = "0.2 0 0 1 0.2 0.1 0", 5, 3
BOXES = (1, 16, 256, 1024)


def least(bench, objects, poses, modes):
    """{mode: (milliseconds a pose, its last answer)}"""
    best = {}
    for _ in range(ROUNDS):
        for mode, words in modes.items():
            answers = bench.stats("allpairs", *objects, "--poses", poses, "--no-check", *HERE, *words)["answers"]
            ms = min(answer["processor_s"] for answer in answers) * 1e3
            best[mode] = (min(ms, best[mode][0]) if mode in best else ms, answers[-1])
    return best


def box_rows(best):
    for mode, (ms, answer) in best.items():
        counts = (answer["box_pairs"], answer["triangle_box_tests"], answer["triangle_tests"]) if mode else ("–", "–", "all")
        yield [mode or "no boxes, `filtered`", *counts, short(ms)]


def make(context):
    bench, poses = Bench(context), context.folder / "poses.txt"
    poses.write_text((POSE + "\n") * REPEATS)
    many = [bench.mesh("gear", 5000)[0], bench.mesh("torus-knot", 5000)[0]]
    boxes = least(bench, many, poses, {None: ("--mode", "filtered"), **{count: ("--mode", "boxes", "--boxes", count) for count in BOXES}})
    few = [bench.mesh("gear", 500)[0], bench.mesh("torus-knot", 480)[0]]
    edges = least(bench, few, poses, {"five": ("--mode", "all_pairs"), "merged": ("--mode", "edges")})
    (five, of_five), (merged, of_merged) = edges["five"], edges["merged"]
    return {
        "docs/opencl.md#opencl_boxes": [["boxes of each model", "pairs of boxes", "tests with a triangle's box", "triangle tests", "ms"], *box_rows(boxes)],
        "docs/opencl.md#opencl_edges": f"Merged edges need {merged / five:.2f} times the time of `all_pairs` for {of_five['pairs']} pairs ({of_merged['pairs']} by merged edges). "
                                       f"Measured on {host_of(context.program.parent)}."}
