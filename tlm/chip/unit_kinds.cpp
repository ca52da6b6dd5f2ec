#include "collisionchip/tlm/chip/unit_kinds.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/unit_params.h"
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

template <typename U>
std::unique_ptr<Unit> make(const std::string& instance, const ChipConfig& config, const UnitPorts& ports) {
  return std::make_unique<U>(instance.c_str(), params_of<typename U::Params>(config), U::Ports::of(ports));
}

template <typename U>
UnitCost cost(const ChipConfig& config, const Unit* counted) {
  return U::cost(params_of<typename U::Params>(config), derived_of(config), dynamic_cast<const U*>(counted));
}

template <typename U>
UnitKind kind(const char* name) {
  return {name,      make<U>, nullptr, U::statistic_rows, U::account_meanings, U::closing_sums,
          U::kCosts, cost<U>};
}

}  // namespace

const UnitKinds& model_kinds() {
  static const UnitKinds all = {kind<PciInterface>("pci_interface"),
                                kind<MemoryController>("memory_controller"),
                                kind<StackEngine>("stack_engine"),
                                kind<PairSequencer>("pair_sequencer"),
                                kind<StackSram>("stack_sram"),
                                kind<DopUnit>("dop_unit"),
                                kind<ObbUnit>("obb_unit"),
                                kind<AabbUnit>("aabb_unit"),
                                kind<TriangleUnit>("triangle_unit"),
                                kind<EngineSwitch>("engine_switch"),
                                kind<GroupEngine>("group_engine"),
                                kind<GroupUnit>("group_unit"),
                                kind<LeafUnit>("leaf_unit"),
                                kind<RecordCache>("record_cache"),
                                kind<SmallTriangleUnit>("small_triangle_unit"),
                                kind<PointerFifo>("pointer_fifo")};
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
