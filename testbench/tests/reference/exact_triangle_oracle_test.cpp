// The exact predicate against CGAL's exact kernel, family by family: the
// vertices are the float32 numbers, B is moved by the float32 pose in rational
// arithmetic. Triangles without area become CGAL's segments and points.
//
// COLLISIONCHIP_EXACT_CASES sets the number of pairs per family (20000 if it is not set).
#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Family;
using testing_support::Random;

using Kernel = CGAL::Simple_cartesian<CGAL::Exact_rational>;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using ExactTriangle = Kernel::Triangle_3;
using Shape = std::variant<Point, Segment, ExactTriangle>;

Point moved(const Pose& pose, const Vec3f& p) {
  const auto row = [&](int i) {
    CGAL::Exact_rational sum(pose.t[i]);
    for (int axis = 0; axis < 3; ++axis) {
      sum += CGAL::Exact_rational(pose.r[static_cast<std::size_t>(i)][static_cast<std::size_t>(axis)]) *
             CGAL::Exact_rational(p[axis]);
    }
    return sum;
  };
  return {row(0), row(1), row(2)};
}

Shape shape_of(const Pose& pose, const Corners& corners) {
  const Point p = moved(pose, corners[0]), q = moved(pose, corners[1]), r = moved(pose, corners[2]);
  if (!CGAL::collinear(p, q, r)) return ExactTriangle(p, q, r);
  const Point low = std::min({p, q, r}), high = std::max({p, q, r});  // lexicographic: the ends of a segment
  if (low == high) return low;
  return Segment(low, high);
}

bool meet(const Point& p, const Point& q) {
  return p == q;
}
bool meet(const Point& p, const Segment& s) {
  return s.has_on(p);
}
bool meet(const Point& p, const ExactTriangle& t) {
  return t.has_on(p);
}
bool meet(const Segment& s, const Point& p) {
  return meet(p, s);
}
bool meet(const ExactTriangle& t, const Point& p) {
  return meet(p, t);
}
template <typename A, typename B>
bool meet(const A& a, const B& b) {
  return CGAL::do_intersect(a, b);
}

bool oracle(const Case& c) {
  return std::visit([](const auto& a, const auto& b) { return meet(a, b); }, shape_of({}, c.a),
                    shape_of(c.pose, c.b));
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
