// When the DOP Unit loads, issues and finishes (§4.1, §5.2): pure arithmetic on cycles, no SystemC, no data.
//
// All intervals are half open. The numbers of §5.2 come out of TransformSchedule for `paper52`: a pair whose
// first beat is in the input register in cycle 10 gives first_load 10, first_issue 22, last issue before 46,
// results [28, 52), and the second sibling complete at 88.
#pragma once

#include <array>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit_params.h"

namespace collisionchip {

// One sibling on its way through the unit.
struct SiblingSchedule {
  Cycle first_load = 0, load_end = 0;      // coefficients into the d registers
  Cycle first_issue = 0, issue_end = 0;    // rows into the DOTADDs
  Cycle first_result = 0, result_end = 0;  // transformed coefficients into the d' memory
};

struct TransformSchedule {
  std::array<SiblingSchedule, 2> siblings;
  Cycle interlock = 0;       // cycles in which a row waited for a coefficient (valid bits)
  Cycle input_released = 0;  // the input register may be written again
  Cycle registers_free = 0;  // the d registers may be loaded again
  Cycle pipeline_free = 0;   // the DOTADDs may take a row of another pair
  Cycle ready = 0;           // both transformed DOPs are in the d' memory
};

struct TransformStart {
  Cycle in_register = 0;     // first beat of the pair in the input register
  Cycle registers_free = 0;  // from when on the d registers are free
  Cycle pipeline_free = 0;   // from when on the DOTADDs are free
  Cycle results_free = 0;    // from when on the d' memory is free
};

TransformSchedule schedule_transform(const DopUnitParams& params, const DopTransform& transform,
                                     const TransformStart& start);

// The same schedule, begun `cycles` later.
TransformSchedule delayed(TransformSchedule schedule, Cycle cycles);

// From when on the comparators of each member of an aligned pair are free: with one group the same ones.
using ComparatorsFree = std::array<Cycle, 2>;

// One aligned pair against the transformed tumbled pair.
struct OverlapSchedule {
  std::array<Cycle, 2> start{}, end{};  // comparison of each member
  Cycle data_ready = 0;                 // the first member could have been compared, had the unit been free
  Cycle input_released = 0;
};

struct OverlapStart {
  Cycle in_register = 0;  // first beat of the pair in the input register
  Cycle ready = 0;        // from when on it may be compared: the transformed pair is there
  ComparatorsFree comparators_free{};
};

OverlapSchedule schedule_overlap(const DopUnitParams& params, const OverlapStart& start);

// For the pair after this one.
ComparatorsFree comparators_free(const DopUnitParams& params, const OverlapSchedule& schedule);

}  // namespace collisionchip
