#include "collisionchip/testbench/run/judges.h"

namespace collisionchip {

EngineJudge::EngineJudge(const EngineKind& judged, const EngineKind& other, const ChipConfig& config,
                         const Objects& objects, bool first_witness)
    : is_exact_(judged.can.exact),
      in_same_order_(judged.can.in_order && other.can.in_order),
      options_(judged_options(config, first_witness)),
      other_(other.make({config})) {
  other_->prepare(objects);
}

bool EngineJudge::check(std::uint64_t number, const Pose& pose, const Answer& answer) {
  const bool is_chip = answer.chip && in_same_order_;
  const QueryOptions judging = is_chip ? judging_options(options_, *answer.chip) : options_;
  const Answer theirs = other_->query(pose, judging.first_witness);
  if (is_chip) return scoreboard_.check_chip(number, *answer.chip, theirs, options_);
  if (is_exact_) return scoreboard_.check_traversal(number, answer, theirs, options_);
  scoreboard_.count_differences(number, answer, theirs, options_);
  return true;
}

}  // namespace collisionchip
