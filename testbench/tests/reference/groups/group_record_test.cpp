// Groups and blocks as bytes: sizes, every field back, volumes that enclose what they stand for.
#include "collisionchip/reference/groups/group_object.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collisionchip/reference/dop/dop_volume.h"
#include "collisionchip/reference/groups/group_plan.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::group_layouts;
using testing_support::group_object;
using testing_support::Random;

TEST(GroupLayout, HasTheSizesOfThePage) {
  const auto bytes = [](int width, int bits) { return GroupLayout{24, width, bits, 2}.group_bytes(); };
  EXPECT_EQ(bytes(2, 8), 96u);
  EXPECT_EQ(bytes(2, 5), 64u);
  EXPECT_EQ(bytes(4, 8), 144u);
  EXPECT_EQ(bytes(4, 7), 128u);
  EXPECT_EQ(bytes(4, 6), 112u);
  EXPECT_EQ(bytes(4, 5), 96u);
  EXPECT_EQ((GroupLayout{24, 4, 6, 2}.group_units()), 4u);
  EXPECT_EQ((GroupLayout{24, 4, 5, 2}.group_units()), 4u);
  EXPECT_EQ((GroupLayout{24, 2, 5, 2}.group_units()), 2u);
  EXPECT_EQ((GroupLayout{24, 4, 8, 2}.group_units()), 6u);
  EXPECT_EQ((GroupLayout{24, 4, 6, 2}.block_bytes()), 64u);
  EXPECT_EQ((GroupLayout{24, 4, 6, 4}.block_bytes()), 96u);
  for (const GroupLayout& wrong :
       {GroupLayout{8, 4, 6, 2}, GroupLayout{24, 3, 6, 2}, GroupLayout{24, 4, 4, 2}, GroupLayout{24, 4, 9, 2},
        GroupLayout{24, 4, 6, 3}})
    EXPECT_THROW(check_group_layout(wrong), InputError);
}

Group random_group(Random& random, const GroupLayout& layout) {
  Group group;
  group.members = 1 + random.below(layout.width);
  group.inner = random.below(group.members + 1);
  group.family = static_cast<GroupAddress>(random.below(1 << 25));
  const int scale = random.below(18);
  for (int m = 0; m < group.members; ++m) {
    for (int i = 0; i < layout.half(); ++i) {
      const int from = kFirstOwnCoordinate, to = kLastOwnCoordinate, start = from + random.below(to - from);
      const int low = std::min(to, from + (start >> scale) + (random.below(3) == 0 ? start : 0));
      group.volumes[m].d[i] = low;
      group.volumes[m].d[i + layout.half()] = std::min(to, low + random.below((1 << random.below(18)) + 1));
    }
  }
  return group;
}

TEST(GroupRecord, DecodedVolumesEncloseAndTheRestIsAsItWas) {
  Random random(1);
  for (const GroupLayout& layout : group_layouts()) {
    for (int n = 0; n < 300; ++n) {
      const Group group = random_group(random, layout);
      std::vector<std::uint32_t> words(layout.group_bytes() / 4, ~0u);
      encode_group(layout, group, words.data());
      const Group decoded = decode_group(layout, words.data());
      ASSERT_EQ(decoded.members, group.members);
      ASSERT_EQ(decoded.inner, group.inner);
      ASSERT_EQ(decoded.family, group.family);
      const int half = layout.half();
      for (int i = 0; i < half; ++i) {
        int low = kLastCoordinate, high = 0;
        for (int m = 0; m < group.members; ++m) {
          low = std::min(low, group.volumes[m].d[i]);
          high = std::max(high, group.volumes[m].d[i + half]);
        }
        // A quantum is the least power of two of which the group's slab, from a multiple of four, has few
        // enough.
        int quantum = 1;
        while ((high - low / 4 * 4 + quantum - 1) / quantum >= 1 << layout.bits) quantum *= 2;
        for (int m = 0; m < group.members; ++m) {
          const int minimum = decoded.volumes[m].d[i], maximum = decoded.volumes[m].d[i + half];
          ASSERT_LE(minimum, group.volumes[m].d[i]);
          ASSERT_GT(minimum + quantum, group.volumes[m].d[i]);
          ASSERT_GE(maximum, group.volumes[m].d[i + half]);
          ASSERT_LT(maximum - quantum, group.volumes[m].d[i + half]);
          ASSERT_LE(maximum, kLastOwnCoordinate);
        }
      }
      std::vector<std::uint32_t> again(words.size());
      encode_group(layout, decoded, again.data());
      const Group twice = decode_group(layout, again.data());
      for (int m = 0; m < group.members; ++m) ASSERT_EQ(twice.volumes[m].d, decoded.volumes[m].d);
    }
  }
}

// The bits of the page, by hand: two members, an inner one before a leaf, 5 bits.
TEST(GroupRecord, LiesInItsBitsAsThePageSays) {
  const GroupLayout layout{6, 2, 5, 1};
  Group group;
  group.members = 2;
  group.inner = 1;
  group.family = 0x5a5a5a5;
  for (int i = 0; i < 3; ++i) {
    group.volumes[0].d[i] = 101;
    group.volumes[0].d[i + 3] = 120;
    group.volumes[1].d[i] = 110;
    group.volumes[1].d[i + 3] = 160;  // 60 steps from 100 on: quanta of 2
  }
  std::vector<std::uint32_t> words(layout.group_bytes() / 4);
  encode_group(layout, group, words.data());
  EXPECT_EQ(words[0], 0x5a5a5a5u | 1u << 27 | 1u << 30);
  const auto field = [&](int at, int bits) {
    std::uint32_t value = 0;
    for (int bit = 0; bit < bits; ++bit)
      value |= (words[static_cast<std::size_t>((at + bit) / 32)] >> (at + bit) % 32 & 1u) << bit;
    return value;
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(field(32 + 20 * i, 16), 25u);
    EXPECT_EQ(field(48 + 20 * i, 4), 1u);
    EXPECT_EQ(field(92 + 5 * i, 5), 0u);
    EXPECT_EQ(field(107 + 5 * i, 5), 10u);
    EXPECT_EQ(field(122 + 5 * i, 5), 5u);
    EXPECT_EQ(field(137 + 5 * i, 5), 30u);
  }
}

TEST(LeafBlock, GivesBackCornersBitByBitOrDoesNotFit) {
  Random random(2);
  int fitting = 0, refused = 0;
  for (const int leaf_size : {1, 2, 4}) {
    const GroupLayout layout{24, 4, 6, leaf_size};
    for (int n = 0; n < 400; ++n) {
      LeafBlock block;
      block.count = 1 + random.below(leaf_size);
      std::vector<Vec3f> pool;
      for (int size = 3 + random.below(5); size > 0; --size)
        pool.push_back(testing_support::to_float(random.point(1)));
      std::set<int> used;
      for (int t = 0; t < block.count; ++t) {
        block.triangles[t].number = static_cast<std::uint32_t>(random.bits());
        for (Vec3f& corner : block.triangles[t].corners) {
          const int which = random.below(static_cast<int>(pool.size()));
          corner = pool[static_cast<std::size_t>(which)];
          used.insert(which);
        }
      }
      const bool fits = used.size() <= (leaf_size <= 2 ? 4u : 6u);
      std::vector<std::uint32_t> words(layout.block_bytes() / 4, ~0u);
      ASSERT_EQ(fits_block(layout, block), fits);
      if (!fits) {
        ++refused;
        ASSERT_THROW(encode_block(layout, block, words.data()), std::invalid_argument);
        continue;
      }
      ++fitting;
      encode_block(layout, block, words.data());
      const LeafBlock decoded = decode_block(layout, words.data());
      ASSERT_EQ(decoded.count, block.count);
      for (int t = 0; t < block.count; ++t) {
        ASSERT_EQ(decoded.triangles[t].number, block.triangles[t].number);
        ASSERT_EQ(decoded.triangles[t].corners, block.triangles[t].corners);
      }
    }
  }
  EXPECT_GT(fitting, 300);
  EXPECT_GT(refused, 20);
}

// Walks an object's image: whatever is reached encloses the corners below it.
class Walk {
 public:
  Walk(const GroupObject& object, const Mesh& mesh) : object_(object), mesh_(mesh) {}

  void run() {
    visit(0, {});
    EXPECT_EQ(found_.size(), mesh_.triangles.size());
    EXPECT_EQ(groups_, object_.group_count);
    EXPECT_EQ(blocks_, object_.block_count);
  }

 private:
  void visit(GroupAddress address, std::vector<GroupVolume> around) {
    ++groups_;
    check_place(address, object_.layout.group_bytes());
    const Group group = object_.group(address);
    for (int m = 0; m < group.members; ++m) {
      around.push_back(group.volumes[m]);
      if (group.is_leaf(m)) {
        check_place(group.child(object_.layout, m), object_.layout.block_bytes());
        check(object_.block(group.child(object_.layout, m)), around);
      } else {
        visit(group.child(object_.layout, m), around);
      }
      around.pop_back();
    }
  }
  // Records of up to 128 bytes are one burst of the SDRAM, except blocks of 96.
  void check_place(GroupAddress address, std::uint32_t bytes) const {
    const std::uint32_t start = address * kGroupUnitBytes;
    if (bytes > 128 || object_.layout.block_bytes() > 64) return;
    ASSERT_EQ(start / 256, (start + bytes - 1) / 256);
  }
  void check(const LeafBlock& block, const std::vector<GroupVolume>& around) {
    ++blocks_;
    EXPECT_LE(block.count, object_.layout.leaf_size);
    for (int t = 0; t < block.count; ++t) {
      EXPECT_TRUE(found_.insert(block.triangles[t].number).second);
      EXPECT_EQ(block.triangles[t].corners, mesh_.corners(block.triangles[t].number));
      for (const Vec3f& corner : block.triangles[t].corners) {
        for (const GroupVolume& volume : around) check(volume, corner);
      }
    }
  }
  // Compares doubles whose sums are exact: coordinates in these tests have few bits.
  void check(const GroupVolume& volume, const Vec3f& corner) {
    const GroupGrid& grid = object_.grid;
    const int half = grid.k / 2;
    for (int i = 0; i < half; ++i) {
      const double along = dot(dop_directions(grid.k).normal(i), to_double(corner));
      const double place = std::ldexp(along, -grid.step_exponent[i]) - static_cast<double>(grid.origin[i]);
      ASSERT_LE(volume.d[i], place);
      ASSERT_GE(volume.d[i + half], place);
      ASSERT_GT(volume.d[i], 0);
      ASSERT_LT(volume.d[i + half], kLastCoordinate);
    }
  }

  const GroupObject& object_;
  const Mesh& mesh_;
  std::set<std::uint32_t> found_;
  std::uint32_t groups_ = 0, blocks_ = 0;
};

TEST(GroupObject, HoldsEveryTriangleOnceBelowVolumesThatEncloseIt) {
  Random random(3);
  std::vector<Mesh> meshes = {testing_support::torus(12, 9),
                              testing_support::random_soup(random, 60, 1, 0.2)};
  for (const std::uint32_t count : {1u, 2u, 3u, 5u})
    meshes.push_back(testing_support::random_soup(random, count, 1, 0.5));
  Mesh far = testing_support::torus(6, 5), flat = far;
  for (Vec3f& vertex : far.vertices) vertex = {vertex.x + 4096, vertex.y - 300, vertex.z * 0.001f};
  for (Vec3f& vertex : flat.vertices) vertex.z = 0.25f;
  meshes.push_back(far);
  meshes.push_back(flat);
  meshes.push_back(testing_support::mesh_of({{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}}));
  meshes.push_back(testing_support::mesh_of(std::vector<Corners>(7, {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}})));
  for (const GroupLayout& layout : group_layouts()) {
    for (const Mesh& mesh : meshes) Walk(group_object(layout, mesh), mesh).run();
  }
}

// The least sum of surfaces of groups, by trying all: of the group that starts with these members or with
// what they give way to.
class AllPlans {
 public:
  AllPlans(const DopTree& tree, std::size_t width) : tree_(tree), width_(width) {}

  double least(const std::vector<std::uint32_t>& members) const {
    double sum = 0;
    for (const std::uint32_t member : members) sum += below(member);
    for (std::size_t m = 0; members.size() < width_ && m < members.size(); ++m) {
      const DopNode& node = tree_.nodes()[members[m]];
      if (node.is_leaf()) continue;
      std::vector<std::uint32_t> more = members;
      more[m] = 2 * node.child;
      more.push_back(2 * node.child + 1);
      sum = std::min(sum, least(more));
    }
    return sum;
  }
  // The sum for a member's own group and all groups below it.
  double below(std::uint32_t member) const {
    const DopNode& node = tree_.nodes()[member];
    if (node.is_leaf()) return 0;
    return dop_surface(dop_directions(tree_.k()), node) + least({2 * node.child, 2 * node.child + 1});
  }

 private:
  const DopTree& tree_;
  const std::size_t width_;
};

double sum_of(const GroupPlan& plan, const DopTree& tree, std::uint32_t pair) {
  double sum = 0;
  for (const std::uint32_t member : plan.members(pair)) {
    const DopNode& node = tree.nodes()[member];
    if (!node.is_leaf()) sum += dop_surface(dop_directions(tree.k()), node) + sum_of(plan, tree, node.child);
  }
  return sum;
}

TEST(GroupPlan, HasTheLeastSumOfSurfaces) {
  Random random(4);
  for (int n = 0; n < 20; ++n) {
    const DopTree tree = DopTree::build(testing_support::random_soup(random, 4 + n % 5, 1, 0.4), {});
    std::vector<bool> leaves;
    for (const DopNode& node : tree.nodes()) leaves.push_back(node.is_leaf());
    for (const int width : {2, 4}) {
      const GroupPlan plan(tree, width, leaves);
      EXPECT_LE(plan.members(0).size(), static_cast<std::size_t>(width));
      EXPECT_NEAR(sum_of(plan, tree, 0), AllPlans(tree, static_cast<std::size_t>(width)).least({0, 1}), 1e-9);
    }
  }
}

TEST(GroupObject, RefusesATreeOfAnotherK) {
  const CollisionObject object = CollisionObject::build(testing_support::torus(4, 3));
  EXPECT_THROW(GroupObject::build({18, 4, 6, 2}, object), InputError);
  EXPECT_THROW(GroupObject::build({24, 5, 6, 2}, object), InputError);
}

}  // namespace
}  // namespace collisionchip
