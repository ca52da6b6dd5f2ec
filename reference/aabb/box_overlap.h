// Boxes of two frames: the separating axis test of 15 axes in float32, with margins for everything that
// rounding and the pose's own errors can take away. It never parts two boxes that have a point in common
// (docs/aabb.md).
#pragma once

#include <array>

#include "collisionchip/reference/aabb/aabb.h"
#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/dop/dop_transform.h"

namespace collisionchip {

// six: the face normals of both boxes. fifteen: and the products of their edges.
enum class SatAxes { six, fifteen };

inline Float4 centre_of(Float4 low, Float4 high) {
  return (low + high) * 0.5f;
}
inline Float4 half_side_of(Float4 low, Float4 high) {
  return (high - low) * 0.5f;
}
// Lanes x, y, z turned.
inline Float4 yzx(Float4 v) {
  return shuffle<1, 2, 0, 3>(v, v);
}
inline Float4 zxy(Float4 v) {
  return shuffle<2, 0, 1, 3>(v, v);
}

class BoxOverlap {
 public:
  // A box that has been moved into the frame of those it will meet; lanes are that frame's axes, or its own.
  struct Moved {
    Float4 centre;
    Float4 along_theirs;             // how far it reaches along the axes of the other frame, margins included
    Float4 along_own;                // along its own
    std::array<Float4, 3> on_edges;  // [i], lane j: along axis i of the other frame times its own axis j
  };

  // `map` takes the frame of `moved_root` to that of `other_root`. All boxes lie in the roots. Bias::none: no
  // margins, to show what they are for.
  BoxOverlap(const RigidMap& map, const Aabb& moved_root, const Aabb& other_root,
             SatAxes axes = SatAxes::fifteen, Bias bias = Bias::conservative);

  // The numbers that a chip is told, and the same test from them: rows of the map, translation, magnitudes column by
  // column and raised ones row by row, margins along the axes of the other frame, of its own and of products.
  static constexpr std::size_t kNumbers = 45;
  using Numbers = std::array<float, kNumbers>;
  explicit BoxOverlap(const Numbers& numbers);
  Numbers numbers() const;

  void move(Float4 low, Float4 high, Moved& out) const {
    const Float4 c = centre_of(low, high), b = half_side_of(low, high);
    out.centre = (columns_[0] * c[0] + columns_[1] * c[1]) + (columns_[2] * c[2] + translation_);
    out.along_theirs =
        (face_columns_[0] * b[0] + face_columns_[1] * b[1]) + (face_columns_[2] * b[2] + theirs_margin_);
    out.along_own = b + own_margin_;
    const Float4 b1 = yzx(b), b2 = zxy(b);
    for (std::size_t i = 0; i < 3; ++i)
      out.on_edges[i] = (b1 * zxy(edge_rows_[i]) + b2 * yzx(edge_rows_[i])) + edge_margins_[i];
  }

  // False only if an axis parts the boxes. The other box is given by its planes. Axes are tried six and nine at a
  // time, because a processor cannot predict which axis parts.
  bool overlap(const Moved& moved, Float4 low, Float4 high) const {
    const Float4 a = half_side_of(low, high), t = moved.centre - centre_of(low, high);
    const Float4 own = (rows_[0] * t[0] + rows_[1] * t[1]) + rows_[2] * t[2];
    const Float4 reach =
        (edge_rows_[0] * a[0] + edge_rows_[1] * a[1]) + (edge_rows_[2] * a[2] + moved.along_own);
    if (any(beyond(t, a + moved.along_theirs) | beyond(own, reach))) return false;
    return axes_ == SatAxes::six ||
           !any(on_edges<0>(moved, a, t) | on_edges<1>(moved, a, t) | on_edges<2>(moved, a, t));
  }

  // The first of the fifteen axes that parts the boxes, in the order 3 of the other frame, 3 of its own, 9 products; 15 if
  // no axis does. The answer is that of overlap().
  int separating_axis(const Moved& moved, Float4 low, Float4 high) const;

 private:
  static Mask4 beyond(Float4 distance, Float4 reach) { return magnitude(distance) > reach; }

  template <std::size_t kAxis>
  Mask4 on_edges(const Moved& moved, Float4 a, Float4 t) const {
    constexpr std::size_t kNext = (kAxis + 1) % 3, kLast = (kAxis + 2) % 3;
    return beyond(rows_[kNext] * t[kLast] - rows_[kLast] * t[kNext],
                  (edge_rows_[kLast] * a[kNext] + edge_rows_[kNext] * a[kLast]) + moved.on_edges[kAxis]);
  }

  std::array<Float4, 3> rows_, columns_;  // of the map
  std::array<Float4, 3> face_columns_;    // magnitudes
  std::array<Float4, 3> edge_rows_;       // magnitudes, raised by how far the map is from a rotation
  Float4 translation_;
  Float4 theirs_margin_, own_margin_;
  std::array<Float4, 3> edge_margins_;
  SatAxes axes_;
};

}  // namespace collisionchip
