// What a unit of boxes is built with, whatever its boxes are.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/machine/pair_beats.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct BoxUnitParams {
  std::uint32_t clock_period_ps = 0;
  PairBeats beats;
  Cycle decode_cycles = 0;  // of a box from the input register to the DOTADDs; one begins per cycle
  std::array<Cycle, 2> place_cycles{};            // of each tumbled member in the DOTADDs of the frame stage
  std::uint32_t dotadds = 0;                      // of the frame stage
  std::uint32_t dotadd_stages = 0;                // cycles of a row in its DOTADD
  std::uint32_t axes_per_cycle = 0;               // of the fifteen axes of a test
  std::uint32_t register_sets = 0;                // tumbled pairs in the aligned frame
  RefillPolicy refill = RefillPolicy::streaming;  // when new beats may follow into the input register
  std::uint32_t flag_latency = 0;                 // cycles from the last axis to the flags leaving the unit
  bool flags_at_once = false;                     // as soon as a pair is in the input register
};

// The beats of boxes that may begin anywhere within a beat: the earliest first beat and the latest last beat. `leaves`: the
// members that are leaves, in a format without nodes for leaves.
PairBeats box_beats(const NodeFormat& format, std::uint32_t bus_bytes, std::uint32_t leaves = 0);

// What the keys of all kinds of boxes say; a box has so many rows. `decode_cycles` is left to the kind.
template <typename Keys>
BoxUnitParams box_unit_params(const Keys& keys, std::uint32_t rows, const Derived& machine) {
  BoxUnitParams params;
  params.clock_period_ps = machine.clock_period_ps;
  params.beats = box_beats(*machine.pairs.nodes, machine.sdram.bus_bytes);
  params.dotadds = keys.dotadds;
  params.place_cycles = {rows / keys.dotadds, rows / keys.dotadds};
  params.dotadd_stages = keys.dotadd_stages;
  params.axes_per_cycle = keys.axes_per_cycle;
  params.register_sets = keys.register_sets;
  params.refill = machine.pairs.refill;
  params.flag_latency = keys.flag_latency;
  params.flags_at_once = machine.pairs.flags_at_once;
  return params;
}

}  // namespace collisionchip
