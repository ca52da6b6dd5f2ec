// AABB trees: nodes of 32 and of 21 bytes, with and without leaves.
#pragma once

#include <vector>

#include "collisionchip/reference/formats/tree_format.h"

namespace collisionchip {

std::vector<const TreeFormat*> aabb_formats();

}  // namespace collisionchip
