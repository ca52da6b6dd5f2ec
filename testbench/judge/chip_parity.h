// Holds a chip that has RTL units against the chip of TLM models alone: every event of every channel at its
// cycle, then the accounts and statistics of the query.
//
//   ChipParity parity(simulation, config, a, b);    // watches the chip's channels
//   parity.expect(pose, false);
//   const ChipAnswer answer = simulation.query(pose);
//   parity.check("pose 0", answer);
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/judge/verdict.h"
#include "collisionchip/traces/record/event_log.h"

namespace collisionchip {

// What an error says, without the places in the kernel that it came through.
std::string first_line(const std::exception& error);

class ChipParity {
 public:
  // The objects must outlive it.
  ChipParity(Simulation& simulation, const ChipConfig& config, const CollisionObject& a,
             const CollisionObject& b);
  ~ChipParity();

  // B has changed its shape, and the watched chip has it.
  void deform(const CollisionObject& a, const CollisionObject& b);
  // Asks the other chip, before the watched one is asked the same. Returns the cycles it took, set-up and
  // sub-queries included: the watched chip needs no more.
  Cycle expect(const Pose& pose, bool first_witness);
  // False at a difference.
  bool check(const std::string& query, const ChipAnswer& answer);
  // The watched chip gave no answer but this error (no end, a put into a full channel): where it parted from
  // its models before, and what it came to. Empty if it did not part.
  std::string failure(const std::exception& error);

  const ParityVerdict& verdict() const { return verdict_; }

 private:
  std::string difference(const ChipAnswer& answer) const;
  std::string event_difference() const;

  Chip& chip_;
  Driver& driver_;
  std::list<std::function<void()>>::iterator hook_;  // at the end of every query
  ChipConfig models_;                                // the same machine without RTL
  BoardImage image_;
  EventLog log_;
  using Events = std::vector<std::vector<ChannelEvents>>;  // of the query and its sub-queries
  Events events_, expected_;
  ChipAnswer expected_answer_;
  ParityVerdict verdict_;
};

}  // namespace collisionchip
