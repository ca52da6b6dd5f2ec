"""Places in which the sources are broken, one at a time: what stands in *_mutants.toml."""
import dataclasses
import pathlib
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RTL = ROOT / "rtl_model/rtl"
KINDS = ("model", "rtl")
KEYS = {"model": {"name", "file", "from", "to", "why", "program", "test", "survives"},
        "rtl": {"unit", "module", "file", "from", "to", "survives"}}


class MutantError(Exception):
    """A mutant that cannot be made: its text is not there, it does not compile, its test is not sound."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str       # of the RTL: its number in the file
    source: pathlib.Path
    before: str
    after: str
    room: str       # the unit of Figure 4, or the room of reference/
    why: str = ""   # it matters
    module: str = ""    # of the RTL: which of the unit's Verilated modules, if not the first
    program: str = ""   # whose test must notice
    test: str = ""      # Suite.Name; without one, any test of the program
    survives: str = ""  # why nobody can notice

    def mutated(self):
        """The source with the fault in it."""
        text = self.source.read_text()
        count = text.count(self.before)
        if count != 1:
            raise MutantError(f"{count} times in {self.source.relative_to(ROOT)}, not once: {self.before}")
        return text.replace(self.before, self.after)


def source_of(kind, file):
    if kind == "model":
        return ROOT / file
    found = list(RTL.rglob(file))
    if len(found) != 1:
        raise MutantError(f"{len(found)} files {file} in {RTL}")
    return found[0]


def load(kind):
    """All mutants of a data file. MutantError for a key that is not one of its kind's."""
    mutants = []
    for number, row in enumerate(tomllib.loads((HERE / f"{kind}_mutants.toml").read_text())["mutant"]):
        name = row.get("name", str(number))
        if unknown := set(row) - KEYS[kind]:
            raise MutantError(f"{name}: unknown {', '.join(sorted(unknown))}")
        source = source_of(kind, row["file"])
        mutants.append(Mutant(name, source, row["from"], row["to"], row.get("unit", source.parent.name), row.get("why", ""),
                              row.get("module", ""), row.get("program", ""), row.get("test", ""), row.get("survives", "")))
    return mutants
