// The results from the counts: times of a Pentium 4, the chip's speed-ups over it, and whether 30 is among these speed-ups.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/paper_tables.h"
#include "collisionchip/testbench/paper/pentium4.h"

namespace collisionchip {

constexpr const char* kCountedTraversals[] = {"list", "simultaneous"};  // the new one, the traditional one

// A turn of an object, in one build of the software.
struct Pentium4Row {
  std::string object, mode, traversal, build;  // "vectors" or "scalar"
  double distance;
  std::uint32_t queries;
  CallgrindCounts counts;                 // of the turn, without the set-up of poses
  Bracket host_ms;                        // of the turn, without that set-up
  std::map<std::string, double> chip_ms;  // by preset
  Bracket waiting{};                      // share of host_ms that goes to misses

  Bracket speed_up(const std::string& preset) const;
};

Table pentium4_table(const std::vector<Pentium4Row>& rows);
std::string to_text(const std::vector<Pentium4Row>& rows);  // for a terminal
Claim pentium4_claim(const std::vector<Pentium4Row>& rows);
// The cause that the paper gives for Figure 10, judged with scalar code.
Claim waiting_claim(const std::vector<Pentium4Row>& rows);

}  // namespace collisionchip
