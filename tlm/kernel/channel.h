// The only way units talk: a FIFO with a capacity and a
// latency, as a valid/ready link with registers would be.
//
// An item put in cycle t is visible to the reader from t + latency on (latency
// >= 1); a slot emptied in cycle t is free for the writer from t + 1 on. So
// nothing that happens within one cycle depends on which unit runs first.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/tlm/kernel/histogram.h"
#include "collisionchip/tlm/kernel/sequencer.h"

namespace collisionchip {

class ChannelBase {
 public:
  // Cycle from which the oldest item can be taken; kNever when there is none.
  Cycle front_visible() const { return front_visible_; }
  const std::string& name() const { return name_; }
  bool empty() const { return size_ == 0; }
  // Items in the channel, visible or not. Either end that asks sees whether the other one ran before it in
  // this cycle: nothing that takes time may depend on it.
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

  // Cycles at each number of items, from `origin` to `end`; what lies before and after is not counted.
  // An item counts from the cycle it is put until the one it is taken.
  void begin_occupancy(Cycle origin) {
    occupancy_.clear();
    counted_to_ = origin;
  }
  void end_occupancy(Cycle end) {
    count_occupancy(end);
    counted_to_ = kNever;
  }
  const Histogram& occupancy() const { return occupancy_; }

 protected:
  ChannelBase(std::string name, std::size_t capacity)
      : name_(std::move(name)), capacity_(capacity), occupancy_(capacity) {}
  ~ChannelBase() = default;

  // Before the number of items changes.
  void count_occupancy(Cycle now) {
    if (now <= counted_to_) return;
    occupancy_.add_below(size_, now - counted_to_);
    counted_to_ = now;
  }

  const std::string name_;
  const std::size_t capacity_;  // kept apart from the slots: their number would need a division
  Cycle front_visible_ = kNever;
  std::size_t size_ = 0;

 private:
  Cycle counted_to_ = kNever;  // kNever: no query runs
  Histogram occupancy_;
};

// Sees all that passes through a channel; neither end knows. Called in the cycle `now` in which it happens.
template <typename T>
class ChannelTap {
 public:
  virtual void on_put(Cycle now, Cycle visible, const T& item) = 0;
  virtual void on_pop(Cycle now, Cycle free_at) = 0;  // the oldest item; its slot is free from `free_at` on
  virtual void on_reset() = 0;                        // all items are gone

 protected:
  ~ChannelTap() = default;
};

// Stands at the entrance of a channel and changes what goes in; neither end knows. For fault injection.
template <typename T>
class ChannelInterposer {
 public:
  // How often the item goes in: 0 it is lost, 1, or 2 it is repeated (only with room for two).
  virtual unsigned on_put(T& item, bool room_for_two) = 0;

 protected:
  ~ChannelInterposer() = default;
};

template <typename T>
class Channel final : public ChannelBase {
 public:
  using Item = T;

  Channel(std::string name, std::size_t capacity, Cycle latency = 1)
      : ChannelBase(std::move(name), capacity), latency_(latency), slots_(capacity) {
    if (capacity == 0 || latency == 0)
      throw std::invalid_argument(name_ + ": capacity and latency must be at least 1");
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // A reader that is not woken looks into the channel when something else wakes it.
  void bind_reader(Sequenced& module) { reader_ = &module; }
  void bind_writer(Sequenced& module) { writer_ = &module; }
  // Taps are called in the order in which they came.
  void add_tap(ChannelTap<T>& tap) { taps_.push_back(&tap); }
  void remove_tap(ChannelTap<T>& tap) {
    taps_.erase(std::remove(taps_.begin(), taps_.end(), &tap), taps_.end());
  }
  // nullptr: items go in as they come.
  void set_interposer(ChannelInterposer<T>* interposer) { interposer_ = interposer; }

  // True if an item can be put now and `reserved` more after it. If not, the writer will be woken when they
  // can; more than the capacity never can.
  bool ready(Cycle now, std::size_t reserved = 0) {
    if (reserved >= capacity_) return false;
    const std::size_t last = tail_ + reserved;
    const Slot& slot = slots_[last < capacity_ ? last : last - capacity_];
    if (!slot.occupied && slot.free_at <= now) return true;
    if (slot.occupied) {
      writer_waits_ = true;
    } else if (writer_ != nullptr) {
      writer_->wake_at(slot.free_at);
    }
    return false;
  }

  // `extra` cycles on top of the latency: for items whose contents are known before they are due.
  void put(Cycle now, const T& item, Cycle extra = 0) {
    const Cycle visible =
        interposer_ == nullptr ? enqueue(now, item, extra) : enqueue_interposed(now, item, extra);
    if (reader_ != nullptr) reader_->wake_at(visible);
  }

  // For items that can wait for the next one: wakes the reader only when half of the slots are taken.
  void put_quietly(Cycle now, const T& item) {
    const Cycle visible = interposer_ == nullptr ? enqueue(now, item, 0) : enqueue_interposed(now, item, 0);
    if (2 * size_ >= capacity_ && reader_ != nullptr) reader_->wake_at(visible);
  }

  // The oldest item if it is visible now.
  T* front(Cycle now) { return front_visible_ <= now ? &slots_[head_].item : nullptr; }

  // Removes the oldest item; its slot is free for the writer from `free_at` on (default: the next cycle).
  void pop(Cycle now) { pop(now, now + 1); }
  void pop(Cycle now, Cycle free_at) {
    if (front_visible_ > now) throw std::logic_error(name_ + ": pop without a visible item");
    for (ChannelTap<T>* tap : taps_) tap->on_pop(now, free_at);
    count_occupancy(now);
    Slot& slot = slots_[head_];
    slot.occupied = false;
    slot.free_at = free_at;
    head_ = next(head_);
    front_visible_ = --size_ == 0 ? kNever : slots_[head_].visible;
    if (writer_waits_ && writer_ != nullptr) writer_->wake_at(free_at);
    writer_waits_ = false;
  }

  Cycle latency() const { return latency_; }
  // The item after the `index` oldest ones, if it is visible now.
  const T* peek(std::size_t index, Cycle now) const {
    if (size_ <= index) return nullptr;
    const std::size_t at = head_ + index;
    const Slot& slot = slots_[at < capacity_ ? at : at - capacity_];
    return slot.visible <= now ? &slot.item : nullptr;
  }
  // Slots that can be written now.
  std::size_t free_slots(Cycle now) const {
    std::size_t count = 0;
    for (std::size_t at = tail_; count < capacity_ && !slots_[at].occupied && slots_[at].free_at <= now;
         at = next(at))
      ++count;
    return count;
  }
  // Items that are visible now.
  std::size_t visible_count(Cycle now) const {
    std::size_t count = 0;
    for (std::size_t i = 0, at = head_; i < size_ && slots_[at].visible <= now; ++i, at = next(at)) ++count;
    return count;
  }
  // True if at least `count` items, one or more, are visible now.
  bool shows(std::size_t count, Cycle now) const {
    if (size_ < count) return false;
    const std::size_t last = head_ + count - 1;
    return slots_[last < capacity_ ? last : last - capacity_].visible <= now;
  }

  void reset() {
    for (ChannelTap<T>* tap : taps_) tap->on_reset();
    for (Slot& slot : slots_) slot.occupied = false, slot.free_at = 0;
    head_ = tail_ = size_ = 0;
    front_visible_ = kNever;
    last_visible_ = 0;
    writer_waits_ = false;
  }

 private:
  struct Slot {
    T item{};
    Cycle visible = 0;
    Cycle free_at = 0;
    bool occupied = false;
  };

  // What the interposer makes of the item: nothing (kNever), one or two.
  Cycle enqueue_interposed(Cycle now, T item, Cycle extra) {
    const Slot& second = slots_[next(tail_)];
    const bool room_for_two = slots_.size() > 1 && !second.occupied && second.free_at <= now;
    const unsigned copies = interposer_->on_put(item, room_for_two);
    if (copies == 0) return kNever;
    if (copies == 2) enqueue(now, item, extra);
    return enqueue(now, item, extra);
  }

  // Returns the cycle from which the item is visible.
  Cycle enqueue(Cycle now, const T& item, Cycle extra) {
    Slot& slot = slots_[tail_];
    if (slot.occupied || slot.free_at > now)
      throw std::logic_error(name_ + ": put into a full channel in cycle " + std::to_string(now));
    count_occupancy(now);
    slot.item = item;
    slot.occupied = true;
    // Items stay in order whatever extra delay the earlier ones had.
    slot.visible = std::max(now + latency_ + extra, last_visible_);
    last_visible_ = slot.visible;
    if (size_++ == 0) front_visible_ = slot.visible;
    tail_ = next(tail_);
    for (ChannelTap<T>* tap : taps_) tap->on_put(now, slot.visible, slot.item);
    return slot.visible;
  }

  std::size_t next(std::size_t slot) const { return slot + 1 == capacity_ ? 0 : slot + 1; }

  Cycle latency_;
  std::vector<Slot> slots_;
  std::size_t head_ = 0, tail_ = 0;
  Cycle last_visible_ = 0;
  bool writer_waits_ = false;
  Sequenced* reader_ = nullptr;
  Sequenced* writer_ = nullptr;
  std::vector<ChannelTap<T>*> taps_;
  ChannelInterposer<T>* interposer_ = nullptr;
};

}  // namespace collisionchip
