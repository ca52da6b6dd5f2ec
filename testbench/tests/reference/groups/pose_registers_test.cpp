// Registers in whole numbers: nothing that is moved comes to lie outside of them, in exact fractions, whatever the pose,
// the objects and the side; and they are as tight as those in double.
#include "collisionchip/reference/groups/pose_registers.h"

#include <gtest/gtest.h>

#include <limits>

#include "collisionchip/reference/groups/half_shares.h"
#include "collisionchip/testbench/tests/reference/groups/pose_cases.h"

namespace collisionchip {
namespace {

using testing_support::ExactMap;
using testing_support::Fraction;
using testing_support::FractionVector;
using testing_support::group_cases;
using testing_support::kBothSides;
using testing_support::pose_case;
using testing_support::PoseCase;
using testing_support::PoseObject;
using testing_support::power_of_two;
using testing_support::Random;

PoseRegisters registers_of(const PoseCase& c, TumbledSide side) {
  return make_pose_registers(pose_words(c.pose), side, c.tumbled(side).record, c.aligned(side).record);
}

// What was found of a case: how many coordinates said something, how many were wrong, and the same of corners.
struct Found {
  int known = 0, outside = 0, bounded = 0, far = 0;
  double worst = 0;  // a corner's error, in parts of the bound
};

void look_at_volumes(const PoseObject& tumbled, const PoseObject& aligned, const ExactMap& map,
                     const GroupTransform& volumes, Found& found) {
  const int k = tumbled.grid.k, half = k / 2;
  for (const Vec3f& point : tumbled.points) {
    const FractionVector y = map(point);
    const GroupVolume moved = volumes.apply(grid_volume(tumbled.grid, testing_support::point_dop(k, point)));
    for (int i = 0; i < half; ++i) {
      const auto at = static_cast<std::size_t>(i), upper = static_cast<std::size_t>(i + half);
      Fraction place = 0;
      for (std::size_t axis = 0; axis < 3; ++axis)
        place += dop_directions(k).normal(i)[static_cast<int>(axis)] * y[axis];
      place = place * power_of_two(-aligned.grid.step_exponent[at]) -
              Fraction(static_cast<double>(aligned.grid.origin[at]));
      const bool low = moved.d[at] > 0, high = moved.d[upper] < kLastCoordinate;
      found.known += low ? 1 : 0;
      found.known += high ? 1 : 0;
      found.outside += low && moved.d[at] > place ? 1 : 0;
      found.outside += high && moved.d[upper] < place ? 1 : 0;
    }
  }
}

void look_at_corners(const PoseObject& tumbled, const PoseObject& aligned, const ExactMap& map,
                     const CornerTransform& corners, Found& found) {
  if (!corners.bounded) return;
  LeafBlock block;
  block.count = 2;
  for (std::size_t c = 0; c < 3; ++c) {
    block.triangles[0].corners[c] = tumbled.points[c];
    block.triangles[1].corners[c] = tumbled.points[c + 1];
  }
  const TumbledLeaf leaf = move_block(corners, block);
  for (std::size_t t = 0; t < 2; ++t) {
    if (!leaf.triangles[t].bounded) continue;
    ++found.bounded;
    for (std::size_t c = 0; c < 3; ++c) {
      const FractionVector y = map(block.triangles[t].corners[c]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Fraction off = abs(y[axis] * power_of_two(-aligned.grid.unit_exponent) -
                                 Fraction(static_cast<double>(aligned.grid.centre[axis])) -
                                 static_cast<double>(leaf.triangles[t].corners[c][axis]));
        found.far += off > static_cast<double>(corners.error) ? 1 : 0;
        found.worst = std::max(found.worst, off.get_d() / static_cast<double>(corners.error));
      }
    }
  }
}

Found look_at(const PoseCase& c, TumbledSide side) {
  Found found;
  const ExactMap map(c.pose, side);
  if (!map.exists()) return found;
  const PoseRegisters registers = registers_of(c, side);
  look_at_volumes(c.tumbled(side), c.aligned(side), map, registers.volumes, found);
  look_at_corners(c.tumbled(side), c.aligned(side), map, registers.corners, found);
  return found;
}

TEST(PoseRegisters, NothingMovedIsOutsideOfVolumesAndCorners) {
  for (const int k : {6, 14, 18, 24, 26}) {
    Random random(71);
    for (const TumbledSide side : kBothSides) {
      Found all;
      const int cases = group_cases(k == 24 ? 1200 : 200);
      for (int n = 0; n < cases; ++n) {
        const Found found = look_at(pose_case(random, k, n), side);
        ASSERT_EQ(found.outside, 0) << "k " << k << ", case " << n;
        ASSERT_EQ(found.far, 0) << "k " << k << ", case " << n;
        all.known += found.known;
        all.bounded += found.bounded;
        all.worst = std::max(all.worst, found.worst);
      }
      EXPECT_GT(all.known, cases * k * 2);  // of four points' k coordinates
      EXPECT_GT(all.bounded, cases);        // of two triangles
      EXPECT_GT(all.worst, 0.5);
    }
  }
}

// Objects and translations on whole steps of both grids, or off them by less than a register can say.
PoseCase on_grid_case(Random& random, int k, int n) {
  PoseCase c;
  c.pose = testing_support::signed_permutation(random);
  const int bits = 8 + random.below(8);
  const auto points = [&](int scale) {
    std::vector<Vec3f> all;
    for (int i = 0; i < 4; ++i) {
      Vec3f point;
      for (int axis = 0; axis < 3; ++axis)
        point[axis] = std::ldexp(static_cast<float>(random.below(2 << bits) - (1 << bits)), scale);
      all.push_back(point);
    }
    return all;
  };
  c.a = testing_support::pose_object(k, points(n % 3 == 1 ? 9 : 0));
  c.b = testing_support::pose_object(k, points(n % 3 == 2 ? 9 : 0));
  for (int axis = 0; axis < 3; ++axis) {
    const auto whole = static_cast<float>(random.below(1 << bits) + 1);
    c.pose.t[axis] = n % 2 == 0 ? whole
                                : std::nextafter(std::ldexp(1.0f, random.below(4)),
                                                 random.below(2) == 0 ? 0.0f : HUGE_VALF);
  }
  return c;
}

TEST(PoseRegisters, NothingOnWholeStepsIsOutside) {
  Random random(72);
  for (int n = 0; n < group_cases(1500); ++n) {
    const PoseCase c = on_grid_case(random, n % 4 == 0 ? 26 : 24, n);
    for (const TumbledSide side : kBothSides) {
      const Found found = look_at(c, side);
      ASSERT_EQ(found.outside, 0) << n;
      ASSERT_EQ(found.far, 0) << n;
      ASSERT_GT(found.known, 0) << n;
    }
  }
}

// How much wider volumes and corners' errors are than those in double.
struct Wider {
  int most = 0, errors = 0, unbounded = 0;
};

Wider look_at_doubles(const PoseCase& c, TumbledSide side) {
  Wider wider;
  const PoseObject &tumbled = c.tumbled(side), &aligned = c.aligned(side);
  const PoseRegisters found = registers_of(c, side);
  const RigidMap map = RigidMap::of(c.pose, side);
  const GroupTransform volumes = make_group_transform(map, tumbled.grid, aligned.grid);
  const CornerTransform corners = make_corner_transform(map, tumbled.grid, aligned.grid);
  const int k = tumbled.grid.k, half = k / 2;
  for (const Vec3f& point : tumbled.points) {
    const GroupVolume from = grid_volume(tumbled.grid, testing_support::point_dop(k, point));
    const GroupVolume one = found.volumes.apply(from), other = volumes.apply(from);
    for (std::size_t i = 0; i < static_cast<std::size_t>(half); ++i) {
      const std::size_t upper = i + static_cast<std::size_t>(half);
      const int by = one.d[upper] - one.d[i] - (other.d[upper] - other.d[i]);
      wider.most = std::max(wider.most, by);
    }
  }
  wider.unbounded = corners.bounded && !found.corners.bounded ? 1 : 0;
  if (corners.bounded) wider.errors = static_cast<int>(found.corners.error - corners.error);
  return wider;
}

// Rotations and reflections, objects near and far; and, of a tumbled B, any matrix.
TEST(PoseRegisters, AreAsTightAsInDouble) {
  struct Bound {
    TumbledSide side;
    int kind, most, errors;
  };
  constexpr TumbledSide kA = TumbledSide::a, kB = TumbledSide::b;
  for (const Bound& bound : {Bound{kA, 0, 1, 1},
                             {kA, 2, 3, 1},
                             {kA, 6, 0, 0},
                             {kB, 0, 0, 0},
                             {kB, 2, 1, 0},
                             {kB, 4, 0, 0},
                             {kB, 5, 0, 1},
                             {kB, 6, 0, 0}}) {
    Random random(73);
    for (int n = bound.kind; n < 3000; n += 20) {
      const Wider wider = look_at_doubles(pose_case(random, 24, n), bound.side);
      EXPECT_LE(wider.most, bound.most) << "kind " << bound.kind << ", case " << n;
      EXPECT_LE(wider.errors, bound.errors) << "kind " << bound.kind << ", case " << n;
      EXPECT_EQ(wider.unbounded, 0) << "kind " << bound.kind << ", case " << n;
    }
  }
}

void expect_nothing_known(const PoseRegisters& registers, const PoseObject& tumbled) {
  EXPECT_FALSE(registers.corners.bounded);
  const int k = registers.volumes.k;
  for (const Vec3f& point : tumbled.points) {
    const GroupVolume moved =
        registers.volumes.apply(grid_volume(tumbled.grid, testing_support::point_dop(k, point)));
    for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
      EXPECT_EQ(moved.d[i], 0);
      EXPECT_EQ(moved.d[i + static_cast<std::size_t>(k / 2)], kLastCoordinate);
    }
  }
}

// What no number of 32 bits says anything of.
TEST(PoseRegisters, KnowNothingOfPosesWithoutNumbers) {
  Random random(74);
  for (const TumbledSide side : kBothSides) {
    for (std::size_t entry = 0; entry < 12; ++entry) {
      // So large that the largest numbers are within their reach.
      PoseCase c = pose_case(random, 24, 0);
      Vec3d place;
      c.a = testing_support::pose_object(24, testing_support::points_about(random, 100, 0, place));
      c.b = testing_support::pose_object(24, testing_support::points_about(random, 100, 0, place));
      PoseWords words = pose_words(c.pose);
      for (const std::uint32_t word : {0x7f800000u, 0xff800000u, 0x7fc00000u, 0x7f800001u}) {
        words[entry] = word;
        expect_nothing_known(make_pose_registers(words, side, c.tumbled(side).record, c.aligned(side).record),
                             c.tumbled(side));
      }
    }
    PoseCase c = pose_case(random, 24, 0);
    c.pose.t.y = 0x1p120f;
    expect_nothing_known(registers_of(c, side), c.tumbled(side));
  }
  PoseCase c = pose_case(random, 24, 0);
  c.pose.r = {};
  expect_nothing_known(registers_of(c, TumbledSide::a), c.a);
  c.pose.r = {{{1, 2, 3}, {2, 4, 6}, {1, 0, 0}}};
  expect_nothing_known(registers_of(c, TumbledSide::a), c.a);
  c.a.record[object_words::kKind] = 24;  // an object that its record does not know
  expect_nothing_known(registers_of(c, TumbledSide::a), c.a);
  expect_nothing_known(registers_of(c, TumbledSide::b), c.b);
}

// Any bits: magnitudes from the least denormal number to the largest.
TEST(PoseRegisters, NothingIsOutsideUnderPosesOfAnyBits) {
  Random random(75);
  int known = 0;
  for (int n = 0; n < group_cases(4000); ++n) {
    PoseCase c = pose_case(random, 24, n);
    const int spread = n % 4 == 0 ? 254 : 1 + random.below(40), middle = random.below(255);
    const auto any = [&] {
      const int exponent = std::clamp(middle + random.below(spread) - spread / 2, 0, 254);
      const std::uint32_t bits = static_cast<std::uint32_t>(random.bits()) & 0x807fffffu,
                          word = bits | static_cast<std::uint32_t>(exponent) << 23;
      float number;
      std::memcpy(&number, &word, 4);
      return number;
    };
    for (auto& row : c.pose.r) {
      for (float& entry : row) entry = any();
    }
    for (int axis = 0; axis < 3 && n % 2 == 0; ++axis) c.pose.t[axis] = any();
    for (const TumbledSide side : kBothSides) {
      const Found found = look_at(c, side);
      ASSERT_EQ(found.outside, 0) << n;
      ASSERT_EQ(found.far, 0) << n;
      known += found.known;
    }
  }
  EXPECT_GT(known, group_cases(4000));
}

TEST(PoseRegisters, TakeSoManyProductsWhateverTheNumbers) {
  EXPECT_EQ(pose_products(24, TumbledSide::b), 102u);
  EXPECT_EQ(pose_products(24, TumbledSide::a), 168u);
  Random random(76);
  for (const int k : {6, 14, 18, 24, 26}) {
    for (int n = 0; n < 40; ++n) {
      PoseCase c = pose_case(random, k, n);
      if (n == 38) c.pose.r = {};
      if (n == 39) c.pose.t.x = std::numeric_limits<float>::quiet_NaN();
      for (const TumbledSide side : kBothSides)
        EXPECT_EQ(registers_of(c, side).products, pose_products(k, side)) << n;
    }
  }
}

TEST(ObjectRecord, HasTheGridAgain) {
  Random random(77);
  for (int n = 0; n < 1000; ++n) {
    const int k = std::array<int, 5>{6, 14, 18, 24, 26}[static_cast<std::size_t>(n % 5)];
    const PoseCase c = pose_case(random, k, n);
    for (const PoseObject* object : {&c.a, &c.b}) {
      ASSERT_TRUE(is_known(object->record)) << n;
      const GroupGrid& grid = object->grid;
      const GroupGrid found = grid_of(object->record);
      EXPECT_EQ(found.k, k);
      EXPECT_EQ(found.unit_exponent, grid.unit_exponent);
      EXPECT_EQ(found.centre, grid.centre);
      for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
        EXPECT_EQ(found.step_exponent[i], grid.step_exponent[i]);
        EXPECT_EQ(found.origin[i], grid.origin[i]);
      }
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_GE(found.reach[axis], grid.reach[axis] + 0.5);
        EXPECT_LE(found.reach[axis], grid.reach[axis] + 1.5);
      }
      EXPECT_EQ(object->record[object_words::kBase], 0u);
      EXPECT_EQ(object->record[object_words::kRoot], 0u);
    }
  }
}

TEST(ObjectRecord, KnowsNoGridThatDoesNotFit) {
  Random random(78);
  const GroupGrid grid = pose_case(random, 24, 0).a.grid;
  EXPECT_TRUE(is_known(make_object_record(grid)));
  const auto expect_unknown = [](const GroupGrid& other) {
    const ObjectRecord record = make_object_record(other);
    EXPECT_FALSE(is_known(record));
    EXPECT_EQ(record[object_words::kKind], 24u);
  };
  GroupGrid other = grid;
  other.centre[2] = (std::int64_t{1} << 60) + 1;
  expect_unknown(other);
  other = grid;
  other.reach.y = 0x1p31;
  expect_unknown(other);
  other = grid;
  other.step_exponent[3] = other.unit_exponent + 9;
  expect_unknown(other);
  other.step_exponent[3] = other.unit_exponent - 1;
  expect_unknown(other);
  other = grid;
  other.origin[5] += std::int64_t{1} << 30;
  expect_unknown(other);
  other = grid;
  for (int& exponent : other.step_exponent) exponent += 600;
  other.unit_exponent += 600;
  expect_unknown(other);
}

// Words of any bits, as an upset table has them.
TEST(ObjectRecord, OfAnyBitsLeavesNothingUndefined) {
  Random random(80);
  int known = 0;
  for (int n = 0; n < 2000; ++n) {
    const PoseCase c = pose_case(random, 24, n);
    ObjectRecord upset = c.a.record;
    for (int times = 1 + random.below(4); times > 0; --times) {
      const auto word = static_cast<std::size_t>(random.below(27));
      upset[word] = random.below(3) == 0 ? static_cast<std::uint32_t>(random.bits())
                                         : upset[word] ^ 1u << random.below(32);
    }
    if ((upset[object_words::kKind] & 255u) != 24) continue;
    known += is_known(upset) ? 1 : 0;
    for (const TumbledSide side : kBothSides) {
      const PoseRegisters one = make_pose_registers(pose_words(c.pose), side, upset, c.b.record),
                          other = make_pose_registers(pose_words(c.pose), side, c.b.record, upset);
      for (const PoseRegisters& made : {one, other}) {
        EXPECT_EQ(made.products, pose_products(24, side));
        EXPECT_TRUE(is_known(upset) || !made.corners.bounded);
        for (std::size_t r = 0; r < 24; ++r) {
          EXPECT_LE(std::abs(made.volumes.rows[r].offset), kMostRowOffset);
          EXPECT_LE(made.volumes.rows[r].shift, kMostRowShift);
        }
      }
    }
  }
  EXPECT_GT(known, 500);
}

// Every vector is twice its half shares, none of which is below zero.
TEST(HalfShares, AddUpToTheVector) {
  Random random(79);
  for (const int k : {6, 14, 18, 24, 26}) {
    const WholeNormals& normals = whole_normals(k);
    for (int n = 0; n < 2000; ++n) {
      WholeVector vector, sum{};
      for (std::int64_t& entry : vector) entry = random.below(9) - 4;
      const HalfShares shares = half_shares(k, vector);
      for (std::size_t m = 0; m < 3; ++m) {
        ASSERT_GE(shares.factor[m], 0);
        ASSERT_LT(shares.j[m], k);
        const int sign = shares.j[m] < k / 2 ? -1 : 1;
        for (std::size_t axis = 0; axis < 3; ++axis)
          sum[axis] += sign * shares.factor[m] * normals.normal(shares.j[m] % (k / 2))[axis];
      }
      for (std::size_t axis = 0; axis < 3; ++axis) ASSERT_EQ(sum[axis], 2 * vector[axis]);
    }
  }
}

}  // namespace
}  // namespace collisionchip
