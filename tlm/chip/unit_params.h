// What each unit of the chip is built with, made from the machine's keys. What follows from more than one key
// is worked out here and nowhere else. Plain C++, so that formulas can read it without SystemC.
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit_params.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit_params.h"
#include "collisionchip/tlm/units/engine_switch/engine_switch_params.h"
#include "collisionchip/tlm/units/group_engine/group_engine_params.h"
#include "collisionchip/tlm/units/group_unit/group_unit_params.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit_params.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_params.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit_params.h"
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer_params.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface_params.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo_params.h"
#include "collisionchip/tlm/units/record_cache/record_cache_params.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit_params.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram_params.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

PciInterfaceParams pci_interface_params(const ChipConfig& config);
MemoryControllerParams memory_controller_params(const ChipConfig& config);
StackEngineParams stack_engine_params(const ChipConfig& config);
PairSequencerParams pair_sequencer_params(const ChipConfig& config);
StackSramParams stack_sram_params(const ChipConfig& config);
DopUnitParams dop_unit_params(const ChipConfig& config);
ObbUnitParams obb_unit_params(const ChipConfig& config);
AabbUnitParams aabb_unit_params(const ChipConfig& config);
TriangleUnitParams triangle_unit_params(const ChipConfig& config);
EngineSwitchParams engine_switch_params(const ChipConfig& config);
GroupEngineParams group_engine_params(const ChipConfig& config);
GroupUnitParams group_unit_params(const ChipConfig& config);
LeafUnitParams leaf_unit_params(const ChipConfig& config);
RecordCacheParams record_cache_params(const ChipConfig& config);
SmallTriangleUnitParams small_triangle_unit_params(const ChipConfig& config);
PointerFifoParams pointer_fifo_params(const ChipConfig& config);

}  // namespace collisionchip
