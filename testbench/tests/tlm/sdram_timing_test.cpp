// The SDRAM's timing rules, each tight from both sides: the model issues
// exactly at the earliest legal cycle (checked against the rule's own formula),
// the independent checker accepts that, and rejects it one slot earlier.
#include <set>

#include "collisionchip/testbench/tests/tlm/sdram_commands.h"

namespace collisionchip {
namespace {

using namespace testing_support;

const TimingRule kRules[] = {
    {"tRCD", "tRCD", &Config::t_rcd, 8, PagePolicy::closed, {pair_at(0, 0)}, 0, 1},
    {"tRC", "tRC", &Config::t_rc, 40, PagePolicy::closed, {pair_at(0, 0), pair_at(0, kRow)}, 0, 2},
    {"tRPAfterPrecharge",
     "tRP",
     &Config::t_rp,
     16,
     PagePolicy::open,
     {pair_at(0, 0), pair_at(0, kRow)},
     2,
     3},
    {"tRPAfterAuto",
     "tRP",
     &Config::t_rp,
     16,
     PagePolicy::closed,
     {pair_at(0, 0), pair_at(0, kRow)},
     1,
     2,
     8},
    {"tRAS", "tRAS", &Config::t_ras, 40, PagePolicy::open, {pair_at(0, 0), pair_at(0, kRow)}, 0, 2},
    {"tRASBeforeAuto",
     "tRP",
     &Config::t_ras,
     40,
     PagePolicy::closed,
     {pair_at(0, 0), pair_at(0, kRow)},
     0,
     2,
     4},
    {"tRRD", "tRRD", &Config::t_rrd, 16, PagePolicy::closed, {pair_at(0, 0), pair_at(0, kPage)}, 0, 2},
    {"tRPBeforeRefresh", "tRP", &Config::t_rp, 16, PagePolicy::open, {pair_at(0, 0), pair_at(410, 0)}, 2, 3},
    {"tRCBeforeRefresh",
     "tRC",
     &Config::t_rc,
     60,
     PagePolicy::closed,
     {pair_at(372, 0), pair_at(410, 0)},
     0,
     2},
    {"tRASBeforeRefresh",
     "tRAS",
     &Config::t_ras,
     60,
     PagePolicy::open,
     {pair_at(372, 0), pair_at(410, 0)},
     0,
     2},
    {"tRFC", "tRFC", &Config::t_rfc, 40, PagePolicy::closed, {pair_at(0, 0), pair_at(402, 0)}, 2, 3},
};

class TightRule : public ::testing::TestWithParam<TightCase> {};

TEST_P(TightRule, IssuedAtTheEarliestLegalSlotAndNotBefore) {
  Config config;
  config.refresh_interval = 400;
  if (std::get<0>(GetParam()).parameter != &Config::t_rc) config.t_rc = 1;
  expect_tight(config, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Rules, TightRule, tight_cases(kRules), name_of_tight_case);

TEST(SdramTiming, CasLatencyIsBetweenReadAndFirstBeat) {
  for (std::uint32_t latency : {0u, 4u, 5u, 9u}) {
    Config config = defaults(PagePolicy::closed);
    config.t_cl = latency;
    SdramTiming timing(config);
    EXPECT_EQ(timing.serve(pair_at(0, 0)), 4 + latency);
    EXPECT_EQ(timing.issued()[1].cycle, 4u);
  }
}

TEST(SdramTiming, FirstBeatFloorIsTight) {
  for (Cycle floor = 20; floor < 40; ++floor) {
    Config config = defaults(PagePolicy::closed);
    config.command_cycles = 1;
    SdramTiming timing(config);
    EXPECT_EQ(timing.serve({0, 0, floor, 0, 8}), floor);
    EXPECT_EQ(timing.serve({0, floor + 20, 0, kPage, 8}), floor + 24);
  }
}

TEST(SdramTiming, NextRequestsLookAheadOfAWaitingRead) {
  SdramTiming timing(defaults(PagePolicy::closed));
  timing.serve(pair_at(0, 0));
  timing.serve({0, 0, 100, kPage, 8});
  timing.serve({0, 0, 300, 2 * kPage, 8});
  EXPECT_EQ(timing.issued()[0].cycle, 10u) << "before the READ at 96, tRRD after the ACT at 6";
  EXPECT_EQ(timing.issued()[1].cycle, 296u);
  timing.serve(pair_at(0, 3 * kPage));
  EXPECT_EQ(timing.issued()[0].cycle, 98u) << "one request ahead, not two";
}

TEST(SdramTiming, CheckerSeesBrokenSlotsAndStates) {
  const Config config = defaults(PagePolicy::open);
  const auto good = commands_of(config, {pair_at(0, 0), pair_at(100, kPage), pair_at(200, 256)});
  ASSERT_EQ(good.size(), 5u);  // ACT READ, ACT READ, READ
  EXPECT_EQ(violations_of(config, good), std::vector<std::string>{});
  auto commands = good;
  commands[4].cycle += 1;
  EXPECT_TRUE(breaks("slot", config, commands)) << "off the command slots";
  commands = good;
  commands[2].cycle = commands[4].cycle;
  EXPECT_TRUE(breaks("slot", config, commands)) << "two in one slot";
  commands = good;
  commands[4].row = 1;
  EXPECT_TRUE(breaks("state", config, commands)) << "wrong row";
  commands = good;
  commands[4].bank = 2;
  EXPECT_TRUE(breaks("state", config, commands)) << "closed bank";
  commands[4].bank = 4;
  EXPECT_TRUE(breaks("state", config, commands)) << "no such bank";
  commands = good;
  commands[2].bank = 0;
  EXPECT_TRUE(breaks("state", config, commands)) << "ACT on an open bank";
  commands = good;
  commands[1].auto_precharge = true;
  EXPECT_TRUE(breaks("state", config, commands)) << "READ after the bank closed itself";
  commands = good;
  for (int i = 0; i < 10000; ++i)
    commands.push_back({1000 + Cycle(i) * 8, SdramCommandKind::read, false, false, 0, 0, 0, 8});
  EXPECT_EQ(violations_of(config, commands), std::vector<std::string>{});
  commands.push_back(good[4]);
  EXPECT_TRUE(breaks("order", config, commands)) << "too late to be checked";
}

TEST(SdramTiming, CheckerSeesBrokenRefreshes) {
  Config config = defaults(PagePolicy::open);
  config.refresh_interval = 300;
  const auto good = commands_of(config, {pair_at(0, 0), pair_at(1000, 0)});
  EXPECT_EQ(violations_of(config, good), std::vector<std::string>{});
  ASSERT_EQ(good[2].kind, SdramCommandKind::precharge);
  ASSERT_EQ(good[3].kind, SdramCommandKind::refresh);
  auto commands = good;
  commands.erase(commands.begin() + 2);
  EXPECT_TRUE(breaks("state", config, commands)) << "bank open";
  commands = good;
  commands.erase(commands.begin() + 3, commands.begin() + 5);
  EXPECT_TRUE(breaks("refresh", config, commands)) << "overdue";
  commands = good;
  commands[3].cycle = 600;  // exactly one interval late
  commands[4].cycle = 620;
  EXPECT_EQ(violations_of(config, commands), std::vector<std::string>{});
  commands[4].cycle = 618;
  EXPECT_TRUE(breaks("tRFC", config, commands)) << "refresh after refresh";
  commands[3].cycle = 602;
  commands[4].cycle = 622;
  EXPECT_TRUE(breaks("refresh", config, commands)) << "one slot too late";
}

TEST(SdramTiming, ReadsAreCountedByBankAndByWhatTheyFound) {
  Config config = defaults(PagePolicy::open);
  config.mapping = AddressMapping::row_bank_column;
  SdramTiming timing(config);
  const std::uint64_t row = std::uint64_t{config.page_bytes} * config.banks;
  for (const std::uint64_t address :
       {std::uint64_t{0}, std::uint64_t{256}, row, row + config.page_bytes, row})
    timing.serve(pair_at(0, address));
  const SdramStatistics& s = timing.statistics();
  EXPECT_EQ(s.row_hits_of_bank.counts(), (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(s.row_empty_of_bank.counts(), (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(s.row_conflicts_of_bank.counts(), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(s.row_hits + s.row_empty + s.row_conflicts, s.reads);
}

TEST(SdramTiming, RefreshKeepsItsIntervalAndDelaysData) {
  Config config = defaults(PagePolicy::open);
  config.refresh_interval = 300;
  SdramTiming timing(config);
  timing.serve(pair_at(0, 0));
  EXPECT_EQ(timing.serve(pair_at(302, 0)), 332u) << "PRE 300, REF 304, ACT 324, READ 328";
  EXPECT_EQ(timing.statistics().refreshes, 1u);
  EXPECT_EQ(timing.statistics().row_empty, 2u);
  timing.serve(pair_at(3000 - 50, 0));
  EXPECT_EQ(timing.statistics().refreshes, 9u);
  const auto& idle = timing.issued();
  for (std::size_t i = 1, n = 2; n <= 9; ++i, ++n) EXPECT_EQ(idle[i].cycle, n * 300 + (n == 2 ? 4 : 0));
  timing.refresh_until(3301);
  EXPECT_EQ(timing.statistics().refreshes, 11u);
}

TEST(SdramTiming, RefreshDoesNotWaitForTheReceiver) {
  for (const PagePolicy policy : {PagePolicy::closed, PagePolicy::open}) {
    Config config = defaults(policy);
    config.refresh_interval = 300;
    const Requests requests = {pair_at(0, 0), {0, 0, 5000, kPage, 8}, pair_at(0, 2 * kPage)};
    const auto commands = commands_of(config, requests);
    EXPECT_EQ(violations_of(config, commands), std::vector<std::string>{});
    const auto refreshes = std::count_if(commands.begin(), commands.end(), [](const SdramCommand& c) {
      return c.kind == SdramCommandKind::refresh;
    });
    EXPECT_EQ(refreshes, 16);
    SdramTiming timing(config);
    timing.serve(requests[0]);
    EXPECT_EQ(timing.serve(requests[1]), 5000u) << "activated again in time";
  }
}

TEST(SdramTiming, MappingsAreOneToOne) {
  for (auto mapping :
       {AddressMapping::row_bank_column, AddressMapping::row_column_bank, AddressMapping::bank_row_column}) {
    Config config;
    config.mapping = mapping;
    config.capacity_mib = 1;
    SdramTiming timing(config);
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
    for (std::uint64_t address = 0; address < 1u << 20; address += 32) {
      const SdramLocation at = timing.locate(address);
      EXPECT_LT(at.bank, 4u);
      EXPECT_LT(at.row, 64u);
      EXPECT_LT(at.column, 128u);
      seen.emplace(at.bank, at.row, at.column);
    }
    EXPECT_EQ(seen.size(), 1u << 15);
  }
}

TEST(SdramTiming, MappingsPutBitsWhereTheirNamesSay) {
  const auto locate = [](AddressMapping mapping, std::uint64_t address) {
    Config config;
    config.mapping = mapping;
    const SdramLocation at = SdramTiming(config).locate(address);
    return std::make_tuple(at.bank, at.row, at.column);
  };
  const std::uint64_t address = 3 * kRow + 2 * kPage + 5 * 256 + 64;
  EXPECT_EQ(locate(AddressMapping::row_bank_column, address), std::make_tuple(2u, 3u, 42u));
  EXPECT_EQ(locate(AddressMapping::bank_row_column, address), std::make_tuple(0u, 14u, 42u));
  EXPECT_EQ(locate(AddressMapping::row_bank_column, 8191 * kRow + 3 * kPage), std::make_tuple(3u, 8191u, 0u));
  EXPECT_EQ(locate(AddressMapping::row_column_bank, 8191 * kRow + 512), std::make_tuple(2u, 8191u, 0u));
  EXPECT_EQ(locate(AddressMapping::bank_row_column, 128u << 20), std::make_tuple(1u, 0u, 0u));
  EXPECT_EQ(locate(AddressMapping::row_column_bank, address), std::make_tuple(1u, 3u, 74u));
  EXPECT_EQ(locate(AddressMapping::row_column_bank, address + 256), std::make_tuple(2u, 3u, 74u));
}

TEST(SdramTiming, RejectsImpossibleParameters) {
  const auto rejected = [](std::uint32_t Config::*parameter, std::uint32_t value) {
    Config config;
    config.*parameter = value;
    EXPECT_THROW(SdramTiming{config}, std::invalid_argument) << value;
  };
  rejected(&Config::banks, 0);
  rejected(&Config::banks, 3);
  rejected(&Config::bus_bytes, 48);
  rejected(&Config::page_bytes, 128);
  rejected(&Config::capacity_mib, 0);
  rejected(&Config::command_cycles, 0);
  rejected(&Config::queue_depth, 0);
  rejected(&Config::refresh_interval, 50);
  rejected(&Config::t_ras_max, 27);
  Config least;
  least.t_ras_max = 28;
  EXPECT_NO_THROW(SdramTiming{least});
}

// A bank of 96 MiB: no power of two.
TEST(SdramTimingLocate, BanksOfAnySize) {
  SdramKeys config;
  config.capacity_mib = 384;
  config.mapping = AddressMapping::bank_row_column;
  const SdramTiming timing(config);
  const std::uint64_t bank_bytes = (std::uint64_t{384} << 20) / config.banks;
  for (std::uint32_t bank = 0; bank < config.banks; ++bank) {
    const SdramLocation last = timing.locate((bank + 1) * bank_bytes - config.bus_bytes);
    EXPECT_EQ(timing.locate(bank * bank_bytes).bank, bank);
    EXPECT_EQ(last.bank, bank);
    EXPECT_EQ(last.row, bank_bytes / config.page_bytes - 1);
    EXPECT_EQ(last.column, config.page_bytes / config.bus_bytes - 1);
  }
}

}  // namespace
}  // namespace collisionchip
