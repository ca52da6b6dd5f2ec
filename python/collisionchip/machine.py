"""A chip as its configuration, and queries to it."""
import os
import tempfile
import tomllib
from functools import cached_property

import numpy as np

from . import core, program
from .evaluator import Evaluator
from .keys import plain_keys, set_text
from .mesh import Mesh
from .question import IDENTITY, write_question
from .result import Result


# Software that looks at no chip (docs/engines.md).
WITHOUT_CHIP = ("exact", "fcl", "opencl")


class Machine:
    """A preset or a chip file, with keys changed: Machine("today", {"sdram.banks": 8}), or sdram__banks=8. Its value never changes.

    configuration  {key: value} of every key (docs/configuration.md); machine["sdram.banks"] is one of them
    toml           the same as the text of a chip file
    """

    def __init__(self, chip="paper41", keys=None, **more):
        """Error, with the program's line, for an unknown preset, key or value and for keys that conflict; TypeError for what is no value."""
        self.chip = os.fspath(chip)
        self.keys = plain_keys({**(keys or {}), **{key.replace("__", "."): value for key, value in more.items()}})
        sets = self._sets()
        self.toml = (core.Engine.mirror(os.fsencode(self.chip), sets).configuration if core.is_there() else
                     program.run("config", "--chip", self.chip, *(word for key in sets for word in ("--set", key))))
        self.configuration = {f"{section}.{key}": value for section, members in tomllib.loads(self.toml).items()
                              for key, value in members.items()}

    def __getitem__(self, key):
        return self.configuration[key]

    def replace(self, keys):
        """Another machine: this one with some keys changed."""
        return Machine(self.chip, {**self.keys, **plain_keys(keys)})

    def collide(self, a, b, poses=None, *, first=False, limit=0, check=False, statistics=False, jobs=0):
        """As collisionchip.collide(), by this chip in this process, cycle by cycle: cost and statistics are the chip's.

        A process has one simulation: threads wait for one another. A batch (several poses) is asked by `jobs` forked processes.
        """
        return self._engine.collide(a, b, poses, first=first, limit=limit, check=check, statistics=statistics, jobs=jobs)

    def query(self, a, b, poses=IDENTITY, *, first_witness=False, raw=False, check=True, model="tlm", jobs=None, out=None):
        """The intersecting triangles of mesh A and mesh B, with B placed by each of the poses: x_A = R x_B + t.

        poses          one or n of them: 7 numbers (tx ty tz qw qx qy qz), or matrices of 3x4
        first_witness  stop at the first pair of each pose
        raw            answers in float32 without the exact filter
        check          compare every answer with the reference; a difference is an Error
        model          who answers: "tlm" is the chip, "reference" and the others are software (docs/engines.md)
        jobs           processes that share the poses; all cores if None. The answers are the same
        out            a folder to keep the run in, for `collisionchip report`
        """
        words = [f"--{option}" for option, wanted in (("first", first_witness), ("raw", raw), ("no-check", not check)) if wanted]
        words += [] if jobs is None else ["--jobs", str(jobs)]
        with tempfile.TemporaryDirectory(prefix="collisionchip-") as folder:
            answers = folder if out is None else os.path.abspath(out)
            words += ["--pairs", "pairs.csv", "--stats", "stats.json"] if out is None else ["--out", answers]
            chip = [] if model in WITHOUT_CHIP else ["--chip", "chip.toml"]
            objects = write_question(folder, self, a, b, poses)
            said = program.run("collide", *objects, "--poses", "poses.txt", *chip, "--model", model, *words, cwd=folder)
            parity = [line for line in said.splitlines() if line.startswith("PARITY: ")]
            return Result.read(f"{answers}/pairs.csv", f"{answers}/stats.json", parity[-1][len("PARITY: "):])

    def evaluator(self, a, b, poses=IDENTITY, **options):
        """An Evaluator of configurations of this machine on one question; options as there."""
        return Evaluator(self, a, b, poses, **options)

    @cached_property
    def _engine(self):
        return core.Engine.chip(os.fsencode(self.chip), self._sets())

    def _sets(self):
        return [f"{key}={set_text(value)}" for key, value in self.keys.items()]

    def __reduce__(self):
        return Machine, (self.chip, self.keys)

    @cached_property
    def area_mm2(self):
        """Estimated area of the chip in square millimetres, SRAM beside it excluded (docs/costs.md)."""
        triangle = Mesh(np.eye(3), [[0, 1, 2]])
        return self.query(triangle, triangle, check=False).run["machine"]["mm2"]

    def __repr__(self):
        return f"<Machine {self.chip}{''.join(f', {key}={set_text(value)}' for key, value in self.keys.items())}>"
