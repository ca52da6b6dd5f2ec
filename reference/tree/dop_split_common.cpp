#include "collisionchip/reference/tree/dop_split.h"

namespace collisionchip {

std::uint32_t* split_by_dop_common(std::uint32_t* first, std::uint32_t* last, const SplitData& data) {
  return split_by_dop_of<DopSplitLevel::common>(first, last, data);
}

}  // namespace collisionchip
