#include "collisionchip/tlm/units/dop_unit/dop_unit_params.h"

#include <algorithm>

namespace collisionchip {

namespace {

PairBeats pair_beats(const NodeFormat& format, std::uint32_t bus_bytes) {
  const auto beats = [&](std::uint32_t words) { return (4 * Cycle{words} + bus_bytes - 1) / bus_bytes; };
  PairBeats pair;
  for (std::uint32_t member = 0; member < 2; ++member) {
    pair.first[member] = 4 * format.members[member].begin / bus_bytes;
    pair.end[member] = beats(format.members[member].end);
    for (std::uint32_t i = 0; i < format.most_k; ++i)
      pair.coefficient[member][i] = beats(format.coefficient_word(member, i) + 1) - 1;
  }
  return pair;
}

}  // namespace

DopUnitParams DopUnitParams::of(const DopUnitKeys& keys, const Derived& machine) {
  DopUnitParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  params.k = machine.k;
  params.node_format = machine.pairs.nodes;
  params.beats = pair_beats(*machine.pairs.nodes, machine.sdram.bus_bytes);
  params.compare_cycles =
      std::max<Cycle>(params.beats.of_member(), (machine.k + keys.compare_floats - 1) / keys.compare_floats);
  params.refill = machine.pairs.refill;
  params.flags_at_once = machine.pairs.flags_at_once;
  params.hands_out = machine.pairs.block_words > 0;
  return params;
}

}  // namespace collisionchip
