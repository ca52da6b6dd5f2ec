// The paper's host, a Pentium 4 of 1.8 GHz, as far as counts and assumptions go: its caches are simulated,
// what an instruction and a miss take is assumed, from least to most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/paper/callgrind.h"

namespace collisionchip {

// An assumption, or what follows from it.
struct Bracket {
  double least, likely, most;
};

struct Pentium4 {
  double mhz = 1800;
  std::uint32_t l2_kib = 256;            // 256: Willamette; 512: Northwood
  Bracket cpi{1, 1.5, 2};                // cycles per instruction that misses nothing
  Bracket l2_cycles{10, 15, 20};         // more for a miss of the first level
  Bracket memory_cycles{110, 180, 270};  // more for a miss of the second level

  SimulatedCaches caches() const;
  // Milliseconds.
  Bracket time(const CallgrindCounts& counts) const;
  // The share of that time which goes to misses.
  Bracket waiting(const CallgrindCounts& counts) const;
  std::string text() const;  // lines for a terminal
  nlohmann::ordered_json describe() const;
};

// The geometric mean of each of the three.
Bracket mean_of(const std::vector<Bracket>& brackets);
// "9.7 x (6.1 to 13)"
std::string to_text(const Bracket& speed_up);

}  // namespace collisionchip
