#include "collisionchip/tlm/chip/other_units.h"

namespace collisionchip {

UnitMaker other_unit(const std::string&) {
  return nullptr;
}

}  // namespace collisionchip
