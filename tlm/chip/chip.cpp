#include "collisionchip/tlm/chip/chip.h"

#include <algorithm>
#include <numeric>

#include "collisionchip/tlm/chip/chip_channels.h"
#include "collisionchip/tlm/chip/unit_params.h"

namespace collisionchip {

Chip::Chip(const sc_core::sc_module_name& name, const ChipConfig& config, unsigned construction_order,
           const UnitFactory& units)
    : sc_core::sc_module(name),
      config_(config),
      clock_(config.chip.clock_period_ps),
      channels_(std::make_unique<Channels>(config_)),
      sequencer_("sequencer", clock_) {
  for_each_channel([this](const auto& channel, const char*) { channel_list_.push_back(&channel); });
  construct(construction_order, units);
  units_ = {pci_interface_.get(),  memory_controller_.get(), stack_engine_.get(),  stack_srams_[0].get(),
            stack_srams_[1].get(), dop_unit_.get(),          triangle_unit_.get(), pointer_fifo_.get()};
  pci_interface_->memory.bind(memory_controller_->host);
  triangle_unit_->records.bind(memory_controller_->host);
  pci_interface_->on_start = [this](Cycle origin) { begin_query(origin); };
  pci_interface_->on_end = [this](Cycle end) { end_query(end); };
  pci_interface_->on_reset = [this] { reset(); };
}

Chip::~Chip() = default;

void Chip::construct(unsigned order, const UnitFactory& units) {
  Channels& c = *channels_;
  std::vector<std::function<void()>> makers = {
      [&] {
        pci_interface_ = units.pci_interface(
            config_,
            PciInterface::Ports{c.entries, c.done, c.start, c.host_stop, c.mmm_writes, c.frame_writes});
        sequencer_.add(*pci_interface_);
      },
      [&] {
        memory_controller_ = units.memory_controller(
            config_, MemoryController::Ports{c.node_requests, c.triangle_requests, c.releases, c.tumbled_data,
                                             c.aligned_data, c.triangle_data, c.tumbled_auxiliary,
                                             c.aligned_auxiliary});
        sequencer_.add(*memory_controller_);
      },
      [&] {
        stack_engine_ =
            units.stack_engine(config_, StackEngine::Ports{c.start,
                                                           c.tumbled_auxiliary,
                                                           c.aligned_auxiliary,
                                                           c.flags,
                                                           c.stop,
                                                           c.host_stop,
                                                           {&c.sram_responses[0], &c.sram_responses[1]},
                                                           {&c.sram_requests[0], &c.sram_requests[1]},
                                                           c.node_requests,
                                                           c.list_commands,
                                                           c.leaf_tests});
        sequencer_.add(*stack_engine_);
      },
      [&] {
        stack_srams_[0] =
            std::make_unique<StackSram>("stack_sram_left", stack_sram_params(config_),
                                        StackSram::Ports{c.sram_requests[0], c.sram_responses[0]});
        sequencer_.add(*stack_srams_[0]);
      },
      [&] {
        stack_srams_[1] =
            std::make_unique<StackSram>("stack_sram_right", stack_sram_params(config_),
                                        StackSram::Ports{c.sram_requests[1], c.sram_responses[1]});
        sequencer_.add(*stack_srams_[1]);
      },
      [&] {
        dop_unit_ = units.dop_unit(config_, DopUnit::Ports{c.tumbled_data, c.aligned_data, c.list_commands,
                                                           c.mmm_writes, c.releases, c.flags});
        sequencer_.add(*dop_unit_);
      },
      [&] {
        triangle_unit_ =
            units.triangle_unit(config_, TriangleUnit::Ports{c.leaf_tests, c.triangle_data, c.frame_writes,
                                                             c.triangle_requests, c.findings, c.stop});
        sequencer_.add(*triangle_unit_);
      },
      [&] {
        pointer_fifo_ = units.pointer_fifo(config_, PointerFifo::Ports{c.findings, c.entries, c.done});
        sequencer_.add(*pointer_fifo_);
      },
  };
  // The order-th permutation, by its digits in the factorial number system.
  while (!makers.empty()) {
    const auto count = static_cast<unsigned>(makers.size());
    const auto chosen = makers.begin() + static_cast<std::ptrdiff_t>(order % count);
    order /= count;
    (*chosen)();
    makers.erase(chosen);
  }
}

void Chip::reset() {
  for_each_channel([](auto& channel, const char*) { channel.reset(); });
  for (Unit* unit : units_) unit->reset();
  if (on_reset) on_reset(clock_.now());
}

Channel<SramRequest>& Chip::sram_requests(int side) {
  return channels_->sram_requests[static_cast<std::size_t>(side)];
}

Channel<Finding>& Chip::fifo_entries() {
  return channels_->entries;
}

void Chip::begin_query(Cycle origin) {
  for (Unit* unit : units_) unit->begin_query(origin);
  for_each_channel([origin](auto& channel, const char*) { channel.begin_occupancy(origin); });
  if (on_start) on_start(origin);
}

std::vector<CycleAccount*> Chip::accounts() {
  std::vector<CycleAccount*> all;
  for (const Unit* unit : units_) {
    for (CycleAccount* account : unit->accounts()) all.push_back(account);
  }
  return all;
}

void Chip::end_query(Cycle end) {
  for_each_channel([end](auto& channel, const char*) { channel.end_occupancy(end); });
}

std::vector<UnitCycles> Chip::unit_cycles() const {
  const Cycle end = pci_interface_->query_end();
  std::vector<UnitCycles> all;
  for (const Unit* unit : units_) {
    for (std::size_t account = 0; account < unit->accounts().size(); ++account)
      all.push_back(unit->cycles(end, account));
  }
  return all;
}

}  // namespace collisionchip
