// The answer to one query, its sub-queries (unfinished work after an overflow) added up: what the host gets, and
// what only somebody who looks at the board from behind can know.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/host_time.h"
#include "collisionchip/testbench/machines/work_counts.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// Over PCI.
struct HostAnswer {
  std::vector<TrianglePair> pairs;  // sorted
  Cycle setup_cycles = 0;           // the host's time over PCI before the start
  Cycle readback_cycles = 0;        // and after the end
  Cycle settled_cycles = 0;         // from handing over the pose until its last entry has come
  HostCharge host;                  // the host's own time beside these
  std::uint64_t uncertain = 0;      // pairs the chip could not decide and the driver settled exactly
  std::uint64_t unfinished = 0;     // sub-queries that an overflow made necessary
};

// To poses that were asked together. The time over PCI is that of all: an answer's own is 0. The poses are handed over together,
// so that their `settled_cycles` begin at the same time; that of the batch ends with the last one. An answer's `host` has what the host
// did from handing over until that answer's last pair was settled, for the others as well.
struct HostBatch {
  std::vector<HostAnswer> answers;  // in the order of the poses
  Cycle setup_cycles = 0, readback_cycles = 0, settled_cycles = 0;
  HostCharge host;
};

// From behind (testbench/host/probe.h).
struct BoardReading : WorkCounts {
  Cycle cycles = 0;               // from start command to the last result in the Pointer FIFO
  std::vector<UnitCycles> units;  // each sums to `cycles`
  Statistics statistics;

  void add(const BoardReading& sub_query);
};

struct ChipAnswer : HostAnswer, BoardReading {};

// Poses that were asked together. Of each query: its latency as `cycles`, and what can be told apart; accounts and
// statistics are those of all.
struct ChipBatch {
  std::vector<ChipAnswer> answers;
  ChipAnswer whole;  // without pairs; `cycles` from the start command to the last query's end
};

// The chip has no answer to a query, and says why. The next query starts from a reset.
struct ChipError : NoAnswer {
  using NoAnswer::NoAnswer;
};

}  // namespace collisionchip
