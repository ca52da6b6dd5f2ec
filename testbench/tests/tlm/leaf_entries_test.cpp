// Entries that name a pair of leaves: as words, and as the Small Triangle Unit gathers them, cycle by cycle.
// docs/group_machine.md has these numbers.
#include "collisionchip/testbench/tests/tlm/group_bench.h"
#include "collisionchip/tlm/machine/entry_check.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;
using Kind = Finding::Kind;

TEST(LeafPairEntry, HasTheBitsOfTheRegisterMap) {
  const LeafPairEntry entry{{0x3f'ffff, 5}, 0x8123};
  EXPECT_EQ(entry_words(leaf_pair_finding(Kind::hit, entry, false)),
            (EntryWords{0x3fff'ff81, 5u << 8 | 0x23}));
  EXPECT_EQ(entry_words(leaf_pair_finding(Kind::uncertain, {{1, 0x3f'ffff}, 0xffff}, false)),
            (EntryWords{0x4000'01ff, 0x3fff'ffff}));
  const Finding queued = with_query(leaf_pair_finding(Kind::hit, {{0x1f'ffff, 5}, 0x8123}, true), 9);
  EXPECT_EQ(queue_entry_words(queued), (EntryWords{0x3fff'ff02, 9u << 28 | 5u << 7 | 0x23}));
  EXPECT_EQ(most_leaf_units(false), 1u << 22);
  EXPECT_EQ(most_leaf_units(true), 1u << 21);
}

TEST(LeafPairEntry, IsReadAsItWasWritten) {
  Random random(11);
  for (const bool has_queue : {false, true}) {
    for (int i = 0; i < 1000; ++i) {
      const auto below = [&](std::uint32_t most) {
        return static_cast<std::uint32_t>(random.below(static_cast<int>(most)));
      };
      const LeafPairEntry entry{{below(most_leaf_units(has_queue)), below(most_leaf_units(has_queue))},
                                below(1 << 16)};
      Finding finding = leaf_pair_finding(i % 2 == 0 ? Kind::hit : Kind::uncertain, entry, has_queue);
      if (has_queue) {
        const QueryFinding found = query_finding_of(queue_entry_words(with_query(finding, 11)));
        EXPECT_EQ(found.query, 11u);
        finding = found.finding;
      } else {
        finding = finding_of(entry_words(finding));
      }
      const LeafPairEntry read = leaf_pair_of(finding, has_queue);
      ASSERT_TRUE(read.leaves == entry.leaves);
      ASSERT_EQ(read.pairs, entry.pairs);
    }
  }
}

ChipConfig gathering_machine() {
  ChipConfig config = preset("beyond");
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  config.pointer_fifo.entry = FifoEntry::leaf_pair;
  return config;
}

enum class Is { hit, miss, undecided };

TriangleTest test_of(LeafPair leaves, std::uint32_t in_leaves, Is is, bool last = false,
                     std::uint32_t query = 0) {
  TriangleTest test = small_pair_of(100 * leaves.tumbled + in_leaves, is == Is::hit);
  test.bounded = is != Is::undecided;
  test.leaves = leaves;
  test.in_leaves = in_leaves;
  test.last = last;
  test.query = query;
  return test;
}

struct Told {
  Kind kind;
  LeafPair leaves;
  std::uint32_t pairs;
};

void expect_told(const SmallTriangleBench& bench, const std::vector<Told>& expected) {
  ASSERT_EQ(bench.found.taken().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Finding& finding = bench.found.taken()[i].item;
    ASSERT_EQ(finding.kind, expected[i].kind) << i;
    if (finding.kind == Kind::end) continue;
    const LeafPairEntry entry = leaf_pair_of(finding, false);
    EXPECT_TRUE(entry.leaves == expected[i].leaves) << i;
    EXPECT_EQ(entry.pairs, expected[i].pairs) << i;
  }
}

// Four tests of leaves 7 and 9, the last one a miss; one of leaves 7 and 10.
TEST(LeafEntries, LeaveWithTheLastVerdictOfTheirLeavesHitsFirst) {
  SmallTriangleBench bench(gathering_machine());
  PutCycles put(bench.findings);
  bench.pairs.add(9, test_of({7, 9}, 0, Is::hit));  // seen in cycle 10
  bench.pairs.add(9, test_of({7, 9}, 5, Is::undecided));
  bench.pairs.add(9, test_of({7, 9}, 6, Is::hit));
  bench.pairs.add(9, test_of({7, 9}, 15, Is::miss, true));
  bench.pairs.add(9, test_of({7, 10}, 1, Is::hit, true));
  bench.engine.add(9, end_of(5));
  sc_core::sc_start();
  EXPECT_EQ(put, (Cycles{25, 26, 27, 28})) << "verdicts in 22 to 26; the fifth waits for the second entry";
  expect_told(bench, {{Kind::hit, {7, 9}, 1u << 0 | 1u << 6},
                      {Kind::uncertain, {7, 9}, 1u << 5},
                      {Kind::hit, {7, 10}, 1u << 1},
                      {Kind::end, {}, 0}});
  EXPECT_EQ(bench.unit.statistics().entries, 3u);
  EXPECT_EQ(bench.unit.statistics().pairs_named, 4u);
}

TEST(LeafEntries, MissesAloneAreNoEntry) {
  SmallTriangleBench bench(gathering_machine());
  bench.pairs.add(9, test_of({7, 9}, 0, Is::miss));
  bench.pairs.add(9, test_of({7, 9}, 1, Is::miss, true));
  bench.engine.add(9, end_of(2));
  sc_core::sc_start();
  expect_told(bench, {{Kind::end, {}, 0}});
  EXPECT_EQ(bench.found.taken_at(), Cycles{25}) << "verdicts in 22 and 23";
}

// Verdicts of the same leaves go two in a cycle; those behind the end of a pair of leaves wait for the next one.
TEST(LeafEntries, AsManyVerdictsAreGatheredInACycleAsThereAreLanes) {
  ChipConfig config = gathering_machine();
  config.small_triangle_unit.lanes = 2;
  SmallTriangleBench bench(config);
  PutCycles put(bench.findings);
  for (std::uint32_t n = 0; n < 5; ++n) bench.pairs.add(9, test_of({7, 9}, n, Is::hit, n == 4));
  for (std::uint32_t n = 0; n < 2; ++n) bench.pairs.add(9, test_of({7, 10}, n, Is::hit, n == 1));
  bench.engine.add(9, end_of(7));
  sc_core::sc_start();
  EXPECT_EQ(put, (Cycles{24, 25, 26})) << "verdicts in 22, 23, 24 and 25";
  expect_told(bench, {{Kind::hit, {7, 9}, 31}, {Kind::hit, {7, 10}, 3}, {Kind::end, {}, 0}});
}

// The Pointer FIFO takes nothing before 100, sixteen entries lie in its channel: the seventeenth waits, and all verdicts behind it.
TEST(LeafEntries, NoVerdictGoesWhileAnEntryWaits) {
  SmallTriangleBench bench(gathering_machine(), 100);
  PutCycles put(bench.findings);
  for (std::uint32_t n = 0; n < 20; ++n) {
    bench.pairs.add(9, test_of({n, 9}, 3, Is::miss));
    bench.pairs.add(9, test_of({n, 9}, 4, Is::hit, true));
  }
  bench.engine.add(9, end_of(40));
  sc_core::sc_start();
  Cycles expected;
  for (Cycle n = 0; n < 16; ++n) expected.push_back(23 + 2 * n);
  // The reader takes the first in 100, and its place is free in 101; the miss behind it goes in 102.
  for (const Cycle cycle : {101u, 103u, 105u, 107u, 108u}) expected.push_back(cycle);
  EXPECT_EQ(put, expected);
  ASSERT_EQ(bench.found.taken().size(), 21u);
  for (std::uint32_t n = 0; n < 20; ++n)
    EXPECT_TRUE((leaf_pair_of(bench.found.taken()[n].item, false).leaves == LeafPair{n, 9})) << n;
}

TEST(LeafEntries, AWitnessLeavesAtOnceAndAlone) {
  SmallTriangleBench bench(gathering_machine());
  QueryOrder begin;
  begin.first_witness = true;
  bench.engine.add(4, begin);
  bench.pairs.add(9, test_of({7, 9}, 0, Is::undecided));
  bench.pairs.add(9, test_of({7, 9}, 1, Is::hit));
  bench.pairs.add(9, test_of({7, 9}, 2, Is::hit));
  bench.pairs.add(9, test_of({7, 9}, 3, Is::undecided, true));
  bench.engine.add(9, end_of(4));
  sc_core::sc_start();
  expect_told(bench, {{Kind::hit, {7, 9}, 1u << 1}, {Kind::end, {}, 0}});
  EXPECT_EQ(bench.found.taken_at()[0], 24u);
  EXPECT_EQ(bench.stopped.taken_at(), Cycles{25});
}

TEST(LeafEntries, AWitnessIsAloneAmongVerdictsOfItsCycle) {
  ChipConfig config = gathering_machine();
  config.small_triangle_unit.lanes = 2;
  SmallTriangleBench bench(config);
  QueryOrder begin;
  begin.first_witness = true;
  bench.engine.add(4, begin);
  for (std::uint32_t n = 0; n < 2; ++n) bench.pairs.add(9, test_of({7, 9}, n, Is::hit, n == 1));
  bench.engine.add(9, end_of(2));
  sc_core::sc_start();
  expect_told(bench, {{Kind::hit, {7, 9}, 1u << 0}, {Kind::end, {}, 0}});
}

TEST(LeafEntries, WhatIsUncertainIsNoWitness) {
  SmallTriangleBench bench(gathering_machine());
  QueryOrder begin;
  begin.first_witness = true;
  bench.engine.add(4, begin);
  bench.pairs.add(9, test_of({7, 9}, 0, Is::undecided, true));
  bench.pairs.add(9, test_of({7, 10}, 1, Is::hit, true));
  bench.engine.add(9, end_of(2));
  sc_core::sc_start();
  expect_told(bench, {{Kind::uncertain, {7, 9}, 1u << 0}, {Kind::hit, {7, 10}, 1u << 1}, {Kind::end, {}, 0}});
}

// The slow pipeline's verdicts come behind those of other leaves, some behind the last one of their own: each pair is named once,
// and the last ones leave with the end of the query.
TEST(LeafEntries, ThatTheSlowPipelineDelaysAreSentInParts) {
  ChipConfig config = gathering_machine();
  config.small_triangle_unit.undecided = UndecidedPairs::slow_unit;
  config.small_triangle_unit.record_makers = 16;
  SmallTriangleBench bench(config);
  bench.pairs.add(9, test_of({7, 9}, 0, Is::hit));
  bench.pairs.add(9, test_of({7, 9}, 1, Is::undecided));
  bench.pairs.add(9, test_of({7, 10}, 2, Is::hit));
  bench.pairs.add(9, test_of({7, 10}, 3, Is::undecided));
  bench.pairs.add(9, test_of({7, 10}, 4, Is::hit, true));
  bench.engine.add(9, end_of(5));
  sc_core::sc_start();
  expect_told(bench, {{Kind::hit, {7, 9}, 1u << 0},
                      {Kind::hit, {7, 10}, 1u << 2 | 1u << 4},
                      {Kind::uncertain, {7, 9}, 1u << 1},
                      {Kind::uncertain, {7, 10}, 1u << 3},
                      {Kind::end, {}, 0}});
  EXPECT_EQ(bench.unit.statistics().pairs_named, 5u);
}

// Leaves of the same places, of two queries in turn.
TEST(LeafEntries, AreOfOneQueryEach) {
  ChipConfig config = gathering_machine();
  config.group_engine.queries = 2;
  SmallTriangleBench bench(config);
  for (std::uint32_t n = 0; n < 4; ++n) bench.pairs.add(9, test_of({7, 9}, n, Is::hit, n >= 2, n % 2));
  for (const std::uint32_t query : {0u, 1u}) {
    QueryOrder end = end_of(2);
    end.query = query;
    bench.engine.add(9, end);
  }
  sc_core::sc_start();
  std::array<std::uint32_t, 2> pairs{}, closed{};
  for (const auto& taken : bench.found.taken()) {
    const QueryFinding found = query_finding_of(queue_entry_words(taken.item));
    ASSERT_LT(found.query, 2u);
    if (found.finding.kind == Kind::end) {
      closed[found.query] = found.finding.tumbled;
      continue;
    }
    const std::uint32_t named = leaf_pair_of(found.finding, true).pairs;
    EXPECT_EQ(pairs[found.query] & named, 0u) << "named twice";
    pairs[found.query] |= named;
  }
  EXPECT_EQ(pairs, (std::array<std::uint32_t, 2>{5, 10}));
  EXPECT_EQ(closed, (std::array<std::uint32_t, 2>{2, 2}))
      << "entries of each query: its leaves came in two parts";
}

TEST(LeafEntries, OfAQueryThatWasResetAreForgotten) {
  SmallTriangleBench bench(gathering_machine());
  bench.pairs.add(9, test_of({7, 9}, 0, Is::hit));
  sc_core::sc_start(cycles(60));
  EXPECT_TRUE(bench.found.taken().empty()) << "its leaves have not ended";
  bench.unit.reset();
  bench.engine.add(90, {});
  bench.pairs.add(99, test_of({7, 9}, 1, Is::hit, true));
  sc_core::sc_start();
  expect_told(bench, {{Kind::hit, {7, 9}, 1u << 1}});
}

}  // namespace
}  // namespace collisionchip
