#include "collisionchip/testbench/host/chip_object.h"

#include "collisionchip/reference/obb/obb_object.h"

namespace collisionchip {

CollisionObject build_object(const Mesh& mesh, const ChipConfig& config, TreeOptions options) {
  options.k = static_cast<int>(config.dop.k);
  CollisionObject object = CollisionObject::build(mesh, options);
  if (config.has_obbs()) {
    const bool plain = config.tree.format == TreeFormatKey::obb64;
    object.volumes = make_obb_volumes(mesh, plain ? ObbEncoding::obb64 : ObbEncoding::obb40);
  }
  return object;
}

}  // namespace collisionchip
