// What the SDRAM writes: each rule tight from both sides, as those of sdram_timing_test.cpp, and what is stored.
#include "collisionchip/testbench/judge/random_numbers.h"
#include "collisionchip/testbench/tests/tlm/sdram_commands.h"

namespace collisionchip {
namespace {

using namespace testing_support;

SdramAccess write_at(Cycle arrival, std::uint64_t address) {
  SdramAccess access = pair_at(arrival, address);
  access.write = true;
  return access;
}

// Eight beats each. A WRITE's data follow it by t_cwl = 2.
const TimingRule kWriteRules[] = {
    {"tWR", "tWR", &Config::t_wr, 16, PagePolicy::open, {write_at(0, 0), pair_at(0, kRow)}, 1, 2, 2 + 8},
    {"tWRBeforeAuto",
     "tRP",
     &Config::t_wr,
     16,
     PagePolicy::closed,
     {write_at(0, 0), pair_at(0, kRow)},
     1,
     2,
     2 + 8 + 4},
    {"tWTR", "tWTR", &Config::t_wtr, 12, PagePolicy::open, {write_at(0, 0), pair_at(0, 256)}, 1, 2, 2 + 8},
    {"tCWL", "tWTR", &Config::t_cwl, 8, PagePolicy::open, {write_at(0, 0), pair_at(0, 256)}, 1, 2, 8 + 2},
    {"ReadToWrite", "bus", &Config::t_cl, 8, PagePolicy::open, {pair_at(0, 0), write_at(0, 256)}, 1, 2, 8},
    {"WriteToWrite", "bus", &Config::t_rcd, 0, PagePolicy::open, {write_at(0, 0), write_at(0, 256)}, 1, 2, 8},
};

TEST(SdramWrites, EachRuleIsTight) {
  for (const TimingRule& rule : kWriteRules) {
    for (const std::uint32_t extra : {0u, 1u, 3u}) {
      if (rule.parameter == &Config::t_rcd && extra > 0) continue;  // it has no parameter
      for (const std::uint32_t command_cycles : {1u, 2u, 4u}) {
        SCOPED_TRACE(rule.name);
        expect_tight(defaults(rule.policy), {rule, extra, command_cycles});
      }
    }
  }
}

TEST(SdramWrites, DataFollowTheCommandByItsLatency) {
  Config config;
  config.t_cwl = 6;
  SdramTiming timing(config);
  const Cycle first_beat = timing.serve(write_at(0, 0));
  ASSERT_EQ(timing.issued().size(), 2u);
  EXPECT_EQ(timing.issued()[1].kind, SdramCommandKind::write);
  EXPECT_EQ(first_beat, timing.issued()[1].cycle + 6);
  EXPECT_EQ(timing.statistics().writes, 1u);
  EXPECT_EQ(timing.statistics().reads, 0u);
  EXPECT_EQ(timing.statistics().row_empty, 1u);
}

// Reads and writes of any kind, with refreshes and rows that have to be closed.
TEST(SdramWrites, RandomStreamsAreLegal) {
  RandomNumbers random(61);
  for (int round = 0; round < 200; ++round) {
    Config config;
    const auto any = [&](std::uint32_t from, std::uint32_t to) {
      return from + static_cast<std::uint32_t>(random.below(to - from + 1));
    };
    config.page_policy = round % 2 == 0 ? PagePolicy::open : PagePolicy::closed;
    config.command_cycles = any(1, 4);
    config.t_cwl = any(0, 12);
    config.t_wr = any(0, 30);
    config.t_wtr = any(0, 20);
    config.mode_burst = random.below(2) == 0 ? 0 : 4;
    config.prepare_ahead = any(1, 4);
    if (random.below(2) == 0) config.refresh_interval = least_refresh_interval(config, Accesses::writes_too);
    if (random.below(2) == 0) config.t_ras_max = least_t_ras_max(config, Accesses::writes_too);
    Requests requests;
    Cycle arrival = 0;
    for (int i = 0; i < 300; ++i) {
      arrival += random.below(20);
      SdramAccess access = pair_at(arrival, 256 * random.below(512));
      access.write = random.below(3) == 0;
      requests.push_back(access);
    }
    ASSERT_EQ(violations_of(config, commands_of(config, requests)), std::vector<std::string>{}) << round;
  }
}

}  // namespace
}  // namespace collisionchip
