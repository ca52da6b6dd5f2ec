#include "collisionchip/testbench/host/simulation.h"

#include "collisionchip/rtl_model/adapter/rtl_units.h"

namespace collisionchip {

namespace {

BoardOptions with_units(BoardOptions options) {
  if (options.units == nullptr) options.units = &unit_kinds();
  return options;
}

}  // namespace

Simulation::Simulation(const ChipConfig& config, const BoardOptions& options)
    : board_(std::make_unique<Board>("board", config, with_units(options))),
      driver_(std::make_unique<Driver>("driver", config, *board_)),
      interrupt_(std::make_unique<sc_core::sc_signal<bool>>("interrupt")) {
  driver_->socket.bind(board_->chip().host());
  board_->chip().interrupt().bind(*interrupt_);
  driver_->interrupt.bind(*interrupt_);
  // Elaborates; a start of no length would draw a warning in every simulation but the process's first.
  sc_core::sc_start(sc_core::sc_time(config.chip.clock_period_ps, sc_core::SC_PS));
}

}  // namespace collisionchip
