"""Drawings of the machines (docs/architecture.svg and its like) and the channel table of docs/chip.md, from their netlists: `config --netlist` says which
units and channels a machine has. Only the places of blocks and arrows are written down, in drawings.py; a channel without a place, or a place without a
channel, is an error."""
import json

from made.drawings import DRAWINGS

# ------------------------------------------------------------------------------------------------------ the machine

class Channel:
    def __init__(self, row):
        self.label, self.payload = row["name"], row["message"]
        self.capacity, self.latency = row["capacity_rule"], row["latency"]
        self.port = self.label.split(".")[1]
        self.writer, self.reader = (row[end].split(".")[0] for end in ("writer", "reader"))


def read_chip(context, preset):
    """Channels, names of units, sockets bound inside the chip: (initiator unit, its socket, target unit)."""
    netlist = json.loads(context.run("config", "--chip", *preset.split(), "--netlist"))
    binds = [(*row["initiator"].split("."), row["target"].split(".")[0]) for row in netlist["sockets"]]
    return [Channel(row) for row in netlist["channels"]], [row["name"] for row in netlist["units"]], binds


# ------------------------------------------------------------------------------------------------------ the table

def table(channels):
    return [["channel", "payload", "reader", "capacity", "latency"],
            *([f"`{c.label}`", f"`{c.payload}`", f"`{c.reader}`", c.capacity, c.latency] for c in channels)]


# ---------------------------------------------------------------------------------------------------- the picture

FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"


# The report draws the same picture in its own colours (testbench/report/page/style.css): everything carries the class
# of what it means, blocks and channels their names as ids.
class Picture:
    def __init__(self, drawing):
        self.drawing, self.parts = drawing, []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, size=16, colour="#1b1f24", anchor="middle", weight="normal", style="normal",
             upright=False):
        # A white edge keeps the letters legible where they stand on a line.
        role = {"#57606a": " class='muted'", "#0b5cad": " class='heading'"}.get(colour, "")
        turn = f" transform='rotate(-90 {x} {y})'" if upright else ""
        self.add(f"<text{role} x='{x}' y='{y}'{turn} font-size='{size}' fill='{colour}' text-anchor='{anchor}' "
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
        width, height = self.drawing.size
        markers = "".join(
            f"<marker id='arrow-{name}' markerUnits='userSpaceOnUse' markerWidth='14' markerHeight='12' refX='13' refY='6' "
            f"orient='auto'><path d='M0,0 L14,6 L0,12 z' fill='{colour}'/></marker>"
            for name, colour in (("data", "#0b5cad"), ("control", "#57606a"), ("tlm", "#8a4b08"), ("debug", "#8a4b08")))
        return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' "
                f"height='{height}' {FONT}>\n<title>{self.drawing.title}</title>\n"
                f"<!-- Made by docs/make.py machines -->\n<defs>{markers}</defs>\n"
                f"<rect class='ground' width='{width}' height='{height}' fill='#ffffff'/>\n" + "\n".join(self.parts) + "\n</svg>\n")


def draw_block(picture, name):
    x, y, width, height, title, note = picture.drawing.blocks[name]
    fill, edge = ("#f3f4f6", "#6e7781") if name in picture.drawing.outside else ("#e8f1fb", "#0b5cad")
    outside = " outside" if name in picture.drawing.outside else ""
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
    blocks = picture.drawing.blocks
    sx, ex = blocks[start][0], blocks[end][0]
    left, right = (start, end) if sx < ex else (end, start)
    x0, x1 = blocks[left][0] + blocks[left][2], blocks[right][0]
    points = [(x0, y), (x1, y)] if left == start else [(x1, y), (x0, y)]
    picture.arrow(points, kind, label)
    # Next to the block at the arrow's end the text would run over other blocks, so it is put into the free gap.
    gap = [x for x in (blocks[b][0] for b in blocks if b not in (start, end)
                       and blocks[b][1] - 30 <= y <= blocks[b][1] + blocks[b][3] + 30) if x0 < x < x1]
    middle = (x0 + min(gap)) / 2 if gap else (x0 + x1) / 2
    picture.text(middle, y - 6, name, weight="bold" if kind == "data" else "normal")
    picture.text(middle, y + 17, payload, size=13, colour="#57606a", style="italic")


def draw_vertical(picture, start, end, x, side, name, payload, kind, label=None):
    blocks = picture.drawing.blocks
    upper, lower = (start, end) if blocks[start][1] < blocks[end][1] else (end, start)
    y0, y1 = blocks[upper][1] + blocks[upper][3], blocks[lower][1]
    picture.arrow([(x, y0), (x, y1)] if upper == start else [(x, y1), (x, y0)], kind, label)
    anchor, at = ("end", x - 9) if side == "left" else ("start", x + 9)
    middle = (y0 + y1) / 2
    picture.text(at, middle - 2, name, anchor=anchor, weight="bold" if kind == "data" else "normal")
    picture.text(at, middle + 16, payload, size=13, colour="#57606a", style="italic", anchor=anchor)


def draw_path(picture, points, name, payload, kind, label):
    """Round other blocks: the text stands along the longest upright part."""
    picture.arrow(points, kind, label)
    (x, y0), (_, y1) = max(((p, q) for p, q in zip(points, points[1:]) if p[0] == q[0]), key=lambda part: abs(part[0][1] - part[1][1]))
    picture.text(x - 7, (y0 + y1) / 2, name, weight="bold" if kind == "data" else "normal", upright=True)
    picture.text(x + 15, (y0 + y1) / 2, payload, size=13, colour="#57606a", style="italic", upright=True)


def draw_sockets(picture, binds):
    drawing = picture.drawing
    x, top, width, _, _, _ = drawing.blocks["pci_interface"]
    middle, above = x + width // 2, drawing.blocks["host"][1] + drawing.blocks["host"][3]
    draw_vertical(picture, "host", "pci_interface", middle - 20, "right", "host", "TLM-2.0 LT", "tlm")
    picture.arrow([(middle - 50, top), (middle - 50, above)], "control")
    picture.text(middle - 59, above + 28, "irq", anchor="end", size=13)
    x, _, width, _, _, _ = drawing.blocks["memory_controller"]
    draw_vertical(picture, "memory_controller", "sdram", x + width // 2, "left", "memory", "TLM-2.0 AT and LT", "tlm")
    for start, socket, end in binds:
        kind = "tlm" if start == "pci_interface" else "debug"
        note = "TLM-2.0 LT: SDRAM window" if kind == "tlm" else "TLM-2.0 debug, only if ideal"
        draw_horizontal(picture, start, end, drawing.socket_places[(start, end)], socket, note, kind)


def draw_channel(picture, channel):
    place = picture.drawing.places[channel.label]
    kind = "data" if channel.port in picture.drawing.data else "control"
    if isinstance(place, list):
        draw_path(picture, place, channel.port, channel.payload, kind, channel.label)
    elif isinstance(place, tuple):
        draw_vertical(picture, channel.writer, channel.reader, *place, channel.port, channel.payload, kind, channel.label)
    else:
        draw_horizontal(picture, channel.writer, channel.reader, place, channel.port, channel.payload, kind, channel.label)


def draw_legend(picture):
    for i, (kind, what) in enumerate((("data", "data and results"), ("control", "control: requests, credits, set-up"),
                                      ("tlm", "TLM-2.0 sockets"))):
        x = (300, 530, 855)[i]
        picture.arrow([(x, 60), (x + 50, 60)], kind)
        picture.text(x + 60, 65, what, size=15, anchor="start")
    picture.text(300, 95, "channel name above its arrow, payload type below it", size=13, anchor="start",
                 colour="#57606a", style="italic")


def draw(drawing, channels, units, binds):
    missing = [c.label for c in channels if c.label not in drawing.places] + [u for u in units if u not in drawing.blocks]
    unknown = [label for label in drawing.places if label not in {c.label for c in channels}]
    if missing or unknown:
        raise SystemExit(f"machines: {drawing.name}: no place for {missing}, nothing in the netlist for {unknown}")
    picture = Picture(drawing)
    width, height = drawing.size
    middle, heading = width / 2, 5 * len(drawing.heading)
    picture.add(f"<rect class='frame' x='20' y='156' width='{width - 40}' height='{height - 168}' rx='14' fill='none' "
                f"stroke='#0b5cad' stroke-width='1.5' stroke-dasharray='10 6'/>")
    picture.add(f"<rect class='ground' x='{middle - heading:g}' y='144' width='{2 * heading}' height='24' fill='#ffffff'/>")
    picture.text(f"{middle:g}", 162, drawing.heading, size=17, weight="bold", colour="#0b5cad")
    draw_sockets(picture, binds)
    for channel in channels:
        draw_channel(picture, channel)
    for name in drawing.blocks:
        draw_block(picture, name)
    draw_legend(picture)
    return picture.svg()


def make(context):
    made = {f"docs/{drawing.name}.svg": draw(drawing, *read_chip(context, drawing.preset)) for drawing in DRAWINGS}
    return {**made, "docs/chip.md#channels": table(read_chip(context, "paper41")[0])}
