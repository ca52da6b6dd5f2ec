// Nodes of two trees, tested against each other as the chip does (docs/aabb.md): boxes as in box_overlap.h. A triangle in the
// place of a leaf, on either side, is tested as in triangle_box_test.h.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/aabb/box_overlap.h"
#include "collisionchip/reference/aabb/triangle_box_test.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/tumbled_side.h"

namespace collisionchip {

class NodeOverlap {
 public:
  struct Node {
    Float4 low, high;              // of a box
    std::array<Vec3f, 3> corners;  // of a triangle
    bool is_triangle;
  };
  // A tumbled node where the aligned ones are.
  struct Placed {
    BoxOverlap::Moved box;
    Float4 low, high;  // the box's own planes, for triangles that are moved to it
    TriangleBoxTest::Moved triangle;
    bool is_triangle;
  };
  // What a test came to: up to the first axis that parts the nodes, places of fifteen. The normal of a triangle, its
  // thirteenth axis, takes the last three.
  struct Outcome {
    bool meet;
    std::uint32_t places;
  };
  static constexpr std::uint32_t kPlaces = 15;

  NodeOverlap(const Pose& pose, TumbledSide side, const Aabb& tumbled_root, const Aabb& aligned_root);

  // The numbers that a chip is told: those of the boxes, then those of tumbled and of aligned triangles.
  static constexpr std::size_t kNumbers = BoxOverlap::kNumbers + 2 * TriangleBoxTest::kNumbers;
  using Numbers = std::array<float, kNumbers>;
  explicit NodeOverlap(const Numbers& numbers);
  Numbers numbers() const;

  void place(const Node& tumbled, Placed& out) const;
  // Moves an aligned triangle once for both tumbled nodes; for a box the result has no meaning.
  TriangleBoxTest::Moved moved(const Node& aligned) const;
  // Two triangles count as meeting, without a test.
  Outcome test(Placed& tumbled, const Node& aligned, TriangleBoxTest::Moved& moved) const;

 private:
  BoxOverlap boxes_;
  TriangleBoxTest tumbled_triangles_;  // against aligned boxes
  TriangleBoxTest aligned_triangles_;  // against tumbled ones, in their frame
};

}  // namespace collisionchip
