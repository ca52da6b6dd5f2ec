// The host of lists of pairs of nodes with DOPs.
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/machines/matrix_words.h"
#include "collisionchip/testbench/machines/tree_host.h"

namespace collisionchip {

HostKind lists_host() {
  HostKind host;
  host.machine = "lists";
  host.has_built_dops = true;
  host.least_bytes = tree_host::image_bytes_of;
  host.object_bytes = tree_host::object_bytes;
  host.write_object = tree_host::write_object;
  host.registers = [](const ChipConfig&, const PlacedObject& a, const PlacedObject& b, const Pose& pose,
                      TumbledSide side) {
    const QuerySetup setup(*a.object, *b.object, pose, side);
    return MatrixRegisters{mmm_words(setup.dop), frame_words(setup.frames)};
  };
  host.reference = tree_host::reference;
  host.read = tree_host::read;
  host.counts_eq5 = true;
  host.account_text = tree_host::account_text;
  host.reference_keys = {"dop.k", "stack_engine.leaf_test", "memory_controller.leaf_layout",
                         "stack_engine.traversal", "triangle_unit.filter"};
  host.walks_trees = true;
  return host;
}

}  // namespace collisionchip
