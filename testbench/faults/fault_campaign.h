// One query, clean and then with faults: what each fault does to it, and who notices.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/faults/fault_injection.h"
#include "collisionchip/testbench/host/simulation.h"

namespace collisionchip {

enum class FaultEffect {
  none,       // the answer and all its counts are those of the reference
  corrected,  // likewise, by sdram.ecc
  reported,   // the chip or the driver ended the query with an error
  noticed,    // the scoreboard found a difference, or the statistics do not close
  silent      // a wrong answer that nothing noticed: must not happen
};
constexpr std::size_t kFaultEffects = 5;
const char* name_of(FaultEffect effect);

struct FaultOutcome {
  FaultEffect effect = FaultEffect::none;
  std::string what;  // the error, or the first difference
  bool same_cycles = false;
};

class FaultCampaign {
 public:
  // Uploads and runs the clean query; std::runtime_error if that one disagrees with the reference.
  FaultCampaign(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                const Pose& pose, bool first_witness = false);

  const ChipAnswer& clean() const { return clean_; }
  // What the clean query gives to hit.
  const FaultRoom& room() const { return room_; }

  // The same query with these faults, which are gone afterwards. A query that takes more than 16 times the
  // clean one and a million cycles is ended: its list pointers run in a circle.
  FaultOutcome run(const std::vector<Fault>& faults);

 private:
  Pose pose_;
  QueryOptions options_;
  Simulation simulation_;
  FaultInjector injector_;
  QueryResult reference_, all_pairs_;
  ChipAnswer clean_;
  FaultRoom room_;
};

}  // namespace collisionchip
