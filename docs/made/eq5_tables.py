"""Rows of tables that compare machines with Eq. 5, the paper's formula. `every` is {(machine, set of poses): its queries}."""
import statistics

from made.all_poses import figure, geometric, parted, speed, total

MACHINE_HEAD = ("machine", "times_as_fast_as_eq5", "median", "slowest_set", "without_a_pair", "in_contact", "slowest_in_contact", "mm2", "uj_a_query")
SET_HEAD = ("machine", "objects", "kind", "poses", "poses_without_a_pair", "pairs_a_pose", "times_as_fast_as_eq5", "without_a_pair", "chip_us_a_pose", "bus_us_a_pose")
AIM_HEAD = ("machine", "figure", "aim", "measured", "verdict")


def of_machine(every, chip, contact=False):
    return {some: queries for (machine, some), queries in every.items() if machine == chip and some.contact == contact}


def without_a_pair(sets):
    """Mean over those sets that have such poses."""
    return geometric(speed(parted(queries)[1]) for queries in sets.values() if parted(queries)[1])


def machine_rows(every, machines, presets):
    """A machine a row: sums over each set of poses, and over the sets the geometric mean."""
    rows = []
    for chip in machines:
        general = of_machine(every, chip)
        speeds = [speed(queries) for queries in general.values()]
        contact = [speed(queries) for queries in of_machine(every, chip, True).values()]
        energy = geometric(total(queries, "energy_pj") / len(queries) * 1e-6 for queries in general.values())
        rows.append([chip, *map(figure, (geometric(speeds), statistics.median(speeds), min(speeds), without_a_pair(general),
                                                geometric(contact), min(contact, default=float("nan")), float(presets[chip]["mm2"]))), f"{energy:.0f}"])
    return rows


def all_machine_rows(public, kept_back):
    """Rows of `machine_rows` for both kinds of sets, with their head."""
    return [("sets", *MACHINE_HEAD), *(["public", *row] for row in public), *(["kept back", *row] for row in kept_back)]


def set_rows(every, kind="general"):
    """A machine and a set of poses a row."""
    rows = []
    for (chip, some), queries in every.items():
        microseconds = [total(queries, part) / len(queries) / 1000 for part in ("chip_ns", "link_ns")]
        rows.append([chip, some.name, "contact" if some.contact else kind, len(queries), len(parted(queries)[1]), f"{total(queries, 'pairs') / len(queries):.0f}",
                     *map(figure, (speed(queries), speed(parted(queries)[1]), *microseconds))])
    return rows


def aim_rows(plan, every, presets, machines):
    """Rows, and whether all aims are met."""
    rows, missed = [], 0
    for aim in (aim for aim in plan["aim"] if aim["machine"] in machines):
        speeds, contact = ([speed(queries) for queries in of_machine(every, aim["machine"], touching).values()] for touching in (False, True))
        area = float(presets[aim["machine"]]["mm2"])
        largest = float(presets[aim["area"]]["mm2"]) if aim.get("area") in presets else aim.get("area")
        for what, wanted, got, above in (("mean", aim.get("mean"), geometric(speeds), True), ("slowest set", aim.get("least"), min(speeds), True),
                                         ("mean in contact", aim.get("contact_mean"), geometric(contact), True),
                                         ("slowest set in contact", aim.get("contact_least"), min(contact), True),
                                         (f"mm² of `{aim['area']}`" if aim.get("area") in presets else "mm²", largest, area, False)):
            if wanted is None:
                continue
            met = got >= wanted if above else got <= wanted
            missed += not met
            rows.append([f"`{aim['machine']}`", what, f"{'≥' if above else '≤'} {wanted:g}", f"{got:.2f}",
                         "met" if met else f"missed by {100 * abs(got / wanted - 1):.1f} %"])
    return rows, not missed
