#include "collisionchip/testbench/host/probe.h"

#include "collisionchip/testbench/machines/host_kinds.h"

namespace collisionchip {

BoardReading Probe::read() const {
  BoardReading reading;
  reading.statistics = Statistics(board_);
  static_cast<WorkCounts&>(reading) = host_of(board_.config()).read(board_, reading.statistics);
  reading.cycles = board_.chip().query_cycles();
  reading.units = board_.unit_cycles();
  return reading;
}

void BoardReading::add(const BoardReading& sub_query) {
  in_any_order |= sub_query.in_any_order;
  cycles += sub_query.cycles;
  lists += sub_query.lists;
  aligned_pairs += sub_query.aligned_pairs;
  triangle_tests += sub_query.triangle_tests;
  add_to(uncertain_causes, sub_query.uncertain_causes);
  overflows += sub_query.overflows;
  eq5_cycles += sub_query.eq5_cycles;
  add_units(units, sub_query.units);
  statistics.add(sub_query.statistics);
}

}  // namespace collisionchip
