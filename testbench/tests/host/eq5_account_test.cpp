// The account between Eq. 5 and the model: it adds up, and each change of the machine shows under its topic.
#include "collisionchip/testbench/account/eq5_account.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Eq5AccountTest : ::testing::Test {
  ObjectPair objects{object_of(torus(8, 6)), object_of(torus(9, 5))};
  Pose pose;

  Eq5Account account(const ChipConfig& config) const {
    return account_for_eq5(config, objects.a, objects.b, pose);
  }
  ChipAnswer answer(const ChipConfig& config) const {
    JudgedSimulation simulation(config);
    simulation.driver().upload(objects.a, objects.b);
    return simulation.query(pose);
  }
};

TEST_F(Eq5AccountTest, FromTheFormulaToTheCyclesOfTheChip) {
  for (const std::string& name : preset_names()) {
    ChipConfig config = preset(name);
    config.sdram.ecc = name == "paper41" ? Ecc::secded : Ecc::none;
    const Eq5Account found = account(config);
    const ChipAnswer expected = answer(config);
    EXPECT_EQ(found.eq5, expected.eq5_cycles) << name;
    EXPECT_EQ(found.cycles, expected.cycles) << name;
    long long sum = static_cast<long long>(found.eq5);
    for (const Eq5Step& step : found.steps) sum += step.cycles;
    EXPECT_EQ(sum, static_cast<long long>(found.cycles)) << name;
    EXPECT_EQ(found.steps.size(), name == "paper52-eq5" ? 1u : name == "paper52" ? 5u : 8u) << name;
  }
}

TEST_F(Eq5AccountTest, AChangedKeyShowsUnderItsTopicAndNowhereElse) {
  struct Change {
    const char* key;
    std::uint32_t value;
    const char* topic;
  };
  for (const Change& change : {Change{"sdram.constant_interval", 20, "SDRAM banks"},
                               Change{"stack_engine.decision", 0, "the next list waits"},
                               Change{"triangle_unit.ideal", 0, "triangle reads and tests"},
                               Change{"dop_unit.dotadd_stages", 20, "DOP Unit"},
                               Change{"stack_engine.keep_pair", 1, "tumbled pairs that the next list keeps"},
                               Change{"memory_controller.interface_latency", 9, "input registers"},
                               Change{"stack_engine.look_ahead", 1, "pairs fetched ahead"}}) {
    ChipConfig config = preset("paper52-eq5");
    find_key(change.key)->set(config, change.value);
    const Eq5Account found = account(config);
    ASSERT_EQ(found.steps.size(), 2u) << change.key;
    EXPECT_EQ(found.steps[1].what.rfind(change.topic, 0), 0u) << found.steps[1].what;
    EXPECT_NE(found.steps[1].cycles, 0) << change.key;
    EXPECT_EQ(found.cycles, answer(config).cycles) << change.key;
  }
}

TEST_F(Eq5AccountTest, WhatIsAskedIsNoStep) {
  ChipConfig config = preset("paper52-eq5");
  config.query.tumbled_side = TumbledRule::a;
  config.stack_engine.leaf_test = LeafTest::triangle;
  config.sdram.capacity_mib = 64;
  const Eq5Account found = account(config);
  EXPECT_EQ(found.steps.size(), 1u);
  EXPECT_EQ(found.cycles, answer(config).cycles);
}

TEST(Eq5AccountText, OneLineForEachStepWithItsSign) {
  const Eq5Account account{1000, {{"first", 25}, {"second", -5}}, 1020};
  EXPECT_EQ(to_text(account),
            "        1000  Eq. 5: sum over all lists of 100 + (alpha - 2) * 10\n"
            "         +25  first\n"
            "          -5  second\n"
            "        1020  cycles of this chip\n");
}

}  // namespace
}  // namespace collisionchip
