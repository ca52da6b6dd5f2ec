#include "collisionchip/reference/tree/dop_rule.h"

namespace collisionchip {

SplitByDop split_by_dop(DopSplitLevel level) {
  return level == DopSplitLevel::common ? split_by_dop_common : nullptr;
}

}  // namespace collisionchip
