// How often each value came: lists by length, cycles by the number of items in a channel, reads by bank.
// Values are small: one counter for each up to the largest that came.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace collisionchip {

class Histogram {
 public:
  Histogram() = default;
  // Room for values up to `largest`, for add_below().
  explicit Histogram(std::size_t largest) : counts_(largest + 1) {}

  void add(std::size_t value, std::uint64_t count = 1) {
    if (value >= counts_.size()) counts_.resize(value + 1);
    counts_[value] += count;
  }
  // For a value that there is room for: what every item of every channel can afford.
  void add_below(std::size_t value, std::uint64_t count) { counts_[value] += count; }
  // Keeps the room.
  void clear() { std::fill(counts_.begin(), counts_.end(), 0); }

  // Adds another histogram's counts.
  void merge(const Histogram& other) {
    const std::size_t size = std::min(other.counts_.size(), other.largest() + 1);
    if (size > counts_.size()) counts_.resize(size);
    for (std::size_t value = 0; value < size; ++value) counts_[value] += other.counts_[value];
  }

  // By value; may end in zeros.
  const std::vector<std::uint64_t>& counts() const { return counts_; }

  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) sum += count;
    return sum;
  }
  // The sum of all values, each as often as it came.
  std::uint64_t weighted() const {
    std::uint64_t sum = 0;
    for (std::size_t value = 0; value < counts_.size(); ++value) sum += value * counts_[value];
    return sum;
  }
  double mean() const {
    const std::uint64_t all = total();
    return all == 0 ? 0 : static_cast<double>(weighted()) / static_cast<double>(all);
  }
  // The largest value that came; 0 if none did.
  std::size_t largest() const {
    std::size_t value = counts_.size();
    while (value > 0 && counts_[value - 1] == 0) --value;
    return value == 0 ? 0 : value - 1;
  }
  // The smallest value that at least `share` of all do not exceed; 0 for an empty histogram.
  std::size_t quantile(double share) const {
    const double wanted = share * static_cast<double>(total());
    std::uint64_t sum = 0;
    for (std::size_t value = 0; value < counts_.size(); ++value) {
      sum += counts_[value];
      if (sum > 0 && static_cast<double>(sum) >= wanted) return value;
    }
    return 0;
  }

  friend bool operator==(const Histogram& a, const Histogram& b) {
    const std::size_t both = std::min(a.counts_.size(), b.counts_.size());
    const auto zero = [](std::uint64_t count) { return count == 0; };
    return std::equal(a.counts_.begin(), a.counts_.begin() + static_cast<std::ptrdiff_t>(both),
                      b.counts_.begin()) &&
           std::all_of(a.counts_.begin() + static_cast<std::ptrdiff_t>(both), a.counts_.end(), zero) &&
           std::all_of(b.counts_.begin() + static_cast<std::ptrdiff_t>(both), b.counts_.end(), zero);
  }
  friend bool operator!=(const Histogram& a, const Histogram& b) { return !(a == b); }

 private:
  std::vector<std::uint64_t> counts_;
};

}  // namespace collisionchip
