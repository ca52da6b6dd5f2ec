#!/usr/bin/env python3
"""Config has the keys that `collisionchip config` prints, and says of each what docs/tables/keys.csv says.

    config_test.py COLLISIONCHIP FOLDER_OF_THE_PACKAGE
"""
import csv
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from collections.abc import Mapping

PROGRAM = os.path.abspath(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[2])

import collisionchip as cc  # noqa: E402


def said(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, encoding="utf-8", check=True).stdout


class Configuration(unittest.TestCase):
    def test_it_is_the_mapping_that_the_program_prints(self):
        for chip in cc.presets():
            config, text = cc.Config(chip), said("config", "--chip", chip)
            expected = {f"{section}.{key}": value for section, keys in tomllib.loads(text).items() for key, value in keys.items()}
            self.assertEqual((config.toml, list(config.items()), config.sections), (text, list(expected.items()), tomllib.loads(text)))
            self.assertEqual((config, len(config), dict(config)), (expected, len(expected), expected))
        self.assertIsInstance(config, Mapping)
        self.assertEqual(config.get("sdram.bnaks", 7), 7)
        self.assertNotIn("sdram.bnaks", config)
        self.assertRaises(KeyError, lambda: config["sdram.bnaks"])
        with self.assertRaises(TypeError):
            config["sdram.banks"] = 8

    def test_hash_and_facts_are_those_of_a_result(self):
        with tempfile.TemporaryDirectory() as folder:
            said("mesh", "gear", f"{folder}/gear.ply", "-n", "60")
            said("collide", f"{folder}/gear.ply", f"{folder}/gear.ply", "--chip", "today", "--set", "sdram.banks=8", "--stats", f"{folder}/s.json")
            run = json.loads(pathlib.Path(f"{folder}/s.json").read_text())["run"]
        config = cc.Config("today", sdram__banks=8)
        self.assertEqual((config.hash, config.sections, config.facts), (run["configuration_hash"], run["configuration"], run["machine"]))
        self.assertEqual(cc.Machine(config).area_mm2, run["machine"]["mm2"])

    def test_another_one_has_other_keys(self):
        config = cc.Config("today", {"sdram": {"t_rp": 60}})
        other = config.replace(memory__kind="ddr4-3200").replace({"sdram.banks": 8})
        self.assertEqual((other["sdram.t_rp"], other["sdram.banks"], config["sdram.t_rp"]), (60, 8, 60))
        self.assertEqual(other, cc.Config("today", {"memory.kind": "ddr4-3200", "sdram.banks": 8, "sdram.t_rp": 60}))
        self.assertEqual((other.chip, other.changed), ("today", {"sdram.t_rp": 60, "memory.kind": "ddr4-3200", "sdram.banks": 8}))
        self.assertEqual(repr(other), "<Config today, sdram.t_rp=60, memory.kind=ddr4-3200, sdram.banks=8>")
        self.assertEqual(len({config, cc.Config("today", sdram__t_rp=60), other}), 2)
        self.assertNotEqual(config, other)
        self.assertRaisesRegex(cc.Error, "nearest is sdram.banks", config.replace, {"sdram.bnaks": 8})
        self.assertRaisesRegex(cc.Error, "is less than", config.replace, {"sdram.t_rc": 2})

    def test_a_machine_is_a_value_also_elsewhere(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "chip.toml")
            path.write_text('base = "today"\n[sdram]\nt_rp = 60\n')
            machine = cc.Machine(path, {"sdram.banks": 8})
        gear = cc.Shape.make("gear", 60)
        for one in (machine, pickle.loads(pickle.dumps(machine))):
            self.assertEqual((one.configuration, repr(one), one.collide(gear, gear).cost["cycles"]),
                             (machine.configuration, f"<Machine {path}, sdram.banks=8>", machine.collide(gear, gear).cost["cycles"]))
            slow = one.replace({"memory.kind": "ddr4-3200"})
            self.assertEqual((slow["sdram.t_rp"], slow["sdram.t_rcd"]), (60, 22), "what was set by itself stays")

    def test_a_key_is_described_as_in_the_table(self):
        told = {row["key"]: row for row in csv.DictReader(said("config", "--doc", "--csv", "-").splitlines())}
        config = cc.Config()
        self.assertEqual(list(told), list(config))
        for key, row in told.items():
            text = config.describe(key)
            self.assertEqual((text["unit"], text["range"].replace("`", ""), text["source"]), (row["unit"], row["values"], row["paper"]), key)
            self.assertEqual(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text["meaning"]).replace("`", ""), row["meaning"], key)
            self.assertEqual(str(text["default"]).lower(), row["default"], key)
            self.assertEqual(text["default"], config[key], key)
            for choice in text["choices"] or (text["least"], text["most"]):
                self.assertIs(type(choice), type(config[key]), key)
            if text["choices"]:
                self.assertEqual([str(choice).lower() for choice in text["choices"]], re.findall(r"[\w.-]+", row["values"].replace(" or ", " ")), key)
            else:
                self.assertTrue(row["values"].endswith(f"{text['least']}..{text['most']}"), key)
        self.assertRaises(KeyError, config.describe, "sdram.bnaks")

    def test_presets_are_those_of_the_list(self):
        listed = said("config", "--list")
        for name, text in cc.presets().items():
            self.assertIn(name, listed)
            self.assertIn(text, said("config", "--doc"))
        self.assertEqual(len(cc.presets()), len(re.findall("^[|] `", said("config", "--doc").split("\n## ")[0], re.M)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
