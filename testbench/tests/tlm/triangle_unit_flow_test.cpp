// The Triangle Unit under back-pressure, at the end of a query, with a witness and with a refused address.
#include "collisionchip/testbench/tests/tlm/triangle_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(TriangleUnitFlow, AFullFifoStallsItAndLosesNothing) {
  Random random(1);
  for (const Cycle interval : {5u, 23u, 400u}) {
    TriangleBench bench({}, interval);
    bench.fill(random, 10);
    const TriangleBench::Pairs expected = send_random(bench, random, 50, 10);
    bench.run();
    EXPECT_EQ(bench.reported(), expected) << interval;
    EXPECT_TRUE(bench.ended());
    const UnitCycles account = bench.unit.cycles(bench.found.taken().back().cycle);
    EXPECT_EQ(account.total(), bench.found.taken().back().cycle);
    if (interval == 400) {
      ASSERT_GT(expected.size(), 22u);
      EXPECT_GE(account.stalls[1].second, 400 * (expected.size() - 20));
    }
  }
}

TEST(TriangleUnitFlow, ADeepPipelineFullOfMissesHoldsUpNothingForEver) {
  Random random(2);
  ChipConfig config;
  config.triangle_unit.vertices_per_cycle = 3;
  config.triangle_unit.dotadd_stages = 32;
  config.triangle_unit.itu_stages = 32;
  for (const double extent : {0.3, 30.0}) {  // many hits, hardly any
    TriangleBench bench(config);
    bench.fill(random, 4, extent);
    const TriangleBench::Pairs expected = send_random(bench, random, 200, 4);
    bench.run();
    EXPECT_EQ(bench.reported(), expected);
    EXPECT_TRUE(bench.ended());
  }
}

TEST(TriangleUnitFlow, APairIssuesOnlyWithRoomForItsResultAndForThoseInThePipeline) {
  Random random(7);
  TriangleBench bench({}, 1, 20, 2);  // room for two results
  bench.fill(random, 1, 30);
  ASSERT_FALSE(bench.hits(0, 0));
  for (int i = 0; i < 6; ++i) bench.send(5, 0b0001, {0, 0}, {0, 0});
  bench.run();
  ASSERT_EQ(bench.issues.items.size(), 6u);
  const Cycle first = bench.issues.items[0], depth = bench.unit.pipeline_depth();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(bench.issues.items[i], first + i / 2 * depth + i % 2 * 3)
        << "a miss gives its room back as it leaves";
  }
}

TEST(TriangleUnitFlow, TheEndComesAfterTheLastResultHitOrMiss) {
  Random random(3);
  for (const double extent : {0.0, 30.0}) {
    TriangleBench bench;
    bench.fill(random, 1, extent);
    bench.send(5, 0b0001, {0, 0}, {0, 0});
    bench.send_end(5);
    bench.run();
    ASSERT_TRUE(bench.ended());
    EXPECT_EQ(bench.found.taken().back().cycle, bench.issues.items[0] + bench.unit.pipeline_depth() + 1);
  }
}

TEST(TriangleUnitFlow, UnfinishedWorkPassesThroughInOrder) {
  Random random(4);
  TriangleBench bench;
  bench.fill(random, 4);
  LeafTests unfinished;
  unfinished.kind = LeafTests::Kind::unfinished;
  unfinished.tumbled[0] = 0x1203;
  unfinished.aligned[0] = 0x3402;
  bench.send(5, 0xf, {0, 1}, {0, 1});
  bench.tests.add(5, unfinished);
  bench.send(5, 0xf, {2, 3}, {2, 3});
  bench.send_end(5);
  bench.run();
  TriangleBench::Pairs expected;
  bench.expect(expected, 0xf, {0, 1}, {0, 1});
  const std::size_t before = expected.size();
  bench.expect(expected, 0xf, {2, 3}, {2, 3});
  EXPECT_EQ(bench.reported(), expected);
  ASSERT_EQ(bench.found.taken().size(), expected.size() + 2);
  const Finding& passed = bench.found.taken()[before].item;
  EXPECT_EQ(passed.kind, Finding::Kind::unfinished);
  EXPECT_EQ(passed.tumbled, 0x1203u);
  EXPECT_EQ(passed.aligned, 0x3402u);
}

TEST(TriangleUnitFlow, AFirstWitnessIsReportedAloneAndTheStackEngineIsTold) {
  Random random(5);
  for (const bool ideal : {false, true}) {
    for (int run = 0; run < 10; ++run) {
      ChipConfig config;
      config.triangle_unit.ideal = ideal;
      TriangleBench bench(config);
      bench.fill(random, 6);
      TriangleBench::Pairs all;
      for (std::uint32_t n = 0; n < 6; n += 2) {
        bench.send(5, 0xf, {n, n + 1}, {n, n + 1}, true);
        bench.expect(all, 0xf, {n, n + 1}, {n, n + 1});
      }
      LeafTests unfinished;
      unfinished.kind = LeafTests::Kind::unfinished;
      bench.tests.add(5, unfinished);
      bench.send_end(5);
      bench.run();
      if (all.empty()) {
        EXPECT_TRUE(bench.stopped.taken().empty());
        EXPECT_EQ(bench.found.taken().size(), 2u) << "unfinished and end";
        continue;
      }
      EXPECT_EQ(bench.reported(), TriangleBench::Pairs{all[0]});
      EXPECT_EQ(bench.found.taken().size(), 2u) << "the witness and the end";
      ASSERT_EQ(bench.stopped.taken().size(), 1u);
      EXPECT_EQ(bench.stopped.taken()[0].cycle, bench.found.taken()[0].cycle) << "not before it is known";
    }
  }
}

TEST(TriangleUnitFlow, PairsBehindAWitnessAreDroppedAndCountAsNoTests) {
  Random random(8);
  TriangleBench bench;
  bench.fill(random, 1, 0.0);
  FrameMatrices same{};
  same.to_aligned = same.to_tumbled = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  for (const MatrixWrite& burst : bursts_of(frame_words(same))) bench.matrix.add(1, burst);
  const std::array<Vec3f, 3> flat = {{{-2, -1, 0}, {2, -1, 0}, {0, 2, 0}}},
                             upright = {{{0, 0, -1}, {0, 0, 1}, {1, 0, 0}}};
  bench.memory.records[TriangleBench::tumbled(0)] = make_triangle_record(flat, 0);
  bench.memory.records[TriangleBench::aligned(0)] = make_triangle_record(upright, 0);
  for (int i = 0; i < 40; ++i) bench.send(5, 0b0001, {0, 0}, {0, 0}, true);
  bench.send_end(5);
  bench.run();
  const Cycle first = bench.issues.items.at(0), depth = bench.unit.pipeline_depth();
  EXPECT_EQ(bench.issues.items.size(), (depth + 2) / 3) << "it is known when it leaves the pipeline";
  EXPECT_EQ(bench.found.taken()[0].cycle, first + depth);
  EXPECT_EQ(bench.stopped.taken()[0].cycle, first + depth);
  EXPECT_EQ(bench.found.taken().size(), 2u) << "the witness and the end";
  EXPECT_EQ(bench.unit.statistics().tests, 1u);
}

// The same findings in the same cycles; only the end says more.
TEST(TriangleUnitFlow, WithEntryCheckTheEndCountsAndChecksAllFindingsBeforeIt) {
  for (const bool ideal : {false, true}) {
    for (const bool first_witness : {false, true}) {
      std::vector<std::vector<Sink<Finding>::Taken>> taken;
      for (const bool entry_check : {false, true}) {
        Random random(1);
        ChipConfig config;
        config.triangle_unit.ideal = ideal;
        config.pointer_fifo.entry_check = entry_check;
        TriangleBench bench(config);
        bench.fill(random, 6);
        LeafTests unfinished;
        unfinished.kind = LeafTests::Kind::unfinished;
        unfinished.tumbled[0] = 0x1203;
        unfinished.aligned[0] = 0x3402;
        bench.tests.add(5, unfinished);
        for (std::uint32_t n = 0; n < 6; n += 2) bench.send(5, 0xf, {n, n + 1}, {n, n + 1}, first_witness);
        bench.send_end(5);
        bench.run();
        ASSERT_TRUE(bench.ended());
        taken.push_back(bench.found.taken());
      }
      ASSERT_GT(taken[0].size(), first_witness ? 2u : 4u);
      ASSERT_EQ(taken[0].size(), taken[1].size());
      EntryCheck check;
      for (std::size_t i = 0; i + 1 < taken[1].size(); ++i) {
        EXPECT_EQ(text_of(taken[1][i].item), text_of(taken[0][i].item));
        check.add(entry_words(taken[1][i].item));
      }
      EXPECT_EQ(taken[1].back().cycle, taken[0].back().cycle);
      EXPECT_EQ(text_of(taken[0].back().item), text_of(Finding{Finding::Kind::end, 0, 0, {}}));
      EXPECT_EQ(text_of(taken[1].back().item), text_of(check.closing({})));
    }
  }
}

TEST(TriangleUnitFlow, WithEntryCheckAResetBeginsTheCountAnew) {
  ChipConfig config;
  config.pointer_fifo.entry_check = true;
  Random random(12);
  TriangleBench bench(config);
  bench.fill(random, 2);
  LeafTests unfinished;
  unfinished.kind = LeafTests::Kind::unfinished;
  bench.tests.add(5, unfinished);
  bench.send_end(5);
  bench.run();
  ASSERT_EQ(bench.found.taken().size(), 2u);
  EXPECT_EQ(bench.found.taken()[1].item.tumbled, 1u);
  bench.unit.reset();
  bench.send_end(bench.found.taken()[1].cycle + 5);
  bench.run();
  ASSERT_EQ(bench.found.taken().size(), 3u);
  EXPECT_EQ(bench.found.taken()[2].item.tumbled, 0u);
  EXPECT_EQ(bench.found.taken()[2].item.aligned, 0u);
}

TEST(TriangleUnitFlow, ARefusedAddressEndsTheQueryWithAnError) {
  Random random(6);
  for (const bool ideal : {false, true}) {
    for (const bool tumbled_side : {false, true}) {
      ChipConfig config;
      config.triangle_unit.ideal = ideal;
      TriangleBench bench(config);
      bench.fill(random, 4);
      bench.memory.records.erase(tumbled_side ? TriangleBench::tumbled(2) : TriangleBench::aligned(2));
      bench.send(5, 0xf, {0, 1}, {0, 1});
      bench.send(5, 0xf, {2, 3}, {2, 3});
      bench.send(5, 0xf, {0, 1}, {0, 1});
      bench.send_end(5);
      bench.run();
      ASSERT_TRUE(bench.ended()) << "no hang";
      const ReadError error = bench.found.taken().back().item.error;
      EXPECT_EQ(error.kind, ReadError::Kind::refused);
      EXPECT_EQ(error.address, tumbled_side ? TriangleBench::tumbled(2) : TriangleBench::aligned(2));
      EXPECT_EQ(bench.stopped.taken().size(), 1u) << "the Stack Engine need not go on";
      TriangleBench::Pairs before;
      bench.expect(before, 0xf, {0, 1}, {0, 1});
      const TriangleBench::Pairs reported = bench.reported();
      ASSERT_GE(reported.size(), before.size());
      EXPECT_TRUE(std::equal(before.begin(), before.end(), reported.begin()));
    }
  }
}

}  // namespace
}  // namespace collisionchip
