// Every tree format, with all its traversals, k, and either side tumbled, against the exact predicate of every pair.
#include <gtest/gtest.h>

#include <algorithm>

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/testbench/tests/reference/hostile_cases.h"

namespace collisionchip {
namespace {

using testing_support::HostileCase;

const std::vector<HostileCase>& cases() {
  static const std::vector<HostileCase> all = testing_support::hostile_cases(4);
  return all;
}

class HostileFormats : public ::testing::TestWithParam<const TreeFormat*> {};

TEST_P(HostileFormats, FindEveryPair) {
  const TreeFormat& format = *GetParam();
  const std::vector<int> ks = format.ks().empty() ? std::vector<int>{24} : format.ks();
  std::size_t at = 0;
  for (const HostileCase& c : cases()) {
    TreeOptions options;
    options.k = ks[at++ % ks.size()];
    const auto a = format.build(c.a, options), b = format.build(c.b, options);
    for (const std::string& traversal : format.traversals()) {
      for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
        QueryOptions query;
        query.tumbled_side = side;
        EXPECT_EQ(format.query(*a, *b, c.pose, query, traversal).pairs, c.pairs)
            << c.name << ", k " << options.k << ", " << traversal;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, HostileFormats, ::testing::ValuesIn(tree_formats()), [](const auto& format) {
  std::string name = format.param->name();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// They meet often, and not always: else nothing could be lost, or nothing be parted.
TEST(HostileCases, MeetOftenAndNotAlways) {
  std::size_t pairs = 0, all = 0;
  for (const HostileCase& c : cases()) {
    pairs += c.pairs.size();
    all += c.a.triangles.size() * c.b.triangles.size();
  }
  EXPECT_GT(pairs, all / 5);
  EXPECT_LT(pairs, 4 * all / 5);
}

}  // namespace
}  // namespace collisionchip
