#include "collisionchip/testbench/host/probe.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

BoardReading Probe::read() const {
  const Chip& chip = board_.chip();
  BoardReading reading;
  reading.statistics = Statistics(board_);
  reading.cycles = chip.query_cycles();
  if (board_.config().has_tree()) {
    const StackEngine::Statistics& stack = chip.stack_engine().statistics();
    reading.lists = stack.lists;
    reading.aligned_pairs = stack.aligned_pairs;
    reading.triangle_tests = stack.triangle_tests;
    reading.eq5_cycles = stack.eq5_cycles();
    reading.in_any_order = derived_of(board_.config()).pairs.stacks_pairs;
  } else if (board_.config().has_groups()) {
    reading.lists = reading.statistics.number("group_engine.lists");
    reading.aligned_pairs = reading.statistics.number("group_engine.groups");
    reading.triangle_tests = reading.statistics.number("small_triangle_unit.tests");
    reading.in_any_order = true;
  } else {
    reading.triangle_tests = reading.statistics.number("pair_sequencer.pairs");
  }
  if (!board_.config().has_groups())
    reading.uncertain_causes = chip.triangle_unit().statistics().uncertain_causes;
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
  eq5_cycles += sub_query.eq5_cycles;
  add_units(units, sub_query.units);
  statistics.add(sub_query.statistics);
}

}  // namespace collisionchip
