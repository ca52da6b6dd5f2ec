#!/usr/bin/env python3
"""Measures which lines and bits of the RTL the tests reach, and writes docs/rtl_coverage.md.

    testbench/coverage/rtl_coverage.py [--build FOLDER] [--jobs N]

Builds the units with Verilator's counters, runs the parity test of every unit and of the whole chip (without the long
ones), and adds up. A line is covered when everything that begins on it was reached: every branch that it is part of. A
bit is covered when it has changed. The same file in several places of the chip, or with several parameters, counts once.
Assertions do not count. Each line that is not covered must have its reason in rtl_uncovered.toml. Exit status: 0 enough
is covered and explained, 1 not, 2 the measurement did not run.
"""
import argparse
import collections
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
RTL = ROOT / "rtl_model/rtl"
PAGE = ROOT / "docs/rtl_coverage.md"
LEAST_PERCENT = 95
PROGRAMS = ["dop_unit_rtl_tests", "triangle_unit_rtl_tests", "memory_controller_rtl_tests", "pci_interface_rtl_tests",
            "pci_host_rtl_tests", "pci_pins_tests", "pointer_fifo_rtl_tests", "stack_engine_rtl_tests", "chip_parity_tests",
            "group_operators_tests"]
# Files that no Verilated unit has in it.
ELSEWHERE = {
    "channel_fifo.sv": "between two RTL units; its assertions are tested in `testbench/tests/rtl/assertions_test.py`",
    "collision_chip.sv": "joins the units; golden vectors are played on it ([golden_vectors.md](golden_vectors.md))",
    "collision_core.sv": "likewise",
    "matrix_writes.sv": "likewise",
    "pair_beats.sv": "likewise",
    "messages.sv": "functions, which Verilator does not count; golden vectors are played on the chip that uses them",
    "stack_sram.sv": "played by Icarus Verilog ([golden_vectors.md](golden_vectors.md))",
    "stack_sram_on_board.sv": "likewise",
    "sram_device.sv": "likewise",
    "fp32.sv": "functions, which Verilator does not count; `testbench/tests/rtl/float_cores_test.cpp`",
    "fp_compare.sv": "the units compare by the functions of `rtl_model/rtl/float32/fp32.sv`; same test",
    "put_check.sv": "assertions only",
    "take_check.sv": "assertions only",
    "sdram_check.sv": "assertions only",
    "stack_engine_check.sv": "assertions only",
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


def page(table, totals, rows):
    out = [(HERE / "page.md").read_text().rstrip(), "", "## Files", "",
           "| file | lines | covered | % | bits | changed | % |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for name, lines, covered, bits, changed in [*table, ("all", *totals)]:
        shown = f"`{place_of(name)}`" if name != "all" else "**all**"
        out.append(f"| {shown} | {lines} | {covered} | {percent(covered, lines)} | {bits} | {changed} | "
                   f"{percent(changed, bits)} |")
    out += ["", "Not in a Verilated unit, and not measured:", ""]
    out += [f"- `{place_of(name)}`: {why}" for name, why in ELSEWHERE.items()]
    out += ["", "## Lines that are not covered", ""]
    if rows:
        out += ["| line | text | why |", "| --- | --- | --- |"]
        for name, number, text, why in rows:
            shown = text.replace("|", "\\|")
            out.append(f"| {name}:{number} | `{shown}` | {why} |")
    else:
        out.append("None.")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/coverage", help="build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lines, bits = read([measure(options.build.resolve(), options.jobs, pathlib.Path(folder), what)
                            for what in ("line", "toggle")])
    table, uncovered, problems = [], [], []
    for path in sorted(RTL.rglob("*.sv"), key=lambda file: file.name):
        if path.name in ELSEWHERE:
            continue
        if path.name not in bits and path.name not in lines:
            problems.append(f"{path.name}: nothing was measured")
        ours = assertion_lines(path)
        reached = {number: hit for number, hit in lines[path.name].items() if number not in ours}
        changed = [hit for (line, _), hit in bits[path.name].items() if int(line) not in ours]
        table.append((path.name, len(reached), sum(reached.values()), len(changed), sum(changed)))
        text = path.read_text().splitlines()
        uncovered += [(path.name, number, text[number - 1].strip()) for number in sorted(reached) if not reached[number]]
    totals = tuple(sum(row[i] for row in table) for i in range(1, 5))
    rows, unexplained = explained(uncovered)
    PAGE.write_text(page(table, totals, rows))
    if totals[1] * 100 < LEAST_PERCENT * totals[0]:
        problems.append(f"less than {LEAST_PERCENT} % of the lines are covered")
    for problem in problems + unexplained:
        print(problem)
    print(f"COVERAGE: {totals[1]} of {totals[0]} lines ({percent(totals[1], totals[0])} %), "
          f"{totals[3]} of {totals[2]} bits ({percent(totals[3], totals[2])} %)")
    sys.exit(1 if problems or unexplained else 0)


if __name__ == "__main__":
    main()
