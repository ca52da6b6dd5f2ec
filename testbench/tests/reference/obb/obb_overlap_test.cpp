// The 15 axes never part boxes that meet, and the epsilon is needed for that: boxes touch along each kind of
// axis, up to the last bit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <utility>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/obb/obb_overlap.h"
#include "collisionchip/reference/obb/obb_transform.h"
#include "collisionchip/testbench/tests/reference/obb/obb_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using testing_support::random_rotation;

using Real = long double;  // 64 bits of mantissa: products of float32 are exact, sums all but

ObbReach reach_of(const Obb& box) {
  ObbReach reach;
  for (std::size_t i = 0; i < 3; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = i == j ? -1 : 0;
      for (std::size_t k = 0; k < 3; ++k) sum += double{box.r[k][i]} * double{box.r[k][j]};
      row += std::abs(sum);
    }
    reach.deviation = std::max(reach.deviation, row + 0x1p-48);
    reach.translation += double{box.t[i]} * double{box.t[i]};
    reach.extents += double{box.d[i]};
  }
  reach.translation = std::sqrt(reach.translation);
  return reach;
}

ObbLanes lanes_of(const Obb& box) {
  std::vector<std::uint32_t> words(33);
  Matrix3 rows;
  for (std::size_t i = 0; i < 3; ++i) rows[i] = {box.r[i][0], box.r[i][1], box.r[i][2]};
  encode_obb(ObbEncoding::obb132, QuaternionSign::canonical, {rows, box.t, box.d, {}}, words.data());
  return ObbCodec<ObbEncoding::obb132, QuaternionSign::canonical>::box(words.data());
}

struct Contact {
  Obb aligned, tumbled;
  Pose pose;
};

// With a share of its epsilon.
bool apart(const Contact& c, double share) {
  const ObbTransform transform =
      make_obb_transform(RigidMap::of(c.pose, TumbledSide::b), reach_of(c.tumbled), reach_of(c.aligned));
  ObbPartner partner;
  transform_obb(ObbMap(transform.r, transform.t), lanes_of(c.tumbled), partner);
  const float epsilon = static_cast<float>(share * double{transform.epsilon});
  return !obbs_overlap(partner, lanes_of(c.aligned), Float4{epsilon, epsilon, epsilon, epsilon});
}

Obb random_box(Random& random, int kind, double distance) {
  std::vector<std::uint32_t> words(33);
  ObbRecord record;
  record.r = random_rotation(random, kind);
  const auto encoding = static_cast<ObbEncoding>(random.below(kObbEncodings));
  encode_obb(encoding, QuaternionSign::canonical, record, words.data());
  Obb box = decode_obb(encoding, QuaternionSign::canonical, words.data());
  for (std::size_t i = 0; i < 3; ++i) {
    box.t[i] = static_cast<float>(random.uniform(-distance, distance));
    box.d[i] = static_cast<float>(random.uniform(0, 1) * std::ldexp(1.0, -random.below(12)));
  }
  return box;
}

// The half sides that just reach a point: |r_i . (x - t)|, rounded up from 64 bits.
void reach_to(const std::array<Real, 3>& x, Obb& box) {
  for (std::size_t i = 0; i < 3; ++i) {
    Real place = 0, size = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Real term = Real{box.r[k][i]} * (x[k] - Real{box.t[k]});
      place += term;
      size += std::abs(Real{box.r[k][i]}) * (std::abs(x[k]) + std::abs(Real{box.t[k]}));
    }
    const Real least = std::abs(place) + 0x1p-60L * size;
    box.d[i] = static_cast<float>(least);
    if (Real{box.d[i]} < least) box.d[i] = std::nextafter(box.d[i], std::numeric_limits<float>::infinity());
  }
}

using Vector = std::array<Real, 3>;

Real product(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector column(const Obb& box, std::size_t i) {
  return {box.r[0][i], box.r[1][i], box.r[2][i]};
}

Vector mapped(const Pose& pose, const Vector& v, bool as_point) {
  Vector out;
  for (std::size_t i = 0; i < 3; ++i) {
    out[i] = product({pose.r[i][0], pose.r[i][1], pose.r[i][2]}, v);
    if (as_point) out[i] += Real{pose.t[static_cast<int>(i)]};
  }
  return out;
}

Vector axis_of(const Contact& c, int number) {
  const auto n = static_cast<std::size_t>(number);
  if (n < 3) return column(c.aligned, n);
  const auto turned = [&](std::size_t j) { return mapped(c.pose, column(c.tumbled, j), false); };
  if (n < 6) return turned(n - 3);
  const Vector a = column(c.aligned, (n - 6) / 3), b = turned((n - 6) % 3);
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// A point of the tumbled object is the farthest corner of its box one way along an axis, and of the aligned box
// the other way. Half sides are then made to reach it in spite of rounded centres: the boxes share that point.
Contact touching(Random& random, int number) {
  const int kind = random.below(1000);
  const double distance = std::ldexp(1.0, random.below(10) - 4);
  Contact c;
  c.pose = testing_support::random_pose(random, distance);
  c.aligned = random_box(random, kind, distance);
  c.tumbled = random_box(random, kind / 2, distance);
  const Vector axis = axis_of(c, number % 15);
  Vector point = {c.tumbled.t[0], c.tumbled.t[1], c.tumbled.t[2]}, centre = point;
  for (std::size_t j = 0; j < 3; ++j) {
    const Vector side = column(c.tumbled, j);
    const Real way = product(axis, mapped(c.pose, side, false)) < 0 ? 1 : -1;
    for (std::size_t k = 0; k < 3; ++k) centre[k] -= way * Real{c.tumbled.d[j]} * side[k];
  }
  const Vector shared = mapped(c.pose, point, true);
  Vector other = shared;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector side = column(c.aligned, i);
    const Real way = product(axis, side) < 0 ? -1 : 1;
    for (std::size_t k = 0; k < 3; ++k) other[k] -= way * Real{c.aligned.d[i]} * side[k];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    c.tumbled.t[k] = static_cast<float>(centre[k]);
    c.aligned.t[k] = static_cast<float>(other[k]);
  }
  reach_to(point, c.tumbled);
  reach_to(shared, c.aligned);
  return c;
}

int count_apart(double share, int cases) {
  Random random(3);
  int parted = 0;
  for (int i = 0; i < cases; ++i) parted += apart(touching(random, i), share) ? 1 : 0;
  return parted;
}

int cases() {
  const char* count = std::getenv("COLLISIONCHIP_OBB_CASES");
  return count == nullptr ? 100000 : std::atoi(count);
}

TEST(ObbOverlap, BoxesThatTouchAreNeverApart) {
  EXPECT_EQ(count_apart(1, cases()), 0);
}

// So they touch, and rounding would part many of them.
TEST(ObbOverlap, WithoutEpsilonTheyWouldBe) {
  EXPECT_GT(count_apart(0, 10000), 1000);
}

TEST(ObbOverlap, ALittleFartherAwayTheyAreApart) {
  Random random(9);
  int parted = 0;
  for (int i = 0; i < 1000; ++i) {
    Contact c = touching(random, i % 15);
    for (float& d : c.aligned.d) d *= 0.999f;
    for (float& d : c.tumbled.d) d *= 0.999f;
    parted += apart(c, 1) ? 1 : 0;
  }
  EXPECT_GT(parted, 600);  // the others are all but points, or far from the origin for their size
}

// A map that is no rotation: the short forms of the axes are off by the map's whole stretch. Only the epsilon makes up for
// that; half the epsilon does not.
TEST(ObbOverlap, TheEpsilonCoversAStretchAndHalfOfItDoesNot) {
  constexpr double kStretch = 0x1p-7;
  Contact c;
  c.aligned.r = c.tumbled.r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const float narrow = static_cast<float>(std::sqrt(1 - kStretch));
  const float wide = static_cast<float>(std::sqrt(1 + kStretch));
  c.pose.r = {{{narrow, 0, 0}, {0, wide, 0}, {0, 0, wide}}};
  c.aligned.d = {0.25f, 0.25f, 0.25f};
  c.tumbled.d = {0, 0, 1};
  c.pose.t = {0, 0, round_down(0.25 + double{wide})};
  EXPECT_FALSE(apart(c, 1));
  EXPECT_TRUE(apart(c, 0.5));
  std::swap(c.pose.r, c.aligned.r);  // the aligned box's axes stretched instead
  c.pose.t.z = round_down(0.25 / double{wide} + 1);
  EXPECT_FALSE(apart(c, 1));
  EXPECT_TRUE(apart(c, 0.5));
  std::swap(c.tumbled.r, c.aligned.r);  // those of the tumbled one
  c.tumbled.r[2][2] = narrow;
  c.pose.t.z = round_down(0.25 + 1 / double{narrow});
  EXPECT_FALSE(apart(c, 1));
  EXPECT_TRUE(apart(c, 0.25));
  c.pose.r[0][0] = c.pose.r[1][1] = c.pose.r[2][2] = 2;  // no longer nearly rigid: nothing is apart
  c.pose.t.z = 100;
  EXPECT_FALSE(apart(c, 1));
}

// Both sides are tested: for a tumbled A the map is an inverse with its own errors.
TEST(ObbOverlap, EpsilonIsSmall) {
  Random random(12);
  Obb box = random_box(random, 0, 1);
  box.d = {1, 1, 1};
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    const Pose pose = testing_support::random_pose(random, 1);
    const ObbTransform transform = make_obb_transform(RigidMap::of(pose, side), reach_of(box), reach_of(box));
    EXPECT_GT(transform.epsilon, 100 * 0x1p-24);
    EXPECT_LT(transform.epsilon, 700 * 0x1p-24);
  }
}

TEST(ObbOverlap, InfinitiesAndNaNsPartNothing) {
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    Contact c = touching(random, i);
    const float odd = i % 2 == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::max();
    (i % 3 == 0   ? c.tumbled.t
     : i % 3 == 1 ? c.aligned.t
                  : c.tumbled.d)[static_cast<std::size_t>(i) % 3] = odd;
    EXPECT_FALSE(apart(c, 1));
  }
}

}  // namespace
}  // namespace collisionchip
