"""Answers: pairs and statistics of a query's poses as arrays."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray


class Result:
    """What a machine answered to some poses. Everything "per pose" is in the order of the poses.

    pairs          list of (n, 2) int64 arrays per pose: numbers of the intersecting triangles of A and of B, sorted
    statistics     {name: array over the poses}, named as the columns of `collisionchip stats --csv` (docs/statistics.md)
    histograms     {name: list of (n, 2) int64 arrays per pose}, each row a value and how often it came
    parity         what the judge says who compared every answer with another engine's
    run            the rest of the statistics file: configuration, hash, version, host (docs/results.md)
    """

    def __init__(self, pairs: list[NDArray[np.int64]], queries: list[dict[str, Any]], run: dict[str, Any], parity: str) -> None:
        self.pairs, self.run = pairs, run
        self.parity = parity.splitlines()[-1].removeprefix("PARITY: ")
        flat = [dict(_numbers(query)) for query in queries]
        self.statistics: dict[str, NDArray[Any]] = {name: np.array([query[name] for query in flat]) for name in flat[0]}
        self.histograms: dict[str, list[NDArray[np.int64]]] = {name: [np.array(query["histograms"][name], np.int64).reshape(-1, 2) for query in queries]
                           for name in queries[0].get("histograms", {})}

    @classmethod
    def read(cls, folder: str | os.PathLike[str], said: str) -> Result:
        """From the folder of `collide --out`, and what it said."""
        with open(f"{folder}/stats.json", encoding="utf-8") as file:
            statistics = json.load(file)
        pairs = read_pairs(f"{folder}/pairs.csv", len(statistics["queries"]))
        return cls(pairs, statistics["queries"], statistics["run"], "\n".join(line for line in said.splitlines() if line.startswith("PARITY: ")))

    @property
    def cycles(self) -> NDArray[np.int64]:
        """Chip cycles per pose, from the start command to the last result; KeyError of software, which has none."""
        return self._of_chip("cycles")

    @property
    def milliseconds(self) -> NDArray[np.float64]:
        """The same by the machine's clock, in ms."""
        return self._of_chip("chip_ns") / 1e6

    @property
    def total_milliseconds(self) -> NDArray[np.float64]:
        """Per pose in ms, from handing over the pose until its last pair is settled: the chip, and what bus and doorbell add."""
        return self._of_chip("total_ns") / 1e6

    @property
    def energy_uj(self) -> NDArray[np.float64]:
        """Estimated energy per pose in microjoules, SDRAM included (docs/costs.md)."""
        return self._of_chip("chip.energy_pj") / 1e6

    def _of_chip(self, name: str) -> NDArray[Any]:
        if name not in self.statistics:
            raise KeyError(f"{name}: only a chip has it, and this is an answer of {self.run['model']}")
        return self.statistics[name]

    def __len__(self) -> int:
        return len(self.pairs)

    def __repr__(self):
        return f"<Result of {len(self)} poses, {sum(map(len, self.pairs))} pairs>"


def read_pairs(path, poses):
    """Pairs per pose from a pairs.csv, whose lines are sorted by the pose."""
    with open(path, encoding="ascii") as file:
        file.readline()  # its header
        numbers = np.fromstring(file.read().replace(",", " "), np.int64, sep=" ").reshape(-1, 3)
    return np.split(numbers[:, 1:], np.searchsorted(numbers[:, 0], np.arange(1, poses)))


def _numbers(query):
    """Name and value of every number of a query, named as the columns of `collisionchip stats --csv`."""
    for name, value in query.items():
        if name == "units":
            for unit, account in value.items():
                yield f"{unit}.busy", account["busy"]
                yield from ((f"{unit}.stalled.{cause}", cycles) for cause, cycles in account["stalled"].items())
                yield f"{unit}.idle", account["idle"]
        elif name == "counters":
            yield from value.items()
        elif isinstance(value, dict):
            if name != "histograms":
                yield from ((f"{name}.{part}", number) for part, number in value.items())
        elif isinstance(value, list):
            yield from ((f"{name}.{place}", number) for place, number in enumerate(value))
        else:
            yield name, value
