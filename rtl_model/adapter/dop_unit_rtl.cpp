#include "collisionchip/rtl_model/adapter/dop_unit_rtl.h"

#include <algorithm>
#include <stdexcept>

namespace collisionchip {

namespace {
constexpr std::size_t kBeatWords = 8, kBeats = kPairBytes / (4 * kBeatWords);
constexpr Cycle kRows = 24;
}  // namespace

const std::vector<RtlRequirement>& DopUnitRtl::requirements() {
  static const std::vector<RtlRequirement> all = {{"dop.k", kRows, kRows},
                                                  {"sdram.bus_bytes", 4 * kBeatWords, 4 * kBeatWords},
                                                  {"memory_controller.input_registers", 1, 2},
                                                  {"memory_controller.refill", RefillPolicy::streaming},
                                                  {"stack_engine.decision", ListDecision::flags},
                                                  {"dop_unit.dotadds", 2, 2},
                                                  {"dop_unit.dotadd_stages", 6, 6},
                                                  {"dop_unit.floats_per_cycle", 1, 1},
                                                  {"dop_unit.start_floats", 24, 24},
                                                  {"dop_unit.register_sets", 2, 2},
                                                  {"dop_unit.compare_floats", 8, 8},
                                                  {"dop_unit.e_register", ERegister::stream},
                                                  {"dop_unit.flag_latency", 1, 1}};
  return all;
}

DopUnitRtl::DopUnitRtl(const sc_core::sc_module_name& name, const DopUnitParams& params, const Ports& ports)
    : RtlUnit(name, params, ports) {
  pins_.select(params.comparator_groups);
}

void DopUnitRtl::reset_state() {
  RtlUnit::reset_state();
  write_matrix();  // a reset keeps what the unit has taken
  on_bus_ = false;
  tumbled_begun_ = aligned_begun_ = 0;
}

void DopUnitRtl::sample(Cycle now) {
  sample_matrix(now);
  sample_beat(now);
  const ListCommand* command = ports().list_commands.front(now);
  pins_.list_valid_i = command != nullptr;
  if (command != nullptr) {
    pins_.list_discard_i = command->discard;
    pins_.list_length_i = command->length;
  }
  pins_.release_ready_i = ports().releases.ready(now);
  pins_.flags_free_i = static_cast<std::uint32_t>(std::min<std::size_t>(ports().flags.free_slots(now), 255));
}

void DopUnitRtl::sample_matrix(Cycle now) {
  while (const MatrixWrite* write = ports().matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i)
      matrix_.push_back({write->first_word + i, write->words[i]});
    ports().matrix_writes.pop(now);
  }
  if (!matrix_.empty()) write_matrix();
  pins_.mmm_write_i = !matrix_.empty();
  if (matrix_.empty()) return;
  next_word();
}

// The words of a message were on the bus one by one before it, so their edges are no chip cycles. While
// anything moves in the unit there is no such edge: then a word goes with that of each cycle.
void DopUnitRtl::write_matrix() {
  pins_.beat_valid_i = pins_.list_valid_i = pins_.mmm_write_i = false;
  pins_.evaluate();
  if (!pins_.idle_o) return;
  pins_.mmm_write_i = true;
  while (!matrix_.empty()) {
    next_word();
    pins_.evaluate();
    pins_.clock();
  }
}

void DopUnitRtl::next_word() {
  pins_.mmm_word_i = matrix_.front().number;
  pins_.mmm_data_i = matrix_.front().value;
  matrix_.pop_front();
}

bool DopUnitRtl::begin_pair(Channel<NodePairData>& channel, std::size_t& begun, Cycle now) {
  const NodePairData* pair = channel.peek(begun, now);
  if (pair == nullptr) return false;
  if (on_bus_) throw std::logic_error("dop_unit: two pairs on the bus of the input register");
  ++begun;
  pair_ = *pair;
  beat_ = 0;
  on_bus_ = true;
  return true;
}

void DopUnitRtl::sample_beat(Cycle now) {
  const bool tumbled = begin_pair(ports().tumbled_data, tumbled_begun_, now);
  begin_pair(ports().aligned_data, aligned_begun_, now);
  pins_.beat_valid_i = on_bus_;
  if (!on_bus_) return;
  pins_.beat_first_i = beat_ == 0;
  pins_.beat_tumbled_i = tumbled;
  const RecordWords& record = pair_.records[beat_ / (kBeats / 2)];
  std::copy_n(record.begin() + static_cast<std::ptrdiff_t>(beat_ % (kBeats / 2) * kBeatWords), kBeatWords,
              pins_.beat_i.begin());
  on_bus_ = ++beat_ < kBeats;
}

void DopUnitRtl::act(Cycle now) {
  if (pins_.list_pop_o) {
    note_list(ports().list_commands.front_visible());
    ports().list_commands.pop(now);
  }
  note_discarded(pins_.discarded_o);
  if (pins_.tumbled_pop_o) take_tumbled(now);
  if (pins_.aligned_pop_o) take_aligned(now);
  if (pins_.release_put_o) ports().releases.put(now, {now + pins_.release_in_o});
  if (pins_.flags_put_o) ports().flags.put(now, {pins_.flags_o});
}

void DopUnitRtl::take_tumbled(Cycle now) {
  const Cycle stages = params().dotadd_stages;
  TransformSchedule schedule;
  for (std::size_t side = 0; side < 2; ++side) {
    SiblingSchedule& sibling = schedule.siblings[side];
    sibling.first_load = now + (side == 0 ? pins_.left_load_in_o : pins_.right_load_in_o);
    sibling.load_end = sibling.first_load + kRows;
    sibling.first_issue = now + pins_.issue_in_o;
    sibling.issue_end = now + pins_.issued_in_o;
    sibling.first_result = sibling.first_issue + stages;
    sibling.result_end = sibling.issue_end + stages;
  }
  schedule.interlock = pins_.interlock_o;
  schedule.input_released = now + pins_.release_in_o;
  schedule.registers_free = schedule.pipeline_free = now + pins_.issued_in_o;
  schedule.ready = schedule.pipeline_free + stages;
  note_transform(schedule, ports().tumbled_data.front_visible());
  ports().tumbled_data.pop(now);
  --tumbled_begun_;
}

void DopUnitRtl::take_aligned(Cycle now) {
  OverlapSchedule schedule;
  schedule.data_ready = ports().aligned_data.front_visible();
  for (std::size_t member = 0; member < 2; ++member) {
    schedule.start[member] = now + pins_.compare_in_o[member];
    schedule.end[member] = schedule.start[member] + kBeats / 2;
  }
  schedule.input_released = now + pins_.release_in_o;
  note_overlap(schedule);
  ports().aligned_data.pop(now);
  --aligned_begun_;
}

}  // namespace collisionchip
