"""The combs of docs/made/opencl.py on a GPU, if there is one: docs/opencl.md.

Milliseconds of the device's wall time, means. Without a GPU the page says so.
"""
import re
import subprocess

from made.host import host_of
from made.opencl import COUNTS, HERE, PAIRS_OF_A_ROW, Bench, short

GPU = ("--device", "gpu")
NO_DEVICE = 3  # the program's exit status


def has_gpu(bench, comb, pose):
    asked = [bench.context.program, "allpairs", comb, comb, "--pose", pose, "--no-check", *GPU]
    return subprocess.run([str(word) for word in asked], capture_output=True, check=False).returncode != NO_DEVICE


def row(bench, comb, count, pose):
    repeats, poses = int(max(1, min(50, PAIRS_OF_A_ROW / count ** 2))), bench.folder / "poses.txt"
    poses.write_text((pose + "\n") * repeats)
    asked = ((HERE, ("--mode", "published")), (GPU, ("--mode", "published", "--copy-each")), (GPU, ("--mode", "published")), (GPU, ("--mode", "filtered")))
    times = [bench.all_pairs(comb, comb, poses, *mode, *device) for device, mode in asked]
    return [count, short(times[0][1]), *(short(wall) for wall, _, _ in times[1:])]


def make(context):
    bench, rows = Bench(context), []
    for count in COUNTS:
        comb, said = bench.mesh("comb", count)
        pose = re.search(r'--pose "(.*)"', said)[1]
        if not rows and not has_gpu(bench, comb, pose):
            return {"docs/opencl.md#opencl_gpu": "No GPU was there."}
        rows.append(row(bench, comb, count, pose))
    head = ["triangles each", "one core", "GPU, copied each time", "GPU, resident", "GPU, exact"]
    lines = ["| " + " | ".join(map(str, cells)) + " |" for cells in (head, ["---"] * len(head), *rows)]
    return {"docs/opencl.md#opencl_gpu": "\n".join(lines) + f"\n\nMeasured on {host_of(context.program.parent)}."}
