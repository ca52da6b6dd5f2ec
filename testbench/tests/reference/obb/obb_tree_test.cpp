// Trees of oriented boxes: after decoding every box encloses its triangles, exactly, in every encoding and frame.
#include <gtest/gtest.h>

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/obb/obb_tree.h"
#include "collisionchip/reference/obb/obb_volumes.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/obb/obb_cases.h"

namespace collisionchip {
namespace {

using testing_support::ExactSum;
using testing_support::Random;

struct Variant {
  ObbEncoding encoding;
  TreeOptions options;
};

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  for (int e = 0; e < kObbEncodings; ++e) {
    for (const ObbFrame frame : {ObbFrame::object, ObbFrame::parent}) {
      for (int sign = 0; sign < (static_cast<ObbEncoding>(e) == ObbEncoding::obb40 ? 3 : 1); ++sign) {
        TreeOptions options;
        options.obb = {frame, static_cast<QuaternionSign>(sign)};
        variants.push_back({static_cast<ObbEncoding>(e), options});
      }
    }
  }
  return variants;
}

std::vector<Mesh> meshes() {
  std::vector<Mesh> all = testing_support::odd_meshes();
  Random random(4);
  all.push_back(testing_support::torus(9, 7));
  all.push_back(testing_support::random_soup(random, 60, 10, 2));
  return all;
}

// |r_i . (x - t)| <= d_i in exact arithmetic: products of two float32 are exact in double.
bool encloses(const Obb& box, const Vec3f& x) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (const double sign : {-1.0, 1.0}) {
      ExactSum gap;
      gap.add(box.d[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        gap.add(sign * (double{box.r[k][i]} * double{x[static_cast<int>(k)]}));
        gap.add(-sign * (double{box.r[k][i]} * double{box.t[k]}));
      }
      if (gap.sign() < 0) return false;
    }
  }
  return true;
}

// The triangles below a box, found by the stored links.
void collect(const ObbImage& image, std::uint32_t box, std::vector<std::uint32_t>& to) {
  const ObbLink link = image.link(box);
  if (link.is_leaf) {
    to.push_back(link.number);
    return;
  }
  collect(image, link.number, to);
  collect(image, link.number + 1, to);
}

int not_enclosed(const Mesh& mesh, const ObbTree& tree) {
  int outside = 0;
  for (std::uint32_t b = 0; b < tree.placed().boxes(); ++b) {
    std::vector<std::uint32_t> below;
    collect(tree.stored(), b, below);
    const Obb box = tree.placed().box(b);
    for (const std::uint32_t t : below) {
      for (const Vec3f& corner : mesh.corners(t)) outside += encloses(box, corner) ? 0 : 1;
    }
  }
  return outside;
}

TEST(ObbTree, DecodedBoxesEncloseTheirTriangles) {
  for (const Mesh& mesh : meshes()) {
    for (const Variant& variant : all_variants()) {
      const ObbTree tree = ObbTree::build(mesh, variant.encoding, variant.options);
      EXPECT_EQ(not_enclosed(mesh, tree), 0) << obb_layout(variant.encoding).name;
    }
  }
}

TEST(ObbTree, EveryTriangleIsInOneLeafAndNoBoxIsLeftOver) {
  for (const Mesh& mesh : meshes()) {
    for (const Variant& variant : all_variants()) {
      const ObbTree tree = ObbTree::build(mesh, variant.encoding, variant.options);
      EXPECT_EQ(tree.stored().boxes(), 2 * mesh.triangle_count() - 1);
      std::vector<std::uint32_t> triangles;
      collect(tree.stored(), 0, triangles);
      std::sort(triangles.begin(), triangles.end());
      ASSERT_EQ(triangles.size(), mesh.triangle_count());
      for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) EXPECT_EQ(triangles[t], t);
    }
  }
}

// A query's boxes are those that the stored bytes give, composed by plain float32 from the root down.
void check_composition(const ObbTree& tree, std::uint32_t number, const Obb* outer) {
  Obb box = tree.stored().box(number);
  if (outer != nullptr) {
    const Obb inner = box;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& row = outer->r[i];
      for (std::size_t j = 0; j < 3; ++j)
        box.r[i][j] = (row[0] * inner.r[0][j] + row[1] * inner.r[1][j]) + row[2] * inner.r[2][j];
      box.t[i] = (row[0] * inner.t[0] + row[1] * inner.t[1]) + (row[2] * inner.t[2] + outer->t[i]);
    }
  }
  const Obb placed = tree.placed().box(number);
  EXPECT_EQ(placed.r, box.r);
  EXPECT_EQ(placed.t, box.t);
  EXPECT_EQ(placed.d, box.d);
  const ObbLink link = tree.stored().link(number);
  EXPECT_EQ(tree.placed().link(number).number, link.number);
  if (link.is_leaf) return;
  for (std::uint32_t side = 0; side < 2; ++side) check_composition(tree, link.number + side, &box);
}

TEST(ObbTree, ParentFramesAreComposedFromTheRootDown) {
  for (const Mesh& mesh : meshes()) {
    for (const Variant& variant : all_variants()) {
      if (variant.options.obb.frame != ObbFrame::parent) continue;
      check_composition(ObbTree::build(mesh, variant.encoding, variant.options), 0, nullptr);
    }
  }
}

TEST(ObbTree, TheSignOfWChangesNoBox) {
  for (const ObbFrame frame : {ObbFrame::object, ObbFrame::parent}) {
    int negative = 0;
    for (const Mesh& mesh : meshes()) {
      std::vector<ObbTree> trees;
      for (int sign = 0; sign < 3; ++sign) {
        TreeOptions options;
        options.obb = {frame, static_cast<QuaternionSign>(sign)};
        trees.push_back(ObbTree::build(mesh, ObbEncoding::obb40, options));
      }
      for (std::uint32_t b = 0; b < trees[0].stored().boxes(); ++b) {
        const Obb box = trees[0].stored().box(b);
        for (const ObbTree& tree : trees) {
          EXPECT_EQ(tree.stored().box(b).r, box.r);
          EXPECT_EQ(tree.stored().box(b).t, box.t);
          EXPECT_EQ(tree.stored().box(b).d, box.d);
          EXPECT_EQ(tree.stored().link(b).number, trees[0].stored().link(b).number);
        }
        const bool in_link = (trees[1].stored().record(b)[9] & 2u) != 0;
        EXPECT_EQ(in_link, trees[2].stored().record(b)[6] >> 31 != 0);
        negative += in_link ? 1 : 0;
      }
    }
    EXPECT_GT(negative, 10);
  }
}

// List traversals set up the triangles of both members of a pair, leaves or not.
TEST(ObbTree, NodesNameTrianglesAndPairsThatThereAre) {
  const Mesh mesh = testing_support::torus(9, 7);
  const ObbTree tree = ObbTree::build(mesh, ObbEncoding::obb64, {});
  const ObbTreeView<ObbCodec<ObbEncoding::obb64, QuaternionSign::canonical>> view(tree.placed());
  const std::uint32_t nodes = static_cast<std::uint32_t>(view.nodes().size());
  EXPECT_EQ(nodes, 2 * mesh.triangle_count());  // the root's place has a neighbour
  std::uint32_t leaves = 0;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const ObbNode node = view.nodes()[n];
    EXPECT_LT(node.triangle, mesh.triangle_count());
    leaves += node.is_leaf() ? 1 : 0;
    if (!node.is_leaf()) {
      EXPECT_GT(2 * node.child, n == 1 ? 0 : n);
      EXPECT_LT(2 * node.child + 1, nodes);
    }
  }
  EXPECT_EQ(leaves, mesh.triangle_count());
}

// As good as a box along fixed axes on a slab that is turned in space.
TEST(ObbTree, TheRootIsLaidAlongTheLongestExtent) {
  Random random(8);
  const Pose turn = testing_support::random_pose(random, 0);
  std::vector<testing_support::Corners> triangles;
  for (int i = 0; i < 200; ++i) {
    testing_support::Corners corners;
    const double x = random.uniform(-10, 10);
    for (Vec3f& corner : corners) {
      const Vec3d p = {x + random.uniform(0, 0.1), random.uniform(-1, 1), random.uniform(-0.1, 0.1)};
      for (int row = 0; row < 3; ++row) {
        const auto& r = turn.r[static_cast<std::size_t>(row)];
        corner[row] = static_cast<float>(dot({r[0], r[1], r[2]}, p));
      }
    }
    triangles.push_back(corners);
  }
  const Mesh mesh = testing_support::mesh_of(triangles);
  const ObbTree tree = ObbTree::build(mesh, ObbEncoding::obb40, {});
  const Obb root = tree.stored().box(0);
  EXPECT_NEAR(root.d[0], 10, 0.5);
  EXPECT_NEAR(root.d[1], 1, 0.2);
  EXPECT_NEAR(root.d[2], 0.1, 0.05);
  // The split halves the longest extent.
  for (std::uint32_t child = 1; child < 3; ++child) EXPECT_LT(tree.stored().box(child).d[0], 8);
}

TEST(ObbTree, NoTriangleIsAnError) {
  EXPECT_THROW(ObbTree::build(Mesh{}, ObbEncoding::obb64, {}), InputError);
}

TEST(ObbTree, ABuilderThatThereIsNotIsAnError) {
  TreeOptions options;
  options.builder = "insertion";
  EXPECT_THROW(tree_format("obb64").build(testing_support::torus(3, 3), options), InputError);
}

// In the parent's frame axes drift from right angles with depth; they do not run away.
TEST(ObbTree, AxesStayNearlyOrthonormal) {
  const Mesh mesh = testing_support::torus(40, 20);
  for (const Variant& variant : all_variants()) {
    const ObbTree tree = ObbTree::build(mesh, variant.encoding, variant.options);
    const double most = variant.options.obb.frame == ObbFrame::parent ? 40 : 12;
    EXPECT_LT(tree.reach().deviation, most * 0x1p-24) << obb_layout(variant.encoding).name;
  }
}

TEST(ObbTree, BytesOfTheFormats) {
  const Mesh mesh = testing_support::torus(9, 7);
  const std::vector<std::pair<std::string, std::uint64_t>> expected = {
      {"obb132", 132}, {"obb72", 72}, {"obb68", 68}, {"obb64", 64}, {"obb44", 44}, {"obb40", 40}};
  for (const auto& [name, bytes] : expected) {
    const auto tree = tree_format(name).build(mesh, {});
    EXPECT_EQ(tree->nodes(), 2u * 126 - 1);
    EXPECT_EQ(tree->bytes(), (2u * 126 - 1) * bytes);
    EXPECT_GE(tree->depth(), 7);
  }
}

}  // namespace
}  // namespace collisionchip
