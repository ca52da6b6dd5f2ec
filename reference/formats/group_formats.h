// Groups of siblings in whole numbers, relative to their group (docs/group_machine.md): "dop4r5" has groups of four and five bits.
#pragma once

#include <vector>

#include "collisionchip/reference/formats/tree_format.h"

namespace collisionchip {

std::vector<const TreeFormat*> group_formats();

}  // namespace collisionchip
