// Trees of oriented boxes, from RAPID's 132 bytes a box to 40 (docs/obb.md).
#pragma once

#include <vector>

#include "collisionchip/reference/formats/tree_format.h"

namespace collisionchip {

std::vector<const TreeFormat*> obb_formats();

}  // namespace collisionchip
