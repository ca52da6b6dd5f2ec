// How a set of triangles is divided in two while a tree is built top-down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/tree/tree_options.h"

namespace collisionchip {

// Per-triangle data that rules decide on; indexed by triangle number.
struct SplitData {
  int k;
  std::vector<DopNode> leaves;      // the DOP of each triangle
  std::vector<DopNode> boxes = {};  // that of k = 6, where the DOPs have no axis slabs; empty otherwise

  // Twice the centre of the triangle's slab along normal i < k/2. Only compared.
  double centre(std::uint32_t triangle, int i) const {
    const DopNode& leaf = leaves[triangle];
    return double{leaf.d[i]} + double{leaf.d[i + k / 2]};
  }
  double low(std::uint32_t triangle, int axis) const { return box(triangle).d[axis]; }
  double high(std::uint32_t triangle, int axis) const {
    return box(triangle).d[axis + (boxes.empty() ? k / 2 : 3)];
  }
  double axis_centre(std::uint32_t triangle, int axis) const {
    return low(triangle, axis) + high(triangle, axis);
  }
  Vec3d centre_point(std::uint32_t triangle) const {
    return {axis_centre(triangle, 0), axis_centre(triangle, 1), axis_centre(triangle, 2)};
  }

 private:
  const DopNode& box(std::uint32_t triangle) const {
    return boxes.empty() ? leaves[triangle] : boxes[triangle];
  }
};

class SplitRule {
 public:
  virtual ~SplitRule() = default;
  virtual std::string name() const = 0;
  // Reorders triangles [first, last), at least two, so that the left part comes first; returns its end,
  // strictly between first and last. The outcome depends on the data only.
  virtual std::uint32_t* split(std::uint32_t* first, std::uint32_t* last, const SplitData& data) const = 0;
};

// "median": longest side of the box of the centres, by median. "mean": the same, by mean.
// "area": binned surface-area heuristic on boxes. "dop": the same on DOPs, along all their directions, with a
// bias towards balance (docs/tree.md). "axis_point": an axis and a point to be chosen (docs/tree.md).
// InputError for another name, or for another name of what is to be chosen.
std::unique_ptr<SplitRule> make_split_rule(const TreeOptions& options);
const std::vector<std::string>& split_rule_names();

}  // namespace collisionchip
