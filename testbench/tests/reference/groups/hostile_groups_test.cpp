// The traversal over groups, every layout, with and without its filters, either side tumbled, with registers of both kinds,
// against the exact predicate of every pair.
#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/groups/group_cases.h"
#include "collisionchip/testbench/tests/reference/hostile_cases.h"

namespace collisionchip {
namespace {

using testing_support::HostileCase;

TEST(HostileGroups, FindEveryPair) {
  const std::vector<HostileCase> cases = testing_support::hostile_cases(4);
  std::size_t n = 0;
  for (const GroupLayout& layout : testing_support::group_layouts()) {
    for (const HostileCase& c : cases) {
      const GroupObject a = testing_support::group_object(layout, c.a),
                        b = testing_support::group_object(layout, c.b);
      for (const int way : {0, 1, 2, 3}) {
        const TumbledSide side = testing_support::kBothSides[way % 2];
        GroupOptions options;
        options.registers = way < 2 ? RegisterNumbers::doubles : RegisterNumbers::integers;
        if (++n % 5 == 0) options.filters = {(n & 4) != 0, (n & 8) != 0, (n & 16) != 0};
        EXPECT_EQ(sibling_group_traversal(a, b, c.pose, {side}, options).pairs, c.pairs)
            << c.name << ", width " << layout.width << ", k " << layout.k;
      }
    }
  }
}

}  // namespace
}  // namespace collisionchip
