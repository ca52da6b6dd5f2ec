#!/usr/bin/env python3
"""The type stubs of the package have the names and parameters that the module in C++ has, no fewer and no more.

    stubs_test.py FOLDER_OF_THE_PACKAGE

Needs NumPy and a build with COLLISIONCHIP_BUILD_PYTHON. The module is asked what it has; pybind11 writes the parameters into docstrings.
"""
import ast
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
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


STRICT = '''
import numpy as np
import collisionchip as cc

gear, bolt = cc.Shape.make("gear", 60), cc.Shape.from_file("bolt.stl")
answer: cc.Answer = cc.collide(gear, bolt, np.eye(4), first=True)
machine = cc.Machine("today", {"sdram.banks": 8}, sdram__t_rc=20).replace({"sdram.banks": 4})
total: int = int(machine.collide(gear, bolt).cost["total_ns"]) + len(machine.configuration)
text: str = machine.toml + cc.Config("today").replace(sdram__banks=2).hash + str(cc.Config().describe("sdram.banks")["unit"])
result: cc.Result = machine.query(gear, bolt, out="folder")
energy: float = float(result.energy_uj.sum()) + float(result.statistics["cycles"][0]) + machine.area_mm2
with machine.evaluator(gear, bolt, statistics=["cycles"]) as evaluate:
    cycles: int = evaluate({"sdram.banks": 8})["cycles"]
scene = cc.Scene()
scene.add(gear, name="gear", fixed=True)
names = scene.collide(machine).names
rows: list[str] = [str(row["status"]) for row in cc.explore("plan.toml", "folder")]
try:
    machine.estimate(gear, bolt)
except cc.Error as error:
    print(error.file, error.place, error.expectation, error.status)
for key, value in machine.configuration.items():
    print(key, value)
print("sdram.banks" in machine.configuration, dict(machine.configuration))
'''


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


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "this Python has no mypy (Debian: mypy)")
class Types(unittest.TestCase):
    def checked(self, folder, program):
        (pathlib.Path(folder) / "user.py").write_text(program)
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "user.py"], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        return done.stdout + done.stderr

    def test_a_strict_program_has_types_of_all_that_it_calls(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())  # with what mypy has read of NumPy
        self.assertIn("Success: no issues found", self.checked(folder, STRICT))
        for wrong, instead in (("np.eye(4), first=True", "np.eye(4), first=3"), ("cc.Result = machine.query", "cc.Answer = machine.query"),
                               ("text: str = machine.toml", "text: str = machine")):
            self.assertIn("error: ", self.checked(folder, STRICT.replace(wrong, instead)), wrong)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
