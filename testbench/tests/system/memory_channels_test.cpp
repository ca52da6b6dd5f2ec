// The machine with groups before several channels of memory, and before memories by name.
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/tests/system/grouped_objects.h"
#include "collisionchip/testbench/tests/tlm/named_memories.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

Pose some_pose() {
  Random random(5);
  return random_pose(random, 0.3);
}

ChipAnswer answer_of(const ChipConfig& config, unsigned construction_order = 0) {
  EXPECT_EQ(find_conflict(config), std::nullopt);
  BoardOptions options;
  options.construction_order = construction_order;
  JudgedSimulation simulation(config, options);
  simulation.driver().upload(tori_in_groups().a, tori_in_groups().b);
  ChipAnswer answer = simulation.query(some_pose());
  expect_clean(simulation);
  expect_accounts(answer);
  return answer;
}

ChipConfig with_channels(std::uint32_t channels, std::uint32_t interleave = 256) {
  ChipConfig config = preset("beyond");
  config.memory.channels = channels;
  config.memory.interleave_bytes = interleave;
  config.sdram.bus_bytes = 32;
  return config;
}

const UnitCycles* channel_account(const ChipAnswer& answer, const std::string& unit) {
  for (const UnitCycles& cycles : answer.units) {
    if (cycles.unit == unit) return &cycles;
  }
  return nullptr;
}

TEST(MemoryChannels, AnyNumberAndAnyPiecesGiveTheExactPairs) {
  const auto expected = exact_pairs(tori_in_groups().a, tori_in_groups().b, some_pose());
  ASSERT_GT(expected.size(), 20u);
  Cycle one = 0;
  for (const std::uint32_t channels : {1u, 2u, 4u, 8u}) {
    for (const std::uint32_t interleave : {32u, 64u, 256u, 4096u}) {
      const ChipAnswer answer = answer_of(with_channels(channels, interleave));
      EXPECT_EQ(answer.pairs, expected);
      EXPECT_EQ(counter(answer, "sdram.reads"), counter(answer, "record_cache.tumbled_bursts") +
                                                    counter(answer, "record_cache.aligned_bursts") +
                                                    counter(answer, "record_cache.block_bursts"));
      Cycle busy = 0;
      for (std::uint32_t i = 0; i < channels; ++i) {
        for (const char* unit : {"memory_controller", "sdram"}) {
          const UnitCycles* account = channel_account(answer, numbered(unit, i));
          ASSERT_NE(account, nullptr) << numbered(unit, i);
          EXPECT_GT(account->busy, 0u) << numbered(unit, i) << ", pieces of " << interleave;
          busy += account->busy;
        }
      }
      EXPECT_EQ(busy * 32, 2 * counter(answer, "sdram.bytes"));
      EXPECT_EQ(channel_account(answer, numbered("sdram", channels)), nullptr);
      if (channels == 1 && interleave == 256) one = answer.cycles;
      if (channels == 1 && interleave == 32) {
        EXPECT_EQ(answer.cycles, answer_of(with_channels(1)).cycles) << "of one channel nothing is cut";
      }
      if (channels == 8 && interleave == 256) {
        EXPECT_LT(answer.cycles, one);
      }
    }
  }
}

TEST(MemoryChannels, TwoOfHalfTheWidthBringAsMuchAsOne) {
  ChipConfig halves = with_channels(2);
  halves.sdram.bus_bytes = 16;
  EXPECT_DOUBLE_EQ(machine_facts(halves).gb_per_s, machine_facts(with_channels(1)).gb_per_s);
  EXPECT_EQ(answer_of(halves).pairs, answer_of(with_channels(1)).pairs);
}

TEST(MemoryChannels, TheOrderOfConstructionChangesNothing) {
  ChipConfig config = preset("today");
  config.group = preset("beyond").group;
  const ChipAnswer first = answer_of(config);
  for (const unsigned order : {1u, 77u, 4711u, 99999u}) {
    const ChipAnswer answer = answer_of(config, order);
    EXPECT_EQ(answer.pairs, first.pairs);
    EXPECT_EQ(answer.cycles, first.cycles) << order;
  }
}

TEST(MemoryChannels, EachHasASiliconAndAnEnergyOfItsOwn) {
  const ChipAnswer one = answer_of(with_channels(1)), four = answer_of(with_channels(4));
  EXPECT_EQ(counter(four, "memory_controller.area_um2"), 4 * counter(one, "memory_controller.area_um2"));
  EXPECT_GT(counter(four, "sdram.energy_pj"), counter(one, "sdram.energy_pj"))
      << "as much is read in less time, by four times as many memory chips";
}

class NamedMemories : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(NamedMemories, GiveTheExactPairsInOneChannelAndInFour) {
  for (const std::uint32_t channels : {1u, 4u}) {
    ChipConfig config = with_channels(channels);
    config.chip.clock_period_ps = 1000;
    set_memory_kind(config, GetParam());
    const ChipAnswer answer = answer_of(config);
    EXPECT_EQ(answer.pairs, exact_pairs(tori_in_groups().a, tori_in_groups().b, some_pose()));
    EXPECT_GE(counter(answer, "sdram.burst_cycles"), counter(answer, "sdram.data_cycles"));
  }
}
INSTANTIATE_TEST_SUITE_P(Kinds, NamedMemories, named_memories(), name_of_memory);

}  // namespace
}  // namespace collisionchip
