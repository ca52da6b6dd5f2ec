// A list of plain items that grows at its end. Room is made before items are appended, so that appending is a store. The growth is
// compiled once, for every processor: the traversal that calls it is compiled for newer processors as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace collisionchip {

template <typename Item>
class GrowingList {
 public:
  static_assert(std::is_trivially_copyable_v<Item>);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Item* at(std::size_t place) { return items_.get() + place; }
  const Item* at(std::size_t place) const { return items_.get() + place; }
  Item& last() { return items_[size_ - 1]; }
  const Item& operator[](std::size_t place) const { return items_[place]; }

  void clear() { size_ = 0; }
  void cut(std::size_t size) { size_ = size; }
  // For so many more, and one that is written and not kept.
  void make_room(std::size_t count) {
    if (room_ <= size_ + count) grow(size_ + count);
  }
  void append(const Item& item) { items_[size_++] = item; }
  // Where the next item goes, and the end that a writer has come to.
  Item* end() { return items_.get() + size_; }
  void end_at(const Item* end) { size_ = static_cast<std::size_t>(end - items_.get()); }

 private:
  void grow(std::size_t size);

  std::unique_ptr<Item[]> items_;
  std::size_t size_ = 0, room_ = 0;
};

// Writes the item, and keeps it if `wanted` is 1; no branch.
template <typename Item>
inline void append_if(Item*& end, std::uint32_t wanted, const Item& item) {
  *end = item;
  end += wanted;
}

}  // namespace collisionchip
