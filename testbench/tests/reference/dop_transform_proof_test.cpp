// The slack of the DOP transform against its derivation, docs/dop_unit.md. The tumbled object is a single
// point, so that in exact arithmetic the transform bounds it with nothing to spare.
#include <gtest/gtest.h>

#include <cmath>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/exact_gap.h"

namespace collisionchip {
namespace {

using testing_support::exact_gap;
using testing_support::Random;
using testing_support::random_pose;
using testing_support::to_float;

constexpr double kUnit = 0x1p-24;

// How many of the coefficients fail to bound the point p under the pose.
int losses_of_point(int k, const Pose& pose, const Vec3f& p) {
  const DopNode node = leaf_dop(k, {p, p, p}, 0);
  PartnerDop partner{};
  make_dop_transform(k, RigidMap::of(pose, TumbledSide::b), node).apply(node, partner);
  int losses = 0;
  for (int i = 0; i < k / 2; ++i) {
    const Vec3d n = dop_directions(k).normal(i);
    losses += exact_gap(partner[i], n, pose, p) < 0 ? 1 : 0;
    losses += exact_gap(partner[i + k / 2], n, pose, p) > 0 ? 1 : 0;
  }
  return losses;
}

// Three roundings one after the other, each as large as it can be: a product little above 1, then two terms
// just below half a unit in its last place.
TEST(DopTransformProof, ThreeRoundingsOfOneTermAreCovered) {
  Random random(51);
  int losses = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto near_one = [&] { return static_cast<float>(1 + random.uniform(0, 0x1p-6)); };
    const auto lost = [&](double least) { return static_cast<float>(kUnit * random.uniform(least, 1)); };
    Pose pose;
    pose.r = {{{near_one(), lost(0.9), lost(0)}, {0, 1, 0}, {0, 0, 1}}};
    losses += losses_of_point(6, pose, {near_one(), 1, 1});
  }
  EXPECT_EQ(losses, 0);
}

// The translation, just below a power of two, is rounded twice, with twice the unit it was rounded to before.
TEST(DopTransformProof, TheTranslationIsRoundedTwice) {
  Random random(53);
  int losses = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto little = [&] { return static_cast<float>(4 * kUnit * random.uniform(-1, 1)); };
    Pose pose;
    pose.t = {static_cast<float>(2 - 2 * kUnit * (1 + random.below(4))), 0, 0};
    pose.r = {{{1, 1, 1}, {0, 1, 0}, {0, 0, 1}}};
    losses += losses_of_point(6, pose, {little(), little(), little()});
  }
  EXPECT_EQ(losses, 0);
}

TEST(DopTransformProof, APointIsNeverLostWhateverItsDistance) {
  Random random(57);
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    int losses = 0;
    for (int i = 0; i < 2000; ++i) {
      const double far = std::ldexp(1.0, random.below(40) - 8);
      losses += losses_of_point(k, random_pose(random, far), to_float(random.point(1)));
    }
    EXPECT_EQ(losses, 0) << k;
  }
}

// Along an axis the coefficients are entries of the pose and nothing is left over: the offset is n.t and 4u
// times all that is added up, rounded outwards.
TEST(DopTransformProof, TheSlackIsFourUnitsOfAllThatIsAddedUp) {
  Random random(59);
  for (int i = 0; i < 2000; ++i) {
    Pose pose = random_pose(random, i % 2 == 0 ? 0 : 3);
    const Vec3f p = to_float(random.point(1));
    const DopNode node = leaf_dop(6, {p, p, p}, 0);
    const DopTransform transform = make_dop_transform(6, RigidMap::of(pose, TumbledSide::b), node);
    for (int at = 0; at < 6; ++at) {
      const DopTransformRow& row = transform.rows[static_cast<std::size_t>(at)];
      const int axis = row.destination % 3;
      const double t = pose.t[axis], sign = row.destination < 3 ? 1 : -1;
      double added = std::abs(t);
      for (int j = 0; j < 3; ++j)
        added += std::abs(double{pose.r[static_cast<std::size_t>(axis)][static_cast<std::size_t>(j)]} * p[j]);
      const double slack = sign * (double{row.offset} - t), last_place = 2 * kUnit * std::abs(row.offset);
      EXPECT_GE(slack, 4 * kUnit * added);
      EXPECT_LE(slack, 4 * kUnit * added * (1 + 1e-6) + last_place);
    }
  }
}

}  // namespace
}  // namespace collisionchip
