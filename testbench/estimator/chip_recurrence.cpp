#include "collisionchip/testbench/estimator/chip_recurrence.h"

#include <algorithm>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kSramBurst = 8;  // words of one read of a stack SRAM

ObjectAddresses addresses(const ChipConfig& config, const QueryProfile& profile, TumbledSide side) {
  const bool a = side == TumbledSide::a;
  const std::uint64_t base = a ? 0 : second_base(config, profile.triangles_a);
  const std::uint64_t triangles = a ? profile.triangles_a : profile.triangles_b;
  return {nodes_of(config), base, base + pairs_bytes(nodes_of(config), triangles)};
}

TumbledSide other(TumbledSide side) {
  return side == TumbledSide::a ? TumbledSide::b : TumbledSide::a;
}

}  // namespace

ChipRecurrence::ChipRecurrence(const ChipConfig& config, const QueryProfile& profile,
                               const std::vector<std::uint8_t>& misses, bool with_host)
    : config_(config),
      profile_(profile),
      tape_(profile.tape),
      dop_unit_(params_of<DopUnitParams>(config)),
      stack_engine_(params_of<StackEngineParams>(config)),
      sram_latency_(params_of<StackSramParams>(config).read_latency),
      pointers_latency_(params_of<PairControllerParams>(config).auxiliary_latency),
      paced_by_bus_(dop_unit_.compare_cycles <= dop_unit_.comparator_groups * dop_unit_.beats.of_member()),
      tumbled_at_(addresses(config, profile, profile.options.tumbled_side)),
      aligned_at_(addresses(config, profile, other(profile.options.tumbled_side))),
      origin_(query_setup_cycles(config) + 1),
      memory_(config, origin_),
      host_(with_host
                ? std::make_optional<HostRecurrence>(config, profile.findings, profile.options.first_witness)
                : std::nullopt),
      triangles_(config, tape_, misses, profile.witness, host_ ? &*host_ : nullptr),
      next_list_(origin_),
      request_free_(config.memory_controller.request_queue_depth, 0),
      head_words_(stack_engine_.heads_in_sram ? 1 : 0),
      sram_free_{origin_ + 2 + head_words_, 0},  // the root list's words come first
      tumbled_(stack_engine_, profile),
      undelayed_(schedule_transform(dop_unit_, profile.dop, {})),
      sets_(dop_unit_.register_sets) {}

Cycle ChipRecurrence::meet(std::size_t list) {
  // The list is taken; where it has a head, it begins when that is read, with the first entries.
  const Cycle here = read_words(next_list_, tape_.lists[list].side, first_burst(list));
  const Cycle begin = stack_engine_.heads_in_sram ? here : next_list_;
  first_entry_ = tape_.lists[list].first_entry;
  compared_ = flagged_ = 0;
  const TumbledStep step = tumbled_.next(list);
  const Cycle known = begin_tumbled(list, step, begin);
  write_heads(list, known);
  waits_.tumbled_read += known - next_list_;
  accounted_ = known;
  if (step.ahead != kNoPair) {
    const Cycle earliest = std::max(known, begin + (step.ahead_waits ? 1 : 0));
    if (earliest < triangles_.stop()) {
      prefetch(step.ahead, earliest);
    } else {
      tumbled_.not_fetched();
    }
  }
  // With the prefetch, aligned requests wait for the tumbled pair's pointers.
  const bool cut_short = !meet_entries(list, here, stack_engine_.prefetching ? known : begin);
  next_list_ = std::max(last_flag_, sent_);
  if (cut_short) next_list_ = std::max(next_list_, triangles_.stop());
  return next_list_ - origin_;
}

// Requests the list's tumbled pair unless it is here or on its way; returns when its pointers are known.
Cycle ChipRecurrence::begin_tumbled(std::size_t list, const TumbledStep& step, Cycle begin) {
  const bool requested = !step.kept && !step.prefetched;
  const bool follows = list == following_;
  following_ = list + 1;
  const std::uint32_t pair = tape_.lists[list].tumbled.pair;
  const Cycle in_register = requested ? request_node(begin, true, tumbled_at_.pair(pair)) : 0;
  // The DOP Unit gives sets free as soon as it sees the list's command.
  if (ahead_ && (step.dropped || !follows)) {
    sets_[prefetched_set_].occupied = ahead_ = false;
    sets_[prefetched_set_].results_free = std::max(begin + 1, prefetch_in_register_);
  }
  if (step.kept || (step.prefetched && !ahead_)) {
    // Its pair is in them, also where the list that fetched it was left out.
    sets_[own_set_].occupied = true;
    return begin;
  }
  sets_[own_set_].occupied = false;
  own_set_ = step.prefetched ? prefetched_set_ : take_tumbled(in_register);
  if (step.prefetched) ahead_ = false;
  return std::max(begin, pointers_known(step.prefetched ? prefetch_in_register_ : in_register));
}

void ChipRecurrence::prefetch(std::uint32_t pair, Cycle earliest) {
  prefetch_in_register_ = request_node(earliest, true, tumbled_at_.pair(pair));
  prefetched_set_ = take_tumbled(prefetch_in_register_);
  ahead_ = true;
}

// Heads of the lists that may follow, in cycle `known`: a word on the port of each SRAM.
void ChipRecurrence::write_heads(std::size_t list, Cycle known) {
  if (!stack_engine_.heads_in_sram) return;
  for (int side = 0; side < 2; ++side) {
    if (tape_.lists[list].tumbled.has(side)) sram_free_[side] = std::max(sram_free_[side], known + 1) + 1;
  }
}

std::uint32_t ChipRecurrence::first_burst(std::size_t list) const {
  const std::size_t words = head_words_ + tape_.entries_end(list) - tape_.lists[list].first_entry;
  return static_cast<std::uint32_t>(std::min<std::size_t>(kSramBurst, words));
}

// The first words are here in cycle `here`. False if the query was stopped before all entries were asked for.
bool ChipRecurrence::meet_entries(std::size_t list, Cycle here, Cycle earliest) {
  const std::size_t alpha = tape_.entries_end(list) - first_entry_, words = head_words_ + alpha;
  const std::size_t look_ahead = config_.stack_engine.look_ahead;
  if (entries_.size() < alpha) entries_.resize(alpha);
  Cycle here_next = 0;
  for (std::size_t i = 0; i < alpha; ++i) {
    const std::size_t word = head_words_ + i;
    if (word > 0 && word % kSramBurst == 0) here = here_next;
    Cycle put = std::max(earliest, here);
    if (i >= look_ahead) {
      while (flagged_ + look_ahead <= i) read_triangle();  // evaluation waits for the Triangle Unit
      put = std::max(put, entries_[i - look_ahead].flags);
    }
    if (std::max(put, last_put_ + 1) >= triangles_.stop()) break;
    take_aligned(request_node(put, false, aligned_at_.pair(tape_.entries[first_entry_ + i].pair)));
    // The next burst is asked for when half of this one is gone.
    if (word % kSramBurst == kSramBurst / 2 - 1 && word + kSramBurst / 2 + 1 < words)
      here_next = last_put_ + 1 + sram_latency_;
    take_flags();
  }
  sets_[own_set_].results_free = comparators_free_[1];
  while (flagged_ < compared_ || unsent_) read_triangle();
  return compared_ == alpha;
}

// Puts a request in cycle `put` or later; returns when its first beat is in the input register.
Cycle ChipRecurrence::request_node(Cycle put, bool tumbled, std::uint64_t address) {
  put = std::max({put, last_put_ + 1, request_free_[request_slot_]});
  last_put_ = put;
  Cycle issue;
  for (;;) {
    issue = memory_.issue_cycle(put + 1, tumbled);
    const Cycle wanted = triangles_.wanted();
    if (wanted == kNever) break;
    // Without priority a node request that waits at the head holds back what comes after it.
    const Cycle triangle = memory_.issue_cycle(wanted, false);
    if (config_.memory_controller.triangle_priority ? triangle > issue
                                                    : triangle >= memory_.issue_cycle(put + 1, false))
      break;
    read_triangle();
  }
  request_free_[request_slot_] = issue + 1;
  if (++request_slot_ == request_free_.size()) request_slot_ = 0;
  return memory_.read_pair(issue, address);
}

void ChipRecurrence::read_triangle() {
  const ObjectAddresses& at = triangles_.wants_tumbled() ? tumbled_at_ : aligned_at_;
  const Cycle issue = memory_.issue_cycle(triangles_.wanted(), false);
  const Cycle in_register = memory_.read_triangle(issue, at.triangle(triangles_.wanted_triangle()));
  memory_.pass_through(in_register);
  triangles_.read(in_register + memory_.triangle_beats());
  take_flags();
}

// Returns the set of registers that the pair takes.
std::size_t ChipRecurrence::take_tumbled(Cycle in_register) {
  const auto set = std::find_if(sets_.begin(), sets_.end(), [](const RegisterSet& s) { return !s.occupied; });
  const bool delayed_by_others =
      std::max({set->registers_free, pipeline_free_, set->results_free}) > in_register;
  const TransformSchedule schedule =
      delayed_by_others ? schedule_transform(dop_unit_, profile_.dop,
                                             {in_register, std::max(set->registers_free, in_register),
                                              pipeline_free_, set->results_free})
                        : delayed(undelayed_, in_register);
  *set = {schedule.ready, schedule.registers_free, set->results_free, true};
  pipeline_free_ = schedule.pipeline_free;
  memory_.release(schedule.input_released, in_register + 1);
  return static_cast<std::size_t>(set - sets_.begin());
}

void ChipRecurrence::take_aligned(Cycle in_register) {
  const Cycle free = comparators_free_[0];
  const OverlapSchedule schedule =
      schedule_overlap(dop_unit_, {in_register, sets_[own_set_].ready, comparators_free_});
  const Cycle flags = dop_unit_.flags_at_once ? in_register + 1 : schedule.end[1] + dop_unit_.flag_latency;
  const Cycle transformed = sets_[own_set_].ready;
  const bool waits_for_transform = transformed > std::max(schedule.data_ready, free);
  const bool waits_for_memory = schedule.data_ready >= free || paced_by_bus_;
  const auto cause = waits_for_transform ? &WaitAccount::transform
                     : waits_for_memory  ? &WaitAccount::memory
                                         : &WaitAccount::comparators;
  entries_[compared_++] = {flags, cause};
  comparators_free_ = comparators_free(dop_unit_, schedule);
  memory_.release(schedule.input_released, in_register + 1);
}

// Evaluates what flags there are, as far as the Triangle Unit takes the tests.
void ChipRecurrence::take_flags() {
  while (send_tests() && flagged_ < compared_) {
    Compared& entry = entries_[flagged_];
    const Cycle now = std::max({entry.flags, last_flag_ + 1, sent_});
    if (now > accounted_) waits_.*entry.cause += now - accounted_;
    entry.flags = last_flag_ = accounted_ = now;
    const ListTape::Entry& written = tape_.entries[first_entry_ + flagged_];
    for (int side = 0; side < 2; ++side) {
      if (written.appended[side] > 0)
        sram_free_[side] = std::max(sram_free_[side], now + 1) + written.appended[side];
    }
    unsent_ = now < triangles_.stop() && tape_.tests_end(first_entry_ + flagged_) > written.first_test;
    ++flagged_;
  }
}

// Hands over the tests of the entry evaluated last, one
// message in a cycle; false if there is no room for them yet.
bool ChipRecurrence::send_tests() {
  if (!unsent_) return true;
  const Cycle room = triangles_.room();
  if (room == kNever) return false;
  const std::size_t entry = first_entry_ + flagged_ - 1;
  sent_ = std::max({last_flag_, room, sent_ + 1});
  waits_.triangle_unit += sent_ - last_flag_;
  accounted_ = sent_;
  triangles_.take(sent_, tape_.entries[entry].first_test, static_cast<std::uint32_t>(tape_.tests_end(entry)));
  unsent_ = false;
  return true;
}

// When words that are asked for in cycle `put` are here.
Cycle ChipRecurrence::read_words(Cycle put, int side, std::uint32_t count) {
  const Cycle start = std::max(put + 1, sram_free_[side]);
  sram_free_[side] = start + count;
  return start + sram_latency_;
}

Cycle ChipRecurrence::end() {
  while (triangles_.room() == kNever) read_triangle();
  triangles_.take(std::max({next_list_, sent_ + 1, triangles_.room()}), 0, 0);
  while (triangles_.wanted() != kNever) read_triangle();
  return triangles_.end() - origin_;
}

}  // namespace collisionchip
