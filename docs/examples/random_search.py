#!/usr/bin/env python3
"""Drives `collisionchip evaluate` with an optimiser of your own; this one draws at random, then walks downhill.

    python3 random_search.py PLAN.toml [TRIALS] [SEED]

The workloads are those of the plan file. Needs only Python. With NumPy and Optuna: examples/optuna_search.py.
"""
import json
import random
import subprocess
import sys

SPACE = {
    "sdram.banks": [1, 2, 4, 8, 16],
    "sdram.page_policy": ["open", "closed"],
    "stack_engine.look_ahead": list(range(1, 17)),
    "dop_unit.dotadds": [1, 2, 4, 8],
    "triangle_unit.cache_lines": [16, 32, 64, 128, 256, 512],
}
# Cycles alone would buy everything: each costs something, in units of a made-up area.
AREA = {"sdram.banks": 4, "stack_engine.look_ahead": 1, "dop_unit.dotadds": 12, "triangle_unit.cache_lines": 0.2}


class Chip:
    """`collisionchip evaluate` as a function from a configuration to its statistics."""

    def __init__(self, plan):
        self.process = subprocess.Popen(
            ["collisionchip", "evaluate", "--workload", plan, "--statistic", "cycles"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, configuration):
        print(json.dumps(configuration), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if answer["status"] != "done":
            return None  # answer["reason"] says why; the next configuration may do
        return sum(result["cycles"] for result in answer["results"].values())

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def area(configuration):
    return 100 + sum(AREA[key] * configuration[key] for key in AREA)


def neighbour(configuration, generator):
    changed = dict(configuration)
    key = generator.choice(sorted(SPACE))
    changed[key] = generator.choice(SPACE[key])
    return changed


def main():
    plan = sys.argv[1]
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    generator = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    chip = Chip(plan)
    best, best_cost = None, float("inf")
    for trial in range(trials):
        if trial < trials // 2:
            configuration = {key: generator.choice(values) for key, values in SPACE.items()}
        else:
            configuration = neighbour(best, generator)
        cycles = chip(configuration)
        if cycles is None:
            continue
        cost = cycles * area(configuration)
        if cost < best_cost:
            best, best_cost = configuration, cost
            print(f"trial {trial:3}: {cycles:7} cycles, area {area(configuration):5.1f}, product {cost / 1e6:.1f} million")
    print("best:", json.dumps(best))
    return chip.close()


if __name__ == "__main__":
    sys.exit(main())
