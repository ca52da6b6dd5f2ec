#include "collisionchip/tlm/units/obb_unit/obb_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

namespace {

// Places in account_meanings().
struct ObbAccount {
  static constexpr std::size_t kTransform = 0, kOverlap = 1;
};
// Causes of their stalls.
struct ObbStall {
  static constexpr int kFirst = CycleAccount::kFirstCause;
  static constexpr int kRegisters = kFirst;
  static constexpr int kMemory = kFirst, kDecode = kFirst + 1, kPlaced = kFirst + 2;
};

}  // namespace

ObbUnit::ObbUnit(const sc_core::sc_module_name& name, const ObbUnitParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      transforms("transforms"),
      overlaps("overlaps"),
      params_(params),
      ports_(ports),
      sets_(params.register_sets),
      transform_account_(std::string(name), account_meanings()[ObbAccount::kTransform]),
      overlap_account_(std::string(name), account_meanings()[ObbAccount::kOverlap]) {
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

void ObbUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
}

void ObbUnit::reset_state() {
  std::fill(sets_.begin(), sets_.end(), RegisterSet{});
  own_.reset();
  arrived_.clear();
  to_discard_ = remaining_ = 0;
  pipeline_free_ = axes_free_ = 0;
}

Cycle ObbUnit::step(Cycle now) {
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

void ObbUnit::take_matrix_writes(Cycle now) {
  bool written = false;
  while (const MatrixWrite* write = ports_.matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) {
      const std::uint32_t word = write->first_word + i, row = word / registers::kMmmWordsPerRow;
      const std::uint32_t field = word % registers::kMmmWordsPerRow;
      const float value = float_of(write->words[i]);
      if (field < 3) {
        rotation_[row][field] = value;
      } else if (field == 3) {
        translation_[row] = value;
      } else if (row == 0) {
        epsilon_ = value;
      }
    }
    ports_.matrix_writes.pop(now);
    written = true;
  }
  if (written) map_ = ObbMap(rotation_, translation_);
}

void ObbUnit::start_list(Cycle now) {
  if (remaining_ > 0) return;
  const ListCommand* command = ports_.list_commands.front(now);
  if (command == nullptr) return;
  if (own_ && !command->keep) {
    sets_[*own_].occupied = false;
    own_.reset();
  }
  to_discard_ += command->discard;
  remaining_ = command->length;
  overlap_account_.spend(ports_.list_commands.front_visible(), CycleAccount::kIdle);
  ports_.list_commands.pop(now);
}

// Drops what was fetched in vain.
void ObbUnit::discard_arrived(Cycle now) {
  while (to_discard_ > 0 && !arrived_.empty()) {
    RegisterSet& set = sets_[arrived_.front()];
    set.occupied = false;
    set.results_free = now;
    arrived_.pop_front();
    --to_discard_;
    ++statistics_.discarded_pairs;
  }
}

// A list that has kept no pair owns the oldest one.
void ObbUnit::own_arrived() {
  if (own_ || remaining_ == 0 || arrived_.empty()) return;
  own_ = arrived_.front();
  arrived_.pop_front();
}

bool ObbUnit::take_tumbled(Cycle now) {
  const NodePairData* pair = ports_.tumbled_data.front(now);
  if (pair == nullptr) return false;
  const auto set = std::find_if(sets_.begin(), sets_.end(), [](const RegisterSet& s) { return !s.occupied; });
  if (set == sets_.end() || !ports_.releases.ready(now)) return false;

  const Cycle arrival = ports_.tumbled_data.front_visible();
  const ObbTransformSchedule schedule =
      schedule_transform(params_, {arrival, now, pipeline_free_, set->results_free});
  for (std::size_t member = 0; member < 2; ++member)
    transform_obb(map_, decoded(*pair, member), set->boxes[member]);
  note_transform(schedule, arrival);
  set->ready = schedule.ready;
  set->occupied = true;
  pipeline_free_ = schedule.pipeline_free;
  arrived_.push_back(static_cast<std::size_t>(set - sets_.begin()));
  ports_.releases.put(now, {schedule.input_released});
  ports_.tumbled_data.pop(now);
  return true;
}

bool ObbUnit::take_aligned(Cycle now) {
  const NodePairData* pair = ports_.aligned_data.front(now);
  if (pair == nullptr || remaining_ == 0 || !own_) return false;
  if (!ports_.releases.ready(now) || !ports_.flags.ready(now)) return false;
  RegisterSet& set = sets_[*own_];

  ObbAxes axes{};
  const std::uint32_t bits = overlap_bits(set, *pair, axes);
  const ObbOverlapSchedule schedule =
      schedule_overlap(params_, {ports_.aligned_data.front_visible(), now, set.ready, axes_free_}, axes);
  note_overlap(schedule, axes);
  axes_free_ = schedule.end[1];

  const Cycle flags_out = params_.flags_at_once ? now + 1 : schedule.end[1] + params_.flag_latency;
  ports_.flags.put(now, {bits}, flags_out - now - 1);
  ports_.releases.put(now, {schedule.input_released});
  ports_.aligned_data.pop(now);
  set.results_free = schedule.end[1];
  --remaining_;
  return true;
}

ObbLanes ObbUnit::decoded(const NodePairData& pair, std::size_t member) const {
  const std::uint32_t* words = pair.words.data() + member * params_.member_words;
  return with_obb_codec(params_.encoding, QuaternionSign::canonical,
                        [&](auto codec) { return decltype(codec)::box(words); });
}

std::uint32_t ObbUnit::overlap_bits(const RegisterSet& set, const NodePairData& pair, ObbAxes& axes) {
  const Float4 epsilon = broadcast(epsilon_);
  std::uint32_t bits = 0;
  for (std::size_t j = 0; j < 2; ++j) {
    const ObbLanes aligned = decoded(pair, j);
    for (std::size_t i = 0; i < 2; ++i) {
      const int axis = separating_axis(set.boxes[i], aligned, epsilon);
      axes[j][i] = static_cast<std::uint32_t>(std::min(axis + 1, kObbAxes));
      if (axis == kObbAxes) bits |= 1u << (2 * i + j);
    }
  }
  return bits;
}

void ObbUnit::note_transform(const ObbTransformSchedule& schedule, Cycle arrival) {
  transform_account_.spend(arrival, CycleAccount::kIdle);
  transform_account_.spend(schedule.loaded, CycleAccount::kBusy);
  transform_account_.spend(schedule.decode[0], ObbStall::kRegisters);
  transform_account_.spend(schedule.ready, CycleAccount::kBusy);
  ++statistics_.tumbled_pairs;
  transforms.write(schedule);
}

void ObbUnit::note_overlap(const ObbOverlapSchedule& schedule, const ObbAxes& axes) {
  overlap_account_.spend(schedule.here, ObbStall::kMemory);
  overlap_account_.spend(schedule.data_ready, ObbStall::kDecode);
  overlap_account_.spend(schedule.start[0], ObbStall::kPlaced);
  overlap_account_.spend(schedule.end[0], CycleAccount::kBusy);
  overlap_account_.spend(schedule.start[1], ObbStall::kMemory);
  overlap_account_.spend(schedule.end[1], CycleAccount::kBusy);
  ++statistics_.aligned_pairs;
  for (const auto& member : axes) {
    for (const std::uint32_t tested : member) statistics_.axes += tested;
    statistics_.tests += member.size();
  }
  overlaps.write(schedule);
}

}  // namespace collisionchip
