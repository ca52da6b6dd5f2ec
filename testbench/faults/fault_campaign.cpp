#include "collisionchip/testbench/faults/fault_campaign.h"

#include <stdexcept>

#include "collisionchip/testbench/judge/scoreboard.h"

namespace collisionchip {

const char* name_of(FaultEffect effect) {
  constexpr const char* kNames[kFaultEffects] = {"no effect", "corrected", "reported", "noticed", "SILENT"};
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
  simulation_.driver().upload(a, b);
  injector_.heal();
  clean_ = simulation_.driver().query(pose_, first_witness);
  room_ = injector_.seen();
  Scoreboard scoreboard;
  if (!scoreboard.check_chip(0, clean_, clean_.unfinished > 0 ? all_pairs_ : reference_, options_))
    throw std::runtime_error("without a fault: " + scoreboard.first_difference());
  simulation_.driver().set_cycle_limit(16 * (clean_.setup_cycles + clean_.cycles + clean_.readback_cycles) +
                                       1'000'000);
}

FaultOutcome FaultCampaign::run(const std::vector<Fault>& faults) {
  injector_.arm(faults);
  FaultOutcome outcome;
  try {
    const ChipAnswer answer = simulation_.driver().query(pose_, options_.first_witness);
    Scoreboard scoreboard;
    const bool agrees =
        scoreboard.check_chip(0, answer, answer.unfinished > 0 ? all_pairs_ : reference_, options_);
    const EccInterface::Statistics& ecc = simulation_.board().chip().memory_controller().ecc_statistics();
    outcome.what = scoreboard.first_difference();
    outcome.same_cycles = answer.cycles == clean_.cycles;
    outcome.effect = !agrees                        ? FaultEffect::noticed
                     : answer.pairs != clean_.pairs ? FaultEffect::silent
                     : ecc.corrected_words > 0      ? FaultEffect::corrected
                                                    : FaultEffect::none;
  } catch (const ChipError& error) {
    outcome = {FaultEffect::reported, error.what(), false};
  } catch (const OpenSums& error) {
    outcome = {FaultEffect::noticed, error.what(), false};
  }
  injector_.heal();
  return outcome;
}

}  // namespace collisionchip
