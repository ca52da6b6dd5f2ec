"""Where the cycles of the paper's chips go, object by object: a part of docs/findings.md. `pairs`: explorations of paper52 and of paper41 on the same objects."""
import math

CAUSES = ("busy", "tumbled_read", "transform", "aligned_pairs", "stack_sram", "triangle_unit")
CHIPS = ("paper52", "paper41")


def statistic_of(cause):
    return "stack_engine.busy" if cause == "busy" else f"stack_engine.stalled.{cause}"


def percent(share):
    return f"{100 * share:.0f} %"


def statistics(exploration, work):
    return exploration.points[0]["work"][work]


def share_of(exploration, cause):
    return exploration.total(exploration.points, statistic_of(cause)) / exploration.total(exploration.points)


def times_as_fast(slow, fast):
    logs = [math.log(slow.total(slow.points, work=work) / fast.total(fast.points, work=work)) for work in fast.workloads]
    return math.exp(sum(logs) / len(logs))


def of_eq5(exploration, work):
    return statistics(exploration, work)["cycles"] / statistics(exploration, work)["eq5_cycles"]


def alpha(exploration, work):
    return statistics(exploration, work)["aligned_pairs"] / statistics(exploration, work)["lists"]


def table_of(pairs):
    rows = [[work, fast.triangles[work], f"{alpha(fast, work):.1f}", f"{of_eq5(slow, work):.2f}", f"{of_eq5(fast, work):.2f}",
             f"{slow.total(slow.points, work=work) / fast.total(fast.points, work=work):.2f}"] for slow, fast in pairs for work in fast.workloads]
    return [["object", "triangles", "α", "`paper52` / Eq. 5", "`paper41` / Eq. 5", "times as fast"], *rows]


def text_of(pairs):
    slow, fast = pairs[0]
    ratios = " and ".join(f"{times_as_fast(*pair):.2f}" for pair in pairs)
    change = lambda cause: " to ".join(percent(share_of(exploration, cause)) for exploration in (slow, fast))
    return (f"- `paper41` is {ratios} times as fast as `paper52` (geometric means: built-in objects, public objects).\n"
            f"- Waiting for transforms goes from {change('transform')} of the built-in objects' cycles.\n"
            f"- Waiting for the tumbled read goes from {change('tumbled_read')}.\n"
            f"- Waiting for the Triangle Unit is {percent(share_of(fast, 'triangle_unit'))} of the cycles of `paper41` with built-in objects, "
            f"and {percent(share_of(pairs[1][1], 'triangle_unit'))} with public ones.")


def rows(pairs):
    result = [["object", "triangles", "chip", "alpha", "cycles_per_query", "cycles_over_eq5", *(f"{cause}_percent" for cause in CAUSES)]]
    for pair in pairs:
        for work in pair[1].workloads:
            for chip, exploration in zip(CHIPS, pair):
                s = statistics(exploration, work)
                shares = (f"{100 * s[statistic_of(cause)] / s['cycles']:.1f}" for cause in CAUSES)
                result.append([work, exploration.triangles[work], chip, f"{alpha(exploration, work):.2f}", f"{s['cycles'] / s['queries']:.0f}",
                               f"{of_eq5(exploration, work):.3f}", *shares])
    return result


def bars(pairs):
    """{object: {cause: per cent of the cycles of paper41}}"""
    return {work: {cause: 100 * statistics(fast, work)[statistic_of(cause)] / statistics(fast, work)["cycles"] for cause in CAUSES}
            for slow, fast in pairs for work in fast.workloads}
