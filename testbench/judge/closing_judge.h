// A board whose every answer must add up: what its units counted is held against each other
// (tlm/statistics/closing_sums.h), and so are its times, before anybody compares the answer with another one.
#pragma once

#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

// What the chip says it did does not add up.
struct OpenSums : Disagreement {
  using Disagreement::Disagreement;
};

// OpenSums for the first sum of a reading that is open. `reading`: from one start of the chip to its end.
void check_sums(const ChipConfig& config, const BoardReading& reading);

// OpenSums if the times of an answer do not add up: what the host did is charged by its keys, and chip, bus and host take the total
// with what overlaps.
void check_times(const ChipConfig& config, const HostAnswer& answer, Simulation::AnswerOf of);

class JudgedSimulation : public Simulation {
 public:
  // query() throws OpenSums, too.
  explicit JudgedSimulation(const ChipConfig& config, const BoardOptions& options = {});
};

}  // namespace collisionchip
