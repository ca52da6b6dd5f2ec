// What must add up in every query: the sums that tie the units' statistics to each other. Where it can be,
// each side is counted by another unit. The judge checks them after every query, in every run.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// From one start of the chip to its end, without an error.
struct QueryAccount {
  const ChipConfig& config;
  Cycle cycles;
  const std::vector<UnitCycles>& units;
  const Statistics& statistics;
};

struct ClosingSum {
  // What is taken of a statistic, or of a cycle account.
  enum class Measure { number, total, weighted, largest, busy, interlock };
  struct Term {
    Measure measure;
    std::string name;
    enum class Times { one, two, four, entry_words, bus_bytes, memory_bytes } times = Times::one;
  };
  enum class Relation { equal, at_most };
  enum class Where { always, dops, all_pairs, sdram_banks, all_pairs_timed, all_pairs_unchecked };

  std::vector<Term> left;
  Relation relation;
  std::vector<Term> right;
  Where where;

  // "`sdram.row_hits` + ... = `sdram.reads`".
  std::string rule() const;
};

// All but the two that hold for every unit (busy + stalled + idle = cycles) and for every channel (its
// occupancy adds up to the cycles).
const std::vector<ClosingSum>& closing_sums();

// "unless a first witness ended the query"; empty for always.
std::string where_text(ClosingSum::Where where);

// One line per sum that does not close: the rule and both sides. Empty if all is well.
std::vector<std::string> open_sums(const QueryAccount& account);

}  // namespace collisionchip
