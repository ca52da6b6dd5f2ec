// Found pairs in ascending order: by A's triangle, then by B's.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/query_result.h"

namespace collisionchip {

// By their digits when there are many: comparisons that nobody can predict would take a tenth of a query.
void sort_pairs(std::vector<TrianglePair>& pairs);

}  // namespace collisionchip
