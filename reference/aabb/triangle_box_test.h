// A triangle of one frame against boxes of another: the 13 axes of Akenine-Möller (2001) in float32, with
// margins as in box_overlap.h. It never parts a triangle and a box that have a point in common
// (docs/aabb.md).
#pragma once

#include <array>

#include "collisionchip/reference/aabb/aabb.h"
#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

class TriangleBoxTest {
 public:
  // A triangle in the boxes' frame. The numbers that all boxes share are computed when the first box passes the three face
  // normals.
  struct Moved {
    std::array<Float4, 3> corners;  // by axis; lanes 0, 1, 2 are corners, lane 3 is corner 0 again
    Float4 low, high;               // of its own box, margins included
    bool is_complete = false;
    // Edge j leads from corner j to the next one. [i]: along axis i of the box times edge j, lane j.
    std::array<Float4, 3> edges, edge_sizes;  // by axis: their coordinates, and magnitudes of these
    std::array<Float4, 3> least, most;        // of the corners' projections, margins included
    std::array<float, 3> normal;
    float normal_least, normal_most;
  };

  // `map` takes the triangles' frame to that of the boxes; both roots enclose all that is in their frame.
  TriangleBoxTest(const RigidMap& map, const Aabb& triangles_root, const Aabb& boxes_root,
                  Bias bias = Bias::conservative);

  // The numbers that a chip is told, and the same test from them: rows of the map, translation, margins of the face
  // normals and of the other axes.
  static constexpr std::size_t kNumbers = 18;
  using Numbers = std::array<float, kNumbers>;
  explicit TriangleBoxTest(const Numbers& numbers);
  Numbers numbers() const;

  void move(const std::array<Vec3f, 3>& corners, Moved& out) const;

  // False only if an axis parts them. The box is given by its planes.
  bool overlap(Moved& triangle, Float4 low, Float4 high) const;

  // The first of the thirteen axes that parts them: three face normals, nine products of an axis and an edge, the
  // triangle's normal; 13 if no axis does. The answer is that of overlap().
  static constexpr int kAxes = 13;
  int separating_axis(Moved& triangle, Float4 low, Float4 high) const;

 private:
  static void complete(Moved& triangle);
  template <std::size_t kAxis>
  static Mask4 edges_part(const Moved& triangle, Float4 c, Float4 h);
  static bool normal_parts(const Moved& triangle, Float4 c, Float4 h);

  std::array<std::array<float, 4>, 3> rows_;
  Float4 face_margin_, margin_;
};

}  // namespace collisionchip
