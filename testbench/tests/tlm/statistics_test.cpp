// The table of statistics, how values combine, and its page.
#include "collisionchip/tlm/statistics/statistics.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "collisionchip/testbench/documentation/statistics_doc.h"
#include "collisionchip/tlm/statistics/closing_sums.h"

namespace collisionchip {
namespace {

TEST(Histogram, SumsMeanAndQuantiles) {
  Histogram h;
  EXPECT_EQ(h.total(), 0u);
  EXPECT_EQ(h.mean(), 0);
  EXPECT_EQ(h.largest(), 0u);
  EXPECT_EQ(h.quantile(0.5), 0u);
  h.add(1, 5);
  h.add(4);
  h.add(2, 4);
  EXPECT_EQ(h.counts(), (std::vector<std::uint64_t>{0, 5, 4, 0, 1}));
  EXPECT_EQ(h.total(), 10u);
  EXPECT_EQ(h.weighted(), 17u);
  EXPECT_DOUBLE_EQ(h.mean(), 1.7);
  EXPECT_EQ(h.largest(), 4u);
  EXPECT_EQ(h.quantile(0), 1u) << "the smallest value that came";
  EXPECT_EQ(h.quantile(0.5), 1u);
  EXPECT_EQ(h.quantile(0.51), 2u);
  EXPECT_EQ(h.quantile(0.9), 2u);
  EXPECT_EQ(h.quantile(0.95), 4u);
  EXPECT_EQ(h.quantile(1), 4u);
}

TEST(Histogram, MergesValueByValueAndIgnoresRoomWithoutCounts) {
  Histogram roomy(1000), other;
  roomy.add_below(3, 2);
  other.add(3);
  other.add(5, 7);
  Histogram sum;
  sum.merge(roomy);
  EXPECT_EQ(sum.counts().size(), 4u);
  EXPECT_EQ(sum, roomy);
  EXPECT_NE(sum, other);
  sum.merge(other);
  EXPECT_EQ(sum.counts(), (std::vector<std::uint64_t>{0, 0, 0, 3, 0, 7}));
  roomy.clear();
  EXPECT_EQ(roomy, Histogram());
  sum.merge(roomy);
  EXPECT_EQ(sum.total(), 10u);
}

TEST(StatisticsTable, EveryRowIsNamedOnceAndSaysWhatItCounts) {
  std::set<std::string> names;
  for (const Statistic& row : statistics_table()) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_EQ(std::count(row.name.begin(), row.name.end(), '.'), 1);
    EXPECT_NE(row.unit, "");
    EXPECT_NE(row.paper, "");
    EXPECT_NE(row.meaning, "");
    const bool histogram = row.kind == StatisticKind::histogram;
    EXPECT_EQ(row.value != "", histogram);
    EXPECT_EQ(static_cast<bool>(row.histogram), histogram);
    EXPECT_EQ(static_cast<bool>(row.number), !histogram);
    EXPECT_EQ(&statistics_table()[statistic_place(row.name)], &row);
  }
  EXPECT_THROW(statistic_place("sdram.no_such"), std::out_of_range);
}

TEST(Statistics, CombineAsTheirRowSays) {
  Statistics sum, one;
  one.at(statistic_place("sdram.reads")).number = 3;
  one.at(statistic_place("pointer_fifo.high_water")).number = 5;
  one.at(statistic_place("stack_engine.alpha")).histogram.add(2, 4);
  sum.add(one);
  one.at(statistic_place("pointer_fifo.high_water")).number = 4;
  sum.add(one);
  EXPECT_EQ(sum.number("sdram.reads"), 6u);
  EXPECT_EQ(sum.number("pointer_fifo.high_water"), 5u);
  EXPECT_EQ(sum.histogram("stack_engine.alpha").counts(), (std::vector<std::uint64_t>{0, 0, 8}));
  EXPECT_THROW(sum.number("stack_engine.alpha"), std::logic_error);
  EXPECT_THROW(sum.histogram("sdram.reads"), std::logic_error);
  EXPECT_THROW(sum.number("sdram.no_such"), std::out_of_range);
}

TEST(ClosingSums, NameWhatTheTableHas) {
  using Measure = ClosingSum::Measure;
  for (const ClosingSum& sum : closing_sums()) {
    SCOPED_TRACE(sum.rule());
    for (const auto* side : {&sum.left, &sum.right}) {
      for (const ClosingSum::Term& term : *side) {
        if (term.measure == Measure::busy || term.measure == Measure::interlock) {
          const bool known = std::any_of(account_table().begin(), account_table().end(),
                                         [&](const AccountRow& row) { return row.unit == term.name; });
          EXPECT_TRUE(known) << term.name;
        } else {
          const Statistic& row = statistics_table()[statistic_place(term.name)];
          EXPECT_EQ(row.kind == StatisticKind::histogram, term.measure != Measure::number) << term.name;
        }
      }
    }
  }
}

TEST(StatisticsPage, IsUpToDate) {
  std::ifstream in(std::string(COLLISIONCHIP_SOURCE_DIR) + "/docs/statistics.md", std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_TRUE(text.str() == statistics_page())
      << "docs/statistics.md is not what the table of statistics says. To write it again:\n"
      << "  python3 docs/make.py BINARY keys";
}

TEST(StatisticsPage, EveryNameIsOnItOrInTheTable) {
  const std::string page = statistics_page(), table = statistics_list_csv();
  for (const Statistic& row : statistics_table())
    EXPECT_NE(table.find("\n" + row.name + ","), std::string::npos) << row.name;
  for (const AccountRow& account : account_table()) {
    const bool is_copy =
        account.unit.find_first_of("0123456789") != std::string::npos || account.unit == "stack_sram_right";
    if (is_copy) continue;
    EXPECT_NE(page.find("`" + account.unit + "`"), std::string::npos) << account.unit;
  }
}

// The pages colour causes by it: a name means the same wait in every unit.
TEST(StatisticsTable, EveryCauseSaysWhatItWaitsFor) {
  std::map<std::string, std::string> waits;
  for (const AccountRow& account : account_table()) {
    for (const StallCause& cause : account.causes) {
      EXPECT_NE(cause.waits_for, "") << account.unit << " " << cause.name;
      EXPECT_EQ(waits.emplace(cause.name, cause.waits_for).first->second, cause.waits_for) << account.unit;
    }
  }
}

}  // namespace
}  // namespace collisionchip
