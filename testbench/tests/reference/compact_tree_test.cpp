// Sixteen bits a coefficient: nothing that touches is parted, and little else is not.
#include <gtest/gtest.h>

#include <cmath>

#include "collisionchip/reference/answer/answer_levels.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

int count_of(const CompactVolume& volume, std::size_t i) {
  return volume[i / 8][i % 8];
}

TEST(CompactGrid, PartsNothingThatTouches) {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    const double middle = std::ldexp(random.uniform(-1, 1), random.below(40) - 20),
                 width = std::ldexp(1.0, random.below(40) - 20);
    DopNode root, node;
    PartnerDop partner{}, far{};
    for (std::size_t i = 0; i < 12; ++i) {
      root.d[i] = static_cast<float>(middle - width);
      root.d[i + 12] = static_cast<float>(middle + width);
      const auto inside = [&] {
        return std::min(std::max(static_cast<float>(middle + width * random.uniform(-1, 1)), root.d[i]),
                        root.d[i + 12]);
      };
      // In partner order the maximum stands where the minimum is compared.
      partner[i] = node.d[i] = inside();
      partner[i + 12] = node.d[i + 12] = inside();
    }
    const CompactGrid grid(root, 24);
    const CompactVolume aligned = grid.inside(node.d.data()), touching = grid.outside(partner.data());
    for (std::size_t i = 0; i < 24; ++i) {
      EXPECT_LE(count_of(aligned, i), count_of(touching, i)) << i << " of " << middle << " and " << width;
      far[i] = node.d[i] - 3.5f / grid.scale(i);
    }
    // A step may be as small as the last bits of the numbers; then there is nothing to test.
    if (std::abs(middle) > 0x1p6 * width) continue;
    const CompactVolume apart = grid.outside(far.data());
    for (std::size_t i = 0; i < 24; ++i) EXPECT_GT(count_of(aligned, i), count_of(apart, i)) << i;
  }
}

TEST(CompactGrid, PartsNothingByNumbersThatAreNone) {
  DopNode root;
  for (std::size_t i = 0; i < 12; ++i) {
    root.d[i] = -1;
    root.d[i + 12] = 1;
  }
  const CompactGrid grid(root, 24);
  PartnerDop partner;
  partner.fill(std::nanf(""));
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_GT(count_of(grid.outside(partner.data()), i), count_of(grid.inside(root.d.data()), i));
}

// For every node all corners below it are tested.
class CompactNodes : public ::testing::Test {
 protected:
  void expect_bounds(const CompactVolume& volume, const CompactGrid& grid, const RigidMap& map,
                     std::uint32_t pair, int side) {
    const DopNode& node = tree_.node(pair, side);
    if (!node.is_leaf()) {
      for (int child = 0; child < 2; ++child) expect_bounds(volume, grid, map, node.child, child);
      return;
    }
    for (const Vec3f& corner : mesh_.corners(node.triangle)) {
      const Vec3d moved = map.rows * to_double(corner) + map.t;
      for (std::size_t i = 0; i < 24; ++i) {
        const double along = dot(dop_directions(24).normal(static_cast<int>(i % 12)), moved);
        EXPECT_GE(count_of(volume, i) + 1e-3, std::min(31000.0, (along - grid.origin(i)) * grid.scale(i)));
      }
    }
  }

  const Mesh mesh_ = testing_support::torus(8, 6);
  const DopTree tree_ = DopTree::build(mesh_, {});
};

TEST_F(CompactNodes, BoundTheMovedCornersInVectorsOfEachWidth) {
  Random random(77);
  const CompactTree compact(tree_), aligned(DopTree::build(testing_support::torus(5, 5), {}));
  for (int round = 0; round < 40; ++round) {
    const RigidMap map = RigidMap::of(testing_support::random_pose(random, 0.5),
                                      round / 3 % 2 == 0 ? TumbledSide::a : TumbledSide::b);
    const DopTransform transform = make_dop_transform(24, map, tree_.root());
    const CompactTransform compact_transform(*sorted_cones(24), map, tree_.root(), compact.grid(),
                                             aligned.grid());
    const AnswerLevel* const level = find_answer_level(kFilterLevels[static_cast<std::size_t>(round) % 3]);
    for (std::uint32_t pair = 0; level != nullptr && pair < tree_.pair_count(); ++pair) {
      std::array<CompactVolume, 2> volumes;
      level->tumble(compact_transform, compact.pair(pair), volumes);
      for (int side = 0; side < 2; ++side) {
        expect_bounds(volumes[static_cast<std::size_t>(side)], aligned.grid(), map, pair, side);
        PartnerDop partner{};
        transform.apply(tree_.node(pair, side), partner);
        const CompactVolume other = aligned.grid().outside(partner.data());
        for (std::size_t i = 0; i < 24; ++i)
          EXPECT_LE(count_of(volumes[static_cast<std::size_t>(side)], i), count_of(other, i) + 12)
              << "too wide";
      }
    }
  }
}

// The counts of a mesh's leaves by their rows, one after the other, bound their corners as `moved` moves them; `map` is the same
// map in doubles.
template <typename Moved>
void expect_moved_leaves(const Mesh& mesh, int k, const RigidMap& map, const CompactGrid& grid,
                         const Moved& moved) {
  TreeOptions options;
  options.k = k;
  const DopTree tree = DopTree::build(mesh, options);
  const CompactTree compact(tree);
  const CompactTransform rows(*sorted_cones(k), map, tree.root(), compact.grid(), grid);
  const DopDirections& directions = dop_directions(k);
  for (std::uint32_t pair = 0; pair < tree.pair_count(); ++pair) {
    for (int side = 0; side < 2; ++side) {
      const DopNode& node = tree.node(pair, side);
      if (!node.is_leaf()) continue;
      const CompactVolume& counts = compact.pair(pair).nodes[static_cast<std::size_t>(side)];
      for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
        float value = rows.offset[i];
        for (std::size_t m = 0; m < 3; ++m)
          value +=
              rows.c[m][i] * static_cast<float>(count_of(counts, static_cast<std::size_t>(rows.j[m][i])));
        for (const Vec3f& corner : mesh.corners(node.triangle)) {
          const double along =
              dot(directions.normal(static_cast<int>(i) % directions.half()), moved(to_double(corner)));
          EXPECT_GE(value, (along - grid.origin(i)) * grid.scale(i)) << "k " << k << ", row " << i;
        }
      }
    }
  }
}

CompactGrid grid_of(double size, int k) {
  DopNode root;
  for (int i = 0; i < k; ++i)
    root.d[static_cast<std::size_t>(i)] = static_cast<float>(i < k / 2 ? -size : size);
  return CompactGrid(root, k);
}

TEST(CompactTransform, BoundsTheMovedCornersForEveryK) {
  Random random(78);
  for (const int k : {6, 14, 18, 24}) {
    for (int round = 0; round < 20; ++round) {
      const RigidMap map = RigidMap::of(testing_support::random_pose(random, 0.5), TumbledSide::b);
      expect_moved_leaves(testing_support::torus(8, 6), k, map, grid_of(1, k),
                          [&](const Vec3d& corner) { return map.rows * corner + map.t; });
    }
  }
}

__extension__ using Long = __int128;
Long exact_dot(const Vec3d& p, const Vec3d& q) {
  return static_cast<Long>(p.x) * static_cast<Long>(q.x) + static_cast<Long>(p.y) * static_cast<Long>(q.y) +
         static_cast<Long>(p.z) * static_cast<Long>(q.z);
}

// Whole numbers, and a determinant that is a small difference of products some 2^40 times as large: doubles do not know its
// inverse well. The adjugate is exact.
struct UncertainMatrix {
  Matrix3 rows, adjugate;  // by columns
  double determinant = 0;

  explicit UncertainMatrix(Random& random) {
    const auto number = [&] { return std::floor(random.uniform(-4e6, 4e6)); };
    while (std::abs(determinant) < 0x1p24 || std::abs(determinant) > 0x1p27) {
      if (determinant == 0)
        rows = {Vec3d{}, Vec3d{number(), number(), number()}, Vec3d{number(), number(), number()}};
      const Vec3d along = random.uniform(-1, 1) * rows[1] + random.uniform(-1, 1) * rows[2];
      rows[0] = {std::round(along.x), std::round(along.y), std::round(along.z)};
      adjugate = {cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])};
      determinant = static_cast<double>(exact_dot(rows[0], adjugate[0]));
    }
  }
  Pose pose() const {
    Pose pose;
    for (std::size_t i = 0; i < 3; ++i)
      pose.r[i] = {static_cast<float>(rows[i].x), static_cast<float>(rows[i].y),
                   static_cast<float>(rows[i].z)};
    return pose;
  }
  Vec3d inverse_of(const Vec3d& x) const {
    Vec3d sum;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3d row{adjugate[0][axis], adjugate[1][axis], adjugate[2][axis]};
      sum[axis] = static_cast<double>(exact_dot(row, x)) / determinant;
    }
    return sum;
  }
};

// A's corners in B's frame: near A's origin, or far from it compared with their size, where the offset matters.
TEST(CompactTransform, BoundsWhatAnUncertainMapMoves) {
  Random random(79);
  const auto number = [&](int most) { return static_cast<float>(random.below(2 * most + 1) - most); };
  for (int round = 0; round < 12; ++round) {
    const UncertainMatrix matrix(random);
    Pose pose = matrix.pose();
    const bool is_far = round % 2 == 1;
    if (is_far) pose.t = {number(90000), number(90000), number(90000)};
    std::vector<testing_support::Corners> triangles(8);
    for (testing_support::Corners& corners : triangles) {
      for (Vec3f& corner : corners) corner = {number(9), number(9), number(9)};
    }
    double largest = 0;
    for (const Vec3d& column : matrix.adjugate)
      for (int axis = 0; axis < 3; ++axis) largest = std::max(largest, std::abs(column[axis]));
    expect_moved_leaves(testing_support::mesh_of(triangles), 24, RigidMap::of(pose, TumbledSide::a),
                        grid_of((is_far ? 300000 : 30) * largest / std::abs(matrix.determinant), 24),
                        [&](const Vec3d& corner) { return matrix.inverse_of(corner - to_double(pose.t)); });
  }
}

}  // namespace
}  // namespace collisionchip
