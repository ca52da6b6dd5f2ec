"""Report pages of results that are odd: numbers that are missing, 0 or all equal, and points of which few or none have a result.

    make(binary, folder)    makes them in a folder; the paths of the pages
"""
import json
import pathlib
import subprocess

AXES = """
[[axis]]
key = "sdram.banks"
values = [2, 4]
[[axis]]
key = "sdram.t_rp"
values = [3, 4]
"""
NEAR = """
[[workload]]
name = "near"
a = "a.obj"
b = "b.obj"
poses = ["0.35 0.1 0.05 0.9 0.3 0.2 0.1"]
"""
APART = """
[[workload]]
name = "apart"
a = "a.obj"
b = "b.obj"
poses = ["35 0 0 1 0 0 0"]
"""
LARGE = """
[[workload]]
name = "large"
a = { kind = "gear", triangles = 4000 }
b = "a.obj"
poses = ["3 0 0 1 0 0 0"]
"""


def axis(key, *values):
    return f"[[axis]]\nkey = {json.dumps(key)}\nvalues = {json.dumps(values)}\n"


def plan(*objectives, head=""):
    return f"{head}\nobjectives = {json.dumps(objectives)}\n"


PLANS = {
    "some machines lack it": plan("obb_unit.overlap.busy", "cycles") + axis("tree.format", "dop128", "obb64") + AXES + NEAR,
    "the base lacks it": plan("obb_unit.overlap.busy", "cycles", head='strategy = "one-at-a-time"') + axis("tree.format", "obb64", "aabb32") + AXES + NEAR,
    "0 everywhere": plan("missed_deadlines", "uncertain") + AXES + NEAR,
    "0 in one workload": plan("pairs", "cycles") + AXES + APART + NEAR,
    "all equal": plan("cycles", "pairs") + axis("pointer_fifo.depth", 1024, 2048) + axis("query.tumbled_side", "a", "b") + APART,
    "one point": plan("pairs", "cycles") + axis("sdram.banks", 2) + APART,
    "no key": plan("cycles", "total_ns") + NEAR,
    "all failed": plan("cycles", "pairs") + axis("sdram.capacity_mib", 1) + LARGE,
    "half failed": plan("cycles", "pairs") + axis("sdram.capacity_mib", 1, 512) + axis("sdram.banks", 2, 4) + NEAR + LARGE,
    "all skipped": plan("cycles", "pairs", head='on_conflict = "skip"') + axis("sdram.t_rc", 2, 3) + NEAR,
    "all beyond": plan("cycles", "pairs") + "[limits]\ncycles = 5\n" + AXES + NEAR,
}
RUNS = {
    "all apart": ["--poses", "apart.txt"],
    "near and apart": ["--poses", "both.txt", "--first"],
    "groups apart": ["--poses", "apart.txt", "--chip", "beyond"],
    "a batch": ["--poses", "both.txt", "--chip", "beyond", "--set", "group_engine.queries=2", "--batch", "2"],
    "tiles": ["--poses", "apart.txt", "--chip", "bruteforce"],
    "software": ["--poses", "apart.txt", "--model", "reference"],
    "a way": ["--between", "35 0 0 1 0 0 0", "0.1 0 0 1 0 0 0", "--toc", "3"],
}
SCENES = {
    "a frame": 'frames = 1\n[scene]\nkind = "rain"\nobjects = 2\ntriangles = 12\nspacing = 8\n',
    "late frames": 'frames = 2\ndeadline_us = 1\n[scene]\nkind = "rain"\nobjects = 6\ntriangles = 12\nspacing = 0.8\n',
}


def make(binary, folder):
    folder = pathlib.Path(folder)

    def program(*arguments, statuses=(0,)):
        done = subprocess.run([binary, *arguments], cwd=folder, capture_output=True, text=True)
        if done.returncode not in statuses:
            raise RuntimeError(f"{arguments}: {done.stdout}{done.stderr}")

    def report(name):
        program("report", name)
        return folder / name / "report.html"

    for name, kind in (("a", "gear"), ("b", "bolt")):
        program("mesh", kind, f"{name}.obj", "--triangles", "40")
    near, apart = "0.35 0.1 0.05 0.9 0.3 0.2 0.1\n", "35 0 0 1 0 0 0\n"
    for name, poses in (("apart", 2 * apart), ("both", near + apart)):
        (folder / f"{name}.txt").write_text(poses)
    pages = []
    for name, text in PLANS.items():
        (folder / "plan.toml").write_text(text)
        program("explore", "plan.toml", "--out", name, "--no-check", statuses=(0, 3))  # 3: without any result
        pages.append(report(name))
    # As a program has left it that took objectives which no machine has.
    (folder / "plan.toml").write_text(plan("cycles", "pairs") + AXES + NEAR)
    for name, objectives in (("all lack one", '["leaf_unit.busy", "cycles"]'), ("all lack both", '["leaf_unit.busy", "sdram_1.busy"]')):
        program("explore", "plan.toml", "--out", name, "--no-check")
        results = folder / name / "results.json"
        results.write_text(results.read_text().replace('["cycles","pairs"]', objectives))
        assert objectives in results.read_text()
        pages.append(report(name))
    for name, options in RUNS.items():
        program("collide", "a.obj", "b.obj", "--out", name, *options)
    program("report", *RUNS, "--out", "runs.html")
    for name, text in SCENES.items():
        (folder / "scene.toml").write_text(text)
        program("scene", "scene.toml", "--out", name)
        pages.append(report(name))
    return [*pages, folder / "runs.html"]
