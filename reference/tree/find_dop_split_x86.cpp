#include "collisionchip/reference/tree/dop_rule.h"

namespace collisionchip {

SplitByDop split_by_dop(DopSplitLevel level) {
  if (level == DopSplitLevel::common) return split_by_dop_common;
  return __builtin_cpu_supports("avx2") != 0 ? split_by_dop_avx2 : nullptr;
}

}  // namespace collisionchip
