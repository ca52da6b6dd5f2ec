// A tree of oriented boxes in one of the encodings: RAPID's builder, one triangle in each leaf, 2n - 1 boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/obb/obb_encoding.h"
#include "collisionchip/reference/tree/tree_options.h"

namespace collisionchip {

// Bounds over all decoded boxes in the object's frame: what a query's epsilon is made of (docs/obb.md).
struct ObbReach {
  double deviation = 0;    // of r^T r from the identity, as a matrix norm
  double translation = 0;  // length of t
  double extents = 0;      // sum of d
};

// Records of boxes in words, as they are read by queries.
struct ObbImage {
  ObbEncoding encoding = ObbEncoding::obb132;
  QuaternionSign w_sign = QuaternionSign::canonical;
  std::vector<std::uint32_t> words;

  std::uint32_t record_words() const { return obb_layout(encoding).words(); }
  std::uint32_t boxes() const { return static_cast<std::uint32_t>(words.size() / record_words()); }
  const std::uint32_t* record(std::uint32_t box) const {
    return words.data() + std::size_t{box} * record_words();
  }
  std::uint32_t* record(std::uint32_t box) { return words.data() + std::size_t{box} * record_words(); }
  Obb box(std::uint32_t number) const { return decode_obb(encoding, w_sign, record(number)); }
  ObbLink link(std::uint32_t number) const { return decode_obb_link(encoding, w_sign, record(number)); }
};

class ObbTree {
 public:
  // InputError when the mesh has no triangle, or more than kMostObbTriangles. The same mesh and options give
  // the same tree, bit by bit.
  static ObbTree build(const Mesh& mesh, ObbEncoding encoding, const TreeOptions& options);

  // What is stored. The boxes are numbered depth first, both children of a box side by side.
  const ObbImage& stored() const { return stored_; }
  // With all boxes in the object's frame. The stored one, or, of boxes that are placed in their parent's frame,
  // their composition from the root down in float32, kept as obb64.
  const ObbImage& placed() const { return frame_ == ObbFrame::object ? stored_ : composed_; }
  const ObbReach& reach() const { return reach_; }
  int depth() const { return depth_; }  // levels below the root

 private:
  friend class ObbBuilder;

  ObbFrame frame_ = ObbFrame::object;
  ObbImage stored_, composed_;
  ObbReach reach_;
  int depth_ = 0;
};

// A box placed in another one's frame, or in a pose: (outer.r x + outer.t) for its points, in float32 as the chip
// does it, DOTADDs in the order of docs/obb.md.
Obb composed(const Obb& outer, const Obb& box);

// The outermost corner's distance, at most, along each column of r from t, rounded up: with these half sides
// the box encloses all triangles [first, last). r and t as decoded.
std::array<float, 3> enclosing_extents(const Mesh& mesh, const std::uint32_t* first,
                                       const std::uint32_t* last, const Obb& box);

}  // namespace collisionchip
