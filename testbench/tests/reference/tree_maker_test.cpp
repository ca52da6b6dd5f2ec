// Trees built as in the CUDA slides, but on one core: each triangle once, and joints by hand.
#include "collisionchip/reference/parallel_trees/tree_maker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collisionchip/reference/parallel_trees/neighbour_join.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/reference/tree/tree_builder.h"

namespace collisionchip {
namespace {

std::vector<std::uint32_t> triangles_of(const std::vector<DopNode>& nodes, std::size_t count) {
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 0; i < (count == 1 ? 1 : nodes.size()); ++i) {
    if (nodes[i].is_leaf()) triangles.push_back(nodes[i].triangle);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

TEST(TreeMaker, EachTriangleIsALeafOnceAndParentsEncloseTheirChildren) {
  for (const MakerKind kind : {MakerKind::top_down, MakerKind::bottom_up}) {
    for (const std::uint32_t count : {1u, 270u}) {
      const Mesh mesh = make_procedural_mesh(count == 1 ? "sphere" : "torus-knot", count);
      MakerOptions options;
      options.kind = kind;
      const std::vector<DopNode> nodes = make_tree_maker_mirror()->make(mesh, options).nodes;
      const std::vector<std::uint32_t> triangles = triangles_of(nodes, count);
      ASSERT_EQ(triangles.size(), count);
      for (std::uint32_t t = 0; t < count; ++t) EXPECT_EQ(triangles[t], t);
      for (const DopNode& node : nodes) {
        if (node.is_leaf()) continue;
        DopNode both;
        enclose(24, nodes[2 * node.child], nodes[2 * node.child + 1], both);
        EXPECT_EQ(node.d, both.d);
      }
    }
  }
}

// The quad of the curve's first bits: x before y before z.
TEST(TreeMaker, CurveCodesByHand) {
  SplitData data{6, std::vector<DopNode>(3)};
  for (std::size_t t = 0; t < 3; ++t) data.leaves[t].triangle = static_cast<std::uint32_t>(t);
  data.leaves[1].d[0] = data.leaves[1].d[3] = 1;  // x = 1
  data.leaves[2].d[2] = data.leaves[2].d[5] = 1;  // z = 1
  const std::vector<std::uint64_t> codes = curve_codes(data);
  EXPECT_EQ(codes[0], 0u);
  EXPECT_EQ(codes[1], 0x249249249249249u & ((std::uint64_t{1} << 60) - 1));
  EXPECT_EQ(codes[2], codes[1] << 2u);
  EXPECT_EQ(along_curve({5, 1, 5, 0}), (std::vector<std::uint32_t>{3, 1, 0, 2}));
}

// Answers by hand: 1 and 2 choose each other, then what is left.
class ByHand : public NeighbourSearch {
 public:
  explicit ByHand(std::vector<std::vector<std::uint32_t>> answers) : answers_(std::move(answers)) {}
  std::vector<std::uint32_t> nearest(const std::vector<std::uint32_t>& nodes) override {
    asked.push_back(nodes);
    return answers_[asked.size() - 1];
  }
  void join(const std::vector<NodeJoint>& joints) override { joined += joints.size(); }

  std::vector<std::vector<std::uint32_t>> asked;
  std::size_t joined = 0;

 private:
  std::vector<std::vector<std::uint32_t>> answers_;
};

TEST(TreeMaker, NodesThatChooseEachOtherJoinInTheirPlace) {
  ByHand search({{1, 2, 1, 2}, {1, 0, 1}, {1, 0}});
  const JoinedTree tree = join_neighbours({3, 1, 2, 0}, search);
  EXPECT_EQ(search.asked, (std::vector<std::vector<std::uint32_t>>{{3, 1, 2, 0}, {3, 4, 0}, {5, 0}}));
  EXPECT_EQ(tree.rounds, 3u);
}

TEST(TreeMaker, ACircleOfChoicesEnds) {
  ByHand search({{1, 2, 0}, {1, 0}});
  const JoinedTree tree = join_neighbours({0, 1, 2}, search);
  EXPECT_EQ(tree.shape.children, (std::vector<std::array<std::uint32_t, 2>>{{0, 1}, {3, 2}}));
  EXPECT_EQ(tree.shape.root, 4u);
  EXPECT_EQ(search.joined, 2u);
}

TEST(TreeMaker, JointsAreMeasuredByTheirFirstSlabsAndThenByWidths) {
  DopNode p, q;
  for (std::size_t i = 0; i < 3; ++i) {
    p.d[i] = 0;
    p.d[i + 3] = 1;
    q.d[i] = 1;
    q.d[i + 3] = 3;
  }
  EXPECT_EQ(joint_size(6, p, q).volume, 27);
  EXPECT_EQ(joint_size(6, p, q).widths, 9);
  EXPECT_EQ(joint_size(6, p, p).volume, 1);
}

// Squares in a row: neighbours join first, so the tree is balanced.
TEST(TreeMaker, ARowOfTrianglesBecomesABalancedTree) {
  Mesh row;
  for (std::uint32_t t = 0; t < 16; ++t) {
    const auto x = static_cast<float>(t);
    row.vertices.insert(row.vertices.end(), {{x, 0, 0}, {x + 0.5f, 0, 0.1f}, {x, 0.5f, 0}});
    row.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  MakerOptions options;
  options.kind = MakerKind::bottom_up;
  const MadeTree made = make_tree_maker_mirror()->make(row, options);
  EXPECT_EQ(DopTree(24, made.nodes, 16).depth(), 4);
}

}  // namespace
}  // namespace collisionchip
