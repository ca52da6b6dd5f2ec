// One query, clean and then with faults: what each fault does to it, and who notices. Chip and driver come
// first: a board in the field has nobody else; then the model's closing sums; the reference comes last and
// tells what they have missed.
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
  corrected,  // likewise, by sdram.ecc or stack_sram.ecc
  reported,   // the chip or the driver ended the query with an error: a board in the field would see it
  sums,       // only the closing sums of the model are open: a board has no such counters
  harmless,   // the right pairs by another way: other counts, which nobody notices
  silent      // wrong pairs, and only the comparison with the reference shows it
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
  // An answer that chip and driver take for a good one.
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
  FaultOutcome outcome_;               // of the query under way
  std::uint64_t corrected_words_ = 0;  // likewise, by check bits
};

}  // namespace collisionchip
