// The Small Triangle Unit alone and cycle by cycle. docs/group_machine.md has these numbers.
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/testbench/tests/tlm/group_bench.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

// A pair in a cycle.
ChipConfig fast_machine() {
  ChipConfig config = preset("beyond");
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  config.pointer_fifo.entry = FifoEntry::pair;
  return config;
}

TEST(SmallTriangleUnit, TakesAPairInACycleAndItsVerdictIsThereAfterTheStages) {
  SmallTriangleBench bench(fast_machine());
  for (std::uint32_t n = 0; n < 4; ++n) bench.pairs.add(9, small_pair_of(n, n != 2));  // seen in cycle 10
  QueryOrder end;
  end.kind = QueryOrder::Kind::end;
  end.tests = 4;
  bench.engine.add(9, end);
  sc_core::sc_start();
  EXPECT_EQ(bench.found.taken_at(), (Cycles{23, 24, 26, 27}))
      << "twelve stages; the third is a miss; the end";
  EXPECT_EQ(bench.found.taken()[2].item.tumbled, 3u);
  EXPECT_EQ(bench.found.taken()[3].item.kind, Finding::Kind::end);
  EXPECT_EQ(bench.unit.statistics().misses, 1u);
}

TEST(SmallTriangleUnit, LanesTakePairsSideBySideAndTheIntervalKeepsThemApart) {
  ChipConfig config = fast_machine();
  config.small_triangle_unit.lanes = 2;
  config.small_triangle_unit.interval = 3;
  SmallTriangleBench bench(config);
  for (std::uint32_t n = 0; n < 4; ++n) bench.pairs.add(9, small_pair_of(n, true));
  sc_core::sc_start();
  EXPECT_EQ(bench.found.taken_at(), (Cycles{23, 24, 26, 27}))
      << "pairs in 10 and 13, verdicts one in a cycle";
}

TEST(SmallTriangleUnit, AfterTheWitnessNothingIsReportedAndTheEngineIsTold) {
  SmallTriangleBench bench(fast_machine());
  QueryOrder begin;
  begin.first_witness = true;
  bench.engine.add(4, begin);
  for (std::uint32_t n = 0; n < 4; ++n) bench.pairs.add(9, small_pair_of(n, n > 0));
  sc_core::sc_start();
  ASSERT_EQ(bench.found.taken().size(), 1u);
  EXPECT_EQ(bench.found.taken()[0].item.tumbled, 1u);
  EXPECT_EQ(bench.stopped.taken_at(), Cycles{25});
}

// One maker takes a record in 28 cycles, and it is there 111 cycles after its begin; the slow pipeline's verdict 25
// cycles later, a cycle before it is seen.
TEST(SmallTriangleUnit, RecordsOfTheSlowPipelineAreMadeFirst) {
  ChipConfig config = preset("beyond-triangle-unit");
  config.pointer_fifo.entry = FifoEntry::pair;
  config.small_triangle_unit.record_makers = 1;
  SmallTriangleBench bench(config);
  TriangleTest pair = small_pair_of(7, true);
  // Corners of the paper's unit: one triangle through the other.
  const auto words = [](std::array<float, 9> corners) {
    std::array<std::uint32_t, 9> all;
    for (std::size_t i = 0; i < 9; ++i) all[i] = bits_of(corners[i]);
    return all;
  };
  pair.aligned_corners = words({0, 0, 0, 4, 0, 0, 0, 4, 0});
  pair.tumbled_corners = words({1, 1, -1, 1.25f, 1, 1, 1, 1.25f, 1});
  // Both frames are the same.
  MatrixWrite frames;
  frames.first_word = 2;
  for (const std::size_t one : {0u, 5u, 10u, 12u, 17u, 22u}) frames.words[one] = bits_of(1.0f);
  frames.count = 30;
  Source<MatrixWrite> host("host", config, bench.registers);
  host.add(1, frames);
  for (int n = 0; n < 2; ++n) bench.pairs.add(9, pair);  // seen in 10
  pair.tumbled = 8;
  bench.pairs.add(9, pair);
  sc_core::sc_start();
  // Records begun in 10 and 38: there in 149. The second pair is taken in 66: there in 177. The third in 94, two records: in
  // 94 and 122, there in 233.
  EXPECT_EQ(bench.found.taken_at(), (Cycles{175, 203, 259}));
  EXPECT_EQ(bench.found.taken()[0].item.kind, Finding::Kind::hit);
  EXPECT_EQ(bench.unit.statistics().records, 5u);
}

TEST(SmallTriangleUnit, AnUndecidedPairWaitsForItsRecordsToo) {
  ChipConfig config = fast_machine();
  config.small_triangle_unit.undecided = UndecidedPairs::slow_unit;
  config.small_triangle_unit.record_makers = 2;
  SmallTriangleBench bench(config);
  TriangleTest pair = small_pair_of(7, true);
  pair.bounded = false;
  bench.pairs.add(9, pair);
  bench.pairs.add(9, small_pair_of(8, true));
  sc_core::sc_start();
  // Undecided in 22, both records begun then and there in 133; points are not hit certainly by anything.
  EXPECT_EQ(bench.found.taken_at(), (Cycles{24, 159}));
  EXPECT_EQ(bench.found.taken()[1].item.kind, Finding::Kind::uncertain);
}

// The Pointer FIFO takes nothing for long: 16 findings are in its channel, 128 results in the pipelines.
TEST(SmallTriangleUnit, NoPairIsTakenWhileAllPlacesForResultsAreTaken) {
  SmallTriangleBench bench(fast_machine(), 1000);
  for (std::uint32_t n = 0; n < 200; ++n) bench.pairs.add(9, small_pair_of(n, true));
  sc_core::sc_start(cycles(900));
  EXPECT_EQ(bench.unit.statistics().tests, 128u + 16u);
  EXPECT_GT(bench.unit.cycles(900).stalls.at(0).second, 700u);
  sc_core::sc_start();
  EXPECT_EQ(bench.found.taken().size(), 200u);
}

// Sixteen makers: records do not keep the pairs apart, but the slow pipeline takes one in issue_cycles.
TEST(SmallTriangleUnit, TheSlowPipelineTakesPairsAtItsOwnRate) {
  ChipConfig config = fast_machine();
  config.small_triangle_unit.undecided = UndecidedPairs::slow_unit;
  config.small_triangle_unit.record_makers = 16;
  config.triangle_unit.vertices_per_cycle = 1;  // three cycles for a pair
  SmallTriangleBench bench(config);
  for (std::uint32_t n = 0; n < 3; ++n) {
    TriangleTest pair = small_pair_of(n, true);
    pair.bounded = false;
    bench.pairs.add(9, pair);
  }
  sc_core::sc_start();
  const Cycles out = bench.found.taken_at();
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[1], out[0] + 3);
  EXPECT_EQ(out[2], out[1] + 3);
  EXPECT_EQ(bench.unit.statistics().slow_tests, 3u);
  EXPECT_EQ(bench.unit.statistics().undecided, 3u);
  EXPECT_EQ(bench.unit.statistics().tests, 3u);
}

TEST(SmallTriangleUnit, FindingsLeaveOneInACycleInTheOrderOfTheirVerdictsAndMissesLeaveNoTrace) {
  ChipConfig config = fast_machine();
  config.small_triangle_unit.lanes = 4;
  SmallTriangleBench bench(config);
  PutCycles put(bench.findings);
  for (std::uint32_t n = 0; n < 4; ++n) bench.pairs.add(9, small_pair_of(n, n > 0));
  bench.engine.add(9, end_of(4));
  sc_core::sc_start();
  EXPECT_EQ(put, (Cycles{22, 23, 24, 25})) << "the miss costs nothing";
  for (const std::size_t i : {0u, 1u, 2u}) EXPECT_EQ(bench.found.taken()[i].item.tumbled, i + 1);
}

// The Pointer FIFO takes nothing before 100: of seventeen hits the last one waits, and behind it five misses and a hit.
TEST(SmallTriangleUnit, AsManyVerdictsGoInACycleAsThereAreLanes) {
  for (const std::uint32_t lanes : {1u, 2u}) {
    ChipConfig config = fast_machine();
    config.small_triangle_unit.lanes = lanes;
    SmallTriangleBench bench(config, 100);
    PutCycles put(bench.findings);
    for (std::uint32_t n = 0; n < 23; ++n) bench.pairs.add(9, small_pair_of(n, n < 17 || n == 22));
    sc_core::sc_start();
    Cycles expected;
    for (Cycle first = 22; first < 38; ++first) expected.push_back(first);
    // The reader takes the first in 100, and its place is free in 101.
    expected.push_back(101);
    expected.push_back(lanes == 1 ? 107 : 104);
    EXPECT_EQ(put, expected) << lanes;
  }
}

TEST(SmallTriangleUnit, UnfinishedWorkGoesOutAsItComesAndNotAfterAWitness) {
  for (const bool first_witness : {false, true}) {
    SmallTriangleBench bench(fast_machine());
    QueryOrder order;
    order.first_witness = first_witness;
    bench.engine.add(4, order);
    bench.pairs.add(9, small_pair_of(3, true));
    order.kind = QueryOrder::Kind::unfinished;
    order.tumbled = 5;
    order.aligned = 6;
    bench.engine.add(29, order);
    QueryOrder end = end_of(1);
    end.error = {ReadError::Kind::uncorrectable, 0x40};
    bench.engine.add(30, end);
    sc_core::sc_start();
    ASSERT_EQ(bench.found.taken().size(), first_witness ? 2u : 3u);
    EXPECT_EQ(bench.found.taken().back().item.kind, Finding::Kind::end);
    EXPECT_EQ(bench.found.taken().back().item.error.address, 0x40u) << "the end says why";
    if (first_witness) continue;
    EXPECT_EQ(bench.found.taken()[1].item.kind, Finding::Kind::unfinished);
    EXPECT_EQ(bench.found.taken()[1].item.tumbled, 5u);
    EXPECT_EQ(bench.found.taken()[1].item.aligned, 6u);
  }
}

TEST(SmallTriangleUnit, AnUncertainPairIsNoWitnessAndAfterOneNothingIsTested) {
  ChipConfig config = fast_machine();
  config.small_triangle_unit.interval = 3;
  SmallTriangleBench bench(config);
  QueryOrder begin;
  begin.first_witness = true;
  bench.engine.add(4, begin);
  TriangleTest undecided = small_pair_of(0, true);
  undecided.bounded = false;
  bench.pairs.add(9, undecided);
  bench.pairs.add(9, small_pair_of(1, true));
  for (std::uint32_t n = 2; n < 6; ++n) bench.pairs.add(49, small_pair_of(n, true));
  bench.engine.add(49, end_of(6));
  sc_core::sc_start();
  ASSERT_EQ(bench.found.taken().size(), 3u) << "the uncertain one, the hit, the end";
  EXPECT_EQ(bench.found.taken()[2].cycle, 54u) << "four pairs are taken in 50 to 53, one in a cycle";
  EXPECT_EQ(bench.unit.statistics().tests, 2u);
}

}  // namespace
}  // namespace collisionchip
