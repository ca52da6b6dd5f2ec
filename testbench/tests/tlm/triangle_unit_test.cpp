// The Triangle Unit alone: answers, order, cache and memory, pipeline.
#include "collisionchip/testbench/tests/tlm/triangle_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(TriangleUnit, AnswersAndOrderAreTheReferences) {
  Random random(1);
  std::size_t hits = 0;
  for (int run = 0; run < 20; ++run) {
    TriangleBench bench;
    bench.fill(random, 30);
    const TriangleBench::Pairs expected = send_random(bench, random, 60, 30);
    bench.run();
    EXPECT_EQ(bench.reported(), expected);
    EXPECT_TRUE(bench.ended());
    EXPECT_FALSE(bench.found.taken().back().item.error);
    EXPECT_EQ(bench.unit.statistics().hits, expected.size());
    hits += expected.size();
  }
  EXPECT_GT(hits, 500u);
}

TEST(TriangleUnit, TumbledLeftBeforeRightForEachAlignedMember) {
  Random random(2);
  TriangleBench bench;
  bench.fill(random, 2, 0.0);
  FrameMatrices same{};
  same.to_aligned = same.to_tumbled = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  for (const MatrixWrite& burst : bursts_of(frame_words(same))) bench.matrix.add(1, burst);
  bench.frames = same;
  const std::array<Vec3f, 3> flat = {{{-2, -1, 0}, {2, -1, 0}, {0, 2, 0}}},
                             upright = {{{0, 0, -1}, {0, 0, 1}, {1, 0, 0}}};
  for (std::uint32_t n = 0; n < 2; ++n) {
    bench.memory.records[TriangleBench::tumbled(n)] = make_triangle_record(flat, n);
    bench.memory.records[TriangleBench::aligned(n)] = make_triangle_record(upright, n);
  }
  bench.send(5, 0xf, {0, 1}, {0, 1});
  bench.run();
  EXPECT_EQ(bench.reported(), (TriangleBench::Pairs{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
}

TEST(TriangleUnit, OnePairPerThreeCyclesAndAResultAfterThePipeline) {
  Random random(3);
  for (const std::uint32_t vertices : {1u, 2u, 3u}) {
    ChipConfig config;
    config.triangle_unit.vertices_per_cycle = vertices;
    const Cycle interval = vertices == 1 ? 3 : vertices == 2 ? 2 : 1;
    TriangleBench bench(config, 1, 20, 64);  // room for all that is in the pipeline
    bench.fill(random, 2);
    bench.send(5, 0xf, {0, 1}, {0, 1});  // all four into the unit
    for (int i = 0; i < 10; ++i) bench.send(300, 0xf, {0, 1}, {0, 1});
    bench.run();
    ASSERT_EQ(bench.issues.items.size(), 44u);
    for (std::size_t i = 4; i < 44; ++i) EXPECT_EQ(bench.issues.items[i], 301 + interval * (i - 4));
    EXPECT_EQ(bench.unit.pipeline_depth(), interval + 12 + 2 + 4 + 4);  // the last four: the filter's
    std::size_t next = 0;
    const auto& taken = bench.found.taken();
    for (std::size_t i = 0; i < 44 && next < taken.size(); ++i) {
      if (bench.hits(static_cast<std::uint32_t>(i % 2), static_cast<std::uint32_t>(i / 2 % 2))) {
        EXPECT_EQ(taken[next++].cycle, bench.issues.items[i] + bench.unit.pipeline_depth());
      }
    }
    EXPECT_EQ(next, taken.size());
    EXPECT_EQ(bench.unit.cycles(1000).busy, 44 * interval)
        << "every pair holds the pipeline for its vertices";
    EXPECT_EQ(bench.unit.cycles(1000).total(), 1000u);
  }
}

TEST(TriangleUnit, ReadsATriangleOnceAndKeepsIt) {
  Random random(4);
  TriangleBench bench;
  bench.fill(random, 4);
  bench.send(5, 0b0001, {0, 0}, {0, 0});
  bench.send(5, 0b0001, {0, 0}, {1, 0});  // the tumbled one is there
  bench.send(5, 0b0001, {0, 0}, {0, 0});  // both are
  bench.send(5, 0b0100, {3, 1}, {0, 1});  // the right entry of the tumbled memory
  bench.send(5, 0b0101, {0, 1}, {0, 0});  // both entries are there
  bench.send(5, 0b0001, {2, 0}, {0, 0});  // replaces the left entry only
  bench.send(5, 0b0101, {2, 1}, {1, 0});
  bench.run();
  EXPECT_EQ(bench.memory.reads,
            (std::vector<std::uint32_t>{TriangleBench::tumbled(0), TriangleBench::aligned(0),
                                        TriangleBench::aligned(1), TriangleBench::tumbled(1),
                                        TriangleBench::tumbled(2)}));
  const TriangleUnit::Statistics& s = bench.unit.statistics();
  EXPECT_EQ(s.tests, 9u);
  EXPECT_EQ(s.tumbled_misses, 3u);
  EXPECT_EQ(s.tumbled_hits, 6u);
  EXPECT_EQ(s.aligned_misses, 2u);
  EXPECT_EQ(s.aligned_hits, 7u);
  EXPECT_EQ(s.tumbled_conflicts, 1u);
  EXPECT_EQ(s.aligned_conflicts, 0u);
  EXPECT_EQ(s.hits + s.misses + s.uncertain, s.tests);
}

TEST(TriangleUnit, WaitsForMemoryAndSaysSo) {
  Random random(5);
  TriangleBench bench({}, 1, 50);
  bench.fill(random, 1);
  bench.send(9, 0b0001, {0, 0}, {0, 0});  // seen in 10; the reads go in 10 and 11, seen by the memory in 12
  bench.run();
  EXPECT_EQ(bench.issues.items, std::vector<Cycle>{62});
  EXPECT_EQ(bench.unit.cycles(1000).stalls[0].second, 52u);
}

TEST(TriangleUnit, ConflictsInTheCacheCostReadsAndNeverAnswers) {
  Random random(6);
  for (const std::uint32_t ways : {1u, 2u}) {
    ChipConfig config;
    config.triangle_unit.cache_lines = 2;
    config.triangle_unit.cache_ways = ways;
    TriangleBench bench(config);
    bench.fill(random, 6);
    TriangleBench::Pairs expected;
    for (int i = 0; i < 8; ++i) {  // aligned 0 and 2 fall into the same line of a direct-mapped cache
      const std::uint32_t a = i % 2 == 0 ? 0 : 2;
      bench.send(5, 0b0001, {1, 0}, {a, 0});
      bench.expect(expected, 0b0001, {1, 0}, {a, 0});
    }
    bench.run();
    EXPECT_EQ(bench.reported(), expected);
    EXPECT_EQ(bench.unit.statistics().aligned_misses, ways == 1 ? 8u : 2u);
    EXPECT_EQ(bench.unit.statistics().aligned_conflicts, ways == 1 ? 7u : 0u);
  }
}

TEST(TriangleUnit, OneRecordOnBothSidesIsReadForBoth) {
  Random random(7);
  TriangleBench bench;
  bench.fill(random, 1);
  LeafTests message;
  message.bits = 0b0001;
  message.tumbled =
      message.aligned = {TriangleBench::tumbled(0), 0};  // an object against itself, stored once
  bench.tests.add(5, message);
  bench.send_end(6);
  sc_core::sc_start(cycles(2000));
  EXPECT_EQ(bench.unit.statistics().tests, 1u);
  EXPECT_TRUE(bench.ended());
}

TEST(TriangleUnit, IdealTakesNoTimeAndNoTrafficForTheSameAnswers) {
  Random random(8);
  ChipConfig config;
  config.triangle_unit.ideal = true;
  TriangleBench bench(config);
  bench.fill(random, 30);
  const TriangleBench::Pairs expected = send_random(bench, random, 4, 30);  // what the queue holds at once
  bench.run();
  EXPECT_EQ(bench.reported(), expected);
  EXPECT_TRUE(bench.memory.reads.empty());
  EXPECT_LE(bench.tests.put_at().back(), 8u);
}

TEST(TriangleUnit, IdealWaitsForTheFifoTooAndRepeatsNothing) {
  Random random(9);
  ChipConfig config;
  config.triangle_unit.ideal = true;
  TriangleBench bench(config, 40);
  bench.fill(random, 30);
  const TriangleBench::Pairs expected = send_random(bench, random, 60, 30);
  bench.run();
  EXPECT_EQ(bench.reported(), expected);
  EXPECT_TRUE(bench.ended());
  EXPECT_EQ(bench.unit.statistics().hits, expected.size());
  ASSERT_GT(expected.size(), 20u);
  EXPECT_GE(bench.unit.cycles(10000).stalls[1].second, 40 * (expected.size() - 18));
}

ChipConfig with_triangle_leaves() {
  ChipConfig config;
  config.stack_engine.leaf_test = LeafTest::triangle;
  config.memory_controller.leaf_layout = LeafLayout::triangle;
  return config;
}

TEST(TriangleUnit, TestsWhatLeavesBringInTheCycleInWhichItIsAskedTo) {
  Random random(11);
  TriangleBench bench(with_triangle_leaves());
  bench.fill(random, 3);
  for (const std::uint32_t n : {0u, 1u}) bench.bring(4, true, n);
  bench.bring(4, false, 0);
  bench.bring(5, false, 2);  // visible with the tests that need it
  bench.send(5, 0b1111, {0, 1}, {0, 2});
  bench.send_end(6);
  bench.run();
  EXPECT_EQ(bench.issues.items, (std::vector<Cycle>{6, 9, 12, 15}));
  TriangleBench::Pairs expected;
  bench.expect(expected, 0b1111, {0, 1}, {0, 2});
  EXPECT_EQ(bench.reported(), expected);
  EXPECT_TRUE(bench.memory.reads.empty());
  const TriangleUnit::Statistics& s = bench.unit.statistics();
  EXPECT_EQ(s.tumbled_hits + s.aligned_hits, 8u);
  EXPECT_EQ(s.tumbled_leaves, 2u);
  EXPECT_EQ(s.aligned_leaves, 2u);
}

// As many leaves as the keys say; one that comes again takes its own place. What others have replaced is read.
TEST(TriangleUnit, KeepsSoManyLeavesAndReadsAgainWhatWasReplaced) {
  Random random(12);
  ChipConfig config = with_triangle_leaves();
  config.stack_engine.look_ahead = 1;
  config.triangle_unit.queue_depth = 1;
  const TriangleUnitParams params = params_of<TriangleUnitParams>(config);
  EXPECT_EQ(params.cache_lines, 12u) << "4 x (look_ahead + queue_depth + 1)";
  EXPECT_EQ(params.tumbled_leaves, 8u) << "2 x (register_sets + queue_depth + 1)";
  for (const std::uint32_t others : {11u, 12u}) {
    TriangleBench bench(config, 1, 20, 64);
    bench.fill(random, 14);
    bench.bring(1, true, 0);
    bench.bring(1, false, 13);
    for (int again = 0; again < 3; ++again) {
      for (std::uint32_t n = 0; n < others; ++n) bench.bring(2, false, n);
    }
    bench.send(200, 0b0001, {0, 0}, {13, 0});
    bench.run();
    EXPECT_EQ(bench.unit.statistics().tests, 1u);
    const std::vector<std::uint32_t> replaced = {TriangleBench::aligned(13)};
    EXPECT_EQ(bench.memory.reads, others == 12 ? replaced : std::vector<std::uint32_t>{});
    EXPECT_EQ(bench.unit.statistics().aligned_misses, others == 12 ? 1u : 0u);
  }
}

TEST(TriangleUnit, ResetEmptiesMemoryCacheAndPipeline) {
  Random random(10);
  TriangleBench bench;
  bench.fill(random, 2);
  bench.send(5, 0xf, {0, 1}, {0, 1});
  bench.run();
  const std::size_t before = bench.memory.reads.size();
  bench.unit.reset();
  bench.send(1000, 0xf, {0, 1}, {0, 1});
  bench.run();
  EXPECT_EQ(bench.memory.reads.size(), 2 * before);
}

}  // namespace
}  // namespace collisionchip
