// The Small Triangle Unit alone and cycle by cycle. docs/group_engine.md has these numbers.
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/testbench/tests/tlm/group_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;

// A pair in a cycle.
ChipConfig fast_machine() {
  ChipConfig config = preset("beyond");
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
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
  ChipConfig config = preset("beyond-small");
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

}  // namespace
}  // namespace collisionchip
