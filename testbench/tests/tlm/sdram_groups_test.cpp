// Groups of banks, windows of activates, bursts with a READ each, refresh bank by bank: rules of the SDRAM, each tight
// from both sides as in sdram_timing_test.cpp. And the memories by name: every rule of theirs binds somewhere.
#include <array>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/testbench/tests/tlm/named_memories.h"
#include "collisionchip/testbench/tests/tlm/sdram_commands.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr std::uint32_t kBurst = 2;  // beats
constexpr std::uint64_t kNextRow = 8 * kPage;

Config eight_banks_in_four_groups() {
  Config config;
  config.banks = 8;
  config.bank_groups = 4;
  config.mode_burst = kBurst;
  config.t_ccd_s = kBurst;
  config.t_ccd_l = 2 * kBurst;
  config.t_ras = config.t_rc = 1;
  return config;
}

SdramAccess burst_at(Cycle arrival, std::uint64_t bank, std::uint64_t row = 0, std::uint32_t bursts = 1) {
  return {arrival, 0, 0, row * kNextRow + bank * kPage, bursts * kBurst};
}

// The same bank, the same group, another group: banks 0, 4 and 1.
const TimingRule kGroupRules[] = {
    {"tCCD_S",
     "tCCD_S",
     &Config::t_ccd_s,
     16,
     PagePolicy::open,
     {burst_at(0, 0), burst_at(0, 1), burst_at(500, 0), burst_at(500, 1)},
     4,
     5},
    {"tCCD_LOfTwoBanks",
     "tCCD_L",
     &Config::t_ccd_l,
     16,
     PagePolicy::open,
     {burst_at(0, 0), burst_at(0, 4), burst_at(500, 0), burst_at(500, 4)},
     4,
     5},
    {"tCCD_LOfOneRequest", "tCCD_L", &Config::t_ccd_l, 16, PagePolicy::open, {burst_at(0, 0, 0, 3)}, 2, 3},
    {"tCCD_SOfOneRequest", "tCCD_S", &Config::t_ccd_s, 16, PagePolicy::open, {burst_at(0, 0, 0, 3)}, 2, 3},
    {"tRRD_L", "tRRD_L", &Config::t_rrd_l, 24, PagePolicy::closed, {burst_at(0, 0), burst_at(0, 4)}, 0, 2},
    {"tFAW",
     "tFAW",
     &Config::t_faw,
     120,
     PagePolicy::closed,
     {burst_at(0, 0), burst_at(0, 1), burst_at(0, 2), burst_at(0, 3), burst_at(0, 5)},
     0,
     8},
    {"tRTP", "tRTP", &Config::t_rtp, 24, PagePolicy::open, {burst_at(0, 0), burst_at(0, 0, 1)}, 1, 2},
    {"tRTPOfTheLastBurst",
     "tRTP",
     &Config::t_rtp,
     24,
     PagePolicy::open,
     {burst_at(0, 0, 0, 2), burst_at(0, 0, 1)},
     2,
     3},
    {"tRTPBeforeAuto",
     "tRP",
     &Config::t_rtp,
     24,
     PagePolicy::closed,
     {burst_at(0, 0), burst_at(0, 0, 1)},
     1,
     2,
     4},
};

class TightGroupRule : public ::testing::TestWithParam<TightCase> {};

TEST_P(TightGroupRule, IssuedAtTheEarliestLegalSlotAndNotBefore) {
  expect_tight(eight_banks_in_four_groups(), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Rules, TightGroupRule, tight_cases(kGroupRules), name_of_tight_case);

TEST(BankGroups, AnotherGroupDoesNotWaitForTheLongDistances) {
  Config config = eight_banks_in_four_groups();
  config.command_cycles = 1;
  config.t_ccd_l = 40;
  config.t_rrd_l = 60;
  config.t_rrd = 3;
  const auto commands =
      commands_of(config, {burst_at(0, 0), burst_at(0, 1), burst_at(500, 0), burst_at(500, 1)});
  ASSERT_EQ(commands.size(), 6u) << "ACT ACT READ READ, READ READ";
  EXPECT_EQ(commands[1].cycle - commands[0].cycle, 3u) << "tRRD_S";
  EXPECT_EQ(commands[5].cycle - commands[4].cycle, 2u) << "tCCD_S";
}

TEST(Bursts, BeginAtMultiplesOfTheirLengthAndCountAsWhole) {
  Config config = eight_banks_in_four_groups();
  config.mode_burst = config.t_ccd_s = config.t_ccd_l = 4;
  config.command_cycles = 1;
  SdramTiming timing(config);
  // Three words from the third of a burst on: two bursts, columns 0 and 4.
  const Cycle first = timing.serve({0, 0, 0, 2 * config.bus_bytes, 3});
  ASSERT_EQ(timing.issued().size(), 3u) << "ACT READ READ";
  EXPECT_EQ(timing.issued()[1].column, 0u);
  EXPECT_EQ(timing.issued()[2].column, 4u);
  EXPECT_EQ(first, timing.issued()[2].cycle + config.t_cl + 1 - 3)
      << "its last word is the first of the second";
  EXPECT_EQ(timing.statistics().data_cycles, 3u);
  EXPECT_EQ(timing.statistics().burst_cycles, 8u);
}

TEST(Bursts, WithGapsAreHandedOverWithoutOne) {
  Config config = eight_banks_in_four_groups();
  config.t_ccd_l = 12;
  config.command_cycles = 1;
  SdramTiming timing(config);
  const Cycle first = timing.serve(burst_at(0, 0, 0, 3));
  EXPECT_EQ(first, timing.issued()[3].cycle + config.t_cl + kBurst - 3 * kBurst);
}

TEST(PrepareAhead, OpensRowsBeforeSoManyReads) {
  for (const std::uint32_t ahead : {1u, 2u, 4u}) {
    Config config = eight_banks_in_four_groups();
    config.command_cycles = 1;
    config.prepare_ahead = ahead;
    config.page_policy = PagePolicy::closed;
    SdramTiming timing(config);
    std::vector<Cycle> reads;
    for (std::uint64_t i = 0; i <= ahead; ++i) {
      const SdramAccess held = {0, 1000 * (i + 1), 0, i * kPage, kBurst};
      timing.serve(held);
      reads.push_back(timing.issued().back().cycle);
    }
    timing.serve(burst_at(0, ahead + 1));
    EXPECT_EQ(timing.issued()[0].cycle, reads[0] + 1)
        << "after the READ of " << ahead + 1 << " requests before";
  }
}

Config refreshed_by_banks() {
  Config config = eight_banks_in_four_groups();
  config.page_policy = PagePolicy::closed;
  config.refresh = RefreshKey::per_bank;
  config.refresh_interval = 8 * 400;  // bank i at (i + 1) * 400, and again an interval later
  config.t_rfc_pb = 100;
  config.t_rrefd = 30;
  return config;
}

class BankRefresh : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  Config config() const {
    Config c = refreshed_by_banks();
    c.command_cycles = GetParam();
    return c;
  }
};

TEST_P(BankRefresh, KeepsItsBankBusyAndOthersFromActivatesAlone) {
  const Config c = config();
  const Cycle due = 400;
  for (const std::uint64_t bank : {0, 3}) {
    auto commands = commands_of(c, {burst_at(due, bank)});
    ASSERT_EQ(commands.size(), 3u) << "REF ACT READ";
    EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
    EXPECT_EQ(commands[0].cycle, due);
    EXPECT_EQ(commands[0].bank, 0u);
    const Cycle distance = bank == 0 ? c.t_rfc_pb : c.t_rrefd;
    EXPECT_EQ(commands[1].cycle, due + (distance + GetParam() - 1) / GetParam() * GetParam());
    commands[1].cycle -= GetParam();
    EXPECT_TRUE(breaks(bank == 0 ? "tRFCpb" : "tRREFD", c, commands));
  }
}

TEST_P(BankRefresh, AnOpenRowOfAnotherBankIsReadMeanwhile) {
  Config c = config();
  c.page_policy = PagePolicy::open;
  auto commands = commands_of(c, {burst_at(0, 3), burst_at(402, 3)});
  ASSERT_EQ(commands.size(), 4u) << "ACT READ REF READ";
  EXPECT_LE(commands[3].cycle, 408u);
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
}

TEST_P(BankRefresh, ClosesTheRowOfItsBank) {
  Config c = config();
  c.page_policy = PagePolicy::open;
  auto commands = commands_of(c, {burst_at(0, 0), burst_at(600, 0)});
  ASSERT_EQ(commands.size(), 6u) << "ACT READ PRE REF ACT READ";
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
  EXPECT_EQ(commands[2].cycle, 400u);
  EXPECT_EQ(commands[3].cycle, 400u + (c.t_rp + GetParam() - 1) / GetParam() * GetParam());
  auto early = commands;
  early[3].cycle -= GetParam();
  EXPECT_TRUE(breaks(GetParam() >= c.t_rp ? "slot" : "tRP", c, early));
  commands.erase(commands.begin() + 2);
  EXPECT_TRUE(breaks("state", c, commands)) << "an open bank";
  commands.resize(3);
  EXPECT_TRUE(breaks("state", c, commands)) << "the refresh alone, before anything follows";
}

// The first one is late, for its row may not be closed before; the second is due meanwhile.
TEST_P(BankRefresh, ASecondOneWaitsForTRFCpb) {
  Config c = config();
  c.page_policy = PagePolicy::open;
  c.t_ras = 140;
  c.t_rfc_pb = 300;
  c.refresh_interval = least_refresh_interval(c);
  const Cycle due = c.refresh_interval / 8;
  auto commands = commands_of(c, {burst_at(due - 12, 0), burst_at(10 * due, 5)});
  std::vector<std::size_t> refreshes;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].kind == SdramCommandKind::refresh) refreshes.push_back(i);
  }
  ASSERT_GE(refreshes.size(), 2u);
  const Cycle first = commands[refreshes[0]].cycle;
  EXPECT_GT(first + c.t_rfc_pb, 2 * due);
  EXPECT_EQ(commands[refreshes[1]].cycle, first + (c.t_rfc_pb + GetParam() - 1) / GetParam() * GetParam());
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
  commands[refreshes[1]].cycle -= GetParam();
  EXPECT_TRUE(breaks("tRFCpb", c, commands));
}

TEST_P(BankRefresh, ComesToEachBankOnceInAnInterval) {
  const Config c = config();
  SdramTiming timing(c);
  timing.refresh_until(5 * c.refresh_interval + 1);
  EXPECT_EQ(timing.statistics().refreshes, 40u);
  std::vector<SdramCommand> commands = timing.issued();
  commands.push_back({5 * c.refresh_interval + 400, SdramCommandKind::refresh, false, false, 0, 0, 0, 0});
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{});
  // Bank 2 is left out in the third round: due in cycle 2 * 3200 + 1200, an interval late in 3 * 3200 + 1200.
  commands.erase(commands.begin() + 18);
  EXPECT_EQ(violations_of(c, commands), std::vector<std::string>{}) << "at most an interval late";
  commands.erase(commands.begin() + 25);
  EXPECT_TRUE(breaks("refresh", c, commands));
}

TEST_P(BankRefresh, IsAPureFunctionOfTheRequests) {
  Config c = config();
  c.page_policy = PagePolicy::open;
  c.t_ras_max = 900;
  SplitMix64 random(GetParam());
  Requests requests;
  Cycle arrival = 0;
  for (int i = 0; i < 500; ++i) {
    arrival += random.bits() % 60;
    requests.push_back(burst_at(arrival, random.bits() % 8, random.bits() % 3, 1 + random.bits() % 4));
  }
  EXPECT_EQ(violations_of(c, commands_of(c, requests)), std::vector<std::string>{});
}
// What find_conflict() lets through never stops the chip: reads of whole blocks, rows and distances of all kinds.
TEST_P(BankRefresh, LeavesEveryReadItsTurnAtTheLeastInterval) {
  SplitMix64 random(17 + GetParam());
  const auto up_to = [&](std::uint32_t most) { return 1 + static_cast<std::uint32_t>(random.bits() % most); };
  for (int machine = 0; machine < 100; ++machine) {
    Config c = config();
    c.page_policy = random.bits() % 2 == 0 ? PagePolicy::open : PagePolicy::closed;
    c.t_ras = up_to(80);
    c.t_rc = c.t_ras + up_to(40);
    c.t_rp = up_to(40);
    c.t_rcd = up_to(40);
    c.t_cl = up_to(40);
    c.t_rtp = up_to(40);
    c.t_rrd = up_to(40);
    c.t_rrd_l = up_to(40);
    c.t_faw = up_to(200);
    c.t_ccd_s = up_to(20);
    c.t_ccd_l = up_to(40);
    c.t_rfc_pb = up_to(300);
    c.t_rrefd = up_to(60);
    c.prepare_ahead = up_to(8);
    c.refresh_interval = least_refresh_interval(c);
    c.t_ras_max = machine % 2 == 0 ? 0 : least_t_ras_max(c) + up_to(400);
    Requests requests;
    for (int i = 0; i < 150; ++i)
      requests.push_back(burst_at(0, random.bits() % 8, random.bits() % 3, 1 + random.bits() % 4));
    EXPECT_EQ(violations_of(c, commands_of(c, requests)), std::vector<std::string>{}) << machine;
  }
}
INSTANTIATE_TEST_SUITE_P(Slots, BankRefresh, ::testing::Values(1, 2, 4));

// --- memories by name ---

ChipConfig with_kind(std::uint32_t kind) {
  ChipConfig config;
  set_memory_kind(config, kind);
  return config;
}

class NamedMemory : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  Config config() const {
    Config c = with_kind(GetParam()).memory_side();
    c.prepare_ahead = 8;
    return c;
  }
  // Reads of bursts that keep all banks busy: hits, and rows that change.
  Requests traffic() const {
    const Config c = config();
    SplitMix64 random(GetParam());
    Requests requests;
    std::uint64_t row = 0;
    for (int i = 0; i < 3000; ++i) {
      if (random.bits() % 3 == 0) row = random.bits() % 4;
      const std::uint64_t bank = random.bits() % c.banks, page = row * c.banks + bank;
      const std::uint32_t bursts = random.bits() % 4 == 0 ? 2 : 1;
      const Cycle arrival = i % 100 == 0 ? Cycle(i) * 40 : 0;
      requests.push_back({arrival, 0, 0, page * c.page_bytes, bursts * c.mode_burst});
    }
    return requests;
  }
};

TEST_P(NamedMemory, IsAMachineThatCanBe) {
  const auto conflict = find_conflict(with_kind(GetParam()));
  EXPECT_FALSE(conflict) << conflict->text;
}

// The checker reports a memory that takes one cycle less for a rule, and accepts a memory that keeps the rule.
TEST_P(NamedMemory, EachOfItsRulesBindsAndIsChecked) {
  const Config c = config();
  EXPECT_EQ(violations_of(c, commands_of(c, traffic())), std::vector<std::string>{});
  struct {
    const char* name;
    std::uint32_t Config::*parameter;
  } const rules[] = {{"tRCD", &Config::t_rcd},     {"tRP", &Config::t_rp},   {"tRAS", &Config::t_ras},
                     {"tCCD_L", &Config::t_ccd_l}, {"tRRD", &Config::t_rrd}, {"tFAW", &Config::t_faw},
                     {"tRTP", &Config::t_rtp}};
  for (const auto& rule : rules) {
    Config faster = c;
    ASSERT_GT(c.*rule.parameter, 1u) << rule.name;
    // The next slot's worth: commands lie on slots.
    faster.*rule.parameter -= std::min(c.*rule.parameter - 1, c.command_cycles);
    if (c.bank_groups == 1) faster.t_rrd_l = 0;
    if (rule.parameter == &Config::t_ccd_l && c.t_ccd_l == c.mode_burst) continue;  // the data bus says so
    if (rule.parameter == &Config::t_faw && c.t_faw <= 4 * c.t_rrd) continue;       // tRRD says so
    if (rule.parameter == &Config::t_ras || rule.parameter == &Config::t_rp) faster.t_rc = 1;
    Config checked = c;
    if (rule.parameter == &Config::t_ras || rule.parameter == &Config::t_rp) checked.t_rc = 1;
    EXPECT_TRUE(breaks(rule.name, checked, commands_of(faster, traffic())));
  }
}

// Rows that stay open, group after group: the data bus is never free.
TEST_P(NamedMemory, StreamsAtItsFullRateAcrossGroupsAndNoFasterThanTCCD_LInOne) {
  Config c = config();
  c.refresh_interval = 0;
  for (const bool one_bank : {false, true}) {
    SdramTiming timing(c);
    constexpr std::uint64_t kReads = 400;
    Cycle first = 0, last = 0;
    for (std::uint64_t i = 0; i < 2 * c.banks + kReads; ++i) {
      const std::uint64_t bank = one_bank ? 0 : i % c.banks;
      const std::uint64_t column = i / c.banks % 8 * c.mode_burst * c.bus_bytes;
      last = timing.serve({0, 0, 0, bank * c.page_bytes + column, c.mode_burst});
      if (i + 1 == 2 * c.banks) first = last;
    }
    const std::uint32_t step = one_bank ? std::max(c.t_ccd_l, c.mode_burst) : c.mode_burst;
    EXPECT_EQ(last - first, kReads * step) << (one_bank ? "one bank" : "all groups");
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, NamedMemory, named_memories(), name_of_memory);

}  // namespace
}  // namespace collisionchip
