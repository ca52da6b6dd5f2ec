#!/usr/bin/env python3
"""Synthesises the RTL unit by unit and writes docs/synthesis.md.

    rtl_model/synth/synthesise.py [--chip PROGRAM] [--only NAME...] [--out FILE]

Needs yosys, OpenSTA's `sta` and Debian's qflow-tech-osu018 (.ci/install all). Three technologies: LUTs of ECP5 and
iCE40 by yosys alone, and a 0.18 um standard-cell library, the paper's technology, with the clock that OpenSTA finds for the
netlist: cells only, no wires, so a layout will be slower. With --chip, the cycles per query of the DOTADD's stage counts are
measured with that program. Results are kept in --work and used again while the sources are the same.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RTL = os.path.join(ROOT, "rtl_model", "rtl")
LIBERTY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"
NOMINAL_PS = 3760  # 266 MHz (§4)

FLOAT = ["fp32.sv", "fp_mul.sv", "fp_add.sv"]
DOTADD = FLOAT + ["dotadd.sv"]
TRIANGLE = DOTADD + ["triangle_ram.sv", "triangle_transform.sv", "intersection_test.sv",
                     "bounded_intersection_test.sv", "triangle_unit.sv"]
DOP = DOTADD + ["dop_mmm.sv", "dop_input_register.sv", "dop_waiting.sv", "dop_register_set.sv", "dop_results.sv",
                "dop_comparators.sv", "dop_plan.sv", "dop_issue.sv", "dop_overlap.sv", "dop_unit.sv"]

# Name in the table, module, parameters, sources, memories that are macros in 0.18 um.
UNITS = [
    ("fp_mul, 1 stage", "fp_mul", {"STAGES": 1}, FLOAT, []),
    ("fp_add, 1 stage", "fp_add", {"STAGES": 1}, FLOAT, []),
    ("dotadd, 6 stages", "dotadd", {"STAGES": 6}, DOTADD, []),
    ("dotadd, 8 stages", "dotadd", {"STAGES": 8}, DOTADD, []),
    ("dotadd, 12 stages", "dotadd", {"STAGES": 12}, DOTADD, []),
    ("intersection_test", "intersection_test", {}, FLOAT + ["intersection_test.sv"], []),
    ("bounded_intersection_test", "bounded_intersection_test", {}, FLOAT + ["bounded_intersection_test.sv"], []),
    ("triangle_unit", "triangle_unit", {}, TRIANGLE, ["triangle_ram.sv"]),
    ("triangle_unit, no filter", "triangle_unit", {"FILTER": 0}, TRIANGLE, ["triangle_ram.sv"]),
    ("dop_unit", "dop_unit", {}, DOP, []),
    ("stack_engine", "stack_engine", {}, ["stack_engine.sv"], []),
    ("memory_controller", "memory_controller", {}, ["memory_controller.sv"], []),
    ("pointer_fifo", "pointer_fifo", {}, ["pointer_fifo.sv"], []),
    ("pci_interface", "pci_interface", {}, ["pci_interface.sv"], []),
]
STAGE_COUNTS = [6, 8, 12]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"error: {' '.join(command)}:\n{done.stdout[-3000:]}")
    return done.stdout


def read_sources(sources, macros):
    text = ""
    for source in sources:
        text += f"read_verilog -sv {'-lib ' if source in macros else ''}{os.path.join(RTL, source)}\n"
    return text


def elaborate(top, parameters):
    return f"hierarchy -top {top}" + "".join(f" -chparam {k} {v}" for k, v in parameters.items()) + "\n"


def cells(log):
    """The cell counts of the whole design, from yosys's last `stat`."""
    part = log[log.rindex("Printing statistics."):]
    if "=== design hierarchy ===" in part:
        part = part[part.index("=== design hierarchy ==="):]
    return {name: int(count) for name, count in re.findall(r"^ +([$\\]?[A-Za-z_]\w*) +(\d+)$", part, re.M)}


def fpga(technology, command, unit, folder):
    name, top, parameters, sources, _ = unit
    script = read_sources(sources, []) + elaborate(top, parameters) + f"{command} -top {top}\nstat\n"
    return cells(run(["yosys", "-p", script], folder))


def ecp5(unit, folder):
    found = fpga("ecp5", "synth_ecp5", unit, folder)
    # A carry cell is two LUTs, a cell of distributed memory too.
    luts = found.get("LUT4", 0) + 2 * found.get("CCU2C", 0) + 2 * found.get("TRELLIS_DPR16X4", 0)
    return {"luts": luts, "flops": found.get("TRELLIS_FF", 0), "multipliers": found.get("MULT18X18D", 0),
            "memories": found.get("DP16KD", 0)}


def ice40(unit, folder):
    found = fpga("ice40", "synth_ice40", unit, folder)
    flops = sum(count for name, count in found.items() if name.startswith("SB_DFF"))
    return {"luts": found.get("SB_LUT4", 0), "flops": flops, "memories": found.get("SB_RAM40_4K", 0)}


def osu018(unit, folder):
    name, top, parameters, sources, macros = unit
    with open(os.path.join(folder, "cells.constr"), "w") as constraints:
        constraints.write("set_driving_cell BUFX4\nset_load 0.05 [all_outputs]\n")
    flatten = "" if macros else "-flatten "
    log = run(["yosys", "-p", read_sources(sources, macros) + elaborate(top, parameters) +
               f"synth {flatten}-top {top}\ndfflibmap -liberty {LIBERTY}\n"
               f"abc -D {NOMINAL_PS} -constr cells.constr -liberty {LIBERTY}\nopt_clean\n"
               f"stat -liberty {LIBERTY}\nwrite_verilog -noattr netlist.v\n"], folder)
    # The last of them is the whole design's.
    area = float(re.findall(r"Chip area for (?:top )?module .*: ([\d.]+)", log)[-1])
    with open(os.path.join(folder, "timing.tcl"), "w") as script:
        script.write(f"""read_liberty {LIBERTY}
read_verilog netlist.v
link_design {top}
create_clock -name clk -period {NOMINAL_PS / 1000} [get_ports clk_i]
report_checks -path_delay max -path_group clk
""")
    timing = run(["sta", "-exit", "-no_splash", "timing.tcl"], folder)
    slack = re.search(r"(-?[\d.]+) +slack", timing)
    if slack is None:
        sys.exit(f"error: sta found no path in {name}:\n{timing[-2000:]}")
    return {"area_mm2": area / 1e6, "period_ns": NOMINAL_PS / 1000 - float(slack.group(1))}


FLOWS = {"ecp5": ecp5, "ice40": ice40, "osu018": osu018}


def key_of(unit):
    digest = hashlib.sha256(json.dumps(unit[1:3]).encode())
    for path in [os.path.join(RTL, source) for source in unit[3]] + [os.path.abspath(__file__)]:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


def synthesise(unit, work):
    results = {}
    for flow, function in FLOWS.items():
        stored = os.path.join(work, f"{key_of(unit)}.{flow}.json")
        if not os.path.exists(stored):
            print(f"{unit[0]}: {flow}", file=sys.stderr, flush=True)
            with tempfile.TemporaryDirectory() as folder:
                result = function(unit, folder)
            with open(stored, "w") as file:
                json.dump(result, file)
        with open(stored) as file:
            results[flow] = json.load(file)
    return results


def cycles_per_query(program, stages):
    """Cycles per query of two generated objects that overlap, in some poses."""
    with tempfile.TemporaryDirectory() as folder:
        meshes = [os.path.join(folder, f"{name}.obj") for name in "ab"]
        for mesh in meshes:
            run([program, "mesh", "gear", mesh, "--triangles", "5000"], folder)
        poses = os.path.join(folder, "poses.txt")
        with open(poses, "w") as file:
            for i in range(20):
                file.write(f"{0.1 + 0.09 * i:.2f} 0.2 0.1 0.1 0.7 0.1 0.7\n")
        stats = os.path.join(folder, "stats.json")
        run([program, "collide", *meshes, "--poses", poses, "--stats", stats, "--no-check",
             "--set", f"dop_unit.dotadd_stages={stages}", "--set", f"triangle_unit.dotadd_stages={stages}"], folder)
        with open(stats) as file:
            queries = json.load(file)["queries"]
        return sum(query["cycles"] for query in queries) / len(queries)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "| " + " | ".join("---" for _ in header) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def unit_table(results):
    rows = []
    for name, flows in results.items():
        e, i, o = flows["ecp5"], flows["ice40"], flows["osu018"]
        rows.append([name, str(e["luts"]), str(e["flops"]), str(e["multipliers"]), str(e["memories"]), str(i["luts"]),
                     str(i["flops"]), str(i["memories"]), f"{o['area_mm2']:.3f}", f"{o['period_ns']:.2f}",
                     f"{1000 / o['period_ns']:.0f}"])
    return table(["unit", "ECP5 LUTs", "flops", "multipliers", "block RAMs", "iCE40 LUTs", "flops", "block RAMs",
                  "0.18 µm, mm²", "period, ns", "MHz"], rows)


def stage_table(results, program):
    rows = []
    first = None
    for stages in STAGE_COUNTS:
        flows = results.get(f"dotadd, {stages} stages")
        if flows is None:
            continue
        period = flows["osu018"]["period_ns"]
        row = [str(stages), f"{period:.2f}", f"{1000 / period:.0f}", f"{flows['osu018']['area_mm2']:.3f}"]
        if program:
            cycles = cycles_per_query(program, stages)
            first = first or cycles * period
            row += [f"{cycles:.0f}", f"{cycles * period / 1000:.1f}", f"{first / (cycles * period):.2f}"]
        rows.append(row)
    return table(["stages", "period, ns", "MHz", "mm²"] +
                 (["cycles per query", "µs per query at that clock", "faster"] if program else []), rows)


PAGE = open(os.path.join(HERE, "page.md")).read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chip", metavar="PROGRAM", help="collisionchip, for the cycles per query")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="units whose module is one of these")
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "synth"), help="results so far")
    parser.add_argument("--out", default=os.path.join(ROOT, "docs", "synthesis.md"))
    options = parser.parse_args()
    for tool in ("yosys", "sta"):
        if shutil.which(tool) is None:
            sys.exit(f"error: {tool} is missing: .ci/install all")
    if not os.path.exists(LIBERTY):
        sys.exit(f"error: {LIBERTY} is missing: .ci/install all")
    os.makedirs(options.work, exist_ok=True)
    results = {}
    for unit in UNITS:
        if options.only and unit[1] not in options.only:
            continue
        if not all(os.path.exists(os.path.join(RTL, source)) for source in unit[3]):
            continue
        results[unit[0]] = synthesise(unit, options.work)
    chip = os.path.abspath(options.chip) if options.chip else None
    with open(options.out, "w") as file:
        file.write(PAGE.format(units=unit_table(results), stages=stage_table(results, chip)))


if __name__ == "__main__":
    main()
