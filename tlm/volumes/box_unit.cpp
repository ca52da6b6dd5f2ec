#include "collisionchip/tlm/volumes/box_unit.h"

namespace collisionchip {

namespace {

// Causes of stalls.
struct BoxStall {
  static constexpr int kFirst = CycleAccount::kFirstCause;
  static constexpr int kRegisters = kFirst;
  static constexpr int kMemory = kFirst, kDecode = kFirst + 1, kPlaced = kFirst + 2;
};

BoxUnitParams of_kept(BoxUnitParams params) {
  params.decode_cycles = 0;
  params.beats.first = {0, 0};
  params.beats.end = {1, 1};
  return params;
}

}  // namespace

BoxUnit::BoxUnit(const sc_core::sc_module_name& name, const BoxUnitParams& params, const Ports& ports,
                 const std::vector<AccountMeaning>& accounts)
    : VolumeUnit(name,
                 {params.clock_period_ps, params.register_sets, params.flag_latency, params.flags_at_once},
                 ports, accounts),
      transforms("transforms"),
      overlaps("overlaps"),
      params_(params),
      kept_params_(of_kept(params)) {}

void BoxUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
}

void BoxUnit::reset_state() {
  VolumeUnit::reset_state();
  pipeline_free_ = axes_free_ = 0;
}

VolumeUnit::Placed BoxUnit::place(std::size_t set, const SetTimes& times, const Taken& taken) {
  const BoxTransformSchedule schedule = schedule_transform(
      params_of(taken.pair), {taken.in_register, taken.now, pipeline_free_, times.results_free});
  place_boxes(set, taken.pair);
  note_transform(schedule, taken.in_register);
  pipeline_free_ = schedule.pipeline_free;
  return {schedule.ready, schedule.input_released};
}

VolumeUnit::Compared BoxUnit::compare(std::size_t set, const SetTimes& times, const Taken& taken) {
  BoxAxes axes{};
  const std::uint32_t bits = overlap_bits(set, taken.pair, axes);
  const BoxOverlapSchedule schedule =
      schedule_overlap(params_of(taken.pair), {taken.in_register, taken.now, times.ready, axes_free_}, axes);
  note_overlap(schedule, axes);
  axes_free_ = schedule.end[1];
  return {bits, schedule.end[1], schedule.input_released};
}

void BoxUnit::note_transform(const BoxTransformSchedule& schedule, Cycle arrival) {
  CycleAccount& account = transform_account();
  account.spend(arrival, CycleAccount::kIdle);
  account.spend(schedule.loaded, CycleAccount::kBusy);
  account.spend(schedule.decode[0], BoxStall::kRegisters);
  account.spend(schedule.ready, CycleAccount::kBusy);
  ++statistics_.tumbled_pairs;
  transforms.write(schedule);
}

void BoxUnit::note_overlap(const BoxOverlapSchedule& schedule, const BoxAxes& axes) {
  CycleAccount& account = overlap_account();
  account.spend(schedule.here, BoxStall::kMemory);
  account.spend(schedule.data_ready, BoxStall::kDecode);
  account.spend(schedule.start[0], BoxStall::kPlaced);
  account.spend(schedule.end[0], CycleAccount::kBusy);
  account.spend(schedule.start[1], BoxStall::kMemory);
  account.spend(schedule.end[1], CycleAccount::kBusy);
  ++statistics_.aligned_pairs;
  for (const auto& member : axes) {
    for (const std::uint32_t tested : member) {
      statistics_.axes += tested;
      statistics_.tests += tested > 0 ? 1 : 0;
    }
  }
  overlaps.write(schedule);
}

}  // namespace collisionchip
