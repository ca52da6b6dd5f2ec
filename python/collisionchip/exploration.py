"""Every configuration of a plan on each of its workloads: `collisionchip explore` as a call."""
from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Mapping
from typing import Any

from . import core
from .keys import plain_keys
from .program import Error
from .question import write_poses


def explore(plan: str | os.PathLike[str] | Mapping[str, Any], folder: str | os.PathLike[str] | None = None, *, jobs: int = 0, check: bool = True,
            timeout: float = 0, retry_failed: bool = False, keep: int | None = None, progress: bool = True) -> list[dict[str, Any]]:
    """What `collisionchip explore` stores (docs/explore.md): a dictionary for each point of the plan and each of its workloads.

        cc.explore({"axis": [{"key": "sdram.banks", "values": [4, 8]}],
                    "workload": [{"name": "gears", "a": gear, "b": casting, "poses": poses}]}, "banks")

    plan          a plan file, or a dictionary with its members. In that "a" and "b" may be a Shape, "poses" whatever collide() takes; names
                  of files start at the current folder
    folder        where results are kept: those that it has are not computed again, so that the same call goes on after Ctrl-C. None: nowhere
    jobs          processes; all cores if 0
    check         compare with the software reference
    timeout       seconds after which a configuration counts as failed on a workload; 0: none
    retry_failed  compute again what failed before
    keep          a number: only points that may have the least cycles by their estimates are simulated, and at least so many
    progress      a line on stderr after two seconds

    Each has point, workload, status ("done", "failed", "skipped", "pruned"), reason if it failed or was skipped, configuration (its hash),
    axes {key: value}, and if it is done statistics {name: number}, without those that the machine has no unit for, bound_by, roof and
    roof_share; beyond, if the point is beyond a limit. Error if the plan is wrong, nothing could be computed, or the chip and the
    reference disagree.
    """
    with tempfile.TemporaryDirectory(prefix="collisionchip-") as temporary:
        kept = os.fspath(folder) if folder is not None else f"{temporary}/results"
        file = _write_plan(plan, pathlib.Path(temporary)) if isinstance(plan, Mapping) else os.fspath(plan)
        try:
            core.explore(os.fsencode(file), os.fsencode(kept), jobs=jobs, timeout=timeout, check=check, retry_failed=retry_failed, keep=keep,
                         progress=progress)
        except Error as error:
            error.args = (str(error).replace(f"{temporary}/", ""),)
            error.file, error.place = (text.replace(f"{temporary}/", "") for text in (error.file, error.place))
            raise
        return _results(kept)


def _results(folder):
    with open(f"{folder}/results.json", encoding="utf-8") as file:
        told = json.load(file)
    keys, names = [axis["key"] for axis in told["axes"]], told["statistics"]
    for result in told["results"]:
        result["axes"] = dict(zip(keys, result["axes"], strict=True))
        if "statistics" in result:
            result["statistics"] = {name: value for name, value in zip(names, result["statistics"], strict=True) if value is not None}
    return told["results"]


def _write_plan(plan, folder):
    """Writes the plan as a file, and its shapes and poses as files in the same folder."""
    lines = [f"{json.dumps(name)} = {_toml(_member(name, value, folder))}\n" for name, value in plan.items()]
    (folder / "plan.toml").write_text("".join(lines), encoding="utf-8")
    return folder / "plan.toml"


def _member(name, value, folder):
    if name == "base":
        return os.path.abspath(value) if str(value).endswith(".toml") else value
    if name == "set":
        sections = {}
        for key, inner in plain_keys(value).items():
            section, _, leaf = key.partition(".")
            sections.setdefault(section, {})[leaf] = inner
        return sections
    if name == "workload":
        return [{member: _of_workload(member, inner, folder / f"{number}-{member}") for member, inner in workload.items()}
                for number, workload in enumerate(value)]
    return value


def _of_workload(member, value, path):
    if isinstance(value, core.Shape):
        value.save(f"{path}.ply")
        return f"{path}.ply"
    if isinstance(value, (str, os.PathLike)) and member in ("a", "b", "poses", "scene"):
        return os.path.abspath(value)
    if member == "poses":
        write_poses(f"{path}.txt", value)
        return f"{path}.txt"
    return value


def _toml(value):
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(name)} = {_toml(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
