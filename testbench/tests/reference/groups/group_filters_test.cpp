// The three filters and the small Triangle Unit: nothing that touches is lost, no verdict is wrong, in all
// families of contacts; and without their bounds they would lose.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Random;

// A pair of triangles, each an object of its own.
struct Pair {
  GroupObject a, b;
  GroupQuery query;
  TumbledLeaf tumbled;
  AlignedLeaf aligned;
  GroupVolume aligned_volume;

  Pair(const Case& c, TumbledSide side)
      : a(testing_support::group_object({}, testing_support::mesh_of({c.a}))),
        b(testing_support::group_object({}, testing_support::mesh_of({c.b}))),
        query(a, b, c.pose, {side}, {}) {
    const Group t = query.tumbled.group(0), still = query.aligned.group(0);
    tumbled = move_block(query.registers.corners, query.tumbled.block(t.child(t_layout(), 0)));
    aligned = place_block(query.registers.corners.aligned, query.aligned.block(still.child(t_layout(), 0)));
    aligned_volume = still.volumes[0];
  }
  const GroupLayout& t_layout() const { return query.registers.layout; }

  bool tight() const {
    return !tumbled.bounded || overlap(t_layout().half(), tumbled.volume, aligned_volume);
  }
  bool plane() const { return (pass_leaf(query.registers, tumbled, aligned_volume).by_plane & 1u) != 0; }
  bool own() const { return pass_triangles(query.registers, tumbled.triangles[0], aligned) != 0; }
};

struct Score {
  int meeting = 0, parted = 0, lost = 0, wrong = 0, undecided = 0, tests = 0;
};

Score score(Case (*make)(Random&), int count) {
  Random random(21);
  Score s;
  for (int i = 0; i < count; ++i) {
    const Case c = make(random);
    const bool meet = triangles_intersect_exactly(c.a, c.b, c.pose);
    for (const TumbledSide side : testing_support::kBothSides) {
      const Pair pair(c, side);
      const bool passed = pair.tight() && pair.plane() && pair.own();
      s.lost += meet && !passed ? 1 : 0;
      s.parted += passed ? 0 : 1;
      s.meeting += meet ? 1 : 0;
      const Verdict verdict = small_triangle_verdict(pair.tumbled.triangles[0], pair.aligned.triangles[0],
                                                     pair.query.registers.corners.error);
      ++s.tests;
      s.undecided += verdict == Verdict::uncertain ? 1 : 0;
      s.wrong += verdict != Verdict::uncertain && (verdict == Verdict::hit) != meet ? 1 : 0;
    }
  }
  return s;
}

TEST(GroupFilters, LoseNothingAndTheSmallUnitIsNeverWrong) {
  int meeting = 0, parted = 0;
  for (const auto& family : testing_support::families()) {
    const Score s = score(family.make, testing_support::group_cases(150));
    EXPECT_EQ(s.lost, 0) << family.name;
    EXPECT_EQ(s.wrong, 0) << family.name;
    meeting += s.meeting;
    parted += s.parted;
  }
  EXPECT_GT(meeting, 2000);
  EXPECT_GT(parted, 500);
}

// Small triangles of large objects. One lies on one side of the other and has a corner on it, as nearly as float32 can
// say.
Case small_contact(Random& random) {
  const Pose pose = testing_support::random_pose(random, 1);
  const auto place = random.point(1);
  const auto small = [&] { return place + random.point(0x1p-10); };
  const testing_support::Triangle a = {small(), small(), small()};
  const Vec3d normal = cross(a[1] - a[0], a[2] - a[0]);
  const double u = random.uniform(0, 1), v = random.uniform(0, 1 - u);
  const Vec3d touch = a[0] + u * (a[1] - a[0]) + v * (a[2] - a[0]);
  const auto above = [&] {
    const Vec3d p = random.point(0x1p-10);
    const double height = 0x1p-10 * std::sqrt(dot(normal, normal));
    return touch + p + ((height - dot(p, normal)) / dot(normal, normal)) * normal;
  };
  const testing_support::Triangle b = {touch, above(), above()};
  const Matrix3 back = inverse({Vec3d{pose.r[0][0], pose.r[0][1], pose.r[0][2]},
                                {pose.r[1][0], pose.r[1][1], pose.r[1][2]},
                                {pose.r[2][0], pose.r[2][1], pose.r[2][2]}});
  Case c;
  c.pose = pose;
  for (std::size_t i = 0; i < 3; ++i) {
    c.a[i] = testing_support::to_float(a[i]);
    c.b[i] = testing_support::to_float(back * (b[i] - to_double(pose.t)));
  }
  return c;
}

// Both triangles of such a contact, ready for the small unit.
struct SmallContact {
  Case contact;
  RigidMap map;
  GroupGrid grid;  // of A, which is aligned
  SmallTrianglePair pair;

  explicit SmallContact(Random& random)
      : contact(small_contact(random)), map(RigidMap::of(contact.pose, TumbledSide::b)) {
    const auto grid_of = [](const Corners& corners) {
      DopNode root = leaf_dop(24, {{{-2, -2, -2}, {2, 2, 2}, {-2, 2, -2}}}, 0);
      enclose(24, root, leaf_dop(24, corners, 0), root);
      return make_group_grid(24, root);
    };
    grid = grid_of(contact.a);
    const CornerTransform transform = make_corner_transform(map, grid_of(contact.b), grid);
    LeafBlock from_b, from_a;
    from_b.count = from_a.count = 1;
    from_b.triangles[0].corners = contact.b;
    from_a.triangles[0].corners = contact.a;
    pair = small_pair(move_block(transform, from_b).triangles[0], place_block(grid, from_a).triangles[0],
                      transform.error);
  }
};

// Verdicts that are wrong when all bounds are this part of what they are.
int wrong_verdicts(double part) {
  Random random(24);
  int wrong = 0;
  for (int i = 0; i < testing_support::group_cases(600); ++i) {
    SmallContact small(random);
    const bool meet = triangles_intersect_exactly(small.contact.a, small.contact.b, small.contact.pose);
    for (std::int64_t* error :
         {&small.pair.tumbled_error, &small.pair.mixed_error, &small.pair.aligned_error})
      *error = static_cast<std::int64_t>(part * static_cast<double>(*error));
    const Verdict verdict = small_triangle_verdict(small.pair);
    wrong += verdict != Verdict::uncertain && (verdict == Verdict::hit) != meet ? 1 : 0;
  }
  return wrong;
}

// What the bounds are for.
TEST(SmallTriangleUnit, WithoutBoundsItWouldBeWrong) {
  EXPECT_EQ(wrong_verdicts(1), 0);
  EXPECT_GT(wrong_verdicts(0), 50);
  EXPECT_GT(wrong_verdicts(0.125), 0);
}

// Differences of coordinates as the unit has them, against exact ones: how far off, in parts of their bounds.
TEST(SmallTriangleUnit, DifferencesAreWithinTheirBounds) {
  Random random(25);
  double mixed = 0, tumbled = 0, aligned = 0;
  for (int i = 0; i < testing_support::group_cases(1500); ++i) {
    const SmallContact small(random);
    const double unit = std::ldexp(1.0, small.grid.unit_exponent + small.pair.shift);
    const auto moved = [&](std::size_t c, int axis) {
      return dot(small.map.rows[axis], to_double(small.contact.b[c])) + small.map.t[axis];
    };
    for (int axis = 0; axis < 3; ++axis) {
      const auto x = static_cast<std::size_t>(axis);
      const auto part = [&](double exact, std::int64_t found, std::int64_t eighths) {
        const double off =
            std::abs(exact / unit - static_cast<double>(found)) / (0.125 * static_cast<double>(eighths));
        EXPECT_LE(off, 1);
        return off;
      };
      const auto& [t, a] = std::tie(small.pair.tumbled, small.pair.aligned);
      const Corners& corners = small.contact.a;
      mixed =
          std::max(mixed, part(moved(1, axis) - corners[2][axis], t[1][x] - a[2][x], small.pair.mixed_error));
      tumbled = std::max(tumbled,
                         part(moved(1, axis) - moved(0, axis), t[1][x] - t[0][x], small.pair.tumbled_error));
      aligned = std::max(aligned, part(double{corners[1][axis]} - corners[0][axis], a[1][x] - a[0][x],
                                       small.pair.aligned_error));
    }
  }
  EXPECT_GT(mixed, 0.4);
  EXPECT_GT(tumbled, 0.4);
  EXPECT_GT(aligned, 0.4);
}

TEST(SmallTriangleUnit, DecidesNearlyAllOrdinaryPairs) {
  Random random(22);
  int undecided = 0;
  constexpr int kCases = 1500;
  for (int i = 0; i < kCases; ++i) {
    const Pair pair(
        {testing_support::random_triangle(random, 0.3, 1), testing_support::random_triangle(random, 0.3, 1),
         testing_support::random_pose(random, 0.3)},
        TumbledSide::b);
    undecided += small_triangle_verdict(pair.tumbled.triangles[0], pair.aligned.triangles[0],
                                        pair.query.registers.corners.error) == Verdict::uncertain
                     ? 1
                     : 0;
  }
  EXPECT_LT(undecided, kCases / 200);
}

// Determinants of whole vectors moved by whole numbers within the bound never get the other sign.
TEST(SmallTriangleUnit, ACertainSignIsThatOfAllVectorsWithinTheBound) {
  Random random(23);
  int certain = 0, nearly_wrong = 0;
  const auto sign_of = [](const std::array<SmallVector, 3>& v) {
    const std::int64_t d = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
                           v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
                           v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    return d > 0 ? 1 : d < 0 ? -1 : 0;
  };
  for (int n = 0; n < testing_support::group_cases(20000); ++n) {
    std::array<SmallVector, 3> vectors;
    const int size = 4 << n % 9;  // down to bounds as large as entries
    for (auto& vector : vectors) {
      for (auto& entry : vector) entry = random.below(2 * size + 1) - size;
    }
    // Nearly in one plane, as at a contact.
    for (std::size_t axis = 0; axis < 3; ++axis)
      vectors[2][axis] =
          (vectors[0][axis] * (n % 7) - vectors[1][axis] * (n % 5)) / 4 + random.below(21) - 10;
    const std::array<std::int64_t, 3> off = {1 + random.below(4), 1 + random.below(4), 1 + random.below(4)};
    const int sign = certain_sign(vectors, {8 * off[0], 8 * off[1], 8 * off[2]});
    // As far as possible towards the other sign: all corners of the three boxes, eight at a time.
    bool turned = false;
    for (int corner = 0; corner < 512; ++corner) {
      auto moved = vectors;
      for (std::size_t v = 0; v < 3; ++v) {
        for (std::size_t axis = 0; axis < 3; ++axis)
          moved[v][axis] += (corner >> (3 * v + axis) & 1) != 0 ? off[v] : -off[v];
      }
      turned = turned || sign_of(moved) != sign_of(vectors);
    }
    if (sign != 0) {
      ++certain;
      ASSERT_FALSE(turned);
      ASSERT_EQ(sign, sign_of(vectors));
    }
    // Half of the bound would have been too little for some.
    nearly_wrong += turned && certain_sign(vectors, {4 * off[0], 4 * off[1], 4 * off[2]}) != 0 ? 1 : 0;
  }
  EXPECT_GT(certain, 1000);
  EXPECT_GT(nearly_wrong, 0);
}

}  // namespace
}  // namespace collisionchip
