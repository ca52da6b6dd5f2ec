#include "collisionchip/rtl_model/adapter/dop_unit_rtl.h"

#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

namespace {
constexpr Cycle kBeatsOfRecord = 4, kRows = 24;
}  // namespace

DopUnitRtl::DopUnitRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports)
    : RtlUnit("dop_unit", config, name, params_of<DopUnitParams>(config), ports),
      list_pop_(output("list_pop_o", 1)),
      tumbled_pop_(output("tumbled_pop_o", 1)),
      aligned_pop_(output("aligned_pop_o", 1)),
      release_from_(counter("release_from_o")),
      left_load_in_(counter("left_load_in_o")),
      right_load_in_(counter("right_load_in_o")),
      issue_in_(counter("issue_in_o")),
      issued_in_(counter("issued_in_o")),
      interlock_(counter("interlock_o")),
      compare_in_(counter("compare_in_o")),
      discarded_(counter("discarded_o")) {
  bind("mmm", ports.matrix_writes);
  bind_pairs("tumbled", ports.tumbled_data, "aligned", ports.aligned_data);
  bind("list", ports.list_commands);
  bind("release", ports.releases);
  bind("flags", ports.flags);
}

void DopUnitRtl::count(Cycle now) {
  if (list_pop_) note_list(ports().list_commands.front_visible());
  note_discarded(static_cast<std::uint32_t>(discarded_.get()));
  if (tumbled_pop_) count_tumbled(now);
  if (aligned_pop_) count_aligned(now);
}

void DopUnitRtl::count_tumbled(Cycle now) {
  const Cycle stages = params().dotadd_stages;
  TransformSchedule schedule;
  for (std::size_t side = 0; side < 2; ++side) {
    SiblingSchedule& sibling = schedule.siblings[side];
    sibling.first_load = now + (side == 0 ? left_load_in_ : right_load_in_).get();
    sibling.load_end = sibling.first_load + kRows;
    sibling.first_issue = now + issue_in_.get();
    sibling.issue_end = now + issued_in_.get();
    sibling.first_result = sibling.first_issue + stages;
    sibling.result_end = sibling.issue_end + stages;
  }
  schedule.interlock = interlock_.get();
  schedule.input_released = now + release_from_.get();
  schedule.registers_free = schedule.pipeline_free = now + issued_in_.get();
  schedule.ready = schedule.pipeline_free + stages;
  note_transform(schedule, ports().tumbled_data.front_visible());
}

void DopUnitRtl::count_aligned(Cycle now) {
  OverlapSchedule schedule;
  schedule.data_ready = ports().aligned_data.front_visible();
  for (std::size_t member = 0; member < 2; ++member) {
    constexpr int kWaitBits = 9;
    constexpr Cycle kWait = (1u << kWaitBits) - 1;
    schedule.start[member] = now + (compare_in_.get() >> kWaitBits * member & kWait);
    schedule.end[member] = schedule.start[member] + kBeatsOfRecord;
  }
  schedule.input_released = now + release_from_.get();
  note_overlap(schedule);
}

}  // namespace collisionchip
