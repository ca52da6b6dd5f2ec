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
    : Unit(name, Clock(params.clock_period_ps)),
      transforms("transforms"),
      overlaps("overlaps"),
      params_(params),
      ports_(ports),
      sets_(params.register_sets),
      transform_account_(std::string(name), account_meanings()[kTransform]),
      overlap_account_(std::string(name), account_meanings()[kOverlap]) {
  transform_.k = static_cast<int>(params.k);
  pair_transform_ = PairTransform(transform_);
  ports_.tumbled_data.bind_reader(*this);
  ports_.aligned_data.bind_reader(*this);
  ports_.matrix_writes.bind_reader(*this);
  ports_.releases.bind_writer(*this);
  ports_.flags.bind_writer(*this);
  ports_.list_commands.bind_reader(*this);
  listen(ports_.list_commands);
  listen(ports_.tumbled_data);
  listen(ports_.aligned_data);
  listen(ports_.matrix_writes);
  keep(transform_account_);
  keep(overlap_account_);
}

void DopUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
}

void DopUnit::reset_state() {
  std::fill(sets_.begin(), sets_.end(), RegisterSet{});
  own_.reset();
  arrived_.clear();
  to_discard_ = remaining_ = 0;
  pipeline_free_ = 0;
  comparators_free_ = {};
}

Cycle DopUnit::step(Cycle now) {
  take_matrix_writes(now);
  start_list(now);
  discard_arrived(now);
  own_arrived();
  if (take_tumbled(now)) {
    discard_arrived(now);
  } else if (!take_aligned(now)) {
    return kNever;
  }
  // What waits may have been waiting for this.
  const bool waits = ports_.tumbled_data.front(now) != nullptr || ports_.aligned_data.front(now) != nullptr ||
                     ports_.list_commands.front(now) != nullptr;
  return waits ? now + 1 : kNever;
}

void DopUnit::take_matrix_writes(Cycle now) {
  const bool written = ports_.matrix_writes.front(now) != nullptr;
  while (const MatrixWrite* write = ports_.matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) {
      const std::uint32_t word = write->first_word + i;
      DopTransformRow& row = transform_.rows[word / registers::kMmmWordsPerRow];
      const std::uint32_t value = write->words[i];
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
    ports_.matrix_writes.pop(now);
  }
  if (!written) return;
  pair_transform_ = PairTransform(transform_);
  undelayed_known_ = false;
}

void DopUnit::start_list(Cycle now) {
  if (remaining_ > 0) return;
  const ListCommand* command = ports_.list_commands.front(now);
  if (command == nullptr) return;
  if (own_ && !command->keep) {
    sets_[*own_].occupied = false;
    own_.reset();
  }
  to_discard_ += command->discard;
  remaining_ = command->length;
  note_list(ports_.list_commands.front_visible());
  ports_.list_commands.pop(now);
}

// Drops what was fetched in vain.
void DopUnit::discard_arrived(Cycle now) {
  while (to_discard_ > 0 && !arrived_.empty()) {
    RegisterSet& set = sets_[arrived_.front()];
    set.occupied = false;
    set.results_free = now;
    arrived_.pop_front();
    --to_discard_;
    note_discarded(1);
  }
}

// A list that has kept no pair owns the oldest one.
void DopUnit::own_arrived() {
  if (own_ || remaining_ == 0 || arrived_.empty()) return;
  own_ = arrived_.front();
  arrived_.pop_front();
}

bool DopUnit::take_tumbled(Cycle now) {
  const NodePairData* pair = ports_.tumbled_data.front(now);
  if (pair == nullptr) return false;
  const auto set = std::find_if(sets_.begin(), sets_.end(), [](const RegisterSet& s) { return !s.occupied; });
  if (set == sets_.end() || !ports_.releases.ready(now)) return false;

  const TransformSchedule schedule =
      schedule_for({ports_.tumbled_data.front_visible(), std::max(set->registers_free, now), pipeline_free_,
                    set->results_free});
  params_.node_format->decode_dops(pair->words.data(), decoded_);
  pair_transform_.apply(decoded_.data(), set->transformed);
  note_transform(schedule, ports_.tumbled_data.front_visible());
  set->ready = schedule.ready;
  set->registers_free = schedule.registers_free;
  set->occupied = true;
  pipeline_free_ = schedule.pipeline_free;
  arrived_.push_back(static_cast<std::size_t>(set - sets_.begin()));
  ports_.releases.put(now, {schedule.input_released});
  ports_.tumbled_data.pop(now);
  return true;
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
  transform_account_.spend(arrival, CycleAccount::kIdle);
  transform_account_.spend(begin, kRegisters);
  transform_account_.spend(schedule.ready - schedule.interlock, CycleAccount::kBusy);
  transform_account_.spend(schedule.ready, kInterlock);
  ++statistics_.tumbled_pairs;
  statistics_.interlock_cycles += schedule.interlock;
  transforms.write(schedule);
}

void DopUnit::note_overlap(const OverlapSchedule& schedule) {
  overlap_account_.spend(schedule.data_ready, kMemory);
  overlap_account_.spend(schedule.start[0], kTransformed);
  overlap_account_.spend(schedule.end[0], CycleAccount::kBusy);
  overlap_account_.spend(schedule.start[1], kMemory);
  overlap_account_.spend(schedule.end[1], CycleAccount::kBusy);
  ++statistics_.aligned_pairs;
  overlaps.write(schedule);
}

bool DopUnit::take_aligned(Cycle now) {
  const NodePairData* pair = ports_.aligned_data.front(now);
  if (pair == nullptr || remaining_ == 0 || !own_) return false;
  if (!ports_.releases.ready(now) || !ports_.flags.ready(now)) return false;
  RegisterSet& set = sets_[*own_];

  const OverlapSchedule schedule = schedule_overlap(
      params_, {ports_.aligned_data.front_visible(), std::max(set.ready, now), comparators_free_});
  note_overlap(schedule);
  comparators_free_ = comparators_free(params_, schedule);

  const Cycle flags_out = params_.flags_at_once ? now + 1 : schedule.end[1] + params_.flag_latency;
  ports_.flags.put(now, {overlap_bits(set, *pair)}, flags_out - now - 1);
  ports_.releases.put(now, {schedule.input_released});
  ports_.aligned_data.pop(now);
  set.results_free = schedule.end[1];
  --remaining_;
  return true;
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
