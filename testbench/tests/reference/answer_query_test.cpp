// The answering traversal: the pairs of the mirror, whatever it leaves out on the way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/reference/answer/root_boxes.h"
#include "collisionchip/testbench/tests/reference/hostile_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;

// In the widest vectors, which the narrowest have to agree with.
QueryResult answer_of(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                      const QueryOptions& options) {
  const AnswerObject answer_a(a), answer_b(b);
  const QueryResult widest = answer_query(answer_a, answer_b, pose, options),
                    narrowest = answer_query(answer_a, answer_b, pose, options, FilterLevel::four);
  if (options.first_witness)
    EXPECT_EQ(widest.pairs.size(), narrowest.pairs.size());
  else
    EXPECT_EQ(widest.pairs, narrowest.pairs);
  return widest;
}

void expect_same(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                 const std::string& what) {
  const std::vector<TrianglePair> expected = list_traversal(a, b, pose).pairs;
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    QueryOptions options;
    options.tumbled_side = side;
    EXPECT_EQ(answer_of(a, b, pose, options).pairs, expected) << what;
    options.first_witness = true;
    const std::vector<TrianglePair> first = answer_of(a, b, pose, options).pairs;
    ASSERT_EQ(first.size(), expected.empty() ? 0u : 1u) << what;
    for (const TrianglePair& pair : first)
      EXPECT_TRUE(std::binary_search(expected.begin(), expected.end(), pair)) << what;
  }
}

TEST(AnswerQuery, FindsThePairsOfTheMirror) {
  Random random(31);
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    TreeOptions options;
    options.k = k;
    const CollisionObject soup = CollisionObject::build(testing_support::random_soup(random, 150, 1, 0.4),
                                                        options),
                          torus = CollisionObject::build(testing_support::torus(12, 8), options),
                          single = CollisionObject::build(testing_support::random_soup(random, 1, 0.2, 1),
                                                          options);
    for (int i = 0; i < 12; ++i) {
      const Pose pose = testing_support::random_pose(random, 0.25 * i);
      expect_same(torus, soup, pose, "torus and soup");
      expect_same(soup, single, pose, "a single triangle");
      expect_same(torus, torus, pose, "tori");
    }
    expect_same(torus, torus, Pose{}, "a torus in its own place");
  }
}

TEST(AnswerQuery, FindsHostilePairs) {
  for (const testing_support::HostileCase& c : testing_support::hostile_cases(4)) {
    const CollisionObject a = CollisionObject::build(c.a), b = CollisionObject::build(c.b);
    for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
      QueryOptions options;
      options.tumbled_side = side;
      EXPECT_EQ(answer_of(a, b, c.pose, options).pairs, c.pairs) << c.name;
      options.first_witness = true;
      EXPECT_EQ(answer_of(a, b, c.pose, options).pairs.empty(), c.pairs.empty()) << c.name;
    }
  }
}

// A large thin triangle next to a field of small ones: its volume holds many of them, its plane meets none.
TEST(AnswerQuery, AsksForThePlaneOfALeaf) {
  const CollisionObject sheet =
      CollisionObject::build(testing_support::mesh_of({{{{-4, -4, -9.2f}, {4, 0, 8}, {0, 4, 1.2f}}},
                                                       {{{6, -6, 6}, {6.5f, -6, 6}, {6, -6, 6.5f}}},
                                                       {{{-6, 6, -6}, {-6, 6.5f, -6}, {-6, 6, -6.5f}}}}));
  for (const double above : {0.6, -0.6}) {
    Random random(3);
    std::vector<testing_support::Corners> small;
    for (int i = 0; i < 400; ++i) {
      const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      const Vec3d place{x, y, 2 * x + 0.3 * y + above};
      testing_support::Corners corners;
      for (Vec3f& corner : corners) corner = testing_support::to_float(place + random.point(0.02));
      small.push_back(corners);
    }
    const CollisionObject field = CollisionObject::build(testing_support::mesh_of(small));
    const QueryResult found = answer_of(field, sheet, Pose{}, {});
    EXPECT_TRUE(found.pairs.empty());
    EXPECT_LT(3 * found.counters.triangle_tests,
              list_traversal(field, sheet, Pose{}).counters.triangle_tests);
  }
}

TEST(AnswerQuery, LeavesRawAnswersToTheMirror) {
  const CollisionObject torus = CollisionObject::build(testing_support::torus(12, 8));
  QueryOptions options;
  options.answers = Answers::raw;
  Pose pose;
  pose.t = {0.5f, 0, 0};
  EXPECT_EQ(answer_of(torus, torus, pose, options).counters.lists,
            list_traversal(torus, torus, pose, options).counters.lists);
}

RootBoxes boxes_of(const Mesh& mesh) {
  return RootBoxes::of(CollisionObject::build(mesh).triangles);
}

TEST(RootBoxes, PartNothingThatMeets) {
  for (const testing_support::HostileCase& c : testing_support::hostile_cases(8))
    EXPECT_FALSE(!c.pairs.empty() && roots_apart(boxes_of(c.a), boxes_of(c.b), c.pose)) << c.name;
}

Mesh plates(const Vec3d& half) {
  std::vector<testing_support::Corners> triangles;
  for (const double z : {-half.z, half.z})
    triangles.push_back({testing_support::to_float({-half.x, -half.y, z}),
                         testing_support::to_float({half.x, -half.y, z}),
                         testing_support::to_float({half.x, half.y, z})});
  return testing_support::mesh_of(triangles);
}

// A needle and a plate, turned so that one kind of direction alone parts them.
TEST(RootBoxes, PartByAxesBySidesAndAcrossThem) {
  RootBox cube, needle, other;
  cube.half = {1, 1, 1};
  needle.half = {4, 0.01, 0.01};
  other.half = {0.01, 4, 0.01};
  Pose pose;
  pose.t = {0, 0, 1.125f};
  const auto apart = [](const RootBox& a, const RootBox& b, const Pose& placed) {
    return roots_apart(RootBoxes{a, a}, RootBoxes{b, b}, placed);
  };
  EXPECT_TRUE(apart(cube, needle, pose)) << "along an axis of A";
  EXPECT_FALSE(apart(cube, cube, pose));
  const float half = 0.70710678f;
  pose.r = {{{half, -half, 0}, {half, half, 0}, {0, 0, 1}}};
  pose.t = {1.25f, -1.25f, 0};
  EXPECT_TRUE(apart(cube, needle, pose)) << "along a side of B";
  // Two needles, square to each other in planes 0.25 apart that no axis and no side is square to.
  const Pose turned = pose_from_quaternion({0.18, 0, 0.18, 0.85, 0.35, 0.35, 0.15});
  EXPECT_TRUE(apart(needle, other, turned)) << "across two sides";
  // Either of two boxes parts.
  RootBox wide;
  wide.half = {9, 9, 9};
  EXPECT_TRUE(roots_apart(RootBoxes{wide, needle}, RootBoxes{wide, other}, turned));
  EXPECT_TRUE(roots_apart(RootBoxes{needle, wide}, RootBoxes{other, wide}, turned));
  EXPECT_FALSE(roots_apart(RootBoxes{needle, wide}, RootBoxes{wide, other}, turned));
}

// A needle that lies askew in its coordinates has a thin box, and all of its corners are in it.
TEST(RootBoxes, LieAlongTheMainAxes) {
  Mesh mesh = plates({4, 0.01, 0.02});
  const Pose askew = pose_from_quaternion({1, 2, 3, 0.8, 0.3, 0.4, 0.3});
  for (Vec3f& vertex : mesh.vertices) {
    Vec3f moved = askew.t;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        moved[row] +=
            askew.r[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] * vertex[column];
    }
    vertex = moved;
  }
  const RootBox box = boxes_of(mesh).along_main_axes;
  EXPECT_LT(box.half.x * box.half.y * box.half.z, 0.004);
  for (const Vec3f& vertex : mesh.vertices) {
    const Vec3d along = box.axes * (to_double(vertex) - box.centre);
    for (int axis = 0; axis < 3; ++axis) EXPECT_LE(std::abs(along[axis]), box.half[axis]);
  }
}

}  // namespace
}  // namespace collisionchip
