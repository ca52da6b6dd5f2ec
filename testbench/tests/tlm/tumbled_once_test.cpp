// A tumbled pair is read and transformed once as long as lists follow one another with it, and fetched ahead
// whenever it is known (stack_engine.keep_pair, stack_engine.prefetch_known): requests and list commands of
// small queries, cycle by cycle.
#include "collisionchip/testbench/tests/tlm/engine_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Put {
  std::string what;
  Cycle cycle;
  bool operator==(const Put& other) const { return what == other.what && cycle == other.cycle; }
};
std::ostream& operator<<(std::ostream& out, const Put& put) {
  return out << put.what << " in " << put.cycle;
}

// Trees of which everything overlaps: a tumbled root with two members, each a leaf or with two leaves below
// it, against an aligned root whose members have two leaves each.
struct Machine {
  static constexpr std::uint32_t kRoot = 0x100, kLeft = 0x4000, kRight = 0x5000;

  FakeTrees trees;
  EngineBench bench;
  std::vector<Put> puts;

  // `deep`: the aligned root's left member has another level below it.
  Machine(const ChipConfig& config, std::array<bool, 2> leaf, Cycle memory, Cycle compare, bool deep = false)
      : trees(shaped(leaf, deep)), bench(config, trees, memory, compare) {
    bench.channels.requests.add_tap(requests_);
    bench.channels.list_commands.add_tap(commands_);
    sc_core::sc_start();
    EXPECT_TRUE(bench.ended());
    EXPECT_EQ(bench.tests(), trees.by_recursion());
  }

  std::size_t count(const std::string& what) const {
    return static_cast<std::size_t>(
        std::count_if(puts.begin(), puts.end(), [&](const Put& put) { return put.what == what; }));
  }
  // The cycles in which it was put.
  std::vector<Cycle> cycles_of(const std::string& what) const {
    std::vector<Cycle> all;
    for (const Put& put : puts) {
      if (put.what == what) all.push_back(put.cycle);
    }
    return all;
  }

 private:
  static FakeTrees shaped(std::array<bool, 2> leaf, bool deep) {
    Random random(9);
    FakeTrees trees(random, 2, 2, LeafTest::dop_first);
    trees.often = 10;
    const PairAuxiliary leaves = trees.tumbled.pairs.at(trees.tumbled.root);
    PairAuxiliary root = leaves;
    root.leaf = leaf;
    root.child = {leaf[0] ? 0 : kLeft, leaf[1] ? 0 : kRight};
    trees.tumbled.root = kRoot;
    trees.tumbled.pairs = {{kRoot, root}, {kLeft, leaves}, {kRight, leaves}};
    PairAuxiliary aligned_root = trees.aligned.pairs.at(trees.aligned.root), aligned_leaves = aligned_root;
    aligned_root.leaf = {false, false};
    aligned_root.child = {0x20'0000, 0x20'0100};
    trees.aligned.pairs = {
        {trees.aligned.root, aligned_root}, {0x20'0000, aligned_leaves}, {0x20'0100, aligned_leaves}};
    if (deep) {
      PairAuxiliary& inner = trees.aligned.pairs[0x20'0000];
      inner.leaf = {false, false};
      inner.child = {0x20'0200, 0x20'0300};
      trees.aligned.pairs[0x20'0200] = trees.aligned.pairs[0x20'0300] = aligned_leaves;
    }
    return trees;
  }

  template <typename T>
  struct Log : ChannelTap<T> {
    Log(std::vector<Put>& all, std::string (*name)(const T&)) : puts(all), name_of(name) {}
    void on_put(Cycle now, Cycle, const T& item) override { puts.push_back({name_of(item), now}); }
    void on_pop(Cycle, Cycle) override {}
    void on_reset() override {}
    std::vector<Put>& puts;
    std::string (*name_of)(const T&);
  };

  static std::string name_of_request(const ReadRequest& request) {
    if (request.kind == ReadKind::aligned_pair) return "aligned";
    return request.address == kRoot ? "root" : request.address == kLeft ? "left" : "right";
  }
  static std::string name_of_command(const ListCommand& command) {
    return std::string(command.keep ? "keep" : "list") + (command.discard > 0 ? ", discard" : "");
  }

  Log<ReadRequest> requests_{puts, name_of_request};
  Log<ListCommand> commands_{puts, name_of_command};
};

ChipConfig machine(bool keep_pair, bool prefetch_known, bool prefetch = true) {
  ChipConfig config;
  config.stack_engine.keep_pair = keep_pair;
  config.stack_engine.prefetch_known = prefetch_known;
  config.stack_engine.prefetch = prefetch;
  return config;
}

// What is asked for in cycle t is known in t + 6; the flags of an aligned pair are seen in t + 10.
constexpr Cycle kMemory = 5, kCompare = 3;

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
  const StackEngine::Statistics& statistics = kept.bench.engine.statistics();
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
