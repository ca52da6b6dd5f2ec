// stack_engine.transformed = stack: transformed pairs lie on the stack of a Pair Stack Engine. When its SRAMs get and give
// their words, and when the DOP Unit gives and gets a pair.
#include "collisionchip/testbench/tests/tlm/dop_bench.h"
#include "collisionchip/testbench/tests/tlm/overlapping_trees.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig stacking(bool prefetch = false) {
  ChipConfig config;
  config.stack_engine.traversal = TraversalKey::pairs;
  config.stack_engine.transformed = TransformedKey::stack;
  config.stack_engine.prefetch = prefetch;
  return config;
}

TEST(StackedTransforms, EveryPairOfTrianglesWhateverTheNeighboursTake) {
  Random random(33);
  std::uint64_t stored = 0, loaded = 0, kept = 0, prefetched = 0;
  for (int run = 0; run < 240; ++run) {
    ChipConfig config = stacking(run % 3 != 0);
    config.stack_engine.prefetch_known = run % 5 != 0;
    config.stack_engine.keep_pair = run % 4 != 0;
    config.stack_engine.leaf_test = run % 2 == 0 ? LeafTest::dop_first : LeafTest::triangle;
    config.stack_sram.latency = 1 + static_cast<std::uint32_t>(random.below(9));
    config.dop.k = run % 7 == 0 ? 26 : 6;
    if (run % 6 == 5) config.stack_sram.entries = 20 + static_cast<std::uint32_t>(random.below(60));
    const FakeTrees trees(random, 2 + random.below(30), 2 + random.below(30), config.stack_engine.leaf_test);
    EngineBench bench(config, trees, 1 + static_cast<Cycle>(random.below(60)),
                      static_cast<Cycle>(random.below(60)), 1 + static_cast<Cycle>(random.below(40)),
                      1 + static_cast<std::size_t>(random.below(4)));
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended()) << run;
    const PairEngine::Statistics& counted = bench.engine.statistics();
    if (counted.unfinished == 0) {
      EXPECT_EQ(bench.tests(), trees.by_recursion()) << run;
    }
    EXPECT_EQ(bench.engine.cycles(1'000'000).total(), 1'000'000u);
    EXPECT_EQ(counted.lists, counted.aligned_pairs);
    EXPECT_EQ(bench.rest.loaded_at.size(), counted.transforms_loaded);
    EXPECT_GE(2 * counted.transforms_stored, counted.transforms_loaded)
        << "three entries share a block at most";
    EXPECT_LE(counted.transform_words_written, counted.transform_words_reserved);
    stored += counted.transforms_stored;
    loaded += counted.transforms_loaded;
    kept += counted.lists_kept;
    prefetched += counted.prefetches_used;
  }
  EXPECT_GT(stored, 500u);
  EXPECT_GT(loaded, 500u);
  EXPECT_GT(kept, 50u);
  EXPECT_GT(prefetched, 50u);
}

// k = 6: a block has seven words. The root's flags in 25: each tumbled member meets two pairs, so blocks lie at 0 to 6 and at
// 9 to 15, entries behind them. The pair's flags and its transform in 43: no entry below it, so the next one is read and the
// block is written, port by port after that read, to its end in 49. Its words come from 54 on, the links first.
TEST(StackedTransforms, TheFirstEntryWritesTheBlockAndTheOthersReadIt) {
  ChipConfig config = stacking();
  config.dop.k = 6;
  config.stack_engine.keep_pair = false;
  const Machine stack(config, {false, false}, kMemory, kCompare);
  std::vector<Put> left;
  for (const Put& put : stack.words) {
    if (put.what.rfind("left ", 0) == 0) left.push_back(put);
  }
  const std::vector<Put> expected = {
      {"left write 0 +1", 10},  {"left read 0 +1", 10},   // the root
      {"left write 7 +1", 25},  {"left write 8 +1", 26},  // what meets the right member
      {"left write 16 +1", 27}, {"left write 17 +1", 28}, {"left read 17 +1", 28},  {"left read 16 +1", 43},
      {"left write 9 +1", 43},  {"left write 10 +1", 44}, {"left write 11 +1", 45}, {"left write 12 +1", 46},
      {"left write 13 +1", 47}, {"left write 14 +1", 48}, {"left write 15 +1", 49}, {"left read 9 +7", 50},
      {"left read 8 +1", 67},  // flags in 67
      {"left read 7 +1", 81},   {"left write 0 +1", 81},  {"left write 1 +1", 82},  {"left write 2 +1", 83},
      {"left write 3 +1", 84},  {"left write 4 +1", 85},  {"left write 5 +1", 86},  {"left write 6 +1", 87},
      {"left read 0 +7", 88}};
  EXPECT_EQ(left, expected);
  EXPECT_EQ(stack.cycles_of("aligned"), (std::vector<Cycle>{15, 33, 54, 71, 92}));
  EXPECT_EQ(stack.loads, (std::vector<Put>{{"visible", 61}, {"visible", 99}}))
      << "a cycle after the last word";
  const PairEngine::Statistics& counted = stack.bench.engine.statistics();
  EXPECT_EQ(counted.transforms_stored, 2u);
  EXPECT_EQ(counted.transforms_loaded, 2u);
  EXPECT_EQ(counted.transform_words_read, (std::array<std::uint64_t, 2>{14, 14}));
  EXPECT_EQ(stack.count("left"), 1u) << "its pair is read once";
  EXPECT_EQ(stack.count("right"), 1u);
}

// With nothing below the first entry the other one finds its pair in place: the words written until then are in vain.
TEST(StackedTransforms, ABlockIsNotWrittenToItsEndIfItsLastEntryKeepsThePair) {
  const Machine stack(stacking(), {false, false}, kMemory, kCompare);
  const PairEngine::Statistics& counted = stack.bench.engine.statistics();
  EXPECT_EQ(counted.lists_kept, 2u);
  EXPECT_EQ(counted.transforms_stored, 0u);
  EXPECT_EQ(counted.transforms_loaded, 0u);
  EXPECT_GT(counted.transform_words_written, 0u);
}

struct WritesPerCycle : ChannelTap<SramRequest> {
  void on_put(Cycle now, Cycle, const SramRequest& request) override { writes[now] += request.write ? 1 : 0; }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
  std::map<Cycle, int> writes;
};

TEST(StackedTransforms, AWordOfATransformWaitsForAnEntry) {
  Random random(34);
  std::uint64_t stored = 0;
  for (int run = 0; run < 20; ++run) {
    ChipConfig config = stacking();
    config.dop.k = 6;
    const FakeTrees trees(random, 20, 20, LeafTest::dop_first);
    EngineBench bench(config, trees, kMemory, kCompare);
    WritesPerCycle left;
    auto& channel = bench.channels.set.at<SramRequest>("stack_engine.left_sram");
    channel.add_tap(left);
    sc_core::sc_start();
    for (const auto& [cycle, writes] : left.writes) EXPECT_LE(writes, 1) << cycle;
    stored += bench.engine.statistics().transforms_stored;
    channel.remove_tap(left);
  }
  EXPECT_GT(stored, 100u);
}

struct DopCase {
  DopTransform transform;
  std::array<DopNode, 2> tumbled;
  TransformedPair transformed;
};

DopCase dop_case(Random& random, int k) {
  DopCase c;
  c.tumbled = {random_dop(random, k), random_dop(random, k)};
  DopNode bound;
  for (int i = 0; i < k; ++i) bound.d[static_cast<std::size_t>(i)] = i < k / 2 ? -4.0f : 4.0f;
  c.transform = make_dop_transform(k, RigidMap::of(random_pose(random, 0.5), TumbledSide::b), bound);
  for (std::size_t member = 0; member < 2; ++member) {
    PartnerDop partner{};
    c.transform.apply(c.tumbled[member], partner);
    for (int i = 0; i < k; ++i)
      c.transformed.words[member * static_cast<std::size_t>(k) + static_cast<std::size_t>(i)] =
          bits_of(partner[static_cast<std::size_t>(i)]);
  }
  return c;
}

// §4.1's 64 cycles: first beat in 10, transformed in 64. Its words go out from 65 on.
TEST(StackedTransforms, APairGoesToTheStackWhenItIsTransformed) {
  Random random(3);
  const DopCase c = dop_case(random, 24);
  DopBench bench(stacking());
  bench.load(c.transform);
  bench.lists.add(5, {0, 1});
  bench.commands.add(5, {false, true});
  bench.send_tumbled(10, pair_of(c.tumbled[0], c.tumbled[1]));
  bench.send_aligned(100, pair_of(c.tumbled[0], c.tumbled[1]));
  bench.run();
  ASSERT_EQ(bench.handed_out.taken().size(), 1u);
  EXPECT_EQ(bench.transforms.items[0].ready, 64u);
  EXPECT_EQ(bench.handed_out.taken()[0].cycle, 65u);
  EXPECT_EQ(bench.handed_out.taken()[0].item.words, c.transformed.words);
}

// What is visible in 40 may be compared in 40, and gives the bits that a transform gives.
TEST(StackedTransforms, APairFromTheStackIsCompared) {
  Random random(4);
  for (int run = 0; run < 20; ++run) {
    const DopCase c = dop_case(random, 24);
    const std::array<DopNode, 2> aligned = {random_dop(random, 24), random_dop(random, 24)};
    DopBench bench(stacking());
    bench.load(c.transform);
    bench.lists.add(5, {0, 1});
    bench.commands.add(5, {true, false});
    bench.send_aligned(20, pair_of(aligned[0], aligned[1]));
    bench.stacked.add(39, c.transformed);
    bench.run();
    EXPECT_EQ(bench.overlaps.items[0].start, (std::array<Cycle, 2>{40, 44}));
    EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{expected_bits(c.transform, c.tumbled, aligned)}));
    EXPECT_TRUE(bench.transforms.items.empty());
  }
}

// A pair fetched ahead comes first and is not the list's.
TEST(StackedTransforms, APairFetchedAheadWaitsWhileTheListsOwnComesFromTheStack) {
  Random random(5);
  const DopCase own = dop_case(random, 24);
  DopCase ahead = dop_case(random, 24);
  const std::array<DopNode, 2> aligned = {random_dop(random, 24), random_dop(random, 24)};
  DopBench bench(stacking(true));
  bench.load(own.transform);
  bench.lists.add(5, {0, 1});
  bench.commands.add(5, {true, false});
  bench.send_tumbled(10, pair_of(ahead.tumbled[0], ahead.tumbled[1]));
  bench.stacked.add(80, own.transformed);
  bench.send_aligned(20, pair_of(aligned[0], aligned[1]));
  bench.lists.add(120, {0, 1});
  bench.commands.add(120, {false, false});
  bench.send_aligned(130, pair_of(aligned[0], aligned[1]));
  bench.run();
  EXPECT_EQ(bench.bits(), (std::vector<std::uint32_t>{expected_bits(own.transform, own.tumbled, aligned),
                                                      expected_bits(own.transform, ahead.tumbled, aligned)}));
}

}  // namespace
}  // namespace collisionchip
