#include "collisionchip/tlm/chip/board.h"

#include <algorithm>

namespace collisionchip {

Board::Board(const sc_core::sc_module_name& name, const ChipConfig& config, const BoardOptions& options)
    : sc_core::sc_module(name),
      config_(config),
      chip_("chip", config_, chip_netlist(config_), options.construction_order,
            options.units != nullptr ? *options.units : model_kinds()) {
  for (std::uint32_t i = 0; i < config_.memory.channels; ++i) add_channel(i, options);
  chip_.on_reset = [this](Cycle now) { reset(now); };
}

void Board::add_channel(std::uint32_t number, const BoardOptions& options) {
  MemoryChannel channel;
  const auto named = [number](const char* name) { return numbered(name, number); };
  channel.sdram = std::make_unique<Sdram>(named("sdram").c_str(), config_, number,
                                          channels_.empty() ? nullptr : channels_.front().sdram.get());
  chip_.run_with_units(*channel.sdram);
  tlm::tlm_initiator_socket<>* wires = &chip_.memory(number);
  if (options.memory_monitor) {
    channel.monitor = std::make_unique<MemoryMonitor>(named("memory_monitor").c_str(), config_);
    wires->bind(channel.monitor->target_socket);
    wires = &channel.monitor->initiator_socket;
  }
  if (options.checkers) {
    channel.protocol_checker = std::make_unique<BaseProtocolChecker>(named("protocol_checker").c_str());
    channel.command_checker = std::make_unique<SdramCommandChecker>(config_.memory_side());
    wires->bind(channel.protocol_checker->target_socket);
    wires = &channel.protocol_checker->initiator_socket;
    channel.sdram->commands.bind(*channel.command_checker);
  }
  wires->bind(channel.sdram->socket);
  chip_.sdram_pins(number).bind(*channel.sdram);
  channels_.push_back(std::move(channel));
}

void Board::reset(Cycle now) {
  for (MemoryChannel& channel : channels_) {
    channel.sdram->reset(now);
    if (channel.monitor) channel.monitor->reset();
    if (channel.protocol_checker) channel.protocol_checker->reset();
    if (channel.command_checker) channel.command_checker->reset(channel.sdram->clocks().to_memory(now));
  }
}

// Each SDRAM's data bus comes behind its Memory Controller, which keeps its account.
std::vector<UnitCycles> Board::unit_cycles() const {
  std::vector<UnitCycles> units = chip_.unit_cycles();
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    UnitCycles bus = chip_.memory_controller(i).data_bus_cycles(chip_.query_end());
    const auto controller = std::find_if(units.begin(), units.end(),
                                         [&](const UnitCycles& unit) { return unit.unit == bus.unit; });
    bus.unit = sdram(i).basename();
    units.insert(controller + 1, std::move(bus));
  }
  return units;
}

std::vector<std::string> Board::violations() {
  std::vector<std::string> all;
  const auto add = [&all](const std::vector<std::string>& some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  for (MemoryChannel& channel : channels_) {
    if (channel.protocol_checker) add(channel.protocol_checker->violations());
    if (!channel.command_checker) continue;
    channel.command_checker->finish();
    add(channel.command_checker->violations());
  }
  return all;
}

}  // namespace collisionchip
