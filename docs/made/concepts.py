"""docs/pictures/concepts.svg: the words of docs/concepts.md on the two small trees of the paper's Figure 1.

Nothing in the picture is drawn by hand: the DOPs, the transform, the overlaps, the lists and the cycles of Eq. 5 are computed here in two dimensions, with
DOPs of 8 numbers. The program is then asked the same question in three dimensions; if it counts other lists, entries, tests or cycles, that is an error.
"""
import json
import math

DIRECTIONS = [(math.cos(i * math.pi / 4), math.sin(i * math.pi / 4)) for i in range(8)]
TURN, SHIFT = math.radians(24), (0.2, 0.3)  # the pose: the tumbled object is turned, then moved

# ---------------------------------------------------------------------------------------------------- the example


def triangle(x, y, size=1.3):
    return [(x, y), (x + size, y + 0.25 * size), (x + 0.3 * size, y + size)]


def turned(point):
    c, s = math.cos(TURN), math.sin(TURN)
    return (c * point[0] - s * point[1] + SHIFT[0], s * point[0] + c * point[1] + SHIFT[1])


def unturned(point):
    c, s = math.cos(TURN), math.sin(TURN)
    x, y = point[0] - SHIFT[0], point[1] - SHIFT[1]
    return (c * x + s * y, c * y - s * x)


CHILDREN = {"A": "BC", "B": "DE", "C": "FG", "1": "23", "2": "45"}
TRIANGLES = {"D": triangle(0, 0), "E": triangle(1.9, 0.25), "F": triangle(6, 0), "G": triangle(7.9, 0.2)}
# The tumbled triangles: placed in the aligned frame, stored in their own frame.
TRIANGLES.update({name: [unturned(p) for p in triangle(x, y, size)]
                  for name, x, y, size in (("4", 0.9, 0.4, 1.5), ("5", 6.6, 0.6, 1.3), ("3", 3.7, 14, 1.3))})


def dop(points):
    """How far the points reach along each direction."""
    return [max(x * a + y * b for x, y in points) for a, b in DIRECTIONS]


def build(name, dops):
    if name not in CHILDREN:
        dops[name] = dop(TRIANGLES[name])
    else:
        parts = [build(child, dops) for child in CHILDREN[name]]
        dops[name] = [max(pair) for pair in zip(*parts)]
    return dops[name]


def tumbled_to_aligned(d):
    """Eq. 3 in two dimensions: each normal is a sum of two neighbouring normals of the turned DOP."""
    result = []
    for i in range(8):
        angle = (i * math.pi / 4 - TURN) % (2 * math.pi)
        j = int(angle // (math.pi / 4)) % 8
        rest = angle - j * math.pi / 4
        first = math.sin(math.pi / 4 - rest) / math.sin(math.pi / 4)
        second = math.sin(rest) / math.sin(math.pi / 4)
        shift = DIRECTIONS[i][0] * SHIFT[0] + DIRECTIONS[i][1] * SHIFT[1]
        result.append(first * d[j] + second * d[(j + 1) % 8] + shift)
    return result


def overlap(d, e):
    return all(d[i] >= -e[(i + 4) % 8] and e[i] >= -d[(i + 4) % 8] for i in range(8))


class Step:
    def __init__(self, pair, entries):
        self.pair, self.entries = pair, entries
        self.flags = {}                      # (tumbled, aligned) -> overlap
        self.lists = {x: [] for x in pair}   # what the list of each member's children gets
        self.tests = []                      # pairs of leaves


def algorithm2(dops, transformed, pair="23", entries=("BC",)):
    """The steps of Algorithm 2, left before right. Its mixed cases do not occur here."""
    step = Step(pair, entries)
    for entry in entries:
        for x in pair:
            for n in entry:
                step.flags[x, n] = overlap(transformed[x], dops[n])
                if step.flags[x, n] and n in CHILDREN:
                    step.lists[x].append(CHILDREN[n])
                elif step.flags[x, n]:
                    step.tests.append((x, n))
    steps = [step]
    for x in pair:
        if step.lists[x]:
            steps += algorithm2(dops, transformed, CHILDREN[x], step.lists[x])
    return steps


# ------------------------------------------------------------------------------------------- the program's answer

def write_object(path, leaves, to_frame):
    lines = []
    for leaf in leaves:
        lines += [f"v {x!r} {y!r} {0.02 * i}" for i, (x, y) in enumerate(to_frame(p) for p in TRIANGLES[leaf])]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(len(leaves))]
    path.write_text("\n".join(lines) + "\n")


def ask(context):
    write_object(context.folder / "aligned.obj", "DEFG", lambda p: p)
    write_object(context.folder / "tumbled.obj", "453", lambda p: p)
    c, s = math.cos(TURN), math.sin(TURN)
    pose = f"{c!r} {-s!r} 0 {SHIFT[0]} {s!r} {c!r} 0 {SHIFT[1]} 0 0 1 0"
    context.run("collide", "aligned.obj", "tumbled.obj", "--pose", pose, "--stats", "stats.json", cwd=context.folder)
    query = json.loads((context.folder / "stats.json").read_text())["queries"][0]
    return {name: query[name] for name in ("lists", "aligned_pairs", "triangle_tests", "eq5_cycles")}


def compare(context, steps):
    aligned_pairs = sum(len(step.entries) for step in steps)
    here = {"lists": len(steps), "aligned_pairs": aligned_pairs,
            "triangle_tests": sum(len(step.tests) for step in steps),
            "eq5_cycles": sum(100 + (len(step.entries) - 2) * 10 for step in steps)}
    there = ask(context)
    if here != there:
        raise SystemExit(f"concepts: here {here}, the program has {there}")
    return here


# ---------------------------------------------------------------------------------------------------- the picture

WIDTH, HEIGHT = 1120, 1050
INK, GREY, BLUE, ORANGE = "#1b1f24", "#57606a", "#0b5cad", "#b35900"


class Picture:
    def __init__(self):
        self.parts = []

    def text(self, x, y, text, size=15, colour=INK, anchor="start", weight="normal"):
        self.parts.append(f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' fill='{colour}' text-anchor='{anchor}' "
                          f"font-weight='{weight}'>{text}</text>")

    def polygon(self, points, colour, fill="none", width=1.5, dash="", opacity=1):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f" stroke-dasharray='{dash}'" if dash else ""
        self.parts.append(f"<polygon points='{path}' fill='{fill}' fill-opacity='{opacity}' stroke='{colour}' "
                          f"stroke-width='{width}'{dash}/>")

    def line(self, x0, y0, x1, y1, colour=GREY, width=1.5, arrow=False):
        end = " marker-end='url(#arrow)'" if arrow else ""
        self.parts.append(f"<line x1='{x0:.1f}' y1='{y0:.1f}' x2='{x1:.1f}' y2='{y1:.1f}' stroke='{colour}' "
                          f"stroke-width='{width}'{end}/>")

    def box(self, x, y, width, height, colour, fill="#ffffff"):
        self.parts.append(f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height:.1f}' rx='7' fill='{fill}' "
                          f"stroke='{colour}' stroke-width='1.8'/>")

    def title(self, x, y, number, text):
        self.parts.append(f"<circle cx='{x + 12}' cy='{y - 6}' r='13' fill='{BLUE}'/>")
        self.text(x + 12, y - 1, number, 15, "#ffffff", "middle", "bold")
        self.text(x + 33, y, text, 17, INK, weight="bold")

    def svg(self):
        return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' "
                f"height='{HEIGHT}' font-family='DejaVu Sans, Verdana, sans-serif'>\n"
                "<title>k-DOP, tumbled and aligned, sibling pair, list and Algorithm 2 on a small example</title>\n"
                "<!-- Made by docs/make.py concepts -->\n"
                "<defs><marker id='arrow' markerUnits='userSpaceOnUse' markerWidth='12' markerHeight='10' refX='11' "
                f"refY='5' orient='auto'><path d='M0,0 L12,5 L0,10 z' fill='{GREY}'/></marker></defs>\n"
                f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>\n" + "\n".join(self.parts) + "\n</svg>\n")


def corners(d):
    """The corners of a DOP: where neighbouring lines meet, those beyond another line left out."""
    points = []
    for i in range(8):
        for j in range(i + 1, 8):
            (a, b), (c, e) = DIRECTIONS[i], DIRECTIONS[j]
            det = a * e - b * c
            if abs(det) < 1e-9:
                continue
            p = ((d[i] * e - d[j] * b) / det, (a * d[j] - c * d[i]) / det)
            if all(p[0] * x + p[1] * y <= d[k] + 1e-9 for k, (x, y) in enumerate(DIRECTIONS)):
                points.append(p)
    middle = [sum(axis) / len(points) for axis in zip(*points)]
    return sorted(points, key=lambda p: math.atan2(p[1] - middle[1], p[0] - middle[0]))


def draw_dop(picture):
    picture.title(30, 42, 1, "A k-DOP")
    place = lambda p: (85 + 120 * p[0], 244 - 120 * p[1])  # noqa: E731
    shape = TRIANGLES["D"]
    d = dop(shape)
    picture.polygon([place(p) for p in corners(d)], BLUE, "#e8f1fb", 2)
    picture.polygon([place(p) for p in shape], INK, "#c9d1d9")
    for line, text in enumerate(("how far the object reaches along k fixed", "directions: k numbers, here 8, in the chip 24")):
        picture.text(30, 316 + 20 * line, text, 14, GREY)


def draw_scene(picture, dops, transformed):
    picture.title(400, 42, 2, "Aligned, and tumbled")
    place = lambda p: (430 + 58 * p[0], 244 - 58 * p[1])  # noqa: E731
    low = lambda name: corners(dops[name])  # noqa: E731
    for name in "BC":
        picture.polygon([place(p) for p in low(name)], BLUE, "#e8f1fb", 2)
    picture.polygon([place(turned(p)) for p in low("2")], ORANGE, "#fff1e0", 2, opacity=0.6)
    picture.polygon([place(p) for p in corners(transformed["2"])], ORANGE, dash="6 5")
    for name in "DEFG":
        points = [place(p) for p in TRIANGLES[name]]
        picture.polygon(points, INK, "#9fc3e6")
    for name in "45":
        picture.polygon([place(turned(p)) for p in TRIANGLES[name]], INK, "#f2b26b")
    for name in "DEFG45":
        move = turned if name in "45" else (lambda p: p)
        points = [place(move(p)) for p in TRIANGLES[name]]
        picture.text(sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3 + 5, name, 14, INK, "middle", "bold")
    for name, x in (("B", 0.1), ("C", 9.0)):
        picture.text(*place((x, -0.32)), name, 16, BLUE, "middle", "bold")
    picture.text(*place((4.6, 1.0)), "2", 16, ORANGE, "middle", "bold")
    picture.text(400, 316, "blue: aligned, at rest.  orange: tumbled, it comes turned by the pose.", 14, GREY)
    picture.text(400, 336, "dashed: the tumbled DOP transformed to the fixed directions (Eq. 1 to 3)", 14, GREY)


def node(picture, x, y, name):
    colour, fill = (ORANGE, "#fff1e0") if name.isdigit() else (BLUE, "#e8f1fb")
    picture.parts.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='15' fill='{fill}' stroke='{colour}' stroke-width='1.8'/>")
    picture.text(x, y + 5, name, 15, INK, "middle", "bold")


def draw_tree(picture, root, x, y, spread, heading):
    picture.text(x - 95, y + 5, heading, 15, ORANGE if root.isdigit() else BLUE, "end", "bold")
    places = {root: (x, y)}
    for name in (root, *CHILDREN[root]):
        if name not in CHILDREN:
            continue
        px, py = places[name]
        gap = spread if name == root else 32
        left, right = ((px - gap, py + 58), (px + gap, py + 58))
        places[CHILDREN[name][0]], places[CHILDREN[name][1]] = left, right
        for end in (left, right):
            picture.line(px, py, *end)
        colour = ORANGE if root.isdigit() else BLUE
        picture.parts.append(f"<rect x='{left[0] - 21:.1f}' y='{left[1] - 21}' width='{right[0] - left[0] + 42:.1f}' "
                             f"height='42' rx='21' fill='none' stroke='{colour}' stroke-dasharray='5 4'/>")
    for name, (nx, ny) in places.items():
        node(picture, nx, ny, name)


def draw_step(picture, x, y, number, step):
    picture.box(x, y, 500, 196, GREY, "#fafbfc")
    picture.text(x + 16, y + 27, f"List {number}: tumbled pair {' '.join(step.pair)} against "
                 + ", ".join(" ".join(entry) for entry in step.entries), 15, INK, weight="bold")
    picture.text(x + 16, y + 50, "Does the DOP of the row overlap that of the column?", 13, GREY)
    columns = [n for entry in step.entries for n in entry]
    for column, n in enumerate(columns):
        node(picture, x + 75 + 52 * column, y + 80, n)
    for row, t in enumerate(step.pair):
        node(picture, x + 30, y + 120 + 44 * row, t)
        for column, n in enumerate(columns):
            met = step.flags[t, n]
            picture.text(x + 75 + 52 * column, y + 126 + 44 * row, "yes" if met else "no", 15,
                         INK if met else GREY, "middle", "bold" if met else "normal")
        tests = ", ".join(f"{leaf}–{n}" for leaf, n in step.tests if leaf == t)
        if step.lists[t]:
            what = "list of its children: " + ", ".join(" ".join(entry) for entry in step.lists[t])
        else:
            what = f"test triangles {tests}" if tests else "nothing overlaps: done"
        right = x + 75 + 52 * len(columns) - 10
        picture.line(right, y + 120 + 44 * row, right + 34, y + 120 + 44 * row, arrow=True)
        picture.text(right + 42, y + 125 + 44 * row, what, 14)


def draw(dops, transformed, steps, sums):
    picture = Picture()
    draw_dop(picture)
    draw_scene(picture, dops, transformed)
    picture.parts.append("<g transform='translate(0,48)'>")
    picture.line(30, 312, WIDTH - 30, 312, "#d0d7de", 1)
    picture.title(30, 348, 3, "Two trees of DOPs, one triangle in each leaf. The two children of a node are a sibling pair")
    draw_tree(picture, "A", 270, 388, 70, "aligned")
    draw_tree(picture, "1", 790, 388, 60, "tumbled")
    picture.line(30, 548, WIDTH - 30, 548, "#d0d7de", 1)
    picture.title(30, 584, 4, "Algorithm 2: each tumbled pair is transformed once and meets a list of aligned pairs")
    for i, step in enumerate(steps):
        draw_step(picture, 30 + 560 * i, 606, i + 1, step)
    if len(steps) > 1:
        picture.line(530, 704, 588, 704, arrow=True)
    picture.line(30, 828, WIDTH - 30, 828, "#d0d7de", 1)
    picture.title(30, 864, 5, "What is counted")
    tau, entries = sums["lists"], sums["aligned_pairs"]
    rows = [f"τ = {tau}: lists, that is tumbled pairs taken",
            f"Σα = {entries}: aligned pairs on all of them, so α = {entries} / {tau} = {entries / tau:g} on average",
            f"Eq. 5: each list takes 100 + (α − 2) · 10 cycles, together 80 τ + 10 Σα = 80 · {tau} + 10 · {entries} "
            f"= {sums['eq5_cycles']} cycles",
            f"{sums['triangle_tests']} pairs of triangles reach the Triangle Unit, of 4 · 3 = 12 that there are"]
    for line, text in enumerate(rows):
        picture.text(63, 896 + 27 * line, text, 15)
    picture.parts.append("</g>")
    return picture.svg()


def make(context):
    dops = {}
    build("A", dops)
    build("1", dops)
    transformed = {name: tumbled_to_aligned(dops[name]) for name in "12345"}
    steps = algorithm2(dops, transformed)
    return {"docs/pictures/concepts.svg": draw(dops, transformed, steps, compare(context, steps))}
