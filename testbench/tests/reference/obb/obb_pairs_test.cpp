// Trees of oriented boxes lose no pair: the contact families of the exact predicate, odd meshes, random poses,
// either side tumbled, every encoding, frame and traversal.
#include <gtest/gtest.h>

#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"
#include "collisionchip/testbench/tests/reference/obb/obb_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::obb_variants;
using testing_support::ObbVariant;
using testing_support::Random;

using Pairs = std::vector<TrianglePair>;

Pairs brute_pairs(const Mesh& a, const Mesh& b, const Pose& pose) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
    for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
      if (triangles_intersect_exactly(a.corners(i), b.corners(j), pose)) pairs.push_back({i, j});
    }
  }
  return pairs;
}

void expect_pairs(const ObbVariant& variant, const Mesh& a, const Mesh& b, const Pose& pose,
                  const Pairs& expected, const std::string& what) {
  const auto tree_a = variant.format->build(a, variant.options);
  const auto tree_b = variant.format->build(b, variant.options);
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    for (const std::string& traversal : variant.format->traversals()) {
      QueryOptions options;
      options.tumbled_side = side;
      EXPECT_EQ(variant.format->query(*tree_a, *tree_b, pose, options, traversal).pairs, expected)
          << variant.name << " " << traversal << " " << what;
    }
  }
}

// The triangles of a case among others, so that there are inner boxes as well.
TEST(ObbPairs, NoFamilyLosesAPair) {
  const std::vector<ObbVariant> variants = obb_variants();
  for (const auto& family : testing_support::families()) {
    Random random(23);
    int meeting = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      const Case c = family.make(random);
      std::vector<testing_support::Corners> a = {c.a}, b = {c.b};
      for (int more = random.below(3); more > 0; --more) {
        const Case other = family.make(random);
        a.push_back(other.a);
        b.push_back(random.below(2) == 0 ? other.b : c.b);
      }
      const Mesh mesh_a = testing_support::mesh_of(a), mesh_b = testing_support::mesh_of(b);
      const Pairs expected = brute_pairs(mesh_a, mesh_b, c.pose);
      meeting += expected.empty() ? 0 : 1;
      // Each case in turn with some of the variants, so that all come to all families.
      for (std::size_t v = i % 4; v < variants.size(); v += 4)
        expect_pairs(variants[v], mesh_a, mesh_b, c.pose, expected, family.name);
    }
    EXPECT_GT(meeting, 0) << family.name;
  }
}

TEST(ObbPairs, OddMeshes) {
  const std::vector<Mesh> meshes = testing_support::odd_meshes();
  const std::vector<ObbVariant> variants = obb_variants();
  Random random(29);
  std::size_t pairs = 0, turn = 0;
  for (const Mesh& a : meshes) {
    for (const Mesh& b : meshes) {
      const Pose pose = random.below(2) == 0 ? Pose{} : testing_support::random_pose(random, 0.5);
      const Pairs expected = brute_pairs(a, b, pose);
      pairs += expected.size();
      expect_pairs(variants[turn++ % variants.size()], a, b, pose, expected, "odd");
    }
  }
  EXPECT_GT(pairs, 200u);
}

TEST(ObbPairs, ObjectsInRandomPoses) {
  const Mesh a = testing_support::torus(20, 12), b = testing_support::torus(13, 9);
  const CollisionObject object_a = CollisionObject::build(a), object_b = CollisionObject::build(b);
  Random random(31);
  std::size_t pairs = 0;
  for (int i = 0; i < 4; ++i) {
    const Pose pose = testing_support::random_pose(random, 0.7);
    const Pairs expected = exact_pairs(object_a, object_b, pose);
    pairs += expected.size();
    for (const ObbVariant& variant : obb_variants()) expect_pairs(variant, a, b, pose, expected, "tori");
  }
  EXPECT_GT(pairs, 100u);
}

TEST(ObbPairs, LeafTestsAndFirstWitness) {
  const Mesh a = testing_support::torus(20, 12), b = testing_support::torus(13, 9);
  Random random(37);
  const Pose pose = testing_support::random_pose(random, 0.5);
  const TreeFormat& format = tree_format("obb40");
  const auto tree_a = format.build(a, {}), tree_b = format.build(b, {});
  const Pairs expected = brute_pairs(a, b, pose);
  ASSERT_FALSE(expected.empty());
  for (const std::string& traversal : format.traversals()) {
    for (const LeafTest leaf_test : {LeafTest::dop_first, LeafTest::triangle, LeafTest::no_dops}) {
      QueryOptions options;
      options.leaf_test = leaf_test;
      EXPECT_EQ(format.query(*tree_a, *tree_b, pose, options, traversal).pairs, expected) << traversal;
      options.first_witness = true;
      EXPECT_EQ(format.query(*tree_a, *tree_b, pose, options, traversal).pairs.size(), 1u) << traversal;
    }
  }
}

// Same boxes, same work: from 132 bytes to 64 nothing is lost.
TEST(ObbPairs, MatrixEncodingsVisitTheSameBoxes) {
  const Mesh a = testing_support::torus(20, 12), b = testing_support::torus(13, 9);
  Random random(41);
  const Pose pose = testing_support::random_pose(random, 0.5);
  for (const std::string traversal : {"list", "rapid"}) {
    std::vector<std::uint64_t> tests;
    for (const std::string name : {"obb132", "obb72", "obb68", "obb64"}) {
      const TreeFormat& format = tree_format(name);
      const auto tree_a = format.build(a, {}), tree_b = format.build(b, {});
      const QueryResult result = format.query(*tree_a, *tree_b, pose, {}, traversal);
      tests.push_back(result.counters.overlap_tests);
      EXPECT_LT(result.counters.overlap_tests, 30000u) << "boxes that part nothing";
    }
    EXPECT_EQ(tests, std::vector<std::uint64_t>(4, tests[0]));
  }
}

// The same boxes in doubles: the same pairs, and hardly a test less.
TEST(ObbPairs, DoubleArithmeticPartsHardlyMore) {
  const Mesh a = testing_support::torus(20, 12), b = testing_support::torus(13, 9);
  const TreeFormat &single = tree_format("obb132"), &twice = tree_format("obb132d");
  const auto tree_a = single.build(a, {}), tree_b = single.build(b, {});
  Random random(43);
  for (int i = 0; i < 10; ++i) {
    const Pose pose = testing_support::random_pose(random, 0.5);
    const QueryResult narrow = single.query(*tree_a, *tree_b, pose, {}, "rapid"),
                      wide = twice.query(*tree_a, *tree_b, pose, {}, "rapid");
    EXPECT_EQ(wide.pairs, narrow.pairs);
    EXPECT_LE(wide.counters.overlap_tests, narrow.counters.overlap_tests);
    EXPECT_GT(1.01 * static_cast<double>(wide.counters.overlap_tests),
              static_cast<double>(narrow.counters.overlap_tests));
  }
}

}  // namespace
}  // namespace collisionchip
