#!/usr/bin/env python3
"""Draws the figures of a `collisionchip paper` folder as SVG: python3 plot_paper.py DIR writes DIR/figures/*.svg.

Reads the CSV files of DIR and DIR/host and nothing else; the same tables give the same bytes. Exit status 4 if
matplotlib is missing.
"""
import csv
import json
import pathlib
import sys

try:
    import matplotlib
except ImportError:
    sys.exit(4)
matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: E402

plt.rcParams.update({
    "svg.hashsalt": "collisionchip", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 8,
    "axes.titlesize": 8.5, "axes.labelsize": 8, "legend.fontsize": 7.5, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.color": "#dddddd", "grid.linewidth": 0.6,
    "lines.linewidth": 1.4, "lines.markersize": 3.5, "figure.facecolor": "white",
})

# Told apart by colour, by marker and by dashes, so that a black and white print can be read.
STYLE = {
    "simultaneous": ("traditional (Algorithm 1)", "#c1272d", "s", "--"),
    "simultaneous_stored": ("traditional, transforms stored (§3.1)", "#cc79a7", "D", "--"),
    "simultaneous_stacked": ("traditional, transforms on the stack (§3.1)", "#e69f00", "v", "--"),
    "single_list": ("new, one node at a time (§3.1)", "#0072b2", "o", "-"),
    "list": ("new, sibling pairs (Algorithm 2)", "#009e73", "^", "-"),
    "fcl": ("FCL, OBB trees", "#777777", "x", ":"),
    "paper52": ("paper52", "#b8860b", "s", "--"),
    "paper41": ("paper41", "#0072b2", "o", "-"),
}
MODES = {"first": "first witness", "all": "all pairs"}


def style(key, **changes):
    label, colour, marker, dashes = STYLE[key]
    return dict(dict(label=label, color=colour, marker=marker, linestyle=dashes), **changes)


def read(path):
    try:
        with open(path, newline="") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        sys.exit(f"{path}: expected a table of `collisionchip paper`: {error.strerror}")


def select(rows, **wanted):
    return [r for r in rows if all(r[k] == v for k, v in wanted.items())]


def series(rows, x, y, scale=1.0):
    pairs = sorted((float(r[x]) * scale, float(r[y])) for r in rows)
    return [p[0] for p in pairs], [p[1] for p in pairs]


def unique(rows, column):
    return list(dict.fromkeys(r[column] for r in rows))


def plain(value, _):
    return f"{value:g}"


def panels(count, columns, width):
    rows = -(-count // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(width, 2.3 * rows + 1.0), squeeze=False,
                                constrained_layout=True)
    for spare in axes.flat[count:]:
        spare.set_visible(False)
    return figure, axes


def panels_by_object(objects):
    return panels(len(objects), min(2, len(objects)), 7.2)


def panels_by_mode(objects):
    """First witness above, all pairs below; one column per object."""
    return panels(2 * len(objects), len(objects), 2 * max(3, len(objects)) + 0.6)


def finish(figure, folder, name, title, claim, handles):
    width, height = figure.get_size_inches()
    # An inch holds about 16 letters. Long labels are put into two rows.
    columns = 5 if sum(len(handle.get_label()) for handle in handles) <= 16 * width else 3
    rows = -(-len(handles) // columns)
    top, bottom = 0.5 / height, (0.12 + 0.18 * rows) / height
    figure.get_layout_engine().set(rect=(0, bottom, 1, 1 - bottom - top), h_pad=0.06)
    figure.text(0.5, 1 - 0.08 / height, title, ha="center", va="top", fontsize=9.5, fontweight="bold")
    figure.text(0.5, 1 - 0.28 / height, claim, ha="center", va="top", fontsize=7.5, style="italic", color="#444444")
    figure.legend(handles=handles, loc="lower center", ncol=min(columns, len(handles)), frameon=False, columnspacing=1.2,
                  bbox_to_anchor=(0.5, 0))
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)


def spaced(number):
    return f"{number:,.0f}".replace(",", "\u202f")


def stand_in(name, stands_for, separator="\n"):
    name = pathlib.Path(name).name
    return f"{name}{separator}(for the paper's {stands_for})" if stands_for else name


def titles(model_rows):
    return {r["object"]: stand_in(r["object"], r["stands_for"]) + f", {spaced(int(r['triangles']))} triangles"
            for r in model_rows}


def rows_of(rows, key):
    return next(r for r in rows if r["object"] == key)


def mark_peak(axis, distance):
    axis.axvline(distance, color="#999999", linewidth=0.8, linestyle=(0, (1, 2)))


# Where the nodes of Figure 1 stand, by column and level.
TREE_ALIGNED = {"A": (3, 0), "B": (1, 1), "C": (5, 1), "D": (0, 2), "E": (2, 2), "F": (4, 2), "G": (6, 2)}
TREE_TUMBLED = {"1": (2, 0), "2": (1, 1), "3": (3, 1), "4": (0, 2), "5": (2, 2)}
EDGES = ("AB", "AC", "BD", "BE", "CF", "CG", "12", "13", "24", "25")


def draw_tree(axis, places, colour, title):
    for edge in EDGES:
        if edge[0] in places:
            (x0, y0), (x1, y1) = places[edge[0]], places[edge[1]]
            axis.plot([x0, x1], [-y0, -y1], color="#999999", linewidth=1, zorder=1)
    for name, (x, y) in places.items():
        axis.text(x, -y, name, ha="center", va="center", color="white", fontweight="bold", zorder=2,
                  bbox={"boxstyle": "circle,pad=0.25", "facecolor": colour, "edgecolor": "none"})
    axis.set_xlim(-0.7, max(x for x, _ in places.values()) + 0.7)
    axis.set_ylim(-2.5, 0.5)
    axis.set_title(title)
    axis.axis("off")


def draw_pairs(axis, rows):
    """The hierarchy of pairs: where a pair overlaps, the pairs of the children are drawn below."""
    overlapping = {r["aligned"] + r["tumbled"] for r in rows if r["overlap"] == "1"}
    leaves = ["D4", "E4", "D5", "E5", "F4", "G4", "F5", "G5", "B3", "C3"]
    places = {name: (i, 2) for i, name in enumerate(leaves[:8])} | {"B3": (8.5, 1), "C3": (9.5, 1), "A1": (5, 0)}
    places |= {"B2": (1.5, 1), "C2": (5.5, 1)}
    below = {"A1": ("B2", "C2", "B3", "C3"), "B2": leaves[:4], "C2": leaves[4:8]}
    for parent, children in below.items():
        for child in children:
            axis.plot([places[parent][0], places[child][0]], [-places[parent][1], -places[child][1]], color="#999999",
                      linewidth=1, zorder=1)
    for name, (x, y) in places.items():
        face = "#cfe8dc" if name in overlapping else "white"
        axis.text(x, -y, name, ha="center", va="center", zorder=2,
                  bbox={"boxstyle": "round,pad=0.25", "facecolor": face, "edgecolor": "#555555"})
    axis.set_xlim(-0.6, 10.1)
    axis.set_ylim(-2.5, 0.5)
    axis.set_title("pairs of nodes; shaded: the DOPs overlap")
    axis.axis("off")


def draw_sequence(axis, rows, key):
    label, colour, _, _ = STYLE[key]
    transformed = [r["tumbled"] for r in rows if r["transformed"] == "1"]
    for i, r in enumerate(rows):
        made = r["transformed"] == "1"
        axis.text(i, 0, r["aligned"] + r["tumbled"], ha="center", va="center", color="white" if made else "black",
                  bbox={"boxstyle": "round,pad=0.25", "facecolor": colour if made else "#eeeeee", "edgecolor": "none"})
    axis.text(-0.4, 0.75, f"{label}: transforms {' '.join(transformed)}", ha="left", va="center")
    axis.set_xlim(-0.6, 12.6)
    axis.set_ylim(-0.6, 1.1)
    axis.axis("off")


def traversal_example(folder, out):
    rows = read(folder / "figure01.csv")
    figure = plt.figure(figsize=(7.2, 4.4))
    # Left, bottom, width and height of each part.
    part = lambda *box: figure.add_axes(box)
    draw_tree(part(0.01, 0.45, 0.27, 0.38), TREE_ALIGNED, "#0072b2", "aligned tree")
    draw_tree(part(0.29, 0.45, 0.17, 0.38), TREE_TUMBLED, "#c1272d", "tumbled tree")
    draw_pairs(part(0.47, 0.45, 0.52, 0.38), select(rows, traversal="single_list"))
    for bottom, key in ((0.24, "simultaneous"), (0.06, "single_list")):
        draw_sequence(part(0.02, bottom, 0.96, 0.15), select(rows, traversal=key), key)
    figure.text(0.5, 0.98, "Figure 1 again: the order of visits", ha="center", va="top", fontsize=9.5, fontweight="bold")
    figure.text(0.5, 0.93, "Paper: transforms 1 2 4 4 5 5 2 4 4 5 5 (those for B3 and C3 are not printed there) against 1 2 4 5 3",
                ha="center", va="top", fontsize=7.5, style="italic", color="#444444")
    figure.text(0.5, 0.01, "coloured: the tumbled node is transformed for this visit", ha="center", fontsize=7.5)
    figure.savefig(out / "figure01.svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)


def times(folder, out, number, mode, unit, scale, claim):
    rows, model = read(folder / f"host/figure{number}.csv"), read(folder / f"figure{number}.csv")
    name = titles(model)
    peaks = {r["object"]: float(r["distance"]) for r in read(folder / "figure11.csv")}
    objects = unique(rows, "object")
    figure, axes = panels_by_object(objects)
    for axis, key in zip(axes.flat, objects):
        lines = []
        for software in unique(rows, "software"):
            chosen = select(rows, object=key, software=software)
            x, y = series(chosen, "distance", "ms_mean")
            lines += axis.plot(x, [v * scale for v in y], **style(software))
            x, y = series(chosen, "distance", "ms_max")
            axis.plot(x, [v * scale for v in y], **style(software, alpha=0.5, linewidth=0.7, marker=""))
        if mode == "first":
            mark_peak(axis, peaks[key])
        axis.set_title(name[key])
        axis.set_xlabel("distance of the box centres (object: 2 across)")
        axis.set_ylabel(f"time, {unit} on this host\nthin: slowest orientation")
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(FuncFormatter(plain))
        axis.yaxis.set_minor_formatter(NullFormatter())
        axis.set_xlim(left=0)
    finish(figure, out, f"figure{number}", f"Figure {int(number)} again: {MODES[mode]}", claim, lines)


def scaling(folder, out, number, counter, label, claim):
    rows = read(folder / f"figure{number}.csv")
    objects = unique(rows, "object")
    figure, axes = panels_by_mode(objects)
    for row, mode in zip(axes, MODES):
        for axis, key in zip(row, objects):
            lines = []
            for traversal in ("simultaneous", "simultaneous_stored", "simultaneous_stacked", "single_list", "list"):
                chosen = select(rows, object=key, traversal=traversal, mode=mode)
                lines += axis.plot(*series(chosen, "triangles", f"{counter}_mean", 1e-3), **style(traversal))
            first = rows_of(rows, key)
            axis.set_title(stand_in(key, first["stands_for"], " ").replace("for the paper's ", "")
                           + f"\n{MODES[mode]}, distance {float(first['distance']):g}")
            axis.set_xlabel("polygons per object, in 1000")
            axis.set_xlim(left=0)
            axis.set_ylim(bottom=0)
            axis.yaxis.set_major_formatter(FuncFormatter(lambda v, _: spaced(v)))
        row[0].set_ylabel(label)
    finish(figure, out, f"figure{number}", f"Figure {int(number)} again, at the first peak of Figure 9", claim, lines)


def speed_up(folder, out):
    rows, model = read(folder / "host/figure13.csv"), read(folder / "figure13.csv")
    host = json.loads((folder / "host/host.json").read_text())["host"]["cpu"]
    objects = unique(rows, "object")
    figure, axes = panels_by_mode(objects)
    for row, mode in zip(axes, MODES):
        for axis, key in zip(row, objects):
            lines = []
            for preset in unique(rows, "preset"):
                chosen = select(rows, object=key, preset=preset, mode=mode, software="list", in_contact="1")
                for column, changes in (("speedup_mean", {"label": f"{preset}, average over the turn"}),
                                        ("speedup_worst", {"label": f"{preset}, worst case", "alpha": 0.55,
                                                           "markerfacecolor": "white"})):
                    lines += axis.plot(*series(chosen, "distance", column), **style(preset, **changes))
            axis.axhline(30, color="#c1272d", linewidth=1)
            axis.axhline(1, color="black", linewidth=0.6)
            axis.set_yscale("log")
            axis.set_ylim(0.2, 60)
            axis.set_yticks([0.2, 0.5, 1, 2, 5, 10, 30])
            axis.yaxis.set_major_formatter(FuncFormatter(plain))
            axis.yaxis.set_minor_formatter(NullFormatter())
            axis.set_xlim(left=0)
            stands_for = rows_of(model, key)["stands_for"]
            axis.set_title(stand_in(key, stands_for, " ").replace("for the paper's ", "") + f"\n{MODES[mode]}")
            axis.set_xlabel("distance of the box centres")
    for row in axes:
        row[0].set_ylabel("speed-up of the chip at 266 MHz\nover our software on this host")
        row[0].text(0.03, 31, "paper: about 30, Pentium 4 1.8 GHz", color="#c1272d", fontsize=6.5, va="bottom",
                    transform=row[0].get_yaxis_transform())
    finish(figure, out, "figure13", "Figure 13 again: speed-up, where the copies touch",
           f"Paper: \"around 30 on average … generally higher in worst-case scenarios\" over a Pentium 4. Host here: {host}",
           lines)


def eq5(folder, out):
    rows = read(folder / "eq5.csv")
    model = read(folder / "figure09.csv")
    objects = unique(rows, "object")
    figure, axes = panels_by_object(objects)
    name = titles(model)
    for axis, key in zip(axes.flat, objects):
        lines = []
        for preset in ("paper52", "paper41"):
            for mode, changes in (("all", {}), ("first", {"alpha": 0.55, "markerfacecolor": "white"})):
                lines += axis.plot(*series(select(rows, object=key, preset=preset, mode=mode), "distance", "cycles_by_eq5"),
                                   **style(preset, label=f"{preset}, {MODES[mode]}", **changes))
        exact = select(rows, object=key, preset="paper52-eq5")
        lines += axis.plot(*series(exact, "distance", "cycles_by_eq5"), "*", color="black", markersize=8,
                           label="paper52-eq5, all pairs")
        axis.axhline(1, color="#c1272d", linewidth=1)
        axis.set_title(name[key])
        axis.set_xlabel("distance of the box centres (object: 2 across)")
        axis.set_ylabel("cycles of the model by Eq. 5")
        axis.set_xlim(left=0)
        axis.set_ylim(bottom=0)
    finish(figure, out, "eq5", "Eq. 5 and the model",
           "Paper: T = (100 + (α − 2) · 10) · τ for the machine of §5.2; red line: exactly that", lines)


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIR")
    folder = pathlib.Path(sys.argv[1])
    out = folder / "figures"
    out.mkdir(exist_ok=True)
    traversal_example(folder, out)
    times(folder, out, "09", "first", "µs", 1000,
          "Paper: the new traversal is almost always significantly faster. Dotted: the first peak, used in Figures 11 and 12")
    times(folder, out, "10", "all", "ms", 1, "Paper: faster, but the gains are not as dramatic as with the first witness")
    scaling(folder, out, "11", "visits", "nodes visited, average over the turn",
            "Paper: dramatically fewer nodes visited. Both trees, each visit counted")
    scaling(folder, out, "12", "transforms", "DOP transforms, average over the turn",
            "Paper: the difference is even more dramatic than in the nodes visited")
    speed_up(folder, out)
    eq5(folder, out)


if __name__ == "__main__":
    main()
