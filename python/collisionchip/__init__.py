"""Which triangles of two shapes intersect, exactly; by software, or by a chip whose cycles are counted.

    import collisionchip as cc

    a, b = cc.Shape.from_file("gear.stl"), cc.Shape(vertices, triangles)
    cc.collide(a, b, [0.4, 0, 0, 1, 0, 0, 0.1]).pairs            # software
    cc.Machine("today").collide(a, b, poses).cost["total_ns"]    # the chip, cycle by cycle, in this process

Machine.query, Evaluator and Mesh run the program `collisionchip` instead (docs/python.md). What is refused is an Error with the line of the
command line.
"""
from . import core as _core_names
from .evaluator import Evaluator
from .machine import Machine
from .mesh import Mesh
from .program import Error, find_program
from .result import Result

__all__ = ["Answer", "Engine", "Error", "Evaluator", "Machine", "Mesh", "Result", "Shape", "collide", "find_program"]


if _core_names.is_there():
    from .core import Answer, Engine, Shape, collide


def __getattr__(name):  # what is missing is said when it is wanted
    if name in ("Answer", "Engine", "Shape", "collide"):
        return getattr(_core_names, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
