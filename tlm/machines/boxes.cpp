// Lists of pairs of nodes with boxes, oriented or axis-aligned ones: a unit of boxes stands in the place of the DOP Unit.
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/tree_machine.h"

namespace collisionchip {

namespace boxes {
namespace {

bool are_oriented(const ChipConfig& config) {
  return config.tree.format == TreeFormatKey::obb64 || config.tree.format == TreeFormatKey::obb40;
}

const char* unit_of_boxes(const ChipConfig& config) {
  return are_oriented(config) ? "obb_unit" : "aabb_unit";
}

std::vector<MachineExample> examples() {
  MachineExample oriented{1, {}}, aligned{3, {}};
  oriented.config.tree.format = TreeFormatKey::obb64;
  aligned.config.tree.format = TreeFormatKey::aabb32;
  return {oriented, aligned};
}

}  // namespace
}  // namespace boxes

MachineKind boxes_machine() {
  using namespace boxes;
  MachineKind machine;
  machine.name = "boxes";
  machine.engine = EngineKindKey::tree;
  machine.formats = {TreeFormatKey::obb64, TreeFormatKey::obb40, TreeFormatKey::aabb32,
                     TreeFormatKey::aabb21};
  machine.units = [](const ChipConfig& config) { return tree_machine::units(unit_of_boxes(config)); };
  machine.channels = [](const ChipConfig& config) {
    return tree_machine::channels(config, unit_of_boxes(config));
  };
  machine.sockets = {{"triangle_unit.records", "memory_controller.host"}};
  machine.examples = examples;
  return machine;
}

}  // namespace collisionchip
