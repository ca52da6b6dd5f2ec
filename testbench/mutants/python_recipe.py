"""Makes a copy of the package for Python with a fault in it."""
import shutil

from mutant import ROOT
from noticing import PROGRAM


class PythonRecipe:
    def __init__(self, _build, _mutant):
        self.program = PROGRAM  # that the package runs

    def make(self, mutant, folder):
        """The folder of the package; its tests take it by their command line."""
        shutil.copytree(ROOT / "python", folder / "python", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / mutant.source.relative_to(ROOT)).write_text(mutant.mutated())
        return folder / "python"
