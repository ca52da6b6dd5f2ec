#include "collisionchip/tlm/units/dop_unit/dop_schedule.h"

#include <algorithm>

namespace collisionchip {

namespace {

using LoadTimes =
    std::array<Cycle, kMaxK>;  // cycle in which each coefficient is written; usable in the next one

// Coefficients of a member enter one set of d registers at floats_per_cycle,
// none before its beat is in the input register.
LoadTimes load(const DopUnitParams& params, std::size_t member, Cycle in_register, Cycle begin, int k) {
  const std::array<Cycle, kMaxK>& beats = params.beats.coefficient[member];
  LoadTimes times{};
  Cycle cycle = begin;
  std::uint32_t in_this_cycle = 0;
  for (int i = 0; i < k; ++i) {
    const Cycle available = in_register + beats[i];
    if (in_this_cycle == params.floats_per_cycle || cycle < available) {
      cycle = std::max(cycle + (in_this_cycle == params.floats_per_cycle ? 1 : 0), available);
      in_this_cycle = 0;
    }
    times[i] = cycle;
    ++in_this_cycle;
  }
  return times;
}

// Issues all rows, in order, `rows_per_cycle` at a time, each when its operands are valid.
struct Issue {
  Cycle first = 0, end = 0, interlock = 0;
};

Issue issue_rows(const DopTransform& transform, const LoadTimes& loaded, Cycle begin,
                 std::uint32_t rows_per_cycle) {
  Issue issue;
  Cycle cycle = begin;
  std::uint32_t in_this_cycle = 0;
  for (int r = 0; r < transform.k; ++r) {
    const auto& j = transform.rows[r].j;
    const Cycle valid = std::max({loaded[j[0]], loaded[j[1]], loaded[j[2]]}) + 1;
    if (in_this_cycle == rows_per_cycle) {
      ++cycle;
      in_this_cycle = 0;
    }
    if (valid > cycle) {
      issue.interlock += valid - cycle;
      cycle = valid;
      in_this_cycle = 0;
    }
    if (r == 0) issue.first = cycle;
    ++in_this_cycle;
  }
  issue.end = cycle + 1;
  return issue;
}

// The first row may issue when start_floats coefficients are in and the pipeline and its results have room.
Cycle issue_begin(const DopUnitParams& params, const LoadTimes& loaded, int k, const TransformStart& start) {
  const int needed = std::min<int>(static_cast<int>(params.start_floats), k);
  const Cycle stages = params.dotadd_stages;
  const Cycle results = start.results_free > stages ? start.results_free - stages : 0;
  return std::max({loaded[needed - 1] + 1, start.pipeline_free, results});
}

void fill(SiblingSchedule& sibling, const LoadTimes& loaded, int k, const Issue& issue, Cycle stages) {
  sibling.first_load = loaded[0];
  sibling.load_end = loaded[k - 1] + 1;
  sibling.first_issue = issue.first;
  sibling.issue_end = issue.end;
  sibling.first_result = issue.first + stages;
  sibling.result_end = issue.end + stages;
}

// One DOTADD: the second sibling is transferred when the
// first one's registers have been read for the last time.
void schedule_serial(const DopUnitParams& params, const DopTransform& transform, TransformStart start,
                     TransformSchedule& schedule) {
  Cycle begin = std::max(start.in_register, start.registers_free);
  for (std::size_t side = 0; side < 2; ++side) {
    const Cycle first_beat = start.in_register + params.beats.first[side];
    const LoadTimes loaded = load(params, side, start.in_register, std::max(begin, first_beat), transform.k);
    const Issue issue = issue_rows(transform, loaded, issue_begin(params, loaded, transform.k, start), 1);
    fill(schedule.siblings[side], loaded, transform.k, issue, params.dotadd_stages);
    schedule.interlock += issue.interlock;
    begin = start.pipeline_free = issue.end;
  }
}

// Two or more DOTADDs: both siblings side by side; one
// Address Generator, so a row waits for the later of the two.
void schedule_parallel(const DopUnitParams& params, const DopTransform& transform,
                       const TransformStart& start, TransformSchedule& schedule) {
  const Cycle begin = std::max(start.in_register, start.registers_free);
  const auto loaded = [&](std::size_t side) {
    const Cycle first_beat = start.in_register + params.beats.first[side];
    return load(params, side, start.in_register, std::max(begin, first_beat), transform.k);
  };
  const LoadTimes left = loaded(0), right = loaded(1);
  LoadTimes both{};
  for (int i = 0; i < transform.k; ++i) both[i] = std::max(left[i], right[i]);
  // The left sibling is complete first and starts the
  // transform; valid bits hold back rows the right one lacks.
  const Issue issue =
      issue_rows(transform, both, issue_begin(params, left, transform.k, start), params.dotadds / 2);
  fill(schedule.siblings[0], left, transform.k, issue, params.dotadd_stages);
  fill(schedule.siblings[1], right, transform.k, issue, params.dotadd_stages);
  schedule.interlock = issue.interlock;
}

}  // namespace

TransformSchedule schedule_transform(const DopUnitParams& params, const DopTransform& transform,
                                     const TransformStart& start) {
  TransformSchedule schedule;
  if (params.dotadds == 1) {
    schedule_serial(params, transform, start, schedule);
  } else {
    schedule_parallel(params, transform, start, schedule);
  }
  const Cycle pair_end = start.in_register + params.beats.all();
  schedule.input_released =
      std::max({schedule.siblings[0].load_end, schedule.siblings[1].load_end, pair_end});
  schedule.registers_free = schedule.pipeline_free =
      std::max(schedule.siblings[0].issue_end, schedule.siblings[1].issue_end);
  schedule.ready = schedule.pipeline_free + params.dotadd_stages;
  return schedule;
}

TransformSchedule delayed(TransformSchedule schedule, Cycle cycles) {
  for (SiblingSchedule& s : schedule.siblings) {
    for (Cycle* at :
         {&s.first_load, &s.load_end, &s.first_issue, &s.issue_end, &s.first_result, &s.result_end}) {
      *at += cycles;
    }
  }
  for (Cycle* at :
       {&schedule.input_released, &schedule.registers_free, &schedule.pipeline_free, &schedule.ready}) {
    *at += cycles;
  }
  return schedule;
}

OverlapSchedule schedule_overlap(const DopUnitParams& params, const OverlapStart& start) {
  const PairBeats& beats = params.beats;
  const bool node = params.e_register == ERegister::node;
  // A separate e register takes a node when all of its beats
  // are in; without one the beats are compared as they come.
  const std::array<Cycle, 2>& ready = node ? beats.end : beats.first;
  OverlapSchedule schedule;
  schedule.data_ready = start.in_register + ready[0];
  for (std::size_t member = 0; member < 2; ++member) {
    const Cycle here = start.in_register + ready[member];
    const bool in_turn = member == 1 && params.comparator_groups == 1;
    const Cycle free = in_turn ? schedule.end[0] : start.comparators_free[member];
    schedule.start[member] = std::max({here, start.ready, free});
    schedule.end[member] = schedule.start[member] + params.compare_cycles;
  }
  // Each member is out of the input register when it moves to its e register, or when its last beat has been
  // read. Streaming lets new beats follow, the first member's before the second one's.
  const bool streaming = params.refill == RefillPolicy::streaming;
  const std::array<Cycle, 2>& out = node ? schedule.start : schedule.end;
  // The beat that may come in the cycle in which a member is out: of those behind it, or the last of its own.
  const auto follows = [&](std::size_t member) {
    const Cycle beat = node ? beats.first[member] : beats.end[member];
    return out[member] - (beat > 0 ? beat - 1 : 0);
  };
  schedule.input_released = streaming ? std::max(follows(0), follows(1)) : out[1];
  return schedule;
}

ComparatorsFree comparators_free(const DopUnitParams& params, const OverlapSchedule& schedule) {
  return {params.comparator_groups == 1 ? schedule.end[1] : schedule.end[0], schedule.end[1]};
}

}  // namespace collisionchip
