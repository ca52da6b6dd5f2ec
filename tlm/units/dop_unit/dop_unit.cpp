#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

namespace {
constexpr int kRegisters = CycleAccount::kFirstCause, kInterlock = CycleAccount::kFirstCause + 1;
constexpr int kTransformed = CycleAccount::kFirstCause, kMemory = CycleAccount::kFirstCause + 1;
}  // namespace

DopUnit::DopUnit(const sc_core::sc_module_name& name, const DopUnitParams& params, const Ports& ports)
    : VolumeUnit(name,
                 {params.clock_period_ps, params.register_sets, params.flag_latency, params.flags_at_once},
                 ports, account_meanings()),
      transforms("transforms"),
      overlaps("overlaps"),
      params_(params),
      sets_(params.register_sets) {
  transform_.k = static_cast<int>(params.k);
  pair_transform_ = PairTransform(transform_);
}

void DopUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
}

void DopUnit::reset_state() {
  VolumeUnit::reset_state();
  std::fill(sets_.begin(), sets_.end(), RegisterSet{});
  pipeline_free_ = 0;
  comparators_free_ = {};
}

void DopUnit::set_matrix_word(std::uint32_t word, std::uint32_t value) {
  DopTransformRow& row = transform_.rows[word / registers::kMmmWordsPerRow];
  const std::uint32_t field = word % registers::kMmmWordsPerRow;
  if (field < 3) {
    row.c[field] = float_of(value);
  } else if (field == 3) {
    row.offset = float_of(value);
  } else {
    // Indices beyond k would read registers that do not exist; the hardware has five address lines.
    const auto index = [&](int shift) {
      return static_cast<std::uint8_t>((value >> shift & 0x1fu) % params_.k);
    };
    row.j = {index(0), index(8), index(16)};
    row.destination = index(24);
  }
}

void DopUnit::matrix_written() {
  pair_transform_ = PairTransform(transform_);
  undelayed_known_ = false;
}

VolumeUnit::Placed DopUnit::place(std::size_t number, const SetTimes& times, const Taken& taken) {
  RegisterSet& set = sets_[number];
  const TransformSchedule schedule = schedule_for(
      {taken.in_register, std::max(set.registers_free, taken.now), pipeline_free_, times.results_free});
  params_.node_format->decode_dops(taken.pair.words.data(), decoded_);
  pair_transform_.apply(decoded_.data(), set.transformed);
  note_transform(schedule, taken.in_register);
  set.registers_free = schedule.registers_free;
  pipeline_free_ = schedule.pipeline_free;
  return {schedule.ready, schedule.input_released};
}

// One coefficient of each member in a cycle.
Cycle DopUnit::load(std::size_t number, const TransformedPair& pair) {
  for (std::uint32_t word = 0; word < 2 * params_.k; ++word)
    sets_[number].transformed[word / params_.k][word % params_.k] = float_of(pair.words[word]);
  ++statistics_.pairs_from_stack;
  return params_.k;
}

Cycle DopUnit::hand_out(std::size_t number, TransformedPair& pair) {
  for (std::uint32_t word = 0; word < 2 * params_.k; ++word)
    pair.words[word] = bits_of(sets_[number].transformed[word / params_.k][word % params_.k]);
  ++statistics_.pairs_to_stack;
  return params_.k;
}

// Most pairs find the unit idle, and then their schedules differ only in when they begin.
TransformSchedule DopUnit::schedule_for(const TransformStart& start) {
  const Cycle begin = start.in_register;
  if (std::max({start.registers_free, start.pipeline_free, start.results_free}) > begin) {
    return schedule_transform(params_, transform_, start);
  }
  if (!undelayed_known_) {
    undelayed_ = schedule_transform(params_, transform_, {0, 0, 0, 0});
    undelayed_known_ = true;
  }
  return delayed(undelayed_, begin);
}

void DopUnit::note_transform(const TransformSchedule& schedule, Cycle arrival) {
  const Cycle begin = std::min(schedule.siblings[0].first_load, schedule.siblings[1].first_load);
  transform_account().spend(arrival, CycleAccount::kIdle);
  transform_account().spend(begin, kRegisters);
  transform_account().spend(schedule.ready - schedule.interlock, CycleAccount::kBusy);
  transform_account().spend(schedule.ready, kInterlock);
  ++statistics_.tumbled_pairs;
  statistics_.interlock_cycles += schedule.interlock;
  transforms.write(schedule);
}

void DopUnit::note_overlap(const OverlapSchedule& schedule) {
  overlap_account().spend(schedule.data_ready, kMemory);
  overlap_account().spend(schedule.start[0], kTransformed);
  overlap_account().spend(schedule.end[0], CycleAccount::kBusy);
  overlap_account().spend(schedule.start[1], kMemory);
  overlap_account().spend(schedule.end[1], CycleAccount::kBusy);
  ++statistics_.aligned_pairs;
  overlaps.write(schedule);
}

VolumeUnit::Compared DopUnit::compare(std::size_t number, const SetTimes& times, const Taken& taken) {
  const OverlapSchedule schedule =
      schedule_overlap(params_, {taken.in_register, std::max(times.ready, taken.now), comparators_free_});
  note_overlap(schedule);
  comparators_free_ = comparators_free(params_, schedule);
  return {overlap_bits(sets_[number], taken.pair), schedule.end[1], schedule.input_released};
}

std::uint32_t DopUnit::overlap_bits(const RegisterSet& set, const NodePairData& pair) {
  params_.node_format->decode_dops(pair.words.data(), decoded_);
  std::uint32_t bits = 0;
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      if (overlap(transform_.k, set.transformed[i], decoded_[j])) bits |= 1u << (2 * i + j);
    }
  }
  return bits;
}

}  // namespace collisionchip
