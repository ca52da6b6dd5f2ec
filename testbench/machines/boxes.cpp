// The host of lists of pairs of nodes with boxes.
#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/reference/obb/obb_object.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/machines/matrix_words.h"
#include "collisionchip/testbench/machines/tree_host.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace boxes_host_row {
namespace {

void add_volumes(const Mesh& mesh, const ChipConfig& config, CollisionObject& object) {
  const PairOrder order =
      config.aabb_unit.parent == AabbParentKey::refetch ? PairOrder::depth_first : PairOrder::as_built;
  switch (config.tree.format) {
    case TreeFormatKey::obb64:
      object.volumes = make_obb_volumes(mesh, ObbEncoding::obb64);
      break;
    case TreeFormatKey::obb40:
      object.volumes = make_obb_volumes(mesh, ObbEncoding::obb40);
      break;
    case TreeFormatKey::aabb32:
      object.volumes = make_aabb_volumes(mesh, AabbPairFormat::aabb32, order);
      break;
    case TreeFormatKey::aabb32_leafless:
      object.volumes = make_aabb_volumes(mesh, AabbPairFormat::aabb32_leafless, order);
      break;
    case TreeFormatKey::aabb21_leafless:
      object.volumes = make_aabb_volumes(mesh, AabbPairFormat::aabb21_leafless, order);
      break;
    default:
      object.volumes = make_aabb_volumes(mesh, AabbPairFormat::aabb21, order);
  }
}

MatrixRegisters make_registers(const ChipConfig&, const PlacedObject& a, const PlacedObject& b,
                               const Pose& pose, TumbledSide side) {
  const bool a_tumbled = side == TumbledSide::a;
  const VolumeTree &tumbled = *(a_tumbled ? a : b).object->volumes,
                   &aligned = *(a_tumbled ? b : a).object->volumes;
  return {tumbled.matrix_words(aligned, pose, side), frame_words(make_frame_matrices(pose, side))};
}

}  // namespace
}  // namespace boxes_host_row

HostKind boxes_host() {
  using namespace boxes_host_row;
  HostKind host;
  host.machine = "boxes";
  host.add_volumes = add_volumes;
  host.object_keys = {"aabb_unit.parent"};  // it says how pairs are numbered
  host.least_bytes = tree_host::image_bytes_of;
  host.object_bytes = tree_host::object_bytes;
  host.write_object = tree_host::write_object;
  host.registers = make_registers;
  host.reference = tree_host::reference;
  host.reference_keys = {"stack_engine.leaf_test", "aabb_unit.parent", "triangle_unit.filter"};
  host.read = tree_host::read;
  host.account_text = tree_host::account_text;
  host.walks_trees = true;
  return host;
}

}  // namespace collisionchip
