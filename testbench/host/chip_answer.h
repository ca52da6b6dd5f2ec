// The answer to one query, with its sub-queries (unfinished work after an overflow) added. HostAnswer is what the host gets. BoardReading
// has the counts inside the board, which the host cannot see.
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

// What the host gets over PCI.
struct HostAnswer {
  std::vector<TrianglePair> pairs;  // sorted
  Cycle setup_cycles = 0;           // the host's time over PCI before the start
  Cycle readback_cycles = 0;        // the host's time over PCI after the end
  Cycle settled_cycles = 0;         // from handing over the pose until its last entry has come
  HostCharge host;                  // the host's own time, in addition to these
  std::uint64_t uncertain = 0;      // pairs the chip could not decide and the driver settled exactly
  std::uint64_t unfinished = 0;     // sub-queries that an overflow made necessary
};

// The answers to poses that were asked together. The time over PCI is only in the batch; it is 0 in the answers. The poses are handed over
// together, so all `settled_cycles` begin at the same time; those of the batch end with the last answer. An answer's `host` has all work of
// the host from handing over until this answer's last pair was settled, including work for the other answers.
struct HostBatch {
  std::vector<HostAnswer> answers;  // in the order of the poses
  Cycle setup_cycles = 0, readback_cycles = 0, settled_cycles = 0;
  HostCharge host;
};

// The counts inside the board (testbench/host/probe.h).
struct BoardReading : WorkCounts {
  Cycle cycles = 0;               // from start command to the last result in the Pointer FIFO
  std::vector<UnitCycles> units;  // each sums to `cycles`
  Statistics statistics;

  void add(const BoardReading& sub_query);
};

struct ChipAnswer : HostAnswer, BoardReading {};

// The answers to poses that were asked together. Each answer has its latency as `cycles`, and the counts that can be told apart by query.
// Accounts and statistics are only in `whole`.
struct ChipBatch {
  std::vector<ChipAnswer> answers;
  ChipAnswer whole;  // without pairs; `cycles` from the start command to the last query's end
};

// Thrown if the chip has no answer to a query, with the reason. The next query starts from a reset.
struct ChipError : NoAnswer {
  using NoAnswer::NoAnswer;
};

}  // namespace collisionchip
