#!/usr/bin/env python3
"""The digest that decides whether stored results are still good (testbench/explore/model_digest.cmake).

    model_digest_test.py CMAKE SOURCE_FOLDER LIST

LIST is the build folder's list of the sources that the digest covers. Exit status: 0 all holds, 1 not.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, ROOT, LIST = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
OURS = [pathlib.Path(line) for line in LIST.read_text().split("\n") if line.startswith(f"{ROOT}/")]
NAMES = {str(path.relative_to(ROOT)) for path in OURS}
# What only reads plans and tells of progress: it makes no answer. What a scene's plan says is in the workload's hash.
MAKES_NO_ANSWER = ("testbench/explore/plan.", "testbench/scenes/scene_plan.", "testbench/terminal/")
# One source of every room, and a change of a line that decides about results.
DECIDING = {
    "reference/triangle/triangle_setup.cpp": ("{", "{ "),
    "tlm/units/stack_sram/stack_sram.cpp": ("words_read_ +=", "words_read_ -="),
    "rtl_model/rtl/pointer_fifo/pointer_fifo.sv": ("unfinished_q |", "unfinished_q &"),
    "testbench/host/driver.cpp": ("return", "return "),
    "testbench/machines/tiles.cpp": ("{tumbled, aligned}", "{aligned, tumbled}"),
    "testbench/engines/chip_engine.cpp": ("answer.pairs = ", "answer.pairs =  "),
    "testbench/run/query_loop.cpp": ("&& is_right", "|| is_right"),
    "testbench/run/judges.cpp": ("&& other.can.in_order", "|| other.can.in_order"),
    "testbench/explore/answer_row.cpp": ("+ value", "- value"),
    "testbench/explore/statistic_row.cpp": ("std::max", "std::min"),
    "testbench/scenes/pair_loop.cpp": ("+= whole.cycles", "-= whole.cycles"),
}


def digest(folder):
    sources = folder / "list.txt"
    sources.write_text("".join(f"{folder / name}\n" for name in sorted(NAMES)))
    output = folder / "digest.h"
    subprocess.run([CMAKE, f"-DOUTPUT={output}", f"-DROOT={folder}", f"-DSOURCES={sources}", "-P",
                    ROOT / "testbench/explore/model_digest.cmake"], check=True)
    return re.search(r'"([0-9a-f]{12})"', output.read_text()).group(1)


class ModelDigest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name in NAMES:
            copy = self.folder / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy)
        self.before = digest(self.folder)

    def edit(self, name, old, new):
        path = self.folder / name
        text = path.read_text()
        self.assertIn(old, text, name)
        path.write_text(text.replace(old, new, 1))
        return digest(self.folder)

    def test_a_change_in_any_room_is_another_model(self):
        seen = {self.before}
        for name, (old, new) in DECIDING.items():
            seen.add(self.edit(name, old, new))
        self.assertEqual(len(seen), 1 + len(DECIDING))

    def test_a_comment_changes_no_result(self):
        self.assertEqual(self.edit("tlm/units/stack_sram/stack_sram.cpp", "\n// ", "\n// Said otherwise. "), self.before)
        self.assertEqual(self.edit("tlm/units/stack_sram/stack_sram.h", "\n// ", "\n// One line more.\n// "), self.before)

    def test_no_documentation_counts(self):
        self.assertEqual([name for name in NAMES if name.startswith(("docs/", "testbench/documentation/"))], [])

    def test_all_that_an_evaluation_includes_counts(self):
        todo, seen = ["testbench/explore/evaluator.cpp"], set()
        while todo:
            name = todo.pop()
            if name in seen or name.startswith(MAKES_NO_ANSWER):
                continue
            seen.add(name)
            for included in re.findall(r'#include "collisionchip/([^"]+)"', (ROOT / name).read_text()):
                todo += [file for file in (included, included[:-1] + "cpp") if (ROOT / file).is_file()]
        self.assertGreater(len(seen), 100)
        self.assertEqual(sorted(seen - NAMES), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
