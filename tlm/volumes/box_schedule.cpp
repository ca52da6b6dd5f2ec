#include "collisionchip/tlm/volumes/box_schedule.h"

#include <algorithm>

namespace collisionchip {

namespace {

Cycle before(Cycle cycle, Cycle cycles) {
  return cycle > cycles ? cycle - cycles : 0;
}

// A member is out of the input register when the decoder takes it. Streaming lets new beats follow, the first
// member's before the second one's.
Cycle released(const BoxUnitParams& params, const std::array<Cycle, 2>& decode) {
  if (params.refill != RefillPolicy::streaming) return decode[1];
  const auto follows = [&](std::size_t member) {
    const Cycle beat = params.beats.first[member];
    return decode[member] - (beat > 0 ? beat - 1 : 0);
  };
  return std::max(follows(0), follows(1));
}

}  // namespace

BoxTransformSchedule schedule_transform(const BoxUnitParams& params, const BoxTransformStart& start) {
  BoxTransformSchedule schedule;
  schedule.loaded = start.in_register + params.beats.end[0];
  Cycle free = std::max(start.pipeline_free, before(start.results_free, params.dotadd_stages));
  for (std::size_t member = 0; member < 2; ++member) {
    const Cycle here = std::max(start.in_register + params.beats.end[member], start.taken);
    // No box waits inside the decoder: it goes in so late that the DOTADDs are free when it comes out.
    schedule.decode[member] = std::max(here, before(free, params.decode_cycles));
    schedule.place[member] = schedule.decode[member] + params.decode_cycles;
    free = schedule.place_end[member] = schedule.place[member] + params.place_cycles[member];
  }
  schedule.input_released = released(params, schedule.decode);
  schedule.pipeline_free = schedule.place_end[1];
  schedule.ready = schedule.place_end[1] + params.dotadd_stages;
  return schedule;
}

BoxOverlapSchedule schedule_overlap(const BoxUnitParams& params, const BoxOverlapStart& start,
                                    const BoxAxes& axes) {
  // A box is decoded, then placed in the frame of an aligned one, a test per cycle.
  const Cycle latency = params.decode_cycles + params.dotadd_stages;
  BoxOverlapSchedule schedule;
  schedule.here = start.in_register + params.beats.end[0];
  schedule.data_ready = schedule.here + latency;
  Cycle free = std::max(start.axes_free, start.ready + params.dotadd_stages);
  for (std::size_t member = 0; member < 2; ++member) {
    const Cycle here = std::max(start.in_register + params.beats.end[member], start.taken);
    schedule.decode[member] = std::max(here, before(free, latency));
    schedule.start[member] = schedule.decode[member] + latency;
    free = schedule.start[member];
    for (const std::uint32_t tested : axes[member])
      free += (tested + params.axes_per_cycle - 1) / params.axes_per_cycle;
    schedule.end[member] = free;
  }
  schedule.input_released = released(params, schedule.decode);
  return schedule;
}

BoxAncestorSchedule schedule_ancestor(const BoxUnitParams& params, Cycle in_register, Cycle taken) {
  BoxAncestorSchedule schedule;
  schedule.decode[0] = std::max(in_register + params.beats.end[0], taken);
  schedule.decode[1] = std::max(in_register + params.beats.end[1], schedule.decode[0] + 1);
  schedule.input_released = released(params, schedule.decode);
  return schedule;
}

}  // namespace collisionchip
