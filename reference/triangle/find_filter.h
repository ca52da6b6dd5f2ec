// Which filters the program has: CMake takes the source that fits the processors it builds for.
#pragma once

#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

// Null when it was not built, or the processor cannot run it.
BatchFilter find_filter(FilterLevel level);

void filter_four(const FilterBatch& batch);
void filter_eight(const FilterBatch& batch);
void filter_sixteen(const FilterBatch& batch);

}  // namespace collisionchip
