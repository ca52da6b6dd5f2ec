#!/usr/bin/env python3
"""Makes docs/libraries.md: our engines beside FCL, Coal, python-fcl and trimesh, on every public set.

    python3 docs/make_libraries.py build/benchmark ../shared --out docs/libraries.md

`library_benchmark` of that build measures, all poses of a set at a time, and docs/python_libraries.py what Python has (--python: with packages of
its own). Each measurement is a file in the store (--store, build/libraries), and one that is there is not measured again: remove the file, or the
store; when all is there, only the page is made. Run it on an otherwise idle host; it stays on one core.
"""
import argparse
import collections
import csv
import io
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from made.all_poses import geometric, mesh_of
from make_beyond import table
from made.host import host_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = "set,pose,question,library,us,pairs,missed,extra,apart,lists,triangle_tests,uncertain,behind".split(",")
QUESTIONS = {"all": "all contacts", "first": "first contact"}
LABELS = {"answer": "ours", "mirror": "mirror", "fcl": "FCL", "coal": "Coal", "coal-0": "Coal, 0"}
RIVALS = ("fcl", "coal", "coal-0")
FRESH_POSES, PYTHON_STEP = 8, 10

Set = collections.namedtuple("Set", "name poses")


def lines_of(command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


class Store:
    """Files by name; what is not there is measured."""

    def __init__(self, folder, steps):
        self.folder, self.steps, self.step = folder, steps, 0
        folder.mkdir(parents=True, exist_ok=True)

    def text(self, name, what, measure):
        """`measure` writes the file that it is given."""
        self.step += 1
        path = self.folder / name
        if not path.exists():
            print(f"{self.step} of {self.steps}: {what}", flush=True)
            unfinished = path.with_suffix(".unfinished")
            unfinished.unlink(missing_ok=True)
            measure(unfinished)
            unfinished.rename(path)
        return path.read_text()


def read_rows(text):
    rows = list(csv.DictReader(io.StringIO(text), COLUMNS))
    for row in rows:
        row["us"] = float(row["us"])
        for column in ("pose", "pairs", "missed", "extra", "apart", "lists", "triangle_tests", "uncertain", "behind"):
            row[column] = int(row[column] or 0)
    return rows


# What is measured.


def files_of(shared, name):
    """A, B and the poses of a set that has files; of a flush scene by formula, none."""
    if name == "nut_on_bolt":
        folder = shared / "arena/factory"
        return folder / "factory_bolt_m20_loose.obj", folder / "factory_nut_m20_loose.obj", folder / "nut_on_bolt.poses.txt"
    objects, _, kind = name.partition(".")
    if kind == "flush":
        return None
    a, _, b = objects.partition("__")
    return mesh_of(shared, a), mesh_of(shared, b or a), shared / "poses" / f"{objects}.{kind or 'poses'}.mat.txt"


def ask_python(arguments, some, program, path):
    """Rows of some poses of a set with files."""
    step = 1 if some.poses < 100 else PYTHON_STEP
    a, b, poses = files_of(arguments.shared, some.name)
    lines = [line for line in poses.read_text().splitlines() if line.strip() and not line.startswith("#")][::step]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "poses.txt").write_text("\n".join(lines) + "\n")
        for mesh, off in ((a, "a.off"), (b, "b.off")):
            lines_of([program, "mesh", mesh, folder / off])
        lines_of([program, "collide", a, b, "--poses", folder / "poses.txt", "--model", "reference", "--out", folder / "out"])
        # The poses of the run are twelve numbers each, whatever the file has.
        rows = lines_of([arguments.python, ROOT / "docs/python_libraries.py", folder / "a.off", folder / "b.off", folder / "out/poses.txt",
                         folder / "out/pairs.csv", "--name", some.name, "--step", step])
    path.write_text("\n".join(rows) + "\n")


def measure(arguments):
    """Rows by kind: poses, fresh, trees, python; and what they were measured with."""
    benchmark, program = arguments.build / "testbench/benchmarks/library_benchmark", arguments.build / "collisionchip"
    listed = [line.split(",") for line in lines_of([benchmark, "--list"])]
    sets = [Set(name, int(poses)) for kind, name, poses in listed if kind == "scene" and (not arguments.sets or name in arguments.sets)]
    versions = {name: version for kind, name, version in listed if kind == "contender"}
    versions.update(line.split(",") for line in lines_of([arguments.python, ROOT / "docs/python_libraries.py", "--versions"]))
    store = Store(arguments.store, 5 * len(sets) + 2)
    about = json.loads(store.text("about.json", "the host", lambda path: path.write_text(json.dumps(
        {"host": host_of(arguments.build), "ours": lines_of([program, "--version"])[0], "versions": versions, "every": arguments.every}))))

    def asked(name, what, *words):
        return store.text(name, what, lambda path: lines_of([benchmark, *words, "--csv", path]))

    rows = {"poses": [], "fresh": [], "python": []}
    for some in sets:
        for question, text in QUESTIONS.items():
            first = ["--first"] * (question == "first")
            rows["poses"] += read_rows(asked(f"{some.name}.{question}.csv", f"{some.name}, {text}", some.name, *first, "--every", arguments.every))
            rows["fresh"] += read_rows(asked(f"{some.name}.{question}-fresh.csv", f"{some.name}, {text}, first of a process", some.name, *first, "--fresh", FRESH_POSES))
        if "python-fcl" in versions and files_of(arguments.shared, some.name):
            rows["python"] += read_rows(store.text(f"{some.name}.python.csv", f"{some.name}, from Python", lambda path: ask_python(arguments, some, program, path)))
    objects = [some.name for some in sets if not is_contact(some.name)]
    trees = asked("trees.csv", "building and memory", *objects, "--trees")
    rows["trees"] = list(csv.DictReader(io.StringIO(trees), "object,triangles,library,us,bytes".split(",")))
    return sets, about, rows


# What the page says.


class Poses:
    """The rows of a set and a question, by pose and library."""

    def __init__(self, rows):
        self.by_pose = {}
        for row in rows:
            self.by_pose.setdefault(row["pose"], {})[row["library"]] = row
        self.rivals = [rival for rival in RIVALS if rows and rival in next(iter(self.by_pose.values()))]

    def of(self, kind):
        def is_kind(answers):
            ours = answers["mirror"]
            return {"colliding": ours["pairs"] > 0, "close": ours["pairs"] == 0 and not ours["apart"], "apart": ours["pairs"] == 0 and ours["apart"]}[kind]
        return [answers for answers in self.by_pose.values() if is_kind(answers)]

    def best_rival(self, answers):
        return min((answers[rival]["us"], rival) for rival in self.rivals)

    def slower(self):
        """Poses in which we take more than is allowed."""
        for pose, answers in sorted(self.by_pose.items()):
            if answers["answer"]["behind"]:
                yield pose, answers


def is_contact(name):
    return "." in name


def group_of(name):
    return "flush contact" if is_contact(name) else "nut on bolt" if name == "nut_on_bolt" else "general position"


def shown(name):
    return name.replace("__", " × ")


def micro(us):
    return f"{us:.2f}" if us < 10 else f"{us:.1f}" if us < 100 else f"{us:.0f}"


def medians(some, library):
    return statistics.median(answers[library]["us"] for answers in some)


def worst(some, library):
    return max(answers[library]["us"] for answers in some)


def time_table(sets, poses, rivals, kind):
    """Ratios of medians and of worst poses by set, with geometric means over groups."""
    rows, ratios = [], {}
    for name in sets:
        some = poses[name].of(kind)
        if not some:
            continue
        cells = []
        for of in (medians, worst):
            us = of(some, "answer")
            times = [of(some, rival) / us for rival in rivals]
            ratios.setdefault((group_of(name), of.__name__), []).append(times)
            cells += [micro(us), *(f"{ratio:.1f}" for ratio in times)]
        rows.append([shown(name), str(len(some)), *cells])
    for group in dict.fromkeys(group for group, _ in ratios):
        means = [[geometric(column) for column in zip(*ratios[group, of])] for of in ("medians", "worst")]
        rows.append([f"**mean, {group}**", ""] + [cell for mean in means for cell in ["", *(f"**{value:.1f}**" for value in mean)]])
    heads = [f"× {LABELS[rival]}" for rival in rivals]
    return table(["set", "poses", "median, µs", *heads, "worst, µs", *heads], rows)


def mean_of(sets, poses, rivals, of, group):
    """Of colliding poses, beside the best of some rivals in each set."""
    colliding = [some for some in (poses[name].of("colliding") for name in sets if group_of(name) == group) if some]
    return geometric(min(of(some, rival) for rival in rivals) / of(some, "answer") for some in colliding)


def wrong_table(sets, poses, python, libraries, head):
    rows, sums = [], collections.Counter()
    for name in sets:
        if not any(answers["mirror"]["pairs"] for answers in poses[name].by_pose.values()):
            continue
        cells = []
        for library in libraries:
            some = [row for row in python if row["set"] == name and row["library"] == library] if library not in LABELS else [
                answers[library] for answers in poses[name].by_pose.values()]
            missed, extra = (sum(row[column] for row in some) for column in ("missed", "extra"))
            sums[library, group_of(name), "missed"] += missed
            sums[library, group_of(name), "extra"] += extra
            cells.append(f"{missed} / {extra}" if some else "")
        rows.append([shown(name), str(sum(answers["mirror"]["pairs"] for answers in poses[name].by_pose.values())), *cells])
    return table(["set", head, *(LABELS.get(library, library) for library in libraries)], rows), sums


def cause_of(question, answers, rival):
    """By rule, the first that holds."""
    ours = answers["answer"]
    if ours["apart"]:
        return "boxes are apart"
    if answers[rival]["missed"]:
        return f"{LABELS[rival]} is wrong: it misses {answers[rival]['missed']}"
    if question == "first" and answers[rival]["extra"]:
        return f"{LABELS[rival]} is wrong: its pair does not meet"
    if ours["triangle_tests"] and 2 * ours["uncertain"] > ours["triangle_tests"]:
        return "faces coincide: most pairs of triangles touch, and are decided exactly" if ours["pairs"] else "faces are next to each other, parallel: no pair meets, which is decided exactly"
    if question == "first" and answers["mirror"]["us"] < ours["us"] and ours["pairs"]:
        return "depth misleads: the mirror's order meets a pair earlier"
    if ours["lists"] <= 16 and not ours["triangle_tests"]:
        return "setting up: few lists are left"
    if question == "first" and ours["pairs"]:
        return "many lists or tests before the first pair that meets"
    return "near miss: volumes overlap and no pair meets" if not ours["pairs"] else "many lists for few pairs"


def slower_table(sets, poses, rivals):
    rows, count = [], 0
    for question in QUESTIONS:
        for name in sets:
            some = poses[question][name]
            for pose, answers in some.slower():
                ours = answers["answer"]
                times = [micro(answers[library]["us"]) for library in ("answer", "mirror", *rivals)]
                rows.append([shown(name), str(pose), QUESTIONS[question], str(answers["mirror"]["pairs"]), *times, str(ours["lists"]), str(ours["triangle_tests"]),
                             cause_of(question, answers, some.best_rival(answers)[1])])
            count += len(some.by_pose)
    heads = [LABELS[library] for library in ("answer", "mirror", *rivals)]
    return table(["set", "pose", "question", "pairs", *(f"{head}, µs" for head in heads), "lists", "triangle tests", "cause"], rows) if rows else "None.", len(rows), count


def fresh_table(sets, fresh, rivals):
    rows, ratios = [], collections.defaultdict(list)
    for name in sets:
        cells = []
        for question in QUESTIONS:
            us = {library: statistics.median(row["us"] for row in fresh if (row["set"], row["question"], row["library"]) == (name, f"{question}-fresh", library))
                  for library in ("answer", *rivals)}
            for rival in rivals:
                ratios[question, rival].append(us[rival] / us["answer"])
            cells += [micro(us["answer"]), *(f"{us[rival] / us['answer']:.1f}" for rival in rivals)]
        rows.append([shown(name), *cells])
    rows.append(["**mean**"] + [cell for question in QUESTIONS for cell in ["", *(f"**{geometric(ratios[question, rival]):.1f}**" for rival in rivals)]])
    return table(["set", *(head for text in QUESTIONS.values() for head in [f"{text}, µs", *(f"× {LABELS[rival]}" for rival in rivals)])], rows)


def python_table(sets, poses, python, libraries):
    rows = []
    for name in sets:
        cells = []
        for question in QUESTIONS:
            for library in libraries:
                by_pose = poses[question][name].by_pose
                some = [row for row in python if (row["set"], row["question"], row["library"]) == (name, question, library)
                        and row["pose"] in by_pose and by_pose[row["pose"]]["mirror"]["pairs"]]
                ratio = statistics.median(row["us"] / by_pose[row["pose"]]["answer"]["us"] for row in some) if some else None
                cells += [micro(statistics.median(row["us"] for row in some)), f"{ratio:.1f}"] if some else ["", ""]
        if any(cells):
            rows.append([shown(name), *cells])
    return table(["set", *(head for text in QUESTIONS.values() for library in libraries for head in (f"{library}, {text}, µs", "× ours"))], rows)


def tree_table(trees, rivals):
    rows, ratios = [], collections.defaultdict(list)
    by_object = {}
    for row in trees:
        by_object.setdefault((row["object"], int(row["triangles"])), {})[row["library"]] = row
    libraries = ["mirror", "answer", *(rival for rival in rivals if rival != "coal-0")]
    for (name, triangles), found in by_object.items():
        us = {library: float(found[library]["us"]) for library in libraries}
        for rival in libraries[2:]:
            ratios[rival].append(us[rival] / us["answer"])
        rows.append([name, str(triangles), *(f"{us[library] / 1000:.1f}" for library in libraries), *(f"{us[rival] / us['answer']:.2f}" for rival in libraries[2:]),
                     *(f"{int(found[library]['bytes']) / triangles:.0f}" for library in libraries)])
    rows.append(["**mean**", ""] + [""] * len(libraries) + [f"**{geometric(ratios[rival]):.2f}**" for rival in libraries[2:]] + [""] * len(libraries))
    labels = [LABELS[library] for library in libraries]
    return table(["object", "triangles", *(f"{label}, ms" for label in labels), *(f"× {label}" for label in labels[2:]), *(f"{label}, bytes" for label in labels)], rows)


def far_text(sets, poses):
    some = [answers for name in sets for answers in poses["all"][name].of("apart")]
    return f"{micro(medians(some, 'answer'))} µs in the median and {micro(worst(some, 'answer'))} µs at most, of {len(some)} poses"


def page_of(sets, about, rows):
    names, versions = [some.name for some in sets], about["versions"]
    by_set = collections.defaultdict(list)
    for row in rows["poses"]:
        by_set[row["question"], row["set"]].append(row)
    poses = {question: {name: Poses(by_set[question, name]) for name in names} for question in QUESTIONS}
    rivals = next(iter(poses["all"].values())).rivals
    in_python = [library for library in ("python-fcl", "trimesh") if library in versions]
    wrong, sums = wrong_table(names, poses["all"], [row for row in rows["python"] if row["question"] == "all"], ["answer", *rivals, *in_python], "exact pairs")
    wrong_first, _ = wrong_table(names, poses["first"], [row for row in rows["python"] if row["question"] == "first"], ["answer", *rivals, *in_python], "poses that collide")
    slower, behind, asked = slower_table(names, poses, rivals)
    skipped = [f"{package} (not installed)" for package, key in (("Coal", "coal"), ("python-fcl", "python-fcl"), ("trimesh", "trimesh")) if key not in versions]

    def ratio(library, question, of, group):
        some = [rival for rival in rivals if rival.startswith(library)]
        return f"{mean_of(names, poses[question], some, of, group):.1f}" if some else "–"

    def all_sums(library):
        return " and ".join(f"{sum(sums[library, group, what] for group in ('general position', 'flush contact', 'nut on bolt'))} {text}" for what, text in (("missed", "missed"), ("extra", "too many")))
    marks = {
        **{f"{library.upper()}_{mark}": ratio(library, question, of, group) for library in ("fcl", "coal") for mark, question, of, group in (
            ("MEDIAN", "all", medians, "general position"), ("WORST", "all", worst, "general position"), ("FIRST", "first", medians, "general position"),
            ("FLUSH", "all", medians, "flush contact"), ("FLUSH_FIRST", "first", medians, "flush contact"))},
        **{f"{library.upper().replace('-', '_')}_WRONG": all_sums(library) if library in versions else "–" for library in RIVALS}, "FAR": far_text(names, poses),
        "BEHIND": str(behind), "ASKED": str(asked), "SETS": str(len(names)), "POSES": str(sum(len(poses["all"][name].by_pose) for name in names)),
        "ALL_TABLE": time_table(names, poses["all"], rivals, "colliding"), "FIRST_TABLE": time_table(names, poses["first"], rivals, "colliding"),
        "CLOSE_TABLE": time_table(names, poses["all"], rivals, "close"), "FRESH_TABLE": fresh_table(names, rows["fresh"], rivals),
        "WRONG_TABLE": wrong, "WRONG_FIRST_TABLE": wrong_first, "SLOWER_TABLE": slower, "TREE_TABLE": tree_table(rows["trees"], rivals),
        "PYTHON_TABLE": python_table(names, poses, rows["python"], in_python) if in_python else "Neither python-fcl nor trimesh was installed.",
        "VERSIONS": ", ".join([f"collisionchip {about['ours']}"] + [f"{name} {versions[key]}" for name, key in (("FCL", "fcl"), ("Coal", "coal"), ("python-fcl", "python-fcl"), ("trimesh", "trimesh")) if key in versions]),
        "SKIPPED": "; left out: " + ", ".join(skipped) if skipped else "", "HOST": about["host"],
        "EVERY": "all poses" if about["every"] == 1 else f"every {about['every']}th pose", "FRESH_POSES": str(FRESH_POSES), "PYTHON_STEP": str(PYTHON_STEP),
    }
    text = (ROOT / "docs/libraries.in.md").read_text()
    for mark, part in marks.items():
        text = text.replace(f"@{mark}@", part.strip())
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path, help="of CMake, with benchmarks; for Coal with -DCOLLISIONCHIP_COAL=.../cmeel.prefix")
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/libraries.md")
    parser.add_argument("--store", type=pathlib.Path, default=ROOT / "build/libraries")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has python-fcl and trimesh")
    parser.add_argument("--sets", nargs="*", help="these alone, for a trial")
    parser.add_argument("--every", type=int, default=1, help="every so many poses, for a trial")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # of all that it starts, too
    arguments.out.write_text(page_of(*measure(arguments)))


if __name__ == "__main__":
    main()
