// How a set of triangles is divided in two while a tree is built top-down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reference/vec3.h"

namespace collisionchip {

// Per-triangle data that rules decide on; indexed by triangle number.
struct SplitData {
  std::vector<Vec3f> low, high;  // bounding box of each triangle

  double centre(std::uint32_t triangle, int axis) const {  // twice the centre of the box: only compared
    return double{low[triangle][axis]} + double{high[triangle][axis]};
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

// "median": longest side of the box of the centres, by median (§5.1's builder). "mean": the same, by mean.
// "area": binned surface-area heuristic. InputError for another name.
std::unique_ptr<SplitRule> make_split_rule(const std::string& name);
const std::vector<std::string>& split_rule_names();

}  // namespace collisionchip
