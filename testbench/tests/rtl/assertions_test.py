#!/usr/bin/env python3
"""Makes every assertion of the RTL fire, each by a stimulus of its own, in Icarus Verilog.

What the RTL itself never does is forced upon its pins and wires. A case is a module, what happens in each cycle, and the
message that must come and no other; None: it must be silent. Every assertion of rtl_model/rtl has a case. Exit status: 0
all did as they must, 1 not, 2 something is missing.
"""
import argparse
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

RTL = pathlib.Path(__file__).resolve().parents[3] / "rtl_model/rtl"
LIBRARIES = [word for folder in sorted(RTL.iterdir()) for word in ("-y", folder)]
CHECKERS = ("put_check", "take_check")


def source_of(module):
    return next(RTL.rglob(f"{module}.sv"))


def fail(text):
    print(f"assertions_test: {text}", file=sys.stderr)
    sys.exit(2)


@dataclass
class Case:
    """In each step inputs get values, which they keep; "!wire" is forced for the cycle."""
    module: str
    message: str
    steps: list
    parameters: dict = field(default_factory=dict)
    scope: str = "dut"  # that complains


def ports_of(module):
    """[(direction, width, name)] and [(parameter, default)] of a module."""
    text = source_of(module).read_text()
    ports = re.findall(r"^  (input|output)\s+logic\s*(\[.+?\])?\s+(\w+),?\s*(?://.*)?$", text, re.M)
    parameters = re.findall(r"^  parameter (?:int|bit)\s+(\w+)\s*=\s*(.+?),?\s*(?://.*)?$", text, re.M)
    return ports, parameters


def bench(cases):
    """All cases of one module with the same parameters, each after a reset."""
    module, given = cases[0].module, cases[0].parameters
    ports, parameters = ports_of(module)
    inputs = [name for direction, _, name in ports if direction == "input" and name not in ("clk_i", "rst_ni")]
    lines = ["module bench;", "  reg clk_i = 0, rst_ni = 0;"]
    lines += [f"  localparam {name} = {given.get(name, default)};" for name, default in parameters]
    lines += [f"  {'reg' if direction == 'input' else 'wire'} {width} {name};" for direction, width, name in ports
              if name not in ("clk_i", "rst_ni")]
    overrides = ", ".join(f".{name}({value})" for name, value in given.items())
    pins = ", ".join(f".{name}({name})" for _, _, name in ports)
    lines += [f"  {module} {'#(' + overrides + ') ' if given else ''}dut ({pins});", "  initial begin"]
    for number, case in enumerate(cases):
        lines += [f"    {name} = 0;" for name in inputs]
        lines += ["    rst_ni = 0; #1 clk_i = 1; #1 clk_i = 0; #1 rst_ni = 1;", f'    $display("CASE {number}");']
        for step in case.steps:
            for name, value in step.items():
                if name.lstrip("!") == name and name not in inputs:
                    fail(f"{module} has no input {name}")
                lines.append(f"    force dut.{name[1:]} = {value};" if name[0] == "!" else f"    {name} = {value};")
            lines.append("    #1 clk_i = 1; #1 clk_i = 0;")
            lines += [f"    release dut.{name[1:]};" for name in step if name[0] == "!"]
    return "\n".join([*lines, "    $finish(0);", "  end", "endmodule", ""])


def play(cases, folder):
    """Of each case the (scope, message) that it led to."""
    source, program = folder / "bench.sv", folder / "bench.vvp"
    source.write_text(bench(cases))
    compiled = subprocess.run(["iverilog", "-g2012", "-o", program, "-s", "bench", *LIBRARIES, "-Y", ".sv",
                               source_of("fp32"), source], capture_output=True, text=True)
    if compiled.returncode != 0:
        fail(f"{cases[0].module}: iverilog: {compiled.stderr.strip()}")
    played = subprocess.run(["vvp", "-n", program], capture_output=True, text=True)
    said = played.stdout
    parts = re.split(r"^CASE \d+\n", said, flags=re.M)[1:]
    if len(parts) != len(cases):
        fail(f"{cases[0].module}: case {len(parts) - 1} ended it: {said[-300:]}{played.stderr}")
    return [set(re.findall(r"^ERROR: \S+: bench\.(\S+): (.*)$", part, re.M)) for part in parts]


def channel_cases(module):
    """Every end of a channel that the module watches: its strobe without the other side's leave, then unknown bits."""
    apart = {"!findings_pop_o": "1'b0"} if module == "pointer_fifo" else {}  # its puts are pops
    filling = [{"requests_read_put_i": 1, "requests_read_count_i": 15}] * 17 if module == "stack_sram" else []
    nothing = {"requests_read_put_i": 0} if module == "stack_sram" else {}
    text = source_of(module).read_text()
    found = re.findall(r"(put|take)_check (?:#\(.*?\) )?u_check_(\w+) \((.*?)\n  \);", text, re.S)
    for kind, name, pins in found:
        strobe, leave = ("put_i", "ready_i") if kind == "put" else ("pop_i", "valid_i")
        wire = re.search(rf"\.{strobe}\((\w+)\)", pins).group(1)
        scope, check = f"dut.u_check_{name}", f"!u_check_{name}."
        inputs = {pin for direction, _, pin in ports_of(module)[0] if direction == "input"}
        extra = apart if kind == "put" else {}
        forced = {**nothing, wire if wire in inputs else f"!{wire}": "1'b1", f"{check}item_i": "'b0", **extra}
        yield Case(module, "put without a free slot" if kind == "put" else "pop without an item",
                   [*filling, forced], {}, scope)
        yield Case(module, f"{kind.replace('take', 'pop')} or not is unknown", [{check + strobe: "1'bx", **extra}],
                   {}, scope)
        yield Case(module, "bits of the item are unknown",
                   [{check + strobe: "1'b1", check + leave: "1'b1", check + "item_i": "'bx", **extra}],
                   {}, scope)


def commands(*script, **parameters):
    """Steps at the SDRAM's pins: (cycle, "activate" | "read" | "precharge", bank, address)."""
    pins = {"activate": (0, 1, 1), "read": (1, 0, 1), "precharge": (0, 1, 0), "none": (1, 1, 1)}
    at = {cycle: (command, bank, address) for cycle, command, bank, address in script}
    steps = []
    for cycle in range(max(at) + 1):
        command, bank, address = at.get(cycle, (None, 0, 0))
        ras, cas, we = pins.get(command, (1, 1, 1))
        steps.append({"cs_ni": int(command is None), "ras_ni": ras, "cas_ni": cas, "we_ni": we, "ba_i": bank,
                      "a_i": address})
    return steps, {"COMMAND_CYCLES": 1, **parameters}


EIGHT, AUTO = 1 << 12, 1 << 10


def sdram_cases():
    """Each rule from both sides: a cycle too early, and as soon as it may be."""
    activate, read, precharge = "activate", "read", "precharge"

    def case(message, *script, **parameters):
        steps, parameters = commands(*script, **parameters)
        return Case("sdram_check", message, steps, parameters)

    yield case("pins are unknown", (0, activate, 0, "15'bx"))
    yield case("no command of ours", (0, "none", 0, 0))
    yield case("two commands in a slot", (0, activate, 0, 0), (4, activate, 1, 0), (5, read, 0, 0), COMMAND_CYCLES=2)
    yield case(None, (0, activate, 0, 0), (4, activate, 1, 0), (6, read, 0, 0), COMMAND_CYCLES=2)
    yield case("ACTIVATE of an open bank", (0, activate, 0, 0), (16, activate, 0, 0))
    yield case(None, (0, activate, 0, 0), (12, precharge, 0, 0), (16, activate, 0, 0))
    yield case("ACTIVATE before T_RP", (0, activate, 0, 0), (13, precharge, 0, 0), (16, activate, 0, 0))
    yield case(None, (0, activate, 0, 0), (13, precharge, 0, 0), (17, activate, 0, 0))
    yield case("ACTIVATE before T_RC", (0, activate, 0, 0), (12, precharge, 0, 0), (19, activate, 0, 0), T_RC=20)
    yield case(None, (0, activate, 0, 0), (12, precharge, 0, 0), (20, activate, 0, 0), T_RC=20)
    yield case("ACTIVATE before T_RRD", (0, activate, 0, 0), (3, activate, 1, 0))
    yield case(None, (0, activate, 0, 0), (4, activate, 1, 0))
    yield case("READ of a closed bank", (0, read, 0, 0))
    yield case("READ before T_RCD", (0, activate, 0, 0), (3, read, 0, 0))
    yield case(None, (0, activate, 0, 0), (4, read, 0, 0))
    yield case("two bursts on the bus", (0, activate, 0, 0), (4, read, 0, EIGHT), (11, read, 0, 0))
    yield case(None, (0, activate, 0, 0), (4, read, 0, EIGHT), (12, read, 0, 0))
    yield case("two bursts on the bus", (0, activate, 0, 0), (4, read, 0, 0), (7, read, 0, 0))
    yield case(None, (0, activate, 0, 0), (4, read, 0, 0), (8, read, 0, 0))
    yield case("a burst that is not aligned", (0, activate, 0, 0), (4, read, 0, EIGHT | 4))
    yield case(None, (0, activate, 0, 0), (4, read, 0, 4))
    yield case("PRECHARGE of a closed bank", (0, precharge, 0, 0))
    yield case("PRECHARGE before T_RAS", (0, activate, 0, 0), (11, precharge, 0, 0))
    yield case(None, (0, activate, 0, 0), (12, precharge, 0, 0))
    yield case("PRECHARGE into a burst", (0, activate, 0, 0), (10, read, 0, EIGHT), (17, precharge, 0, 0))
    yield case(None, (0, activate, 0, 0), (10, read, 0, EIGHT), (18, precharge, 0, 0))
    # Auto precharge: when the burst is out, or when T_RAS has passed.
    yield case("ACTIVATE before T_RP", (0, activate, 0, 0), (4, read, 0, EIGHT | AUTO), (15, activate, 0, 0), T_RC=8)
    yield case(None, (0, activate, 0, 0), (4, read, 0, EIGHT | AUTO), (16, activate, 0, 0), T_RC=8)
    yield case("ACTIVATE before T_RP", (0, activate, 0, 0), (4, read, 0, AUTO), (17, activate, 0, 0), T_RAS=14)
    yield case(None, (0, activate, 0, 0), (4, read, 0, AUTO), (18, activate, 0, 0), T_RAS=14)


def internal_cases():
    """What a unit says of its own inside, or of what its neighbours owe it."""
    one, nothing = "1'b1", "1'b0"
    yield Case("channel_fifo", "put into a full channel", [{"put_i": one}] * 3)
    yield Case("channel_fifo", None, [{"put_i": one}] * 2)
    yield Case("channel_fifo", "pop without an item", [{"pop_i": one}])
    yield Case("pointer_queue", "push into a full queue", [{"push_i": one}] * 5)
    yield Case("pointer_queue", None, [{"push_i": one}] * 4)
    yield Case("pointer_queue", "pop from an empty queue", [{"pop_i": one}])
    yield Case("dop_waiting", "a pair without an input register", [{"arrive_i": one}] * 3)
    yield Case("dop_waiting", None, [{"arrive_i": one}] * 2)
    yield Case("dop_waiting", "no pair to take", [{"take_i": one}])
    late = {"start_i": one, "wait_i": 100, "end_i": 200}
    yield Case("dop_comparator_group", "more aligned pairs than input registers", [{"start_i": one, "wait_i": 100}] * 5)
    yield Case("dop_comparator_group", None, [{"start_i": one, "wait_i": 100}] * 4)
    groups, alone = {"GROUPS": 2}, 100 << 9  # the second group is far behind
    yield Case("dop_overlap", "a first member is done before its turn",
               [{"start_i": one, "wait_i": alone}, {"wait_i": alone | 3}, {"start_i": nothing}] + [{}] * 8, groups)
    yield Case("dop_overlap", None,
               [{"start_i": one, "wait_i": 4 << 9}, {"wait_i": 7 << 9 | 3}, {"start_i": nothing}] + [{}] * 12, groups)
    yield Case("dop_issue", "a row without coefficients", [{**late, "wait_i": 0}])
    yield Case("dop_issue", "too many pairs on their way", [late] * 5)
    yield Case("dop_issue", None, [late] * 4)
    pair = {"start_i": one, "wait_i": 1, "end_i": 25, "valid_i": 3}
    yield Case("dop_issue", None, [pair, {"start_i": nothing}] + [{}] * 30)
    yield Case("dop_issue", "the last row is not issued when it was planned",
               [{**pair, "end_i": 26}, {"start_i": nothing}] + [{}] * 30)
    far = {"start_i": one, "left_wait_i": 100, "right_wait_i": 100}
    yield Case("dop_register_set", "a third pair for one set of registers",
               [{**far, "left_wait_i": 0, "right_wait_i": 0}, far, far])
    yield Case("dop_register_set", "a transfer is due before its turn",
               [{**far, "left_wait_i": 0, "right_wait_i": 0}, {**far, "left_wait_i": 3}, {"start_i": nothing}] + [{}] * 3)
    yield Case("dop_register_set", "a transfer into registers that are in use",
               [{**far, "left_wait_i": 0, "right_wait_i": 0}] * 2)
    yield Case("dop_unit", "a pair has eight beats", [{"beat_valid_i": one}])
    beats = [{"beat_valid_i": one, "beat_first_i": int(i % 8 == 0), "beat_tumbled_i": int(i // 8 != 1)}
             for i in range(17)]
    yield Case("dop_unit", None, beats[:16])
    yield Case("dop_unit", "no input register is free", beats)
    result = {"!left_valid": one, "!result_set": one, "!comparing": one}
    yield Case("dop_unit", "a result into a d' memory that is compared", [{**result, "!compare_set": one}])
    yield Case("dop_unit", None, [{**result, "!compare_set": nothing}])
    both = [{"left_words_valid_i": one, "right_words_valid_i": one}]
    yield Case("stack_engine_check", "words of both SRAMs at once", both)
    yield Case("stack_engine", "words of both SRAMs at once", both, scope="dut.u_check")  # it stands at the pins
    yield Case("triangle_unit", "no such word of the frames", [{"frame_write_i": one, "frame_word_i": 30}])
    yield Case("triangle_unit", None, [{"frame_write_i": one, "frame_word_i": 29}])
    yield Case("triangle_unit", "more pairs than there are numbers for", [{"!issue": one, "!inflight_q": "5'd16"}])
    yield Case("triangle_unit", "a result of no pair", [{"!result_valid": one, "!verdict": 0}])
    idle = {name: one for name in ("bus_edge_i", "frame_ni", "irdy_ni", "devsel_ni", "trdy_ni", "stop_ni", "perr_ni")}
    yield Case("pci_monitor", None, [idle] * 3)
    yield Case("pci_monitor", "a rule of the bus is broken", [idle, {"devsel_ni": nothing}])
    put, taken = {"!tumbled_data_put_o": one}, {"releases_valid_i": 1}
    yield Case("memory_controller", "a pair without an input register", [put] * 3)
    yield Case("memory_controller", None, [put, put, {**taken, "!aligned_data_put_o": one}])
    yield Case("memory_controller", "a release of no pair", [taken])
    yield Case("memory_controller", "a node request that is none",
               [{"node_requests_valid_i": one, "node_requests_kind_i": 2}])


def all_cases():
    for module in ("stack_engine_check", "pointer_fifo", "triangle_unit", "pci_registers", "dop_unit", "memory_controller",
                   "stack_sram"):
        yield from channel_cases(module)
    yield from sdram_cases()
    yield from internal_cases()


def assertions():
    """(module, message) of every assertion there is, and (module.instance, message) of every checker's."""
    texts = {path.stem: path.read_text() for path in RTL.rglob("*.sv")}
    messages = {name: re.findall(r'\$error\("(?:%m: )?(.*?)"\)', text) for name, text in texts.items()}
    for name, text in texts.items():
        if len(re.findall(r"\bassert \(", text)) != len(messages[name]):
            fail(f"{name}.sv: an assertion without $error")
        if name not in CHECKERS:
            yield from ((name, message) for message in messages[name])
        for checker, instance in re.findall(r"\b(put_check|take_check)\b[^;]*?\bu_check_(\w+) \(", text):
            yield from ((f"{name}.u_check_{instance}", message) for message in messages[checker])


def main():
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    cases = list(all_cases())
    key = lambda case: (case.module, sorted(case.parameters.items()))
    wrong, met = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for _, group in itertools.groupby(sorted(cases, key=key), key):
            group = list(group)
            for case, said in zip(group, play(group, pathlib.Path(folder)), strict=True):
                expected = set() if case.message is None else {(case.scope, case.message)}
                if said != expected:
                    wrong += 1
                    print(f"{case.module}: expected {case.message} of {case.scope}, got {sorted(said)}")
                met.add((case.module + case.scope[3:], case.message))
    for missing in sorted(set(assertions()) - met):
        wrong += 1
        print("no case for {}: {}".format(*missing))
    print(f"ASSERTIONS: {len(set(assertions()) & met)} fired, {len(cases)} stimuli, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
