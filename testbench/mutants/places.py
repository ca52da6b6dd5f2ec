"""Places in the sources, by the function and the expression: where a file lies, how it is laid out and what its comments say does not matter."""
import bisect
import dataclasses
import difflib
import pathlib

from cpp_scopes import CppScopes
from python_scopes import PythonScopes
from tokens import BETWEEN, CPP, PYTHON, VERILOG, tokens_of
from verilog_scopes import VerilogScopes


class PlaceError(Exception):
    """No such place, or more than one."""


@dataclasses.dataclass(frozen=True)
class Place:
    source: pathlib.Path
    begin: int  # characters of the source
    end: int


def scopes_of(text, tokens, language):
    if language is PYTHON:
        return PythonScopes(text, tokens).found
    return (CppScopes if language is CPP else VerilogScopes)(tokens.texts).found


class Source:
    """A file as its tokens, and what is declared in it."""

    def __init__(self, path, text, language):
        self.path, self.text = path, text
        self.tokens = tokens_of(text, language)
        self.scopes = scopes_of(text, self.tokens, language)
        self.joined = self.tokens.joined()
        self.at, position = [], 0  # of each token in the joined text: the BETWEEN before it
        for token in self.tokens.texts:
            self.at.append(position)
            position += len(token) + 1
        self.at.append(position)

    def occurrences(self, wanted, begin, end):
        """The tokens at which the wanted ones begin, all of them within these."""
        found, position = [], self.joined.find(wanted, self.at[begin], self.at[end] + 1)
        while position >= 0:
            found.append(bisect.bisect_left(self.at, position))
            position = self.joined.find(wanted, position + 1, self.at[end] + 1)
        return found

    def line(self, token):
        return self.text.count("\n", 0, self.tokens.begins[token]) + 1


class Places:
    """All functions of some sources."""

    def __init__(self, root, paths, language):
        self.root, self.language = root, language
        self.sources = [Source(path, path.read_text(), language) for path in paths]
        self.by_name = {}  # {last name: [(source, path, first token, token behind the last)]}
        for source in self.sources:
            for path, begin, end in source.scopes:
                self.by_name.setdefault(path[-1] if path else "", []).append((source, path, begin, end))

    def find(self, function, expression):
        """The only place where the expression stands in functions of this name (a::b; all sources if it is empty). PlaceError."""
        wanted = tokens_of(expression, self.language).texts
        if not wanted:
            raise PlaceError("expected an expression, got none")
        found = self.occurrences(self.scopes_named(function), wanted)
        if len(found) != 1:
            said = f"expected once{f' in {function}' if function else ''}: {' '.join(wanted)}; "
            raise PlaceError(said + (f"found {len(found)} times: {self.shown(found)}" if found else self.nearest(function, wanted)))
        source, begin = found.pop()
        return Place(source.path, source.tokens.begins[begin], source.tokens.ends[begin + len(wanted) - 1])

    def scopes_named(self, function):
        if not function:
            return [(source, (), 0, len(source.tokens.texts)) for source in self.sources]
        names = tuple(function.split("::"))
        found = [scope for scope in self.by_name.get(names[-1], ()) if scope[1][-len(names):] == names]
        if not found:
            raise PlaceError(f"expected a function {function}, found none; nearest: {self.similar(names)}")
        return found

    def similar(self, names):
        """Functions with the same last name, else those whose names look like it."""
        last = [names[-1]] if names[-1] in self.by_name else difflib.get_close_matches(names[-1], self.by_name, 3, 0.5)
        return ", ".join(sorted({"::".join(path) for name in last for _, path, _, _ in self.by_name[name]})[:6]) or "none"

    @staticmethod
    def occurrences(scopes, wanted):
        joined = BETWEEN + BETWEEN.join(wanted) + BETWEEN
        return {(source, begin) for source, _, first, last in scopes for begin in source.occurrences(joined, first, last)}

    def nearest(self, function, wanted):
        """Where the expression stands else, or where most of it does."""
        elsewhere = self.occurrences(self.scopes_named(""), wanted)
        if elsewhere:
            return f"it is in another function: {self.shown(elsewhere)}"
        scopes = self.scopes_named(function)
        for count in range(len(wanted) - 1, 0, -1):
            for part, which in ((wanted[:count], "first"), (wanted[-count:], "last")):
                if found := self.occurrences(scopes, part):
                    return f"its {which} {count} tokens of {len(wanted)}: {self.shown(found)}"
        return "no part is there"

    def shown(self, found):
        return ", ".join(sorted(f"{source.path.relative_to(self.root)}:{source.line(begin)}" for source, begin in found)[:4])


def model_places(root, rooms):
    paths = [path for room in rooms for ending in ("h", "cpp") for path in sorted((root / room).rglob(f"*.{ending}"))
             if root / "testbench/tests" not in path.parents]
    return Places(root, paths, CPP)


def rtl_places(root, folder):
    return Places(root, sorted(folder.rglob("*.sv")), VERILOG)


def python_places(root, folder):
    return Places(root, sorted(folder.rglob("*.py")), PYTHON)
