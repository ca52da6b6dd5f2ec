// Lists that kernels append to. Each list has a counter of its entries, and room for a number of entries. A kernel that finds no room goes
// on counting. The host then knows the room needed, and runs the kernel again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/triangle/triangle_intersection.h"
#include "collisionchip/testbench/opencl/opencl_device.h"

namespace collisionchip {

class DeviceLists {
 public:
  DeviceLists(const OpenclDevice& device, std::size_t lists, std::size_t entry_bytes, std::uint32_t capacity)
      : device_(device), lists_(lists), entry_bytes_(entry_bytes), capacity_(std::max(1u, capacity)) {}

  void clear() {
    counts_.write(device_, std::vector<std::uint32_t>(lists_.size(), 0));
    for (OpenclBuffer& list : lists_) list.reserve(device_, std::size_t{capacity_} * entry_bytes_);
  }
  // False if a list had no room. Then all lists get enough room, and the kernel must run again.
  bool complete() {
    filled_ = counts_.read<std::uint32_t>(device_, lists_.size());
    const std::uint32_t most = *std::max_element(filled_.begin(), filled_.end());
    if (most <= capacity_) return true;
    capacity_ = most;
    return false;
  }
  // Empties the last list. The others keep their entries.
  void forget_last() { counts_.write(device_, filled_without_last()); }
  // Valid after complete().
  std::uint32_t size(std::size_t list) const { return filled_[list]; }
  template <typename Entry>
  std::vector<Entry> entries(std::size_t list) const {
    return lists_[list].read<Entry>(device_, filled_[list]);
  }

  const OpenclBuffer& counts() const { return counts_; }
  const OpenclBuffer& list(std::size_t number) const { return lists_[number]; }
  cl_uint capacity() const { return capacity_; }

 private:
  std::vector<std::uint32_t> filled_without_last() const {
    std::vector<std::uint32_t> counts = filled_;
    counts.back() = 0;
    return counts;
  }

  const OpenclDevice& device_;
  OpenclBuffer counts_;
  std::vector<OpenclBuffer> lists_;
  const std::size_t entry_bytes_;
  std::uint32_t capacity_;
  std::vector<std::uint32_t> filled_;
};

// A matrix in the form that filter.cl takes: three rows, then their bounds.
inline std::vector<float> frame_words(const Matrix34& matrix, const std::array<float, 3>& bounds) {
  std::vector<float> words;
  for (const auto& row : matrix) words.insert(words.end(), row.begin(), row.end());
  words.insert(words.end(), bounds.begin(), bounds.end());
  return words;
}

}  // namespace collisionchip
