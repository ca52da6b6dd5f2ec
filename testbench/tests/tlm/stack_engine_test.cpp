// The Stack Engine alone, with real stack SRAMs and a scripted rest of the chip: which requests go out, when
// and how many, and that the pairs in the DOP Unit are always those the engine believes to be there.
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

#include <deque>
#include <functional>

#include "collisionchip/testbench/tests/tlm/engine_channels.h"
#include "collisionchip/testbench/tests/tlm/fake_trees.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/chip/unit_wiring.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// Memory Controller and DOP Unit in one: auxiliary words after `memory` cycles,
// flags `compare` cycles later, in order. Like the DOP Unit it knows only the
// order of the tumbled pairs and what the list commands say about them.
class RestOfChip : public Unit {
 public:
  RestOfChip(const sc_core::sc_module_name& name, const ChipConfig& config, EngineChannels& channels,
             const FakeTrees& trees, Cycle memory, Cycle compare)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        c_(channels),
        trees_(trees),
        memory_(memory),
        compare_(compare) {
    c_.requests.bind_reader(*this);
    c_.list_commands.bind_reader(*this);
    listen(c_.requests);
    listen(c_.list_commands);
  }

  std::vector<Cycle> requested_at;
  std::size_t most_outstanding = 0;
  std::uint64_t discarded = 0;
  bool prefetch_after_aligned = false;  // of the same list

 private:
  Cycle step(Cycle now) override {
    while (const ListCommand* command = c_.list_commands.front(now)) {
      commands_.push_back(*command);
      c_.list_commands.pop(now);
    }
    while (const ReadRequest* request = c_.requests.front(now)) {
      requested_at.push_back(now);
      if (request->kind == ReadKind::tumbled_pair) {
        prefetch_after_aligned |= aligned_of_list_ > 0 && !commands_.empty();
        tumbled_.push_back(request->address);
        c_.tumbled_auxiliary.put(now, trees_.tumbled.pairs.at(request->address), memory_ - 1);
      } else {
        ++aligned_of_list_;
        aligned_.push_back(request->address);
        due_.push_back(std::max(now + memory_ + compare_, due_.empty() ? 0 : due_.back() + 1));
        c_.aligned_auxiliary.put(now, trees_.aligned.pairs.at(request->address), memory_ - 1);
        most_outstanding = std::max(most_outstanding, due_.size());
      }
      c_.requests.pop(now);
    }
    while (!due_.empty() && due_.front() <= now) answer(now);
    return due_.empty() ? kNever : due_.front();
  }

  void answer(Cycle now) {
    ListCommand& list = commands_.front();
    for (; list.discard > 0; --list.discard, ++discarded) tumbled_.pop_front();
    c_.flags.put(now, {trees_.flags(tumbled_.front(), aligned_.front())});
    aligned_.pop_front();
    due_.pop_front();
    --aligned_of_list_;
    if (--list.length > 0) return;
    tumbled_.pop_front();
    commands_.pop_front();
  }

  void reset_state() override {}

  EngineChannels& c_;
  const FakeTrees& trees_;
  Cycle memory_, compare_;
  std::deque<ListCommand> commands_;
  std::deque<std::uint32_t> tumbled_, aligned_;
  std::deque<Cycle> due_;
  int aligned_of_list_ = 0;
};

struct EngineBench {
  SimulationScope scope;
  ChipConfig config;
  EngineChannels channels;
  StackEngine engine;
  StackSram left, right;
  RestOfChip rest;
  Source<StartCommand> start;
  Source<StopRequest> stop, host_stop;
  Sink<LeafTests> leaf_tests;

  EngineBench(const ChipConfig& c, const FakeTrees& trees, Cycle memory, Cycle compare,
              Cycle leaf_interval = 1, std::size_t leaf_room = 4, std::uint32_t tumbled_mask = 3)
      : config(c),
        channels(config, {{"stack_engine.leaf_tests", leaf_room}}),
        engine("engine", stack_engine_params(config),
               wired<StackEngine>(channels.set.ports_of("stack_engine"))),
        left("left", stack_sram_params(config), wired<StackSram>(channels.set.ports_of("stack_sram_left"))),
        right("right", stack_sram_params(config),
              wired<StackSram>(channels.set.ports_of("stack_sram_right"))),
        rest("rest", config, channels, trees, memory, compare),
        start("start", config, channels.start),
        stop("stop", config, channels.stop),
        host_stop("host_stop", config, channels.host_stop),
        leaf_tests("leaf_tests", config, channels.leaf_tests, leaf_interval) {
    engine.begin_query(0);
    start.add(9, {{trees.tumbled.root, tumbled_mask}, {trees.aligned.root, 3}, false});
  }

  FakeTrees::Tests tests() const {
    FakeTrees::Tests all;
    for (const auto& message : leaf_tests.taken()) {
      if (message.item.kind == LeafTests::Kind::tests) FakeTrees::collect(message.item, all);
    }
    return all;
  }
  bool ended() const {
    return !leaf_tests.taken().empty() && leaf_tests.taken().back().item.kind == LeafTests::Kind::end;
  }
};

struct PutCycles : ChannelTap<LeafTests> {
  void on_put(Cycle now, Cycle, const LeafTests&) override { put_at.push_back(now); }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
  std::vector<Cycle> put_at;
};

// Calls what the test says for everything put into a channel.
template <typename T>
struct PutWatch : ChannelTap<T> {
  PutWatch(Channel<T>& channel, std::function<void(const T&)> action) : on_item(std::move(action)) {
    channel.add_tap(*this);
  }
  void on_put(Cycle, Cycle, const T& item) override { on_item(item); }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
  std::function<void(const T&)> on_item;
};

std::uint64_t stalled(const UnitCycles& account, const std::string& cause) {
  for (const auto& [name, cycles] : account.stalls) {
    if (name == cause) return cycles;
  }
  ADD_FAILURE() << "no cause " << cause;
  return 0;
}

FakeTrees random_trees(Random& random, LeafTest leaf_test = LeafTest::dop_first) {
  return {random, 2 + random.below(30), 2 + random.below(30), leaf_test};
}

TEST(StackEngine, AsksForEveryPairOfTrianglesWhateverItsNeighboursTake) {
  Random random(1);
  std::uint64_t discarded = 0, prefetched = 0;
  for (int run = 0; run < 200; ++run) {
    ChipConfig config;
    config.stack_engine.prefetch = run % 3 != 0;
    config.stack_engine.look_ahead = 1 + static_cast<std::uint32_t>(random.below(8));
    config.stack_engine.leaf_test = run % 2 == 0 ? LeafTest::dop_first : LeafTest::triangle;
    const FakeTrees trees = random_trees(random, config.stack_engine.leaf_test);
    EngineBench bench(config, trees, 1 + static_cast<Cycle>(random.below(60)),
                      static_cast<Cycle>(random.below(60)), 1 + static_cast<Cycle>(random.below(40)),
                      1 + static_cast<std::size_t>(random.below(4)));
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended()) << run;
    EXPECT_EQ(bench.tests(), trees.by_recursion()) << run;
    EXPECT_EQ(bench.engine.cycles(1'000'000).total(), 1'000'000u);
    EXPECT_EQ(bench.engine.statistics().triangle_tests, bench.tests().size());
    discarded += bench.rest.discarded;
    prefetched += bench.engine.statistics().prefetches_used;
  }
  EXPECT_GT(discarded, 50u);
  EXPECT_GT(prefetched, 50u);
}

TEST(StackEngine, OneRequestPerCycleAndNoMoreThanTheLookAhead) {
  Random random(2);
  for (const std::uint32_t look_ahead : {1u, 2u, 4u, 8u}) {
    std::size_t most = 0;
    for (int run = 0; run < 30; ++run) {
      ChipConfig config;
      config.stack_engine.look_ahead = look_ahead;
      const FakeTrees trees(random, 40, 40, LeafTest::dop_first);
      EngineBench bench(config, trees, 20, 100);
      sc_core::sc_start();
      for (std::size_t i = 1; i < bench.rest.requested_at.size(); ++i) {
        EXPECT_GT(bench.rest.requested_at[i], bench.rest.requested_at[i - 1]);
      }
      most = std::max(most, bench.rest.most_outstanding);
      EXPECT_FALSE(bench.rest.prefetch_after_aligned);
    }
    EXPECT_EQ(most, look_ahead) << "reached and not exceeded";
  }
}

TEST(StackEngine, WithoutPrefetchNothingIsDiscarded) {
  Random random(3);
  ChipConfig config;
  config.stack_engine.prefetch = false;
  const FakeTrees trees(random, 40, 40, LeafTest::dop_first);
  EngineBench bench(config, trees, 20, 20);
  sc_core::sc_start();
  EXPECT_EQ(bench.rest.discarded, 0u);
  EXPECT_EQ(bench.engine.statistics().prefetches, 0u);
}

// The root: an inner left member, a right member that is a leaf. What meets the leaf alone, as the root query
// with mask 2 and the second list of the whole one do, has no use for the left member's children.
TEST(StackEngine, PrefetchesNothingForAMemberThatTakesNoPart) {
  Random random(9);
  FakeTrees trees(random, 2, 2, LeafTest::dop_first);
  trees.often = 10;
  PairAuxiliary root = trees.tumbled.pairs.at(trees.tumbled.root), leaves = root;
  root.leaf = {false, true};
  root.child = {0x4000, 0};
  trees.tumbled.pairs = {{trees.tumbled.root, root}, {0x4000, leaves}};
  PairAuxiliary aligned_root = trees.aligned.pairs.at(trees.aligned.root), aligned_leaves = aligned_root;
  aligned_root.leaf = {false, false};
  aligned_root.child = {0x20'0000, 0x20'0100};
  trees.aligned.pairs = {
      {trees.aligned.root, aligned_root}, {0x20'0000, aligned_leaves}, {0x20'0100, aligned_leaves}};
  for (const std::uint32_t mask : {2u, 3u}) {
    EngineBench bench(ChipConfig{}, trees, 20, 20, 1, 4, mask);
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended());
    EXPECT_EQ(bench.engine.statistics().lists, mask == 2 ? 2u : 3u);
    EXPECT_EQ(bench.engine.statistics().prefetches, mask == 2 ? 0u : 1u) << "the left child pair, once";
  }
}

// The list begins in cycle 10. Its root entry is written before it is read, so that it is here in 12 + latency;
// the tumbled pair, one cycle of memory away, is known in 12.
TEST(StackEngine, TheWaitForEntriesIsAStallOfTheStackSram) {
  Random random(10);
  for (const std::uint32_t latency : {1u, 2u, 9u, 30u}) {
    ChipConfig config;
    config.stack_engine.prefetch = false;
    config.stack_sram.latency = latency;
    FakeTrees trees(random, 2, 2, LeafTest::dop_first);
    trees.often = 0;
    EngineBench bench(config, trees, 1, 1);
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended());
    const UnitCycles account = bench.engine.cycles(bench.leaf_tests.taken().back().cycle);
    EXPECT_EQ(stalled(account, "stack_sram"), latency);
    EXPECT_EQ(stalled(account, "tumbled_read"), 1u);
  }
}

// Up to 8 words at once, the next burst as soon as no more than 4 are here or on the way.
TEST(StackEngine, ReadsTheNextEntriesWhenFourAreLeft) {
  Random random(11);
  std::uint32_t asked = 0, sent = 0, most_in_burst = 0;
  std::size_t next_bursts = 0, at_four = 0;
  FakeTrees trees(random, 8, 60, LeafTest::dop_first);
  trees.often = 10;
  EngineBench bench(ChipConfig{}, trees, 20, 20);
  const auto count_burst = [&](const SramRequest& request) {
    if (request.write) return;
    if (asked > 0) {
      ++next_bursts;
      EXPECT_LE(asked - sent, 4u);
      at_four += asked - sent == 4 ? 1 : 0;
    }
    asked += request.count;
    most_in_burst = std::max(most_in_burst, request.count);
  };
  const PutWatch<ListCommand> lists(bench.channels.list_commands,
                                    [&](const ListCommand&) { asked = sent = 0; });
  const PutWatch<ReadRequest> requests(bench.channels.requests, [&](const ReadRequest& request) {
    sent += request.kind == ReadKind::aligned_pair ? 1 : 0;
  });
  const PutWatch<SramRequest> left(bench.channels.set.at<SramRequest>("stack_engine.left_sram"), count_burst);
  const PutWatch<SramRequest> right(bench.channels.set.at<SramRequest>("stack_engine.right_sram"),
                                    count_burst);
  sc_core::sc_start();
  ASSERT_TRUE(bench.ended());
  EXPECT_EQ(most_in_burst, 8u);
  EXPECT_GT(next_bursts, 10u);
  EXPECT_GT(at_four, next_bursts / 2) << "later only where the SRAM's queue is full";
}

TEST(StackEngine, IsBusyInTheCyclesInWhichItTakesOrSendsSomething) {
  Random random(6);
  ChipConfig config;
  config.stack_engine.prefetch = false;
  for (int run = 0; run < 50; ++run) {
    const FakeTrees trees(random, 2, 2, LeafTest::dop_first);
    if (trees.flags(trees.tumbled.root, trees.aligned.root) != 0) continue;
    EngineBench bench(config, trees, 20, 20);
    sc_core::sc_start();
    const Cycle end = bench.leaf_tests.taken().back().cycle;
    EXPECT_EQ(bench.engine.cycles(end).busy, 3u) << "start and first request; the aligned request; its flags";
    return;
  }
  FAIL() << "no pair of trees apart";
}

TEST(StackEngine, AStopEndsTheQueryAfterTheAnswersUnderWay) {
  Random random(4);
  for (Cycle at = 10; at < 2000; at += 37) {
    const FakeTrees trees(random, 30, 30, LeafTest::dop_first);
    EngineBench bench(ChipConfig{}, trees, 30, 30);
    if (at % 3 != 0) bench.stop.add(at, {});
    if (at % 3 != 1) bench.host_stop.add(at, {});
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended()) << at;
    EXPECT_TRUE(bench.channels.flags.empty());
    EXPECT_LE(bench.leaf_tests.taken().back().cycle, std::max<Cycle>(at, 10) + 400);
  }
}

TEST(StackEngine, AStopBeforeTheStartDoesNothing) {
  Random random(5);
  const FakeTrees trees(random, 10, 10, LeafTest::dop_first);
  for (Cycle at = 0; at < 9; ++at) {  // visible in the next cycle, the start in cycle 10
    EngineBench bench(ChipConfig{}, trees, 30, 30);
    (at % 2 == 0 ? bench.stop : bench.host_stop).add(at, {});
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended()) << at;
    EXPECT_EQ(bench.tests(), trees.by_recursion()) << at;
  }
  EngineBench bench(ChipConfig{}, trees, 30, 30);
  bench.host_stop.add(9, {});
  sc_core::sc_start();
  ASSERT_TRUE(bench.ended());
  EXPECT_TRUE(bench.tests().empty()) << "in the cycle of the start it ends the query";
}

TEST(StackEngine, FlagsUnderWayAtAStopRepeatNoTest) {
  Random random(7);
  std::size_t stopped_early = 0;
  for (Cycle at = 10; at < 2000; at += 17) {
    const FakeTrees trees(random, 30, 30, LeafTest::dop_first);
    EngineBench bench(ChipConfig{}, trees, 30, 30);
    bench.host_stop.add(at, {});
    sc_core::sc_start();
    const FakeTrees::Tests all = trees.by_recursion(), asked = bench.tests();
    EXPECT_TRUE(std::includes(all.begin(), all.end(), asked.begin(), asked.end())) << at;
    stopped_early += asked.size() < all.size() && !asked.empty() ? 1 : 0;
  }
  EXPECT_GT(stopped_early, 20u);
}

TEST(StackEngine, OneMessageToTheTriangleUnitPerCycle) {
  Random random(8);
  std::size_t unfinished = 0;
  for (int run = 0; run < 30; ++run) {
    ChipConfig config;
    config.stack_sram.entries = 4;
    const FakeTrees trees(random, 20, 20, LeafTest::dop_first);
    EngineBench bench(config, trees, 5, 1, 1, 16);
    PutCycles messages;
    bench.channels.leaf_tests.add_tap(messages);
    sc_core::sc_start();
    ASSERT_TRUE(bench.ended());
    EXPECT_EQ(std::adjacent_find(messages.put_at.begin(), messages.put_at.end()), messages.put_at.end())
        << run;
    unfinished += bench.engine.statistics().unfinished;
  }
  EXPECT_GT(unfinished, 30u);
}

TEST(StackEngine, TheWaitForTheLastResultsIsADrain) {
  Random random(5);
  const FakeTrees trees(random, 10, 10, LeafTest::dop_first);
  EngineBench bench(ChipConfig{}, trees, 20, 20);
  sc_core::sc_start();
  const Cycle end = bench.leaf_tests.taken().back().cycle;
  const UnitCycles account = bench.engine.cycles(end + 500);
  EXPECT_GE(account.stalls.back().second, 500u);
  EXPECT_EQ(account.stalls.back().first, "drain");
  EXPECT_EQ(account.total(), end + 500);
}

}  // namespace
}  // namespace collisionchip
