// Rows of machines, and those of their hosts: complete, and each is the one that its own examples and presets choose.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/config/config_file.h"
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
      EXPECT_TRUE(host.registers);
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
    for (const std::string& key : host.reference_keys)
      EXPECT_TRUE(find_key(key) != nullptr || key == "group.") << key;
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

std::vector<ConflictRule> all_rules(const MachineKind& machine) {
  std::vector<ConflictRule> all = machine.conflicts;
  all.insert(all.end(), shared_rules().begin(), shared_rules().end());
  return all;
}

// The ranges of keys keep these; a node format of one's own can break the last three.
const std::set<std::string>& cannot_be_broken() {
  static const std::set<std::string> all = {
      "With several `memory.channels`, `memory.interleave_bytes` is at least `sdram.bus_bytes`.",
      "`sdram.bus_bytes` divides the bytes from pair to pair of nodes.",
      "`dop.k` is at most the number of coefficients that a node holds.",
      "`memory_controller.leaf_layout = \"triangle\"` is a layout of nodes with 128 bytes."};
  return all;
}

// A preset, and keys with which it breaks one rule.
struct BrokenRule {
  const char* preset;
  std::vector<std::string> keys;
};

const std::vector<BrokenRule>& broken_rules() {
  static const std::vector<BrokenRule> all = {
      {"paper41", {"tree.degree=4"}},
      {"paper41", {"tree.builder=bottom_up", "tree.rule=median"}},
      {"paper41", {"tree.axis=normals"}},
      {"paper41", {"tree.rule=axis_point", "tree.objective=overlap"}},
      {"paper41", {"sdram.bank_groups=16"}},
      {"paper41", {"sdram.t_ccd_l=3"}},
      {"beyond", {"sdram.capacity_mib=7"}},
      {"paper41", {"memory.clock_bytes=64"}},
      {"paper41", {"sdram.model=constant", "memory.clock_mhz=100"}},
      {"paper41", {"sdram.capacity_mib=1", "sdram.banks=64", "sdram.page_bytes=65536"}},
      {"paper41", {"sdram.t_rc=1"}},
      {"paper41", {"sdram.model=constant", "sdram.constant_interval=1"}},
      {"paper41", {"sdram.refresh_interval=5"}},
      {"paper41", {"sdram.t_ras_max=5"}},
      {"paper41", {"tree.format=aabb21", "stack_sram.entries=8"}},
      {"paper41", {"memory_controller.leaf_layout=triangle"}},
      {"paper41", {"triangle_unit.cache_ways=3"}},
      {"paper41", {"pointer_fifo.threshold=60000"}},
      {"paper41", {"tree.format=obb64", "tree.builder=bottom_up"}},
      {"paper41", {"stack_engine.transformed=stack"}},
      {"paper41", {"stack_engine.traversal=pairs", "stack_engine.list_heads=sram"}},
      {"paper41", {"stack_engine.traversal=pairs", "stack_sram.ecc=parity"}},
      {"paper41", {"tree.format=obb64", "stack_engine.traversal=pairs"}},
      {"paper41", {"tree.format=aabb32", "aabb_unit.parent=refetch"}},
      {"paper41", {"tree.format=aabb32-leafless", "stack_engine.leaf_test=triangle"}},
      {"paper41", {"tree.format=aabb21", "aabb_unit.parent=refetch", "stack_engine.list_heads=sram"}},
      {"paper41", {"tree.format=aabb21", "stack_sram.ecc=secded"}},
      {"paper41",
       {"refit_unit.directions=4", "memory_controller.leaf_layout=triangle",
        "stack_engine.leaf_test=triangle"}},
      {"paper41", {"host.lanes=8"}},
      {"paper41", {"host.kind=axi", "pci.clock_cycles=4"}},
      {"paper41", {"host.ring_entries=64"}},
      {"paper41", {"host.results=memory", "host.ring_entries=8"}},
      {"paper41", {"host.kind=pcie", "host.results=memory", "host.burst_bytes=256"}},
      {"paper41", {"host.results=memory", "pointer_fifo.entry_check=true"}},
      {"beyond", {"sdram.bus_bytes=64"}},
      {"beyond", {"sdram.model=constant"}},
      {"beyond", {"engine.count=2"}},
      {"beyond", {"group_engine.queries=2", "pointer_fifo.entry_check=true"}},
      {"beyond", {"contact_unit.multipliers=8", "small_triangle_unit.undecided=slow_unit"}},
      {"beyond", {"pose_unit.multipliers=4"}},
      {"beyond",
       {"host.results=memory", "pose_unit.multipliers=4", "small_triangle_unit.undecided=slow_unit"}},
  };
  return all;
}

// The page of the configuration says each rule in the words of its row.
TEST(MachineRows, HaveRulesThatNameTheKeysOfTheirConflicts) {
  std::set<std::string> said, seen;
  for (const MachineKind& machine : machine_kinds()) {
    std::set<std::string> own;
    for (const ConflictRule& rule : all_rules(machine)) {
      EXPECT_TRUE(own.insert(rule.says).second) << machine.name << " says twice: " << rule.says;
      said.insert(rule.says);
    }
  }
  for (const BrokenRule& one : broken_rules()) {
    ChipConfig config = preset(one.preset);
    for (const std::string& key : one.keys) apply_set(config, key);
    SCOPED_TRACE(one.keys.back());
    const std::vector<ConflictRule> rules = all_rules(machine_of(config));
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [&](const ConflictRule& r) { return r.broken(config).has_value(); });
    ASSERT_NE(rule, rules.end());
    const ConfigConflict conflict = *rule->broken(config);
    EXPECT_EQ(find_conflict(config)->text, conflict.text);
    EXPECT_NE(rule->says.find("`" + conflict.keys.front()), std::string::npos) << rule->says;
    seen.insert(rule->says);
  }
  for (const std::string& says : said)
    EXPECT_EQ(seen.count(says), cannot_be_broken().count(says) == 0 ? 1u : 0u) << says;
}

}  // namespace
}  // namespace collisionchip
