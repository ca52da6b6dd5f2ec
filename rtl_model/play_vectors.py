#!/usr/bin/python3
"""Plays golden vectors (docs/vectors.md) on the whole chip as RTL (rtl/chip/collision_chip.sv), without SystemC.

The chip stands on a board in SystemVerilog (bench/): SDRAM, stack SRAMs, a PCI bus with a host. The memory gets its
words, the registers are written over the bus, the host waits for the end and reads the Pointer FIFO and the cycles.
Entries, counts and cycles must be as the file says. It stops at the first difference. Exit status: 0 equal, 1 a
difference, 2 something is missing.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COMMITTED = HERE.parent / "traces" / "golden" / "knots.vectors"
REGISTERS, WINDOW = 0x80000000, 0x40000000  # where the host puts BAR 0 and BAR 1
CONFIGURATION_WRITE, MEMORY_WRITE = 0xB, 0x7
BURST = 64      # words, pci.burst_words
BEAT_WORDS = 8  # of the SDRAM
PATIENCE = 100000  # cycles more than a query may take at most
COUNTS = ("cycles", "lists", "aligned_pairs", "triangle_tests")
FULL = " (the Pointer FIFO ran full: what that costs is the host's, and this is another one)"
OF_OTHERS = ("object", "pose", "first_witness", "wait_done")  # statements that tell this player nothing
KINDS = ("hit", "uncertain", "unfinished")


def fail(text):
    print(f"play_vectors: {text}", file=sys.stderr)
    sys.exit(2)


class Query:
    def __init__(self):
        self.writes, self.entries, self.counts = [], [], {}


class Vectors:
    """What a file says: memory as {address: words}, and queries."""

    def __init__(self, path):
        self.configuration, self.keys, self.memory, self.queries = None, [], [], []
        lines = path.read_text().splitlines() if path.is_file() else fail(f"{path}: cannot be read")
        if not lines or lines[0] != "collisionchip-vectors 1":
            fail(f"{path}: expected collisionchip-vectors 1")
        for number, line in enumerate(lines[1:], 2):
            try:
                self.take(line.split("#")[0].split())
            except (ValueError, IndexError):
                fail(f"{path}:{number}: expected a statement of golden vectors, got {line}")

    def take(self, words):
        if not words:
            return
        name, values = words[0], words[1:]
        if name == "configuration":
            self.configuration = values[0]
        elif name == "set":
            self.keys.append(values[0])
        elif name == "mem_load":
            self.memory.append((int(values[0], 16), [int(word, 16) for word in values[1:]]))
        elif name == "query":
            self.queries.append(Query())
        elif name == "reg_write":
            self.queries[-1].writes.append((int(values[0], 16), int(values[1], 16)))
        elif name == "expect" and values[0] in COUNTS:
            self.queries[-1].counts[values[0]] = int(values[1])
        elif name == "expect" and values[0] in KINDS:
            base = 16 if values[0] == "unfinished" else 10
            self.queries[-1].entries.append((values[0], int(values[1], base), int(values[2], base)))
        elif (name, values[:1]) != ("expect", ["entries"]) and name not in OF_OTHERS:
            raise ValueError

    def refuse_other_machines(self, path):
        """The RTL has the parameters of paper41, and the committed vectors are its."""
        if self.keys:
            fail(f"{path}: set {self.keys[0]}: the RTL of the chip is that of paper41 and has no other value")
        machine = Vectors(COMMITTED).configuration
        if self.configuration != machine:
            fail(f"{path}: configuration {self.configuration}: expected {machine}, that of paper41; record again")

    def words(self):
        return [(address + 4 * i, word) for address, block in self.memory for i, word in enumerate(block)]

    def beats(self):
        """The memory as {number of the beat: its words, the lowest first}."""
        words = {address // 4: word for address, word in self.words()}
        numbers = sorted({word // BEAT_WORDS for word in words})
        return {n: [words.get(n * BEAT_WORDS + i, 0) for i in range(BEAT_WORDS)] for n in numbers}


def entry_of(first, second):
    """An entry of the Pointer FIFO from its two words (docs/host_port.md)."""
    def pair(word):
        return (word & 0x3FFFFFFC) << 5 | word & 3

    kind = KINDS[first >> 30]
    return (kind, pair(first), pair(second)) if kind == "unfinished" else (kind, first & 0x3FFFFFFF, second)


def text_of(entry):
    if entry is None:
        return "no entry"
    return "{} {:08x} {:08x}".format(*entry) if entry[0] == "unfinished" else "{} {} {}".format(*entry)


def bursts(writes):
    """(address, words) of writes to successive addresses, in order."""
    out = []
    for address, word in writes:
        if out and address == out[-1][0] + 4 * len(out[-1][1]) and len(out[-1][1]) < BURST:
            out[-1][1].append(word)
        else:
            out.append((address, [word]))
    return out


def program(vectors, memory_by_bus):
    """What the host of bench/vectors_bench.sv does."""
    def write(command, address, words):
        return f"1 {command:x} {address:08x} {len(words):x} " + " ".join(f"{word:08x}" for word in words)

    lines = [write(CONFIGURATION_WRITE, register, [value])
             for register, value in ((0x10, REGISTERS), (0x14, WINDOW), (0x04, 0x142))]
    if memory_by_bus:
        load = [(WINDOW + address, word) for address, word in vectors.words()]
        lines += [write(MEMORY_WRITE, *burst) for burst in bursts(load)]
        lines += [f"3 {address:x} {len(words):x}" for address, words in bursts(load)]
    for query in vectors.queries:
        writes = [(REGISTERS + offset, value) for offset, value in query.writes]
        lines += [write(MEMORY_WRITE, *burst) for burst in bursts(writes)]
        lines.append(f"2 {PATIENCE + 4 * query.counts.get('cycles', 0):x}")
    return "\n".join(lines + ["0"]) + "\n"


def run(command):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    except FileNotFoundError:
        fail(f"{command[0]}: not found")
    if done.returncode != 0:
        fail(f"{command[0]}: {(done.stderr or done.stdout).strip()}")


def sources(rtl):
    # Modules are found by their names, but packages come before what uses them.
    found = sorted(rtl.rglob("*.sv"))
    packages = [path for path in found if path.read_text().find("\nendpackage") >= 0]
    folders = [*sorted({path.parent for path in found}), HERE / "bench"]
    return [word for path in folders for word in ("-y", path)], packages


def build_icarus(rtl, beats, folder):
    libraries, packages = sources(rtl)
    run(["iverilog", "-g2012", "-o", folder / "bench.vvp", "-s", "vectors_tb", f"-Pvectors_tb.SDRAM_BEATS={beats}",
         *libraries, "-Y", ".sv", *packages, HERE / "bench" / "vectors_tb.sv"])
    return ["vvp", "-n", folder / "bench.vvp"]


def build_verilator(rtl, beats, folder):
    libraries, packages = sources(rtl)
    run(["verilator", "--cc", "--exe", "--build", "-j", "0", "--no-timing", "--assert", "-O3", "-Wno-fatal",
         "-CFLAGS", "-O2", "--top-module", "vectors_bench", f"-GSDRAM_BEATS={beats}", "--Mdir", folder / "verilated",
         *libraries, *packages, HERE / "bench" / "vectors_bench.sv", HERE / "bench" / "vectors_main.cpp"])
    return [folder / "verilated" / "Vvectors_bench"]


class Player:
    """Compares line by line what the host tells."""

    def __init__(self, queries, memory):
        self.memory = memory  # words that are read back
        self.queries, self.number, self.entries = queries, 0, 0
        self.cycles, self.over, self.difference = 0, None, None

    def compare(self, what, expected, got, note=""):
        if expected != got and self.difference is None:
            self.difference = f"query {self.number}: {what}: expected {expected}, got {got}{note}"

    def take(self, line):
        words = line.split()
        if not words:
            return
        if words[0] == "over":
            self.over = int(words[1])
            if self.number < len(self.queries):
                self.difference = self.difference or f"query {self.number}: no answer"
        elif words[0] == "word" and self.memory:
            address, word = self.memory.pop(0)
            self.compare(f"memory {address:08x}", f"{word:08x}", words[1])
        elif words[0] == "entry" and self.number < len(self.queries):
            expected = self.queries[self.number].entries
            wanted = expected[self.entries] if self.entries < len(expected) else None
            # Unknown bits are x.
            known = all(re.fullmatch("[0-9a-f]+", word) for word in words[1:])
            got = text_of(entry_of(*(int(word, 16) for word in words[1:]))) if known else " ".join(words[1:])
            self.compare(f"entry {self.entries}", text_of(wanted), got)
            self.entries += 1
        elif words[0] == "answer" and self.number < len(self.queries):
            query = self.queries[self.number]
            if self.entries < len(query.entries):
                self.compare(f"entry {self.entries}", text_of(query.entries[self.entries]), "no entry")
            got = dict(zip(COUNTS, words[1:]))
            for what in ("lists", "aligned_pairs", "triangle_tests", "cycles"):
                self.compare(what, str(query.counts.get(what)), got[what], FULL if "full" in words else "")
            self.cycles += int(got["cycles"]) if got["cycles"].isdigit() else 0
            self.number, self.entries = self.number + 1, 0
        elif not line.startswith("- "):  # Verilator's own lines at $finish
            self.difference = self.difference or f"query {self.number}: {line.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("vectors", type=pathlib.Path, help="file of `vectors record`")
    parser.add_argument("--simulator", choices=("iverilog", "verilator"), default="iverilog")
    parser.add_argument("--program", type=pathlib.Path, help="Verilator's, built before: target vectors_bench")
    parser.add_argument("--load", choices=("door", "bus"), default="door",
                        help="the memory's words: by the board's back door, or over the bus and read back")
    parser.add_argument("--rtl", type=pathlib.Path, default=HERE / "rtl", help="folder of the chip's SystemVerilog")
    options = parser.parse_args()
    if options.program and (options.simulator != "verilator" or not options.program.is_file()):
        fail(f"--program {options.program}: expected a program of --simulator verilator")
    vectors = Vectors(options.vectors)
    vectors.refuse_other_machines(options.vectors)
    beats = vectors.beats()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "program.txt").write_text(program(vectors, options.load == "bus"))
        most = max(256, 1 << max(beats, default=0).bit_length())
        if options.program:
            command = [options.program]
        else:
            command = (build_icarus if options.simulator == "iverilog" else build_verilator)(options.rtl, most, folder)
        command.append(f"+program={folder / 'program.txt'}")
        if options.load == "door":
            lines = [f"@{n:x} " + "".join(f"{word:08x}" for word in reversed(words)) for n, words in beats.items()]
            (folder / "memory.hex").write_text("\n".join(lines) + "\n")
            command.append(f"+memory={folder / 'memory.hex'}")
        player = Player(vectors.queries, vectors.words() if options.load == "bus" else [])
        begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True) as simulation:
            for line in simulation.stdout:
                player.take(line)
                if player.difference:
                    simulation.kill()
                    break
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
    if player.over is None and player.difference is None:
        player.difference = f"query {player.number}: the simulator has given up"
    if player.difference:
        print(player.difference)
    else:
        print(f"{player.over} cycles of the chip in {seconds:.2f} s of processor time")
    sign, differences = ("!=", 1) if player.difference else ("=", 0)
    print(f"PARITY: collision_chip {options.simulator} {sign} golden: queries {player.number}, "
          f"cycles compared {player.cycles}, differences {differences}")
    sys.exit(differences)


if __name__ == "__main__":
    main()
