// What the driver does where the chip writes its results into the host's memory.
#include <algorithm>
#include <optional>

#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

using namespace registers;

// Once, for a reset keeps the place.
void Driver::place_rings() {
  sc_core::sc_time delay;
  write_word(kRingBaseLow, static_cast<std::uint32_t>(rings_->base()), delay);
  write_word(kRingBaseHigh, static_cast<std::uint32_t>(rings_->base() >> 32), delay);
  elapse(delay);
  rings_placed_ = true;
}

void Driver::wait_for_bursts(HostBatch& batch) {
  open_ = run_.poses.size();
  while (open_ > 0) look_for_bursts(batch);
}

// Takes what has come, and waits for the next burst if nothing has. None may come any more.
void Driver::look_for_bursts(HostBatch& batch) {
  const bool waits = drain_.interval == 0;
  sc_core::sc_time interval = clock_.duration(drain_.interval);
  elapse(interval);
  bool any = take_bursts(batch);
  if (waits && !any) {
    wait_for_burst();
    any = take_bursts(batch);
  }
  if (open_ > 0) check_progress(waits && !any);
  stop_at_witness();
}

void Driver::wait_for_burst() {
  const Cycle now = clock_.now();
  if (now >= deadline_ || !sc_core::sc_pending_activity()) return;
  const sc_core::sc_time rest = clock_.duration(deadline_ - now);
  if (in_process()) {
    sc_core::wait(rest, rings_->arrived());
    return;
  }
  waits_outside_ = true;
  start(rest, sc_core::SC_EXIT_ON_STARVATION);
  waits_outside_ = false;
}

// As many as the drain policy says, in the order in which they came. False if there was none. The chip is told when half of a ring
// is taken: a write for each burst would be as long as the burst.
bool Driver::take_bursts(HostBatch& batch) {
  const std::uint32_t often = std::max(1u, rings_->slots() / 2);
  const std::uint32_t most = drain_.entries == 0 ? ~0u : drain_.entries;
  std::uint32_t count = 0;
  for (; count < most; ++count) {
    const std::optional<ResultRings::Next> next = rings_->next();
    if (!next) break;
    if (rings_->taken(next->ring) % often == 0) {
      sc_core::sc_time delay;
      write_word(kRingTaken + 4 * next->ring, rings_->taken(next->ring), delay);
      elapse(delay);
    }
    take_burst(next->ring, next->burst, batch);
  }
  return count > 0;
}

void Driver::take_burst(std::size_t ring, const ResultBurst& burst, HostBatch& batch) {
  if ((burst.status & kError) != 0) report_error(burst.status, burst.error_address);
  for (const EntryWords& entry : burst.entries) take_entry(entry);
  if (!burst.closing) return;
  --open_;
  batch.readback_cycles = link_.result(2 * places_of_burst(burst.entries.size(), true)).seen();
  if (!by_pose_) return;
  check_entries(ring);
  run_.poses[ring] = Run::kNone;  // the entry is free for another query
}

}  // namespace collisionchip
