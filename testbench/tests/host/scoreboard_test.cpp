// The judge judged: every kind of difference is seeded and must be noticed, and only differences are.
#include "collisionchip/testbench/judge/scoreboard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace collisionchip {
namespace {

struct ScoreboardTest : ::testing::Test {
  QueryResult reference;
  ChipAnswer answer;
  QueryOptions options;

  ScoreboardTest() {
    reference.pairs = {{0, 3}, {0, 7}, {2, 1}, {5, 5}};
    reference.counters.lists = 11;
    reference.counters.aligned_pairs = 40;
    reference.counters.triangle_tests = 9;
    reference.counters.uncertain = 2;
    answer.pairs = reference.pairs;
    answer.lists = 11;
    answer.aligned_pairs = 40;
    answer.triangle_tests = 9;
    answer.uncertain = 2;
  }

  bool agrees(const ChipAnswer& other) const {
    Scoreboard scoreboard;
    const bool same = scoreboard.check_chip(6, other, reference, options);
    EXPECT_EQ(scoreboard.differences(), same ? 0u : 1u);
    EXPECT_EQ(scoreboard.first_difference().empty(), same);
    EXPECT_EQ(scoreboard.first_difference().rfind("pose 6: ", 0) == 0, !same);
    return same;
  }
  // The answer after `change`.
  bool agrees(const std::function<void(ChipAnswer&)>& change) const {
    ChipAnswer other = answer;
    change(other);
    return agrees(other);
  }
  std::string difference(const std::function<void(ChipAnswer&)>& change) const {
    ChipAnswer other = answer;
    change(other);
    Scoreboard scoreboard;
    scoreboard.check_chip(0, other, reference, options);
    return scoreboard.first_difference();
  }
};

TEST_F(ScoreboardTest, EqualAnswersAgree) {
  EXPECT_TRUE(agrees(answer));
}

TEST_F(ScoreboardTest, AMissingPairIsNoticedWhereverItIs) {
  for (std::size_t i = 0; i < answer.pairs.size(); ++i) {
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { a.pairs.erase(a.pairs.begin() + static_cast<long>(i)); })) << i;
  }
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs.clear(); }));
}

TEST_F(ScoreboardTest, AnExtraPairIsNoticedWhereverItIs) {
  for (const TrianglePair extra : {TrianglePair{0, 0}, TrianglePair{2, 2}, TrianglePair{9, 9}}) {
    EXPECT_FALSE(agrees([&](ChipAnswer& a) {
      a.pairs.push_back(extra);
      std::sort(a.pairs.begin(), a.pairs.end());
    })) << extra.a;
  }
  reference.pairs.clear();
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{1, 1}}; }));
}

TEST_F(ScoreboardTest, ARepeatedPairIsNoticedWhereverItIs) {
  for (std::size_t i = 0; i < answer.pairs.size(); ++i) {
    EXPECT_FALSE(agrees([&](ChipAnswer& a) {
      a.pairs.insert(a.pairs.begin() + static_cast<long>(i), a.pairs[i]);
    })) << i;
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { a.pairs[i] = a.pairs[i == 0 ? 1 : i - 1]; }))
        << "in place of " << i;
  }
}

TEST_F(ScoreboardTest, AnotherNumberOrAnotherOrderIsNoticed) {
  for (std::size_t i = 0; i < answer.pairs.size(); ++i) {
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { a.pairs[i].a ^= 0x100; })) << i;
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { a.pairs[i].b ^= 1; })) << i;
    EXPECT_EQ(agrees([&](ChipAnswer& a) { std::swap(a.pairs[i].a, a.pairs[i].b); }), i == 3) << i;
  }
  EXPECT_FALSE(agrees([](ChipAnswer& a) { std::swap(a.pairs[0], a.pairs[1]); }));
  EXPECT_FALSE(agrees([](ChipAnswer& a) { std::reverse(a.pairs.begin(), a.pairs.end()); }));
}

TEST_F(ScoreboardTest, EachCountIsCompared) {
  for (const int step : {-1, 1}) {
    const auto moved = [&](std::uint64_t& count) { count += static_cast<std::uint64_t>(step); };
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { moved(a.lists); }));
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { moved(a.aligned_pairs); }));
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { moved(a.triangle_tests); }));
    EXPECT_FALSE(agrees([&](ChipAnswer& a) { moved(a.uncertain); }));
  }
}

TEST_F(ScoreboardTest, AfterAnOverflowOnlyThePairsAreCompared) {
  answer.unfinished = 3;
  EXPECT_TRUE(agrees([](ChipAnswer& a) { a.lists += 5, a.aligned_pairs += 7, a.triangle_tests += 1; }));
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs.pop_back(); }));
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs.push_back({9, 9}); }));
}

TEST_F(ScoreboardTest, AFirstWitnessIsTheReferencesOwn) {
  options.first_witness = true;
  reference.pairs = {{2, 1}};
  EXPECT_TRUE(agrees([](ChipAnswer& a) { a.pairs = {{2, 1}}, a.lists = 1; })) << "the chip stops somewhere";
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{0, 3}}; }));
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs.clear(); }));
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{2, 1}, {2, 1}}; }));
  reference.pairs.clear();
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{2, 1}}; }));
}

// Sub-queries come in another order: any of the reference's pairs will do, and no other.
TEST_F(ScoreboardTest, AFirstWitnessAfterAnOverflowIsOneOfAllPairs) {
  options.first_witness = true;
  answer.unfinished = 1;
  for (const TrianglePair& pair : reference.pairs) {
    EXPECT_TRUE(agrees([&](ChipAnswer& a) { a.pairs = {pair}; }));
  }
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{4, 4}}; })) << "no intersecting pair";
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs.clear(); }));
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{0, 3}, {0, 7}}; })) << "one is enough";
  reference.pairs.clear();
  EXPECT_FALSE(agrees([](ChipAnswer& a) { a.pairs = {{0, 3}}; }));
  EXPECT_TRUE(agrees([](ChipAnswer& a) { a.pairs.clear(); }));
}

TEST_F(ScoreboardTest, TheDifferenceNamesBothSides) {
  EXPECT_EQ(difference([](ChipAnswer& a) { a.pairs.erase(a.pairs.begin() + 1); }),
            "pose 0: entry 1: pair 2,1 against pair 0,7 (3 against 4 pairs in all)");
  EXPECT_EQ(difference([](ChipAnswer& a) { a.pairs.pop_back(); }),
            "pose 0: entry 3: no more pairs against pair 5,5 (3 against 4 pairs in all)");
  EXPECT_EQ(
      difference([](ChipAnswer& a) { a.lists = 12; }),
      "pose 0: lists 12 against 11, aligned pairs 40 against 40, triangle tests 9 against 9, uncertain 2 "
      "against 2 (or their causes)");
}

TEST_F(ScoreboardTest, TheParityLineCountsAndKeepsTheFirstDifference) {
  Scoreboard scoreboard;
  EXPECT_TRUE(scoreboard.check_chip(0, answer, reference, options));
  EXPECT_EQ(scoreboard.verdict().line("tlm", "reference"),
            "PARITY: tlm = reference: 1 queries, 4 pairs, 0 differences");
  ChipAnswer wrong = answer;
  wrong.pairs.pop_back();
  EXPECT_FALSE(scoreboard.check_chip(1, wrong, reference, options));
  wrong.pairs.pop_back();
  EXPECT_FALSE(scoreboard.check_chip(2, wrong, reference, options));
  EXPECT_TRUE(scoreboard.check_chip(3, answer, reference, options));
  EXPECT_EQ(scoreboard.verdict().line("tlm", "reference"),
            "PARITY: tlm != reference: 4 queries, 13 pairs, 2 differences");
  EXPECT_EQ(scoreboard.first_difference().rfind("pose 1: entry 3", 0), 0u) << scoreboard.first_difference();
}

TEST_F(ScoreboardTest, WhatIsNotExactIsCountedPairByPair) {
  QueryResult other = reference;
  Scoreboard scoreboard;
  scoreboard.count_differences(0, reference, other, options);
  EXPECT_EQ(scoreboard.differences(), 0u);
  other.pairs = {{0, 3}, {5, 5}, {7, 7}};  // two of four are missing, one is new
  scoreboard.count_differences(1, reference, other, options);
  EXPECT_EQ(scoreboard.differences(), 3u);
  options.first_witness = true;
  other.pairs = {{7, 7}};
  scoreboard.count_differences(2, reference, other, options);
  EXPECT_EQ(scoreboard.differences(), 3u) << "another witness";
  other.pairs.clear();
  scoreboard.count_differences(3, reference, other, options);
  EXPECT_EQ(scoreboard.differences(), 4u);
  EXPECT_FALSE(scoreboard.verdict().is_wrong());
}

TEST_F(ScoreboardTest, TraversalsAreComparedByTheirPairs) {
  QueryResult other = reference;
  Scoreboard scoreboard;
  EXPECT_TRUE(scoreboard.check_traversal(0, reference, other, options));
  other.counters.lists += 1;
  EXPECT_TRUE(scoreboard.check_traversal(0, reference, other, options)) << "each counts in its own way";
  other.pairs[2].b += 1;
  EXPECT_FALSE(scoreboard.check_traversal(0, reference, other, options));
  options.first_witness = true;
  EXPECT_TRUE(scoreboard.check_traversal(0, reference, other, options)) << "another witness";
  other.pairs.clear();
  EXPECT_FALSE(scoreboard.check_traversal(0, reference, other, options));
  EXPECT_EQ(scoreboard.differences(), 2u);
}

}  // namespace
}  // namespace collisionchip
