// Every format answers exactly, with every traversal that it has and either side tumbled.
#include "collisionchip/reference/formats/tree_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Random;

constexpr TumbledSide kSides[] = {TumbledSide::a, TumbledSide::b};

class TreeFormats : public ::testing::TestWithParam<const TreeFormat*> {
 protected:
  // The pairs, and what any format's counters must keep to.
  void expect_pairs(const FormatTree& a, const FormatTree& b, const Pose& pose,
                    const std::vector<TrianglePair>& pairs, const std::string& what) const {
    for (const std::string& traversal : format().traversals()) {
      for (const TumbledSide side : kSides) {
        QueryOptions options;
        options.tumbled_side = side;
        const QueryResult all = format().query(a, b, pose, options, traversal);
        ASSERT_EQ(all.pairs, pairs) << what << ", " << traversal;
        ASSERT_GE(all.counters.triangle_tests, pairs.size());
        options.first_witness = true;
        const QueryResult first = format().query(a, b, pose, options, traversal);
        ASSERT_EQ(first.pairs.size(), std::min<std::size_t>(pairs.size(), 1)) << what << ", " << traversal;
        for (const TrianglePair& pair : first.pairs)
          ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), pair));
      }
    }
  }
  void expect_exact(const Mesh& a, const Mesh& b, const Pose& pose, const std::string& what) const {
    std::vector<TrianglePair> pairs;
    for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
      for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
        if (triangles_intersect_exactly(a.corners(i), b.corners(j), pose)) pairs.push_back({i, j});
      }
    }
    expect_pairs(*format().build(a, {}), *format().build(b, {}), pose, pairs, what);
  }
  const TreeFormat& format() const { return *GetParam(); }
};

// The triangle and `more` others with the same corners, some of them without area.
Mesh mesh_around(Random& random, const Corners& corners, int more) {
  std::vector<Corners> triangles = {corners};
  for (; more > 0; --more) {
    Corners other;
    for (Vec3f& corner : other) corner = corners[static_cast<std::size_t>(random.below(3))];
    triangles.insert(triangles.begin() + random.below(static_cast<int>(triangles.size()) + 1), other);
  }
  return testing_support::mesh_of(triangles);
}

TEST_P(TreeFormats, FindWhatTouchesInAllContactFamilies) {
  Random random(61);
  for (const testing_support::Family& family : testing_support::families()) {
    for (int i = 0; i < 24; ++i) {
      const Case c = family.make(random);
      const Mesh a = mesh_around(random, c.a, i % 4), b = mesh_around(random, c.b, i / 4 % 4);
      expect_exact(a, b, c.pose, family.name);
    }
  }
}

TEST_P(TreeFormats, FindTheExactPairsOfTumblingObjects) {
  Random random(62);
  const Mesh meshes[] = {testing_support::torus(24, 12), testing_support::random_soup(random, 300, 0.8, 0.2)};
  const CollisionObject a = CollisionObject::build(meshes[0]), b = CollisionObject::build(meshes[1]);
  const auto tree_a = format().build(meshes[0], {}), tree_b = format().build(meshes[1], {});
  std::size_t pairs = 0;
  for (int i = 0; i < 8; ++i) {
    const Pose pose = testing_support::random_pose(random, 1.2);
    const std::vector<TrianglePair> expected = exact_pairs(a, b, pose);
    expect_pairs(*tree_a, *tree_b, pose, expected, "pose " + std::to_string(i));
    pairs += expected.size();
  }
  EXPECT_GT(pairs, 300u);
}

// Meshes of few triangles, with zero area, on one line, and identical ones, some of them at one place.
TEST_P(TreeFormats, TakeDegenerateMeshes) {
  const Corners triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, point = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
                segment = {{{-1, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}}, far = {{{9, 9, 9}, {9, 8, 9}, {8, 9, 9}}};
  const std::vector<std::vector<Corners>> shapes = {{triangle},
                                                    {point},
                                                    {segment, triangle},
                                                    {point, point, point},
                                                    {triangle, triangle, triangle, triangle, triangle},
                                                    {far, segment, point},
                                                    {far, triangle},
                                                    std::vector<Corners>(40, segment)};
  Random random(63);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = 0; j < shapes.size(); ++j) {
      const Mesh a = testing_support::mesh_of(shapes[i]), b = testing_support::mesh_of(shapes[j]);
      const std::string what = std::to_string(i) + " and " + std::to_string(j);
      expect_exact(a, b, Pose{}, what);
      expect_exact(a, b, testing_support::random_pose(random, 0.1), what);
    }
  }
}

TEST_P(TreeFormats, RefuseAMeshWithoutTriangles) {
  Mesh empty;
  empty.name = "nothing.obj";
  EXPECT_THROW(format().build(empty, {}), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, TreeFormats, ::testing::ValuesIn(tree_formats()), [](const auto& format) {
  std::string name = format.param->name();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(TreeFormatNames, AreDistinctAndFound) {
  std::set<std::string> names;
  for (const TreeFormat* format : tree_formats()) {
    EXPECT_TRUE(names.insert(format->name()).second) << format->name();
    EXPECT_EQ(&tree_format(format->name()), format);
  }
  EXPECT_THROW(tree_format("aabb22"), InputError);
}

// A binary tree of n leaves has n - 1 groups of two, whose members are all nodes but its root. docs/group_machine.md has the bytes.
TEST(GroupFormats, CountMembersAsNodesAndGroupsAsVisits) {
  constexpr std::uint64_t kTriangles = 400;
  const Mesh mesh = make_procedural_mesh("gear", kTriangles, 1);
  const std::uint64_t leaves = mesh.triangle_count();
  const auto pairs = tree_format("dop2r8").build(mesh, {}), wide = tree_format("dop4r8").build(mesh, {});
  EXPECT_EQ(pairs->nodes(), 2 * leaves - 2);
  EXPECT_EQ(pairs->bytes(), 96 * (leaves - 1));
  TreeOptions of_two;
  of_two.leaf_size = 2;
  EXPECT_LT(tree_format("dop2r8").build(mesh, of_two)->nodes(), pairs->nodes());
  const Pose pose{};
  const TraversalCounters two = tree_format("dop2r8").query(*pairs, *pairs, pose, {}, "list").counters,
                          four = tree_format("dop4r8").query(*wide, *wide, pose, {}, "list").counters;
  EXPECT_GT(four.aligned_visits, 0u);
  EXPECT_LT(four.aligned_visits, two.aligned_visits) << "wider groups are read less often";
  EXPECT_GT(four.tumbled_visits, 0u);
  EXPECT_LT(four.tumbled_visits, four.aligned_visits) << "a list has many entries";
}

}  // namespace
}  // namespace collisionchip
