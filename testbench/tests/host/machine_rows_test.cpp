// Rows of machines, and those of their hosts: complete, and each is the one that its own examples and presets choose.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/machine_sums.h"

namespace collisionchip {
namespace {

TEST(MachineRows, HaveAllTheirFunctionsAndAHost) {
  ASSERT_EQ(machine_kinds().size(), host_kinds().size());
  for (const MachineKind& machine : machine_kinds()) {
    SCOPED_TRACE(machine.name);
    EXPECT_TRUE(machine.units && machine.channels && machine.pins && machine.examples && machine.derive);
    EXPECT_TRUE(machine.keys && machine.sums && !machine.conflicts.empty() && machine.stops != "");
    for (const MachineExample& example : machine.examples()) {
      const HostKind& host = host_of(example.config);
      EXPECT_EQ(host.machine, machine.name);
      EXPECT_TRUE(host.least_bytes && host.object_bytes && host.write_object);
      EXPECT_TRUE(host.mmm_words && host.frame_words);
      EXPECT_TRUE(host.reference && host.read && host.account_text);
      EXPECT_EQ(host.read_entry != nullptr, machine.name == "groups") << "it alone has a command queue";
    }
  }
}

TEST(MachineRows, AreChosenByTheirExamplesAndPresets) {
  std::set<int> places;
  std::size_t examples = 0;
  for (const MachineKind& machine : machine_kinds()) {
    for (const MachineExample& example : machine.examples()) {
      EXPECT_EQ(machine_of(example.config).name, machine.name);
      EXPECT_FALSE(find_conflict(example.config)) << machine.name;
      places.insert(example.place);
      ++examples;
    }
    for (const Preset& one : machine.presets)
      EXPECT_EQ(machine_of(one.make()).name, machine.name) << one.name;
  }
  EXPECT_EQ(places.size(), examples) << "two examples have the same place";
}

TEST(MachineRows, NameKeysAndUnitsThatThereAre) {
  for (const MachineKind& machine : machine_kinds()) {
    for (const MachineExample& example : machine.examples()) {
      for (const std::string& name : machine.keys(example.config)) {
        const std::vector<std::string>& sections = config_sections();
        EXPECT_TRUE(find_key(name) != nullptr || std::count(sections.begin(), sections.end(), name) > 0)
            << name;
      }
      for (const std::string& unit : machine.pins(example.config))
        EXPECT_NO_THROW(place_of(chip_netlist(example.config), unit)) << machine.name << ", " << unit;
    }
  }
  for (const HostKind& host : host_kinds()) {
    for (const std::string& key : host.object_keys) EXPECT_NE(find_key(key), nullptr) << key;
  }
}

// A key of a unit that only other machines have is refused; which key says so depends on whether engine.kind differs.
TEST(MachineRows, SayWhichKeysAMachineLacks) {
  ChipConfig boxes, tiles;
  boxes.tree.format = TreeFormatKey::obb64;
  tiles.engine.kind = EngineKindKey::brute_force;
  EXPECT_TRUE(lacks(ChipConfig{}, *find_key("engine.tile")));
  EXPECT_TRUE(lacks(ChipConfig{}, *find_key("obb_unit.dotadds")));
  EXPECT_TRUE(lacks(boxes, *find_key("aabb_unit.parent")));
  EXPECT_TRUE(lacks(tiles, *find_key("tree.builder")));
  EXPECT_FALSE(lacks(boxes, *find_key("obb_unit.dotadds")));
  EXPECT_FALSE(lacks(tiles, *find_key("engine.tile")));
  EXPECT_FALSE(lacks(tiles, *find_key("sdram.t_rp"))) << "all machines have it";
}

TEST(MachineRows, HaveSumsOfTheSameNameInCommon) {
  std::set<std::string> names, rules;
  for (const MachineKind& machine : machine_kinds()) {
    std::set<std::string> own;
    for (const MachineSum& one : machine.sums()) {
      EXPECT_TRUE(own.insert(one.name).second) << machine.name << " has two sums called " << one.name;
      names.insert(one.name);
    }
  }
  const ClosingSums all = sums_of_machines();
  EXPECT_EQ(all.size(), names.size());
  for (const ClosingSum& sum : all) rules.insert(sum.rule());
  EXPECT_EQ(
      rules.count("counts of `stack_sram_left.list_length` + counts of `stack_sram_right.list_length` = "
                  "`stack_engine.lists`"),
      1u);
  EXPECT_EQ(rules.count("`triangle_unit.tests` = `stack_engine.triangle_tests` + `pair_sequencer.pairs`"),
            1u);
  EXPECT_EQ(
      rules.count("`dop_unit.discarded_pairs` + `obb_unit.discarded_pairs` + `aabb_unit.discarded_pairs` + "
                  "`stack_engine.prefetches_used` ≤ `stack_engine.prefetches`"),
      1u)
      << "what is new stands before what both have";
}

}  // namespace
}  // namespace collisionchip
