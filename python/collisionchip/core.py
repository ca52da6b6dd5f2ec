"""The module in C++, from the folder of this file or from a build of this source tree."""
import importlib
import importlib.machinery
import pathlib
import sys

from .program import Error


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
    raise ImportError(f"expected the module collisionchip._core, which {pathlib.Path(__file__).parent} has not for this Python: build it "
                      "(./demo, or -DCOLLISIONCHIP_BUILD_PYTHON=ON), or pip install .")


_core = _load()
_core.set_error_type(Error)
Answer, Config, Engine, Shape = _core.Answer, _core.Config, _core.Engine, _core.Shape
Scene, SceneAnswer, SceneFile = _core.Scene, _core.SceneAnswer, _core.SceneFile
estimate, explore, query = _core.estimate, _core.explore, _core.query
matrices, presets = _core.matrices, _core.presets
#: {key: what there is to know about it}
KEYS = _core.config_keys()
#: Engine.reference().collide: by software, as `collisionchip collide --model reference`.
collide = Engine.reference().collide
