// Of a program without RTL.
#include "collisionchip/rtl_model/adapter/rtl_table.h"

namespace collisionchip {

const std::vector<RtlRow>& rtl_table() {
  static const std::vector<RtlRow> none;
  return none;
}

}  // namespace collisionchip
