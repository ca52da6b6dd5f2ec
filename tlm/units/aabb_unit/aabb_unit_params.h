// What the AABB Unit is built with.
#pragma once

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit_keys.h"
#include "collisionchip/tlm/volumes/box_unit_params.h"

namespace collisionchip {

struct AabbUnitParams : BoxUnitParams {
  const NodeFormat* node_format = nullptr;   // of axis-aligned boxes
  std::array<BoxUnitParams, 4> by_leaves{};  // without nodes for leaves: of a pair with these
  bool refetch_parents = false;              // of aligned pairs: from the pair before, an ancestor

  static AabbUnitParams of(const AabbUnitKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
