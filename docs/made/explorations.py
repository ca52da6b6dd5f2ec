"""Runs a plan of docs/plans and reads what `collisionchip explore` has left in its folder."""
import collections
import json
import math

from made.context import ROOT


class Exploration:
    """Results of a plan: `points` is a list of {"point", "keys", and a mapping of statistics for each workload}. What the folder has is not computed again."""

    def __init__(self, context, name, folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        context.run("explore", ROOT / "docs/plans" / f"{name}.toml", "--out", folder, "--jobs", context.jobs)
        data = json.loads((folder / "results.json").read_text())
        self.axes = {axis["key"]: axis["values"] for axis in data["axes"]}
        self.workloads = [work["name"] for work in data["workloads"]]
        self.triangles = {work["name"]: work["triangles_a"] for work in data["workloads"]}
        self.configuration, self.strategy = data["configuration"], data["strategy"]
        self.points, self.skipped = [], 0
        by_point = collections.defaultdict(list)
        for result in data["results"]:
            by_point[result["point"]].append(result)
        for number, results in by_point.items():
            if any(result["status"] != "done" for result in results):
                self.skipped += 1
                continue
            work = {result["workload"]: dict(zip(data["statistics"], result["statistics"])) for result in results}
            self.points.append({"point": number, "keys": dict(zip(self.axes, results[0]["axes"])), "work": work})

    def base(self, key):
        """The value of a key in the plan's chip."""
        section, name = key.split(".")
        return self.configuration[section][name]

    def select(self, **wanted):
        """Points by the last part of keys' names: select(banks=4, page_policy="open")."""
        short = {key.split(".")[1]: key for key in self.axes}
        return [p for p in self.points if all(p["keys"][short[name]] == value for name, value in wanted.items())]

    def total(self, points, statistic="cycles", work=None):
        """The sum of a statistic over workloads; of several points the geometric mean."""
        values = [sum(w[statistic] for name, w in p["work"].items() if work in (None, name)) for p in points]
        return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan

    def effects(self):
        """{key: {value: cycles over those of the base (one at a time) or of all points}}"""
        single = self.strategy == "one-at-a-time"
        whole = self.total(self.points[:1] if single else self.points)
        result = {}
        for key, values in self.axes.items():
            others = [other for other in self.axes if other != key]
            usable = self.points
            if single:
                first = self.points[0]["keys"]
                usable = [p for p in usable if all(p["keys"][other] == first[other] for other in others)]
            groups = {value: [p for p in usable if p["keys"][key] == value] for value in [*values, self.base(key)]}
            result[key] = {value: self.total(some) / whole for value, some in groups.items() if some}
        return result

    def shares(self):
        """{key: its share of the variance of the cycles' logarithm}, the largest first; not of one-at-a-time plans.
        Groups differ by chance too: what that alone would explain is taken off (epsilon squared)."""
        logs = [math.log(self.total([p])) for p in self.points]
        mean = sum(logs) / len(logs)
        whole = sum((value - mean) ** 2 for value in logs)
        result = {}
        for key in self.axes:
            groups = collections.defaultdict(list)
            for point, value in zip(self.points, logs):
                groups[point["keys"][key]].append(value)
            between = sum(len(some) * (sum(some) / len(some) - mean) ** 2 for some in groups.values())
            chance = (len(groups) - 1) * (whole - between) / max(1, len(logs) - len(groups))
            result[key] = max(0, between - chance) / whole
        return dict(sorted(result.items(), key=lambda item: -item[1]))
