// How a set of triangles is divided in two while a tree is built top-down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/dop/dop.h"

namespace collisionchip {

// Per-triangle data that rules decide on; indexed by triangle number.
struct SplitData {
  int k;
  std::vector<DopNode> leaves;  // the DOP of each triangle

  // Twice the centre of the triangle's slab along normal i < k/2; the axes are 0, 1, 2. Only compared.
  double centre(std::uint32_t triangle, int i) const {
    const DopNode& leaf = leaves[triangle];
    return double{leaf.d[i]} + double{leaf.d[i + k / 2]};
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
// bias towards balance (docs/tree.md). InputError for another name.
std::unique_ptr<SplitRule> make_split_rule(const std::string& name);
const std::vector<std::string>& split_rule_names();

}  // namespace collisionchip
