// A program under Valgrind's Callgrind, with the caches of another processor: how many instructions it
// takes, and how many of its accesses miss.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collisionchip {

// Bytes, ways, bytes of a line.
struct CacheSize {
  std::uint32_t bytes, ways, line;
  std::string text() const;  // "8192,4,64"
};

struct SimulatedCaches {
  CacheSize i1, d1, l2;
};

struct CallgrindCounts {
  std::uint64_t instructions = 0;
  std::uint64_t d1_misses = 0;  // of reads and writes
  std::uint64_t l2_misses = 0;  // of reads and writes, of data and instructions
};

// What Callgrind has written. std::runtime_error if it is something else.
CallgrindCounts parse_callgrind(const std::string& text);

// "valgrind-3.19.0"; empty: it is not installed.
std::string valgrind_version();

struct CallgrindRun {
  CallgrindCounts counts;  // inside of the function
  std::string output;      // what the program printed
};

// `function`: of the program, by its name in the symbol table. `folder`: for files of this run alone.
// Deterministic, whatever else the host does. NoAnswer with what was said if it does not end well.
CallgrindRun run_callgrind(const std::vector<std::string>& command, const std::string& function,
                           const SimulatedCaches& caches, const std::string& folder);

}  // namespace collisionchip
