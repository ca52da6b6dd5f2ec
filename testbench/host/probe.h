// Looks at a board from behind, where no host can: the accounts and counters of a query that has ended.
#pragma once

#include "collisionchip/testbench/host/chip_answer.h"
#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

class Probe {
 public:
  // The board must outlive it.
  explicit Probe(const Board& board) : board_(board) {}

  // Of the query that has ended, before the next reset.
  BoardReading read() const;

 private:
  const Board& board_;
};

}  // namespace collisionchip
