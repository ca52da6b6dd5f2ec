// Pointer FIFO and host as a recurrence: when each finding enters the FIFO, while the
// driver empties it by interrupt over PCI. The contracts are docs/host_port.md
// and the driver's own loop (Driver::wait_for_end).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// The host's accesses, in chip cycles.
struct HostTimes {
  static constexpr std::uint64_t kEntriesPerRead = 512;  // all that the window of the Pointer FIFO shows

  HostTimes(const ChipConfig& config, bool first_witness);

  Cycle transfer(std::uint64_t entries) const;

  PciBus pci;
  Cycle before_look = 0;        // upon an interrupt it reads the status and the interrupts, and clears them
  Cycle look = 0;               // then it reads the level
  std::uint32_t threshold = 0;  // entries that interrupt it; for a first witness each one does
};

class HostRecurrence {
 public:
  // `findings`: of the query, at most.
  HostRecurrence(const ChipConfig& config, std::size_t findings, bool first_witness);

  // Results under way between Triangle Unit and FIFO, at most.
  static std::size_t under_way(const ChipConfig& config);

  // First cycle from `now` on in which a test can issue:
  // its result and those still in the pipeline have room.
  Cycle room(Cycle now);
  // A finding that the FIFO sees in cycle `visible`.
  void take(Cycle visible);
  // A test that finds nothing: it holds room until it leaves the pipeline in cycle `out`.
  void miss(Cycle out) { misses_.push_back(out); }
  // When the FIFO has taken the last one; it takes one per cycle.
  Cycle last_entered() const { return entered_at_; }

 private:
  enum class State { idle, looking, reading };

  void run_until(Cycle now);
  void look();
  void read_some();
  void interrupt(Cycle now);
  std::uint64_t visible_at(Cycle now) const;

  const std::uint32_t depth_;
  const HostTimes host_;
  std::vector<Cycle> under_way_;  // a ring: when the slots between Triangle Unit and FIFO are free again
  std::size_t next_ = 0;
  std::deque<Cycle> misses_;  // when those in the pipeline leave it
  std::vector<Cycle> free_;   // a ring: when the FIFO's slots are free again
  std::uint64_t entries_ = 0, popped_ = 0;
  std::size_t tail_ = 0, head_ = 0;  // of that ring
  Cycle entered_at_ = 0;
  State state_ = State::idle;
  Cycle event_ = kNever;       // what the host does next
  std::uint64_t to_read_ = 0;  // entries of the level it has seen
  bool pending_ = false;       // an interrupt while it works on another
};

}  // namespace collisionchip
