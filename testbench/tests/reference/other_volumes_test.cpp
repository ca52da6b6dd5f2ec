// "This scheme works for all kinds of hierarchical collision detection, not just DOP trees" (§3.1): every
// traversal of the reference over spheres, and the pairs are those of the DOP trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/traverse/group_scheme.h"
#include "collisionchip/reference/traverse/list_scheme.h"
#include "collisionchip/reference/traverse/simultaneous_scheme.h"
#include "collisionchip/reference/traverse/single_list_scheme.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;

double length(const Vec3d& v) {
  return std::sqrt(dot(v, v));
}

struct SphereNode {
  Vec3d centre{};
  double radius = 0;
  std::uint32_t child = kNoChild, triangle = 0;

  bool is_leaf() const { return child == kNoChild; }
};

// The pairs of a DOP tree with a sphere around what each node encloses.
class SphereTree {
 public:
  explicit SphereTree(const CollisionObject& object)
      : nodes_(object.tree.nodes().size()), root_mask_(object.tree.root_mask()) {
    for (std::size_t n = nodes_.size(); n-- > 0;) {  // children have the higher numbers
      const DopNode& node = object.tree.nodes()[n];
      nodes_[n].child = node.child;
      nodes_[n].triangle = node.triangle;
      node.is_leaf() ? enclose_triangle(object, nodes_[n]) : enclose_children(nodes_[n]);
    }
  }

  const std::vector<SphereNode>& nodes() const { return nodes_; }
  const SphereNode& node(std::uint32_t pair, int side) const {
    return nodes_[2 * std::size_t{pair} + static_cast<std::size_t>(side)];
  }
  std::uint32_t root_mask() const { return root_mask_; }

 private:
  static constexpr double kSlack = 1 + 1e-5;  // for rounding, and for a pose that is not quite rigid

  static void enclose_triangle(const CollisionObject& object, SphereNode& sphere) {
    const auto& corners = object.triangles[sphere.triangle].corners;
    for (const Vec3f& corner : corners) sphere.centre = sphere.centre + 1. / 3 * to_double(corner);
    for (const Vec3f& corner : corners)
      sphere.radius = std::max(sphere.radius, kSlack * length(to_double(corner) - sphere.centre));
  }
  void enclose_children(SphereNode& sphere) const {
    const SphereNode &left = node(sphere.child, 0), &right = node(sphere.child, 1);
    sphere.centre = 0.5 * (left.centre + right.centre);
    for (const SphereNode* child : {&left, &right})
      sphere.radius =
          std::max(sphere.radius, kSlack * (length(child->centre - sphere.centre) + child->radius));
  }

  std::vector<SphereNode> nodes_;
  std::uint32_t root_mask_;
};

class SphereVolumes {
 public:
  using Tree = SphereTree;
  using Node = SphereNode;
  struct Transformed {
    Vec3d centre;
    double radius;
  };

  SphereVolumes(const CollisionObject& tumbled, const CollisionObject& aligned, const TriangleQuery& query,
                double scale = 1)
      : tumbled_(tumbled),
        aligned_(aligned),
        map_(RigidMap::of(query.pose, query.options.tumbled_side)),
        scale_(scale) {}

  const SphereTree& tumbled() const { return tumbled_; }
  const SphereTree& aligned() const { return aligned_; }
  void transform(std::uint32_t node, Transformed& out) const {
    const SphereNode& sphere = tumbled_.nodes()[node];
    for (int i = 0; i < 3; ++i) out.centre[i] = dot(map_.rows[i], sphere.centre) + map_.t[i];
    out.radius = scale_ * sphere.radius * (1 + 1e-5);
  }
  void transform_pair(std::uint32_t pair, std::array<Transformed, 2>& out) const {
    for (std::uint32_t i = 0; i < 2; ++i) transform(2 * pair + i, out[i]);
  }
  static bool overlap(const Transformed& tumbled, const SphereNode& aligned) {
    return length(tumbled.centre - aligned.centre) <= tumbled.radius + aligned.radius;
  }

 private:
  const SphereTree tumbled_, aligned_;
  const RigidMap map_;
  const double
      scale_;  // of the tumbled spheres: below 1 they no longer enclose, below 0 they cut others short
};

std::vector<QueryResult> all_traversals(const TriangleQuery& query, const SphereVolumes& volumes) {
  TransformedNodes<SphereVolumes::Transformed> memory;
  TransformsForgotten forgotten(volumes);
  TransformsInMemory in_memory(volumes, memory);
  TransformsOnStack on_stack(volumes);
  return {
      ListTraversal<SphereVolumes, false>(query, volumes, nullptr).run(),
      SingleListTraversal<SphereVolumes>(query, volumes).run(),
      SimultaneousTraversal<SphereVolumes, TransformsForgotten<SphereVolumes>>(query, volumes, forgotten)
          .run(),
      SimultaneousTraversal<SphereVolumes, TransformsInMemory<SphereVolumes>>(query, volumes, in_memory)
          .run(),
      SimultaneousTraversal<SphereVolumes, TransformsOnStack<SphereVolumes>>(query, volumes, on_stack).run(),
      GroupTraversal<SphereVolumes>(query, volumes, {2, 2}).run()};
}

class OtherVolumes : public ::testing::TestWithParam<TumbledSide> {
 protected:
  const CollisionObject a_ = CollisionObject::build(testing_support::torus(30, 16));
  const CollisionObject b_ = CollisionObject::build(testing_support::torus(17, 12));

  SphereVolumes volumes(const TriangleQuery& query, double scale = 1) const {
    const bool a_tumbled = GetParam() == TumbledSide::a;
    return SphereVolumes(a_tumbled ? a_ : b_, a_tumbled ? b_ : a_, query, scale);
  }
};

TEST_P(OtherVolumes, SpheresFindTheSamePairs) {
  Random random(33);
  std::size_t pairs = 0;
  for (int i = 0; i < 10; ++i) {
    const Pose pose = testing_support::random_pose(random, 0.6);
    const std::vector<TrianglePair> expected = exact_pairs(a_, b_, pose);
    const TriangleQuery query(a_.triangles, b_.triangles, pose,
                              {GetParam(), LeafTest::dop_first, false, Answers::exact});
    const std::vector<QueryResult> results = all_traversals(query, volumes(query));
    for (const QueryResult& result : results) EXPECT_EQ(result.pairs, expected);
    // The paper's counts do not depend on the volume: each tumbled node once, the same tests in any order.
    for (std::size_t other : {1u, 2u, 3u, 4u})
      EXPECT_EQ(results[other].counters.overlap_tests, results[0].counters.overlap_tests);
    EXPECT_EQ(results[3].counters.transforms, results[1].counters.transforms);
    EXPECT_LT(results[1].counters.transforms, results[2].counters.transforms);
    pairs += expected.size();
  }
  EXPECT_GT(pairs, 500u);
}

// The pairs come from the spheres.
TEST_P(OtherVolumes, SpheresThatAreTooSmallLosePairs) {
  Random random(34);
  const Pose pose = testing_support::random_pose(random, 0.3);
  const TriangleQuery query(a_.triangles, b_.triangles, pose,
                            {GetParam(), LeafTest::dop_first, false, Answers::exact});
  const std::size_t pairs = exact_pairs(a_, b_, pose).size();
  EXPECT_GT(pairs, 0u);
  for (const QueryResult& result : all_traversals(query, volumes(query, -0.5)))
    EXPECT_LT(result.pairs.size(), pairs);
}

INSTANTIATE_TEST_SUITE_P(Sides, OtherVolumes, ::testing::Values(TumbledSide::a, TumbledSide::b),
                         [](const auto& side) { return side.param == TumbledSide::a ? "a" : "b"; });

}  // namespace
}  // namespace collisionchip
