// A tumbled pair is read and transformed once as long as lists follow one another with it, and fetched ahead
// whenever it is known (stack_engine.keep_pair, stack_engine.prefetch_known): requests and list commands of
// small queries, cycle by cycle.
#include "collisionchip/testbench/tests/tlm/overlapping_trees.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig machine(bool keep_pair, bool prefetch_known, bool prefetch = true) {
  ChipConfig config;
  config.stack_engine.keep_pair = keep_pair;
  config.stack_engine.prefetch_known = prefetch_known;
  config.stack_engine.prefetch = prefetch;
  return config;
}

// A leaf on the left: its list keeps the root pair, while the right child pair, known from the root's words on,
// is fetched. Nothing is read twice.
TEST(TumbledOnce, AListWithThePairOfTheListBeforeKeepsIt) {
  const Machine kept(machine(true, true), {true, false}, kMemory, kCompare);
  const std::vector<Put> expected = {
      {"list", 10},    {"root", 10},     // taken in the cycle of the start; asked for at once
      {"right", 16},                     // when the root's words are here, before the aligned root
      {"aligned", 17}, {"keep", 27},     // its flags: both lists are written, the left one is next
      {"aligned", 32}, {"aligned", 33},  // when its words, written before, are read: the pair is known
      {"list", 43},                      // the right one, and its pair is here
      {"aligned", 46}, {"aligned", 47}};
  EXPECT_EQ(kept.puts, expected);
  const PairEngine::Statistics& statistics = kept.bench.engine.statistics();
  EXPECT_EQ(statistics.lists, 3u);
  EXPECT_EQ(statistics.lists_kept, 1u);
  EXPECT_EQ(statistics.prefetches, 1u);
  EXPECT_EQ(statistics.prefetches_used, 1u);
  EXPECT_EQ(statistics.eq5_cycles(), 3u * 80 + 5 * 10) << "every list counts";
}

TEST(TumbledOnce, WithoutTheKeyItIsAskedForAgain) {
  const Machine fetched(machine(false, false), {true, false}, kMemory, kCompare);
  EXPECT_EQ(fetched.count("root"), 2u);
  EXPECT_EQ(fetched.count("right"), 1u);
  EXPECT_EQ(fetched.bench.engine.statistics().lists_kept, 0u);
  EXPECT_EQ(fetched.bench.engine.statistics().prefetches, 0u) << "there is no left child pair";
  const Machine on_demand(machine(true, true, false), {true, false}, kMemory, kCompare);
  EXPECT_EQ(on_demand.count("root"), 1u) << "keeping needs no second set of registers";
  EXPECT_EQ(on_demand.bench.engine.statistics().prefetches, 0u);
}

// Below the left child pair there are only leaves: the pair of the list that waits is fetched, not before the
// cycle after the list was taken, when the level registers show it.
TEST(TumbledOnce, ThePairOfTheListThatWaitsIsFetchedAhead) {
  const Machine known(machine(true, true), {false, false}, kMemory, kCompare);
  ASSERT_EQ(known.cycles_of("list").size(), 3u);
  const Cycle left = known.cycles_of("list")[1];
  EXPECT_EQ(known.cycles_of("left"), std::vector<Cycle>{16});
  EXPECT_EQ(known.cycles_of("right"), std::vector<Cycle>{left + 1}) << "the left pair is known already";
  EXPECT_EQ(known.bench.engine.statistics().prefetches_used, 2u);
  const Machine speculative(machine(true, false), {false, false}, kMemory, kCompare);
  EXPECT_EQ(speculative.cycles_of("right"), std::vector<Cycle>{speculative.cycles_of("list")[2]});
}

// The left child pair has leaves that meet inner nodes: lists of its own follow it, and what was fetched ahead
// for the list behind them stays.
TEST(TumbledOnce, ListsThatKeepAPairLeaveThePrefetchAlone) {
  const Machine deep(machine(true, true), {false, false}, kMemory, kCompare, true);
  EXPECT_EQ(deep.count("keep"), 4u) << "two below each child pair";
  EXPECT_EQ(deep.count("keep, discard") + deep.count("list, discard"), 0u);
  for (const char* const pair : {"root", "left", "right"}) EXPECT_EQ(deep.count(pair), 1u) << pair;
}

// Two leaves: both lists below the root keep its pair, and no pair is left to be fetched.
TEST(TumbledOnce, NoPairIsFetchedAheadThatIsHere) {
  const Machine leaves(machine(true, true), {true, true}, kMemory, kCompare);
  EXPECT_EQ(leaves.count("root"), 1u);
  EXPECT_EQ(leaves.count("keep"), 2u);
  EXPECT_EQ(leaves.bench.engine.statistics().prefetches, 0u);
}

// What was fetched ahead for a left list that came out empty is dropped by the list that keeps the pair.
TEST(TumbledOnce, AListThatKeepsItsPairDropsWhatNoListWillNeed) {
  Random random(21);
  std::uint64_t kept = 0, dropped_by_kept = 0;
  for (int run = 0; run < 200; ++run) {
    const int tumbled_leaves = 2 + random.below(30), aligned_leaves = 2 + random.below(30);
    FakeTrees trees(random, tumbled_leaves, aligned_leaves, LeafTest::dop_first);
    trees.often = 5;
    const int memory = 1 + random.below(60), compare = random.below(60);
    EngineBench bench(ChipConfig{}, trees, static_cast<Cycle>(memory), static_cast<Cycle>(compare));
    std::uint64_t commands = 0;
    std::uint32_t requested = 0;
    std::set<std::uint32_t> dropped;
    const PutWatch<ListCommand> lists(bench.channels.list_commands, [&](const ListCommand& command) {
      commands += command.keep ? 1 : 0;
      if (!command.keep || command.discard == 0) return;
      ++dropped_by_kept;
      dropped.insert(requested);
    });
    const PutWatch<ReadRequest> requests(bench.channels.requests, [&](const ReadRequest& request) {
      if (request.kind != ReadKind::tumbled_pair) return;
      requested = request.address;
      EXPECT_EQ(dropped.count(requested), 0u) << "it was needed after all";
    });
    sc_core::sc_start();
    EXPECT_EQ(bench.tests(), trees.by_recursion()) << run;
    EXPECT_EQ(bench.engine.statistics().lists_kept, commands);
    kept += commands;
  }
  EXPECT_GT(kept, 100u);
  EXPECT_GT(dropped_by_kept, 10u);
}

}  // namespace
}  // namespace collisionchip
