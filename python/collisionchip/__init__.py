"""The collision chip from Python: meshes, machines, queries, statistics as NumPy arrays.

    import collisionchip as cc

    gear, bolt = cc.Mesh.make("gear", triangles=3000), cc.Mesh.load("bolt.stl")
    machine = cc.Machine("paper41", {"sdram.banks": 8})
    result = machine.query(gear, bolt, [[0.4, 0, 0, 1, 0, 0, 0.1]])
    result.cycles, result.pairs[0], result.statistics["stack_engine.lists"]

SystemC has one simulation per process, so a query is a run of the program `collisionchip`, which has to be built or installed
(docs/python.md). What the program refuses is an Error with the program's own line.
"""
from .evaluator import Evaluator
from .machine import Machine
from .mesh import Mesh
from .program import Error, find_program
from .result import Result

__all__ = ["Error", "Evaluator", "Machine", "Mesh", "Result", "find_program"]
