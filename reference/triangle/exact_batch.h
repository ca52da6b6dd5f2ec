// For the answering traversal: the exact predicate for many pairs at once, as far as doubles decide for certain. The proofs,
// and so the answers, are those of exact_triangle_intersection.h; pairs that stay open are decided with integers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

struct ExactBatch {
  const Pose& pose;
  // Corners of A, then of B as it is before it is moved: nine numbers each, of each pair. Three more may be read behind them, as
  // triangle records have them.
  const float* const* a;
  const float* const* b;
  std::size_t count;
  Verdict* verdicts;  // results: hit, miss or uncertain
};

using ExactFilter = void (*)(const ExactBatch&);
// Null when it was not built, or the processor cannot run it.
ExactFilter exact_filter(FilterLevel level);

void exact_four(const ExactBatch& batch);
void exact_eight(const ExactBatch& batch);
void exact_sixteen(const ExactBatch& batch);

}  // namespace collisionchip
