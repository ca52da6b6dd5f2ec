#include "collisionchip/reference/triangle/exact_batch.h"

namespace collisionchip {

ExactFilter exact_filter(FilterLevel level) {
  return level == FilterLevel::four ? exact_four : nullptr;
}

}  // namespace collisionchip
