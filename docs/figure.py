#!/usr/bin/env python3
"""Prints figures of statistics files (`collide --stats`), one on each line:

    python3 docs/figure.py chip.json "cycles / eq5_cycles" stack_engine.lists_kept
    python3 docs/figure.py old.json new.json "transforms@1 / transforms@2"

A name is a field of the queries, a counter, a unit with `busy`, `idle` or what it waits for behind a point, or a field of the run (docs/results.md).
It is summed over the queries; for a counter of a largest value the largest is taken. `name@N` reads the N-th file, a name alone the first. Ratios are
printed with three digits after the point. For `paper.json` and `host.json` (docs/paper_figures.md) a name is a claim, and its verdict is printed.
"""
import json
import re
import sys

LARGEST = re.compile(r"(high_water|longest_list|deepest_level|most_\w+)$")


def of_query(query, name):
    unit, _, state = name.rpartition(".")
    account = query.get("units", {}).get(unit, {"stalled": {}})
    return query.get(name, query.get("counters", {}).get(name, account.get(state, account["stalled"].get(state))))


def figure(statistics, name):
    values = [value for value in (of_query(query, name) for query in statistics["queries"]) if value is not None]
    if values:
        return max(values) if LARGEST.search(name) else sum(values)
    if name in statistics["run"]:
        return statistics["run"][name]
    raise KeyError(name)


def evaluate(files, expression):
    def value(found):
        number = int(found.group(2) or 1)
        return repr(figure(files[number - 1], found.group(1)))
    arithmetic = re.sub(r"([a-z_][a-z_0-9]*(?:\.[a-z_0-9]+)*)(?:@(\d+))?", value, expression)
    if not re.fullmatch(r"[-+*/().\deE ]+", arithmetic):
        raise ValueError(f"expected names, numbers and + - * / ( ), got {expression!r}")
    return eval(arithmetic)  # numbers and operators alone, as the line above says


def main(words):
    names = [word for word in words if word.endswith(".json")]
    expressions = [word for word in words if not word.endswith(".json")]
    if not names or not expressions:
        sys.exit("usage: figure.py FILE.json ... EXPRESSION ...")
    files = [json.load(open(name)) for name in names]
    for expression in expressions:
        claims = [claim for claim in files[0].get("claims", []) if claim["id"] == expression]
        if claims:
            print(f"{claims[0]['agrees']}: {claims[0]['ours']}")
            continue
        try:
            result = evaluate(files, expression)
        except KeyError as name:
            sys.exit(f"figure.py: {expression!r}: expected a field, a counter or a field of the run, got {name}")
        except (IndexError, SyntaxError, ValueError) as error:
            sys.exit(f"figure.py: {expression!r}: {error}")
        print(f"{result:.3f}" if isinstance(result, float) else result)


if __name__ == "__main__":
    main(sys.argv[1:])
