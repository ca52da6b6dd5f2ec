"""The module in C++, from beside this file or from a build of this source tree: Shape, Engine, Answer and collide().

Without it (./demo does not build it) the package still runs the program; these names then say what is missing.
"""
import importlib
import importlib.machinery
import pathlib
import sys
from typing import TYPE_CHECKING

from .program import Error

if TYPE_CHECKING:
    from ._core import Answer, Engine, Shape

MISSING = ("expected the module collisionchip._core, which {} has not: build with -DCOLLISIONCHIP_BUILD_PYTHON=ON (Debian: python3-dev, "
           "python3-pybind11), or pip install .")


def _folders():
    """Where a build of this source tree leaves it: build/release, then the build folder with the newest one."""
    builds = pathlib.Path(__file__).resolve().parents[2] / "build"
    found = [path for suffix in importlib.machinery.EXTENSION_SUFFIXES
             for path in builds.glob(f"*/python/collisionchip/_core{suffix}")]
    found.sort(key=lambda path: (path.parts[-4] == "release", path.stat().st_mtime), reverse=True)
    return [str(path.parent) for path in found]


def _load():
    package = sys.modules[__package__]
    own = list(package.__path__)
    for folder in [None, *_folders()]:
        package.__path__[:] = own + ([folder] if folder else [])
        try:
            return importlib.import_module("._core", __package__)
        except ModuleNotFoundError:
            importlib.invalidate_caches()
    package.__path__[:] = own
    return None


_core = _load()
if _core is not None:
    _core.set_error_type(Error)
    Answer, Engine, Shape = _core.Answer, _core.Engine, _core.Shape
    #: Engine.reference().collide: by software, as `collisionchip collide --model reference`.
    collide = Engine.reference().collide


def is_there():
    return _core is not None


def __getattr__(name):
    if _core is None and name in ("Answer", "Engine", "Shape", "collide"):
        raise ImportError(f"{name}: {MISSING.format(pathlib.Path(__file__).parent)}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
