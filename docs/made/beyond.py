"""What the machines with groups gain against Eq. 5, and which part gains it: docs/beyond.md, from docs/plans/beyond.toml. Every answer is compared with
the reference. docs/aims.py says which aims are met."""
import tomllib

from made import charts
from made.all_poses import figure, geometric, pose_sets, speed, thinned, total
from made.eq5_tables import AIM_HEAD, SET_HEAD, aim_rows, all_machine_rows, machine_rows, of_machine, set_rows
from made.kept_back import NUT_ON_BOLT, kept_back_sets
from made.machines_asked import asked, busiest, presets_of, queries_of_presets, read_plan, sums
from made.poses_together import sets_together

CHANGE_HEAD = ("group", "machine", "times_as_fast_as_eq5", "change_percent", "slowest_set", "mm2", "percent_of_pins", "busiest", "busiest_percent")

PAPERS_UNIT = "paper's Triangle Unit"


def assumed_area(context, chip):
    """mm2 of the Group Engine, which is not synthesised."""
    config = tomllib.loads(context.run("config", "--chip", chip))
    return (config["area"]["group_engine_um2"] + config["area"]["group_context_um2"] * config["group_engine"]["contexts"]) * 1e-6


def change_rows(context, group, machines, sets):
    """Each machine against the first one."""
    measured, rows, first = asked(context, sums, machines, sets), [], None
    for machine in machines:
        results = [measured[machine["name"], some] for some in sets]
        speeds = [result["eq5"] / result["cycles"] for result in results]
        first = first or geometric(speeds)
        unit, share = busiest(results)
        pins = 100 * geometric(result["bytes"] / result["cycles"] / result["peak"] for result in results)
        rows.append([group, machine["name"], figure(geometric(speeds)), f"{100 * (geometric(speeds) / first - 1):+.1f}" if rows else "", figure(min(speeds)),
                     figure(results[0]["mm2"]), f"{pins:.0f}", unit, f"{share:.0f}"])
    return rows


def page_of_changes(rows):
    head = ["machine", "times as fast as Eq. 5", "change", "slowest set", "mm²", "busiest part"]
    return [head, *([name, speed, f"{change} %" if change else "", slowest, mm2, f"{unit} {share} %"] for _, name, speed, change, slowest, mm2, _, unit, share in rows)]


def contact_rows(context, machines, general, contact):
    """General poses and poses in contact side by side: rows of the CSV, and the page's."""
    rows = [change_rows(context, group, machines, sets) for group, sets in (("general", general), ("in contact", contact))]
    page = [["machine", "times as fast as Eq. 5", "in contact", "with bus and host", "mm²"]]
    measured, base = asked(context, sums, machines, contact), machines[0]["name"]
    for (_, name, speed_of, *_), (_, _, touching, _, _, mm2, *_) in zip(*rows):
        hosted = geometric(measured[base, some]["total_ns"] / measured[name, some]["total_ns"] for some in contact)
        page.append([name, speed_of, f"**{touching}**", f"{hosted:.1f} ×", mm2])
    return rows[0] + rows[1], page


def aims_text(aims):
    missed = [f"{name}, {what}: {measured} instead of {aim}" for name, what, aim, measured, verdict in aims if verdict != "met"]
    return f"{len(aims) - len(missed)} of {len(aims)} aims are met{'. Missed: ' * bool(missed)}{'; '.join(missed)}."


def nut_rows(every):
    """Microseconds a pose at the nut on its bolt."""
    average = lambda queries, part: f"{total(queries, part) / len(queries) / 1000:.0f}"
    return [["machine", "µs a pose, the chip alone", "with bus and host", "times as fast as Eq. 5"],
            *([f"`{chip}`", average(queries, "chip_ns"), average(queries, "total_ns"), figure(speed(queries))] for (chip, _), queries in every.items())]


def why(changed):
    """What the page says of single changes."""
    by_name = {row[1]: row for row in changed}
    loss = lambda name: f"{-float(by_name[name][3]):.0f} %"
    beyond = by_name["`beyond`"]
    return "\n".join((
        f"- **A triangle test that costs little.** With the paper's Triangle Unit `beyond` loses {loss(PAPERS_UNIT)} of its speed.",
        f"- **Filters before the test.** Without them it loses {loss('no filters')}: the Triangle Unit gets pairs that are far apart.",
        f"- **Several lists in flight.** With one context it loses {loss('one context')}, because it waits for memory.",
        f"- **Groups of four.** With groups of two it loses {loss('groups of 2')}, with leaves of two {loss('leaves of 2')}.",
        f"- **Two caches.** Without cached groups it loses {loss('no groups cached')}, without cached blocks {loss('no blocks cached')}.",
        f"- **The bound.** The busiest part is the {beyond[7]}, in {beyond[8]} % of the cycles. The pins carry {beyond[6]} % of their rate."))


def findings(every):
    general, contact = of_machine(every, "beyond"), of_machine(every, "beyond", True)
    undecided = [100 * total(queries, "uncertain") / total(queries, "triangle_tests") for queries in contact.values()]
    left = 100 * sum(total(queries, "uncertain") for queries in of_machine(every, "beyond-contact", True).values()) / sum(
        total(queries, "uncertain") for queries in contact.values())
    overflowing = sum(query["unfinished"] > 0 for queries in general.values() for query in queries)
    linked = sum(total(queries, "link_ns") > total(queries, "chip_ns") for queries in general.values())
    return "\n".join((
        f"- Lists overflow at {overflowing} of {sum(map(len, general.values()))} poses. The Group Engine returns what finds no room, "
        "and the host asks it as queries of its own (`unfinished` of `--stats`).",
        f"- The bus takes longer than the chip in {linked} of {len(general)} sets. It writes the registers of a query before, and brings its pairs afterwards.",
        f"- In contact {min(undecided):.0f} to {max(undecided):.0f} % of the triangle tests are undecided. The host decides them for `beyond`, the [Contact Unit](group_machine.md#contact-unit) of `beyond-contact` all but {left:.2f} % of them."))


def answer(machines):
    row = {row[0]: row for row in machines}
    return (f"`beyond` is {row['beyond'][1]} times as fast as Eq. 5, the paper's formula, on {row['beyond'][7]} mm², and {row['beyond'][5]} times where parts touch. "
            f"`beyond-contact` is {row['beyond-contact'][1]} and {row['beyond-contact'][5]} times as fast on {row['beyond-contact'][7]} mm², "
            f"and `paper41`, the paper's chip, {row['paper41'][1]} and {row['paper41'][5]} times on {row['paper41'][7]} mm².")


def area(context, machines):
    mm2 = next(row[7] for row in machines if row[0] == "beyond")
    return (f"- **mm²** are estimates for 0.18 µm by the keys `area.*` ([costs.md](costs.md)). {assumed_area(context, 'beyond'):.1f} of `beyond`'s {mm2} mm² are assumed: "
            "Group Engine and contexts. Other operators are synthesised one by one. The chip's own SRAM is included.")


def chart(every, machines, label):
    rows = {}
    for (chip, some), queries in every.items():
        rows.setdefault(some.name + ", contact" * some.contact, {})[chip] = speed(queries)
    speeds = {chip: [speed(queries) for queries in of_machine(every, chip).values()] for chip in machines}
    rows[f"mean of {len(speeds['beyond'])} sets"] = {chip: geometric(values) for chip, values in speeds.items() if values}
    return charts.dots("beyond", rows, machines, label, "beyond")


def chart_of_changes(rows):
    """Each machine's speed, with what it loses against the first one, and its area."""
    return charts.bars("beyond", "times as fast as Eq. 5, with one thing changed", {
        name.replace("`", ""): (float(speed), f"{speed}{f' ({change} %)'.replace('-', '−') if change else ''}, {mm2} mm²") for _, name, speed, change, _, mm2, *_ in rows})


def make(context):
    plan, presets = read_plan(), presets_of(context)
    sets = pose_sets(context.shared)
    every = queries_of_presets(context, plan["machines"], sets)
    kept = queries_of_presets(context, plan["kept_back_machines"], kept_back_sets(context, plan["kept_back"]))
    few = thinned([some for some in sets if not some.contact], plan["every"], context.folder)
    changed, tried = change_rows(context, "changed", plan["changed"], few), change_rows(context, "tried", plan["changed"][:1] + plan["tried"], few)
    touching, contact_page = contact_rows(context, plan["contact"], few, [some for some in sets if some.contact])
    nut = queries_of_presets(context, plan["nut_machines"], [some for some in kept_back_sets(context, plan["kept_back"]) if some.name == NUT_ON_BOLT])
    together = change_rows(context, "eight poses together", plan["together"], sets_together(context, plan))
    aims = aim_rows(plan, every, presets, plan["machines"])[0]
    machines, back = machine_rows(every, plan["machines"], presets), machine_rows(kept, plan["kept_back_machines"], presets)
    return {
        "docs/beyond.md#beyond_answer": answer(machines),
        "docs/beyond.md#beyond_machines": [["machine", "times as fast as Eq. 5", "slowest set", "in contact", "slowest set in contact", "mm²"],
                                           *([f"`{name}`", f"**{mean}**", slowest, f"**{contact}**", least, mm2]
                                             for name, mean, _, slowest, _, contact, least, mm2, _ in machines)],
        "docs/beyond.md#beyond_why": why(changed),
        "docs/beyond.md#beyond_aims": aims_text(aims),
        "docs/tables/beyond_aims.csv": [AIM_HEAD, *([cell.replace("`", "") for cell in row] for row in aims)],
        "docs/beyond.md#beyond_findings": findings(every),
        "docs/beyond.md#beyond_kept_back": [["machine", "times as fast as Eq. 5", "median", "slowest pair", "at poses without a pair"],
                                            *([f"`{name}`", f"**{mean}**", *others] for name, mean, *others in (row[:5] for row in back))],
        "docs/beyond.md#beyond_area": area(context, machines),
        "docs/beyond.md#beyond_contact": contact_page,
        "docs/beyond.md#beyond_nut": nut_rows(nut),
        "docs/beyond.md#beyond_tried": [["machine", "change", "mm²"], *([name, f"{change} %" if change else "", mm2] for _, name, _, change, _, mm2, *_ in tried)],
        "docs/beyond.md#beyond_together": page_of_changes(together),
        "docs/tables/beyond_machines.csv": all_machine_rows(machines, back),
        "docs/tables/beyond_sets.csv": [SET_HEAD, *set_rows(every), *set_rows(kept, "kept back")],
        "docs/tables/beyond_changes.csv": [CHANGE_HEAD, *([cell.replace("`", "") for cell in row] for row in changed + tried[1:] + touching + together)],
        "docs/pictures/beyond.svg": chart(every, plan["machines"], "times as fast as Eq. 5: public objects"),
        "docs/pictures/beyond_changes.svg": chart_of_changes(changed),
        "docs/pictures/beyond_kept_back.svg": chart(kept, plan["machines"], "times as fast as Eq. 5: pairs kept back"),
    }
