// The figures of a query that a reader looks at first. The terminal and the report's first section show the same list, which is computed
// here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/account/roofs.h"
#include "collisionchip/testbench/machines/host_kind.h"

namespace collisionchip {

// The numbers of a query, or the sums of several queries.
struct KeyNumbers {
  std::uint64_t pairs = 0, cycles = 0, eq5_cycles = 0, lists = 0, aligned_pairs = 0, triangle_tests = 0,
                uncertain = 0;
  QueryTimes times;
  std::uint64_t energy_pj = 0;
  std::vector<Roof> roofs;
};

struct KeyFigure {
  std::string name;   // beginning of the terminal's line: "chip"
  std::string line;   // rest of the terminal's line: "143223 cycles = 537.086 us at 266 MHz"
  std::string value;  // the figure alone: "537.086 us"
  std::string about;  // what the figure measures: "on the chip: 143223 cycles at 266 MHz"
};

// Pairs, times, and the chip's cycles compared with Eq. 5.
std::vector<KeyFigure> answer_figures(const KeyNumbers& numbers, const MachineFacts& machine,
                                      WalksThrough what);
// Lists, if the engine works by lists, and triangle tests.
std::vector<KeyFigure> work_figures(const KeyNumbers& numbers, WalksThrough what);
// Silicon, clock, energy, and what bounds the query.
std::vector<KeyFigure> cost_figures(const KeyNumbers& numbers, const MachineFacts& machine);

// "  chip       143223 cycles = 537.086 us at 266 MHz\n" for each.
std::string to_text(const std::vector<KeyFigure>& figures);

// "143223 cycles = 537.086 us at 266 MHz".
std::string cycles_text(std::uint64_t cycles, const MachineFacts& machine);

}  // namespace collisionchip
