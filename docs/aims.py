#!/usr/bin/env python3
"""Are the aims of docs/plans/beyond.toml and docs/plans/today.toml met? Prints the figures and the aims; exit status 1 if one is missed.

    python3 docs/aims.py build/release/collisionchip                    # all published poses of all public objects
    python3 docs/aims.py build/release/collisionchip --machine beyond   # one machine; today: with its bus and its host, against software
    python3 docs/aims.py build/release/collisionchip --every 8          # every eighth pose: a quick look
"""
import argparse
import os
import pathlib
import sys
import tempfile

from made.all_poses import pose_sets, thinned
from made.context import ROOT, Context
from made.eq5_tables import AIM_HEAD, SET_HEAD, aim_rows, all_machine_rows, machine_rows, set_rows
from made.host_aims import aims_of_today, bus_row
from made.kept_back import kept_back_sets
from made.machines_asked import presets_of, queries_of_presets, read_plan
from make import table


def report(context, plan, machines, every):
    """Whether all aims are met."""
    answers, kept_back = (queries_of_presets(context, machines, thinned(sets, every, context.folder))
                          for sets in (pose_sets(context.shared), kept_back_sets(context, plan["kept_back"])))
    presets = presets_of(context)
    aims, met = aim_rows(plan, answers, presets, machines)
    if "beyond" in machines and every == 1:
        aims.append(bus_row(answers))
        met = met and aims[-1][-1] == "met"
    of_sets = [SET_HEAD, *set_rows(answers), *set_rows(kept_back, "kept back")]
    of_machines = all_machine_rows(machine_rows(answers, machines, presets), machine_rows(kept_back, machines, presets))
    print("\n\n".join(map(table, (of_sets, of_machines, [AIM_HEAD, *aims]))))
    return met


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, metavar="BINARY")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared", help="folder of the public objects")
    parser.add_argument("--machine", help="the aims of one machine")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth pose")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    plan = read_plan()
    machines = [aim["machine"] for aim in plan["aim"] if options.machine in (None, aim["machine"])]
    if not machines and options.machine != "today":
        parser.error(f"no aims of {options.machine}; there are aims of today, {', '.join(aim['machine'] for aim in plan['aim'])}")
    with tempfile.TemporaryDirectory() as folder:
        context = Context(options.program.resolve(), options.shared.resolve(), None, pathlib.Path(folder), options.jobs, sys.executable)
        met = not machines or report(context, plan, machines, options.every)
        if options.machine in (None, "today"):
            rows, met_today = aims_of_today(context, thinned(pose_sets(context.shared), options.every, context.folder))
            print("\n" + table(rows))
            met = met and met_today
        return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
