// k-DOP trees: the chip's own.
#pragma once

#include <vector>

#include "collisionchip/reference/formats/tree_format.h"

namespace collisionchip {

std::vector<const TreeFormat*> dop_formats();

}  // namespace collisionchip
