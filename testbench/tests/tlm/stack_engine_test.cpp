// The Stack Engine alone, with real stack SRAMs and a scripted rest of the chip: which requests go out, when
// and how many, and that the pairs in the DOP Unit are always those the engine believes to be there.
#include "collisionchip/testbench/tests/tlm/engine_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct PutCycles : ChannelTap<LeafTests> {
  void on_put(Cycle now, Cycle, const LeafTests&) override { put_at.push_back(now); }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
  std::vector<Cycle> put_at;
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
  std::uint64_t discarded = 0, prefetched = 0, kept = 0;
  for (int run = 0; run < 200; ++run) {
    ChipConfig config;
    config.stack_engine.prefetch = run % 3 != 0;
    config.stack_engine.prefetch_known = run % 5 != 0;
    config.stack_engine.keep_pair = run % 4 != 0;
    config.stack_engine.list_heads = run % 7 < 3 ? ListHeads::sram : ListHeads::registers;
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
    kept += bench.engine.statistics().lists_kept;
  }
  EXPECT_GT(discarded, 50u);
  EXPECT_GT(prefetched, 50u);
  EXPECT_GT(kept, 50u);
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
  ChipConfig config;
  config.stack_engine.prefetch_known = false;
  for (const std::uint32_t mask : {2u, 3u}) {
    EngineBench bench(config, trees, 20, 20, 1, 4, mask);
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
    ChipConfig config;
    config.stack_engine.list_heads = at % 2 == 0 ? ListHeads::sram : ListHeads::registers;
    EngineBench bench(config, trees, 30, 30);
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
    ChipConfig config;
    config.stack_engine.list_heads = at % 2 == 0 ? ListHeads::sram : ListHeads::registers;
    EngineBench bench(config, trees, 30, 30);
    bench.host_stop.add(at, {});
    sc_core::sc_start();
    const FakeTrees::Tests all = trees.by_recursion(), asked = bench.tests();
    EXPECT_TRUE(std::includes(all.begin(), all.end(), asked.begin(), asked.end())) << at;
    stopped_early += asked.size() < all.size() && !asked.empty() ? 1 : 0;
  }
  EXPECT_GT(stopped_early, 20u);
}

// Inverts bits of the n-th word written to one of the SRAMs, keeps its address and whether it was read.
struct WrongBits : ChannelInterposer<SramRequest> {
  WrongBits(EngineBench& bench, int side, std::size_t word, std::uint32_t flips)
      : wrong_(word), flips_(flips) {
    bench.channels.set.at<SramRequest>(side == 0 ? "stack_engine.left_sram" : "stack_engine.right_sram")
        .set_interposer(this);
  }
  unsigned on_put(SramRequest& request, bool) override {
    const bool holds = address >= request.address && address < request.address + request.count;
    if (written > wrong_ && holds && !overwritten_) (request.write ? overwritten_ : read) = true;
    for (std::uint32_t i = 0; request.write && i < request.count; ++i) {
      if (written++ != wrong_) continue;
      request.words[i] ^= flips_;
      address = request.address + i;
    }
    return 1;
  }
  std::size_t written = 0;
  std::uint32_t address = 0;
  bool read = false;

 private:
  bool overwritten_ = false;
  std::size_t wrong_;
  std::uint32_t flips_;
};

struct WrongListWord {
  ReadError error;
  FakeTrees::Tests tests;
  std::uint32_t expected_address = 0;
  std::size_t written = 0;
  std::uint64_t corrected = 0;
  Cycle end = 0;
  bool read = false;
};

WrongListWord run_of(const FakeTrees& trees, ListHeads heads, ListEcc ecc, int side, std::size_t word,
                     std::uint32_t flips) {
  ChipConfig config;
  config.stack_engine.list_heads = heads;
  config.stack_sram.ecc = ecc;
  EngineBench bench(config, trees, 20, 20);
  WrongBits bits(bench, side, word, flips);
  sc_core::sc_start();
  EXPECT_TRUE(bench.ended());
  const auto& last = bench.leaf_tests.taken().back();
  return {last.item.error,
          bench.tests(),
          (side == 1 ? ReadError::kRightSram : 0u) | bits.address,
          bits.written,
          bench.engine.statistics().corrected_words,
          last.cycle,
          bits.read};
}

// Each word of small queries wrong in turn. One that is not read, of a head without entries, is no error. Returns
// how many those were.
std::size_t wrong_words_that_nobody_reads(ListHeads heads) {
  Random random(9);
  const FakeTrees trees(random, 12, 12, LeafTest::dop_first);
  const FakeTrees::Tests all = trees.by_recursion();
  const auto run_with_wrong_word = [&](ListEcc ecc, int side, std::size_t word, std::uint32_t flips) {
    return run_of(trees, heads, ecc, side, word, flips);
  };
  std::size_t unread = 0;
  for (const int side : {0, 1}) {
    const WrongListWord clean = run_with_wrong_word(ListEcc::secded, side, ~std::size_t{0}, 0);
    EXPECT_EQ(clean.tests, all);
    EXPECT_EQ(clean.corrected, 0u);
    EXPECT_GT(clean.written, 10u);
    for (std::size_t word = 0; word < clean.written; ++word) {
      const std::uint32_t flip = 1u << random.below(32), other = flip << 1 | flip >> 31;
      const WrongListWord parity = run_with_wrong_word(ListEcc::parity, side, word, flip);
      if (!parity.read) {
        EXPECT_FALSE(parity.error);
        EXPECT_EQ(parity.tests, all);
        ++unread;
        continue;
      }
      EXPECT_EQ(parity.error.kind, ReadError::Kind::list_word) << side << " " << word;
      EXPECT_EQ(parity.error.address, parity.expected_address) << side << " " << word;
      EXPECT_TRUE(std::includes(all.begin(), all.end(), parity.tests.begin(), parity.tests.end()));
      const WrongListWord mended = run_with_wrong_word(ListEcc::secded, side, word, flip);
      EXPECT_FALSE(mended.error);
      EXPECT_EQ(mended.tests, all);
      EXPECT_EQ(mended.corrected, 1u);
      EXPECT_EQ(mended.end, clean.end) << "a correction takes no time";
      const WrongListWord twice = run_with_wrong_word(ListEcc::secded, side, word, flip | other);
      EXPECT_EQ(twice.error.kind, ReadError::Kind::list_word);
      EXPECT_EQ(twice.error.address, twice.expected_address);
    }
  }
  return unread;
}

TEST(StackEngine, AWrongBitOfAListWordIsReportedByParityAndMendedBySecded) {
  EXPECT_EQ(wrong_words_that_nobody_reads(ListHeads::registers), 0u);
  EXPECT_GT(wrong_words_that_nobody_reads(ListHeads::sram), 0u);
}

// The root's word would become a request in the cycle in which it is found wrong; the end comes in the next.
TEST(StackEngine, AWrongListWordIsReportedWhenItWouldBeRequested) {
  Random random(10);
  const FakeTrees trees(random, 12, 12, LeafTest::dop_first);
  ChipConfig config;
  config.stack_engine.prefetch = false;
  config.stack_sram.ecc = ListEcc::parity;
  EngineBench clean(config, trees, 20, 20);
  sc_core::sc_start();
  const Cycle seen = clean.rest.requested_at[1];  // by the memory, in the cycle after the request
  EngineBench bench(config, trees, 20, 20);
  const WrongBits bits(bench, 0, 0, 1u << 20);
  sc_core::sc_start();
  ASSERT_EQ(bench.leaf_tests.taken().size(), 1u);
  EXPECT_EQ(bench.leaf_tests.taken()[0].cycle, seen + 1);
  EXPECT_EQ(bench.leaf_tests.taken()[0].item.error.address, 0u);
  EXPECT_EQ(bench.rest.requested_at.size(), 1u) << "the tumbled root alone";
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
