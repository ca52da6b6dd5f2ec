// Reads the accounts and counters of a query that has ended from inside the board, where a host cannot read.
#pragma once

#include "collisionchip/testbench/host/chip_answer.h"
#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

class Probe {
 public:
  // The board must outlive it.
  explicit Probe(const Board& board) : board_(board) {}

  // Reads those of the query that has ended. Called before the next reset.
  BoardReading read() const;

 private:
  const Board& board_;
};

}  // namespace collisionchip
