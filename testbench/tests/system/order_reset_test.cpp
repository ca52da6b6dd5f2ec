// Nothing depends on the order in which the units were
// made, and a reset chip equals a fresh one, in everything.
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig under_pressure() {
  ChipConfig config;
  config.pointer_fifo.depth = 3;
  config.pointer_fifo.threshold = 2;
  config.triangle_unit.queue_depth = 1;
  config.triangle_unit.vertices_per_cycle = 3;
  config.memory_controller.request_queue_depth = 1;
  config.stack_sram.entries = 64;
  config.sdram.queue_depth = 1;
  return config;
}

TEST(ConstructionOrder, FortyPermutationsGiveTheSameEverything) {
  Random random(1);
  const ObjectPair objects = random_objects(random, 60);
  const std::vector<Pose> poses = {random_pose(random, 0.2), random_pose(random, 0.4)};
  ChipConfig crowded = preset("paper52");
  crowded.pointer_fifo.depth = crowded.pointer_fifo.threshold = 1;
  ChipConfig lanes = preset("bruteforce");
  lanes.pointer_fifo.depth = lanes.pointer_fifo.threshold = lanes.triangle_unit.queue_depth = 1;
  for (const ChipConfig& config : {preset("paper41"), preset("paper52"), under_pressure(), crowded, lanes}) {
    std::vector<std::string> first;
    for (unsigned permutation = 0; permutation < 40; ++permutation) {
      BoardOptions options;
      options.construction_order = permutation * 1009;  // of 8! = 40320
      JudgedSimulation simulation(config, options);
      simulation.driver().upload(objects.a, objects.b);
      std::vector<std::string> accounts;
      for (const Pose& pose : poses) {
        for (const bool witness : {false, true}) {
          accounts.push_back(account_of(simulation.query(pose, witness)));
        }
      }
      if (permutation == 0) first = accounts;
      EXPECT_EQ(accounts, first) << permutation;
      expect_clean(simulation);
    }
  }
}

struct Reset : ::testing::Test {
  Random random{2};
  ObjectPair objects = tori();
  std::vector<Pose> poses;

  Reset() {
    for (int i = 0; i < 6; ++i) poses.push_back(random_pose(random, 0.15 * (i + 1)));
  }
  std::string fresh(const ChipConfig& config, std::size_t pose, bool witness = false) {
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    return account_of(simulation.query(poses[pose], witness));
  }
  void in_the_middle(const ChipConfig& config) {
    using namespace registers;
    const std::string alone = fresh(config, 1);
    JudgedSimulation simulation(config);
    Driver& driver = simulation.driver();
    driver.upload(objects.a, objects.b);
    EXPECT_EQ(account_of(simulation.query(poses[1])), alone);
    const MemoryImage a = make_memory_image(nodes_of(config), objects.a, 0);
    const auto base = static_cast<std::uint32_t>((a.bytes() + 4095) / 4096 * 4096);
    for (int run = 0; run < 60; ++run) {
      sc_core::sc_time delay;
      const std::uint32_t words[] = {kReset, base | 3, 3, kStart};
      driver.write(kControl, &words[0], 4, delay);
      driver.write(kTumbledRoot, &words[1], 4, delay);
      driver.write(kAlignedRoot, &words[2], 4, delay);
      ASSERT_EQ(driver.write(kControl, &words[3], 4, delay), tlm::TLM_OK_RESPONSE);
      const Cycle until = delay.value() / 3750 + static_cast<Cycle>(random.below(3000));
      sc_core::sc_start(sc_core::sc_time::from_value(until * 3750));
      EXPECT_EQ(account_of(simulation.query(poses[1])), alone) << "reset after " << until << " cycles";
    }
    expect_clean(simulation);
  }
};

TEST_F(Reset, AUsedBoardEqualsAFreshOneWhateverCameBefore) {
  ChipConfig refreshed;
  refreshed.sdram.refresh_interval = 2080;
  for (const ChipConfig& config : {preset("paper41"), preset("paper52"), preset("paper52-eq5"),
                                   preset("bruteforce"), under_pressure(), refreshed}) {
    std::vector<std::string> alone;
    for (std::size_t i = 0; i < poses.size(); ++i) alone.push_back(fresh(config, i));
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    for (int step = 0; step < 12; ++step) {
      const auto pose = static_cast<std::size_t>(random.below(6));
      if (step % 3 == 2) simulation.query(poses[static_cast<std::size_t>(random.below(6))], true);
      EXPECT_EQ(account_of(simulation.query(poses[pose])), alone[pose]) << "step " << step;
    }
    EXPECT_EQ(account_of(simulation.query(poses[0], true)), fresh(config, 0, true));
    expect_clean(simulation);
  }
}

TEST_F(Reset, InTheMiddleOfAQueryAtAnyTime) {
  in_the_middle(under_pressure());
}

TEST_F(Reset, InTheMiddleOfAQueryWithoutATree) {
  in_the_middle(preset("bruteforce"));
}

TEST_F(Reset, AfterAQueryThatAnErrorEnded) {
  const ChipConfig config;
  const std::string alone = fresh(config, 1);
  JudgedSimulation simulation(config);
  Driver& driver = simulation.driver();
  driver.upload(objects.a, objects.b);
  const MemoryImage good = make_memory_image(*config.node_format, objects.a, 0);
  for (const bool leaf : {false, true}) {  // the child link of inner nodes, the triangle link of leaves
    // Everything of the kind is bad, so that some query meets it.
    MemoryImage bad = good;
    break_links(bad, objects.a, leaf, 0xffff'ff00);
    sc_core::sc_time delay;
    driver.write(registers::kSdramWindow, bad.words.data(), bad.bytes(), delay);
    EXPECT_THROW(simulation.query(poses[1]), std::runtime_error);
    driver.write(registers::kSdramWindow, good.words.data(), good.bytes(), delay);
    EXPECT_EQ(account_of(simulation.query(poses[1])), alone) << "leaf " << leaf;
  }
  expect_clean(simulation);
}

}  // namespace
}  // namespace collisionchip
