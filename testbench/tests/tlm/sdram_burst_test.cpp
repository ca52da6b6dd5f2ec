// Bursts on the data bus, and for how long a row may be open: rules of the SDRAM, each tight from both sides as in
// sdram_timing_test.cpp.
#include <array>
#include <tuple>

#include "collisionchip/testbench/tests/tlm/sdram_commands.h"

namespace collisionchip {
namespace {

using namespace testing_support;

class BurstLength : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(BurstLength, KeepsTheBusBusyAndNeverTwice) {
  Config config = defaults(PagePolicy::open);
  config.command_cycles = 1;
  Requests requests = {pair_at(0, 0), pair_at(0, 256)};
  requests[0].beats = GetParam();
  auto commands = commands_of(config, requests);
  EXPECT_EQ(commands[2].cycle, commands[1].cycle + GetParam());
  EXPECT_EQ(violations_of(config, commands), std::vector<std::string>{});
  commands[2].cycle -= 1;
  EXPECT_TRUE(breaks("bus", config, commands));
}

TEST_P(BurstLength, IsNotCutByAPrecharge) {
  Config config = defaults(PagePolicy::open);
  config.command_cycles = config.t_ras = 1;
  Requests requests = {pair_at(0, 0), pair_at(0, kRow)};
  requests[0].beats = GetParam();
  auto commands = commands_of(config, requests);
  EXPECT_EQ(commands[2].cycle, commands[1].cycle + GetParam());
  EXPECT_EQ(violations_of(config, commands), std::vector<std::string>{});
  commands[2].cycle -= 1;
  EXPECT_TRUE(breaks("burst", config, commands));
}
INSTANTIATE_TEST_SUITE_P(Beats, BurstLength, ::testing::Values(2, 4, 8));

// Beats asked for, burst length in the mode register, cycles on the data bus.
class ModeBurst : public ::testing::TestWithParam<std::array<std::uint32_t, 3>> {
 protected:
  Config config(PagePolicy policy) const {
    Config c = defaults(policy);
    c.command_cycles = c.t_ras = 1;
    c.mode_burst = GetParam()[1];
    return c;
  }
  // The distance of two commands of the reads, and that one cycle less breaks the rule.
  void expect_distance(const std::string& rule, PagePolicy policy, std::uint64_t second, std::size_t from,
                       std::size_t to, Cycle distance) const {
    Requests requests = {pair_at(0, 0), pair_at(0, second)};
    requests[0].beats = GetParam()[0];
    auto commands = commands_of(config(policy), requests);
    EXPECT_EQ(commands[to].cycle - commands[from].cycle, distance);
    EXPECT_EQ(violations_of(config(policy), commands), std::vector<std::string>{});
    commands[to].cycle -= 1;
    EXPECT_TRUE(breaks(rule, config(policy), commands));
  }
};

TEST_P(ModeBurst, HasTheDataBusForWholeBursts) {
  expect_distance("bus", PagePolicy::open, 256, 1, 2, GetParam()[2]);
}

TEST_P(ModeBurst, IsNotCutByAPrecharge) {
  expect_distance("burst", PagePolicy::open, kRow, 1, 2, GetParam()[2]);
}

TEST_P(ModeBurst, IsOutBeforeTheBankPrechargesItself) {
  const Cycle t_rp = Config{}.t_rp;
  Config c = config(PagePolicy::closed);
  Requests requests = {pair_at(0, 0), pair_at(0, kRow)};
  requests[0].beats = GetParam()[0];
  c.t_rc = 1;
  auto commands = commands_of(c, requests);
  EXPECT_EQ(commands[2].cycle - commands[1].cycle, GetParam()[2] + t_rp);
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
  commands[2].cycle -= 1;
  EXPECT_TRUE(breaks("tRP", c, commands));
}

TEST_P(ModeBurst, CountsOnlyWhatWasAskedFor) {
  SdramTiming timing(config(PagePolicy::open));
  timing.serve({0, 0, 0, 0, GetParam()[0]});
  EXPECT_EQ(timing.statistics().data_cycles, GetParam()[0]);
  EXPECT_EQ(timing.statistics().bytes, 32 * GetParam()[0]);
}
INSTANTIATE_TEST_SUITE_P(Beats, ModeBurst,
                         ::testing::Values(std::array<std::uint32_t, 3>{4, 0, 4},
                                           std::array<std::uint32_t, 3>{4, 8, 8},
                                           std::array<std::uint32_t, 3>{4, 4, 4},
                                           std::array<std::uint32_t, 3>{3, 2, 4},
                                           std::array<std::uint32_t, 3>{8, 8, 8}));

// The longest time for which a row may be open.
class OpenTime : public ::testing::TestWithParam<std::tuple<std::uint32_t, std::uint32_t>> {
 protected:
  Config config() const {
    Config c = defaults(PagePolicy::open);
    c.t_ras_max = 200 + std::get<0>(GetParam());
    c.command_cycles = std::get<1>(GetParam());
    return c;
  }
};

TEST_P(OpenTime, ARowIsClosedInTheLastSlotAndNotLater) {
  const Config c = config();
  auto commands = commands_of(c, {pair_at(0, 0), pair_at(3000, 256)});
  ASSERT_EQ(commands.size(), 5u) << "ACT READ PRE, ACT READ";
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
  ASSERT_EQ(commands[2].kind, SdramCommandKind::precharge);
  EXPECT_EQ(commands[2].cycle, c.t_ras_max / c.command_cycles * c.command_cycles);
  commands[2].cycle += c.command_cycles;
  EXPECT_TRUE(breaks("tRASmax", c, commands));
  commands.erase(commands.begin() + 2);
  EXPECT_TRUE(breaks("tRASmax", c, commands)) << "never closed";
}

TEST_P(OpenTime, AReadWhoseBurstWouldNotEndInTimeWaitsForTheRowToBeOpenAgain) {
  const Config c = config();
  const Cycle closing = c.t_ras_max / c.command_cycles * c.command_cycles;
  for (Cycle arrival = closing - 30; arrival <= closing + 10; ++arrival) {
    const auto commands = commands_of(c, {pair_at(0, 0), pair_at(arrival, 256)});
    EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
    const Cycle slot = (arrival + c.command_cycles - 1) / c.command_cycles * c.command_cycles;
    const bool in_time = slot + 8 <= closing;
    EXPECT_EQ(commands.size(), in_time ? 3u : 5u) << arrival;
    if (in_time) {
      EXPECT_EQ(commands[2].cycle, slot) << arrival;
    }
  }
}

TEST_P(OpenTime, HoldsWhileAReceiverLetsReadsWait) {
  const Config c = config();
  const Requests requests = {
      pair_at(0, 0), {0, 0, 5000, kPage, 8}, pair_at(0, 2 * kPage), {0, 0, 9000, 0, 8}};
  EXPECT_EQ(violations_of(c, commands_of(c, requests)), std::vector<std::string>{});
  SdramTiming timing(c);
  timing.serve(requests[0]);
  EXPECT_LE(timing.serve(requests[1]), 5000u + 40);
}

// When the rows are closed does not depend on who asks, and when.
TEST_P(OpenTime, IsAPureFunctionOfTheRequests) {
  Config c = config();
  c.refresh_interval = 700;
  std::vector<SdramCommand> streams[2];
  for (int asked = 0; asked < 2; ++asked) {
    SdramTiming timing(c);
    Cycle arrival = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
      arrival += i * 37 % 90;
      const auto take = [&] {
        streams[asked].insert(streams[asked].end(), timing.issued().begin(), timing.issued().end());
      };
      for (Cycle now = arrival - std::min<Cycle>(arrival, 60); asked == 1 && now <= arrival; now += 7) {
        if (now < timing.statistics().last_data_cycle) continue;
        timing.refresh_until(now);
        take();
      }
      timing.serve(pair_at(arrival, i * 5 % 11 * kPage + i % 3 * 256));
      take();
    }
    std::stable_sort(streams[asked].begin(), streams[asked].end(),
                     [](const SdramCommand& a, const SdramCommand& b) { return a.cycle < b.cycle; });
    EXPECT_EQ(violations_of(c, streams[asked]), std::vector<std::string>{});
    EXPECT_EQ(
        timing.statistics().row_hits + timing.statistics().row_empty + timing.statistics().row_conflicts,
        300u);
  }
  ASSERT_EQ(streams[0].size(), streams[1].size());
  for (std::size_t i = 0; i < streams[0].size(); ++i) {
    EXPECT_EQ(streams[0][i].cycle, streams[1][i].cycle);
    EXPECT_EQ(streams[0][i].kind, streams[1][i].kind);
  }
}
INSTANTIATE_TEST_SUITE_P(Slots, OpenTime,
                         ::testing::Combine(::testing::Values(0, 1, 3), ::testing::Values(1, 2, 4)));

}  // namespace
}  // namespace collisionchip
