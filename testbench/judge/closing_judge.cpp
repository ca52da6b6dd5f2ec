#include "collisionchip/testbench/judge/closing_judge.h"

#include "collisionchip/tlm/statistics/closing_sums.h"

namespace collisionchip {

void check_sums(const ChipConfig& config, const BoardReading& reading) {
  const std::vector<std::string> open =
      open_sums({config, reading.cycles, reading.units, reading.statistics});
  if (!open.empty()) throw OpenSums("chip: statistics do not close: " + open.front());
}

JudgedSimulation::JudgedSimulation(const ChipConfig& config, const BoardOptions& options)
    : Simulation(config, options) {
  on_reading = [config](const BoardReading& reading) { check_sums(config, reading); };
}

}  // namespace collisionchip
