#!/usr/bin/env python3
"""Makes what is generated in docs/: one table of makers, one mark, one command.

    python3 docs/make.py                                                  # the table: maker, what it makes, what it needs, minutes
    python3 docs/make.py BINARY MAKER... [--shared ../shared] [--jobs N]  # makes these; `quick` names all that take seconds
    python3 docs/make.py BINARY --check                                   # is everything as its maker left it? docs/check_docs.py asks the same

A maker is a function `make(context)` in docs/made/ that returns {target: content}. A target is a file of the repository, or a part PAGE#PART of a page,
which lies between <!-- made: PART --> and <!-- end: PART, DIGEST -->; the digest shows whether the part was changed by hand. The content of a file is
text, bytes, or rows of a CSV file; that of a part is text, or the rows of a table with its head first. A file says "docs/make.py MAKER" in it.
"""
import argparse
import csv
import dataclasses
import hashlib
import importlib
import io
import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs"))
sys.dont_write_bytecode = True
from made.context import Context  # noqa: E402

PART = re.compile(r"<!-- made: (\w+) -->\n(.*?)<!-- end: (\w+), (\w+) -->", re.S)


@dataclasses.dataclass
class Maker:
    name: str  # of its module in docs/made
    makes: tuple  # targets
    needs: str = "-"  # in addition to the program
    minutes: float = 0  # of two cores; 0: seconds, so docs/check_docs.py compares what it makes


MAKERS = (
    Maker("keys", ("docs/configuration.md", "docs/statistics.md", "docs/stats.schema.json", "docs/tables/keys.csv", "docs/tables/key_rules.csv",
                   "docs/tables/statistics.csv", "docs/tables/closing_sums.csv")),
    Maker("man", ("docs/man/collisionchip.1", "docs/man/collisionchip.bash")),
    Maker("machines", ("docs/chip.md#channels", "docs/architecture.svg", "docs/refit_machine.svg", "docs/group_machine.svg", "docs/contact_machine.svg", "docs/doorbell_machine.svg", "docs/brute_force_machine.svg")),
    Maker("concepts", ("docs/pictures/concepts.svg",)),
    Maker("uncertain", ("docs/exactness.md#uncertain", "docs/tables/uncertain.csv"), "the public objects", 1),
    Maker("pareto", ("docs/beyond.md#pareto_machines", "docs/beyond.md#pareto_answer", "docs/tables/pareto_machines.csv", "docs/tables/pareto_within.csv",
                     "docs/tables/pareto_front.csv", "docs/pictures/beyond_pareto.svg"), "python3-matplotlib", 1),
    Maker("libraries", (*(f"docs/today.md#libraries_{part}" for part in ("answer", "times", "far", "wrong", "slower", "trees", "python", "host")),
                        *(f"docs/tables/libraries_{name}.csv" for name in ("times", "fresh", "wrong", "slower", "trees", "python"))),
          "an idle host, a build with benchmarks and COLLISIONCHIP_COAL, --python", 30),
    Maker("volumes", ("docs/volumes.md#volumes_software", "docs/volumes.md#volumes_builders", "docs/tables/volumes_software.csv", "docs/tables/volumes_software_sets.csv",
                      "docs/tables/volumes_builders.csv"), "an idle host, the public objects", 5),
    Maker("volumes_chip", ("docs/volumes.md#volumes_answer", "docs/volumes.md#volumes_chip", "docs/volumes.md#volumes_winners", "docs/tables/volumes_chip.csv",
                           "docs/tables/volumes_chip_sets.csv", "docs/pictures/volumes.svg"), "the public objects, python3-matplotlib", 3),
    Maker("traversal", ("docs/paper_figures.md#traversal_chip", "docs/tables/traversal_chip.csv"), "the public objects", 10),
    Maker("degree", ("docs/tree.md#degree", "docs/tables/degree.csv"), "the public objects", 1),
    Maker("kernel_builders", ("docs/tree.md#kernel_builders", "docs/tables/kernel_builders.csv"), "the public objects, PoCL", 5),
    Maker("crossover", ("docs/pair_sequencer.md#crossover", "docs/tables/crossover.csv"), minutes=1),
    Maker("findings", (*(f"docs/findings.md#findings_{part}" for part in ("answer", "objects", "cycles", "keys", "weak", "topics", "claims")),
                       *(f"docs/tables/findings_{name}.csv" for name in ("cycles", "keys", "together", "memory", "transform", "pointer_fifo", "directions", "triangle_cache",
                                                                         "dop_cache")), "docs/pictures/findings.svg"), "the public objects, python3-matplotlib", 10),
    Maker("synthesis", (*(f"docs/costs.md#synthesis_{part}" for part in ("answer", "cmos", "operators", "groups", "stages")), "docs/tables/synthesis.csv"),
          "yosys, OpenSTA and qflow-tech-osu018", 240),
    Maker("rtl_coverage", ("docs/rtl.md#rtl_coverage", "docs/tables/rtl_coverage.csv"), "Verilator; it builds the RTL twice", 30),
    Maker("opencl", (*(f"docs/opencl.md#opencl_{part}" for part in ("answer", "combs", "burr", "trees", "host")), "docs/tables/opencl_combs.csv",
                     "docs/tables/opencl_trees.csv", "docs/tables/opencl_walks.csv"), "an idle host, PoCL", 5),
    Maker("deformable", ("docs/deformable.md#deformable_answer", "docs/deformable.md#deformable_frames", "docs/tables/deformable.csv"), minutes=3),
    Maker("opencl_boxes", ("docs/opencl.md#opencl_boxes", "docs/opencl.md#opencl_edges"), "an idle host", 1),
    Maker("opencl_gpu", ("docs/opencl.md#opencl_gpu",), "a GPU, or it says that there is none", 1),
    Maker("flying", (*(f"docs/opencl.md#flying_{part}" for part in ("answer", "stamps")), "docs/tables/flying_reads.csv", "docs/tables/flying_stamps.csv"), "PoCL", 1),
    Maker("beyond", (*(f"docs/beyond.md#beyond_{part}" for part in ("answer", "machines", "why", "aims", "findings", "kept_back", "area", "contact", "nut", "tried", "together")),
                     "docs/tables/beyond_machines.csv", "docs/tables/beyond_sets.csv", "docs/tables/beyond_changes.csv", "docs/tables/beyond_aims.csv", "docs/pictures/beyond.svg", "docs/pictures/beyond_changes.svg",
                     "docs/pictures/beyond_kept_back.svg"), "the public objects, python3-matplotlib", 10),
    Maker("today", (*(f"docs/today.md#today_{part}" for part in ("answer", "means", "findings", "aims", "links", "wider", "together", "host")),
                    "docs/tables/today_sets.csv", "docs/tables/today_machines.csv", "docs/pictures/today.svg", "docs/pictures/today_memories.svg"),
          "the public objects, python3-matplotlib, a build with software_times and FCL, an idle host", 15),
    Maker("photographs", ("docs/pictures/report.png", "docs/pictures/exploration.png"), "a Chromium", 1),
    Maker("site", (), "doxygen, Sphinx and a build with the module for Python", 1),
)


def digest(text):
    return hashlib.sha256(text.strip().encode()).hexdigest()[:8]


def parts_of(text):
    """{part: (its text, the digest that its mark has)}; a mark without its end is not among them."""
    return {name: (part, found) for name, part, end, found in PART.findall(text) if name == end}


def with_part(text, name, part):
    def made(match):
        return f"<!-- made: {name} -->\n\n{part.strip()}\n\n<!-- end: {name}, {digest(part)} -->" if match[1] == name else match[0]
    return PART.sub(made, text)


def table(rows):
    head, *rest = rows
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in (head, ["---"] * len(head), *rest))


def csv_text(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def files_of(made, root=ROOT):
    """{path: bytes} that the repository has when it has {target: content}. Parts go into the page as it is now."""
    files = {}
    for target, content in made.items():
        path, _, part = target.partition("#")
        if part:
            text = files[path].decode() if path in files else (root / path).read_text()
            content = with_part(text, part, content if isinstance(content, str) else table(content))
        elif not isinstance(content, (str, bytes)):
            content = csv_text(content)
        files[path] = content.encode() if isinstance(content, str) else content
    return files


def complaints(root=ROOT, makers=MAKERS):
    """What does not agree without a program's answer: marks, makers, digests. One line each."""
    of_part = {target: maker for maker in makers for target in maker.makes if "#" in target}
    found = set()
    for page in sorted((root / "docs").glob("*.md")):
        text, name = page.read_text(), str(page.relative_to(root))
        parts = parts_of(text)
        for part in re.findall(r"<!-- made: (\w+) -->", text):
            maker = of_part.get(f"{name}#{part}")
            found.add(f"{name}#{part}")
            if part not in parts:
                yield f"{name}:1: part {part} has no end"
            elif maker is None:
                yield f"{name}:1: no maker of part {part} in docs/make.py"
            elif digest(parts[part][0]) != parts[part][1]:
                yield f"{name}:1: part {part} was changed by hand: docs/make.py BINARY {maker.name}"
    for maker in makers:
        for target in maker.makes:
            path, _, part = target.partition("#")
            if not (target in found if part else (root / path).exists()):
                yield f"{path}:1: no {part or 'such file'}, which docs/make.py {maker.name} makes"
            elif not part and not path.endswith((".csv", ".png", ".json")) and f"docs/make.py {maker.name}" not in (root / path).read_text():
                yield f"{path}:1: does not say that docs/make.py {maker.name} makes it"


def said_of(makes):
    """The files, and how many CSV files."""
    files = list(dict.fromkeys(target.partition("#")[0] for target in makes))
    tables = sum(path.endswith(".csv") for path in files)
    return ", ".join([*(path for path in files if not path.endswith(".csv")), *([f"{tables} CSV file{'s' * (tables > 1)}"] if tables else [])]) or "-"


def make(maker, context):
    made = importlib.import_module(f"made.{maker.name}").make(context)
    if set(made) != set(maker.makes):
        raise SystemExit(f"{maker.name}: made {sorted(made)}, its row in docs/make.py says {sorted(maker.makes)}")
    return files_of(made)


def outdated(context):
    """{path: bytes} of files that a quick maker makes otherwise, with their maker."""
    for maker in (maker for maker in MAKERS if not maker.minutes):
        for path, content in make(maker, context).items():
            if (ROOT / path).read_bytes() != content:
                yield maker, path, content


def main():
    quick = [maker.name for maker in MAKERS if not maker.minutes]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", metavar="BINARY")
    parser.add_argument("makers", nargs="*", metavar="MAKER", help=", ".join(["quick", *(maker.name for maker in MAKERS)]))
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared", help="folder of the public objects")
    parser.add_argument("--store", type=pathlib.Path, default=ROOT / "build/made", help="what long makers have measured; it is not measured again")
    parser.add_argument("--python", default=sys.executable, help="a python3 with peers that are not in Debian, for `libraries`")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    names = [name for given in options.makers for name in (quick if given == "quick" else [given])]
    unknown = [name for name in names if name not in {maker.name for maker in MAKERS}]
    if unknown:
        parser.error(f"{unknown[0]}: no such maker; there are {', '.join(['quick', *(maker.name for maker in MAKERS)])}")
    if not options.program:
        print(table([("maker", "makes", "needs", "minutes"), *((m.name, said_of(m.makes), m.needs, m.minutes or "seconds") for m in MAKERS)]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        context = Context(pathlib.Path(options.program).resolve(), options.shared, options.store, pathlib.Path(folder), options.jobs, options.python)
        if options.check:
            problems = [*complaints(), *(f"{path}:1: out of date: docs/make.py BINARY {maker.name}" for maker, path, _ in outdated(context))]
            print("\n".join(problems), end="\n" * bool(problems))
            return 1 if problems else 0
        for maker in (maker for maker in MAKERS if maker.name in names):
            for path, content in make(maker, context).items():
                (ROOT / path).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
