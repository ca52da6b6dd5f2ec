#include <utility>

#include "collisionchip/testbench/estimator/triangle_recurrence.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// The cache of the aligned side: sets of triangle numbers, the most recently used first. Where the records
// begin only rotates the sets.
class Cache {
 public:
  Cache(std::uint32_t lines, std::uint32_t ways) : ways_(ways), sets_(lines / ways), lines_(lines, kNone) {}

  // True if it was not there; it is afterwards.
  bool misses(std::uint32_t triangle) {
    std::uint32_t* const set = &lines_[std::size_t{triangle % sets_} * ways_];
    std::uint32_t moved = triangle;
    for (std::uint32_t way = 0; way < ways_; ++way) {
      std::swap(moved, set[way]);
      if (moved == triangle) return false;
    }
    return true;
  }

 private:
  std::uint32_t ways_, sets_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace

std::vector<std::uint8_t> triangle_misses(const ListTape& tape, std::uint32_t lines, std::uint32_t ways) {
  Cache cache(lines, ways);
  std::uint32_t tumbled[2] = {kNone, kNone};
  std::vector<std::uint8_t> misses;
  misses.reserve(tape.tests.size());
  for (const ListTape::Test& test : tape.tests) {
    const bool tumbled_missing = std::exchange(tumbled[test.side], test.tumbled) != test.tumbled;
    misses.push_back(static_cast<std::uint8_t>(tumbled_missing | cache.misses(test.aligned) << 1));
  }
  return misses;
}

}  // namespace collisionchip
