#include "collisionchip/testbench/estimator/triangle_recurrence.h"

#include <algorithm>

#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

TriangleRecurrence::TriangleRecurrence(const ChipConfig& config, const ListTape& tape,
                                       const std::vector<std::uint8_t>& misses, std::uint32_t witness,
                                       HostRecurrence* host)
    : tape_(tape),
      misses_(misses),
      depth_(config.triangle_unit.ideal ? 1 : params_of<TriangleUnitParams>(config).pipeline_depth),
      cycles_per_test_(config.triangle_unit.ideal ? 0 : params_of<TriangleUnitParams>(config).issue_cycles),
      ideal_(config.triangle_unit.ideal),
      end_is_entry_(config.pointer_fifo.entry_check),
      queue_(config.triangle_unit.queue_depth),
      witness_(witness),
      host_(host) {}

void TriangleRecurrence::take(Cycle put, std::uint32_t first, std::uint32_t end) {
  Slot& slot = queue_[tail_];
  slot.visible = put + 1;
  slot.first = first;
  slot.end = end;
  if (++tail_ == queue_.size()) tail_ = 0;
  ++pending_;
  if (wanted_ == kNever) work();
}

void TriangleRecurrence::read(Cycle here) {
  all_read_ = std::max(all_read_, here);
  to_read_ &= to_read_ - 1;
  // The second one is asked for a cycle later, unless the witness is out by then.
  if (to_read_ != 0 && now_ + 1 < stop_) {
    wanted_ = now_ + 2;
    return;
  }
  present_ = to_read_ == 0;
  to_read_ = 0;
  wanted_ = kNever;
  now_ = std::min(all_read_, stop_);
  work();
}

void TriangleRecurrence::work() {
  for (; pending_ > 0; --pending_) {
    Slot& message = queue_[head_];
    if (!begun_) {
      now_ = std::max(now_, message.visible);
      test_ = message.first;
      begun_ = true;
    }
    if (message.first != message.end) {
      if (ideal_) {
        for (; test_ != message.end && stop_ == kNever; ++test_) issue();
      } else if (!work_off(message.end)) {
        return;
      }
    }
    begun_ = present_ = false;
    message.free = ideal_ ? now_ + 1 : now_;
    if (++head_ == queue_.size()) head_ = 0;
  }
}

// One test in a cycle; afterwards now_ is the cycle behind the message. False if a read has to come first.
bool TriangleRecurrence::work_off(std::uint32_t end) {
  for (; test_ != end; ++test_) {
    if (now_ >= stop_) break;
    if (!present_ && misses_[test_] != 0) {
      to_read_ = misses_[test_];
      wanted_ = now_ + 1;
      return false;
    }
    present_ = false;
    if (!issue()) break;
    ++now_;
  }
  if (test_ != end) ++now_;  // what is left is dropped at once
  return true;
}

// The test at the head: into the pipeline, if there is room for
// its result. False if a witness leaves the pipeline before.
bool TriangleRecurrence::issue() {
  const Cycle begin = std::max(now_, pipeline_free_);
  const Cycle room = host_ != nullptr && begin < stop_ ? host_->room(begin) : begin;
  waited_for_host_ += std::min(room, std::max(begin, stop_)) - begin;
  now_ = std::min(room, stop_);
  if (now_ == stop_) return false;
  pipeline_free_ = now_ + cycles_per_test_;
  last_result_ = now_ + depth_;
  const bool reported = stop_ == kNever && tape_.tests[test_].verdict != Verdict::miss;
  if (test_ == witness_) stop_ = last_result_;
  if (host_ == nullptr) return true;
  if (reported) {
    host_->take(last_result_);
  } else if (!ideal_) {
    host_->miss(last_result_);
  }
  return true;
}

// Behind the last result and the last entry of the Pointer FIFO.
Cycle TriangleRecurrence::end() {
  const Cycle passed_on = ideal_ ? now_ : std::max({now_, last_result_, all_read_});
  if (host_ != nullptr && end_is_entry_) host_->take(std::max(passed_on + 1, last_result_));
  const Cycle entered = host_ != nullptr ? host_->last_entered() + (end_is_entry_ ? 0 : 1) : 0;
  return std::max({passed_on + 1, last_result_, entered}) + 1;
}

}  // namespace collisionchip
