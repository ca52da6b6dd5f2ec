"""Makes a copy of the package for Python with a fault in it."""
import shutil

from mutant import ROOT
from noticing import MODULE_FILE, PROGRAM


def make_package(folder, module):
    """The package in a folder of its own, with a module that may be another one than the build's."""
    package = folder / "python/collisionchip"
    shutil.copytree(ROOT / "python/collisionchip", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / module.name).symlink_to(module)
    return package.parent


class PythonRecipe:
    def __init__(self, build, _mutant):
        self.build = build
        self.program = PROGRAM  # that the package runs

    def make(self, mutant, folder):
        """The folder of the package; its tests take it by their command line."""
        package = make_package(folder, next(self.build.path.glob(f"{MODULE_FILE}*.so")))
        (folder / mutant.source.relative_to(ROOT)).write_text(mutant.mutated())
        return package
