#!/usr/bin/env python3
"""The type stubs of the package have the names and parameters that the module in C++ has, no fewer and no more.

    stubs_test.py FOLDER_OF_THE_PACKAGE

Needs NumPy and a build with COLLISIONCHIP_BUILD_PYTHON. The module is asked what it has; pybind11 writes the parameters into docstrings.
"""
import ast
import pathlib
import re
import sys
import unittest

PACKAGE = pathlib.Path(sys.argv[1]).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(PACKAGE))

import collisionchip  # noqa: E402
import collisionchip._core as core  # noqa: E402


def is_public(name):
    return not name.startswith("_") or name in ("__len__", "__bool__", "__getitem__")


def in_stubs(body, prefix=""):
    """{name: names of its parameters, None for a property or a class}."""
    names = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            names[node.name] = None
            names.update(in_stubs(node.body, f"{node.name}."))
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)
            parameters = [argument.arg for argument in node.args.args + node.args.kwonlyargs if argument.arg != "self"]
            names[prefix + node.name] = None if is_property or node.name.startswith("__") else parameters
    return names


def in_module(thing, prefix=""):
    names = {}
    for name, member in vars(thing).items():
        if not is_public(name):
            continue
        if isinstance(member, type):
            names[name] = None
            names.update(in_module(member, f"{name}."))
        elif isinstance(member, property) or name.startswith("__"):
            names[prefix + name] = None
        else:
            signature = re.match(r"\w+\((.*)\) -> ", getattr(thing, name).__doc__).group(1)
            names[prefix + name] = re.findall(r"(?:^|, )(?!self|arg\d)(\w+): ", signature)  # arg0: one without a name
    return names


class Stubs(unittest.TestCase):
    maxDiff = None

    def test_the_module_has_what_its_stubs_say(self):
        stubs = in_stubs(ast.parse((PACKAGE / "collisionchip/_core.pyi").read_text()).body)
        self.assertEqual(stubs["Shape.make"], ["kind", "triangles", "seed"])
        self.assertEqual(in_module(core), stubs)

    def test_the_package_exports_what_its_stubs_say(self):
        body = ast.parse((PACKAGE / "collisionchip/__init__.pyi").read_text()).body
        imported = {alias.asname for node in body if isinstance(node, ast.ImportFrom) for alias in node.names}
        assigned = {node.targets[0].id for node in body if isinstance(node, ast.Assign)}
        self.assertEqual(sorted(imported | assigned), sorted(collisionchip.__all__))
        self.assertEqual([name for name in collisionchip.__all__ if not hasattr(collisionchip, name)], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
