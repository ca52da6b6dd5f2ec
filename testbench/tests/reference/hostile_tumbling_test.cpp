// Trees tumbled in each way, either side, against the exact predicate of every pair.
#include <gtest/gtest.h>

#include "collisionchip/reference/tumbling/convex_hull.h"
#include "collisionchip/reference/tumbling/tumbling_format.h"
#include "collisionchip/testbench/tests/reference/hostile_cases.h"

namespace collisionchip {
namespace {

TEST(HostileTumbling, FindsEveryPair) {
  const std::vector<testing_support::HostileCase> cases = testing_support::hostile_cases(2);
  for (const Tumbling way : {Tumbling::recompute, Tumbling::hull, Tumbling::polytope, Tumbling::rows}) {
    const auto format = make_tumbling_format(way);
    for (const testing_support::HostileCase& c : cases) {
      const auto a = format->build(c.a, {}), b = format->build(c.b, {});
      for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
        QueryOptions options;
        options.tumbled_side = side;
        EXPECT_EQ(format->query(*a, *b, c.pose, options, "quickcd").pairs, c.pairs)
            << format->name() << ", " << c.name;
      }
    }
  }
}

}  // namespace
}  // namespace collisionchip
