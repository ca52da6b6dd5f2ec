"""Which tokens of a Python source are of which function or class."""
import ast
import bisect
import itertools


class PythonScopes:
    """found: [(path, first token, token behind the last)]; the path of a method is ("Class", "method")."""

    def __init__(self, text, tokens):
        self.begins = tokens.begins
        self.lines = [0, *itertools.accumulate(len(line) for line in text.splitlines(keepends=True))]
        self.found = []
        self.look_into(ast.parse(text), ())

    def look_into(self, node, path):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                here = (*path, child.name)
                self.found.append((here, self.token_at(child.lineno - 1), self.token_at(child.end_lineno)))
                self.look_into(child, here)
            else:
                self.look_into(child, path)

    def token_at(self, line):
        return bisect.bisect_left(self.begins, self.lines[line])
