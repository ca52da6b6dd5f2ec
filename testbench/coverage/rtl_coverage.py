#!/usr/bin/env python3
"""Measures which lines and bits of the RTL the tests reach, and holds docs/tables/rtl_coverage.csv and docs/rtl.md against it.

    testbench/coverage/rtl_coverage.py [--build FOLDER] [--jobs N]

Builds the units with Verilator's counters, runs the parity test of every unit and of the whole chip (without the long
ones), and adds up. A line is covered when everything that begins on it was reached: every branch that it is part of. A
bit is covered when it has changed. The same file in several places of the chip, or with several parameters, counts once.
Assertions do not count. Each line that is not covered must have its reason in rtl_uncovered.toml. `docs/make.py BINARY
rtl_coverage` measures the same and writes the table and the part of the page. Exit status: 0 enough is covered and
explained, and the page says so; 1 not; 2 the measurement did not run.
"""
import argparse
import collections
import dataclasses
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "docs"))
import make  # noqa: E402

RTL = ROOT / "rtl_model/rtl"
PAGE_PART, TABLE = "docs/rtl.md#rtl_coverage", "docs/tables/rtl_coverage.csv"
LEAST_PERCENT = 95
PROGRAMS = ["dop_unit_rtl_tests", "triangle_unit_rtl_tests", "memory_controller_rtl_tests", "pci_interface_rtl_tests",
            "pci_host_rtl_tests", "pci_pins_tests", "pointer_fifo_rtl_tests", "stack_engine_rtl_tests", "chip_parity_tests",
            "group_operators_tests"]
JOINS = "joins the units; golden vectors are played on it in Icarus Verilog and in Verilator"
FUNCTIONS = "functions, which Verilator does not count"
ASSERTIONS = "assertions only"
# Files that no Verilated unit has in it, and why they are not measured.
ELSEWHERE = {
    "channel_fifo.sv": "between two RTL units; testbench/tests/rtl/assertions_test.py tests its assertions",
    "collision_chip.sv": JOINS,
    "collision_core.sv": JOINS,
    "matrix_writes.sv": JOINS,
    "pair_beats.sv": JOINS,
    "messages.sv": FUNCTIONS + "; golden vectors are played on the chip that uses them",
    "stack_sram.sv": "golden vectors are played on it in Icarus Verilog",
    "stack_sram_on_board.sv": "golden vectors are played on it in Icarus Verilog",
    "sram_device.sv": "golden vectors are played on it in Icarus Verilog",
    "fp32.sv": FUNCTIONS + "; testbench/tests/rtl/float_cores_test.cpp",
    "fp_compare.sv": "the units compare by the functions of fp32.sv; testbench/tests/rtl/float_cores_test.cpp",
    "put_check.sv": ASSERTIONS,
    "take_check.sv": ASSERTIONS,
    "sdram_check.sv": ASSERTIONS,
    "stack_engine_check.sv": ASSERTIONS,
}


def say(text):
    print(f"rtl_coverage: {text}", file=sys.stderr, flush=True)


def run(command, **options):
    if subprocess.run(command, **options).returncode != 0:
        say(f"failed: {' '.join(map(str, command))}")
        sys.exit(2)


def measure(build, jobs, folder, what):
    """Builds with counters of "line" or "toggle", runs the tests, and returns the merged counts."""
    say(f"{what}: build")
    if not (build / "CMakeCache.txt").exists():
        run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DCOLLISIONCHIP_BUILD_BENCHMARKS=OFF"], stdout=subprocess.DEVNULL)
    run(["cmake", build, f"-DCOLLISIONCHIP_RTL_COVERAGE={what}"], stdout=subprocess.DEVNULL)
    run(["cmake", "--build", build, "-j", str(jobs), "--target", *PROGRAMS], stdout=subprocess.DEVNULL)
    counts = []
    for program in PROGRAMS:
        say(f"{what}: {program}")
        counts.append(folder / f"{program}.{what}.dat")
        run([build / "testbench/tests/rtl" / program, "--gtest_brief=1", "--gtest_filter=-Long*"],
            env={**os.environ, "COLLISIONCHIP_COVERAGE_FILE": str(counts[-1])}, stdout=subprocess.DEVNULL)
    merged = folder / f"all.{what}.dat"
    run(["verilator_coverage", "--write", merged, *counts], stdout=subprocess.DEVNULL)
    return merged


def assertion_lines(path):
    """Numbers of the lines that only simulation sees."""
    inside, lines = False, set()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        inside = inside or line.startswith("`ifndef SYNTHESIS")
        if inside:
            lines.add(number)
        inside = inside and not line.startswith("`endif")
    return lines


def lines_of(ranges, first):
    numbers = set()
    for part in (ranges or str(first)).split(","):
        begin, _, end = part.partition("-")
        numbers |= set(range(int(begin), int(end or begin) + 1))
    return numbers


def read(counts):
    """{file: {line: reached}}, {file: {bit: reached}}."""
    points = collections.Counter()
    for line in itertools.chain(*(path.read_text(errors="replace").splitlines() for path in counts)):
        match = re.match(r"C '(.*)' (\d+)$", line)
        if not match:
            continue
        item = dict(pair.split("\2", 1) for pair in match.group(1).split("\1")[1:])
        path = pathlib.Path(item["f"])
        if RTL not in path.parents:
            continue
        kind = item.get("page", "").split("/")[0]
        lines = tuple(sorted(lines_of(item.get("S"), item["l"])))
        points[path.name, kind, item["l"], item.get("n", "0"), item.get("o", ""), lines] += int(match.group(2))
    lines, bits = collections.defaultdict(dict), collections.defaultdict(dict)
    for (name, kind, line, _, comment, covered), count in points.items():
        if kind == "v_toggle":
            key = (line, comment)
            bits[name][key] = bits[name].get(key, False) or count > 0
        else:
            for number in covered:
                lines[name][number] = lines[name].get(number, True) and count > 0
    return lines, bits


def percent(reached, all_of_them):
    return f"{100 * reached / all_of_them:.1f}" if all_of_them else "-"


def place_of(name):
    return next(RTL.rglob(name)).relative_to(ROOT)


def explained(uncovered):
    """Each uncovered line with its reason; what is wrong with the reasons."""
    reasons = {}
    for entry in tomllib.loads((HERE / "rtl_uncovered.toml").read_text()).get("line", []):
        reasons[entry["file"], entry["text"]] = entry["why"]
    rows, problems, used = [], [], set()
    for name, number, text in uncovered:
        why = reasons.get((name, text))
        used.add((name, text))
        if why is None:
            problems.append(f"{place_of(name)}:{number} is not covered and has no reason in rtl_uncovered.toml: {text}")
        rows.append((name, number, text, why or "not explained"))
    problems += [f"rtl_uncovered.toml: {name} has no such uncovered line: {text}"
                 for name, text in sorted(set(reasons) - used)]
    return rows, problems


@dataclasses.dataclass
class Coverage:
    files: list  # (name, lines, covered, bits, changed)
    uncovered: list  # (name, number of the line, text)
    unmeasured: list  # names

    def totals(self):
        return [sum(row[i] for row in self.files) for i in range(1, 5)]


def coverage_of(lines, bits):
    coverage = Coverage([], [], [])
    for path in sorted(RTL.rglob("*.sv"), key=lambda file: file.name):
        if path.name in ELSEWHERE:
            continue
        if path.name not in bits and path.name not in lines:
            coverage.unmeasured.append(path.name)
        ours = assertion_lines(path)
        reached = {number: hit for number, hit in lines[path.name].items() if number not in ours}
        changed = [hit for (line, _), hit in bits[path.name].items() if int(line) not in ours]
        coverage.files.append((path.name, len(reached), sum(reached.values()), len(changed), sum(changed)))
        text = path.read_text().splitlines()
        coverage.uncovered += [(path.name, number, text[number - 1].strip()) for number in sorted(reached) if not reached[number]]
    return coverage


def measured(build, jobs):
    with tempfile.TemporaryDirectory() as folder:
        return coverage_of(*read([measure(build.resolve(), jobs, pathlib.Path(folder), what) for what in ("line", "toggle")]))


def made_of(coverage):
    """{target of docs/make.py: content}"""
    rows, _ = explained(coverage.uncovered)
    lines, covered, bits, changed = coverage.totals()
    part = [f"- The tests reach {covered} of {lines} lines ({percent(covered, lines)} %), and change {changed} of {bits} bits "
            f"({percent(changed, bits)} %), in {len(coverage.files)} files."]
    part += [f"- Not reached: `{name}:{number}`, `{text}`, because {why}." for name, number, text, why in rows]
    part.append(f"- Not measured: {len(ELSEWHERE)} files without a Verilated unit around them. The table has the reason for each.")
    table = [["file", "lines", "lines_covered", "bits", "bits_changed", "why_not_measured"], *([place_of(name), *counts, ""] for name, *counts in coverage.files),
             *([place_of(name), "", "", "", "", why] for name, why in ELSEWHERE.items())]
    return {PAGE_PART: "\n".join(part), TABLE: table}


def problems_of(coverage):
    lines, covered, *_ = coverage.totals()
    yield from (f"{name}: nothing was measured" for name in coverage.unmeasured)
    if covered * 100 < LEAST_PERCENT * lines:
        yield f"less than {LEAST_PERCENT} % of the lines are covered"
    yield from explained(coverage.uncovered)[1]
    for path, content in make.files_of(made_of(coverage)).items():
        if (ROOT / path).read_bytes() != content:
            yield f"{path}:1: out of date: docs/make.py BINARY rtl_coverage"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/coverage", help="build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    coverage = measured(options.build, options.jobs)
    problems = list(problems_of(coverage))
    for problem in problems:
        print(problem)
    lines, covered, bits, changed = coverage.totals()
    print(f"COVERAGE: {covered} of {lines} lines ({percent(covered, lines)} %), {changed} of {bits} bits ({percent(changed, bits)} %)")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
