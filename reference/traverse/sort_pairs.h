// Found pairs in ascending order: by A's triangle, then by B's.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/query_result.h"

namespace collisionchip {

// Sorts many pairs by their digits: a processor cannot predict comparisons, which would take a tenth of a query's time.
void sort_pairs(std::vector<TrianglePair>& pairs);

}  // namespace collisionchip
