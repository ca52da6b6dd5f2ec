#include "collisionchip/tlm/chip/board.h"

#include <algorithm>

namespace collisionchip {

Board::Board(const sc_core::sc_module_name& name, const ChipConfig& config, const BoardOptions& options)
    : sc_core::sc_module(name),
      config_(config),
      chip_("chip", config_, chip_netlist(config_), options.construction_order,
            options.units != nullptr ? *options.units : model_kinds()),
      sdram_("sdram", config_) {
  chip_.run_with_units(sdram_);
  tlm::tlm_initiator_socket<>* wires = &chip_.memory();
  if (options.memory_monitor) {
    memory_monitor_ = std::make_unique<MemoryMonitor>("memory_monitor", config_);
    wires->bind(memory_monitor_->target_socket);
    wires = &memory_monitor_->initiator_socket;
  }
  if (options.checkers) {
    protocol_checker_ = std::make_unique<BaseProtocolChecker>("protocol_checker");
    command_checker_ = std::make_unique<SdramCommandChecker>(config_.memory_side());
    wires->bind(protocol_checker_->target_socket);
    wires = &protocol_checker_->initiator_socket;
    sdram_.commands.bind(*command_checker_);
  }
  wires->bind(sdram_.socket);
  chip_.sdram_pins().bind(sdram_);
  chip_.on_reset = [this](Cycle now) {
    sdram_.reset(now);
    if (memory_monitor_) memory_monitor_->reset();
    if (protocol_checker_) protocol_checker_->reset();
    if (command_checker_) command_checker_->reset(sdram_.clocks().to_memory(now));
  };
}

// The SDRAM's data bus comes behind the Memory Controller, which keeps its account.
std::vector<UnitCycles> Board::unit_cycles() const {
  std::vector<UnitCycles> units = chip_.unit_cycles();
  UnitCycles bus = chip_.memory_controller().data_bus_cycles(chip_.query_end());
  const auto controller =
      std::find_if(units.begin(), units.end(), [&](const UnitCycles& unit) { return unit.unit == bus.unit; });
  bus.unit = sdram_.basename();
  units.insert(controller + 1, std::move(bus));
  return units;
}

std::vector<std::string> Board::violations() {
  std::vector<std::string> all;
  if (protocol_checker_) all = protocol_checker_->violations();
  if (command_checker_) {
    command_checker_->finish();
    all.insert(all.end(), command_checker_->violations().begin(), command_checker_->violations().end());
  }
  return all;
}

}  // namespace collisionchip
