#!/usr/bin/env python3
"""docs/made/site.py: the reference of both languages has every public name, and what is undocumented or leads nowhere is named.

    api_site_test.py BUILD_FOLDER

BUILD_FOLDER has the module for Python. Skipped without Doxygen and Sphinx (site.py says what it needs).
"""
import ast
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))
sys.dont_write_bytecode = True

from made import site  # noqa: E402


def anchors(page):
    return site.Links(page).anchors


def names_of_headers():
    """Classes, functions and members, by their indentation, of what is public in testbench/api."""
    for path in (ROOT / "testbench/api").glob("*.h"):
        if not site.is_public(path):
            continue
        text = path.read_text()
        text = re.sub(r"\n private:.*?\n};|// Private to the library\.\n[^\n]*|//[^\n]*", "", text, flags=re.S)
        yield from re.findall(r"^(?:class|struct) (\w+)[^;]*$", text, re.M)
        yield from re.findall(r"^ {0,2}[\w:<>, &*]+[ &*](\w+)\((?:const|std|double|unsigned)", text, re.M)


def stubs(name):
    return ast.parse((ROOT / "python/collisionchip" / name).read_text()).body


def names_of_stubs():
    """Class and method of what the package has from its module, as the type stubs say."""
    ours = {alias.name for node in stubs("__init__.pyi") if isinstance(node, ast.ImportFrom) and node.module == "_core" for alias in node.names}
    for node in stubs("_core.pyi"):
        if isinstance(node, ast.ClassDef) and node.name in ours:
            yield node.name
            yield from (f"{node.name}.{member.name}" for member in node.body if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"))


@unittest.skipIf(site.missing(BUILD), site.missing(BUILD))
class ApiSite(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="collisionchip-site-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_every_public_name_is_on_its_page_and_every_link_leads_somewhere(self):
        self.assertEqual(site.build_site(BUILD, self.folder), [])
        pages = self.folder / "html/docs/site"
        text = (pages / "cpp.html").read_text(encoding="utf-8")
        names = set(names_of_headers())
        self.assertTrue({"Shape", "Engine", "Error", "collide", "load", "pose_from_matrix"} <= names, names)
        self.assertEqual([name for name in sorted(names) if f">{name}</span>" not in text], [])
        self.assertNotIn("ShapeData", anchors(pages / "cpp.html"))
        names = set(names_of_stubs())
        self.assertTrue({"Shape.from_file", "Engine.chip", "Answer.cost"} <= names, names)
        self.assertEqual({f"collisionchip.{name}" for name in names} - anchors(pages / "python.html"), set())
        found = (self.folder / "html/searchindex.js").read_text(encoding="utf-8")
        for word in ("pose_from_quaternion", "from_file"):
            self.assertIn(word, found)

    def test_what_is_wrong_is_named(self):
        wrong = self.folder / "wrong"
        for folder in ("docs", "testbench/api", "python/collisionchip"):
            shutil.copytree(ROOT / folder, wrong / folder)
        for path in [*ROOT.glob("*.md"), *(ROOT / name for name in site.HEADERS)]:
            (wrong / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, wrong / path.relative_to(ROOT))
        header = wrong / "testbench/api/shape.h"
        header.write_text(header.read_text().replace("class Shape {\n public:\n", "class Shape {\n public:\n  void nothing_said() const;\n"
                                                     "  // docs/nowhere.md\n  void linked() const;\n", 1))
        with (wrong / "docs/site/python.md").open("a") as page:
            page.write("[up](../python.md#nowhere), [and away](elsewhere.md)\n")
        done = subprocess.run([sys.executable, "-B", wrong / "docs/make.py", BUILD / "collisionchip", "site"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        for line in (r"testbench/api/shape\.h:\d+: warning: Member nothing_said\(\).* is not documented",
                     r"docs/site/cpp\.html: dead link \.\./nowhere\.html", r"docs/site/python\.md:\d+: WARNING: .*python\.md#nowhere",
                     r"docs/site/python\.md:\d+: WARNING: .*elsewhere\.md"):
            self.assertRegex(done.stdout, line)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
