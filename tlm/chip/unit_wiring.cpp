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

template <>
PciInterface::Ports wired<PciInterface>(const UnitPorts& ports) {
  PciInterface::Ports all = {ports.at<Finding>("entries"),    ports.at<QueryDone>("done"),
                             ports.at<StartCommand>("start"), nullptr,
                             ports.at<MatrixWrite>("mmm"),    ports.at<MatrixWrite>("frames")};
  // Which kind of stop it is the queue of commands says.
  if (ports.carries<StopRequest>("stop")) {
    all.stop = &ports.at<StopRequest>("stop");
  } else {
    all.query_stop = &ports.at<QueryStop>("stop");
  }
  return all;
}

template <>
MemoryController::Ports wired<MemoryController>(const UnitPorts& ports) {
  if (ports.find<BurstRequest>("burst_requests") != nullptr) {
    MemoryController::Ports bursts{};
    bursts.burst_requests = &ports.at<BurstRequest>("burst_requests");
    bursts.burst_data = &ports.at<BurstData>("burst_data");
    return bursts;
  }
  if (ports.find<ReadRequest>("node_requests") == nullptr)
    return {nullptr, &ports.at<ReadRequest>("triangle_requests"), nullptr, nullptr,
            nullptr, &ports.at<TriangleData>("triangle_data"),    nullptr, nullptr};
  return {&ports.at<ReadRequest>("node_requests"),       &ports.at<ReadRequest>("triangle_requests"),
          &ports.at<RegisterRelease>("releases"),        &ports.at<NodePairData>("tumbled_data"),
          &ports.at<NodePairData>("aligned_data"),       &ports.at<TriangleData>("triangle_data"),
          &ports.at<PairAuxiliary>("tumbled_auxiliary"), &ports.at<PairAuxiliary>("aligned_auxiliary"),
          ports.find<TriangleData>("tumbled_leaves"),    ports.find<TriangleData>("aligned_leaves")};
}

template <>
StackEngine::Ports wired<StackEngine>(const UnitPorts& ports) {
  return {ports.at<StartCommand>("start"),
          ports.at<PairAuxiliary>("tumbled_auxiliary"),
          ports.at<PairAuxiliary>("aligned_auxiliary"),
          ports.at<OverlapFlags>("flags"),
          ports.at<StopRequest>("stop"),
          ports.at<StopRequest>("host_stop"),
          {&ports.at<SramResponse>("left_words"), &ports.at<SramResponse>("right_words")},
          {&ports.at<SramRequest>("left_sram"), &ports.at<SramRequest>("right_sram")},
          ports.at<ReadRequest>("requests"),
          ports.at<ListCommand>("list_commands"),
          ports.at<LeafTests>("leaf_tests")};
}

template <>
StackSram::Ports wired<StackSram>(const UnitPorts& ports) {
  return {ports.at<SramRequest>("requests"), ports.at<SramResponse>("words")};
}

template <>
VolumeUnit::Ports wired<VolumeUnit>(const UnitPorts& ports) {
  return {ports.at<NodePairData>("tumbled"),    ports.at<NodePairData>("aligned"),
          ports.at<ListCommand>("list"),        ports.at<MatrixWrite>("mmm"),
          ports.at<RegisterRelease>("release"), ports.at<OverlapFlags>("flags")};
}

template <>
DopUnit::Ports wired<DopUnit>(const UnitPorts& ports) {
  return wired<VolumeUnit>(ports);
}

template <>
TriangleUnit::Ports wired<TriangleUnit>(const UnitPorts& ports) {
  Channel<TileCommand>* const tile_commands = ports.find<TileCommand>("tile_commands");
  const bool tiles = tile_commands != nullptr;
  return {tiles ? nullptr : &ports.at<LeafTests>("leaf_tests"),
          ports.at<TriangleData>("triangle_data"),
          ports.at<MatrixWrite>("frame"),
          tiles ? nullptr : &ports.at<ReadRequest>("requests"),
          ports.at<Finding>("findings"),
          ports.at<StopRequest>("stop"),
          ports.find<TriangleData>("tumbled_leaves"),
          ports.find<TriangleData>("aligned_leaves"),
          tile_commands};
}

template <>
PointerFifo::Ports wired<PointerFifo>(const UnitPorts& ports) {
  return {ports.at<Finding>("findings"), ports.at<Finding>("entries"), ports.at<QueryDone>("done")};
}

template <>
PairSequencer::Ports wired<PairSequencer>(const UnitPorts& ports) {
  return {ports.at<StartCommand>("start"),   ports.at<MatrixWrite>("counts"),
          ports.at<StopRequest>("stop"),     ports.at<StopRequest>("host_stop"),
          ports.at<ReadRequest>("requests"), ports.at<TileCommand>("tile_commands")};
}

template <>
ObbUnit::Ports wired<ObbUnit>(const UnitPorts& ports) {
  return wired<VolumeUnit>(ports);
}

template <>
AabbUnit::Ports wired<AabbUnit>(const UnitPorts& ports) {
  return wired<VolumeUnit>(ports);
}

template <>
EngineSwitch::Ports wired<EngineSwitch>(const UnitPorts& ports) {
  EngineSwitch::Ports all = {ports.at<StartCommand>("start"),
                             ports.at<QueryStop>("stop"),
                             ports.at<MatrixWrite>("group_registers"),
                             ports.at<MatrixWrite>("leaf_registers"),
                             ports.at<Finding>("findings"),
                             {},
                             {}};
  const auto add_lanes = [&](const std::string& requests, const std::string& data,
                             std::vector<EngineSwitch::Lane>& lanes) {
    for (std::uint32_t i = 0; ports.find<BurstRequest>(numbered(requests, i)) != nullptr; ++i)
      lanes.push_back(
          {ports.at<BurstRequest>(numbered(requests, i)), ports.at<BurstData>(numbered(data, i))});
  };
  add_lanes("burst_requests", "burst_data", all.lanes);
  for (int i = 0;; ++i) {
    const std::string engine = "engine_" + std::to_string(i);
    if (ports.find<QueryStart>(engine + "_start") == nullptr) break;
    all.engines.push_back({ports.at<QueryStart>(engine + "_start"),
                           ports.at<QueryStop>(engine + "_stop"),
                           ports.at<MatrixWrite>(engine + "_group_registers"),
                           ports.at<MatrixWrite>(engine + "_leaf_registers"),
                           ports.at<Finding>(engine + "_findings"),
                           {}});
    add_lanes(engine + "_requests", engine + "_data", all.engines.back().lanes);
  }
  return all;
}

template <>
GroupEngine::Ports wired<GroupEngine>(const UnitPorts& ports) {
  const bool switched = ports.carries<QueryStart>("start");
  return {switched ? nullptr : &ports.at<StartCommand>("start"),
          ports.at<QueryStop>("stop"),
          ports.at<QueryStop>("host_stop"),
          ports.at<GroupAnswer>("results"),
          ports.at<LeafDone>("leaf_done"),
          ports.at<RecordRequest>("requests"),
          ports.at<QueryOrder>("orders"),
          switched ? &ports.at<QueryStart>("start") : nullptr};
}

template <>
GroupUnit::Ports wired<GroupUnit>(const UnitPorts& ports) {
  return {ports.at<RecordData>("groups"), ports.at<LeafVolume>("volumes"), ports.at<MatrixWrite>("registers"),
          ports.at<GroupAnswer>("results"), ports.at<LeafOrder>("leaf_orders")};
}

template <>
LeafUnit::Ports wired<LeafUnit>(const UnitPorts& ports) {
  return {ports.at<LeafOrder>("orders"),      ports.at<RecordData>("blocks"),
          ports.at<MatrixWrite>("registers"), ports.at<RecordRequest>("requests"),
          ports.at<LeafVolume>("volumes"),    ports.at<LeafDone>("done"),
          ports.at<TriangleTest>("tests"),    ports.at<MatrixWrite>("test_registers")};
}

template <>
RecordCache::Ports wired<RecordCache>(const UnitPorts& ports) {
  std::vector<RecordCache::Ports::Lane> lanes;
  for (std::uint32_t channel = 0;; ++channel) {
    Channel<BurstData>* const data = ports.find<BurstData>(numbered("burst_data", channel));
    if (data == nullptr) break;
    lanes.push_back({*data, ports.at<BurstRequest>(numbered("burst_requests", channel))});
  }
  return {ports.at<RecordRequest>("group_requests"), ports.at<RecordRequest>("block_requests"), lanes,
          ports.at<RecordData>("groups"), ports.at<RecordData>("blocks")};
}

template <>
SmallTriangleUnit::Ports wired<SmallTriangleUnit>(const UnitPorts& ports) {
  return {ports.at<TriangleTest>("tests"), ports.at<QueryOrder>("orders"), ports.at<MatrixWrite>("registers"),
          ports.at<Finding>("findings"), ports.at<QueryStop>("stop")};
}

}  // namespace collisionchip
