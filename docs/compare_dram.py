#!/usr/bin/env python3
"""Prints the tables of docs/sdram.md: the same reads played into our SDRAM's timing and into DRAMsim3.

    python3 docs/compare_dram.py build/check/collisionchip --replay build/check/testbench/benchmarks/sdram_replay \\
        --dramsim3 DRAMsim3/build/dramsim3main

DRAMsim3 is built with -DCMD_TRACE=ON: it writes each command with its cycle. Its configuration files are written here, from
our own figures; of a memory that it does not know it gets the figures under another standard's rules.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import tomllib

# Name, the rules of DRAMsim3 that it is given to, width of a channel, transfers of a burst. LPDDR5 has four data cycles in
# one of the clock; here it is a channel four times as wide, with a quarter of the transfers.
MEMORIES = {"ddr3-1600": ("DDR3", 64, 8), "ddr4-3200": ("DDR4", 64, 8), "ddr5-4800": ("DDR4", 32, 16),
            "lpddr4-4266": ("LPDDR4", 16, 16), "lpddr5-6400": ("DDR4", 64, 4), "hbm2-2.0": ("HBM2", 64, 4)}
NEVER = 2**31 - 1  # cycles
WINDOW = 9  # reads among which the controller chooses, as on the preset `today`
FIRST = 2  # a read that DRAMsim3 is handed in cycle n can have its first command in cycle n + 2
QUEUE = 16  # reads that wait in the memory, as on the preset `today`
KINDS = {"read_p": "read_precharge", "refresh": "refresh_all", "refresh_bank": "refresh"}  # our names
QUERY = ("gear", "finned-casting", 30000, "0.35 0.1 0.05 0.9 0.3 0.2 0.1")


class Memory:
    def __init__(self, program, name, refresh, policy="open"):
        self.name, self.refresh, self.policy = name, refresh, policy
        run = subprocess.run([program, "config", "--set", f"memory.kind={name}"], capture_output=True, text=True, check=True)
        config = tomllib.loads(run.stdout)
        self.s, self.mhz = config["sdram"], config["memory"]["clock_mhz"]
        self.burst_bytes = self.s["mode_burst"] * config["memory"]["clock_bytes"]
        # DRAMsim3 has a slot for a command in each cycle, and a whole number of cycles between refreshes of banks.
        s = self.s
        s["command_cycles"] = 1
        if s["refresh"] == "per_bank":
            s["refresh_interval"] -= s["refresh_interval"] % s["banks"]
        if not refresh:
            s["refresh_interval"] = 0
        self.sets = [f"memory.kind={name}"] + [f"sdram.{key}={s[key]}" for key in ("command_cycles", "refresh_interval")]
        self.sets.append(f"sdram.page_policy={policy}")

    def address(self, bank, row, burst):
        return (row * self.s["banks"] + bank) * self.s["page_bytes"] + burst * self.burst_bytes

    def bursts_of_page(self):
        return self.s["page_bytes"] // self.burst_bytes

    def dramsim3(self, window):
        """Its configuration file."""
        s = self.s
        rules, width, transfers = MEMORIES[self.name]
        columns = s["page_bytes"] * 8 // width
        by_banks = s["refresh"] == "per_bank"
        interval = s["refresh_interval"] or NEVER
        # For a refresh of one bank, DRAMsim3 takes the wait of other banks from tRFC, and the distance of two refreshes from tREFI.
        refresh = ({"tRFC": s["t_rrefd"], "tRFCb": s["t_rfc_pb"], "tREFI": s["t_rfc_pb"],
                    "tREFIb": interval // s["banks"] if self.refresh else NEVER} if by_banks else
                   {"tRFC": s["t_rfc"], "tRFCb": s["t_rfc"], "tREFI": interval, "tREFIb": NEVER})
        timing = {"tCK": 1000 / self.mhz, "AL": 0, "CL": s["t_cl"], "CWL": s["t_cl"], "tRCD": s["t_rcd"], "tRCDRD": s["t_rcd"],
                  "tRCDWR": s["t_rcd"], "tRP": s["t_rp"], "tRAS": s["t_ras"], "tRTP": s["t_rtp"], "tCCD_S": s["t_ccd_s"],
                  "tCCD_L": s["t_ccd_l"], "tRRD_S": s["t_rrd"], "tRRD_L": s["t_rrd_l"], "tFAW": s["t_faw"], "tPPD": 1, **refresh}
        sections = {
            "dram_structure": {"protocol": rules, "bankgroups": s["bank_groups"], "banks_per_group": s["banks"] // s["bank_groups"],
                               "rows": 65536, "columns": columns // 2 if rules == "HBM2" else columns, "device_width": width,
                               "BL": transfers, "hbm_dual_cmd": "false"},
            "timing": timing,
            "system": {"channel_size": s["page_bytes"] * 64 * s["banks"] // 1024, "channels": 1, "bus_width": width,
                       "address_mapping": "rochrababgco", "queue_structure": "PER_RANK", "row_buf_policy": f"{self.policy.upper().rstrip('D')}_PAGE",
                       "refresh_policy": "BANK_LEVEL_STAGGERED" if by_banks else "RANK_LEVEL_SIMULTANEOUS",
                       "cmd_queue_size": window, "trans_queue_size": 1000000},
            "other": {"epoch_period": NEVER, "output_level": 0}}
        return "".join(f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
                       for name, keys in sections.items())


class Commands:
    """Tuples (cycle, kind, bank, row, burst), sorted, up to the last read; row and burst 0 where they have no meaning."""

    def __init__(self, commands):
        self.reads = sorted(c for c in commands if c[1].startswith("read"))
        self.last = self.reads[-1][0]
        self.all = sorted(c for c in commands if c[0] <= self.last)

    def order(self):
        return [c[2:] for c in self.reads]


def ours(replay, memory, window, reads):
    text = "".join(f"{cycle} {address}\n" for cycle, address in reads)
    run = subprocess.run([replay, "play", str(window), *memory.sets], input=text, capture_output=True, text=True, check=True)
    return Commands([(int(c), kind, *map(int, rest)) for c, kind, *rest in map(str.split, run.stdout.splitlines())])


def theirs(simulator, memory, window, reads, cycles):
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        (at / "memory.ini").write_text(memory.dramsim3(window))
        (at / "reads.txt").write_text("".join(f"{address:#x} READ {cycle - FIRST}\n" for cycle, address in reads))
        subprocess.run([simulator, at / "memory.ini", "-o", folder, "-t", at / "reads.txt", "-c", str(cycles)], check=True,
                       stdout=subprocess.DEVNULL)
        commands = []
        for line in (at / "dramsim3ch_0cmd.trace").read_text().splitlines():
            cycle, kind, _, _, group, bank, row, burst = line.split()
            number = int(bank) * memory.s["bank_groups"] + int(group)
            if kind == "refresh":
                number = 0
            where = (int(row, 16) if kind in ("activate", "read", "read_p") else 0, int(burst, 16) if kind in ("read", "read_p") else 0)
            commands.append((int(cycle), KINDS.get(kind, kind), number, *where))
    return Commands(commands)


class Comparison:
    def __init__(self, tools, memory, window, reads):
        self.reads = reads
        self.ours = ours(tools.replay, memory, window, reads)
        self.theirs = theirs(tools.dramsim3, memory, window, reads, 2 * self.ours.last + 10000)
        if len(self.theirs.reads) != len(reads):
            sys.exit(f"{memory.name}: expected {len(reads)} READs of DRAMsim3, got {len(self.theirs.reads)}")
        text = "".join(" ".join(map(str, command)) + "\n" for command in self.theirs.all)
        self.broken = subprocess.run([tools.replay, "check", *memory.sets], input=text, capture_output=True, text=True,
                                     check=True).stdout.splitlines()

    def different(self):
        """Commands of either side that the other one does not have in the same cycle."""
        return len(set(self.ours.all) ^ set(self.theirs.all))

    def cell(self):
        return f"{number(len(self.ours.all))}, {number(self.different())}"


def number(value):
    return f"{value:,}".replace(",", " ")


def streams(memory, count):
    """Reads that wait from the begin, one more in each cycle; no address twice."""
    dice, s, bursts = random.Random(1), memory.s, memory.bursts_of_page()
    rows = range(count)
    group = range(0, s["banks"], s["bank_groups"])
    everywhere = [(bank, row) for row in rows for bank in range(s["banks"])]
    places = {"one bank": [(0, row) for row in rows],
              "one group": [(bank, row) for row in rows for bank in group][:count],
              "all banks": everywhere[:count],
              "random": dice.sample(everywhere, count)}
    for name, rows_of_banks in places.items():
        yield name, [(FIRST + i, memory.address(bank, row, dice.randrange(bursts))) for i, (bank, row) in enumerate(rows_of_banks)]
    yield "sequential", [(FIRST + i, i * memory.burst_bytes) for i in rows]


def query_reads(program, memory, folder):
    """The bursts that a query reads on the preset `today` with one channel of this memory, in cycles of the memory, and how
    many are left out: of those that are among the QUEUE before, because DRAMsim3 answers both with one READ."""
    a, b, triangles, pose = QUERY
    meshes = [folder / f"{kind}.stl" for kind in (a, b)]
    for kind, path in zip((a, b), meshes):
        subprocess.run([program, "mesh", kind, path, "--triangles", str(triangles)], check=True, stdout=subprocess.DEVNULL)
    trace, listed = folder / "run.sqlite", folder / "reads.stl"
    subprocess.run([program, "collide", *meshes, "--pose", pose, "--chip", "today", "--set", "memory.channels=1", "--set",
                    f"memory.kind={memory.name}", "--trace", trace], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "trace", "export", trace, "--dramsys", listed], check=True, stdout=subprocess.DEVNULL)
    reads, left_out, free = [], 0, FIRST
    banks, page_bytes = memory.s["banks"], memory.s["page_bytes"]
    for line in listed.read_text().splitlines():
        cycle, _, address = line.replace(":", "").split()
        # The preset's hash of banks is in the address that both get.
        page, offset = divmod(int(address, 16), page_bytes)
        row, bank = divmod(page, banks)
        bank ^= (row ^ row // banks) % banks
        place = (row * banks + bank) * page_bytes + offset
        if place in (address for _, address in reads[-QUEUE:]):
            left_out += 1
            continue
        free = max(free, FIRST - (-int(cycle) * memory.mhz // 1000))  # one in a cycle; the chip's clock is 1000 MHz
        reads.append((free, place))
        free += 1
    return reads, left_out


def queued(tools, memory, window, reads):
    """A read is there when the read that is QUEUE before it has left for the memory: ours, for both."""
    left = [command[0] for command in ours(tools.replay, memory, window, reads).reads]
    return [(max(cycle, left[i - QUEUE]) if i >= QUEUE else cycle, address) for i, (cycle, address) in enumerate(reads)]


def head(*cells):
    print("\n| " + " | ".join(cells) + " |\n|" + " --- |" * len(cells))


def same_order(tools):
    """Command by command, where nothing can be overtaken: (commands, of them at another place)."""
    kinds = [("open", 1, ("one bank", "one group", "all banks", "random", "sequential")),
             ("closed", 1, ("one bank", "one group", "all banks", "random")), ("closed", WINDOW, ("one bank", "one group", "all banks"))]
    for policy, window, names in kinds:
        head(f"{policy} pages, window {window}", *names)
        for name in MEMORIES:
            memory = Memory(tools.program, name, False, policy)
            reads = dict(streams(memory, tools.reads))
            print(f"| `{name}` | " + " | ".join(Comparison(tools, memory, window, reads[n]).cell() for n in names) + " |")


def totals(tools):
    """Last READ, ours and theirs, and what our checker says to their commands."""
    names = ("all banks", "random", "sequential")
    head(f"open pages, window {WINDOW}", *names, "broken rules")
    for name in MEMORIES:
        memory = Memory(tools.program, name, False)
        reads = dict(streams(memory, tools.reads))
        all_of = [Comparison(tools, memory, WINDOW, reads[n]) for n in names]
        cells = [f"{number(c.ours.last)}, {number(c.theirs.last)}" for c in all_of]
        print(f"| `{name}` | {' | '.join(cells)} | {sum(len(c.broken) for c in all_of)} |")


def refreshed(tools):
    """Without precharges: ours has one command for all banks."""
    names = ("closed", "all banks"), ("closed", "random"), ("open", "one bank"), ("open", "all banks")
    head("refresh, window 1", *(f"{policy} pages, {name}" for policy, name in names), "broken rules")
    for kind in MEMORIES:
        if Memory(tools.program, kind, True).s["refresh"] != "all_banks":
            continue
        cells, broken = [], 0
        for policy, name in names:
            memory = Memory(tools.program, kind, True, policy)
            c = Comparison(tools, memory, 1, dict(streams(memory, tools.reads))[name])
            for side in (c.ours, c.theirs):
                side.all = [command for command in side.all if "precharge" not in command[1].replace("read_precharge", "")]
            refreshes = sum(command[1] == "refresh_all" for command in c.ours.all)
            cells.append(f"{c.cell()}; {refreshes}: {number(c.ours.last)}, {number(c.theirs.last)}")
            broken += len(c.broken)
        print(f"| `{kind}` | {' | '.join(cells)} | {broken} |")


def query(tools):
    head("query", "bursts, left out", "window 1", f"window {WINDOW}", "last READ", "arrival to READ, mean", "in another order", "broken rules")
    for name in MEMORIES:
        memory = Memory(tools.program, name, False)
        with tempfile.TemporaryDirectory() as folder:
            reads, left_out = query_reads(tools.program, memory, pathlib.Path(folder))
        alone, ahead = (Comparison(tools, memory, window, queued(tools, memory, window, reads)) for window in (1, WINDOW))
        arrivals = sum(cycle for cycle, _ in ahead.reads)
        waits = [(sum(c[0] for c in side.reads) - arrivals) / len(reads) for side in (ahead.ours, ahead.theirs)]
        moved = sum(a != b for a, b in zip(ahead.ours.order(), ahead.theirs.order()))
        print(f"| `{name}` | {number(len(reads))}, {number(left_out)} | {alone.cell()} | {ahead.cell()} | "
              f"{number(ahead.ours.last)}, {number(ahead.theirs.last)} | {waits[0]:.1f}, {waits[1]:.1f} | {number(moved)} | {len(ahead.broken)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="collisionchip")
    parser.add_argument("--replay", required=True, help="sdram_replay, of testbench/benchmarks")
    parser.add_argument("--dramsim3", required=True, help="dramsim3main")
    parser.add_argument("--reads", type=int, default=3000, help="of each stream")
    tools = parser.parse_args()
    for table in (same_order, totals, refreshed, query):
        table(tools)


if __name__ == "__main__":
    main()
