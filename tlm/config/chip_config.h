// All keys of a machine, section by section; docs/chip.md lists the few numbers that are constants. Each section describes its own
// keys (tlm/machine/key_row.h). Defaults are the preset `paper41`, the machine of Figure 4. Times are chip cycles of 3.75 ns
// unless the name says otherwise.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "collisionchip/reference/groups/group_filters.h"
#include "collisionchip/reference/groups/group_layout.h"
#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/tlm/kinds/cost_keys.h"
#include "collisionchip/tlm/machine/channel_map.h"
#include "collisionchip/tlm/machine/host_keys.h"
#include "collisionchip/tlm/machine/machine_keys.h"
#include "collisionchip/tlm/machine/pci_bus.h"
#include "collisionchip/tlm/memory/memory_keys.h"
#include "collisionchip/tlm/memory/sdram_keys.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit_keys.h"
#include "collisionchip/tlm/units/contact_unit/contact_unit_keys.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit_keys.h"
#include "collisionchip/tlm/units/group_engine/group_engine_keys.h"
#include "collisionchip/tlm/units/group_unit/group_unit_keys.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit_keys.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_keys.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit_keys.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo_keys.h"
#include "collisionchip/tlm/units/pose_unit/pose_unit_keys.h"
#include "collisionchip/tlm/units/record_cache/record_cache_keys.h"
#include "collisionchip/tlm/units/refit_unit/refit_unit_keys.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit_keys.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_keys.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram_keys.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_keys.h"

namespace collisionchip {

struct ChipConfig {
  ChipKeys chip;
  DopKeys dop;
  TreeKeys tree;
  // How nodes with DOPs lie in the SDRAM, unless the triangles lie in the leaves. No key names another one.
  const NodeFormat* node_format = &kDop128;

  QueryKeys query;
  PciBus pci;
  HostKeys host;
  MemoryControllerKeys memory_controller;
  MemoryKeys memory;
  SdramKeys sdram;
  EngineKeys engine;
  StackEngineKeys stack_engine;
  StackSramKeys stack_sram;
  DopUnitKeys dop_unit;
  ObbUnitKeys obb_unit;
  AabbUnitKeys aabb_unit;
  TriangleUnitKeys triangle_unit;
  PointerFifoKeys pointer_fifo;
  GroupKeys group;
  GroupEngineKeys group_engine;
  GroupUnitKeys group_unit;
  LeafUnitKeys leaf_unit;
  RecordCacheKeys record_cache;
  SmallTriangleUnitKeys small_triangle_unit;
  ContactUnitKeys contact_unit;
  PoseUnitKeys pose_unit;
  RefitUnitKeys refit_unit;
  EnergyKeys energy;
  AreaKeys area;
  UnitModels units;

  // In the order in which files, documentation and hashes have them.
  static constexpr auto sections() {
    return std::make_tuple(
        &ChipConfig::chip, &ChipConfig::dop, &ChipConfig::tree, &ChipConfig::query, &ChipConfig::pci,
        &ChipConfig::host, &ChipConfig::memory_controller, &ChipConfig::memory, &ChipConfig::sdram,
        &ChipConfig::engine, &ChipConfig::stack_engine, &ChipConfig::stack_sram, &ChipConfig::dop_unit,
        &ChipConfig::obb_unit, &ChipConfig::aabb_unit, &ChipConfig::triangle_unit, &ChipConfig::pointer_fifo,
        &ChipConfig::group, &ChipConfig::group_engine, &ChipConfig::group_unit, &ChipConfig::leaf_unit,
        &ChipConfig::record_cache, &ChipConfig::small_triangle_unit, &ChipConfig::contact_unit,
        &ChipConfig::pose_unit, &ChipConfig::refit_unit, &ChipConfig::energy, &ChipConfig::area,
        &ChipConfig::units);
  }
  template <typename Keys>
  const Keys& section() const {
    return this->*std::get<Keys ChipConfig::*>(sections());
  }

  // A channel of the memory as its own clock sees it.
  SdramKeys memory_side() const {
    SdramKeys side = sdram;
    side.capacity_mib /= memory.channels;
    if (memory.clock_bytes != 0) side.bus_bytes = memory.clock_bytes;
    return side;
  }
  SdramSettings sdram_settings() const {
    return {chip.clock_period_ps, memory.clock_mhz, channel_map(), sdram, memory_side()};
  }
  ChannelMap channel_map() const { return {memory.channels, memory.interleave_bytes}; }
  // Entries of the command queue that one of several engines works at.
  std::uint32_t queries_of_engine() const { return (group_engine.queries + engine.count - 1) / engine.count; }
  GroupLayout group_layout() const {
    return {static_cast<int>(dop.k), static_cast<int>(group.width), static_cast<int>(group.bits),
            static_cast<int>(group.leaf_size)};
  }
  GroupFilters group_filters() const {
    return {group.tight_leaf, group.plane, group.own_volume, group.leaf_plane};
  }
  // The engine has work for a second set of the DOP Unit's registers, and there is one.
  bool prefetches() const { return stack_engine.prefetch && dop_unit.register_sets > 1; }
  bool prefetches_known() const { return prefetches() && stack_engine.prefetch_known; }
  // Leaves without a DOP are not compared with inner nodes either.
  LeafTest leaf_test() const {
    if (memory_controller.leaf_layout == LeafLayout::triangle) return LeafTest::no_dops;
    return is_leafless(tree.format) ? LeafTest::triangle : stack_engine.leaf_test;
  }
};

// What the software must be asked to do the same as this chip. Which side is tumbled the objects may say.
QueryOptions query_options(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           bool first_witness = false);
// Without the objects, for who judges answers: of the side it says nothing.
QueryOptions judged_options(const ChipConfig& config, bool first_witness = false);

// A preset by its name. InputError for another name. Presets are rows of machines, so tlm/machines has these functions.
ChipConfig preset(const std::string& name);
const std::vector<std::string>& preset_names();      // of the paper
const std::vector<std::string>& all_preset_names();  // and ours

}  // namespace collisionchip
