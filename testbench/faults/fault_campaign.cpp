#include "collisionchip/testbench/faults/fault_campaign.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/testbench/judge/scoreboard.h"

namespace collisionchip {

const char* name_of(FaultEffect effect) {
  constexpr const char* kNames[kFaultEffects] = {"no effect", "corrected", "reported",
                                                 "sums",      "harmless",  "SILENT"};
  return kNames[static_cast<std::size_t>(effect)];
}

FaultCampaign::FaultCampaign(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                             const Pose& pose, bool first_witness)
    : pose_(pose),
      options_(query_options(config, first_witness)),
      simulation_(config),
      injector_(simulation_.board()),
      reference_(list_traversal(a, b, pose, options_)),
      all_pairs_(list_traversal(a, b, pose, query_options(config))) {
  simulation_.driver().on_query_end.emplace_back([this] { count_corrections(); });
  simulation_.driver().upload(a, b);
  injector_.heal();
  clean_ = simulation_.query(pose_, first_witness);
  room_ = injector_.seen();
  Scoreboard scoreboard;
  if (!scoreboard.check_chip(0, clean_, clean_.unfinished > 0 ? all_pairs_ : reference_, options_))
    throw std::runtime_error("without a fault: " + scoreboard.first_difference());
  simulation_.driver().set_cycle_limit(16 * (clean_.setup_cycles + clean_.cycles + clean_.readback_cycles) +
                                       1'000'000);
}

FaultOutcome FaultCampaign::run(const std::vector<Fault>& faults) {
  injector_.arm(faults);
  corrected_words_ = 0;
  FaultOutcome outcome;
  try {
    outcome = judge(simulation_.query(pose_, options_.first_witness));
  } catch (const OpenSums& error) {
    outcome = {FaultEffect::sums, error.what(), false};
  } catch (const std::runtime_error& error) {  // ChipError, or a refused transfer
    outcome = {FaultEffect::reported, error.what(), false};
  }
  injector_.heal();
  return outcome;
}

// An answer that chip and driver take for a good one.
FaultOutcome FaultCampaign::judge(const ChipAnswer& answer) const {
  const QueryResult& reference = answer.unfinished > 0 ? all_pairs_ : reference_;
  Scoreboard scoreboard;
  FaultOutcome outcome;
  outcome.same_cycles = answer.cycles == clean_.cycles;
  if (!scoreboard.check_chip(0, answer, reference, options_)) {
    outcome.effect = right_pairs(answer) ? FaultEffect::harmless : FaultEffect::silent;
    outcome.what = scoreboard.first_difference();
    return outcome;
  }
  outcome.effect = corrected_words_ > 0 ? FaultEffect::corrected : FaultEffect::none;
  return outcome;
}

// Any pair of all will do for a witness, if and only if there is one.
bool FaultCampaign::right_pairs(const ChipAnswer& answer) const {
  const std::vector<TrianglePair>& all = all_pairs_.pairs;
  if (!options_.first_witness) return answer.pairs == all;
  if (answer.pairs.empty()) return all.empty();
  return answer.pairs.size() == 1 && std::binary_search(all.begin(), all.end(), answer.pairs.front());
}

// Sub-queries too.
void FaultCampaign::count_corrections() {
  const Chip& chip = simulation_.board().chip();
  corrected_words_ += chip.memory_controller().ecc_statistics().corrected_words +
                      chip.stack_engine().statistics().corrected_words;
}

}  // namespace collisionchip
