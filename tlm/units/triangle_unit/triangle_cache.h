// The aligned side's triangle cache (§4.3): 128 lines,
// direct mapped, of one triangle each; ways are a parameter.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

class TriangleCache {
 public:
  TriangleCache(std::uint32_t lines, std::uint32_t ways) : ways_(ways), sets_(lines / ways), lines_(lines) {}

  void clear() {
    for (Line& line : lines_) line.valid = false;
  }

  // The triangle at this record address, or nullptr. The line becomes the most recently used one.
  const TriangleRecord* find(std::uint32_t address);

  // Puts a triangle in place of itself, or of its set's least recently used line; true if that line held
  // another one.
  bool insert(std::uint32_t address, const TriangleRecord& triangle);

 private:
  struct Line {
    bool valid = false;
    std::uint32_t address = 0;
    std::uint64_t used = 0;
    TriangleRecord triangle;
  };

  Line* set_of(std::uint32_t address);

  std::uint32_t ways_, sets_;
  std::uint64_t uses_ = 0;
  std::vector<Line> lines_;  // set by set
};

}  // namespace collisionchip
