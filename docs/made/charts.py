"""Charts of the pages of figures, as text of an SVG file; the same text for the same figures. matplotlib is Debian's python3-matplotlib."""
import io

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402

INK, GREY, BLUE, ORANGE, TEAL, PURPLE = "#24292f", "#8c959f", "#0969da", "#bc4c00", "#1b7c83", "#8250df"
COLOURS = ("#1a7f37", "#8250df", "#0969da", "#54aeff", "#d4a72c", "#bc4c00")  # of parts of a bar


def new(width, height):
    matplotlib.rcParams.update({"svg.hashsalt": "collisionchip", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
                                "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.edgecolor": GREY})
    figure, axes = pyplot.subplots(figsize=(width, height))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def text_of(figure, maker):
    figure.tight_layout()
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": f"docs/make.py {maker}"})
    pyplot.close(figure)
    return out.getvalue()


def dots(maker, rows, series, label, first, mean=True, digits=1, ticks=(1, 2, 5)):
    """`rows`: {name: {series: value}}, a line each with a dot for each series that it has; the last one is the `mean`. The values of the series `first` are
    written out, and a series has the same mark in each chart that names the same `series`."""
    figure, axes = new(9, 0.27 * len(rows) + 1.3)
    others = zip((name for name in series if name != first), "sD^v", (ORANGE, GREY, TEAL, PURPLE), (32,) * 4)
    for name, marker, colour, size in (*others, (first, "o", BLUE, 70)):
        points = [(values[name], line) for line, values in enumerate(rows.values()) if name in values]
        if points:
            axes.scatter(*zip(*points), s=size, marker=marker, color=colour, label=name, zorder=3)
    for line, values in enumerate(rows.values()):
        axes.text(1.01, line, f"{values[first]:.{digits}f}", transform=axes.get_yaxis_transform(), va="center", color=BLUE)
    if mean:
        axes.axhline(len(rows) - 1.5, color=GREY, linewidth=1)
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set_ylim(len(rows) - 0.5, -0.7)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=ticks))
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    axes.xaxis.set_major_formatter(ticker.FormatStrFormatter("%g"))
    axes.grid(color=GREY, alpha=0.3)
    axes.set_xlabel(f"{label} (numbers: {first})")
    axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=5, handletextpad=0.1)
    return text_of(figure, maker)


def bars(maker, label, values):
    """`values`: {name: (value, text behind the bar)}; the first one is what the others are compared with."""
    figure, axes = new(9, 0.3 * len(values) + 0.8)
    axes.barh(range(len(values)), [value for value, _ in values.values()], 0.7, color=[ORANGE] + [BLUE] * (len(values) - 1))
    for line, (value, text) in enumerate(values.values()):
        axes.annotate(text, (value, line), textcoords="offset points", xytext=(5, 0), va="center")
    axes.set_yticks(range(len(values)), list(values))
    axes.invert_yaxis()
    axes.set_xlim(0, 1.5 * max(value for value, _ in values.values()))  # room for the texts
    axes.set_xlabel(label)
    return text_of(figure, maker)


def stacked(maker, label, values):
    """`values`: {name: {part: value}}, a bar each of the same parts."""
    figure, axes = new(9, 0.3 * len(values) + 1.2)
    left = [0] * len(values)
    for part, colour in zip(next(iter(values.values())), COLOURS):
        widths = [parts[part] for parts in values.values()]
        axes.barh(range(len(values)), widths, 0.7, left=left, color=colour, label=part)
        left = [x + width for x, width in zip(left, widths)]
    axes.set_yticks(range(len(values)), list(values))
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel(label)
    axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(next(iter(values.values()))), columnspacing=1)
    return text_of(figure, maker)


def scatter(maker, points, named, front, labels):
    """`points` and `front`: (x, y) each; `named`: {name: (x, y)}; `labels`: of both axes. The x axis is logarithmic."""
    figure, axes = new(9, 5)
    axes.scatter(*zip(*points), s=12, color=GREY, alpha=0.6, label=f"{len(points)} machines drawn at random")
    axes.step(*zip(*sorted(front)), where="post", color=GREY, linewidth=1)
    for name, (x, y) in named.items():
        axes.scatter([x], [y], s=50, color=ORANGE if name == "paper41" else BLUE, zorder=3)
        axes.annotate(name, (x, y), textcoords="offset points", xytext=(0, 7), ha="center")
    axes.set_xscale("log")
    axes.set_xlim(left=13)
    ticks = (15, 20, 30, 40, 60, 80, 120)
    axes.set_xticks(ticks, map(str, ticks))
    axes.minorticks_off()
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, loc="lower right")
    return text_of(figure, maker)
