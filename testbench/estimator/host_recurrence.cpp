#include "collisionchip/testbench/estimator/host_recurrence.h"

#include <algorithm>
#include <utility>

#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kWordsPerEntry = 2;
static_assert(HostTimes::kEntriesPerRead == (registers::kFifoEnd - registers::kFifo) / 4 / kWordsPerEntry);

}  // namespace

HostTimes::HostTimes(const ChipConfig& config, bool first_witness)
    : pci(config.pci),
      before_look(2 * pci_transfer_cycles(pci, true, 1) + pci_transfer_cycles(pci, false, 1)),
      look(pci_transfer_cycles(pci, true, 1)),
      threshold(first_witness ? 1 : config.pointer_fifo.threshold) {}

Cycle HostTimes::transfer(std::uint64_t entries) const {
  return pci_transfer_cycles(pci, true, kWordsPerEntry * entries);
}

HostRecurrence::HostRecurrence(const ChipConfig& config, std::size_t findings, bool first_witness)
    : depth_(static_cast<std::uint32_t>(std::min<std::size_t>(config.pointer_fifo.depth, findings + 2))),
      host_(config, first_witness),
      under_way_(under_way(config), 0),
      free_(depth_, 0) {}

std::size_t HostRecurrence::under_way(const ChipConfig& config) {
  constexpr std::size_t kRoomy = 16;  // see docs/chip.md
  return kRoomy + params_of<TriangleUnitParams>(config).pipeline_depth;
}

Cycle HostRecurrence::room(Cycle now) {
  for (;;) {
    while (!misses_.empty() && misses_.front() <= now) misses_.pop_front();
    const std::size_t last = next_ + misses_.size();
    const Cycle free = under_way_[last < under_way_.size() ? last : last - under_way_.size()];
    if (free <= now) return now;
    now = misses_.empty() ? free : std::min(free, misses_.front());
  }
}

void HostRecurrence::take(Cycle visible) {
  Cycle now = std::max(visible, entered_at_ + 1);
  run_until(now);
  while (entries_ - popped_ == depth_) run_until(event_);
  if (free_[tail_] > now) {
    now = free_[tail_];
    run_until(now);
  }
  entered_at_ = now;
  if (++tail_ == depth_) tail_ = 0;
  ++entries_;
  under_way_[next_] = now + 1;
  if (++next_ == under_way_.size()) next_ = 0;
  if (visible_at(now + 1) >= host_.threshold) interrupt(now + 1);
}

// Entries not yet read that are visible.
std::uint64_t HostRecurrence::visible_at(Cycle now) const {
  // Only the last one may be too young: one enters per cycle.
  const std::uint64_t level = entries_ - popped_;
  return level > 0 && entered_at_ + 1 > now ? level - 1 : level;
}

void HostRecurrence::interrupt(Cycle now) {
  if (state_ != State::idle) {
    pending_ = true;
    return;
  }
  state_ = State::looking;
  event_ = now + host_.before_look;
}

void HostRecurrence::run_until(Cycle now) {
  while (event_ <= now) state_ == State::looking ? look() : read_some();
}

void HostRecurrence::look() {
  to_read_ = visible_at(event_);
  state_ = State::reading;
  event_ += host_.look;
}

// One transfer; after the last one the host waits for an interrupt, or has one already.
void HostRecurrence::read_some() {
  if (to_read_ == 0) {
    const Cycle now = event_;
    state_ = State::idle;
    event_ = kNever;
    if (std::exchange(pending_, false)) interrupt(now);
    return;
  }
  const std::uint64_t count = std::min(to_read_, HostTimes::kEntriesPerRead);
  event_ += host_.transfer(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    free_[head_] = event_;
    if (++head_ == depth_) head_ = 0;
  }
  popped_ += count;
  to_read_ -= count;
}

}  // namespace collisionchip
