// When a unit of boxes decodes, places and compares (docs/obb.md, docs/aabb.md): pure arithmetic on cycles,
// no SystemC, no data.
#pragma once

#include <array>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/volumes/box_unit_params.h"

namespace collisionchip {

// A tumbled pair on its way into the aligned frame, member by member.
struct BoxTransformSchedule {
  std::array<Cycle, 2> decode{};              // out of the input register and into the decoder
  std::array<Cycle, 2> place{}, place_end{};  // rows into the DOTADDs
  Cycle loaded = 0;                           // all beats of the first member are in the input register
  Cycle input_released = 0;                   // the input register may be written again
  Cycle pipeline_free = 0;                    // the DOTADDs may take a row of another pair
  Cycle ready = 0;                            // both boxes are in the register set
};

struct BoxTransformStart {
  Cycle in_register = 0;    // first beat of the pair in the input register
  Cycle taken = 0;          // the cycle in which the unit takes it: a register set is free
  Cycle pipeline_free = 0;  // from when on the DOTADDs are free
  Cycle results_free = 0;   // from when on the register set may be written
};

BoxTransformSchedule schedule_transform(const BoxUnitParams& params, const BoxTransformStart& start);

// The axes that each test takes: of aligned member j and tumbled member i at [j][i], 1 to 15.
using BoxAxes = std::array<std::array<std::uint32_t, 2>, 2>;

// One aligned pair against the tumbled pair.
struct BoxOverlapSchedule {
  std::array<Cycle, 2> decode{};        // of each member: out of the input register and into the decoder
  std::array<Cycle, 2> start{}, end{};  // its two tests on the axes
  Cycle here = 0;                       // all beats of the first member are in the input register
  Cycle data_ready = 0;                 // it could have been tested, had the unit been free
  Cycle input_released = 0;
};

struct BoxOverlapStart {
  Cycle in_register = 0;  // first beat of the pair in the input register
  Cycle taken = 0;        // the cycle in which the unit takes it
  Cycle ready = 0;        // the tumbled pair is in its register set
  Cycle axes_free = 0;    // from when on the axes are free
};

BoxOverlapSchedule schedule_overlap(const BoxUnitParams& params, const BoxOverlapStart& start,
                                    const BoxAxes& axes);

// A pair on the way to an aligned one: its boxes are the next one's parents, and nothing is compared.
struct BoxAncestorSchedule {
  std::array<Cycle, 2> decode{};  // of each member: its planes are put together
  Cycle input_released = 0;
};

BoxAncestorSchedule schedule_ancestor(const BoxUnitParams& params, Cycle in_register, Cycle taken);

}  // namespace collisionchip
