// One frame of a scene, answered and judged: what a worker brings, and what a run that was broken off leaves for the next
// one.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/testbench/host/host_time.h"
#include "collisionchip/testbench/judge/verdict.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// What can be added up.
struct FrameCounts {
  std::uint64_t pairs_tested = 0;     // of objects, by the chip: what the broad phase left
  std::uint64_t pairs_colliding = 0;  // of these
  std::uint64_t triangle_pairs = 0;
  Cycle cycles = 0;      // of the chip, from each start to the last result in the Pointer FIFO
  Cycle pci_cycles = 0;  // before each start and after each end
  std::uint64_t pci_bytes = 0;
  // Time from handing over a pose until its last entry has come; poses that are asked together count once. The host's own time is apart.
  Cycle settled_cycles = 0;
  HostCharge host;

  Cycle total_cycles() const { return cycles + pci_cycles; }
  void add(const FrameCounts& other);
};

// All of a frame's time counts.
inline bool is_late(const FrameCounts& counts, std::uint64_t deadline_us) {
  return counts.host.total_ps > deadline_us * 1'000'000;
}

struct FrameAnswer {
  std::uint64_t frame = 0;
  FrameCounts counts;
  AnswerVerdict verdict;   // against the software reference, query by query
  std::string pair_lines;  // as pairs.csv has them

  // A file that is there when it is complete, with the digest of its question. InputError if it cannot be written, or is none
  // of that frame and question.
  void save(const std::string& path, const std::string& question) const;
  static FrameAnswer load(const std::string& path, std::uint64_t frame, const std::string& question);
};

// The line of frames.csv, with its end.
std::string frame_line(const FrameAnswer& answer, const ChipConfig& config, std::uint64_t deadline_us);
extern const char* const kFrameColumns;
extern const char* const kPairColumns;

}  // namespace collisionchip
