// The CollisionChip (Figure 4) with its two stack SRAMs: units, and the channels between them.
//
// Outside: `host` (TLM-2.0 LT target, the PCI address space of register_map.h), `memory` (TLM-2.0 initiator:
// AT reads, LT host accesses), `interrupt`. Any host binds, and any memory that keeps the base protocol and
// answers in order, each read by BEGIN_RESP (not by completing it early).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include <tlm>

#include "collisionchip/tlm/chip/unit_factory.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {

class Chip : public sc_core::sc_module {
 public:
  // `construction_order` permutes the order in which the units are made (tests prove it does not matter).
  // `units` makes them, while the chip is constructed.
  Chip(const sc_core::sc_module_name& name, const ChipConfig& config, unsigned construction_order = 0,
       const UnitFactory& units = UnitFactory::models());

  tlm::tlm_target_socket<>& host() { return pci_interface_->host; }
  tlm::tlm_initiator_socket<>& memory() { return memory_controller_->memory; }
  sc_core::sc_out<bool>& interrupt() { return pci_interface_->interrupt; }

  // Called at a hard reset: whoever owns the memory resets it too.
  std::function<void(Cycle)> on_reset;
  // Called when a query starts, with its first cycle.
  std::function<void(Cycle)> on_start;

  // Hard reset, as by the host's control register. A reset chip answers like a fresh one, cycle by cycle.
  void reset();

  // Cycles of the last query, from the start command to the last result in the Pointer FIFO.
  Cycle query_begin() const { return pci_interface_->query_begin(); }
  Cycle query_cycles() const { return pci_interface_->query_end() - pci_interface_->query_begin(); }
  // Every unit's account of the last query; each sums to query_cycles().
  std::vector<UnitCycles> unit_cycles() const;
  // In the order of their declaration. Their occupancy is that of the last query.
  const std::vector<const ChannelBase*>& channels() const { return channel_list_; }

  DopUnit& dop_unit() { return *dop_unit_; }
  const DopUnit& dop_unit() const { return *dop_unit_; }
  TriangleUnit& triangle_unit() { return *triangle_unit_; }
  const TriangleUnit& triangle_unit() const { return *triangle_unit_; }
  const StackEngine& stack_engine() const { return *stack_engine_; }
  const PciInterface& pci_interface() const { return *pci_interface_; }
  const MemoryController& memory_controller() const { return *memory_controller_; }
  const PointerFifo& pointer_fifo() const { return *pointer_fifo_; }
  const StackSram& stack_sram(int side) const { return *stack_srams_[static_cast<std::size_t>(side)]; }

  // For observers: visit(Channel<T>&, name of its reader), needs tlm/chip/chip_channels.h; and the accounts
  // in the order of unit_cycles().
  template <typename Visitor>
  void for_each_channel(Visitor&& visit);
  std::vector<CycleAccount*> accounts();

  // Where faults can be put in (testbench/faults/fault_injection.h).
  Channel<SramRequest>& sram_requests(int side);
  Channel<Finding>& fifo_entries();

 private:
  struct Channels;

  void construct(unsigned order, const UnitFactory& units);
  void begin_query(Cycle origin);
  void end_query(Cycle end);

  ChipConfig config_;
  Clock clock_;
  std::unique_ptr<Channels> channels_;
  std::vector<const ChannelBase*> channel_list_;
  Sequencer sequencer_;
  std::unique_ptr<PciInterface> pci_interface_;
  std::unique_ptr<MemoryController> memory_controller_;
  std::unique_ptr<StackEngine> stack_engine_;
  std::array<std::unique_ptr<StackSram>, 2> stack_srams_;
  std::unique_ptr<DopUnit> dop_unit_;
  std::unique_ptr<TriangleUnit> triangle_unit_;
  std::unique_ptr<PointerFifo> pointer_fifo_;
  std::vector<Unit*> units_;  // in the order of Figure 4, which reports keep

 public:
  ~Chip() override;
};

}  // namespace collisionchip
