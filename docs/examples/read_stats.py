#!/usr/bin/env python3
"""Reads the statistics of a run with pandas, from the JSON and from the CSV, and prints what one looks at first.

    collisionchip collide a.obj b.obj --poses poses.txt --stats stats.json
    collisionchip stats stats.json --csv stats.csv
    python3 docs/examples/read_stats.py stats.json stats.csv
"""
import json
import sys

import pandas as pd


def histogram(cell):
    """A histogram's cell of the CSV, "1:764 2:981", as a series of counts by value."""
    pairs = [entry.split(":") for entry in cell.split()] if isinstance(cell, str) else []
    return pd.Series({int(value): int(count) for value, count in pairs}, dtype="int64")


def main(json_path, csv_path):
    # The CSV: one row per query, one column per number.
    queries = pd.read_csv(csv_path)
    queries["ms"] = queries["chip_ns"] * 1e-6
    queries["alpha"] = queries["aligned_pairs"] / queries["lists"]
    queries["row hits %"] = 100 * queries["sdram.row_hits"] / queries["sdram.reads"]
    print(queries[["pose", "pairs", "cycles", "ms", "alpha", "row hits %"]].round(3).to_string(index=False))

    # All alphas of all queries: histograms are added value by value.
    alpha = pd.concat([histogram(cell) for cell in queries["stack_engine.alpha"]]).groupby(level=0).sum()
    print(f"\nlists with alpha = 1: {100 * alpha[1] / alpha.sum():.1f} %, longest {alpha.index.max()}")

    # The JSON: the same numbers in their groups, and what is known of the run.
    with open(json_path) as file:
        result = json.load(file)
    print(f"model {result['run']['model']}: {result['run']['queries']} queries, {result['run']['pairs']} pairs")
    accounts = pd.concat(
        [pd.DataFrame({unit: {"busy": a["busy"], "stalled": sum(a["stalled"].values()), "idle": a["idle"]}
                       for unit, a in query["units"].items()}).T for query in result["queries"]],
        keys=[query["pose"] for query in result["queries"]], names=["pose", "unit"])
    shares = accounts.groupby("unit").sum().reindex(list(result["queries"][0]["units"]))
    print("\nper cent of all cycles\n" + (100 * shares.div(shares.sum(axis=1), axis=0)).round(1).to_string())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: read_stats.py STATS.json STATS.csv")
    main(*sys.argv[1:])
