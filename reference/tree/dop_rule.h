// The rule "dop" (docs/tree.md).
#pragma once

#include <memory>

#include "collisionchip/reference/tree/split_rule.h"

namespace collisionchip {

std::unique_ptr<SplitRule> make_dop_rule();

}  // namespace collisionchip
