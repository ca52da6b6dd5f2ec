// Why the filter of the triangle test was not certain of a pair. The statistics count it; the answer does not
// depend on it. In hardware a few gates on the signals of the Intersection Test Units.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// The first that applies.
enum class Uncertainty : std::uint8_t {
  unbounded,  // a triangle without area, or numbers beyond the range in which errors are bounded
  coplanar,   // all corners of one triangle may lie in the plane of the other
  corner,     // an undecided edge ends so near the other plane that it may touch it or not
  side        // every undecided edge pierces the other plane, but too near to a side of the triangle
};

constexpr std::size_t kUncertainties = 4;
constexpr std::array<const char*, kUncertainties> kUncertaintyNames = {"unbounded", "coplanar", "corner",
                                                                       "side"};
// How many of each.
using UncertaintyCounts = std::array<std::uint64_t, kUncertainties>;

inline void add_to(UncertaintyCounts& sum, const UncertaintyCounts& counts) {
  for (std::size_t i = 0; i < kUncertainties; ++i) sum[i] += counts[i];
}

// For a pair whose verdict is `uncertain`.
Uncertainty cause_of_uncertainty(const TriangleRecord& tumbled, const TriangleRecord& aligned,
                                 const FrameMatrices& frames);

}  // namespace collisionchip
