"""Words in the texts of a program's sources: messages, helps, pages of the report. Used by docs/check_docs.py.

No text has a word that docs/plain_words.py refuses. Code in braces within a text ({count} of {all}) and options are any words.
"""
import ast
import re

import check_comments
import plain_words

COMMENT = r"//[^\n]*|/\*.*?\*/"
RAW = r'R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"'
QUOTED = r'"(?P<quoted>(?:\\.|[^"\\\n])*)"'
CHARACTER = r"'(?:\\.|[^'\\\n])'"
SINGLE = r"'(?P<single>(?:\\.|[^'\\\n])*)'"
TEMPLATE = r"`(?P<template>(?:\\.|[^`\\])*)`"
CODE = re.compile("|".join((COMMENT, RAW, QUOTED, CHARACTER)), re.S)
SCRIPT = re.compile("|".join((COMMENT, QUOTED, SINGLE, TEMPLATE)), re.S)


def quoted(text, token):
    """(line, text) of each text of C++, SystemVerilog or JavaScript; texts with nothing between them are one."""
    line, joined, end = 0, "", None
    for found in token.finditer(text):
        said = next((part for name, part in found.groupdict().items() if name != "mark" and part is not None), None)
        if joined and (said is None or text[end:found.start()].strip()):
            yield line, joined
            joined = ""
        if said is not None:
            line = line if joined else text.count("\n", 0, found.start()) + 1
            joined, end = joined + said.replace("\\n", "\n").replace('\\"', '"'), found.end()
    if joined:
        yield line, joined


class OfPython(ast.NodeVisitor):
    """(line, text) of each text of Python; documentation is a comment (docs/check_comments.py)."""

    def __init__(self):
        self.texts = []

    def visit_Expr(self, node):
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.texts.append((node.lineno, node.value))

    def visit_JoinedStr(self, node):
        self.texts.append((node.lineno, "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)))


def texts(path):
    text = path.read_text()
    if path.suffix == ".py":
        visitor = OfPython()
        visitor.visit(ast.parse(text))
        return visitor.texts
    return quoted(text, SCRIPT if path.suffix in (".js", ".mjs") else CODE)


def sources(root):
    """Sources of what users and developers run. Tests are not, and docs/plain_words.py, which has the words."""
    for path in check_comments.sources(root):
        room = path.relative_to(root).parts
        if path.suffix in (".h", ".cpp", ".sv", ".js", ".py") and room != ("docs", "plain_words.py") and room[:2] != ("testbench", "tests"):
            yield path


def complaints(path):
    """(line, what) of each word that is refused."""
    for line, text in texts(path):
        text = re.sub(r"\$?\{[^{}]*\}|--[a-z][\w-]*", "x", text)
        for sentence in plain_words.sentences(text):
            yield from ((line, what) for what in plain_words.refused(sentence))
