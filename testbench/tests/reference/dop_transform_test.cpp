// The transform of Eq. 1-3: no DOP test of any kind may part what meets (docs/dop_unit.md).
#include "collisionchip/reference/dop/dop_transform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/dop/pair_transform.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/testbench/tests/reference/exact_gap.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::exact_gap;
using testing_support::Random;

constexpr int kAllK[] = {6, 8, 12, 14, 18, 24, 26};

class DopTransformEveryK : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(K, DopTransformEveryK, testing::ValuesIn(kAllK), testing::PrintToStringParamName());

// How many of the transformed coefficients fail to bound a corner they must bound.
int count_losses(int k, const Pose& pose, const DopNode& root, const DopNode& leaf, const Corners& corners,
                 Bias bias) {
  const DopDirections& directions = dop_directions(k);
  PartnerDop partner{};
  make_dop_transform(k, RigidMap::of(pose, TumbledSide::b), root, bias).apply(leaf, partner);
  int losses = 0;
  for (int i = 0; i < k / 2; ++i) {
    const float maximum = partner[i], minimum = partner[i + k / 2];
    for (const Vec3f& corner : corners) {
      const Vec3d n = directions.normal(i);
      if (exact_gap(maximum, n, pose, corner) < 0) ++losses;
      if (exact_gap(minimum, n, pose, corner) > 0) ++losses;
    }
  }
  return losses;
}

struct Scale {
  const char* what;
  double size, translation;
};
const Scale kScales[] = {{"ordinary", 1, 1},      {"far away", 1, 1e6},          {"very far", 1, 1e30},
                         {"tiny", 1e-30, 1e-30},  {"tiny, far", 1e-30, 1},       {"subnormal", 1e-43, 1e-43},
                         {"huge", 1e30, 1e30},    {"near overflow", 1e38, 1e38}, {"huge, near", 1e38, 1},
                         {"no translation", 1, 0}};

int count_losses_over_scales(int k, Bias bias) {
  Random random(static_cast<std::uint64_t>(k));
  int losses = 0;
  for (const Scale& scale : kScales) {
    int here = 0;
    for (int i = 0; i < 400; ++i) {
      const Pose pose = testing_support::random_pose(random, scale.translation);
      const Corners corners = testing_support::random_triangle(random, scale.size, scale.size / 3);
      const Corners other = testing_support::random_triangle(random, scale.size, scale.size);
      const DopNode leaf = leaf_dop(k, corners, 0);
      DopNode root;
      enclose(k, leaf, leaf_dop(k, other, 1), root);
      here += count_losses(k, pose, root, leaf, corners, bias);
    }
    EXPECT_TRUE(here == 0 || bias == Bias::none) << scale.what << ": " << here;
    losses += here;
  }
  return losses;
}

TEST_P(DopTransformEveryK, TransformedDopEnclosesExactly) {
  EXPECT_EQ(count_losses_over_scales(GetParam(), Bias::conservative), 0);
}

TEST_P(DopTransformEveryK, WithoutBiasCornersStickOut) {
  const int losses = count_losses_over_scales(GetParam(), Bias::none);
  RecordProperty("losses", losses);
  EXPECT_GT(losses, 0);
}

// Rotations, some scaled to have integer entries, so that R p + t is exact in float32 for small integers p:
// all quarter turns about z and x, 3-4-5, and the 1-2-2 rotation that mixes all axes.
std::vector<Pose> exact_rotations() {
  std::vector<Pose> poses;
  const auto add = [&](std::array<std::array<float, 3>, 3> r) { poses.push_back({r, {}}); };
  add({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  add({{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}});
  add({{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}});
  add({{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}});
  add({{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}});
  add({{{3, -4, 0}, {4, 3, 0}, {0, 0, 5}}});
  add({{{5, 0, 0}, {0, 3, -4}, {0, 4, 3}}});
  add({{{2, -1, 2}, {2, 2, -1}, {-1, 2, 2}}});
  add({{{0.5f, -0.25f, 0.5f}, {0.5f, 0.5f, -0.25f}, {-0.25f, 0.5f, 0.5f}}});
  return poses;
}

Vec3f integer_point(Random& random, int range, float unit) {
  return {unit * static_cast<float>(random.below(2 * range + 1) - range),
          unit * static_cast<float>(random.below(2 * range + 1) - range),
          unit * static_cast<float>(random.below(2 * range + 1) - range)};
}

// Triangle A has a corner exactly where the pose puts a corner of triangle B, and lies beyond it; both
// objects have further triangles of a very different size. Is the pair parted by the leaf or root DOPs?
int count_parted_contacts(int k, TumbledSide tumbled, Bias bias) {
  Random random(static_cast<std::uint64_t>(k) * 2 + (tumbled == TumbledSide::a));
  int parted = 0;
  for (int i = 0; i < 6000; ++i) {
    for (Pose pose : exact_rotations()) {
      const float unit = std::exp2(static_cast<float>(random.below(40) - 20));
      pose.t = integer_point(random, 1 << random.below(16), unit);
      const Vec3f shared = integer_point(random, 1 << random.below(16), unit);
      Vec3f image;
      for (int axis = 0; axis < 3; ++axis) {
        image[axis] = pose.r[axis][0] * shared.x + pose.r[axis][1] * shared.y + pose.r[axis][2] * shared.z +
                      pose.t[axis];
      }
      const Vec3d away = random.point(unit);
      const Corners b = {shared, testing_support::to_float(to_double(shared) + away),
                         testing_support::to_float(to_double(shared) + away + random.point(0.1 * unit))};
      const Vec3d other_side = random.point(unit);
      const Corners a = {image, testing_support::to_float(to_double(image) + other_side),
                         testing_support::to_float(to_double(image) + other_side + random.point(0.1 * unit))};
      const DopNode leaf_a = leaf_dop(k, a, 0), leaf_b = leaf_dop(k, b, 0);
      const DopNode& moved = tumbled == TumbledSide::a ? leaf_a : leaf_b;
      const DopNode& still = tumbled == TumbledSide::a ? leaf_b : leaf_a;
      const double ratio = random.below(2) == 0 ? 1 : 1e6;
      DopNode root;
      enclose(k, moved, leaf_dop(k, testing_support::random_triangle(random, ratio * unit, unit), 1), root);
      const DopTransform transform = make_dop_transform(k, RigidMap::of(pose, tumbled), root, bias);
      for (const DopNode& node : {moved, root}) {
        PartnerDop partner{};
        transform.apply(node, partner);
        if (!overlap(k, partner, still)) ++parted;
      }
    }
    if (i == 500 && bias == Bias::none) break;
  }
  return parted;
}

TEST_P(DopTransformEveryK, ExactContactsAreNeverParted) {
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    EXPECT_EQ(count_parted_contacts(GetParam(), side, Bias::conservative), 0);
  }
}

TEST(DopTransformTest, WithoutBiasExactContactsAreParted) {
  int parted = 0;
  for (const int k : kAllK) {
    for (const TumbledSide side : {TumbledSide::a, TumbledSide::b})
      parted += count_parted_contacts(k, side, Bias::none);
  }
  RecordProperty("parted", parted);
  EXPECT_GT(parted, 0);
}

TEST_P(DopTransformEveryK, IsMonotonic) {
  const int k = GetParam();
  Random random(99);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::exp2(random.uniform(-140, 126));
    const DopNode child = leaf_dop(k, testing_support::random_triangle(random, size, size / 2), 0);
    DopNode parent;
    enclose(k, child, leaf_dop(k, testing_support::random_triangle(random, size, size / 2), 1), parent);
    const TumbledSide side = i % 2 == 0 ? TumbledSide::a : TumbledSide::b;
    const DopTransform transform =
        make_dop_transform(k, RigidMap::of(testing_support::random_pose(random, size), side), parent);
    PartnerDop inner{}, outer{};
    transform.apply(child, inner);
    transform.apply(parent, outer);
    for (int m = 0; m < k / 2; ++m) {
      EXPECT_FALSE(outer[m] < inner[m]) << m;
      EXPECT_FALSE(outer[m + k / 2] > inner[m + k / 2]) << m;
    }
  }
}

// The price of safety: how much wider the bias makes a slab of an ordinary object.
TEST_P(DopTransformEveryK, BiasIsSmall) {
  const int k = GetParam();
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const DopNode leaf = leaf_dop(k, testing_support::random_triangle(random, 1, 1), 0);
    const RigidMap map =
        RigidMap::of(testing_support::random_pose(random, 1), i % 2 == 0 ? TumbledSide::a : TumbledSide::b);
    PartnerDop safe{}, bare{};
    make_dop_transform(k, map, leaf).apply(leaf, safe);
    make_dop_transform(k, map, leaf, Bias::none).apply(leaf, bare);
    for (int m = 0; m < k; ++m) EXPECT_NEAR(safe[m], bare[m], 100 * 0x1p-24);
  }
}

TEST_P(DopTransformEveryK, RowsCoverEveryDestinationAndStartEarly) {
  const int k = GetParam();
  Random random(6);
  const DopNode leaf = leaf_dop(k, testing_support::random_triangle(random, 1, 1), 0);
  const DopTransform transform =
      make_dop_transform(k, RigidMap::of(testing_support::random_pose(random, 1), TumbledSide::b), leaf);
  std::array<int, kMaxK> written{};
  int last = 0;
  for (int i = 0; i < k; ++i) {
    const DopTransformRow& row = transform.rows[i];
    ++written[row.destination];
    const int needs = std::max({row.j[0], row.j[1], row.j[2]});
    EXPECT_GE(needs, last);
    last = needs;
  }
  for (int i = 0; i < k; ++i) EXPECT_EQ(written[i], 1);
}

// The software's form for two siblings: the same numbers as the chip's units compute one by one.
TEST_P(DopTransformEveryK, PairTransformGivesTheSameNumbers) {
  const int k = GetParam();
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const double size = i % 3 == 0 ? std::exp2(random.uniform(-145, 127)) : 1;
    const DopNode siblings[2] = {leaf_dop(k, testing_support::random_triangle(random, size, size / 2), 0),
                                 leaf_dop(k, testing_support::random_triangle(random, size, size), 1)};
    DopNode root;
    enclose(k, siblings[0], siblings[1], root);
    const DopTransform transform =
        make_dop_transform(k, RigidMap::of(testing_support::random_pose(random, size), TumbledSide::b), root);
    std::array<PartnerDop, 2> both{};
    PairTransform(transform).apply(siblings, both);
    for (std::size_t side = 0; side < 2; ++side) {
      PartnerDop single{};
      transform.apply(siblings[side], single);
      for (int m = 0; m < k; ++m) ASSERT_EQ(bits_of(canonical(both[side][m])), bits_of(single[m])) << m;
    }
  }
}

// A quarter turn about z takes the slab of x to that of y; by hand.
TEST(DopTransformTest, QuarterTurnByHand) {
  const Corners corners = {Vec3f{1, 0, 0}, Vec3f{3, 0, 0}, Vec3f{3, 1, 2}};
  const DopNode leaf = leaf_dop(6, corners, 0);
  const Pose pose{{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, {10, 20, 30}};
  PartnerDop partner{};
  make_dop_transform(6, RigidMap::of(pose, TumbledSide::b), leaf, Bias::none).apply(leaf, partner);
  // partner order: maxima first, then minima
  const float expected[] = {10, 23, 32, 9, 21, 30};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(partner[i], expected[i]) << i;
}

TEST(DopTransformTest, SingularPoseOfTumbledAPartsNothing) {
  const Pose flat{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}}, {1e6f, 0, 0}};
  const DopNode leaf = leaf_dop(24, {Vec3f{0, 0, 0}, Vec3f{1, 0, 0}, Vec3f{0, 1, 0}}, 0);
  PartnerDop partner{};
  make_dop_transform(24, RigidMap::of(flat, TumbledSide::a), leaf).apply(leaf, partner);
  EXPECT_TRUE(overlap(24, partner, leaf));
}

}  // namespace
}  // namespace collisionchip
