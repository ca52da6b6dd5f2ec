"""Configurations in, statistics out, for optimisers: `collisionchip evaluate`, which keeps objects and trees between two calls."""
from __future__ import annotations

import json
import numbers
import queue
import re
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any

from . import program
from .keys import plain_keys
from .question import write_question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from numpy.typing import ArrayLike
    from ._core import Quaternion, Shape
    from .machine import Machine

PLAN = '[[workload]]\nname = "query"\na = "{}"\nb = "{}"\nposes = "poses.txt"\nfirst = {}\n'


class Evaluator:
    """A function from keys to statistics, of one machine on one question:

        with machine.evaluator(a, b, poses, statistics=["cycles"]) as evaluate:
            evaluate({"sdram.banks": 8})["cycles"]

    A call changes these keys of the machine and nothing for the next call. Statistics are sums over the poses, high-water marks and
    sizes of memories their largest (docs/explore.md). Threads may call at once; as many as `jobs` are answered at the same time.
    """

    def __init__(self, machine: Machine, a: Shape, b: Shape, poses: ArrayLike | None = None, *, quaternion: Quaternion = "wxyz",
                 statistics: Sequence[str] | None = None, first_witness: bool = False, check: bool = True, jobs: int = 1) -> None:
        """statistics: names of `collisionchip explore --statistics`; all of them if None. jobs: at least 1; ValueError."""
        if isinstance(jobs, bool) or not isinstance(jobs, numbers.Integral) or jobs < 1:
            raise ValueError(f"jobs: expected a whole number from 1 on, got {jobs!r}")
        if isinstance(statistics, str):
            raise TypeError(f"statistics: expected a list of names, got the text {statistics!r}")
        self._folder = tempfile.TemporaryDirectory(prefix="collisionchip-")
        try:
            files = write_question(self._folder.name, machine, a, b, poses, quaternion)
        except BaseException:
            self._folder.cleanup()
            raise
        with open(f"{self._folder.name}/plan.toml", "w", encoding="ascii") as plan:
            plan.write(PLAN.format(*files, str(bool(first_witness)).lower()))
        self._words = ["evaluate", "--workload", "plan.toml", "--chip", "chip.toml", *([] if check else ["--no-check"])]
        for name in statistics or ():
            self._words += ["--statistic", name]
        self._idle = queue.SimpleQueue()
        for _ in range(jobs):
            self._idle.put(None)  # a process is started at its first use
        self._running = set()
        self._closed = False

    def __call__(self, keys: Mapping[str, Any] | None = None) -> dict[str, int]:
        """{name: value}. Error for keys that the program refuses and for a query that fails; the next call is answered all the same."""
        keys = plain_keys(keys)
        if "id" in keys:  # with the program it names the request
            raise program.Error("id: unknown key")
        process = self._idle.get()
        try:
            process = self._alive(process)
            answer = self._ask(process, keys)
        except BaseException:  # the process has an answer that was not read
            if process is not None:
                self._end(process)
            process = None
            raise
        finally:
            self._idle.put(process)
        if answer["status"] != "done":
            raise program.Error(re.sub(r"^(line \d+|query): ", "", answer["reason"]))
        return answer["results"]["query"]

    def close(self) -> None:
        """Ends the processes, also those that are asked just now, and removes the files."""
        self._closed = True
        for process in list(self._running):
            self._end(process)
        self._folder.cleanup()

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _alive(self, process):
        self._require_open()
        if process is not None and process.poll() is None:
            return process
        if process is not None:
            self._end(process)
        with open(f"{self._folder.name}/said.txt", "a", encoding="utf-8") as said:
            process = subprocess.Popen([program.find_program(), *self._words], cwd=self._folder.name, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=said, encoding="utf-8")
        self._running.add(process)
        return process

    def _ask(self, process, keys):
        try:
            process.stdin.write(json.dumps(keys) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line and not self._closed:
            with open(f"{self._folder.name}/said.txt", encoding="utf-8") as said:
                raise program.error_of(process.wait(), said.read())
        self._require_open()
        return json.loads(line)

    def _require_open(self):
        if self._closed:
            raise program.Error("the evaluator is closed")

    def _end(self, process):
        self._running.discard(process)
        program.stop(process)
        process.stdout.close()
        try:
            process.stdin.close()
        except BrokenPipeError:  # the process had not read all input
            pass
