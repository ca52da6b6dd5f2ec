#include "collisionchip/testbench/run/parity_judge.h"

#include <fmt/format.h>

namespace collisionchip {

ParityJudge::ParityJudge(ChipEngine& chip, const ChipConfig& config, const Objects& objects,
                         bool first_witness, bool is_limited)
    : driver_(chip.simulation().driver()),
      parity_(chip.simulation(), config, objects.a, objects.b),
      first_witness_(first_witness),
      is_limited_(is_limited) {}

void ParityJudge::expect(std::uint64_t /*number*/, const Pose& pose) {
  const Cycle cycles = parity_.expect(pose, first_witness_);
  if (!is_limited_) driver_.set_cycle_limit(2 * cycles + 10000);
}

bool ParityJudge::check(std::uint64_t number, const Pose& /*pose*/, const Answer& answer) {
  return parity_.check(fmt::format("pose {}", number), *answer.chip);
}

}  // namespace collisionchip
