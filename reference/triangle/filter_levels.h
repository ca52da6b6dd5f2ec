// For the mirrors and the answering traversal: the filter for many pairs of triangles at once, in the widest vectors that the
// processor has. All levels give the same verdicts: those of triangle_verdict, pair by pair, with the causes of
// cause_of_uncertainty.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "collisionchip/reference/triangle/triangle_filter.h"
#include "collisionchip/reference/triangle/uncertainty.h"

namespace collisionchip {

// Both stages in one: the rows that map the aligned frame's points to the unit frame of a tumbled triangle, in
// one step and without the chip's roundings. What they call apart the chip's two stages call apart as well
// (docs/exactness.md, "Many pairs at once"): the bounds are four times those of the chip at least.
struct CombinedRow {
  Float4 factors;     // and the offset
  Float4 magnitudes;  // of the factors and of the offset, raised
};
std::array<CombinedRow, 3> combine(const TriangleRecord& tumbled, const FrameMatrices& frames);

// A tumbled triangle, prepared once for all aligned triangles it meets.
struct BatchTriangle {
  std::array<CombinedRow, 3> rows;  // of a batch that is parted first
  BoundedTriangle bounded;

  BatchTriangle(const TriangleRecord& triangle, const FrameMatrices& frames, bool parts_first = true)
      : rows(parts_first ? combine(triangle, frames) : std::array<CombinedRow, 3>{}),
        bounded(triangle, frames) {}
};

struct TestPair {
  std::uint32_t tumbled;  // number in the batch
  std::uint32_t aligned;  // number in the object
};

struct FilterBatch {
  const FrameMatrices& frames;
  const BatchTriangle* tumbled;
  const TriangleRecord* aligned;
  const TestPair* pairs;
  std::size_t count;
  // Results, and room for the work, `count` of each. A cause is written for uncertain pairs alone.
  Verdict* verdicts;
  Uncertainty* causes;
  std::uint32_t* places;
  // By the combined rows, before the chip's two stages: that pays where fewer vectors are left to them. Verdicts are the same.
  bool parts_first = true;
};

// How many pairs are worked on side by side: 4, with what every processor of its kind has; 8, AVX2; 16, AVX-512.
enum class FilterLevel : std::uint8_t { four, eight, sixteen };
constexpr std::array<FilterLevel, 3> kFilterLevels = {FilterLevel::four, FilterLevel::eight,
                                                      FilterLevel::sixteen};

// Built into the program, and this processor can do it. The first one always.
bool filter_level_present(FilterLevel level);
FilterLevel widest_filter_level();

using BatchFilter = void (*)(const FilterBatch&);
// std::invalid_argument when it is not present.
BatchFilter batch_filter(FilterLevel level);

}  // namespace collisionchip
