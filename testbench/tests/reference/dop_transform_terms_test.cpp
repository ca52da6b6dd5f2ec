// Every term of the slack of docs/dop_unit.md, computed a second time in long double: for roots and maps for which
// each in turn is the largest part of some offset.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using Real = long double;

struct SlackCase {
  RigidMap map;
  DopNode root;
};

SlackCase slack_case(Random& random, int k, int n) {
  SlackCase c;
  const Pose pose =
      n % 3 == 0 ? testing_support::signed_permutation(random) : testing_support::random_pose(random, 0);
  c.map = RigidMap::of(pose, TumbledSide::b);
  if (n % 5 == 1) {
    for (Vec3d& row : c.map.rows) row = std::ldexp(1.0, random.below(20) - 10) * row + 0.5 * random.point(1);
  }
  if (n % 5 == 2) {  // on the border of two cones, where a coefficient is 0 up to rounding
    const DopDirections& directions = dop_directions(k);
    for (Vec3d& row : c.map.rows)
      row = random.uniform(0, 1) * directions.directed(random.below(k)) +
            random.uniform(0, 1) * directions.directed(random.below(k));
  }
  const int scale = n % 7 == 0 ? -145 : n % 7 == 1 ? 120 + random.below(6) : random.below(40) - 20;
  // Slabs of any width, some of them all but flat; any side may be the farther one.
  for (int i = 0; i < k / 2; ++i) {
    const auto at = [&] {
      return static_cast<float>(std::ldexp(random.uniform(-1, 1), scale - random.below(90)));
    };
    const float one = at(), two = at();
    c.root.d[i] = std::min(one, two);
    c.root.d[i + k / 2] = std::max(one, two);
  }
  if (n % 4 == 1) c.map.t = std::ldexp(1.0, scale - random.below(60)) * random.point(1);
  if (n % 4 == 2) {  // large numbers that cancel along a slanted direction
    const double large = std::ldexp(random.uniform(-1, 1), scale + 20);
    c.map.t = {large, random.below(2) == 0 ? large : -large, random.below(2) == 0 ? 0 : large};
  }
  if (n % 6 == 1) c.map.row_error = std::ldexp(1.0, -10 - random.below(40));
  if (n % 6 == 2) c.map.translation_error = std::ldexp(1.0, scale - 10 - random.below(40));
  return c;
}

Real sum_of_magnitudes(const Vec3d& v) {
  return std::abs(Real{v.x}) + std::abs(Real{v.y}) + std::abs(Real{v.z});
}

// n . t, the slack about it, and what both in double may be off.
struct PageOffset {
  Real along = 0, slack = 0, rounding = 0;
};
PageOffset page_offset(int k, const SlackCase& c, int i, const DopTransformRow& maximum) {
  const DopDirections& directions = dop_directions(k);
  const Vec3d n = directions.normal(i);
  const Real n_abs = sum_of_magnitudes(n);
  const auto farthest = [&](int j) {
    const int low = j % (k / 2);
    return std::max(std::abs(Real{c.root.d[low]}), std::abs(Real{c.root.d[low + k / 2]}));
  };
  std::array<Real, 3> residual{};
  Real size = 0, reach = 0;
  PageOffset page;
  for (int row = 0; row < 3; ++row) {
    const Vec3d& r = c.map.rows[static_cast<std::size_t>(row)];
    size += std::abs(n[row]) * sum_of_magnitudes(r);
    page.along += Real{n[row]} * c.map.t[row];
    page.rounding += 0x1p-52L * std::abs(Real{n[row]} * c.map.t[row]);
    for (int axis = 0; axis < 3; ++axis) residual[static_cast<std::size_t>(axis)] += Real{n[row]} * r[axis];
  }
  for (std::size_t m = 0; m < 3; ++m) {
    const Real lambda = Real{maximum.c[m]} * directions.sign(maximum.j[m]);
    EXPECT_GE(lambda, 0);
    size += lambda;
    reach += lambda * farthest(maximum.j[m]);
    for (int axis = 0; axis < 3; ++axis)
      residual[static_cast<std::size_t>(axis)] -= lambda * directions.directed(maximum.j[m])[axis];
  }
  Real slack = n_abs * c.map.translation_error + 0x1p-50L * n_abs * sum_of_magnitudes(c.map.t);
  for (int axis = 0; axis < 3; ++axis) {
    const AxisPair& pair = directions.axis_pair(axis);
    const Real root_reach = 0.5L * (farthest(pair.j[0]) + farthest(pair.j[1]));
    slack +=
        (std::abs(residual[static_cast<std::size_t>(axis)]) + n_abs * c.map.row_error + 0x1p-50L * size) *
        root_reach;
    page.rounding += 0x1p-52L * size * root_reach;  // the residual is a difference in double
  }
  const Real largest = reach + std::abs(page.along) + slack;
  page.slack = slack + 4 * 0x1p-24L * largest + 4 * 0x1p-149L;
  page.rounding += 0x1p-48L * page.slack;
  if (largest >= 0.25L * std::numeric_limits<float>::max()) page.slack = HUGE_VALL;
  return page;
}

class DopTransformTerms : public testing::TestWithParam<int> {};

TEST_P(DopTransformTerms, EveryTermOfItsSlackIsThatOfThePage) {
  const int k = GetParam();
  Random random(41);
  int infinite = 0;
  for (int n = 0; n < 3000; ++n) {
    const SlackCase c = slack_case(random, k, n);
    const DopTransform transform = make_dop_transform(k, c.map, c.root);
    for (const DopTransformRow& maximum : transform.rows) {
      if (&maximum - transform.rows.data() == k) break;
      if (maximum.destination >= k / 2) continue;
      const auto minimum = std::find_if(
          transform.rows.begin(), transform.rows.begin() + k,
          [&](const DopTransformRow& row) { return row.destination == maximum.destination + k / 2; });
      const PageOffset page = page_offset(k, c, maximum.destination, maximum);
      if (std::isinf(page.slack)) {
        ++infinite;
        EXPECT_EQ(maximum.offset, HUGE_VALF) << n;
        EXPECT_EQ(minimum->offset, -HUGE_VALF) << n;
        continue;
      }
      // At least that, and no float32 more than it takes.
      const auto expect_up = [&](float found, Real wanted) {
        EXPECT_GE(Real{found}, wanted - page.rounding) << n << ", direction " << int{maximum.destination};
        EXPECT_LE(Real{std::nextafter(found, -HUGE_VALF)}, wanted + page.rounding)
            << n << ", direction " << int{maximum.destination};
      };
      expect_up(maximum.offset, page.along + page.slack);
      expect_up(-minimum->offset, page.slack - page.along);
    }
  }
  EXPECT_GT(infinite, 100);
}

INSTANTIATE_TEST_SUITE_P(K, DopTransformTerms, testing::Values(6, 8, 12, 14, 18, 24, 26),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace collisionchip
