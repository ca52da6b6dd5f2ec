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
    // Where a step is no more than the last bits of the numbers, nothing can be asked of it.
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

// Of every node, all corners below it.
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
    const CompactTransform compact_transform(transform, compact.grid(), aligned.grid());
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

}  // namespace
}  // namespace collisionchip
