// The channels of the chip, for whoever builds or watches it. Units see only their own, through their ports.
#pragma once

#include "collisionchip/tlm/chip/chip.h"
#include "collisionchip/tlm/chip/unit_params.h"

namespace collisionchip {

// Every link of Figure 4, named after the writer and what it sends.
struct Chip::Channels {
  // Of links whose items are bounded by something else (look-ahead, input registers) and never fill up.
  static constexpr std::size_t kRoomy = 16;

  explicit Channels(const ChipConfig& c)
      : node_requests("stack_engine.requests", c.memory_controller.request_queue_depth),
        tumbled_data("memory_controller.tumbled_data", kRoomy + c.memory_controller.input_registers),
        aligned_data("memory_controller.aligned_data", kRoomy + c.memory_controller.input_registers),
        releases("dop_unit.releases", kRoomy + c.memory_controller.input_registers),
        tumbled_auxiliary("memory_controller.tumbled_auxiliary", kRoomy),
        aligned_auxiliary("memory_controller.aligned_auxiliary", kRoomy + c.stack_engine.look_ahead),
        flags("dop_unit.flags", 1 + c.stack_engine.look_ahead),
        leaf_tests("stack_engine.leaf_tests", c.triangle_unit.queue_depth),
        findings("triangle_unit.findings", kRoomy + triangle_unit_params(c).pipeline_depth),
        entries("pointer_fifo.entries", c.pointer_fifo.depth) {}

  // visit(channel, name of its reader), in an order that is part of the trace format.
  template <typename Visitor>
  void for_each(Visitor&& visit) {
    visit(start, "stack_engine");
    visit(mmm_writes, "dop_unit");
    visit(frame_writes, "triangle_unit");
    visit(node_requests, "memory_controller");
    visit(triangle_requests, "memory_controller");
    visit(tumbled_data, "dop_unit");
    visit(aligned_data, "dop_unit");
    visit(triangle_data, "triangle_unit");
    visit(releases, "memory_controller");
    visit(tumbled_auxiliary, "stack_engine");
    visit(aligned_auxiliary, "stack_engine");
    visit(list_commands, "dop_unit");
    visit(flags, "stack_engine");
    visit(leaf_tests, "triangle_unit");
    visit(findings, "pointer_fifo");
    visit(stop, "stack_engine");
    visit(host_stop, "stack_engine");
    visit(entries, "pci_interface");
    visit(done, "pci_interface");
    visit(sram_requests[0], "stack_sram_left");
    visit(sram_requests[1], "stack_sram_right");
    for (auto& channel : sram_responses) visit(channel, "stack_engine");
  }

  Channel<StartCommand> start{"pci_interface.start", 1};
  Channel<MatrixWrite> mmm_writes{"pci_interface.mmm_writes", kRoomy};
  Channel<MatrixWrite> frame_writes{"pci_interface.frame_writes", kRoomy};
  Channel<ReadRequest> node_requests;
  Channel<ReadRequest> triangle_requests{"triangle_unit.requests", 2};
  Channel<NodePairData> tumbled_data;
  Channel<NodePairData> aligned_data;
  Channel<TriangleData> triangle_data{"memory_controller.triangle_data", kRoomy};
  Channel<RegisterRelease> releases;
  Channel<PairAuxiliary> tumbled_auxiliary;
  Channel<PairAuxiliary> aligned_auxiliary;
  Channel<ListCommand> list_commands{"stack_engine.list_commands", 2};
  Channel<OverlapFlags> flags;
  Channel<LeafTests> leaf_tests;
  Channel<Finding> findings;
  Channel<StopRequest> stop{"triangle_unit.stop", 1};
  Channel<StopRequest> host_stop{"pci_interface.stop", 1};
  Channel<Finding> entries;
  Channel<QueryDone> done{"pointer_fifo.done", 1};
  std::array<Channel<SramRequest>, 2> sram_requests{
      {{"stack_engine.left_sram", kRoomy}, {"stack_engine.right_sram", kRoomy}}};
  std::array<Channel<SramResponse>, 2> sram_responses{
      {{"stack_sram_left.words", 2}, {"stack_sram_right.words", 2}}};
};

template <typename Visitor>
void Chip::for_each_channel(Visitor&& visit) {
  channels_->for_each(visit);
}

}  // namespace collisionchip
