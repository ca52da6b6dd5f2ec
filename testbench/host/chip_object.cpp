#include "collisionchip/testbench/host/chip_object.h"

#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/obb/obb_object.h"

namespace collisionchip {

std::uint32_t groups_key(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  return config.group.width << 16 | config.group.bits << 8 | config.group.leaf_size;
}

CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options) {
  options.k = static_cast<int>(config.dop.k);
  CollisionObject object = CollisionObject::build(mesh, options);
  if (config.has_obbs()) {
    const bool plain = config.tree.format == TreeFormatKey::obb64;
    object.volumes = make_obb_volumes(mesh, plain ? ObbEncoding::obb64 : ObbEncoding::obb40);
  }
  if (config.has_groups())
    object.groups = std::make_shared<const GroupObject>(GroupObject::build(config.group_layout(), object));
  return object;
}

}  // namespace collisionchip
