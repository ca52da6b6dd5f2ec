#include "collisionchip/reference/triangle/find_filter.h"

namespace collisionchip {

BatchFilter find_filter(FilterLevel level) {
  return level == FilterLevel::four ? filter_four : nullptr;
}

}  // namespace collisionchip
