// Lists of entries written one behind the other. Room is made before a list is processed, so that appending is a store.
#pragma once

#include <utility>
#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"

namespace collisionchip {

class EntryStack {
 public:
  std::size_t size() const { return size_; }
  const ListEntry* at(std::size_t place) const { return entries_.data() + place; }
  void cut(std::size_t size) { size_ = size; }
  void make_room(std::size_t count) {
    if (entries_.size() <= size_ + count) entries_.resize(2 * (size_ + count) + 1);
  }
  void append_if(bool wanted, const ListEntry& entry) {
    entries_[size_] = entry;
    size_ += wanted ? 1 : 0;
  }
  void swap_last_two() { std::swap(entries_[size_ - 1], entries_[size_ - 2]); }

 private:
  std::vector<ListEntry> entries_;
  std::size_t size_ = 0;
};

}  // namespace collisionchip
