// Statistics of whole queries: they name what the chip has, they close, and a wrong one is noticed.
#include "collisionchip/tlm/statistics/closing_sums.h"

#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Measure = ClosingSum::Measure;
using Term = ClosingSum::Term;

// A query whose accounts have something to say: both SRAMs, both sides' triangles, conflicts.
class StatisticsOfAQuery : public ::testing::Test {
 protected:
  StatisticsOfAQuery() : objects_(tori()), simulation_(config_) {
    simulation_.driver().upload(objects_.a, objects_.b);
    answer_ = simulation_.query(Pose{});
  }

  QueryAccount account() const { return {config_, answer_.cycles, answer_.units, answer_.statistics}; }
  bool opens(const std::string& rule) const {
    const std::vector<std::string> open = open_sums(account());
    return std::any_of(open.begin(), open.end(),
                       [&](const std::string& line) { return line.compare(0, rule.size(), rule) == 0; });
  }

  ChipConfig config_;
  ObjectPair objects_;
  JudgedSimulation simulation_;
  ChipAnswer answer_;
};

TEST_F(StatisticsOfAQuery, TheTablesNameTheChipsChannelsAndAccounts) {
  std::vector<std::string> expected, named;
  for (const ChannelBase* channel : simulation_.board().chip().channels())
    expected.push_back(channel->name() + "_occupancy");
  for (const Statistic& row : statistics_table()) {
    if (row.is_occupancy() && has_unit(account().config, row.only)) named.push_back(row.name);
  }
  EXPECT_EQ(named, expected);
  std::vector<AccountRow> accounts;
  for (const AccountRow& row : account_table()) {
    if (has_unit(account().config, row.only)) accounts.push_back(row);
  }
  ASSERT_EQ(accounts.size(), answer_.units.size());
  for (std::size_t i = 0; i < answer_.units.size(); ++i) {
    const UnitCycles& unit = answer_.units[i];
    const AccountRow& row = accounts[i];
    EXPECT_EQ(row.unit, unit.unit);
    ASSERT_EQ(row.causes.size(), unit.stalls.size()) << unit.unit;
    for (std::size_t s = 0; s < unit.stalls.size(); ++s)
      EXPECT_EQ(row.causes[s].name, unit.stalls[s].first) << unit.unit;
  }
}

TEST_F(StatisticsOfAQuery, CloseAndHaveSomethingToSay) {
  EXPECT_EQ(open_sums(account()), std::vector<std::string>{});
  for (const char* const name :
       {"sdram.row_hits", "sdram.row_conflicts", "stack_sram_left.words_read", "stack_sram_right.words_read",
        "triangle_unit.misses", "triangle_unit.aligned_cache_hits", "triangle_unit.aligned_cache_conflicts",
        "triangle_unit.tumbled_memory_conflicts", "stack_engine.prefetches_used",
        "pci_interface.words_written"}) {
    EXPECT_GT(answer_.statistics.number(name), 0u) << name;
  }
  const Histogram& alpha = answer_.statistics.histogram("stack_engine.alpha");
  EXPECT_EQ(alpha.total(), answer_.lists);
  EXPECT_EQ(alpha.weighted(), answer_.aligned_pairs);
  Histogram both = answer_.statistics.histogram("stack_sram_left.list_length");
  both.merge(answer_.statistics.histogram("stack_sram_right.list_length"));
  EXPECT_EQ(both, alpha);
  EXPECT_EQ(answer_.statistics.histogram("sdram.row_conflicts_of_bank").counts().size(), config_.sdram.banks);
  const auto& channels = simulation_.board().chip().channels();
  for (const ChannelBase* channel : channels) {
    const Histogram& occupancy = answer_.statistics.histogram(channel->name() + "_occupancy");
    EXPECT_EQ(occupancy.total(), answer_.cycles) << channel->name();
    EXPECT_LE(occupancy.largest(), channel->capacity()) << channel->name();
  }
}

// Adds one to what the term measures, in the given direction.
void grow(const Term& term, Statistics& statistics, std::vector<UnitCycles>& units) {
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const UnitCycles& u) { return u.unit == term.name; });
  constexpr std::uint64_t kMuch = 1'000'000;
  switch (term.measure) {
    case Measure::number:
      statistics.at(statistic_place(term.name)).number += kMuch;
      break;
    case Measure::total:
      statistics.at(statistic_place(term.name)).histogram.add(1, kMuch);
      break;
    case Measure::weighted:
      statistics.at(statistic_place(term.name)).histogram.add(3, kMuch);
      break;
    case Measure::largest:
      statistics.at(statistic_place(term.name)).histogram.add(5000);
      break;
    case Measure::busy:
      unit->busy += kMuch;
      break;
    case Measure::interlock:
      unit->stalls.at(1).second += kMuch;
      break;
  }
}

TEST_F(StatisticsOfAQuery, EveryTermOfEveryClosingSumMatters) {
  const ChipAnswer sound = answer_;
  for (const ClosingSum& sum : closing_sums()) {
    SCOPED_TRACE(sum.rule());
    std::vector<Term> terms = sum.left;
    if (sum.relation == ClosingSum::Relation::equal)
      terms.insert(terms.end(), sum.right.begin(), sum.right.end());
    for (const Term& term : terms) {
      answer_ = sound;
      grow(term, answer_.statistics, answer_.units);
      EXPECT_TRUE(opens(sum.rule())) << term.name;
    }
    if (sum.relation == ClosingSum::Relation::at_most) {
      // And the right side is what holds the left one down.
      answer_ = sound;
      for (const Term& term : sum.left) grow(term, answer_.statistics, answer_.units);
      for (const Term& term : sum.left) grow(term, answer_.statistics, answer_.units);
      for (const Term& term : sum.right) {
        for (int i = 0; i < 100; ++i) grow(term, answer_.statistics, answer_.units);
      }
      EXPECT_FALSE(opens(sum.rule()));
    }
  }
}

TEST_F(StatisticsOfAQuery, ACycleThatIsNotAccountedForIsNoticed) {
  const ChipAnswer sound = answer_;
  for (std::size_t i = 0; i < sound.units.size(); ++i) {
    answer_ = sound;
    ++answer_.units[i].idle;
    EXPECT_TRUE(opens("busy + stalled + idle of `" + sound.units[i].unit + "` = cycles"));
  }
  for (std::size_t i = 0; i < statistics_table().size(); ++i) {
    const Statistic& row = statistics_table()[i];
    if (!row.is_occupancy() || !has_unit(account().config, row.only)) continue;
    answer_ = sound;
    answer_.statistics.at(i).histogram.add(0);
    EXPECT_TRUE(opens("counts of `" + statistics_table()[i].name + "` = cycles"));
  }
}

TEST_F(StatisticsOfAQuery, SumsOfAllPairsAreNotAskedOfAStoppedQuery) {
  ++answer_.statistics.at(statistic_place("stack_engine.aligned_pairs")).number;
  EXPECT_TRUE(opens("`stack_engine.flags` = `stack_engine.aligned_pairs`"));
  answer_.statistics.at(statistic_place("stack_engine.stops")).number = 1;
  EXPECT_FALSE(opens("`stack_engine.flags` = `stack_engine.aligned_pairs`"));
}

// What a sub-query counts is added to the query's account.
TEST(StatisticsOfSubQueries, AreAddedUp) {
  ChipConfig config;
  config.stack_sram.entries = 4;
  const ObjectPair objects = tori();
  JudgedSimulation simulation(config);
  simulation.driver().upload(objects.a, objects.b);
  const ChipAnswer answer = simulation.query(Pose{});
  ASSERT_GT(answer.unfinished, 2u);
  EXPECT_EQ(answer.statistics.number("stack_engine.unfinished"), answer.unfinished);
  EXPECT_EQ(answer.statistics.number("stack_engine.lists"), answer.lists);
  EXPECT_EQ(answer.statistics.histogram("stack_engine.alpha").weighted(), answer.aligned_pairs);
  EXPECT_LE(answer.statistics.number("stack_sram_left.high_water"), 4u) << "a maximum is not added up";
  EXPECT_EQ(answer.statistics.histogram("stack_engine.requests_occupancy").total(), answer.cycles);
}

TEST(StatisticsOfAWitness, CloseToo) {
  const ObjectPair objects = tori();
  std::uint64_t left = 0;
  for (const char* const name : {"paper41", "paper52", "paper52-eq5"}) {
    JudgedSimulation simulation(preset(name));
    simulation.driver().upload(objects.a, objects.b);
    const ChipAnswer answer = simulation.query(Pose{}, true);
    EXPECT_EQ(answer.pairs.size(), 1u);
    EXPECT_GT(answer.statistics.number("stack_engine.stops"), 0u);
    left += answer.aligned_pairs - answer.statistics.number("stack_engine.flags");
  }
  EXPECT_GT(left, 0u) << "some work was left";
}

}  // namespace
}  // namespace collisionchip
