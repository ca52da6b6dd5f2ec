"""Which triangles of two shapes intersect, exactly; by software, or by a chip whose cycles are counted.

    import collisionchip as cc

    a, b = cc.Shape.from_file("gear.stl"), cc.Shape(vertices, triangles)
    cc.collide(a, b, [0.4, 0, 0, 1, 0, 0, 0.1]).pairs            # software
    cc.Machine("today").collide(a, b, poses).cost["total_ns"]    # the chip, cycle by cycle, in this process
    cc.Scene()                                                   # many shapes in one world

What is refused is an Error with the line of the command line. Evaluator, and Machine.query with a folder, run the program `collisionchip`
(docs/python.md).
"""
from .config import Config
from .core import Answer, Engine, Scene, SceneAnswer, SceneFile, Shape, collide, presets
from .evaluator import Evaluator
from .exploration import explore
from .machine import Machine
from .program import Error, find_program
from .result import Result

__all__ = ["Answer", "Config", "Engine", "Error", "Evaluator", "Machine", "Result", "Scene", "SceneAnswer", "SceneFile", "Shape",
           "collide", "explore", "find_program", "presets"]
