// One query, first clean and then with faults: the effect of each fault, and what detects it. Chip and driver are asked first, because a
// board in the field has no other checks. Then come the model's closing sums. The reference is last and shows what the others have missed.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/faults/fault_injection.h"
#include "collisionchip/testbench/run/query_loop.h"

namespace collisionchip {

enum class FaultEffect {
  none,       // pairs and counts are those of the reference
  corrected,  // pairs and counts are those of the reference, because sdram.ecc or stack_sram.ecc corrected bits
  reported,  // the chip or the driver ended the query with an error: a board in the field would see it
  sums,      // only the model's closing sums do not add up: a board has no such counters
  harmless,  // right pairs with other counts, which chip, driver and sums do not detect
  silent     // wrong pairs; only the comparison with the reference shows it
};
constexpr std::size_t kFaultEffects = 6;
const char* name_of(FaultEffect effect);

struct FaultOutcome {
  FaultEffect effect = FaultEffect::none;
  std::string what;  // the error, the open sum, or the first difference from the reference
  bool same_cycles = false;
};

class FaultCampaign : private Judge {
 public:
  // Uploads the objects and runs the clean query. std::runtime_error if its answer disagrees with the reference.
  FaultCampaign(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                const Pose& pose, bool first_witness = false);
  const ChipAnswer& clean() const { return clean_; }
  // The places in the clean query that faults can hit.
  const FaultRoom& room() const { return room_; }

  // Runs the same query with these faults, and mends them afterwards. A query is ended after 16 times the clean query's cycles plus a
  // million: then its list pointers run in a circle.
  FaultOutcome run(const std::vector<Fault>& faults);

 private:
  // Called with an answer that chip and driver accept.
  bool check(std::uint64_t number, const Pose& pose, const Answer& answer) override;
  bool right_pairs(const ChipAnswer& answer) const;
  void count_corrections();

  Pose pose_;
  QueryOptions options_;
  ChipEngine chip_;
  FaultInjector injector_;
  QueryResult reference_, all_pairs_;
  ChipAnswer clean_;
  FaultRoom room_;
  FaultOutcome outcome_;               // of the query that runs
  std::uint64_t corrected_words_ = 0;  // words that check bits corrected in the query that runs
};

}  // namespace collisionchip
