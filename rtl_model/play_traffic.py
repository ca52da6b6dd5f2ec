#!/usr/bin/python3
"""Plays the traffic of a unit (`collisionchip vectors record --traffic`) against its RTL in Icarus Verilog.

A second simulator's opinion: nothing of SystemC, of the models or of Verilator takes part. In each cycle the inputs get
their values, then every put and every pop of the unit must be as the file says, item included, and no other. It stops at
the first difference. Exit status: 0 equal, 1 a difference, 2 something is missing.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def fail(text):
    print(f"play_traffic: {text}", file=sys.stderr)
    sys.exit(2)


def read_traffic(path):
    """The header as a dictionary, the parameters, and the lines of the pins."""
    lines = path.read_text().splitlines()
    if not lines or lines[0] != "collisionchip-traffic 1":
        fail(f"{path}: expected collisionchip-traffic 1")
    header, parameters = {}, []
    for number, line in enumerate(lines[1:], 2):
        words = line.split()
        if words == ["pins"]:
            return header, parameters, lines[number:]
        if len(words) == 3 and words[0] == "parameter":
            parameters.append((words[1], int(words[2])))
        elif len(words) == 2:
            header[words[0]] = words[1]
        else:
            fail(f"{path}:{number}: expected a name and a value, got {line}")
    fail(f"{path}: expected the line pins")


def read_ports(path, parameters):
    """(name, direction, width as SystemVerilog) of the module's ports."""
    text = re.sub(r"\s*//.*", "", path.read_text())
    ports = re.findall(r"^  (input|output)\s+logic\s+(\[[^\]]+\])?\s*(\w+),?$", text, re.M)
    if not ports:
        fail(f"{path}: no ports found")
    derived = re.findall(r"^  parameter int (\w+_(?:WIDTH|BITS))\s*=\s*([^,\n]+?),?$", text, re.M)
    given = dict(parameters)
    values = [f"localparam {name} = {value};" for name, value in parameters]
    values += [f"localparam {name} = {value};" for name, value in derived if name not in given]
    return [(name, direction, width) for direction, width, name in ports], values


def bench(unit, module, ports, parameters, values, events):
    """A test bench that reads the events as it goes."""
    inputs = [p for p in ports if p[1] == "input" and p[0] not in ("clk_i", "rst_ni")]
    outputs = [p for p in ports if p[1] == "output"]
    strobes = [p[0] for p in outputs if p[0].endswith(("_put_o", "_pop_o"))]
    out = ["module bench;", "  localparam WIDEST = 1024;", "  reg clk_i = 0, rst_ni = 0;"]
    out += [f"  {value}" for value in values]
    out += [f"  reg {width} {name} = 0;" for name, _, width in inputs]
    out += [f"  wire {width} {name};" for name, _, width in outputs]
    out += [f"  reg [WIDEST-1:0] expected_{name} = 0; reg told_{name} = 0;" for name, _, _ in outputs]
    overrides = ", ".join(f".{name}({value})" for name, value in parameters)
    pins = ", ".join(f".{name}({name})" for name, _, _ in ports)
    out += [f"  {module} {'#(' + overrides + ') ' if overrides else ''}dut ({pins});"]
    out += ["  integer file, got, differences = 0; longint cycle = 0, next = 0, told = 0, moved = 0;",
            "  reg [WIDEST-1:0] value; reg [8*64-1:0] pin; reg over = 0;",
            "  task read_event; begin",
            '    got = $fscanf(file, "%d %s %h", next, pin, value);',
            "    if (got != 3) begin over = 1; next = cycle + 1; end",
            f'    if (next < cycle) begin $display("{unit}: cycle %0d behind cycle %0d", next, cycle); $finish(0); end',
            "  end endtask",
            "  task take_event; begin",
            "    case (pin)"]
    out += [f'      "{name}": {name} = value;' for name, _, _ in inputs]
    out += [f'      "={name}": begin expected_{name} = value; told_{name} = 1; told = told + 1; end'
            for name, _, _ in outputs]
    out += ['      "end": over = 1;',
            f'      default: begin $display("{unit}: no pin %0s", pin); $finish(0); end',
            "    endcase", "  end endtask",
            "  task check; begin"]
    for name, _, _ in outputs:
        if name in strobes:
            out += [f"    if ({name} !== told_{name}) begin",
                    f'      $display("{unit}, cycle %0d: {name}: expected %0d, is %b", cycle, told_{name}, {name});',
                    "      differences = differences + 1; end",
                    f"    if ({name} === 1'b1) moved = moved + 1;"]
        else:
            out += [f"    if (told_{name} && {name} !== expected_{name}) begin",
                    f'      $display("{unit}, cycle %0d: {name}: expected %0h, is %0h", cycle, expected_{name}, {name});',
                    "      differences = differences + 1; end"]
        out += [f"    told_{name} = 0;"]
    out += ["  end endtask",
            "  initial begin",
            f'    file = $fopen("{events}", "r");',
            "    #1 clk_i = 1; #1 clk_i = 0; #1 rst_ni = 1;",
            "    read_event;",
            "    while (!over && differences == 0) begin",
            "      while (!over && next == cycle) begin take_event; if (!over) read_event; end",
            "      #1 check;",
            "      #1 clk_i = 1; #1 clk_i = 0;",
            "      cycle = cycle + 1;",
            "    end",
            f'    $display("PARITY: {unit} iverilog %0s tlm: cycles compared %0d, puts and pops %0d, pins told %0d, '
            'differences %0d",',
            '             differences == 0 ? "=" : "!=", cycle, moved, told, differences != 0);',
            "    $finish(0);",
            "  end",
            "endmodule", ""]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("traffic", type=pathlib.Path, help="file of `vectors record --traffic`")
    parser.add_argument("--rtl", type=pathlib.Path, default=HERE / "rtl", help="folder of the unit's SystemVerilog")
    options = parser.parse_args()
    if not options.traffic.is_file():
        fail(f"{options.traffic}: cannot be read")
    header, parameters, lines = read_traffic(options.traffic)
    unit = header.get("unit", "")
    module = header.get("module", unit)
    source = next(options.rtl.rglob(f"{module}.sv"), None)
    if source is None:
        fail(f"{options.rtl}: expected {module}.sv in it or in a folder below")
    ports, values = read_ports(source, parameters)
    # Modules are found by their names, but packages come before what uses them.
    packages = [path for path in sorted(options.rtl.rglob("*.sv")) if path.read_text().find("\nendpackage") >= 0]
    libraries = [word for path in sorted({path.parent for path in options.rtl.rglob("*.sv")}) for word in ("-y", path)]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "events.txt").write_text("\n".join(lines) + "\n")
        (folder / "bench.sv").write_text(bench(unit, module, ports, parameters, values, folder / "events.txt"))
        program = folder / "bench.vvp"
        compiled = subprocess.run(["iverilog", "-g2012", "-o", program, "-s", "bench", *libraries, "-Y", ".sv",
                                   *packages, folder / "bench.sv"], capture_output=True, text=True)
        if compiled.returncode != 0:
            fail(f"iverilog: {compiled.stderr.strip()}")
        played = subprocess.run(["vvp", "-n", program], capture_output=True, text=True)
    print(played.stdout.strip())
    # An assertion that fires is a difference too.
    sys.exit(0 if "differences 0" in played.stdout and "ERROR: " not in played.stdout else 1)


if __name__ == "__main__":
    main()
