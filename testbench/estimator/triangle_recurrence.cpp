#include "testbench/estimator/triangle_recurrence.h"

#include <algorithm>

#include "tlm/triangle_unit.h"

namespace collisionchip {

TriangleRecurrence::TriangleRecurrence(const ChipConfig& config, const ListTape& tape,
                                       const std::vector<std::uint8_t>& misses, std::uint32_t witness,
                                       HostRecurrence* host)
    : tape_(tape),
      misses_(misses),
      depth_(config.triangle_unit.ideal ? 1 : TriangleUnit::pipeline_depth(config)),
      cycles_per_test_(config.triangle_unit.ideal ? 0
                                                  : (2 + config.triangle_unit.vertices_per_cycle) /
                                                        config.triangle_unit.vertices_per_cycle),
      ideal_(config.triangle_unit.ideal),
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
  now_ = std::max(now_, here);
  to_read_ &= to_read_ - 1;
  if (to_read_ != 0) return;
  wanted_ = kNever;
  present_ = true;
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
    for (; test_ != message.end && stop_ == kNever; ++test_) {
      if (!present_ && !ideal_ && misses_[test_] != 0) {
        to_read_ = misses_[test_];
        wanted_ = now_ + 1;
        return;
      }
      present_ = false;
      issue();
    }
    begun_ = false;
    message.free = now_ + 1;
    if (++head_ == queue_.size()) head_ = 0;
  }
}

// The test at the head: into the pipeline, if there is room for its result.
void TriangleRecurrence::issue() {
  now_ = std::max(now_, pipeline_free_);
  if (host_ != nullptr) {
    const Cycle room = host_->room(now_);
    waited_for_host_ += room - now_;
    now_ = room;
  }
  pipeline_free_ = now_ + cycles_per_test_;
  last_result_ = now_ + depth_;
  if (test_ == witness_) stop_ = last_result_;
  if (host_ == nullptr) return;
  if (tape_.tests[test_].verdict != Verdict::miss) {
    host_->take(last_result_);
  } else if (!ideal_) {
    host_->miss(last_result_);
  }
}

// Behind the last result and the last entry of the Pointer FIFO.
Cycle TriangleRecurrence::end() const {
  const Cycle entered = host_ != nullptr ? host_->last_entered() + 1 : 0;
  return std::max({now_ + 1, last_result_, entered}) + 1;
}

}  // namespace collisionchip
