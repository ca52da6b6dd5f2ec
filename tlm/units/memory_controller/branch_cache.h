// Sibling pairs that the OBB Unit's decoder has been through, of the branches that queries have come along
// (docs/obb.md#branch-cache). Any pair in any line; the one that was asked for longest ago gives way. No time of
// its own: it says from when on a line is there.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

class BranchCache {
 public:
  static constexpr std::size_t kMostWords = 32;  // of a pair in the memory
  struct Line {
    std::uint32_t address;
    Cycle ready;  // it is there from this cycle on
    std::array<std::uint32_t, kMostWords> words;
  };

  // 0 lines: none, and nothing is ever found.
  explicit BranchCache(std::size_t lines) : lines_(lines) {}

  // The line of the pair at this address, or nullptr; it is then the one that was asked for last.
  const Line* find(std::uint32_t address);
  // An address that is there already gets these words.
  void insert(const Line& line);
  // What was not there in cycle `now`: a reset empties the decoder.
  void drop_after(Cycle now);
  void clear();

 private:
  const std::size_t lines_;
  std::list<Line> order_;  // asked for last in front
  std::unordered_map<std::uint32_t, std::list<Line>::iterator> place_;
};

}  // namespace collisionchip
