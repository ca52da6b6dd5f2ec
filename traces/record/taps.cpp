#include "collisionchip/traces/record/taps.h"

#include <stdexcept>

namespace collisionchip::trace_detail {

namespace {

// As SdramTiming::issued() says: no more than these are out of place.
constexpr std::size_t kMostEarlyCommands = 2048;

TraceCommandKind kind_of(const SdramCommand& command) {
  switch (command.kind) {
    case SdramCommandKind::activate:
      return TraceCommandKind::activate;
    case SdramCommandKind::read:
      return command.auto_precharge ? TraceCommandKind::read_precharge : TraceCommandKind::read;
    case SdramCommandKind::precharge:
      return command.all_banks ? TraceCommandKind::precharge_all : TraceCommandKind::precharge;
    case SdramCommandKind::write:
      return command.auto_precharge ? TraceCommandKind::write_precharge : TraceCommandKind::write;
    case SdramCommandKind::refresh:
      break;
  }
  return TraceCommandKind::refresh;
}

}  // namespace

PhaseTap::PhaseTap(CycleAccount& account, StreamBuffer& rows)
    : account_(account), rows_(rows), sums_(CycleAccount::kFirstCause + account.causes().size(), 0) {}

void PhaseTap::on_reset(Cycle origin) {
  rows_.clear();
  begun_ = written_ = 0;
  held_[0] = {signed_cycle(origin), signed_cycle(origin), CycleAccount::kIdle};
  std::fill(sums_.begin(), sums_.end(), 0);
}

void PhaseTap::on_spend(Cycle from, Cycle until, int what) {
  sums_[static_cast<std::size_t>(what)] += signed_cycle(until - from);
  if (begun_ > 0) {
    Phase& last = held_[(begun_ - 1) % held_.size()];
    if (last.state == what) {
      last.end = signed_cycle(until);
      return;
    }
  }
  if (begun_ - written_ == held_.size()) write(held_[written_++ % held_.size()]);
  held_[begun_++ % held_.size()] = {signed_cycle(from), signed_cycle(until), what};
}

void PhaseTap::write(const Phase& phase) {
  std::int64_t* const row = rows_.add(0, phase.begin, phase.end);
  if (row == nullptr) return;
  row[1] = phase.end - phase.begin;
  row[2] = phase.state;
}

void PhaseTap::end_query(std::int64_t end, const UnitCycles& total) {
  const std::int64_t accounted = signed_cycle(account_.accounted());
  if (accounted < end) {
    const int state = rest(end - accounted, total);
    on_spend(account_.accounted(), static_cast<Cycle>(end), state);
  }
  for (; written_ < begun_; ++written_) {
    Phase phase = held_[written_ % held_.size()];
    phase.end = std::min(phase.end, end);
    if (phase.begin < phase.end) write(phase);
  }
  begun_ = written_ = 0;
}

// The one state that the account has more of than the phases.
int PhaseTap::rest(std::int64_t missing, const UnitCycles& total) const {
  std::vector<Cycle> sums = {total.busy, total.idle};
  for (const auto& stall : total.stalls) sums.push_back(stall.second);
  for (std::size_t state = 0; state < sums.size(); ++state) {
    if (signed_cycle(sums[state]) - sums_[state] == missing) return static_cast<int>(state);
  }
  throw std::logic_error("trace: the phases of " + total.unit + " do not add up to its account");
}

void CommandTap::write(const SdramCommand& command) {
  if (!on_) return;
  auto place = early_.end();
  while (place != early_.begin() && (place - 1)->cycle > command.cycle) --place;
  early_.insert(place, command);
  if (early_.size() < 2 * kMostEarlyCommands) return;
  for (std::size_t i = 0; i < kMostEarlyCommands; ++i) add(early_[i]);
  early_.erase(early_.begin(), early_.begin() + kMostEarlyCommands);
}

void CommandTap::prepare() {
  number_ = 0;
  early_.clear();
}

void CommandTap::end_query() {
  for (const SdramCommand& command : early_) add(command);
  early_.clear();
}

void CommandTap::add(const SdramCommand& command) {
  const std::int64_t cycle = signed_cycle(clocks_.to_chip(command.cycle));
  std::int64_t* const row = rows_.add(number_++, cycle, cycle + 1);
  if (row == nullptr) return;
  row[1] = static_cast<std::int64_t>(kind_of(command));
  row[2] = command.bank;
  row[3] = command.row;
  row[4] = command.column;
  row[5] = command.beats;
}

void ReadTap::prepare() {
  number_ = 0;
  requested_.clear();
}

void ReadTap::write(const MemoryRead& read) {
  if (!on_ || requested_.empty()) return;
  if (read.refused) {
    requested_.pop_back();
    return;
  }
  const ReadKind kind = requested_.front();
  requested_.pop_front();
  const auto request = signed_cycle(read.request), beats = std::int64_t{read.bytes / bus_bytes_};
  const auto first_beat = signed_cycle(read.first_beat);
  std::int64_t* const row = rows_.add(number_++, request, first_beat + beats);
  if (row == nullptr) return;
  row[1] = signed_cycle(read.accepted) - request;
  row[2] = first_beat - request;
  row[3] = beats;
  row[4] = static_cast<std::int64_t>(read.address);
  row[5] = read.bytes;
  row[6] = static_cast<std::int64_t>(kind);
}

}  // namespace collisionchip::trace_detail
