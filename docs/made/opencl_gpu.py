"""The combs of docs/made/opencl.py and the flying objects of docs/made/flying.py on a GPU, if there is one: docs/opencl.md.

Milliseconds of the device's wall time, means. Without a GPU the page says so.
"""
import re
import subprocess

from made.flying import SCHEMES, Flight, random_stamps
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


def scheme_rows(context):
    flight = Flight(context)
    for scheme in SCHEMES:
        run = flight.ask(flight.objects, random_stamps(len(flight.objects)), scheme, *GPU)
        yield [f"`{scheme}`", short(f"{run['mirror_s'] / run['poses'] * 1e3:.4f}"), short(f"{sum(run['times'].values()) / run['poses'] * 1e3:.4f}")]


def lines(*rows):
    return "\n".join("| " + " | ".join(map(str, cells)) + " |" for cells in (rows[0], ["---"] * len(rows[0]), *rows[1:]))


def make(context):
    bench, rows = Bench(context), []
    for count in COUNTS:
        comb, said = bench.mesh("comb", count)
        pose = re.search(r'--pose "(.*)"', said)[1]
        if not rows and not has_gpu(bench, comb, pose):
            return {"docs/opencl.md#opencl_gpu": "No GPU was there."}
        rows.append(row(bench, comb, count, pose))
    combs = lines(["triangles each", "one core", "GPU, copied each time", "GPU, resident", "GPU, exact"], *rows)
    trees = lines(["8 flying objects, a pose", "one core", "GPU"], *scheme_rows(context))
    return {"docs/opencl.md#opencl_gpu": f"{combs}\n\n{trees}\n\nMeasured on {host_of(context.program.parent)}."}
