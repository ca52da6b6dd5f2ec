#!/usr/bin/env python3
"""Synthesises the RTL unit by unit and prints the tables of docs/costs.md, which `docs/make.py BINARY synthesis` writes into the page.

    rtl_model/synth/synthesise.py BUILD [--only NAME...] [--flows NAME...] [--minutes N]

BUILD is a configured build folder with the program in it: the units' sources are those that Verilator's build takes
(rtl_model/<unit>.f there), and the cycles per query of the DOTADD's stage counts are measured with its collisionchip.

Needs yosys, OpenSTA's `sta` and Debian's qflow-tech-osu018 (.ci/install all). Three technologies: LUTs of ECP5 and
iCE40 by yosys alone, and a 0.18 um standard-cell library, the paper's technology, with the clock that OpenSTA finds for
the netlist: cells only, no wires, so a layout will be slower. Results are kept in --work and used again while the
sources are the same. What takes longer than --minutes is given up, and its row says so.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LIBERTY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
NOMINAL_PS = 3760  # 266 MHz (§4)
MODEL_PS = 3750    # a cycle of the model
STAGE_COUNTS = [6, 8, 12]


class Unit:
    """Whole: flattened before it is mapped; else module by module, each once, which takes minutes in place of hours.
    `macros` are memories that are not synthesised in 0.18 um. Purged: written with
    nets of one bit, for OpenSTA does not read assignments to several at once."""

    def __init__(self, name, top, parameters=None, whole=False, macros=()):
        self.name, self.top, self.parameters = name, top, parameters or {}
        self.whole, self.macros, self.purged = whole, macros, False
        self.sources = []

    def find_sources(self, build):
        with open(os.path.join(build, "rtl_model", self.top + ".f")) as file:
            self.sources = file.read().splitlines()


UNITS = [Unit(f"dotadd, {stages} stages", "dotadd", {"STAGES": stages}, whole=True) for stages in STAGE_COUNTS]
UNITS += [
    Unit("pci_interface", "pci_interface", whole=True),
    Unit("memory_controller", "memory_controller", whole=True),
    Unit("stack_engine", "stack_engine"),
    Unit("dop_unit", "dop_unit"),
    Unit("triangle_unit", "triangle_unit", macros=("triangle_ram.sv",)),
    Unit("triangle_unit, no filter", "triangle_unit", {"FILTER": 0}, macros=("triangle_ram.sv",)),
    Unit("pointer_fifo", "pointer_fifo", whole=True),
]


# Operators without registers, for the areas of other machines (docs/costs.md).
FLOAT32 = os.path.join(os.path.dirname(HERE), "rtl", "float32")
OPERATORS = [Unit(name, name, whole=True) for name in ("fp_mul", "fp_add", "fp_compare")]
for operator in OPERATORS:
    operator.sources = [os.path.join(FLOAT32, file) for file in ("fp32.sv", operator.top + ".sv")]

# Those of a machine with groups, with the registers between their stages.
GROUPS = os.path.join(os.path.dirname(HERE), "rtl", "groups")
GROUP_OPERATORS = [
    Unit("group_dotadd", "group_dotadd", whole=True),
    Unit("group_dotadd, corners", "group_dotadd", {"C_BITS": 26, "D_BITS": 25, "OFFSET_BITS": 62, "Y_BITS": 30, "Y_SIGNED": 1},
         whole=True),
    Unit("group_compare", "group_compare", whole=True),
    Unit("group_decode", "group_decode", whole=True),
    Unit("group_extent", "group_extent", whole=True),
    Unit("small_block", "small_block", whole=True),
    Unit("small_cross", "small_cross", whole=True),
    Unit("small_sum", "small_sum", whole=True),
    Unit("small_triple", "small_triple", whole=True),
    Unit("small_sign", "small_sign", whole=True),
]
GROUP_STAGES = {"group_dotadd": 4, "group_compare": 1, "group_decode": 1, "group_extent": 3, "small_block": 4, "small_cross": 1,
                "small_sum": 2, "small_triple": 1, "small_sign": 2}
for operator in GROUP_OPERATORS:
    operator.purged = True
    operator.sources = [os.path.join(GROUPS, operator.top + ".sv")]


class OutOfTime(Exception):
    pass


def run(command, folder, seconds=None):
    """What it prints. OutOfTime after so many seconds; yosys's own children end with it."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
    except BaseException as reason:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(reason, subprocess.TimeoutExpired):
            raise OutOfTime from None
        raise
    if process.returncode != 0:
        sys.exit(f"error: {' '.join(command)}:\n{output[-3000:]}")
    return output


def read_sources(unit, macros=()):
    names = [os.path.basename(source) for source in unit.sources]
    text = "".join(f"read_verilog -sv {'-lib ' if name in macros else ''}{name}\n" for name in names)
    parameters = "".join(f" -chparam {name} {value}" for name, value in unit.parameters.items())
    return text + f"hierarchy -top {unit.top}{parameters}\n"


def fpga_recipe(command, no_hierarchy, unit):
    return read_sources(unit) + f"{command} {no_hierarchy if not unit.whole else ''} -top {unit.top}\nstat\n"


def osu018_recipe(unit):
    purge = "splitnets -ports\nopt_clean -purge\n" if unit.purged else ""
    return (read_sources(unit, unit.macros) + f"synth {'-flatten ' if unit.whole else ''}-noabc -top {unit.top}\n"
            f"dfflibmap -liberty {LIBERTY}\nabc -D {NOMINAL_PS} -constr cells.constr -liberty {LIBERTY}\nopt_clean\n"
            f"stat -liberty {LIBERTY}\n{purge}write_verilog -noattr netlist.v\n")


def cells(log):
    """The cell counts of the whole design, from yosys's last `stat`."""
    part = log[log.rindex("Printing statistics."):]
    if "=== design hierarchy ===" in part:
        part = part[part.index("=== design hierarchy ==="):]
    return {name: int(count) for name, count in re.findall(r"^ +([$\\]?[A-Za-z_]\w*) +(\d+)$", part, re.M)}


def ecp5_result(log, unit, folder):
    found = cells(log)
    # A carry cell is two LUTs, a cell of distributed memory too.
    luts = found.get("LUT4", 0) + 2 * found.get("CCU2C", 0) + 2 * found.get("TRELLIS_DPR16X4", 0)
    return {"luts": luts, "flops": found.get("TRELLIS_FF", 0), "multipliers": found.get("MULT18X18D", 0),
            "memories": found.get("DP16KD", 0)}


def ice40_result(log, unit, folder):
    found = cells(log)
    flops = sum(count for name, count in found.items() if name.startswith("SB_DFF"))
    return {"luts": found.get("SB_LUT4", 0), "flops": flops, "memories": found.get("SB_RAM40_4K", 0)}


TIMING = f"""read_liberty {LIBERTY}
read_verilog netlist.v
link_design TOP
create_clock -name clk -period {NOMINAL_PS / 1000} [get_ports clk_i]
set_false_path -from [get_ports rst_ni]
set_input_delay 0 -clock clk [all_inputs]
set_output_delay 0 -clock clk [all_outputs]
report_checks -path_delay max
"""


def area_of(log):
    """Square micrometres. The last of them is the whole design's."""
    return float(re.findall(r"Chip area for (?:top )?module .*: ([\d.]+)", log)[-1])


def area_result(log, unit, folder):
    return {"area_um2": area_of(log)}


def osu018_result(log, unit, folder):
    """Area, and the slowest path: between registers, or from and to the pins, which lead to a register."""
    area = area_of(log)
    with open(os.path.join(folder, "timing.tcl"), "w") as script:
        script.write(TIMING.replace("TOP", unit.top))
    timing = run(["sta", "-exit", "-no_splash", "timing.tcl"], folder)
    # A path of each group. Those to asynchronous resets do not count, as rst_ni's do not: nothing buffers their nets here.
    paths = [path for path in re.split(r"^(?=Startpoint: )", timing, flags=re.M) if "Path Group: clk\n" in path]
    slack = re.search(r"(-?[\d.]+) +slack", paths[0]) if paths else None
    ends = re.findall(r"^(?:Start|End)point: .*?\((.*?)[\n)]", paths[0], re.M | re.S) if paths else []
    if slack is None or len(ends) != 2:
        sys.exit(f"error: sta found no path in {unit.name}:\n{timing[-2000:]}")
    return {"area_mm2": area / 1e6, "period_ns": NOMINAL_PS / 1000 - float(slack.group(1)),
            "path": " to ".join("pin" if "port" in end else "register" for end in ends)}


FLOWS = {
    "osu018": (osu018_recipe, osu018_result),
    "area": (osu018_recipe, area_result),  # of operators, which have no clock
    # Without the multiplexers that join LUTs, which about double their number for less delay.
    "ecp5": (lambda unit: fpga_recipe("synth_ecp5 -nowidelut", "-noflatten", unit), ecp5_result),
    "ice40": (lambda unit: fpga_recipe("synth_ice40", "-noflatten", unit), ice40_result),
}


UNIT_FLOWS = ["osu018", "ecp5", "ice40"]


def key_of(unit, recipe):
    digest = hashlib.sha256((recipe + TIMING).encode())
    for source in unit.sources:
        with open(source, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


def synthesise(unit, flow, work, minutes):
    """The stored result, or a new one; {"unfinished": minutes} if it takes longer. None: not stored, and no minutes."""
    make_recipe, read_result = FLOWS[flow]
    recipe = make_recipe(unit)
    stored = os.path.join(work, f"{key_of(unit, recipe)}.{flow}.json")
    if os.path.exists(stored):
        with open(stored) as file:
            result = json.load(file)
        if result.get("unfinished", minutes) >= minutes:
            return result
    if minutes == 0:
        return None
    print(f"{unit.name}: {flow}", file=sys.stderr, end="", flush=True)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for source in unit.sources:
            os.symlink(source, os.path.join(folder, os.path.basename(source)))
        with open(os.path.join(folder, "cells.constr"), "w") as constraints:
            constraints.write("set_driving_cell BUFX4\nset_load 0.05 [all_outputs]\n")
        try:
            result = read_result(run(["yosys", "-p", recipe], folder, 60 * minutes), unit, folder)
        except OutOfTime:
            result = {"unfinished": minutes}
    print(f": {time.monotonic() - begin:.0f} s{', not finished' if 'unfinished' in result else ''}", file=sys.stderr,
          flush=True)
    with open(stored, "w") as file:
        json.dump(result, file)
    return result


def cycles_per_query(program, stages):
    """Cycles of the query in README.md."""
    with tempfile.TemporaryDirectory() as folder:
        meshes = {"gear": "gear.obj", "finned-casting": "casting.stl"}
        for kind, mesh in meshes.items():
            run([program, "mesh", kind, mesh, "--triangles", "30000"], folder)
        stats = os.path.join(folder, "stats.json")
        run([program, "collide", *meshes.values(), "--pose", "0.35 0.1 0.05 0.9 0.3 0.2 0.1", "--stats", stats,
             "--no-check", "--set", f"dop_unit.dotadd_stages={stages}", "--set",
             f"triangle_unit.dotadd_stages={stages}"], folder)
        with open(stats) as file:
            return json.load(file)["queries"][0]["cycles"]


def columns(result, form):
    """One cell for each name and format of `form`."""
    if result is None:
        return ["not run"] + ["–"] * (len(form) - 1)
    if "unfinished" in result:
        return [f"not within {result['unfinished']:g} min"] + ["–"] * (len(form) - 1)
    return [format(result[name], kind) for name, kind in form]


def cmos_of(results, unit):
    result = results[unit.name]["osu018"]
    return dict(result, mhz=1000 / result["period_ns"]) if result and "period_ns" in result else result


def cmos_rows(results):
    form = [("area_mm2", ".3f"), ("period_ns", ".2f"), ("mhz", ".0f"), ("path", "s")]
    return [["unit", "mapped", "mm²", "period, ns", "MHz", "slowest path"],
            *([unit.name, "whole" if unit.whole else "by module", *columns(cmos_of(results, unit), form)] for unit in UNITS)]


def csv_rows(results):
    """Every figure of every unit."""
    ice40 = [("luts", "d"), ("flops", "d"), ("memories", "d")]  # it has no multipliers
    ecp5 = [*ice40, ("multipliers", "d")]
    head = [f"{flow}_{name}" for flow, form in (("ecp5", ecp5), ("ice40", ice40)) for name, _ in form]
    rows = [["unit", *head, "mm2", "period_ns", "mhz", "slowest_path"]]
    for unit in UNITS:
        flows = results[unit.name]
        rows.append([unit.name, *columns(flows["ecp5"], ecp5), *columns(flows["ice40"], ice40),
                     *columns(cmos_of(results, unit), [("area_mm2", ".3f"), ("period_ns", ".2f"), ("mhz", ".0f"), ("path", "s")])])
    return rows


def operator_rows(results):
    return [["operator", "um²"], *([unit.name, *columns(results[unit.name], [("area_um2", ".0f")])] for unit in OPERATORS)]


def group_rows(results):
    rows = [["operator", "stages", "um²", "period, ns", "MHz"]]
    for unit in GROUP_OPERATORS:
        result = results[unit.name]
        if result and "period_ns" in result:
            result = dict(result, um2=1e6 * result["area_mm2"], mhz=1000 / result["period_ns"])
        rows.append([unit.name, str(GROUP_STAGES[unit.top]), *columns(result, [("um2", ".0f"), ("period_ns", ".2f"), ("mhz", ".0f")])])
    return rows


def answer(results):
    """The clock of the chip is that of its slowest unit."""
    units = [unit.name for unit in UNITS if unit.top != "dotadd"]
    periods = {name: results[name]["osu018"]["period_ns"] for name in units if "period_ns" in (results[name]["osu018"] or {})}
    if len(periods) < len(units):
        return f"Without timing: {', '.join(name for name in units if name not in periods)}."
    name = max(periods, key=periods.get)
    met = sorted(other for other, period in periods.items() if period <= NOMINAL_PS / 1000)
    text = f"In 0.18 µm the chip of `paper41` meets {1000 / periods[name]:.0f} MHz, where the paper has 266. The slowest unit is `{name}` with {periods[name]:.2f} ns"
    return text + (f"; the paper's clock is met by {', '.join(met)} only." if met else "; no unit meets the paper's clock.")


def stage_rows(results, program):
    rows, first = [["stages", "period, ns", "mm²", "cycles per query", "ms per query at that clock", "speed"]], None
    for stages in STAGE_COUNTS:
        cmos = results[f"dotadd, {stages} stages"]["osu018"]
        if cmos is None or "unfinished" in cmos:
            continue
        period, cycles = cmos["period_ns"], cycles_per_query(program, stages)
        first = first or cycles * period
        rows.append([str(stages), f"{period:.2f}", f"{cmos['area_mm2']:.3f}", str(cycles), f"{cycles * period / 1e6:.3f}", f"{first / (cycles * period):.2f}"])
    return rows


def measured(build, work, minutes=60, only=(), flows=UNIT_FLOWS):
    """Results of units by flow, of operators, and of operators of groups. `only`: modules, and of the others what is stored."""
    for tool in ("yosys", "sta"):
        if shutil.which(tool) is None:
            sys.exit(f"error: {tool} is missing: .ci/install all")
    if not os.path.exists(LIBERTY):
        sys.exit(f"error: {LIBERTY} is missing: .ci/install all")
    for unit in UNITS:
        unit.find_sources(build)
    os.makedirs(work, exist_ok=True)

    def one(unit, flow):
        wanted = flow in flows and (not only or unit.top in only)
        return synthesise(unit, flow, work, minutes if wanted else 0)

    operators = {unit.name: synthesise(unit, "area", work, minutes) for unit in OPERATORS}
    groups = {unit.name: one(unit, "osu018") for unit in GROUP_OPERATORS}
    units = {unit.name: {} for unit in UNITS}
    for flow in UNIT_FLOWS:
        for unit in UNITS:
            units[unit.name][flow] = one(unit, flow)
    return units, operators, groups


def made_of(units, operators, groups, program):
    """What docs/make.py writes."""
    page = "docs/costs.md#synthesis_"
    return {page + "answer": answer(units), page + "cmos": cmos_rows(units), page + "operators": operator_rows(operators),
            page + "groups": group_rows(groups), page + "stages": stage_rows(units, program), "docs/tables/synthesis.csv": csv_rows(units)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", metavar="BUILD", help="folder with rtl_model/<unit>.f and collisionchip")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="modules; of the others what is stored")
    parser.add_argument("--flows", nargs="+", choices=UNIT_FLOWS, default=UNIT_FLOWS, help="technologies; of the others what is stored")
    parser.add_argument("--minutes", type=float, default=60, help="per unit and technology (60)")
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "synth"), help="results so far")
    options = parser.parse_args()
    program = os.path.join(os.path.abspath(options.build), "collisionchip")
    if not os.path.exists(program):
        sys.exit(f"error: {program} is missing: cmake --build {options.build} --target collisionchip")
    made = made_of(*measured(options.build, options.work, options.minutes, options.only or (), options.flows), program)
    for content in made.values():
        print(content if isinstance(content, str) else "\n".join(" | ".join(row) for row in content), end="\n\n")


if __name__ == "__main__":
    main()
