// The aligned side's cache: tags, sets, ways, and who is thrown out.
#include "collisionchip/tlm/units/triangle_unit/triangle_cache.h"

#include <deque>

#include <gtest/gtest.h>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

TriangleRecord numbered(std::uint32_t number) {
  TriangleRecord record;
  record.triangle = number;
  return record;
}

std::uint32_t line(std::uint32_t number) {
  return number * kTriangleBytes;
}

TEST(TriangleCache, FindsWhatWasPutInUnderItsWholeAddress) {
  TriangleCache cache(128, 1);
  EXPECT_EQ(cache.find(line(5)), nullptr);
  cache.insert(line(5), numbered(50));
  ASSERT_NE(cache.find(line(5)), nullptr);
  EXPECT_EQ(cache.find(line(5))->triangle, 50u);
  EXPECT_EQ(cache.find(line(5 + 128)), nullptr) << "the same line, another tag";
  EXPECT_EQ(cache.find(line(6)), nullptr);
  for (std::uint32_t bit = line(128); bit != 0; bit *= 2)
    EXPECT_EQ(cache.find(line(5) ^ bit), nullptr) << bit;
}

TEST(TriangleCache, DirectMappedAConflictReplaces) {
  TriangleCache cache(128, 1);
  cache.insert(line(5), numbered(1));
  cache.insert(line(6), numbered(2));
  cache.insert(line(5 + 128), numbered(3));
  EXPECT_EQ(cache.find(line(5)), nullptr);
  EXPECT_EQ(cache.find(line(6))->triangle, 2u);
  EXPECT_EQ(cache.find(line(5 + 128))->triangle, 3u);
}

TEST(TriangleCache, HoldsAsManyNeighboursAsItHasLines) {
  for (const std::uint32_t ways : {1u, 2u, 4u, 16u}) {
    TriangleCache cache(64, ways);
    for (std::uint32_t i = 0; i < 64; ++i) cache.insert(line(1000 + i), numbered(i));
    for (std::uint32_t i = 0; i < 64; ++i) ASSERT_NE(cache.find(line(1000 + i)), nullptr) << ways;
  }
}

TEST(TriangleCache, ClearForgetsAll) {
  TriangleCache cache(4, 2);
  for (std::uint32_t i = 0; i < 4; ++i) cache.insert(line(i), numbered(i));
  cache.clear();
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(cache.find(line(i)), nullptr);
}

// The same rule written down another way: per set a queue, the least recently used first.
TEST(TriangleCache, ThrowsOutTheLeastRecentlyUsed) {
  testing_support::Random random(5);
  for (const std::uint32_t ways : {1u, 2u, 4u, 8u}) {
    const std::uint32_t sets = 4;
    TriangleCache cache(sets * ways, ways);
    std::vector<std::deque<std::uint32_t>> model(sets);
    for (int step = 0; step < 4000; ++step) {
      const auto number = static_cast<std::uint32_t>(random.below(48));
      std::deque<std::uint32_t>& set = model[number % sets];
      const auto known = std::find(set.begin(), set.end(), number);
      const TriangleRecord* found = cache.find(line(number));
      ASSERT_EQ(found != nullptr, known != set.end()) << step;
      if (found != nullptr) {
        ASSERT_EQ(found->triangle, number);
        set.erase(known);
      } else {
        cache.insert(line(number), numbered(number));
        if (set.size() == ways) set.pop_front();
      }
      set.push_back(number);
    }
  }
}

}  // namespace
}  // namespace collisionchip
