"""Charts of the pages of figures, as text of an SVG file; the same text for the same figures. matplotlib is Debian's python3-matplotlib."""
import io

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

INK, GREY, BLUE, ORANGE = "#24292f", "#8c959f", "#0969da", "#bc4c00"
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


def bars(maker, label, values, mean):
    """`values`: {name: value}, a bar each; `mean`: of them, a line."""
    figure, axes = new(9, 0.3 * len(values) + 1)
    axes.bar_label(axes.barh(range(len(values)), list(values.values()), 0.7, color=BLUE), fmt="%.1f", padding=3)
    axes.axvline(mean, color=INK, linewidth=1, linestyle=":")
    axes.text(mean, -0.75, f"mean {mean:.1f}", ha="center", va="bottom")
    axes.set_yticks(range(len(values)), list(values))
    axes.invert_yaxis()
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
