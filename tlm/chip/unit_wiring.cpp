#include "collisionchip/tlm/chip/unit_wiring.h"

#include "collisionchip/tlm/units/dop_unit/dop_unit.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
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

}  // namespace collisionchip
