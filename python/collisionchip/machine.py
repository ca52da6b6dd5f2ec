"""A chip as its configuration, and queries to it."""
from __future__ import annotations

import os
import tempfile
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import core, program
from .config import Config
from .evaluator import Evaluator
from .question import write_question
from .result import Result

if TYPE_CHECKING:
    from collections.abc import Mapping
    from numpy.typing import ArrayLike
    from ._core import Answer, Quaternion, Shape


# Software that looks at no chip (docs/reference.md).
WITHOUT_CHIP = ("exact", "fcl", "opencl")


class Machine:
    """A preset, a chip file or a Config, with keys changed: Machine("today", {"sdram.banks": 8}), or sdram__banks=8. Its value never changes.

    configuration  all its keys, a Config; machine["sdram.banks"] is one of them
    """

    def __init__(self, chip: str | os.PathLike[str] | Config = "paper41", keys: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Error, with the program's line, for an unknown preset, key or value and for keys that conflict; TypeError for what is no value."""
        self.configuration = Config(chip, keys, **more)

    def __getitem__(self, key: str) -> Any:
        return self.configuration[key]

    def replace(self, keys: Mapping[str, Any] | None = None, **more: Any) -> Machine:
        """Another machine: this one with some keys changed."""
        return Machine(self.configuration, keys, **more)

    def collide(self, a: Shape, b: Shape, poses: ArrayLike | None = None, *, quaternion: Quaternion = "wxyz", first: bool = False,
                limit: int = 0, check: bool = False, statistics: bool = False, jobs: int = 0) -> Answer:
        """As collisionchip.collide(), by this chip in this process, cycle by cycle: cost and statistics are the chip's.

        A process has one simulation: threads wait for one another. A batch (several poses) is asked by `jobs` forked processes.
        """
        return self._engine.collide(a, b, poses, quaternion=quaternion, first=first, limit=limit, check=check, statistics=statistics, jobs=jobs)

    def query(self, a: Shape, b: Shape, poses: ArrayLike | None = None, *, quaternion: Quaternion = "wxyz", first_witness: bool = False,
              raw: bool = False, check: bool = True, model: str = "tlm", jobs: int = 0, out: str | os.PathLike[str] | None = None) -> Result:
        """A Result: all that the files of `collisionchip collide` say of A and B, with B placed by each of the poses.

        poses          as of collide(); one or many of them
        first_witness  stop at the first pair of each pose
        raw            answers in float32 without the exact filter
        check          compare every answer with another engine's; a difference is an Error
        model          who answers: "tlm" is this chip, "reference" and the others are software (docs/reference.md)
        jobs           processes that share the poses; all cores if 0. The answers are the same
        out            a folder to keep the run in, for `collisionchip report`: the program makes it
        """
        if out is None:
            return Result(*core.query(self.configuration, a, b, poses, quaternion=quaternion, model=model, first=first_witness, raw=raw,
                                      check=check, jobs=jobs or 0))
        words = [f"--{option}" for option, wanted in (("first", first_witness), ("raw", raw), ("no-check", not check)) if wanted]
        words += ["--jobs", str(jobs)] if jobs else []
        words += [] if model in WITHOUT_CHIP else ["--chip", "chip.toml"]
        with tempfile.TemporaryDirectory(prefix="collisionchip-") as folder:
            objects = write_question(folder, self, a, b, poses, quaternion)
            said = program.run("collide", *objects, "--poses", "poses.txt", "--model", model, *words, "--out", os.path.abspath(out), cwd=folder)
        return Result.read(out, said)

    def estimate(self, a: Shape, b: Shape, poses: ArrayLike | None = None, *, quaternion: Quaternion = "wxyz", first: bool = False,
                 lists: int = 200) -> dict[str, Any] | list[dict[str, Any]]:
        """What a query takes, without simulating it: a dictionary for one pose, a list of them for several (docs/estimator.md).

        It has pose, cycles, ms, lists, bound (what lists wait for most), whole (all lists were worked off), and error_median, error_p95 and
        error_worst: what such estimates are known to be off, in per cent. Or, of a pose that no estimate holds for, pose, lists and
        not_covered, why; if there is no other one, that is an Error.

        lists  how many lists of a query are worked off, at least 10: more take longer and give a smaller error
        """
        return core.estimate(self.configuration, a, b, poses, quaternion=quaternion, first=first, lists=lists)

    def evaluator(self, a: Shape, b: Shape, poses: ArrayLike | None = None, **options: Any) -> Evaluator:
        """An Evaluator of configurations of this machine on one question; options as there."""
        return Evaluator(self, a, b, poses, **options)

    @property
    def toml(self) -> str:
        """All keys, as the text of a chip file."""
        return self.configuration.toml

    @property
    def area_mm2(self) -> float:
        """Estimated area of the chip in square millimetres, without the SRAM next to it (docs/costs.md)."""
        return self.configuration.facts["mm2"]

    @cached_property
    def _engine(self):
        return core.Engine.chip(self.configuration)

    def __reduce__(self):
        return Machine, (self.configuration,)

    def __repr__(self):
        return f"<Machine {self.configuration.text()}>"
