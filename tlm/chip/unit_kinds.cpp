#include "collisionchip/tlm/chip/unit_kinds.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/chip/unit_wiring.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"
#include "collisionchip/tlm/units/engine_switch/engine_switch.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/group_unit/group_unit.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit.h"
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/tlm/units/record_cache/record_cache.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {

namespace {

template <typename U, auto params>
UnitKind kind(const char* name) {
  return {name, make_wired<U, params>, nullptr, U::statistic_rows, U::account_meanings};
}

}  // namespace

const UnitKinds& model_kinds() {
  static const UnitKinds all = {kind<PciInterface, pci_interface_params>("pci_interface"),
                                kind<MemoryController, memory_controller_params>("memory_controller"),
                                kind<StackEngine, stack_engine_params>("stack_engine"),
                                kind<PairSequencer, pair_sequencer_params>("pair_sequencer"),
                                kind<StackSram, stack_sram_params>("stack_sram"),
                                kind<DopUnit, dop_unit_params>("dop_unit"),
                                kind<ObbUnit, obb_unit_params>("obb_unit"),
                                kind<AabbUnit, aabb_unit_params>("aabb_unit"),
                                kind<TriangleUnit, triangle_unit_params>("triangle_unit"),
                                kind<EngineSwitch, engine_switch_params>("engine_switch"),
                                kind<GroupEngine, group_engine_params>("group_engine"),
                                kind<GroupUnit, group_unit_params>("group_unit"),
                                kind<LeafUnit, leaf_unit_params>("leaf_unit"),
                                kind<RecordCache, record_cache_params>("record_cache"),
                                kind<SmallTriangleUnit, small_triangle_unit_params>("small_triangle_unit"),
                                kind<PointerFifo, pointer_fifo_params>("pointer_fifo")};
  return all;
}

const UnitKind& kind_of(const UnitKinds& kinds, const std::string& name) {
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const UnitKind& kind) { return kind.name == name; });
  if (found == kinds.end()) throw std::out_of_range("no unit of kind '" + name + "'");
  return *found;
}

std::unique_ptr<Unit> make_unit(const UnitKinds& kinds, const UnitRow& row, const ChipConfig& config,
                                const UnitPorts& ports) {
  const UnitKind& kind = kind_of(kinds, row.kind);
  if (row.model == UnitModel::tlm) return kind.model(row.name, config, ports);
  if (kind.rtl == nullptr)
    throw InputError("units." + row.kind + " = \"rtl\": expected \"tlm\"; this program has no RTL of it");
  return kind.rtl(row.name, config, ports);
}

}  // namespace collisionchip
