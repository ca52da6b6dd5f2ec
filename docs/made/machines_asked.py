"""Machines are asked at sets of poses, as many side by side as there are jobs. The plan is docs/plans/beyond.toml."""
import concurrent.futures
import csv

import tomllib

from made.all_poses import geometric, queries_of, statistics_of
from made.context import ROOT

RESOURCES = {"sdram": "pins", "triangle_unit": "Triangle Unit", "small_triangle_unit": "Triangle Unit", "contact_unit": "Contact Unit", "group_unit.transform": "DOTADDs",
             "group_unit.compare": "comparators", "group_engine": "Group Engine", "leaf_unit": "Leaf Unit", "dop_unit.overlap": "comparators",
             "pci_interface": "PCI", "record_cache": "Record Cache", "stack_engine": "Stack Engine", "dop_unit.transform": "DOTADDs", "pointer_fifo": "Pointer FIFO"}


def read_plan():
    plan = tomllib.loads((ROOT / "docs/plans/beyond.toml").read_text())
    for machines in (plan["changed"], plan["tried"], plan["contact"], plan["together"]):
        for machine in machines:
            machine.setdefault("chip", "beyond")
    return plan


def presets_of(context):
    """{preset: what `config --list` says of it}"""
    return {row["preset"]: row for row in csv.DictReader(context.run("config", "--list", "--csv", "-").splitlines())}


def asked(context, question, machines, sets):
    """{(machine's name, set): question(context, machine, set)}"""
    pairs = [(machine, some) for machine in machines for some in sets]
    with concurrent.futures.ThreadPoolExecutor(context.jobs) as pool:
        answers = pool.map(lambda pair: question(context, *pair), pairs)
        return {(machine["name"], some): answer for (machine, some), answer in zip(pairs, answers)}


def each_query(context, machine, some):
    return queries_of(statistics_of(context, machine, some))


def sums(context, machine, some):
    """Over the set."""
    data = statistics_of(context, machine, some)
    runs = data.get("batches", data["queries"])  # what has cycles and counters of its own
    of_all = lambda counter: sum(run["counters"].get(counter, 0) for run in runs)
    return {"cycles": sum(run["cycles"] for run in runs), "eq5": sum(query["eq5_cycles"] for query in data["queries"]), "bytes": of_all("sdram.bytes"),
            "mm2": data["run"]["machine"]["mm2"], "chip_ns": data["run"]["chip_ns"], "total_ns": data["run"]["total_ns"],
            "peak": data["run"]["machine"]["bytes_per_cycle"], "roofs": data["run"]["roofs"]}


def queries_of_presets(context, chips, sets):
    return asked(context, each_query, [{"name": chip, "chip": chip} for chip in chips], sets)


def busiest(results):
    """The resource of which the queries use most (docs/statistics.md), and its share in percent: a mean over the sets."""
    share = {RESOURCES.get(unit, unit): 100 * geometric(max(result["roofs"][unit], 1e-9) for result in results) for unit in results[0]["roofs"]}
    return max(share.items(), key=lambda item: item[1])
