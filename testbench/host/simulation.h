// One elaborated board with its host, in a SystemC context
// of its own: build it once, query it thousands of times.
#pragma once

#include <memory>

#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/testbench/host/simulation_scope.h"
#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

class Simulation {
 public:
  // Units are TLM or RTL as `units.*` says, unless the options bring a factory.
  explicit Simulation(const ChipConfig& config, const BoardOptions& options = {});

  Driver& driver() { return *driver_; }
  Board& board() { return *board_; }

 private:
  SimulationScope scope_;  // first: the modules live in its context
  std::unique_ptr<Board> board_;
  std::unique_ptr<Driver> driver_;
  std::unique_ptr<sc_core::sc_signal<bool>> interrupt_;
};

}  // namespace collisionchip
