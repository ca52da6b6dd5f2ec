// When the host's own work begins and ends, and which part overlaps.
#include <gtest/gtest.h>

#include "collisionchip/testbench/host/host_time.h"

namespace collisionchip {
namespace {

constexpr std::uint32_t kPeriodPs = 4000;  // 4 ns a cycle

HostTime called() {
  HostKeys keys;
  keys.setup_ns = 3000;
  keys.settle_ns = 100;
  keys.call_ns = 50;
  HostTime host(keys, kPeriodPs);
  host.call();
  return host;
}

void expect_charge(const HostCharge& charge, std::uint64_t ns, std::uint64_t overlap_ns,
                   std::uint64_t total_ns) {
  EXPECT_EQ(charge.ns, ns);
  EXPECT_EQ(charge.overlap_ps, 1000 * overlap_ns);
  EXPECT_EQ(charge.total_ps, 1000 * total_ns);
}

TEST(HostTime, CallAndSetUpLieBeforeTheChip) {
  HostTime host = called();
  host.set_up(0);
  expect_charge(host.charge(host.done(), 1000), 3050, 0, 3050 + 4000);
}

TEST(HostTime, APairThatComesEarlyIsSettledWhileTheChipWorks) {
  HostTime host = called();
  host.set_up(0);
  host.settle(500);
  expect_charge(host.charge(host.done(), 1000), 3150, 100, 3050 + 4000);
  EXPECT_EQ(host.done().pairs, 1u);
}

TEST(HostTime, PairsThatComeTogetherAreSettledOneAfterTheOther) {
  HostTime host = called();
  host.set_up(0);
  for (int i = 0; i < 3; ++i) host.settle(960);  // 160 ns before the end
  expect_charge(host.charge(host.done(), 1000), 3350, 160, 3050 + 4000 + 140);
  host.settle(1000);
  expect_charge(host.charge(host.done(), 1000), 3450, 160, 3050 + 4000 + 240);
}

TEST(HostTime, TheSetUpsOfABatchComeOneAfterTheOther) {
  HostTime host = called();
  host.set_up(0);
  host.set_up(100);
  expect_charge(host.charge({}, 1000), 6050, 0, 6050 + 4000);
  EXPECT_EQ(host.done().set_ups, 2u);
}

// The first of two queries has the pair; the second one ends later, and waits for no pair.
TEST(HostTime, AQueryOfABatchWaitsForItsOwnPairsAlone) {
  HostTime host = called();
  host.set_up(0);
  host.set_up(100);
  for (int i = 0; i < 5; ++i) host.settle(990);
  const HostTime::Done first = host.done();
  expect_charge(host.charge(first, 1000), 6550, 40, 6050 + 4000 + 460);
  expect_charge(host.charge({}, 1010), 6050, 0, 6050 + 4040);
  expect_charge(host.charge(host.done(), 1010), 6550, 80, 6050 + 4040 + 420);
}

// A part of a query that found no room before needs its registers again.
TEST(HostTime, ASetUpLaterOnWaitsUntilTheHostIsFree) {
  HostTime host = called();
  host.set_up(0);
  for (int i = 0; i < 3; ++i) host.settle(1000);
  host.set_up(1000);
  expect_charge(host.charge({}, 1500), 6350, 0, 3050 + 4000 + 300 + 3000 + 2000);
  host.settle(1400);
  expect_charge(host.charge(host.done(), 1500), 6450, 100, 3050 + 4000 + 300 + 3000 + 2000);
}

TEST(HostTime, BeginsAgainWithEachCall) {
  HostTime host = called();
  host.set_up(0);
  for (int i = 0; i < 3; ++i) host.settle(1000);
  host.call();
  host.set_up(0);
  expect_charge(host.charge(host.done(), 1000), 3050, 0, 3050 + 4000);
}

TEST(HostTime, ChargesOfSeveralCallsAddUp) {
  HostCharge sum{1, 2, 3, 4, 5};
  sum.add({10, 20, 30, 40, 50});
  EXPECT_EQ(sum.ns, 11u);
  EXPECT_EQ(sum.overlap_ps, 22u);
  EXPECT_EQ(sum.total_ps, 33u);
  EXPECT_EQ(sum.set_ups, 44u);
  EXPECT_EQ(sum.pairs, 55u);
}

}  // namespace
}  // namespace collisionchip
