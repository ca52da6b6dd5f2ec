// The exact predicate against CGAL's exact kernel, family by family: the
// vertices are the float32 numbers, B is moved by the float32 pose in rational
// arithmetic. Triangles without area become CGAL's segments and points.
//
// COLLISIONCHIP_EXACT_CASES sets the number of pairs per family (20000 if it is not set).
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_shapes.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Family;
using testing_support::meet;
using testing_support::Random;
using testing_support::shape_of;

bool oracle(const Case& c) {
  return meet(shape_of({}, c.a), shape_of(c.pose, c.b));
}

int cases_per_family() {
  const char* text = std::getenv("COLLISIONCHIP_EXACT_CASES");
  return text != nullptr ? std::atoi(text) : 20000;
}

std::string describe(const Case& c) {
  std::string text;
  const auto add = [&](float value) {
    char number[40];
    std::snprintf(number, sizeof number, " %a", static_cast<double>(value));
    text += number;
  };
  for (const Corners& corners : {c.a, c.b}) {
    text += "\n ";
    for (const Vec3f& p : corners) {
      for (int i = 0; i < 3; ++i) add(p[i]);
    }
  }
  for (int i = 0; i < 3; ++i) {
    text += "\n ";
    for (const float r : c.pose.r[static_cast<std::size_t>(i)]) add(r);
    add(c.pose.t[i]);
  }
  return text;
}

class ExactAgainstCgal : public testing::TestWithParam<std::size_t> {};

TEST_P(ExactAgainstCgal, EveryPairOfTheFamily) {
  const Family& family = testing_support::families()[GetParam()];
  Random random(1000 + GetParam());
  const int count = cases_per_family();
  int meeting = 0, wrong = 0;
  for (int i = 0; i < count && wrong < 3; ++i) {
    const Case c = family.make(random);
    const bool truth = oracle(c);
    if (truth) ++meeting;
    if (triangles_intersect_exactly(c.a, c.b, c.pose) == truth) continue;
    ++wrong;
    ADD_FAILURE() << family.name << ", case " << i << ": " << (truth ? "missed" : "invented") << describe(c);
  }
  std::printf("%-28s %8d pairs, %8d meet\n", family.name, count, meeting);
  EXPECT_GT(meeting, count / 100) << family.name;
  EXPECT_GT(count - meeting, count / 100) << family.name;
}

std::string name_of(const testing::TestParamInfo<std::size_t>& info) {
  std::string name;
  for (const char* c = testing_support::families()[info.param].name; *c != '\0'; ++c) {
    if (*c != ' ') name += *c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Families, ExactAgainstCgal,
                         testing::Range(std::size_t{0}, testing_support::families().size()), name_of);

}  // namespace
}  // namespace collisionchip
