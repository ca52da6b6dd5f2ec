#include "testbench/simulation.h"

namespace collisionchip {

Simulation::Simulation(const ChipConfig& config, const BoardOptions& options)
    : board_(std::make_unique<Board>("board", config, options)),
      driver_(std::make_unique<Driver>("driver", config, *board_)),
      interrupt_(std::make_unique<sc_core::sc_signal<bool>>("interrupt")) {
  driver_->socket.bind(board_->chip().host());
  board_->chip().interrupt().bind(*interrupt_);
  driver_->interrupt.bind(*interrupt_);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaborate
}

}  // namespace collisionchip
