// Objects with the groups of a machine.
#pragma once

#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip::testing_support {

inline ObjectPair grouped(ObjectPair objects, const ChipConfig& config) {
  for (CollisionObject* object : {&objects.a, &objects.b})
    object->groups = std::make_shared<const GroupObject>(GroupObject::build(config.group_layout(), *object));
  return objects;
}

// In the layout of the preset beyond.
inline const ObjectPair& tori_in_groups() {
  static const ObjectPair objects = grouped(tori(), preset("beyond"));
  return objects;
}

}  // namespace collisionchip::testing_support
