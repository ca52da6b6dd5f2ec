// Runs a program under Valgrind's Callgrind, with the caches of another processor, and counts its instructions and cache misses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collisionchip {

// A cache: its bytes, its ways, and the bytes of a line.
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

// Reads a file that Callgrind has written. std::runtime_error for another text.
CallgrindCounts parse_callgrind(const std::string& text);

// "valgrind-3.19.0"; empty if Valgrind is not installed.
std::string valgrind_version();

struct CallgrindRun {
  CallgrindCounts counts;  // inside of the function
  std::string output;      // what the program printed
};

// `function` is a function of the program, by its name in the symbol table. `folder` is for files of this run only. The counts do not
// depend on the host's load. NoAnswer, with the program's message, if the run fails.
CallgrindRun run_callgrind(const std::vector<std::string>& command, const std::string& function,
                           const SimulatedCaches& caches, const std::string& folder);

}  // namespace collisionchip
