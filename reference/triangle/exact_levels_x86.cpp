#include "collisionchip/reference/triangle/exact_batch.h"

namespace collisionchip {

ExactFilter exact_filter(FilterLevel level) {
  if (!filter_level_present(level)) return nullptr;
  return level == FilterLevel::four ? exact_four : level == FilterLevel::eight ? exact_eight : exact_sixteen;
}

}  // namespace collisionchip
