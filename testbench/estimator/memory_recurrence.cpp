#include "collisionchip/testbench/estimator/memory_recurrence.h"

#include <algorithm>

#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

MemoryRecurrence::MemoryRecurrence(const ChipConfig& config, Cycle origin)
    : sdram_(config.sdram),
      controller_(params_of<PairControllerParams>(config)),
      triangle_stays_(controller_.refill == RefillPolicy::streaming ? 1 : triangle_beats()),
      registers_(controller_.input_registers),
      first_beats_(config.sdram.queue_depth, origin) {}

Cycle MemoryRecurrence::issue_cycle(Cycle visible, bool tumbled) const {
  Cycle issue = std::max(visible, next_issue_);
  if (controller_.overlap_lists || !tumbled) return issue;
  // The answers to all reads before it are known, and when the registers will be empty.
  issue = std::max(issue, response_known_ + 1);
  Cycle empty = 0;
  for (const Register& r : registers_) {
    issue = std::max(issue, r.known);
    empty = std::max(empty, r.free);
  }
  return std::max(issue, empty > controller_.request_latency ? empty - controller_.request_latency : 0);
}

Cycle MemoryRecurrence::read(Cycle issue, std::uint64_t address, Cycle beats) {
  const Cycle accepted = std::max(issue, first_beats_[oldest_]);
  next_issue_ = accepted + 1;
  response_known_ = std::max(accepted, end_told_);
  last_beat_ = sdram_.serve({std::max(issue + controller_.request_latency, accepted), end_told_, end_,
                             address, static_cast<std::uint32_t>(beats)});
  first_beats_[oldest_] = last_beat_;
  if (++oldest_ == first_beats_.size()) oldest_ = 0;
  return last_beat_ + controller_.data_latency;
}

void MemoryRecurrence::release(Cycle from, Cycle known) {
  registers_[promised_] = {from, known};
  promise();
}

// Sets aside the register of the next read: the soonest of
// those known to become free, or the one that is known first.
void MemoryRecurrence::promise() {
  Cycle told = kNever;
  for (const Register& r : registers_) told = std::min(told, r.known);
  told = std::max(told, response_known_);
  Cycle free = kNever;
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    if (registers_[i].known <= told && registers_[i].free < free) {
      free = registers_[i].free;
      promised_ = i;
    }
  }
  const Cycle on_pins = free > controller_.data_latency ? free - controller_.data_latency : 0;
  end_told_ = told;
  end_ = std::max({on_pins, last_beat_, told});
}

}  // namespace collisionchip
