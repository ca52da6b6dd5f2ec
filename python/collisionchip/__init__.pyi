from ._core import Answer as Answer
from ._core import Engine as Engine
from ._core import Scene as Scene
from ._core import SceneAnswer as SceneAnswer
from ._core import SceneFile as SceneFile
from ._core import Shape as Shape
from ._core import presets as presets
from .config import Config as Config
from .evaluator import Evaluator as Evaluator
from .exploration import explore as explore
from .machine import Machine as Machine
from .program import Error as Error
from .program import find_program as find_program
from .result import Result as Result

collide = Engine.reference().collide
