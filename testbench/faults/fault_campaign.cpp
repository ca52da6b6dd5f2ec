#include "collisionchip/testbench/faults/fault_campaign.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/testbench/host/chip_reference.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

const char* name_of(FaultEffect effect) {
  constexpr const char* kNames[kFaultEffects] = {"no effect", "corrected", "reported",
                                                 "sums",      "harmless",  "SILENT"};
  return kNames[static_cast<std::size_t>(effect)];
}

FaultCampaign::FaultCampaign(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                             const Pose& pose, bool first_witness)
    : pose_(pose),
      options_(judged_options(config, first_witness)),
      chip_({config}),
      injector_(chip_.simulation().board(), chip_.simulation().driver().rings()),
      reference_(chip_reference(config, a, b, pose, options_.first_witness)),
      all_pairs_(chip_reference(config, a, b, pose)) {
  Driver& driver = chip_.simulation().driver();
  driver.on_query_end.emplace_back([this] { count_corrections(); });
  chip_.prepare({a, b});
  injector_.heal();
  clean_ = *chip_.query(pose_, first_witness).chip;
  room_ = injector_.seen();
  Scoreboard scoreboard;
  if (!scoreboard.check_chip(0, clean_, clean_.unfinished > 0 ? all_pairs_ : reference_, options_))
    throw Disagreement("without a fault: " + scoreboard.first_difference());
  driver.set_cycle_limit(16 * (clean_.setup_cycles + clean_.cycles + clean_.readback_cycles) + 1'000'000);
}

FaultOutcome FaultCampaign::run(const std::vector<Fault>& faults) {
  injector_.arm(faults);
  corrected_words_ = 0;
  outcome_ = {};
  try {
    QueryLoop(chip_, options_.first_witness, {this}).ask(0, pose_, [this](const auto&) {
      outcome_.effect = corrected_words_ > 0 ? FaultEffect::corrected : FaultEffect::none;
    });
  } catch (const OpenSums& error) {
    outcome_ = {FaultEffect::sums, error.what(), false};
  } catch (const std::runtime_error& error) {  // ChipError, or a refused transfer
    outcome_ = {FaultEffect::reported, error.what(), false};
  }
  injector_.heal();
  return outcome_;
}

bool FaultCampaign::check(std::uint64_t number, const Pose& /*pose*/, const Answer& answer) {
  const ChipAnswer& chip = *answer.chip;
  const QueryResult& reference = chip.unfinished > 0 ? all_pairs_ : reference_;
  Scoreboard scoreboard;
  outcome_.same_cycles = chip.cycles == clean_.cycles;
  if (scoreboard.check_chip(number, chip, reference, options_)) return true;
  outcome_.effect = right_pairs(chip) ? FaultEffect::harmless : FaultEffect::silent;
  outcome_.what = scoreboard.first_difference();
  return false;
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
  const Chip& chip = chip_.simulation().board().chip();
  for (std::size_t i = 0; i < chip_.simulation().board().channels(); ++i)
    corrected_words_ += chip.memory_controller(i).ecc_statistics().corrected_words;
  if (has_unit(chip.netlist().units, "stack_engine"))
    corrected_words_ += chip.stack_engine().statistics().corrected_words;
}

}  // namespace collisionchip
