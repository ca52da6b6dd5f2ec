// Accounts always sum to the query: entries ahead of the present, behind it, and beyond the end.
#include "collisionchip/tlm/kernel/cycle_account.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

constexpr int kA = CycleAccount::kFirstCause, kB = CycleAccount::kFirstCause + 1;

TEST(CycleAccount, EverythingIsBusyIdleOrStalledByCause) {
  CycleAccount account("unit", std::vector<std::string>{"a", "b"});
  account.reset(100);
  account.spend(110, CycleAccount::kIdle);
  account.spend(115, CycleAccount::kBusy);
  account.spend(118, kB);
  account.spend(120, kA);
  const UnitCycles cycles = account.close(150);
  EXPECT_EQ(cycles.unit, "unit");
  EXPECT_EQ(cycles.busy, 5u);
  EXPECT_EQ(cycles.idle, 40u) << "the rest is idle";
  ASSERT_EQ(cycles.stalls.size(), 2u);
  EXPECT_EQ(cycles.stalls[0], (std::pair<std::string, Cycle>{"a", 2}));
  EXPECT_EQ(cycles.stalls[1], (std::pair<std::string, Cycle>{"b", 3}));
  EXPECT_EQ(cycles.total(), 50u);
  EXPECT_EQ(account.accounted(), 120u);
  EXPECT_EQ(account.close(150, kA).stalls[0].second, 32u) << "or what the unit says it was";
}

TEST(CycleAccount, AnyNumberOfEntriesAheadOfThePresentIsCutAtTheEnd) {
  CycleAccount account("unit", std::vector<std::string>{"a"});
  for (const Cycle origin : {Cycle{0}, Cycle{5000}}) {
    account.reset(origin);
    for (Cycle i = 1; i <= 1000; ++i) {
      account.set_present(origin + i / 4);
      account.spend(origin + 2 * i, i % 2 == 0 ? kA : CycleAccount::kBusy);
    }
    for (const Cycle length : {Cycle{250}, Cycle{251}, Cycle{1999}, Cycle{2100}}) {
      const UnitCycles cycles = account.close(origin + length);
      EXPECT_EQ(cycles.total(), length);
      EXPECT_EQ(cycles.stalls[0].second, std::min<Cycle>(length, 2000) / 2 - (length == 250 ? 1 : 0))
          << length;
    }
  }
}

TEST(CycleAccount, NothingIsCountedTwice) {
  CycleAccount account("unit", std::vector<std::string>{});
  account.reset(0);
  account.spend(20, CycleAccount::kBusy);
  account.spend(10, CycleAccount::kIdle);
  account.spend(20, CycleAccount::kIdle);
  EXPECT_EQ(account.close(20).busy, 20u);
  EXPECT_EQ(account.close(20).idle, 0u);
}

TEST(CycleAccount, EntriesBeyondTheEndAreCut) {
  CycleAccount account("unit", std::vector<std::string>{"a", "b"});
  account.reset(0);
  account.spend(10, CycleAccount::kBusy);
  account.spend(30, kA);
  account.spend(40, kB);
  const UnitCycles cycles = account.close(25);
  EXPECT_EQ(cycles.busy, 10u);
  EXPECT_EQ(cycles.stalls[0].second, 15u) << "cut in the middle";
  EXPECT_EQ(cycles.stalls[1].second, 0u) << "beyond";
  EXPECT_EQ(cycles.total(), 25u);
}

// A unit that says what is the present may schedule a thousand entries beyond it.
TEST(CycleAccount, EntriesBeyondThePresentAreKeptHoweverMany) {
  CycleAccount account("unit", std::vector<std::string>{"a"});
  account.reset(0);
  account.set_present(5);
  for (Cycle i = 1; i <= 1000; ++i) account.spend(10 * i, i % 2 == 0 ? kA : CycleAccount::kBusy);
  const UnitCycles cycles = account.close(25);
  EXPECT_EQ(cycles.busy, 15u);
  EXPECT_EQ(cycles.stalls[0].second, 10u);
  EXPECT_EQ(cycles.total(), 25u);
}

TEST(CycleAccount, ResetBeginsANewQuery) {
  CycleAccount account("unit", std::vector<std::string>{"a"});
  account.reset(0);
  account.spend(1000, kA);
  account.reset(2000);
  account.spend(2010, CycleAccount::kBusy);
  EXPECT_EQ(account.close(2100).total(), 100u);
  EXPECT_EQ(account.close(2100).stalls[0].second, 0u);
  EXPECT_EQ(account.close(2005).busy, 5u);
}

TEST(CycleAccount, SumsHoldForRandomEntriesAndEnds) {
  testing_support::Random random(7);
  for (int run = 0; run < 2000; ++run) {
    CycleAccount account("unit", std::vector<std::string>{"a", "b"});
    const Cycle origin = static_cast<Cycle>(random.below(1000));
    account.reset(origin);
    Cycle at = origin;
    for (int i = random.below(200); i > 0; --i) {
      at += static_cast<Cycle>(random.below(20));
      account.spend(at - static_cast<Cycle>(random.below(5)) % (at - origin + 1), random.below(4));
    }
    const Cycle slack = static_cast<Cycle>(random.below(60));
    const Cycle end = at > origin + slack && random.below(2) == 0 ? at - slack : at + slack;
    EXPECT_EQ(account.close(end).total(), end - origin);
  }
}

}  // namespace
}  // namespace collisionchip
