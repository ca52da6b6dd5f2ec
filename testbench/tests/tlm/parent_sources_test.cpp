// The Ancestor Engine and the Pair Stack Engine, each alone (aabb_unit.parent = refetch and simultaneous): ways read from
// the root for every aligned pair, and a stack of pairs instead of lists.
#include "collisionchip/testbench/tests/tlm/overlapping_trees.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig random_engine(Random& random, int run) {
  ChipConfig config;
  config.stack_engine.prefetch = run % 3 != 0;
  config.stack_engine.prefetch_known = run % 5 != 0;
  config.stack_engine.keep_pair = run % 4 != 0;
  config.stack_engine.look_ahead = 1 + static_cast<std::uint32_t>(random.below(8));
  config.stack_engine.leaf_test = run % 2 == 0 ? LeafTest::dop_first : LeafTest::triangle;
  return config;
}

// From the root on, the pair itself included.
std::vector<std::uint32_t> way_to(const FakeTree& tree, std::uint32_t pair) {
  const std::function<bool(std::uint32_t, std::vector<std::uint32_t>&)> find = [&](std::uint32_t at,
                                                                                   auto& way) {
    way.push_back(at);
    if (at == pair) return true;
    for (std::size_t side = 0; side < 2; ++side) {
      if (!tree.pairs.at(at).leaf[side] && find(tree.pairs.at(at).child[side], way)) return true;
    }
    way.pop_back();
    return false;
  };
  std::vector<std::uint32_t> way;
  find(tree.root, way);
  return way;
}

TEST(ParentSources, EveryPairOfTrianglesWhateverTheNeighboursTake) {
  Random random(31);
  std::uint64_t kept = 0, prefetched = 0;
  for (int run = 0; run < 240; ++run) {
    const bool stack = run % 2 == 0;
    const ChipConfig config = random_engine(random, run / 2);
    const FakeTrees trees(random, 2 + random.below(30), 2 + random.below(30), config.stack_engine.leaf_test);
    EngineBench bench(config, trees, 1 + static_cast<Cycle>(random.below(60)),
                      static_cast<Cycle>(random.below(60)), 1 + static_cast<Cycle>(random.below(40)),
                      1 + static_cast<std::size_t>(random.below(4)), 3,
                      stack ? AabbParentKey::simultaneous : AabbParentKey::refetch);
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended()) << run;
    EXPECT_EQ(bench.tests(), trees.by_recursion()) << run;
    EXPECT_EQ(bench.engine.cycles(1'000'000).total(), 1'000'000u);
    const PairEngine::Statistics& counted = bench.engine.statistics();
    EXPECT_TRUE(!stack || counted.lists == counted.aligned_pairs) << "each entry is a list";
    kept += stack ? counted.lists_kept : 0;
    prefetched += stack ? counted.prefetches_used : 0;
  }
  EXPECT_GT(kept, 50u);
  EXPECT_GT(prefetched, 50u);
}

TEST(ParentSources, AWayLeadsFromTheRootAndNoOtherRequestIsAnAncestors) {
  Random random(32);
  std::size_t longest = 0;
  for (int run = 0; run < 40; ++run) {
    const ChipConfig config = random_engine(random, run);
    const FakeTrees trees(random, 20, 30, config.stack_engine.leaf_test);
    EngineBench bench(config, trees, 20, 20, 1, 4, 3, AabbParentKey::refetch);
    std::vector<std::uint32_t> way;
    PutWatch<ReadRequest> watch(bench.channels.requests, [&](const ReadRequest& request) {
      if (request.kind == ReadKind::tumbled_pair) return;
      way.push_back(request.address);
      if (request.kind != ReadKind::aligned_pair) return;
      EXPECT_EQ(way, way_to(trees.aligned, request.address));
      longest = std::max(longest, way.size());
      way.clear();
    });
    sc_core::sc_start();
    EXPECT_TRUE(way.empty());
    bench.channels.requests.remove_tap(watch);
  }
  EXPECT_GT(longest, 5u);
}

// The root list is as with other parents. Both entries of the second list are below the root, which is read for each entry.
// The root is requested in cycle t, its links are here in t + 6, and then the entry's own pair is requested.
TEST(ParentSources, TheNextPairOfAWayIsAskedForWhenTheLinksAreHere) {
  ChipConfig config;
  config.stack_engine.prefetch = false;
  const Machine refetch(config, {true, true}, kMemory, kCompare, false, AabbParentKey::refetch);
  EXPECT_EQ(refetch.cycles_of("ancestor").size(), 4u);
  const std::vector<Put> expected = {
      {"list", 10},     {"root", 10},     {"aligned", 14},  // the root pair alone: no ancestor
      {"keep", 24},     {"ancestor", 29}, {"aligned", 35},  // flags in 24, two words written, entries here in 29
      {"ancestor", 36}, {"aligned", 42},  {"keep", 52},    {"ancestor", 55},
      {"aligned", 61},  {"ancestor", 62}, {"aligned", 68}};
  EXPECT_EQ(refetch.puts, expected);
}

// Both halves of an entry are written and read at once. The root's four: flags in 25, the last one is pushed in 28, and
// read in the same cycle.
TEST(ParentSources, AnEntryOfTheStackIsReadFromBothSramsAtOnce) {
  ChipConfig config;
  config.stack_engine.prefetch = false;
  const Machine stack(config, {false, true}, kMemory, kCompare, false, AabbParentKey::simultaneous);
  const std::vector<Put> expected = {
      {"left write 0 +1", 10}, {"right write 0 +1", 10}, {"left read 0 +1", 10},  {"right read 0 +1", 10},
      {"left write 0 +1", 25}, {"right write 0 +1", 25}, {"left write 1 +1", 26}, {"right write 1 +1", 26},
      {"left write 2 +1", 27}, {"right write 2 +1", 27}, {"left write 3 +1", 28}, {"right write 3 +1", 28},
      {"left read 3 +1", 28},  {"right read 3 +1", 28},  {"left read 2 +1", 43},  {"right read 2 +1", 43}};
  EXPECT_EQ(std::vector<Put>(stack.words.begin(), stack.words.begin() + 16), expected);
  const std::vector<Put> requests(stack.puts.begin(), stack.puts.begin() + 6);
  EXPECT_EQ(requests,
            (std::vector<Put>{
                {"list", 14}, {"root", 14}, {"aligned", 15}, {"list", 32}, {"left", 32}, {"aligned", 33}}));
  EXPECT_EQ(stack.bench.engine.statistics().high_water, (std::array<std::uint32_t, 2>{4, 4}));
}

}  // namespace
}  // namespace collisionchip
