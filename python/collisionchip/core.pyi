from typing import Any

from ._core import Answer as Answer
from ._core import Config as Config
from ._core import Engine as Engine
from ._core import Scene as Scene
from ._core import SceneAnswer as SceneAnswer
from ._core import SceneFile as SceneFile
from ._core import Shape as Shape
from ._core import estimate as estimate
from ._core import explore as explore
from ._core import matrices as matrices
from ._core import presets as presets
from ._core import query as query

KEYS: dict[str, dict[str, Any]]
collide = Engine.reference().collide
