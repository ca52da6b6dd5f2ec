"""Faults as data: each row of *_mutants.toml names a function, an expression in it, and the text that replaces it."""
import dataclasses
import functools
import pathlib
import tomllib

import places

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RTL = ROOT / "rtl_model/rtl"
MODEL = ("reference", "tlm", "traces", "testbench", "python")
PYTHON = ROOT / "python"
KINDS = ("model", "rtl", "python")
KEYS = {"model": {"name", "in", "from", "to", "why", "program", "test", "survives"},
        "rtl": {"unit", "module", "in", "from", "to", "survives"},
        "python": {"name", "in", "from", "to", "why", "test", "survives"}}


class MutantError(Exception):
    """A mutant that cannot be made: its place is not there, it does not compile, its test is not sound."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    kind: str
    name: str
    function: str   # Class::function, or a type or a variable; of the RTL module::function. Empty: anywhere
    before: str     # token by token, once in all functions of that name
    after: str
    unit: str = ""      # of the RTL: whose parity test must notice
    module: str = ""    # of the RTL: which of the unit's Verilated modules, if not the first
    why: str = ""       # it matters
    program: str = ""   # whose test must notice
    test: str = ""      # Suite.Name; without one, any test of the program
    survives: str = ""  # why no test can notice

    @functools.cached_property
    def place(self):
        """Where the fault belongs. MutantError."""
        try:
            return all_places(self.kind).find(self.function, self.before)
        except places.PlaceError as error:
            raise MutantError(f"{self.name}: {error}") from None

    @property
    def source(self):
        return self.place.source

    @property
    def room(self):
        """The folder that the place lies in; of the RTL, the unit."""
        return f"rtl_model/{self.unit}" if self.kind == "rtl" else str(self.source.parent.relative_to(ROOT))

    def mutated(self):
        """The source with the fault in it."""
        text = self.source.read_text()
        return text[:self.place.begin] + self.after + text[self.place.end:]


@functools.cache
def all_places(kind):
    if kind == "python":
        return places.python_places(ROOT, PYTHON)
    return places.model_places(ROOT, MODEL) if kind == "model" else places.rtl_places(ROOT, RTL)


def load(kind):
    """All mutants of a data file. MutantError for a key that is not one of its kind's."""
    mutants = []
    for row in tomllib.loads((HERE / f"{kind}_mutants.toml").read_text())["mutant"]:
        words = f"{' '.join(row['from'].split())} -> {' '.join(row['to'].split()) or 'nothing'}"
        name = row.get("name", f"{row['unit']}{' ' * ('module' in row)}{row.get('module', '')}: {row.get('in', '')}: {words}" if kind == "rtl" else words)
        if unknown := set(row) - KEYS[kind]:
            raise MutantError(f"{name}: unknown {', '.join(sorted(unknown))}")
        mutants.append(Mutant(kind, name, row.get("in", "").replace(".", "::") if kind == "python" else row.get("in", ""), row["from"], row["to"], row.get("unit", ""), row.get("module", ""),
                              row.get("why", ""), "collisionchip" if kind == "python" else row.get("program", ""), row.get("test", ""), row.get("survives", "")))
    return mutants
