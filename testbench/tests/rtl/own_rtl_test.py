#!/usr/bin/env python3
"""A user's own RTL, chosen only by the CMake variables. For each unit COLLISIONCHIP_RTL_<UNIT> names a deliberately broken copy of ours, outside the
repository's folders. A fresh build folder is configured, and only the unit's own test is built. The test must end with the first cycle and value at which
the copy differs from the model.

    own_rtl_test.py SOURCE_DIR LISTS BUILD_DIR UNIT... -- cmake's further arguments

LISTS is the folder of the lists of sources, <unit>.f, of an existing build.
"""
import pathlib
import re
import subprocess
import sys

# What is broken: the file, the text and what takes its place.
FAULTS = {
    "pci_interface": ("pci_registers.sv", "assign start_tumbled_o = {tumbled_root_q[31:8]",
                      "assign start_tumbled_o = {aligned_root_q[31:8]"),
    "memory_controller": ("read_return.sv", "assign auxiliary_leaf_o = leaf_q;", "assign auxiliary_leaf_o = ~leaf_q;"),
    "stack_engine": ("list_evaluate.sv", "aligned_child_0_i | 32'd3", "aligned_child_0_i | 32'd1"),
    "dop_unit": ("dop_comparators.sv", "< K / 2", "<= K / 2"),
    "triangle_unit": ("triangle_unit.sv", "parameter int ITU_STAGES = 4", "parameter int ITU_STAGES = 5"),
    "pointer_fifo": ("pointer_fifo.sv", "assign unfinished_d = unfinished_q |", "assign unfinished_d = unfinished_q &"),
}
# The first difference, with both sides: "dop_unit, cycle 51: dop_unit.flags item 0: rtl: ...; tlm: ...", or a line for each.
TOLD = r"{unit}, cycle \d+: .*rtl: .+; tlm: .+|{unit}, [^\n]*(\n  both: [^\n]*)*\n  tlm: cycle \d+ [^\n]+\n  rtl: cycle \d+ [^\n]+"


def run(command, folder=None):
    print("$", " ".join(map(str, command)), flush=True)
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def must(command):
    done = run(command)
    if done.returncode != 0:
        sys.exit(f"{done.stdout[-5000:]}\nerror: exit status {done.returncode}")


def broken_copy(lists, unit, folder):
    """The unit's sources, all of them copies, with the fault in one."""
    broken, good, bad = FAULTS[unit]
    folder.mkdir(parents=True, exist_ok=True)
    copies = []
    for source in map(pathlib.Path, (lists / f"{unit}.f").read_text().splitlines()):
        text = source.read_text()
        if source.name == broken:
            if text.count(good) != 1:
                sys.exit(f"error: {source}: expected once: {good}")
            text = text.replace(good, bad)
        copy = folder / source.name
        if not copy.exists() or copy.read_text() != text:
            copy.write_text(text)
        copies.append(str(copy))
    return copies


def main():
    arguments = sys.argv[1:]
    more = arguments.index("--")
    source, lists, build, *units = arguments[:more]
    lists, build = pathlib.Path(lists), pathlib.Path(build)
    variables = []
    for unit in units:
        copies = broken_copy(lists, unit, build / "mine" / unit)
        variables.append(f"-DCOLLISIONCHIP_RTL_{unit.upper()}={';'.join(copies)}")
    must(["cmake", "-S", source, "-B", build / "build", *arguments[more + 1:], "-DCOLLISIONCHIP_BUILD_BENCHMARKS=OFF",
          *variables])
    silent = []
    for unit in units:
        must(["cmake", "--build", build / "build", "--target", f"{unit}_rtl_tests"])
        test = run([build / "build" / "testbench" / "tests" / "rtl" / f"{unit}_rtl_tests", "--gtest_filter=-Long*"])
        told = re.search(TOLD.format(unit=unit), test.stdout)
        print(told.group(0) if told else test.stdout[-3000:])
        if test.returncode == 0 or not told:
            silent.append(unit)
    if silent:
        sys.exit(f"error: expected to be told the first cycle and value: {' '.join(silent)}")


if __name__ == "__main__":
    main()
