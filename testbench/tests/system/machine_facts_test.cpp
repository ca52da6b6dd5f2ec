// What is said of a machine before it is asked anything, by hand from its keys and from docs/costs.md.
#include "collisionchip/testbench/account/machine_facts.h"

#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/statistics/costs.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with(const std::string& name, const std::vector<std::string>& sets) {
  ChipConfig config = preset(name);
  for (const std::string& set : sets) apply_set(config, set);
  return config;
}

std::string memory_of(const std::string& name, const std::vector<std::string>& sets = {}) {
  return machine_facts(with(name, sets)).memory_text();
}

TEST(MachineFacts, SayTheMemoryWithItsPartsAndItsBandwidth) {
  EXPECT_EQ(memory_of("paper41"), "1 channel of SDRAM, 8.53 GB/s");
  EXPECT_EQ(memory_of("beyond"), "2 channels of SDRAM, 8.53 GB/s");
  EXPECT_EQ(memory_of("today"), "8 channels of HBM2-2.0 (of a stack's 16), 128.00 GB/s");
  EXPECT_EQ(memory_of("today", {"memory.kind=lpddr5-6400"}),
            "8 channels of LPDDR5-6400 (2 packages of 4 channels), 102.40 GB/s");
  EXPECT_EQ(memory_of("today", {"memory.kind=ddr5-4800", "memory.channels=1"}),
            "1 channel of DDR5-4800 (of a DIMM's 2), 19.20 GB/s");
  EXPECT_EQ(memory_of("today", {"memory.kind=ddr4-3200", "memory.channels=2"}),
            "2 channels of DDR4-3200 (2 DIMMs), 51.20 GB/s");
}

// The slower of pins and chip, in each channel.
TEST(MachineFacts, ThePeakIsThatOfPinsOrChip) {
  EXPECT_DOUBLE_EQ(machine_facts(preset("paper41")).bytes_per_cycle, 32);
  EXPECT_DOUBLE_EQ(machine_facts(preset("beyond")).bytes_per_cycle, 2 * 16);
  EXPECT_DOUBLE_EQ(machine_facts(preset("today")).bytes_per_cycle, 8 * 16);
  EXPECT_DOUBLE_EQ(machine_facts(with("today", {"sdram.bus_bytes=8"})).bytes_per_cycle, 8 * 8);
  EXPECT_DOUBLE_EQ(machine_facts(with("today", {"sdram.bus_bytes=8"})).gb_per_s, 64);
  const MachineFacts slow = machine_facts(
      with("today", {"memory.kind=ddr4-3200", "memory.channels=1", "chip.clock_period_ps=3750"}));
  EXPECT_DOUBLE_EQ(slow.bytes_per_cycle, 32) << "16 bytes at 1600 MHz are 96 in a cycle of 3.75 ns";
  EXPECT_DOUBLE_EQ(slow.gb_per_s, 32 / 3.75);
}

TEST(MachineFacts, TheAreaIsTheOneOfAChipThatRan) {
  for (const std::string& name : all_preset_names()) {
    JudgedSimulation simulation(preset(name));
    EXPECT_DOUBLE_EQ(machine_facts(preset(name)).mm2,
                     1e-6 * static_cast<double>(chip_cost(simulation.board()).area_um2))
        << name;
  }
  EXPECT_NEAR(machine_facts(preset("paper41")).mm2, 31.43, 0.005);
}

TEST(MachineFacts, TheClockIsHeldAgainstTheSynthesis) {
  const MachineFacts paper = machine_facts(preset("paper41")), ours = machine_facts(preset("beyond"));
  EXPECT_NEAR(paper.clock_mhz, 266.67, 0.01);
  EXPECT_NEAR(paper.clock_met_mhz, 1e3 / 16.3, 0.01);
  EXPECT_EQ(paper.slowest_unit, "triangle_unit");
  EXPECT_FALSE(paper.meets_clock());
  EXPECT_NEAR(ours.clock_met_mhz, 1e3 / 9.14, 0.01);
  EXPECT_EQ(ours.slowest_unit, "pci_interface");
  EXPECT_TRUE(machine_facts(with("paper41", {"chip.clock_period_ps=16300"})).meets_clock());
}

TEST(MachineFacts, RtlExistsForAMachineOrNot) {
  EXPECT_TRUE(machine_facts(preset("paper41")).has_rtl);
  EXPECT_TRUE(machine_facts(with("paper41", {"triangle_unit.cache_lines=64"})).has_rtl) << "a parameter";
  EXPECT_FALSE(machine_facts(with("paper41", {"dop_unit.register_sets=4"})).has_rtl);
  EXPECT_FALSE(machine_facts(with("paper41", {"tree.format=obb64"})).has_rtl);
  EXPECT_FALSE(machine_facts(with("paper41", {"memory_controller.leaf_layout=triangle"})).has_rtl);
  for (const char* name : {"bruteforce", "beyond", "today"})
    EXPECT_FALSE(machine_facts(preset(name)).has_rtl) << name;
}

}  // namespace
}  // namespace collisionchip
