#include "collisionchip/tlm/chip/unit_kinds.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"
#include "collisionchip/tlm/units/contact_unit/contact_unit.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"
#include "collisionchip/tlm/units/engine_switch/engine_switch.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/group_unit/group_unit.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"
#include "collisionchip/tlm/units/memory_controller/burst_controller.h"
#include "collisionchip/tlm/units/memory_controller/pair_controller.h"
#include "collisionchip/tlm/units/memory_controller/triangle_controller.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit.h"
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/tlm/units/pose_unit/pose_unit.h"
#include "collisionchip/tlm/units/record_cache/record_cache.h"
#include "collisionchip/tlm/units/refit_unit/refit_unit.h"
#include "collisionchip/tlm/units/result_unit/result_unit.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"
#include "collisionchip/tlm/units/stack_engine/ancestor_engine.h"
#include "collisionchip/tlm/units/stack_engine/pair_stack_engine.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"
#include "collisionchip/tlm/units/triangle_unit/tile_unit.h"
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

// An implementation of the kind that K declares: statistics read a U as a K.
template <typename K, typename U>
UnitImplementation implementation(const char* name) {
  static_assert(std::is_base_of_v<K, U>);
  return {name, make<U>, nullptr, cost<U>};
}

template <typename K>
UnitKind kind(const char* name, std::vector<UnitImplementation> implementations) {
  return {name,      K::statistic_rows,         K::account_meanings, K::closing_sums,
          K::kCosts, std::move(implementations)};
}

// With one implementation.
template <typename U>
UnitKind kind(const char* name) {
  return kind<U>(name, {implementation<U, U>(name)});
}

std::vector<UnitImplementation> memory_controllers() {
  return {implementation<MemoryController, PairController>("pair_controller"),
          implementation<MemoryController, TriangleController>("triangle_controller"),
          implementation<MemoryController, BurstController>("burst_controller")};
}

std::vector<UnitImplementation> engines_of_pairs() {
  return {implementation<PairEngine, StackEngine>("stack_engine"),
          implementation<PairEngine, AncestorEngine>("ancestor_engine"),
          implementation<PairEngine, PairStackEngine>("pair_stack_engine")};
}

std::vector<UnitImplementation> units_of_triangles() {
  return {implementation<TriangleTester, TriangleUnit>("triangle_unit"),
          implementation<TriangleTester, TileUnit>("tile_unit")};
}

}  // namespace

const UnitKinds& model_kinds() {
  static const UnitKinds all = {kind<PciInterface>("pci_interface"),
                                kind<MemoryController>("memory_controller", memory_controllers()),
                                kind<PairEngine>("stack_engine", engines_of_pairs()),
                                kind<PairSequencer>("pair_sequencer"),
                                kind<StackSram>("stack_sram"),
                                kind<DopUnit>("dop_unit"),
                                kind<ObbUnit>("obb_unit"),
                                kind<AabbUnit>("aabb_unit"),
                                kind<TriangleTester>("triangle_unit", units_of_triangles()),
                                kind<EngineSwitch>("engine_switch"),
                                kind<GroupEngine>("group_engine"),
                                kind<GroupUnit>("group_unit"),
                                kind<LeafUnit>("leaf_unit"),
                                kind<RecordCache>("record_cache"),
                                kind<SmallTriangleUnit>("small_triangle_unit"),
                                kind<ContactUnit>("contact_unit"),
                                kind<PoseUnit>("pose_unit"),
                                kind<RefitUnit>("refit_unit"),
                                kind<PointerFifo>("pointer_fifo"),
                                kind<ResultUnit>("result_unit")};
  return all;
}

const UnitKind& kind_of(const UnitKinds& kinds, const std::string& name) {
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const UnitKind& kind) { return kind.name == name; });
  if (found == kinds.end()) throw std::out_of_range("no unit of kind '" + name + "'");
  return *found;
}

const UnitImplementation& implementation_of(const UnitKinds& kinds, const UnitRow& row) {
  const std::vector<UnitImplementation>& all = kind_of(kinds, row.kind).implementations;
  if (row.implementation.empty()) return all.front();
  const auto found = std::find_if(all.begin(), all.end(), [&](const UnitImplementation& implementation) {
    return implementation.name == row.implementation;
  });
  if (found == all.end())
    throw std::out_of_range("no '" + row.implementation + "' among units of kind '" + row.kind + "'");
  return *found;
}

std::unique_ptr<Unit> make_unit(const UnitKinds& kinds, const UnitRow& row, const ChipConfig& config,
                                const UnitPorts& ports) {
  const UnitImplementation& unit = implementation_of(kinds, row);
  if (row.model == UnitModel::tlm) return unit.model(row.name, config, ports);
  if (unit.rtl == nullptr)
    throw InputError("units." + row.kind + " = \"rtl\"", "\"tlm\"",
                     "; this program has no RTL for this unit");
  return unit.rtl(row.name, config, ports);
}

}  // namespace collisionchip
