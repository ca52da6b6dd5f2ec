// AABB trees in bytes: the numbers of Jin 2007, its Tables 1 to 3, and boxes that come back as they must.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "collisionchip/reference/aabb/aabb_reader.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Corners;
using testing_support::Random;

constexpr AabbLayout kLayouts[] = {AabbLayout::aabb32, AabbLayout::aabb21, AabbLayout::aabb32_leafless,
                                   AabbLayout::aabb21_leafless};

float number_at(const AabbImage& image, std::size_t offset) {
  float number;
  std::memcpy(&number, &image.bytes.at(offset), sizeof number);
  return number;
}
std::uint32_t link_at(const AabbImage& image, std::size_t offset) {
  return word_at(&image.bytes.at(offset));
}
int ones(std::uint32_t flags) {
  int count = 0;
  for (; flags != 0; flags &= flags - 1) ++count;
  return count;
}

// A triangle whose box this is.
Corners triangle_in(const Aabb& box) {
  return {{{box.low(0), box.low(1), box.low(2)},
           {box.high(0), box.high(1), box.high(2)},
           {box.low(0), box.high(1), box.low(2)}}};
}

// ---- the example of Jin 2007

const Aabb kLeft{{-9.8f, 3.3f, 4.1f, 8.6f, 4.3f, 10.2f}}, kRight{{2.3f, 11.2f, -8.9f, 4.9f, 3.5f, 9.6f}};

TEST(AabbExample, FlagsAreThoseOfThePaper) {
  const Aabb parent = enclosing(kLeft, kRight);
  EXPECT_EQ(parent, (Aabb{{-9.8f, 11.2f, -8.9f, 8.6f, 3.5f, 10.2f}}));
  const PlaneFlags planes = choose_planes(parent, kLeft, kRight, 0, PlaneChoice::any);
  EXPECT_EQ(planes.flags, 0b101001);  // 1 0 0 1 0 1 from xmin on
  EXPECT_EQ(planes.left, kLeft);
  EXPECT_EQ(planes.right, kRight);
}

// Two triangles in either of its boxes: a root and two nodes with leaves on both sides.
TEST(AabbExample, TablesOneToThreeToTheByte) {
  const Mesh mesh = testing_support::mesh_of(
      {triangle_in(kLeft), triangle_in(kLeft), triangle_in(kRight), triangle_in(kRight)});
  const AabbImage image = encode(AabbTree::build(mesh), AabbLayout::aabb21_leafless);
  ASSERT_EQ(image.bytes.size(), 33u + 21 + 21);
  // Table 1: six planes, both numbers, flags.
  const float root[] = {-9.8f, 11.2f, -8.9f, 8.6f, 3.5f, 10.2f};
  for (std::size_t p = 0; p < 6; ++p) EXPECT_EQ(number_at(image, 4 * p), root[p]);
  EXPECT_EQ(link_at(image, 24), 1u);
  EXPECT_EQ(link_at(image, 28), 2u);
  EXPECT_EQ(image.bytes[32], 0b00101001);
  // Tables 2 and 3: three planes of its own, triangles in the place of nodes, both bits of leaves.
  const float left[] = {3.3f, 4.1f, 4.3f}, right[] = {2.3f, 4.9f, 9.6f};
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_EQ(number_at(image, 33 + 4 * p), left[p]);
    EXPECT_EQ(number_at(image, 54 + 4 * p), right[p]);
  }
  EXPECT_EQ(link_at(image, 45), 0u);
  EXPECT_EQ(link_at(image, 49), 1u);
  EXPECT_EQ(image.bytes[53] >> 6, 3);
  EXPECT_EQ(link_at(image, 66), 2u);
  EXPECT_EQ(link_at(image, 70), 3u);
  EXPECT_EQ(image.bytes[74] >> 6, 3);
}

TEST(AabbExample, NodesWithTheirLeaves) {
  const Mesh mesh = testing_support::mesh_of({triangle_in(kLeft), triangle_in(kLeft), triangle_in(kRight)});
  const AabbImage whole = encode(AabbTree::build(mesh), AabbLayout::aabb32);
  ASSERT_EQ(whole.bytes.size(), 2 * 32u + 3 * 28);
  EXPECT_EQ(link_at(whole, 24), 1u);
  EXPECT_EQ(link_at(whole, 28), kLeafTag | 0);  // the first leaf: triangle 2
  EXPECT_EQ(number_at(whole, 32 + 4), kLeft.plane[1]);
  EXPECT_EQ(link_at(whole, 56), kLeafTag | 1);
  EXPECT_EQ(link_at(whole, 60), kLeafTag | 2);
  for (std::size_t p = 0; p < 6; ++p) EXPECT_EQ(number_at(whole, 64 + 4 * p), kRight.plane[p]);
  EXPECT_EQ(link_at(whole, 64 + 24), 2u);
  EXPECT_EQ(link_at(whole, 64 + 28 + 24), 0u);

  const AabbImage flags = encode(AabbTree::build(mesh), AabbLayout::aabb21);
  ASSERT_EQ(flags.bytes.size(), 33u + 21 + 3 * 28);
  EXPECT_EQ(flags.bytes[32] >> 6, 2);  // the right child is a leaf
  EXPECT_EQ(link_at(flags, 28), 0u);
  for (std::size_t p = 0; p < 6; ++p) EXPECT_EQ(number_at(flags, 54 + 4 * p), kRight.plane[p]);
}

// ---- bytes

TEST(AabbBytes, AreThoseOfTheFormulas) {
  for (std::uint32_t n = 3; n <= 1000; ++n) {
    const std::uint64_t bytes[] = {60 * n - 32, 49 * n - 9, 32 * (n - 1), 21 * n - 9};
    for (std::size_t i = 0; i < 4; ++i) {
      const AabbStorage storage = aabb_storage(kLayouts[i], n);
      ASSERT_EQ(storage.inner + storage.leaves, bytes[i]);
      ASSERT_EQ(storage.total(), bytes[i] + 48 * n);
      ASSERT_EQ(storage.leaves, has_leaves(kLayouts[i]) ? 28 * n : 0);
    }
    // "(N-2)*(32-21) + N*(24+4)", and the root's flag byte, which the paper leaves out.
    ASSERT_EQ(bytes[0] - bytes[3], (n - 2) * 11 + 28 * n - 1);
  }
  Random random(70);
  const Mesh soup = testing_support::random_soup(random, 1000, 1, 0.2);
  for (const std::uint32_t n : {3u, 4u, 5u, 17u, 100u, 999u, 1000u}) {
    Mesh part = soup;
    part.triangles.resize(n);
    const AabbTree tree = AabbTree::build(part);
    EXPECT_EQ(tree.nodes().size(), n - 1);
    for (const AabbLayout layout : kLayouts) {
      const AabbStorage storage = aabb_storage(layout, n);
      EXPECT_EQ(encode(tree, layout).bytes.size(), storage.inner + storage.leaves);
    }
  }
}

// One triangle has no inner node; two have a root alone.
TEST(AabbBytes, OfOneAndTwoTriangles) {
  const std::size_t one[] = {28, 28, 0, 0}, two[] = {32 + 56, 33 + 56, 32, 33};
  const Mesh single = testing_support::mesh_of({triangle_in(kLeft)});
  const Mesh pair = testing_support::mesh_of({triangle_in(kLeft), triangle_in(kRight)});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(encode(AabbTree::build(single), kLayouts[i]).bytes.size(), one[i]);
    EXPECT_EQ(encode(AabbTree::build(pair), kLayouts[i]).bytes.size(), two[i]);
  }
}

// Figures 1 and 2 of Jin 2007: twelve leaves, eleven inner nodes.
TEST(AabbBytes, TwelveLeavesAreElevenNodes) {
  const AabbTree tree = AabbTree::build(make_procedural_mesh("sphere", 12));
  EXPECT_EQ(encode(tree, AabbLayout::aabb32).node_count(), 23u);
  EXPECT_EQ(encode(tree, AabbLayout::aabb21_leafless).node_count(), 11u);
}

// ---- flags

// All patterns, by recursion over the planes, and the growth of each plane's boxes from the definition.
void consider(const Aabb& parent, Aabb left, Aabb right, std::uint32_t leaves, PlaneChoice choice,
              std::size_t p, std::uint32_t flags, double& least, std::uint32_t& best) {
  if (p == 6) {
    if (choice != PlaneChoice::unlimited && ones(flags) != 3) return;
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      if (choice == PlaneChoice::per_axis && ones(flags >> 2 * axis & 3u) != 1) return;
    }
    const auto surface = [](const Aabb& b) {
      const double x = double{b.plane[1]} - b.plane[0], y = double{b.plane[3]} - b.plane[2],
                   z = double{b.plane[5]} - b.plane[4];
      return (x * y + y * z) + z * x;
    };
    const double sum = ((leaves & 1u) != 0 ? 0 : surface(left)) + ((leaves & 2u) != 0 ? 0 : surface(right));
    if (sum < least || (sum == least && flags < best)) {
      least = sum;
      best = flags;
    }
    return;
  }
  Aabb taken = right;
  taken.plane[p] = parent.plane[p];
  consider(parent, left, taken, leaves, choice, p + 1, flags, least, best);
  taken = left;
  taken.plane[p] = parent.plane[p];
  consider(parent, taken, right, leaves, choice, p + 1, flags | 1u << p, least, best);
}

TEST(PlaneFlags, AreTheCheapestOfTwenty) {
  Random random(71);
  for (int i = 0; i < 3000; ++i) {
    // Coarse numbers, so that boxes contain one another, share planes and tie.
    const auto box = [&] {
      Aabb b;
      for (std::size_t p = 0; p < 6; p += 2) {
        b.plane[p] = static_cast<float>(random.below(6));
        b.plane[p + 1] = b.plane[p] + static_cast<float>(random.below(4));
      }
      return b;
    };
    const Aabb left = box(), right = box();
    Aabb parent = enclosing(left, right);
    if (random.below(2) == 0) parent = enclosing(parent, box());  // grown itself
    const auto leaves = static_cast<std::uint32_t>(random.below(4));
    for (const PlaneChoice choice : {PlaneChoice::unlimited, PlaneChoice::any, PlaneChoice::per_axis}) {
      const PlaneFlags planes = choose_planes(parent, left, right, leaves, choice);
      double least = HUGE_VAL;
      std::uint32_t best = 64;
      consider(parent, left, right, leaves, choice, 0, 0, least, best);
      ASSERT_EQ(planes.flags, best);
      ASSERT_TRUE(choice == PlaneChoice::unlimited || ones(planes.flags) == 3);
      for (std::uint32_t p = 0; p < 6; ++p) {
        const bool is_left = (planes.flags >> p & 1u) != 0;
        ASSERT_EQ(planes.left.plane[p], (is_left && (leaves & 1u) == 0 ? parent : left).plane[p]);
        ASSERT_EQ(planes.right.plane[p], (!is_left && (leaves & 2u) == 0 ? parent : right).plane[p]);
      }
    }
  }
}

// ---- what comes back

Aabb planes_of(const AabbView& node) {
  return {{node.low[0], node.high[0], node.low[1], node.high[1], node.low[2], node.high[2]}};
}

template <AabbLayout kLayout>
class Decoded {
 public:
  Decoded(const Mesh& mesh, const AabbImage& image, PlaneChoice choice)
      : mesh_(mesh), reader_(image), choice_(choice) {
    visit(reader_.root(image));
  }

  std::set<std::uint32_t> triangles;
  std::uint64_t inner = 0;

 private:
  // The smallest box of all triangles below, which has to lie in the node's.
  Aabb visit(const AabbView& node) {
    Aabb smallest;
    if (node.is_leaf) {
      EXPECT_TRUE(triangles.insert(node.left).second);
      smallest = box_of(mesh_.corners(node.left));
    } else {
      ++inner;
      std::array<AabbView, 2> children{};
      reader_.children(node, children);
      const Aabb left = visit(children[0]), right = visit(children[1]);
      if (has_flags(kLayout)) expect_flags(node, left, right);
      smallest = enclosing(left, right);
    }
    if (!node.is_leaf || has_leaves(kLayout)) {
      EXPECT_EQ(enclosing(planes_of(node), smallest), planes_of(node)) << mesh_.name;
    }
    return smallest;
  }
  // Three ones, and the cheapest for what is decoded: growth has reached the next level.
  void expect_flags(const AabbView& node, const Aabb& left, const Aabb& right) const {
    const bool are_paired = has_paired_planes(kLayout) && node.leaves == 0;
    const PlaneChoice choice = are_paired ? PlaneChoice::unlimited : choice_;
    EXPECT_TRUE(are_paired || ones(node.flags & 63u) == 3);
    EXPECT_EQ(node.flags & 63, choose_planes(planes_of(node), left, right, node.leaves, choice).flags);
  }
  const Mesh& mesh_;
  AabbReader<kLayout> reader_;
  const PlaneChoice choice_;
};

template <AabbLayout kLayout>
void expect_enclosing(const Mesh& mesh, const AabbTree& tree) {
  for (const PlaneChoice choice : {PlaneChoice::any, PlaneChoice::per_axis}) {
    const Decoded<kLayout> decoded(mesh, encode(tree, kLayout, choice), choice);
    EXPECT_EQ(decoded.triangles.size(), mesh.triangle_count()) << mesh.name;
    EXPECT_EQ(decoded.inner, mesh.triangle_count() - 1) << mesh.name;
  }
}

std::vector<Mesh> meshes() {
  Random random(72);
  std::vector<Mesh> all = {testing_support::torus(10, 8), testing_support::random_soup(random, 200, 1, 0.5),
                           testing_support::random_soup(random, 3, 1e30, 1e38)};
  for (const std::uint32_t n : {1u, 2u, 3u, 90u})  // identical ones
    all.push_back(testing_support::mesh_of(std::vector<Corners>(n, triangle_in(kLeft))));
  for (const ProceduralKind& kind : procedural_kinds()) all.push_back(make_procedural_mesh(kind.name, 150));
  return all;
}

TEST(AabbDecode, BoxesEncloseTheirTriangles) {
  for (const Mesh& mesh : meshes()) {
    for (const SplitPoint point : {SplitPoint::middle, SplitPoint::mean, SplitPoint::median}) {
      const AabbTree tree = AabbTree::build(mesh, point);
      expect_enclosing<AabbLayout::aabb32>(mesh, tree);
      expect_enclosing<AabbLayout::aabb21>(mesh, tree);
      expect_enclosing<AabbLayout::aabb32_leafless>(mesh, tree);
      expect_enclosing<AabbLayout::aabb21_leafless>(mesh, tree);
      expect_enclosing<AabbLayout::aabb21_pairs>(mesh, tree);
    }
  }
}

// Planes of two siblings together, in the same 42 bytes: six, each the one's that has not the parent's.
TEST(AabbDecode, PairsOfSiblingsShareSixPlanes) {
  // The left box lies within the right one except for one plane, so three own planes would not be enough.
  const Aabb left{{-1, 1, 1, 2, 1, 2}}, right{{0, 9, 0, 9, 0, 9}};
  const Mesh mesh = testing_support::mesh_of(
      {triangle_in(left), triangle_in(left), triangle_in(right), triangle_in(right)});
  const AabbTree tree = AabbTree::build(mesh);
  const AabbImage image = encode(tree, AabbLayout::aabb21_pairs);
  ASSERT_EQ(image.bytes.size(), 33u + 42);
  EXPECT_EQ(image.bytes[32], 1);  // xmin is the left one's, all others are the right one's
  const float planes[] = {0, 1, 1, 2, 1, 2};
  for (std::size_t p = 0; p < 6; ++p) EXPECT_EQ(number_at(image, 33 + 4 * p), planes[p]);
  EXPECT_EQ(link_at(image, 57), 0u);
  EXPECT_EQ(image.bytes[65] >> 6, 3);
  EXPECT_EQ(link_at(image, 66), 2u);
  EXPECT_EQ(image.bytes[74] >> 6, 3);

  const AabbReader<AabbLayout::aabb21_pairs> reader(image);
  std::array<AabbView, 2> children{};
  reader.children(reader.root(image), children);
  EXPECT_EQ(planes_of(children[0]), left);
  EXPECT_EQ(planes_of(children[1]), right);
}

// ---- the builder

TEST(AabbTree, CutsTheLongestAxisWhereItIsTold) {
  // Along x at 0, 1, 2, 3 and 16: the middle of the box leaves one apart, the mean two thirds, the median
  // halves.
  std::vector<Corners> triangles;
  for (const float x : {0.0f, 1.0f, 5.0f, 6.0f, 16.0f})
    triangles.push_back({{{x, 0, 0}, {x, 1, 0}, {x, 0, 1}}});
  const Mesh mesh = testing_support::mesh_of(triangles);
  const auto left_box = [&](const char* point) {
    const AabbTree tree = AabbTree::build(mesh, split_point(point));
    return tree.child_box(tree.nodes()[0], 0).high(0);
  };
  EXPECT_EQ(left_box("middle"), 6);
  EXPECT_EQ(left_box("mean"), 5);
  EXPECT_EQ(left_box("median"), 1);
  EXPECT_THROW(split_point("area"), InputError);
}

TEST(AabbTree, IsAsDeepAsItMustBe) {
  EXPECT_EQ(AabbTree::build(testing_support::mesh_of({triangle_in(kLeft)})).depth(), 0);
  const AabbTree identical =
      AabbTree::build(testing_support::mesh_of(std::vector<Corners>(64, triangle_in(kLeft))));
  EXPECT_EQ(identical.depth(), 5);  // halves by number where nothing else tells them apart
}

}  // namespace
}  // namespace collisionchip
