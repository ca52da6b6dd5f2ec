// DOP trees in other shapes than pairs of 128 bytes: more children, larger leaves, packed nodes, QuickCD's traversal.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collisionchip/reference/dop/dop_volume.h"
#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/traverse/quickcd_traversal.h"
#include "collisionchip/reference/tree/packed_dop_tree.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

TreeOptions shape(int degree, int leaf_size, int k = 14) {
  TreeOptions options;
  options.k = k;
  options.degree = degree;
  options.leaf_size = leaf_size;
  return options;
}

DopWideTree wide_tree(const Mesh& mesh, const TreeOptions& options) {
  TreeOptions binary = options;
  binary.degree = 2;
  binary.leaf_size = 1;
  return DopWideTree::of(DopTree::build(mesh, binary), options);
}

bool format_encloses(int k, const DopNode& outer, const DopNode& inner) {
  for (int i = 0; i < k / 2; ++i) {
    if (outer.d[i] > inner.d[i] || outer.d[i + k / 2] < inner.d[i + k / 2]) return false;
  }
  return true;
}

TEST(DopWideTree, HoldsEveryTriangleOnceAndEnclosesIt) {
  Random random(111);
  for (const std::uint32_t count : {1u, 2u, 3u, 9u, 64u, 300u}) {
    const Mesh mesh = testing_support::random_soup(random, count, 1, 0.1);
    for (const int degree : {2, 4, 8}) {
      for (const int leaf_size : {1, 2, 7, 64}) {
        const DopWideTree tree = wide_tree(mesh, shape(degree, leaf_size));
        std::set<std::uint32_t> seen;
        std::size_t reached = 0;
        std::vector<Span> spans = {tree.roots()};
        while (!spans.empty()) {
          const Span span = spans.back();
          spans.pop_back();
          EXPECT_LE(span.count, static_cast<std::uint32_t>(degree));
          for (std::uint32_t n = span.first; n < span.first + span.count; ++n) {
            ++reached;
            const DopWideNode& node = tree.nodes()[n];
            EXPECT_TRUE(format_encloses(14, tree.root(), node.dop));
            EXPECT_NE(node.is_leaf(), node.children.count > 0);
            EXPECT_LE(node.triangles.count, static_cast<std::uint32_t>(leaf_size));
            for (std::uint32_t i = 0; i < node.triangles.count; ++i) {
              const std::uint32_t t = tree.triangles()[node.triangles.first + i];
              EXPECT_TRUE(seen.insert(t).second);
              EXPECT_TRUE(format_encloses(14, node.dop, leaf_dop(14, mesh.corners(t), t)));
            }
            for (std::uint32_t c = 0; c < node.children.count; ++c)
              EXPECT_TRUE(format_encloses(14, node.dop, tree.nodes()[node.children.first + c].dop));
            if (!node.is_leaf()) spans.push_back(node.children);
          }
        }
        EXPECT_EQ(seen.size(), count);
        EXPECT_EQ(reached, tree.nodes().size());
      }
    }
  }
}

// Eight triangles, split in halves: 14 nodes in pairs; fours of pairs, then the pairs; eight leaves.
TEST(DopWideTree, ShapesByHand) {
  std::vector<testing_support::Corners> triangles;
  for (int i = 0; i < 8; ++i) {
    const auto x = static_cast<float>(i);
    triangles.push_back({Vec3f{x, 0, 0}, Vec3f{x, 1, 0}, Vec3f{x, 0, 1}});
  }
  const Mesh mesh = testing_support::mesh_of(triangles);
  const auto built = [&](int degree, int leaf_size) {
    TreeOptions options = shape(degree, leaf_size, 6);
    options.split_rule = "median";
    return wide_tree(mesh, options);
  };
  EXPECT_EQ(built(2, 1).nodes().size(), 14u);
  EXPECT_EQ(built(2, 1).depth(), 3);
  EXPECT_EQ(built(4, 1).nodes().size(), 4u + 8u);
  EXPECT_EQ(built(4, 1).depth(), 2);
  EXPECT_EQ(built(8, 1).nodes().size(), 8u);
  EXPECT_EQ(built(2, 2).nodes().size(), 6u);
  EXPECT_EQ(built(8, 3).nodes().size(), 4u);
  EXPECT_EQ(built(4, 8).nodes().size(), 1u);
  EXPECT_EQ(built(4, 8).triangles().size(), 8u);
}

TEST(DopWideTree, EveryShapeFindsTheExactPairs) {
  Random random(112);
  const Mesh meshes[] = {testing_support::torus(16, 10), testing_support::random_soup(random, 150, 0.8, 0.2)};
  const CollisionObject a = CollisionObject::build(meshes[0]), b = CollisionObject::build(meshes[1]);
  const TreeFormat& format = tree_format("dop128");
  std::size_t pairs = 0;
  for (const int degree : {2, 4, 8}) {
    for (const int leaf_size : {1, 3, 64}) {
      const TreeOptions options =
          shape(degree, leaf_size, format.ks()[static_cast<std::size_t>(leaf_size) % 7]);
      const auto tree_a = format.build(meshes[0], options), tree_b = format.build(meshes[1], options);
      for (int i = 0; i < 4; ++i) {
        const Pose pose = testing_support::random_pose(random, 1);
        const std::vector<TrianglePair> expected = exact_pairs(a, b, pose);
        pairs += expected.size();
        for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
          for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle, LeafTest::no_dops}) {
            QueryOptions query;
            query.tumbled_side = side;
            query.leaf_test = leaf_test;
            const QueryResult result = format.query(*tree_a, *tree_b, pose, query, "quickcd");
            EXPECT_EQ(result.pairs, expected) << degree << ' ' << leaf_size;
            EXPECT_LE(result.counters.transforms, (side == TumbledSide::a ? tree_a : tree_b)->nodes());
            EXPECT_LE(result.counters.overlap_tests, result.counters.tumbled_visits);
          }
        }
      }
      EXPECT_EQ(format.chip_object(*tree_a) != nullptr,
                degree == 2 && leaf_size == 1 && dop_directions(options.k).has_axes());
    }
  }
  EXPECT_GT(pairs, 1000u);
}

// Two trees of one pair each: F's nodes stay while E's are looked at, and each is transformed once.
TEST(Quickcd, DescendsTheAlignedTreeFirst) {
  const auto at = [](float x) {
    return testing_support::Corners{Vec3f{x, 0, 0}, Vec3f{x, 1, 0}, Vec3f{x, 0, 1}};
  };
  const Mesh mesh = testing_support::mesh_of({at(0), at(4)});
  const CollisionObject object = CollisionObject::build(mesh);
  TransformedNodes<PartnerDop> memory;
  const QueryResult result = quickcd_traversal(object, object, Pose{}, {}, memory);
  EXPECT_EQ(result.pairs, (std::vector<TrianglePair>{{0, 0}, {1, 1}}));
  EXPECT_EQ(result.counters.overlap_tests, 4u);
  EXPECT_EQ(result.counters.transforms, 2u);
  EXPECT_EQ(result.counters.triangle_tests, 2u);

  // Both have an inner node. F's, from 0 to 10, meets both leaves of E's, and only then are its own looked at.
  const CollisionObject aligned = CollisionObject::build(testing_support::mesh_of({at(0), at(3), at(50)})),
                        tumbled = CollisionObject::build(testing_support::mesh_of({at(0), at(10), at(50)}));
  EXPECT_EQ(quickcd_traversal(aligned, tumbled, Pose{}, {}, memory).counters.overlap_tests, 4u + 2u + 4u);
}

TEST(PackedDopTree, BytesByTheFormulaAndNodesAsTheyWere) {
  const Mesh mesh = testing_support::torus(12, 8);
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    const DopTree tree = DopTree::build(mesh, {k, "dop"});
    const PackedDopTree packed(tree);
    EXPECT_EQ(packed.node_bytes(), static_cast<std::size_t>(4 * k + 4));
    EXPECT_EQ(packed.bytes(), tree.nodes().size() * static_cast<std::size_t>(4 * k + 4));
    for (std::uint32_t pair = 0; pair < tree.pair_count(); ++pair) {
      for (int side = 0; side < 2; ++side) {
        const DopNode& node = tree.node(pair, side);
        const PackedDopNode found = packed.node(pair, side);
        ASSERT_EQ(found.is_leaf(), node.is_leaf());
        EXPECT_EQ(node.is_leaf() ? found.triangle : found.child, node.is_leaf() ? node.triangle : node.child);
        EXPECT_TRUE(std::equal(found.d, found.d + k, node.d.begin()));
      }
    }
  }
}

// The same walk as on 128 bytes: what is counted is the same.
TEST(PackedDopTree, IsWalkedAsTheOther) {
  Random random(113);
  const Mesh mesh = testing_support::torus(20, 12);
  for (const int k : {6, 14, 24}) {
    TreeOptions options;
    options.k = k;
    const TreeFormat &wide = tree_format("dop128"), &packed = tree_format("dop_packed");
    const auto one = wide.build(mesh, options), other = packed.build(mesh, options);
    for (int i = 0; i < 5; ++i) {
      const Pose pose = testing_support::random_pose(random, 0.6);
      const QueryResult a = wide.query(*one, *one, pose, {}, "list"),
                        b = packed.query(*other, *other, pose, {}, "list");
      EXPECT_EQ(a.pairs, b.pairs);
      EXPECT_EQ(a.counters.overlap_tests, b.counters.overlap_tests);
      EXPECT_EQ(a.counters.lists, b.counters.lists);
      EXPECT_EQ(a.counters.transforms, b.counters.transforms);
    }
  }
}

}  // namespace
}  // namespace collisionchip
