// The second exact arithmetic against CGAL's, family by family of triangle pairs, those without area among them.
#include "collisionchip/testbench/engines/integer_triangle.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/exact_shapes.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Family;
using testing_support::Random;

TEST(IntegerTriangle, AgreesWithCgalInEveryFamily) {
  for (const Family& family : testing_support::families()) {
    Random random(17);
    int met = 0;
    for (int i = 0; i < 1500; ++i) {
      const Case c = family.make(random);
      const IntegerObjects objects = to_integers({c.a}, {c.b}, c.pose);
      const bool expected =
          testing_support::meet(testing_support::shape_of({}, c.a), testing_support::shape_of(c.pose, c.b));
      met += expected ? 1 : 0;
      ASSERT_EQ(meet(objects.a[0], objects.b[0]), expected) << family.name << ", case " << i;
      ASSERT_EQ(meet(objects.b[0], objects.a[0]), expected) << family.name << ", case " << i << ", swapped";
    }
    RecordProperty(family.name, met);
  }
}

}  // namespace
}  // namespace collisionchip
