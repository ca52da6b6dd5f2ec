#!/usr/bin/env python3
"""Golden vectors on the whole chip as RTL (rtl_model/play_vectors.py): the committed ones, others that the model
records now, and what is wrong in a copy is found and named.

    play_vectors_test.py --collisionchip PROGRAM --program VECTORS_BENCH Icarus|Verilated
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMITTED = ROOT / "traces/golden/knots.vectors"
RTL = ROOT / "rtl_model/rtl"
OPTIONS = argparse.Namespace()


# Channels of the model that the chip's RTL has no channel_fifo for: registers, devices, and matrix_writes with room for
# two messages (docs/rtl.md).
WITHOUT_FIFO = {"pci_interface.mmm_writes", "pci_interface.frame_writes", "memory_controller.tumbled_data",
                "memory_controller.aligned_data", "memory_controller.triangle_data", "dop_unit.releases",
                "stack_engine.left_sram", "stack_engine.right_sram", "stack_sram_left.words", "stack_sram_right.words"}
# And those whose instances have other names than u_<port>.
INSTANCES = {"stack_engine.requests": "core.u_node_requests", "triangle_unit.requests": "core.u_triangle_requests",
             "triangle_unit.stop": "core.u_stop", "pci_interface.stop": "chip.u_stop"}


def fifo_capacities(rtl, module):
    """Of the channel_fifo instances in collision_<module>.sv, by <module>.<instance>."""
    text = (rtl / "chip" / f"collision_{module}.sv").read_text()
    constants = {}
    for name, value in re.findall(r"(?:parameter|localparam) int (\w+) = ([\w +*-]+)[,;\n]", text):
        constants[name] = eval(value, {}, constants)
    found = re.findall(r"channel_fifo #\(.*\.CAPACITY\(([^)]*)\)\) (\w+)", text)
    return {f"{module}.{instance}": eval(capacity, {}, constants) for capacity, instance in found}


class Player(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def play(self, vectors, *options):
        done = subprocess.run([sys.executable, ROOT / "rtl_model/play_vectors.py", vectors, *self.simulator, *options],
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def copy(self, old, new):
        """The committed vectors with another text in one place."""
        text = COMMITTED.read_text()
        self.assertIn(old, text)
        path = self.folder / "copy.vectors"
        path.write_text(text.replace(old, new, 1))
        return path

    def assert_equal_to_golden(self, said, simulator, queries):
        self.assertRegex(said[1], f"PARITY: collision_chip {simulator} = golden: queries {queries}, cycles compared "
                                  r"[1-9]\d*, differences 0")
        self.assertEqual(said[0], 0)
        print(said[1].strip())

    def assert_different(self, said, text):
        self.assertIn(text, said[1])
        self.assertRegex(said[1], "PARITY: collision_chip .* != golden: .*, differences 1")
        self.assertEqual(said[0], 1)

    def check_pointers_out_of_the_memory(self):
        # 512 MiB and more; of the tumbled object, and of the aligned one.
        for register, root in (("00000010 00003003", 0x20000000), ("00000014 00000003", 0x7fffff00)):
            changed = self.copy(f"reg_write {register}", f"reg_write {register[:8]} {root | 3:08x}")
            self.assert_different(self.play(changed), f"query 0: error at address {root:08x}")


class Icarus(Player):
    simulator = ()

    def test_pointers_out_of_the_memory(self):
        self.check_pointers_out_of_the_memory()

    def test_the_committed_vectors(self):
        self.assert_equal_to_golden(self.play(COMMITTED), "iverilog", 3)

    def test_a_joint_that_costs_a_cycle_is_found(self):
        rtl = self.folder / "rtl"
        shutil.copytree(RTL, rtl)
        core = rtl / "chip/collision_core.sv"
        text = core.read_text()
        told = "release_in == '0 ? '0 : {7'd0, release_in - 9'd1}"
        self.assertIn(told, text)
        core.write_text(text.replace(told, "{7'd0, release_in}"))
        self.assert_different(self.play(COMMITTED, "--rtl", rtl), "query 0: cycles: expected 1219, got 12")

    def test_an_assertion_that_fires_is_a_difference(self):
        rtl = self.folder / "rtl"
        shutil.copytree(RTL, rtl)
        beats = rtl / "chip/pair_beats.sv"
        beats.write_text(beats.read_text().replace("put : wanted_q", "1'b1 : wanted_q"))
        self.assert_different(self.play(COMMITTED, "--rtl", rtl), "a pair has eight beats")


class Verilated(Player):
    @property
    def simulator(self):
        return "--simulator", "verilator", "--program", OPTIONS.program

    def record(self, a, b, poses, *options):
        for name, kind in (("a", a), ("b", b)):
            subprocess.run([OPTIONS.collisionchip, "mesh", *kind, self.folder / f"{name}.obj"], check=True,
                           stdout=subprocess.DEVNULL)
        (self.folder / "poses.txt").write_text("\n".join(poses) + "\n")
        path = self.folder / "recorded.vectors"
        subprocess.run([OPTIONS.collisionchip, "vectors", "record", self.folder / "a.obj", self.folder / "b.obj",
                        "--poses", self.folder / "poses.txt", "--out", path, *options], check=True,
                       stdout=subprocess.DEVNULL)
        return path

    def test_the_committed_vectors(self):
        self.assert_equal_to_golden(self.play(COMMITTED), "verilator", 3)

    def test_the_channels_have_the_models_capacities(self):
        knot = self.folder / "knot.obj"
        subprocess.run([OPTIONS.collisionchip, "mesh", "torus-knot", knot, "-n", "24"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([OPTIONS.collisionchip, "collide", knot, knot, "--pose", self.POSES[0], "--out", self.folder / "run"],
                       check=True, stdout=subprocess.DEVNULL)
        model = json.loads((self.folder / "run/stats.json").read_text())["run"]["channels"]
        rtl = {**fifo_capacities(RTL, "chip"), **fifo_capacities(RTL, "core")}
        for channel in model.keys() - WITHOUT_FIFO:
            port = channel.split(".")[1]
            names = {INSTANCES[channel]} if channel in INSTANCES else {f"chip.u_{port}", f"core.u_{port}"}
            self.assertEqual([model[channel]], [rtl.pop(name) for name in names & rtl.keys()], channel)
        self.assertEqual(rtl, {})

    def test_the_memory_by_the_bus(self):
        self.assert_equal_to_golden(self.play(COMMITTED, "--load", "bus"), "verilator", 3)

    POSES = ["0.4 0.1 0 1 0 0 0", "0.2 -0.1 0.3 0.9 0.3 0.2 0.1", "-0.5 0.2 0.1 0.5 0.5 -0.5 0.5",
             "0 0.3 -0.2 0.8 0 0.6 0"]

    def test_more_than_the_pointer_fifo_reports_at_once(self):
        path = self.record(["finned-casting", "-n", "200"], ["finned-casting", "-n", "200"], ["0.01 0 0 1 0 0 0"])
        self.assertGreater(int(re.search(r"expect entries (\d+)", path.read_text())[1]), 1024)
        self.assert_equal_to_golden(self.play(path), "verilator", 1)

    def test_other_objects(self):
        path = self.record(["gear", "-n", "400"], ["coil-spring", "-n", "500"], self.POSES)
        self.assert_equal_to_golden(self.play(path), "verilator", 4)

    def test_one_witness_is_enough(self):
        path = self.record(["torus-knot", "-n", "300"], ["finned-casting", "-n", "200"], self.POSES, "--first")
        self.assert_equal_to_golden(self.play(path), "verilator", 4)

    def test_pointers_out_of_the_memory(self):
        self.check_pointers_out_of_the_memory()

    def test_wrong_cycles(self):
        self.assert_different(self.play(self.copy("expect cycles 1587", "expect cycles 1588")),
                              "query 1: cycles: expected 1588, got 1587")

    def test_wrong_counts(self):
        for what, number in (("lists", 20), ("aligned_pairs", 53), ("triangle_tests", 48)):
            self.assert_different(self.play(self.copy(f"expect {what} {number}", f"expect {what} {number + 1}")),
                                  f"query 0: {what}: expected {number + 1}, got {number}")

    def test_wrong_entries(self):
        first = re.search(r"expect (hit|uncertain) \d+ \d+\n", COMMITTED.read_text())[0]
        entry = first.removeprefix("expect ").strip()
        self.assert_different(self.play(self.copy(first, "expect hit 23 23\n")),
                              f"query 0: entry 0: expected hit 23 23, got {entry}")
        self.assert_different(self.play(self.copy(first, "")), f"query 0: entry 0: expected ")
        self.assert_different(self.play(self.copy("expect entries 0", "expect entries 1\nexpect hit 1 2")),
                              "query 2: entry 0: expected hit 1 2, got no entry")

    def test_a_wrong_word_of_the_memory(self):
        # Bits of a tree node's first float.
        load = re.search(r"mem_load \w+ (\w+)", COMMITTED.read_text())
        self.assertEqual(self.play(self.copy(load[0], load[0][:-8] + "7f000000"))[0], 1)

    def test_an_end_that_never_comes(self):
        # The query is not started.
        self.assert_different(self.play(self.copy("reg_write 00000004 00000001", "reg_write 0000000c 00000000")),
                              "query 0: no end after ")

    def test_other_machines_are_refused(self):
        configuration = re.search(r"configuration \w+", COMMITTED.read_text())[0]
        for changed, text in ((f"{configuration}\nset sdram.banks=8", "set sdram.banks=8: the RTL of the chip is "),
                              ("configuration 0123456789abcdef", "configuration 0123456789abcdef: expected "),
                              (f"{configuration}\nexpect nonsense", ":3: expected a statement of golden vectors")):
            status, said = self.play(self.copy(configuration, changed))
            self.assertIn(text, said)
            self.assertEqual(status, 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--collisionchip", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("simulator", choices=("Icarus", "Verilated"))
    parser.parse_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], OPTIONS.simulator])
