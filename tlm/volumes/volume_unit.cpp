#include "collisionchip/tlm/volumes/volume_unit.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

VolumeUnit::Ports VolumeUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<NodePairData>("tumbled"),
          ports.at<NodePairData>("aligned"),
          ports.at<ListCommand>("list"),
          ports.at<MatrixWrite>("mmm"),
          ports.at<RegisterRelease>("release"),
          ports.at<OverlapFlags>("flags"),
          ports.find<StackCommand>("stack_commands"),
          ports.find<TransformedPair>("from_stack"),
          ports.find<TransformedPair>("to_stack")};
}

VolumeUnit::VolumeUnit(const sc_core::sc_module_name& name, const VolumeUnitParams& params,
                       const Ports& ports, const std::vector<AccountMeaning>& accounts)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      sets_(params.register_sets),
      transform_account_(std::string(name), accounts[kTransform]),
      overlap_account_(std::string(name), accounts[kOverlap]) {
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
  if (ports_.stack_commands != nullptr) {
    ports_.stack_commands->bind_reader(*this);
    ports_.from_stack->bind_reader(*this);
    ports_.to_stack->bind_writer(*this);
    listen(*ports_.from_stack);
  }
  keep(transform_account_);
  keep(overlap_account_);
}

void VolumeUnit::reset_state() {
  std::fill(sets_.begin(), sets_.end(), RegisterSet{});
  own_.reset();
  arrived_.clear();
  to_discard_ = remaining_ = 0;
  stack_ = {};
}

Cycle VolumeUnit::step(Cycle now) {
  take_matrix_writes(now);
  start_list(now);
  discard_arrived(now);
  own_arrived();
  take_from_stack(now);
  bool taken = take_tumbled(now);
  if (taken) {
    discard_arrived(now);
    own_arrived();
  } else {
    taken = take_aligned(now);
  }
  give_to_stack(now);
  if (!taken) return kNever;
  // What waits may have been waiting for this.
  const bool waits = ports_.tumbled_data.front(now) != nullptr || ports_.aligned_data.front(now) != nullptr ||
                     ports_.list_commands.front(now) != nullptr;
  return waits ? now + 1 : kNever;
}

void VolumeUnit::take_matrix_writes(Cycle now) {
  const bool written = ports_.matrix_writes.front(now) != nullptr;
  while (const MatrixWrite* write = ports_.matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) set_matrix_word(write->first_word + i, write->words[i]);
    ports_.matrix_writes.pop(now);
  }
  if (written) matrix_written();
}

void VolumeUnit::start_list(Cycle now) {
  if (remaining_ > 0 || stack_.store) return;
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
  if (ports_.stack_commands == nullptr) return;
  stack_ = *ports_.stack_commands->front(now);
  ports_.stack_commands->pop(now);
}

// Drops what was fetched in vain.
void VolumeUnit::discard_arrived(Cycle now) {
  while (to_discard_ > 0 && !arrived_.empty()) {
    RegisterSet& set = sets_[arrived_.front()];
    set.occupied = false;
    set.times.results_free = now;
    arrived_.pop_front();
    --to_discard_;
    note_discarded(1);
  }
}

// A list that has kept no pair owns the oldest one.
void VolumeUnit::own_arrived() {
  if (own_ || remaining_ == 0 || arrived_.empty() || stack_.load) return;
  own_ = arrived_.front();
  arrived_.pop_front();
}

std::vector<VolumeUnit::RegisterSet>::iterator VolumeUnit::free_set() {
  return std::find_if(sets_.begin(), sets_.end(), [](const RegisterSet& s) { return !s.occupied; });
}

// Its words have come into the set one by one.
void VolumeUnit::take_from_stack(Cycle now) {
  if (!stack_.load) return;
  const TransformedPair* pair = ports_.from_stack->front(now);
  const auto set = free_set();
  if (pair == nullptr || set == sets_.end()) return;
  own_ = static_cast<std::size_t>(set - sets_.begin());
  const Cycle words = load(*own_, *pair);
  set->times.ready = std::max(now, set->times.results_free + words);
  set->occupied = true;
  stack_.load = false;
  ports_.from_stack->pop(now);
}

void VolumeUnit::give_to_stack(Cycle now) {
  if (!stack_.store || !own_ || !ports_.to_stack->ready(now)) return;
  SetTimes& times = sets_[*own_].times;
  const Cycle first = std::max(times.ready, now);
  TransformedPair pair;
  const Cycle words = hand_out(*own_, pair);
  ports_.to_stack->put(now, pair, first - now);
  times.results_free = std::max(times.results_free, first + words);
  stack_.store = false;
}

bool VolumeUnit::take_tumbled(Cycle now) {
  const NodePairData* pair = ports_.tumbled_data.front(now);
  if (pair == nullptr) return false;
  const auto set = free_set();
  if (set == sets_.end() || !ports_.releases.ready(now)) return false;

  const auto number = static_cast<std::size_t>(set - sets_.begin());
  const Placed placed = place(number, set->times, {*pair, ports_.tumbled_data.front_visible(), now});
  set->times.ready = placed.ready;
  set->occupied = true;
  arrived_.push_back(number);
  if (!pair->kept) ports_.releases.put(now, {placed.input_released});
  ports_.tumbled_data.pop(now);
  return true;
}

// It waits for no tumbled pair.
bool VolumeUnit::take_ancestor(Cycle now, const NodePairData& pair) {
  if (!ports_.releases.ready(now)) return false;
  ports_.releases.put(now, {pass_ancestor({pair, ports_.aligned_data.front_visible(), now})});
  ports_.aligned_data.pop(now);
  return true;
}

bool VolumeUnit::take_aligned(Cycle now) {
  const NodePairData* pair = ports_.aligned_data.front(now);
  if (pair == nullptr) return false;
  if (pair->ancestor) return take_ancestor(now, *pair);
  if (remaining_ == 0 || !own_) return false;
  if (!ports_.releases.ready(now) || !ports_.flags.ready(now)) return false;
  RegisterSet& set = sets_[*own_];

  // If flags come at once, only the pairs themselves limit how far ahead they are compared.
  overlap_account_.set_present(now);
  const Compared compared = compare(*own_, set.times, {*pair, ports_.aligned_data.front_visible(), now});
  const Cycle flags_out = params_.flags_at_once ? now + 1 : compared.end + params_.flag_latency;
  ports_.flags.put(now, {compared.bits}, flags_out - now - 1);
  if (!pair->kept) ports_.releases.put(now, {compared.input_released});
  ports_.aligned_data.pop(now);
  set.times.results_free = std::max(set.times.results_free, compared.end);
  --remaining_;
  return true;
}

}  // namespace collisionchip
