from ._core import Answer as Answer
from ._core import Engine as Engine
from ._core import Shape as Shape
from .evaluator import Evaluator as Evaluator
from .machine import Machine as Machine
from .mesh import Mesh as Mesh
from .program import Error as Error
from .program import find_program as find_program
from .result import Result as Result

collide = Engine.reference().collide
