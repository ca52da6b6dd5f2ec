#!/usr/bin/env python3
"""Draws docs/architecture.svg and the channel table of docs/chip.md from the machine's netlist.

    python3 docs/make_architecture.py BINARY            # writes docs/architecture.svg
    python3 docs/make_architecture.py BINARY --table    # prints the channel table

BINARY is the collisionchip executable: `config --netlist` says which units and channels there are. Only the places of
the arrows are given here; a channel without a place, or a place without a channel, is an error.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


# ------------------------------------------------------------------------------------------------------ the machine

class Channel:
    def __init__(self, row):
        self.label, self.payload = row["name"], row["message"]
        self.capacity, self.latency = row["capacity_rule"], row["latency"]
        self.port = self.label.split(".")[1]
        self.writer, self.reader = (row[end].split(".")[0] for end in ("writer", "reader"))


def read_chip(binary):
    """Channels, names of units, sockets bound inside the chip: (initiator unit, its socket, target unit)."""
    done = subprocess.run([binary, "config", "--netlist"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"make_architecture: {binary} config --netlist: {done.stderr.strip()}")
    netlist = json.loads(done.stdout)
    binds = [(*row["initiator"].split("."), row["target"].split(".")[0]) for row in netlist["sockets"]]
    return [Channel(row) for row in netlist["channels"]], [row["name"] for row in netlist["units"]], binds


# ------------------------------------------------------------------------------------------------------ the table

def table(channels):
    lines = ["| channel | payload | reader | capacity | latency |", "| --- | --- | --- | --- | --- |"]
    for c in channels:
        lines.append(f"| `{c.label}` | `{c.payload}` | `{c.reader}` | {c.capacity} | {c.latency} |")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------------- the picture

FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"
WIDTH, HEIGHT = 1270, 1035

# unit -> left, top, width, height, title, section of the paper
BLOCKS = {
    "pci_interface": (40, 170, 160, 835, "PCI Interface", "§4"),
    "memory_controller": (1070, 170, 160, 835, "Memory Controller", "§4.4"),
    "dop_unit": (620, 250, 240, 150, "DOP Unit", "§4.1, Fig. 5"),
    "stack_engine": (620, 500, 240, 225, "Stack Engine", "§4.2"),
    "triangle_unit": (620, 825, 240, 180, "Triangle Unit", "§4.3, Fig. 6, 7"),
    "pointer_fifo": (330, 905, 150, 100, "Pointer FIFO", "§4.3"),
    "stack_sram_left": (330, 475, 150, 100, "Stack SRAM", "left lists"),
    "stack_sram_right": (330, 650, 150, 100, "Stack SRAM", "right lists"),
    "host": (40, 20, 160, 70, "Host", "driver"),
    "sdram": (1070, 20, 160, 70, "SDRAM", "§4.5"),
}
OUTSIDE = {"host", "sdram", "stack_sram_left", "stack_sram_right"}

# label -> y of a horizontal arrow, or ("x", x, side of the text) of a vertical one
PLACES = {
    "memory_controller.tumbled_data": 275,
    "memory_controller.aligned_data": 325,
    "dop_unit.releases": 375,
    "pci_interface.mmm_writes": 325,
    "stack_engine.list_commands": ("x", 700, "left"),
    "dop_unit.flags": ("x", 780, "right"),
    "stack_engine.requests": 540,
    "memory_controller.tumbled_auxiliary": 612,
    "memory_controller.aligned_auxiliary": 684,
    "pci_interface.start": 592,
    "pci_interface.stop": 634,
    "stack_engine.left_sram": 512,
    "stack_sram_left.words": 560,
    "stack_engine.right_sram": 665,
    "stack_sram_right.words": 713,
    "stack_engine.leaf_tests": ("x", 700, "left"),
    "triangle_unit.stop": ("x", 780, "right"),
    "triangle_unit.requests": 850,
    "memory_controller.triangle_data": 910,
    "pci_interface.frame_writes": 850,
    "triangle_unit.findings": 955,
    "pointer_fifo.entries": 932,
    "pointer_fifo.done": 982,
}
BIND_PLACES = {("pci_interface", "memory_controller"): 200, ("triangle_unit", "memory_controller"): 970}
DATA = {"tumbled_data", "aligned_data", "triangle_data", "flags", "leaf_tests", "findings", "entries"}


# The report draws the same picture in its own colours (testbench/report/page/style.css): everything carries the class
# of what it means, blocks and channels their names as ids.
class Picture:
    def __init__(self):
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, size=16, colour="#1b1f24", anchor="middle", weight="normal", style="normal"):
        # A white edge keeps the letters legible where they stand on a line.
        role = {"#57606a": " class='muted'", "#0b5cad": " class='heading'"}.get(colour, "")
        self.add(f"<text{role} x='{x}' y='{y}' font-size='{size}' fill='{colour}' text-anchor='{anchor}' "
                 f"font-weight='{weight}' font-style='{style}' stroke='#ffffff' stroke-width='4' "
                 f"paint-order='stroke'>{text}</text>")

    def arrow(self, points, kind, name=None):
        path = " ".join(f"{'M' if i == 0 else 'L'}{x},{y}" for i, (x, y) in enumerate(points))
        colour, width, dash = {"data": ("#0b5cad", 3, ""), "control": ("#57606a", 1.8, ""),
                               "tlm": ("#8a4b08", 2.4, ""), "debug": ("#8a4b08", 1.8, " stroke-dasharray='6 5'")}[kind]
        head = "debug" if kind == "debug" else kind
        identity = f" id='channel-{name}'" if name else ""
        self.add(f"<g class='{kind}'{identity}><path d='{path}' fill='none' stroke='{colour}' stroke-width='{width}'{dash} "
                 f"marker-end='url(#arrow-{head})'/></g>")

    def svg(self):
        markers = "".join(
            f"<marker id='arrow-{name}' markerUnits='userSpaceOnUse' markerWidth='14' markerHeight='12' refX='13' refY='6' "
            f"orient='auto'><path d='M0,0 L14,6 L0,12 z' fill='{colour}'/></marker>"
            for name, colour in (("data", "#0b5cad"), ("control", "#57606a"), ("tlm", "#8a4b08"), ("debug", "#8a4b08")))
        return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' "
                f"height='{HEIGHT}' {FONT}>\n<title>The CollisionChip as modelled: blocks and channels</title>\n"
                f"<!-- Generated: python3 docs/make_architecture.py -->\n<defs>{markers}</defs>\n"
                f"<rect class='ground' width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>\n" + "\n".join(self.parts) + "\n</svg>\n")


def draw_block(picture, name):
    x, y, width, height, title, note = BLOCKS[name]
    fill, edge = ("#f3f4f6", "#6e7781") if name in OUTSIDE else ("#e8f1fb", "#0b5cad")
    outside = " outside" if name in OUTSIDE else ""
    picture.add(f"<g class='block{outside}' id='unit-{name}'><rect x='{x}' y='{y}' width='{width}' height='{height}' "
                f"rx='8' fill='{fill}' stroke='{edge}' stroke-width='2'/>")
    middle = x + width / 2
    tall = height > 400
    lines = title.split(" ") if tall else [title]
    top = y + height / 2 - 11 * (len(lines) - 1) - 3
    for i, line in enumerate(lines):
        picture.add(f"<text class='inside' x='{middle:g}' y='{top + 23 * i:g}' font-size='19' font-weight='bold' fill='#1b1f24' "
                    f"text-anchor='middle'>{line}</text>")
    picture.add(f"<text class='inside muted' x='{middle:g}' y='{top + 23 * len(lines):g}' font-size='15' fill='#57606a' "
                f"text-anchor='middle'>{note}</text></g>")


def draw_horizontal(picture, start, end, y, name, payload, kind, label=None):
    sx, ex = BLOCKS[start][0], BLOCKS[end][0]
    left, right = (start, end) if sx < ex else (end, start)
    x0, x1 = BLOCKS[left][0] + BLOCKS[left][2], BLOCKS[right][0]
    points = [(x0, y), (x1, y)] if left == start else [(x1, y), (x0, y)]
    picture.arrow(points, kind, label)
    # Beside the pointed end's block the text would run over others: put it into the free gap.
    gap = [x for x in (BLOCKS[b][0] for b in BLOCKS if b not in (start, end)
                       and BLOCKS[b][1] - 30 <= y <= BLOCKS[b][1] + BLOCKS[b][3] + 30) if x0 < x < x1]
    middle = (x0 + min(gap)) / 2 if gap else (x0 + x1) / 2
    picture.text(middle, y - 6, name, weight="bold" if kind == "data" else "normal")
    picture.text(middle, y + 17, payload, size=13, colour="#57606a", style="italic")


def draw_vertical(picture, start, end, x, side, name, payload, kind, label=None):
    upper, lower = (start, end) if BLOCKS[start][1] < BLOCKS[end][1] else (end, start)
    y0, y1 = BLOCKS[upper][1] + BLOCKS[upper][3], BLOCKS[lower][1]
    picture.arrow([(x, y0), (x, y1)] if upper == start else [(x, y1), (x, y0)], kind, label)
    anchor, at = ("end", x - 9) if side == "left" else ("start", x + 9)
    middle = (y0 + y1) / 2
    picture.text(at, middle - 2, name, anchor=anchor, weight="bold" if kind == "data" else "normal")
    picture.text(at, middle + 16, payload, size=13, colour="#57606a", style="italic", anchor=anchor)


def draw(channels, units, binds):
    missing = [c.label for c in channels if c.label not in PLACES] + [u for u in units if u not in BLOCKS]
    unknown = [label for label in PLACES if label not in {c.label for c in channels}]
    if missing or unknown:
        sys.exit(f"make_architecture: no place for {missing}, nothing in the netlist for {unknown}")
    picture = Picture()
    picture.add(f"<rect class='frame' x='20' y='156' width='{WIDTH - 40}' height='{HEIGHT - 168}' rx='14' fill='none' "
                f"stroke='#0b5cad' stroke-width='1.5' stroke-dasharray='10 6'/>")
    picture.add("<rect class='ground' x='400' y='144' width='470' height='24' fill='#ffffff'/>")
    picture.text(635, 162, "CollisionChip (Figure 4) with its two stack SRAMs", size=17, weight="bold",
                 colour="#0b5cad")

    draw_vertical(picture, "host", "pci_interface", 100, "right", "host", "TLM-2.0 LT", "tlm")
    picture.arrow([(70, 170), (70, 90)], "control")
    picture.text(61, 118, "irq", anchor="end", size=13)
    draw_vertical(picture, "memory_controller", "sdram", 1150, "left", "memory", "TLM-2.0 AT and LT", "tlm")
    for start, socket, end in binds:
        kind = "tlm" if start == "pci_interface" else "debug"
        note = "TLM-2.0 LT: SDRAM window" if kind == "tlm" else "TLM-2.0 debug, only if ideal"
        draw_horizontal(picture, start, end, BIND_PLACES[(start, end)], socket, note, kind)
    for c in channels:
        place = PLACES[c.label]
        kind = "data" if c.port in DATA else "control"
        if isinstance(place, tuple):
            draw_vertical(picture, c.writer, c.reader, place[1], place[2], c.port, c.payload, kind, c.label)
        else:
            draw_horizontal(picture, c.writer, c.reader, place, c.port, c.payload, kind, c.label)
    for name in BLOCKS:
        draw_block(picture, name)

    for i, (kind, what) in enumerate((("data", "data and results"), ("control", "control: requests, credits, set-up"),
                                      ("tlm", "TLM-2.0 sockets"))):
        x = (300, 530, 855)[i]
        picture.arrow([(x, 60), (x + 50, 60)], kind)
        picture.text(x + 60, 65, what, size=15, anchor="start")
    picture.text(300, 95, "channel name above its arrow, payload type below it", size=13, anchor="start",
                 colour="#57606a", style="italic")
    return picture.svg()


def main():
    arguments = sys.argv[1:]
    if not 1 <= len(arguments) <= 2 or arguments[1:] not in ([], ["--table"], ["--print"]):
        sys.exit("usage: make_architecture.py BINARY [--table | --print], BINARY being the collisionchip executable")
    channels, units, binds = read_chip(arguments[0])
    if arguments[1:] == ["--table"]:
        print(table(channels), end="")
    elif arguments[1:] == ["--print"]:
        print(draw(channels, units, binds), end="")
    else:
        (ROOT / "docs/architecture.svg").write_text(draw(channels, units, binds))


if __name__ == "__main__":
    main()
