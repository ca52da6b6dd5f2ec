"""Our engines, FCL, Coal, python-fcl and trimesh on every public set: docs/today.md and its tables.

`library_benchmark` of the program's build measures, all poses of a set at a time, and docs/made/python_libraries.py what Python has (--python: an interpreter
with these packages). Each measurement is a file in the store, and one that is there is not measured again: remove the file, or the store. Run it on an
otherwise idle host; it stays on one core.
"""
import collections
import contextlib
import csv
import io
import json
import os
import statistics
import subprocess

from made.all_poses import geometric, mesh_of
from made.context import ROOT
from made.host import host_of

COLUMNS = "set,pose,question,library,us,pairs,missed,extra,apart,lists,triangle_tests,uncertain,behind".split(",")
QUESTIONS = {"all": "all contacts", "first": "first contact"}
TIMES = (("all", "colliding", "all contacts"), ("first", "colliding", "first contact"), ("all", "close", "no contact"))  # question, kind of pose, as the page has it
LABELS = {"answer": "ours", "mirror": "mirror", "fcl": "FCL", "coal": "Coal", "coal-0": "Coal, 0"}
RIVALS = ("fcl", "coal", "coal-0")
PACKAGES = {"fcl": "FCL", "coal": "Coal", "python-fcl": "python-fcl", "trimesh": "trimesh"}
FRESH_POSES, PYTHON_STEP = 8, 10
PYTHON = ROOT / "docs/made/python_libraries.py"

Set = collections.namedtuple("Set", "name poses")


def lines_of(command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


@contextlib.contextmanager
def one_core():
    """For this process and what it starts."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


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


def ask_python(context, some, path):
    """Rows of some poses of a set with files."""
    step = 1 if some.poses < 100 else PYTHON_STEP
    a, b, poses = files_of(context.shared, some.name)
    lines = [line for line in poses.read_text().splitlines() if line.strip() and not line.startswith("#")][::step]
    folder = context.folder / "python" / some.name
    folder.mkdir(parents=True)
    (folder / "poses.txt").write_text("\n".join(lines) + "\n")
    for mesh, off in ((a, "a.off"), (b, "b.off")):
        context.run("mesh", mesh, folder / off)
    context.run("collide", a, b, "--poses", folder / "poses.txt", "--model", "reference", "--out", folder / "out")
    # The poses of the run are twelve numbers each, whatever the file has.
    rows = lines_of([context.python, PYTHON, folder / "a.off", folder / "b.off", folder / "out/poses.txt", folder / "out/pairs.csv", "--name", some.name, "--step", step])
    path.write_text("\n".join(rows) + "\n")


def measure(context):
    """Sets; what they were measured with; rows by kind: poses, fresh, trees, python."""
    build = context.program.parent
    benchmark = build / "testbench/benchmarks/library_benchmark"
    listed = [line.split(",") for line in lines_of([benchmark, "--list"])]
    sets = [Set(name, int(poses)) for kind, name, poses in listed if kind == "scene"]
    versions = {name: version for kind, name, version in listed if kind == "contender"}
    versions.update(line.split(",") for line in lines_of([context.python, PYTHON, "--versions"]))
    with_python = [some for some in sets if "python-fcl" in versions and files_of(context.shared, some.name)]
    store = Store(context.store / "libraries", 4 * len(sets) + len(with_python) + 2)
    about = json.loads(store.text("about.json", "the host", lambda path: path.write_text(json.dumps(
        {"host": host_of(build), "ours": context.run("--version").strip(), "versions": versions}))))

    def asked(name, what, *words):
        return store.text(name, what, lambda path: lines_of([benchmark, *words, "--csv", path]))

    rows = {"poses": [], "fresh": [], "python": []}
    for some in sets:
        for question, text in QUESTIONS.items():
            first = ["--first"] * (question == "first")
            rows["poses"] += read_rows(asked(f"{some.name}.{question}.csv", f"{some.name}, {text}", some.name, *first))
            rows["fresh"] += read_rows(asked(f"{some.name}.{question}-fresh.csv", f"{some.name}, {text}, first of a process", some.name, *first, "--fresh", FRESH_POSES))
        if some in with_python:
            rows["python"] += read_rows(store.text(f"{some.name}.python.csv", f"{some.name}, from Python", lambda path: ask_python(context, some, path)))
    objects = [some.name for some in sets if not is_contact(some.name)]
    trees = asked("trees.csv", "building and memory", *objects, "--trees")
    rows["trees"] = list(csv.DictReader(io.StringIO(trees), "object,triangles,library,us,bytes".split(",")))
    return sets, about, rows


# What the tables say.


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


def label_of(library):
    return LABELS.get(library, library)


def key_of(library):
    return label_of(library).lower().replace(", ", "_").replace("-", "_")


def time_rows(sets, poses, rivals, kind):
    """By set our microseconds and, divided by them, those of the rivals, in the median and in the worst pose; then means by group."""
    rows, ratios, counts = [], {}, collections.Counter()
    for name in sets:
        some = poses[name].of(kind)
        if not some:
            continue
        counts[group_of(name)] += len(some)
        cells = []
        for of in (medians, worst):
            us = of(some, "answer")
            times = [of(some, rival) / us for rival in rivals]
            ratios.setdefault((group_of(name), of.__name__), []).append(times)
            cells += [micro(us), *(f"{ratio:.1f}" for ratio in times)]
        rows.append([shown(name), len(some), *cells])
    for group, count in counts.items():
        means = [[geometric(column) for column in zip(*ratios[group, of])] for of in ("medians", "worst")]
        rows.append([f"mean, {group}", count, *(cell for mean in means for cell in ["", *(f"{value:.1f}" for value in mean)])])
    return rows


def times_head(rivals):
    cells = [[f"{which}_us", *(f"{key_of(rival)}_{which}_times" for rival in rivals)] for which in ("median", "worst")]
    return ["question", "set", "poses", *cells[0], *cells[1]]


def times_page(rows, rivals):
    """The means: the median pose, and the worst of the first rival."""
    means = [[f"{question}, {name.removeprefix('mean, ')}", poses, *cells[1:1 + len(rivals)], cells[2 + len(rivals)]]
             for question, name, poses, *cells in rows if name.startswith("mean, ")]
    return [["question, objects", "poses", *map(label_of, rivals), f"{label_of(rivals[0])}, worst pose"], *means]


def wrong_rows(sets, poses, python, libraries):
    """By set pairs that each library misses and has too many; of first contact, poses."""
    for question in QUESTIONS:
        for name in sets:
            asked = poses[question][name].by_pose.values()
            exact = sum(answers["mirror"]["pairs"] for answers in asked)
            if not exact:
                continue
            cells = []
            for library in libraries:
                some = [answers[library] for answers in asked] if library in LABELS else [
                    row for row in python if (row["set"], row["question"], row["library"]) == (name, question, library)]
                cells += [sum(row[column] for row in some) for column in ("missed", "extra")] if some else ["", ""]
            yield [QUESTIONS[question], shown(name), exact, *cells]


def wrong_page(rows, libraries):
    """Sums by library."""
    for number, library in enumerate(libraries):
        sums = [sum(int(row[3 + 2 * number + which] or 0) for row in rows if row[0] == question) for question in QUESTIONS.values() for which in (0, 1)]
        yield [label_of(library), *sums]


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


def slower_rows(sets, poses, rivals):
    for question in QUESTIONS:
        for name in sets:
            some = poses[question][name]
            for pose, answers in some.slower():
                ours = answers["answer"]
                times = [micro(answers[library]["us"]) for library in ("answer", "mirror", *rivals)]
                yield [shown(name), pose, QUESTIONS[question], answers["mirror"]["pairs"], *times, ours["lists"], ours["triangle_tests"],
                       cause_of(question, answers, some.best_rival(answers)[1])]


def slower_page(rows, rivals):
    """By cause how often, and the worst pose against the best rival."""
    by_cause = collections.defaultdict(list)
    for name, pose, question, _, ours, _, *more in rows:
        best, rival = min((float(us), rival) for us, rival in zip(more, rivals))
        by_cause[more[-1]].append((float(ours) / best, f"{name}, pose {pose}, {question}", ours, f"{micro(best)} ({label_of(rival)})"))
    for cause, found in sorted(by_cause.items(), key=lambda item: (-len(item[1]), item[0])):
        yield [cause, len(found), *max(found)[1:]]


def fresh_rows(sets, fresh, rivals):
    ratios = collections.defaultdict(list)
    for name in sets:
        cells = []
        for question in QUESTIONS:
            us = {library: statistics.median(row["us"] for row in fresh if (row["set"], row["question"], row["library"]) == (name, f"{question}-fresh", library))
                  for library in ("answer", *rivals)}
            for rival in rivals:
                ratios[question, rival].append(us[rival] / us["answer"])
            cells += [micro(us["answer"]), *(f"{us[rival] / us['answer']:.1f}" for rival in rivals)]
        yield [shown(name), *cells]
    yield ["mean"] + [cell for question in QUESTIONS for cell in ["", *(f"{geometric(ratios[question, rival]):.1f}" for rival in rivals)]]


def span(cells):
    """From the least to the most."""
    cells = sorted((cell for cell in cells if cell != ""), key=float)
    return cells[0] if cells[0] == cells[-1] else f"{cells[0]} to {cells[-1]}"


def python_rows(sets, poses, python, libraries):
    for name in sets:
        cells = []
        for question in QUESTIONS:
            by_pose = poses[question][name].by_pose
            for library in libraries:
                some = [row for row in python if (row["set"], row["question"], row["library"]) == (name, question, library)
                        and row["pose"] in by_pose and by_pose[row["pose"]]["mirror"]["pairs"]]
                ratio = statistics.median(row["us"] / by_pose[row["pose"]]["answer"]["us"] for row in some) if some else None
                cells += [micro(statistics.median(row["us"] for row in some)), f"{ratio:.1f}"] if some else ["", ""]
        if any(cells):
            yield [shown(name), *cells]


def python_page(rows, libraries):
    for number, library in enumerate(libraries):
        yield [library, *(span(row[2 + 2 * (number + question * len(libraries))] for row in rows) for question in range(len(QUESTIONS)))]


def tree_rows(trees, libraries):
    """Ours is the second of the libraries, the rivals come after it."""
    ratios, by_object = collections.defaultdict(list), {}
    for row in trees:
        by_object.setdefault((row["object"], int(row["triangles"])), {})[row["library"]] = row
    for (name, triangles), found in by_object.items():
        us = {library: float(found[library]["us"]) for library in libraries}
        for rival in libraries[2:]:
            ratios[rival].append(us[rival] / us["answer"])
        yield [name, triangles, *(f"{us[library] / 1000:.1f}" for library in libraries), *(f"{us[rival] / us['answer']:.2f}" for rival in libraries[2:]),
               *(f"{int(found[library]['bytes']) / triangles:.0f}" for library in libraries)]
    yield ["mean", "", *[""] * len(libraries), *(f"{geometric(ratios[rival]):.2f}" for rival in libraries[2:]), *[""] * len(libraries)]


def tree_page(rows, libraries):
    *objects, mean = rows
    times = ["", "1", *mean[2 + len(libraries):-len(libraries)]]
    for number, library in enumerate(libraries):
        yield [label_of(library), times[number], span(row[number - len(libraries)] for row in objects)]


# What the page says.


def far_text(sets, poses):
    some = [answers for name in sets for answers in poses["all"][name].of("apart")]
    return (f"Far apart, where these boxes do not meet, ours takes {micro(medians(some, 'answer'))} µs in the median pose and {micro(worst(some, 'answer'))} µs in the worst "
            f"of {len(some)} poses.")


def mean_of(sets, poses, rivals, of, group):
    """Of colliding poses, against the best of some rivals in each set."""
    colliding = [some for some in (poses[name].of("colliding") for name in sets if group_of(name) == group) if some]
    return geometric(min(of(some, rival) for rival in rivals) / of(some, "answer") for some in colliding)


def answer_text(sets, poses, rivals, behind):
    def times(library):
        some = [rival for rival in rivals if rival.startswith(library)]
        return f"{mean_of(sets, poses['all'], some, medians, 'general position'):.1f} times as fast as {PACKAGES[library]}"
    asked = sum(len(poses[question][name].by_pose) for question in QUESTIONS for name in sets)
    return (f"Our [reference](reference.md#answers) finds all contacts {' and '.join(times(library) for library in ('fcl', 'coal') if library in rivals)} "
            f"(median pose, general position). Its pairs are exact, and it is slower in {behind} of {asked} questions.")


def host_text(about, sets):
    versions = about["versions"]
    skipped = [f"{name} (not installed)" for key, name in PACKAGES.items() if key not in versions]
    return (f"{', '.join(['collisionchip ' + about['ours'], *(f'{name} {versions[key]}' for key, name in PACKAGES.items() if key in versions)])}"
            f"{'; left out: ' + ', '.join(skipped) if skipped else ''}. Measured on {about['host']}, on one core, over {sum(some.poses for some in sets)} poses of {len(sets)} sets.")


def targets_of(sets, about, rows):
    names, versions = [some.name for some in sets], about["versions"]
    by_set = collections.defaultdict(list)
    for row in rows["poses"]:
        by_set[row["question"], row["set"]].append(row)
    poses = {question: {name: Poses(by_set[question, name]) for name in names} for question in QUESTIONS}
    rivals = next(iter(poses["all"].values())).rivals
    in_python = [library for library in ("python-fcl", "trimesh") if library in versions]
    tables = {
        "times": [[text, *cells] for question, kind, text in TIMES for cells in time_rows(names, poses[question], rivals, kind)],
        "fresh": list(fresh_rows(names, rows["fresh"], rivals)),
        "wrong": list(wrong_rows(names, poses, rows["python"], ["answer", *rivals, *in_python])),
        "slower": list(slower_rows(names, poses, rivals)),
        "trees": list(tree_rows(rows["trees"], tree_libraries(rivals))),
        "python": list(python_rows(names, poses, rows["python"], in_python)),
    }
    texts = {"answer": answer_text(names, poses, rivals, len(tables["slower"])), "far": far_text(names, poses), "host": host_text(about, sets)}
    return made_of(tables, texts, rivals, in_python)


def tree_libraries(rivals):
    return ["mirror", "answer", *(rival for rival in rivals if rival != "coal-0")]


def heads(rivals, in_python):
    """Of the CSV files."""
    trees, keys = [key_of(library) for library in tree_libraries(rivals)], [key_of(rival) for rival in rivals]
    wrong = [f"{key_of(library)}_{what}" for library in ("answer", *rivals, *in_python) for what in ("missed", "extra")]
    return {
        "times": times_head(rivals),
        "fresh": ["set", *(head for question in QUESTIONS for head in (f"{question}_us", *(f"{question}_{key}_times" for key in keys)))],
        "wrong": ["question", "set", "exact_pairs_or_poses", *wrong],
        "slower": ["set", "pose", "question", "pairs", "ours_us", "mirror_us", *(f"{key}_us" for key in keys), "lists", "triangle_tests", "cause"],
        "trees": ["object", "triangles", *(f"{key}_ms" for key in trees), *(f"{key}_times" for key in trees[2:]), *(f"{key}_bytes_per_triangle" for key in trees)],
        "python": ["set", *(f"{question}_{key_of(library)}_{unit}" for question in QUESTIONS for library in in_python for unit in ("us", "times"))],
    }


def made_of(tables, texts, rivals, in_python):
    """Files and parts, from rows without their heads."""
    trees = tree_libraries(rivals)
    of_page = {
        "times": times_page(tables["times"], rivals),
        "wrong": [["library", "missed", "too many", "first contact: said to be free", "first contact: pair does not meet"],
                  *wrong_page(tables["wrong"], ["answer", *rivals, *in_python])],
        "slower": [["cause", "questions", "worst", "ours, µs", "best rival, µs"], *slower_page(tables["slower"], rivals)] if tables["slower"] else "None.",
        "trees": [["library", "time of building", "bytes a triangle"], *tree_page(tables["trees"], trees)],
        "python": [["library", *QUESTIONS.values()], *python_page(tables["python"], in_python)] if in_python else "python-fcl and trimesh were not installed.",
    }
    columns = heads(rivals, in_python)
    return {**{f"docs/tables/libraries_{name}.csv": [columns[name], *rows] for name, rows in tables.items()},
            **{f"docs/today.md#libraries_{name}": part for name, part in {**of_page, **texts}.items()}}


def make(context):
    with one_core():
        return targets_of(*measure(context))
