// The bookkeeping of the lists: order, masks, mixed pairs, and the same pairs with and without overflow. Trees and overlaps
// are made up: a hash of two nodes' addresses says whether they overlap.
#include "collisionchip/tlm/units/stack_engine/list_stack.h"

#include <algorithm>
#include <deque>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/tlm/fake_trees.h"

namespace collisionchip {
namespace {

using testing_support::FakeTrees;
using testing_support::Random;

PairAuxiliary inner(std::uint32_t left_child, std::uint32_t right_child) {
  PairAuxiliary auxiliary;
  auxiliary.child = {left_child, right_child};
  return auxiliary;
}

PairAuxiliary leaves(std::uint32_t left_triangle, std::uint32_t right_triangle) {
  PairAuxiliary auxiliary;
  auxiliary.triangle = {left_triangle, right_triangle};
  auxiliary.leaf = {true, true};
  return auxiliary;
}

// A list stack whose current list is the root pair 0x100 with the given mask.
ListStack at_root(std::uint32_t mask, LeafTest leaf_test = LeafTest::dop_first, std::uint32_t words = 100,
                  std::uint32_t levels = 10) {
  ListStack stack(words, levels, leaf_test);
  stack.reset();
  stack.push_root({0x100, mask}, {0x1000, 3});
  stack.take();
  return stack;
}

std::vector<std::uint32_t> words(const SramRequest& request) {
  return {request.words.begin(), request.words.begin() + request.count};
}

TEST(ListStack, TheRootListIsOneEntryInTheLeftSram) {
  ListStack stack(10, 4, LeafTest::dop_first);
  const SramRequest write = stack.push_root({0x100, 3}, {0x200, 1});
  EXPECT_TRUE(write.write);
  EXPECT_EQ(write.address, 0u);
  EXPECT_EQ(words(write), std::vector<std::uint32_t>{0x201});
  const PairList& list = stack.take();
  EXPECT_EQ(list.side, 0);
  EXPECT_EQ(list.begin, 0u);
  EXPECT_EQ(list.length(), 1u);
  EXPECT_EQ(list.tumbled.word(), 0x103u);
  EXPECT_TRUE(stack.empty());
}

TEST(ListStack, HeadsInTheSramsLieBeforeTheEntriesAndCostAWordEach) {
  ListStack stack(10, 4, LeafTest::dop_first, true);
  const SramRequest root = stack.push_root({0x100, 3}, {0x200, 1});
  EXPECT_EQ(root.count, 2u);
  EXPECT_EQ(root.words[0], 0x103u) << "the tumbled root";
  EXPECT_EQ(root.words[1], 0x201u);
  EXPECT_EQ(stack.take().length(), 1u);
  EXPECT_FALSE(stack.current().tumbled.has(0) || stack.current().tumbled.has(1)) << "not read yet";
  stack.set_tumbled({0x100, 3});
  const PairAuxiliary tumbled = inner(0x300, 0x400);
  const std::array<SramRequest, 2> heads = stack.write_heads(tumbled);
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_EQ(heads[side].count, 1u);
    EXPECT_EQ(heads[side].address, side == 0 ? 2u : 0u) << "behind what the SRAM holds";
    EXPECT_EQ(heads[side].words[0], side == 0 ? 0x303u : 0x403u);
  }
  FlagsOutcome outcome;
  stack.evaluate(0b0100, tumbled, {0x200, 3}, inner(0x500, 0x600), outcome);
  EXPECT_EQ(outcome.appends[1].address, 1u) << "behind the head";
  stack.finish(tumbled);
  ASSERT_EQ(stack.waiting(), 1u) << "a head without entries is no list";
  const PairList list = stack.take();
  EXPECT_EQ(list.side, 1);
  EXPECT_EQ(list.words(), 2u);
  EXPECT_EQ(list.length(), 1u);
  EXPECT_EQ(list.marker[0], 2u) << "the word of the head without entries is free again";
  EXPECT_EQ(stack.high_water(), (std::array<std::uint32_t, 2>{3, 2}));
}

TEST(ListStack, FlagBit2iPlusJIsTumbledIAgainstAlignedJ) {
  const PairAuxiliary tumbled = inner(0x300, 0x400), aligned = inner(0x2000, 0x3000);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      ListStack stack = at_root(3);
      FlagsOutcome outcome;
      stack.evaluate(1u << (2 * i + j), tumbled, {0x1000, 3}, aligned, outcome);
      EXPECT_EQ(words(outcome.appends[static_cast<std::size_t>(i)]),
                std::vector<std::uint32_t>{j == 0 ? 0x2003u : 0x3003u});
      EXPECT_EQ(outcome.appends[static_cast<std::size_t>(1 - i)].count, 0u);
      EXPECT_TRUE(outcome.messages.empty());
      stack.finish(tumbled);
      const PairList& next = stack.take();
      EXPECT_EQ(next.tumbled.word(), i == 0 ? 0x303u : 0x403u);
      EXPECT_EQ(next.side, i);
      EXPECT_EQ(next.length(), 1u);
    }
  }
}

TEST(ListStack, MembersOutsideTheMasksTakeNoPart) {
  const PairAuxiliary tumbled = inner(0x300, 0x400), aligned = inner(0x2000, 0x3000);
  FlagsOutcome outcome;
  at_root(1).evaluate(0xf, tumbled, {0x1000, 3}, aligned, outcome);
  EXPECT_EQ(outcome.appends[0].count, 2u);
  EXPECT_EQ(outcome.appends[1].count, 0u);
  at_root(3).evaluate(0xf, tumbled, {0x1000, 2}, aligned, outcome);
  EXPECT_EQ(words(outcome.appends[0]), std::vector<std::uint32_t>{0x3003});
  EXPECT_EQ(words(outcome.appends[1]), std::vector<std::uint32_t>{0x3003});
}

TEST(ListStack, TwoLeavesGoToTheTriangleUnitWithTheirFlags) {
  const PairAuxiliary tumbled = leaves(0x5000, 0x5080), aligned = leaves(0x6000, 0x6080);
  FlagsOutcome outcome;
  at_root(3).evaluate(0b0110, tumbled, {0x1000, 3}, aligned, outcome);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].kind, LeafTests::Kind::tests);
  EXPECT_EQ(outcome.messages[0].bits, 0b0110u);
  EXPECT_EQ(outcome.messages[0].tumbled, (std::array<std::uint32_t, 2>{0x5000, 0x5080}));
  EXPECT_EQ(outcome.messages[0].aligned, (std::array<std::uint32_t, 2>{0x6000, 0x6080}));
  at_root(3).evaluate(0, tumbled, {0x1000, 3}, aligned, outcome);
  EXPECT_TRUE(outcome.messages.empty());
}

TEST(ListStack, LeavesWithoutDopsMeetWhateverTheyFindAndInnerNodesWhatTheirFlagsSay) {
  const PairAuxiliary leaf_first = [] {
    PairAuxiliary auxiliary;
    auxiliary.child = {0, 0x400};
    auxiliary.triangle = {0x5000, 0};
    auxiliary.leaf = {true, false};
    return auxiliary;
  }();
  const PairAuxiliary aligned = inner(0x2000, 0x3000), aligned_leaves = leaves(0x6000, 0x6080);
  FlagsOutcome outcome;
  // Inner aligned nodes: the tumbled leaf meets both, the inner one the second, as its flag says.
  at_root(3, LeafTest::no_dops).evaluate(0b1000, leaf_first, {0x1000, 3}, aligned, outcome);
  EXPECT_EQ(words(outcome.appends[0]), (std::vector<std::uint32_t>{0x2003, 0x3003}));
  EXPECT_EQ(words(outcome.appends[1]), std::vector<std::uint32_t>{0x3003});
  EXPECT_TRUE(outcome.messages.empty());
  // Aligned leaves: two tests with the tumbled leaf, and both stay on the list of the inner one.
  at_root(3, LeafTest::no_dops).evaluate(0, leaf_first, {0x1000, 3}, aligned_leaves, outcome);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].bits, 0b0011u);
  EXPECT_EQ(outcome.appends[0].count, 0u);
  EXPECT_EQ(words(outcome.appends[1]), std::vector<std::uint32_t>{0x1003});
  // Outside of a mask nothing meets.
  at_root(2, LeafTest::no_dops).evaluate(0, leaf_first, {0x1000, 1}, aligned_leaves, outcome);
  EXPECT_TRUE(outcome.messages.empty());
  EXPECT_EQ(words(outcome.appends[1]), std::vector<std::uint32_t>{0x1001});
}

TEST(ListStack, LeafTestTriangleAsksForEveryPairOfLeavesWhateverTheFlags) {
  const PairAuxiliary tumbled = leaves(0x5000, 0x5080), aligned = leaves(0x6000, 0x6080);
  FlagsOutcome outcome;
  at_root(3, LeafTest::triangle).evaluate(0, tumbled, {0x1000, 1}, aligned, outcome);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].bits, 0b0101u) << "aligned member 0 only";
}

TEST(ListStack, ATumbledLeafMeetsTheChildrenOfAnAlignedNodeAgain) {
  PairAuxiliary tumbled = inner(0x300, 0);
  tumbled.leaf = {false, true};
  ListStack stack = at_root(3);
  FlagsOutcome outcome;
  stack.evaluate(0b0100, tumbled, {0x1000, 3}, inner(0x2000, 0x3000), outcome);
  EXPECT_EQ(words(outcome.appends[1]), std::vector<std::uint32_t>{0x2003});
  stack.finish(tumbled);
  EXPECT_EQ(stack.take().tumbled.word(), 0x102u) << "the same pair, the leaf alone";
}

TEST(ListStack, AlignedLeavesStayOnTheListOfATumbledInnerNode) {
  const PairAuxiliary tumbled = inner(0x300, 0x400);
  FlagsOutcome outcome;
  at_root(3).evaluate(0b1011, tumbled, {0x1000, 3}, leaves(1, 2), outcome);
  EXPECT_EQ(words(outcome.appends[0]), std::vector<std::uint32_t>{0x1003}) << "both in one entry";
  EXPECT_EQ(words(outcome.appends[1]), std::vector<std::uint32_t>{0x1002});
  EXPECT_TRUE(outcome.messages.empty());
}

TEST(ListStack, LeftBeforeRightAndDeeperBeforeShallower) {
  const PairAuxiliary tumbled = inner(0x300, 0x400), aligned = inner(0x2000, 0x3000);
  ListStack stack = at_root(3);
  FlagsOutcome outcome;
  stack.evaluate(0b0101, tumbled, {0x1000, 3}, aligned, outcome);
  stack.finish(tumbled);
  EXPECT_EQ(stack.take().tumbled.pair, 0x300u);
  stack.evaluate(0b0101, inner(0x500, 0x600), {0x2000, 3}, inner(0x4000, 0x5000), outcome);
  stack.finish(inner(0x500, 0x600));
  std::vector<std::uint32_t> order;
  while (!stack.empty()) {
    order.push_back(stack.take().tumbled.pair);
    stack.finish(PairAuxiliary{});
  }
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0x500, 0x600, 0x400}));
}

TEST(ListStack, AListThatHasNoRoomLeavesAsUnfinishedWork) {
  const PairAuxiliary tumbled = inner(0x300, 0x400), aligned = inner(0x2000, 0x3000);
  ListStack stack =
      at_root(3, LeafTest::dop_first, 2);  // the root list takes one of the two words on the left
  FlagsOutcome outcome;
  stack.evaluate(0b1111, tumbled, {0x1000, 3}, aligned, outcome);
  EXPECT_EQ(words(outcome.appends[0]), std::vector<std::uint32_t>{0x2003});
  EXPECT_EQ(words(outcome.appends[1]), (std::vector<std::uint32_t>{0x2003, 0x3003}));
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].kind, LeafTests::Kind::unfinished);
  EXPECT_EQ(outcome.messages[0].tumbled[0], 0x303u);
  EXPECT_EQ(outcome.messages[0].aligned[0], 0x3003u);
}

// While the right list is worked on, the left list is already done: its words are free again.
TEST(ListStack, TheRightListsChildrenTakeTheLeftListsPlace) {
  const PairAuxiliary tumbled = inner(0x300, 0x400), aligned = inner(0x2000, 0x3000);
  ListStack stack = at_root(3);
  FlagsOutcome outcome;
  stack.evaluate(0b1111, tumbled, {0x1000, 3}, aligned, outcome);
  EXPECT_EQ(outcome.appends[0].address, 1u) << "behind the root's entry";
  EXPECT_EQ(outcome.appends[1].address, 0u);
  stack.finish(tumbled);
  EXPECT_EQ(stack.take().side, 0);
  stack.evaluate(0b1111, inner(0x500, 0x600), {0x2000, 3}, inner(0x4000, 0x5000), outcome);
  EXPECT_EQ(outcome.appends[0].address, 3u) << "the list in work keeps its words";
  EXPECT_EQ(outcome.appends[1].address, 2u) << "and so does the one that waits";
  while (stack.take().tumbled.pair != 0x400) stack.finish(PairAuxiliary{});
  EXPECT_EQ(stack.current().side, 1);
  stack.evaluate(0b1111, inner(0x700, 0x800), {0x3000, 3}, inner(0x6000, 0x7000), outcome);
  EXPECT_EQ(outcome.appends[0].address, 1u);
  EXPECT_EQ(outcome.appends[1].address, 2u);
  EXPECT_EQ(stack.high_water(), (std::array<std::uint32_t, 2>{5, 4}));
}

// A list that is worked on leaves two, if there are two level registers for them.
TEST(ListStack, ListsFillTheLevelRegistersToTheLast) {
  const PairAuxiliary tumbled = inner(0x300, 0x400), aligned = inner(0x2000, 0x3000);
  for (std::uint32_t levels = 1; levels <= 6; ++levels) {
    ListStack stack = at_root(3, LeafTest::dop_first, 100, levels);
    FlagsOutcome outcome;
    std::uint32_t depth = 0;
    for (;; ++depth) {
      stack.evaluate(0b1111, tumbled, {0x1000, 3}, aligned, outcome);
      EXPECT_EQ(outcome.messages.empty(), outcome.appends[0].count == 2 && outcome.appends[1].count == 2);
      if (!outcome.messages.empty()) break;
      stack.finish(tumbled);
      stack.take();
    }
    EXPECT_EQ(outcome.messages.size(), 4u);
    EXPECT_EQ(stack.waiting(), depth) << "a right list on every level";
    EXPECT_EQ(depth, levels - 1) << "each but the last keeps two registers free";
    EXPECT_EQ(stack.deepest_level(), levels == 1 ? 1u : levels);
  }
}

// Walks the lists with SRAMs that are plain vectors; what does not fit is counted and submitted again.
FakeTrees::Tests by_lists(const FakeTrees& trees, std::uint32_t words, std::uint32_t levels,
                          bool heads_in_sram, std::uint64_t& unfinished) {
  const auto store = [](std::vector<std::uint32_t>& sram, const SramRequest& request) {
    for (std::uint32_t i = 0; i < request.count; ++i) sram.at(request.address + i) = request.words[i];
  };
  FakeTrees::Tests tests;
  std::deque<LeafTests> work(1);
  work[0].tumbled[0] = trees.tumbled.root | 3;
  work[0].aligned[0] = trees.aligned.root | 3;
  for (; !work.empty(); work.pop_front()) {
    ListStack stack(words, levels, trees.leaf_test, heads_in_sram);
    stack.reset();
    std::array<std::vector<std::uint32_t>, 2> srams;
    for (auto& sram : srams) sram.resize(words);
    store(srams[0], stack.push_root(PairPointer::of_word(work[0].tumbled[0]),
                                    PairPointer::of_word(work[0].aligned[0])));
    while (!stack.empty()) {
      PairList list = stack.take();
      const std::vector<std::uint32_t>& sram = srams[static_cast<std::size_t>(list.side)];
      if (heads_in_sram) {
        EXPECT_EQ(list.head, 1u);
        stack.set_tumbled(list.tumbled = PairPointer::of_word(sram[list.begin]));
      }
      const PairAuxiliary& tumbled = trees.tumbled.pairs.at(list.tumbled.pair);
      if (heads_in_sram) {
        const std::array<SramRequest, 2> heads = stack.write_heads(tumbled);
        for (std::size_t side = 0; side < 2; ++side) store(srams[side], heads[side]);
      }
      for (std::uint32_t at = list.begin + list.head; at < list.end; ++at) {
        const PairPointer entry = PairPointer::of_word(sram[at]);
        FlagsOutcome outcome;
        stack.evaluate(trees.flags(list.tumbled.pair, entry.pair), tumbled, entry,
                       trees.aligned.pairs.at(entry.pair), outcome);
        for (std::size_t side = 0; side < 2; ++side) store(srams[side], outcome.appends[side]);
        for (const LeafTests& message : outcome.messages) {
          if (message.kind == LeafTests::Kind::unfinished) {
            work.push_back(message);
            ++unfinished;
          } else {
            FakeTrees::collect(message, tests);
          }
        }
      }
      stack.finish(tumbled);
    }
    EXPECT_LE(stack.high_water()[0], words);
    EXPECT_LE(stack.high_water()[1], words);
    EXPECT_LE(stack.deepest_level(), levels);
  }
  return tests;
}

TEST(ListStack, FindsWhatRecursionFindsWithAnyAmountOfRoom) {
  Random random(11);
  std::uint64_t unfinished = 0, without_overflow = 0;
  for (int run = 0; run < 300; ++run) {
    const FakeTrees trees(random, 2 + random.below(40), 2 + random.below(40),
                          random.below(2) == 0 ? LeafTest::dop_first : LeafTest::triangle);
    const FakeTrees::Tests expected = trees.by_recursion();
    const bool heads = run % 2 != 0;
    EXPECT_EQ(by_lists(trees, 10000, 100, heads, without_overflow), expected);
    const auto words = static_cast<std::uint32_t>(4 + random.below(12));
    const auto levels = static_cast<std::uint32_t>(2 + random.below(8));
    EXPECT_EQ(by_lists(trees, words, 100, heads, unfinished), expected) << words << " words";
    EXPECT_EQ(by_lists(trees, 10000, levels, heads, unfinished), expected) << levels << " levels";
    EXPECT_EQ(by_lists(trees, 4, 2, heads, unfinished), expected);
  }
  EXPECT_EQ(without_overflow, 0u);
  EXPECT_GT(unfinished, 1000u) << "the test must reach what it is about";
}

}  // namespace
}  // namespace collisionchip
