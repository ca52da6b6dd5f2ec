// What the OBB Unit is built with.
#pragma once

#include "collisionchip/reference/obb/obb_encoding.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit_keys.h"
#include "collisionchip/tlm/volumes/box_unit_params.h"

namespace collisionchip {

struct ObbUnitParams : BoxUnitParams {
  ObbEncoding encoding = ObbEncoding::obb64;  // or obb40
  std::uint32_t member_words = 0;             // of a box in a pair
  bool has_branch_cache = false;              // pairs may come decoded

  static ObbUnitParams of(const ObbUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
