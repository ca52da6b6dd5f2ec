// Lists of entries written one behind the other. Room is made before a list is processed, so that appending is a store.
#pragma once

#include <cstddef>
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
  void append(const ListEntry& entry) { entries_[size_++] = entry; }
  // Where the next entry goes, and where whoever wrote there has come to.
  ListEntry* end() { return entries_.data() + size_; }
  void end_at(const ListEntry* end) { size_ = static_cast<std::size_t>(end - entries_.data()); }

 private:
  std::vector<ListEntry> entries_;
  std::size_t size_ = 0;
};

}  // namespace collisionchip
