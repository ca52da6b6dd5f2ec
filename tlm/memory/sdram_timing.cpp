#include "collisionchip/tlm/memory/sdram_timing.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/tlm/machine/config_conflicts.h"

namespace collisionchip {
namespace {

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

const ChipConfig::Sdram& validated(const ChipConfig::Sdram& c) {
  require(c.capacity_mib > 0 && c.bus_bytes > 0 && c.banks > 0,
          "sdram: capacity, bus and banks must not be zero");
  require(c.command_cycles > 0 && c.queue_depth > 0,
          "sdram: command_cycles and queue_depth must not be zero");
  require(kSdramBlockBytes % c.bus_bytes == 0, "sdram: bus_bytes must divide 256");
  require(c.page_bytes > 0 && c.page_bytes % kSdramBlockBytes == 0,
          "sdram: page_bytes must be a multiple of 256");
  const std::uint64_t capacity = std::uint64_t{c.capacity_mib} << 20;
  require(capacity % (std::uint64_t{c.banks} * c.page_bytes) == 0,
          "sdram: banks of pages must divide the capacity");
  require(c.refresh_interval == 0 || c.refresh_interval >= least_refresh_interval(c),
          "sdram: refresh_interval is too short");
  require(c.t_ras_max == 0 || c.t_ras_max >= least_t_ras_max(c), "sdram: t_ras_max is too short");
  return c;
}

Cycle after_or_zero(Cycle time, Cycle earlier_by) {
  return time > earlier_by ? time - earlier_by : 0;
}

}  // namespace

SdramTiming::SdramTiming(const ChipConfig::Sdram& config)
    : config_(validated(config)),
      by_bank_((std::uint64_t{config_.capacity_mib} << 20) / config_.banks),
      by_page_(config_.page_bytes),
      by_word_(config_.bus_bytes),
      by_banks_(config_.banks),
      by_blocks_(config_.page_bytes / kSdramBlockBytes),
      by_slot_(config_.command_cycles) {
  issued_.reserve(16);
  reset(0);
}

void SdramTiming::reset(Cycle origin) {
  Bank bank;
  bank.activate_ready = bank.activate_after_cycle = bank.read_ready = bank.precharge_ready = origin;
  banks_.assign(config_.banks, bank);
  issued_.clear();
  counted_.clear();
  statistics_ = SdramStatistics{};
  origin_ = bus_free_ = next_activate_ = next_command_ = next_preparation_ = constant_ready_ = origin;
  last_read_ = kNever;
  next_refresh_ = config_.refresh_interval == 0 ? kNever : origin + config_.refresh_interval;
}

SdramLocation SdramTiming::locate(std::uint64_t address) const {
  const std::uint64_t page = by_page_.quotient(address);
  std::uint64_t offset = by_page_.remainder(address);  // within the page
  std::uint64_t bank = 0;
  std::uint64_t row = 0;
  switch (config_.mapping) {
    case AddressMapping::row_bank_column:
      bank = by_banks_.remainder(page);
      row = by_banks_.quotient(page);
      break;
    case AddressMapping::row_column_bank: {
      const std::uint64_t block = address / kSdramBlockBytes;
      const std::uint64_t block_of_bank = by_banks_.quotient(block);
      bank = by_banks_.remainder(block);
      row = by_blocks_.quotient(block_of_bank);
      offset = by_blocks_.remainder(block_of_bank) * kSdramBlockBytes + address % kSdramBlockBytes;
      break;
    }
    case AddressMapping::bank_row_column:
      bank = by_bank_.quotient(address);
      row = by_page_.quotient(by_bank_.remainder(address));
      break;
  }
  if (config_.bank_hash) bank ^= by_banks_.remainder(row ^ by_banks_.quotient(row));
  return {static_cast<std::uint32_t>(bank), static_cast<std::uint32_t>(row),
          static_cast<std::uint32_t>(by_word_.quotient(offset))};
}

Cycle SdramTiming::serve(const SdramRead& request) {
  issued_.clear();
  if (config_.model == SdramModel::constant) return serve_constant(request);
  const SdramLocation at = locate(request.address);
  activated_ = precharged_ = false;
  for (;;) {
    const Plan next = plan(request, at);
    const Cycle due = std::min(next_refresh_, first_closing());
    if (next.read < due && ends_in_time(next, request.beats)) {
      commit_preparation(next, kNever);
      return commit_read(next, request.beats);
    }
    if (!commit_preparation(next, due)) close_or_refresh();
  }
}

void SdramTiming::refresh_until(Cycle now) {
  issued_.clear();
  if (config_.model == SdramModel::constant) return;
  while (std::min(next_refresh_, first_closing()) < now) close_or_refresh();
}

// The first command slot that is not before `earliest`.
Cycle SdramTiming::slot(Cycle earliest) const {
  const Cycle past = by_slot_.remainder(earliest - origin_);
  return past == 0 ? earliest : earliest + config_.command_cycles - past;
}

// The same for PRE and ACT, which give way to the READ of the request before.
Cycle SdramTiming::preparation_slot(Cycle earliest) const {
  const Cycle free = slot(std::max(earliest, next_preparation_));
  return free == last_read_ ? free + config_.command_cycles : free;
}

SdramTiming::Plan SdramTiming::plan(const SdramRead& request, const SdramLocation& at) const {
  const Bank& bank = banks_[at.bank];
  const Cycle arrival = std::max(request.arrival, origin_);
  Plan next;
  next.at = at;
  Cycle read_ready = std::max(arrival, bank.read_ready);
  if (!bank.open || bank.row != at.row) {
    Cycle activate_ready = bank.activate_ready;
    if (bank.open) {
      next.precharge = preparation_slot(std::max(arrival, bank.precharge_ready));
      activate_ready =
          std::max({next.precharge + 1, next.precharge + config_.t_rp, bank.activate_after_cycle});
    }
    next.activate = preparation_slot(std::max({arrival, activate_ready, next_activate_}));
    read_ready = next.activate + std::max<Cycle>(1, config_.t_rcd);
  }
  const Cycle after_last = last_read_ == kNever ? origin_ : last_read_ + 1;
  const Cycle data_ready = after_or_zero(std::max(request.first_beat_floor, bus_free_), config_.t_cl);
  next.read = slot(std::max({read_ready, request.read_floor, after_last, next_preparation_, data_ready}));
  return next;
}

// Whether the burst is out when the row must be closed.
bool SdramTiming::ends_in_time(const Plan& next, std::uint32_t beats) const {
  if (config_.t_ras_max == 0) return true;
  const Cycle by = next.activate != kNever ? closing_slot(next.activate) : banks_[next.at.bank].close_by;
  return next.read + beats_on_bus(config_, beats) <= by;
}

// The precharge and the activation of the plan, as far as they go out before a given cycle. False: none does.
bool SdramTiming::commit_preparation(const Plan& next, Cycle before) {
  Bank& bank = banks_[next.at.bank];
  const Cycle first = next.precharge != kNever ? next.precharge : next.activate;
  if (first == kNever || first >= before) return false;
  if (next.precharge != kNever && next.precharge < before) {
    bank.open = false;
    bank.activate_ready = std::max(next.precharge + config_.t_rp, bank.activate_after_cycle);
    issue({next.precharge, SdramCommandKind::precharge, false, false, next.at.bank, 0, 0, 0});
    next_preparation_ = next.precharge + 1;
    precharged_ = true;
    ++statistics_.precharges;
  }
  if (next.activate != kNever && next.activate < before) {
    bank.open = true;
    bank.row = next.at.row;
    bank.activate_after_cycle = next.activate + config_.t_rc;
    bank.read_ready = next.activate + config_.t_rcd;
    bank.precharge_ready = next.activate + config_.t_ras;
    bank.close_by = closing_slot(next.activate);
    next_activate_ = next.activate + config_.t_rrd;
    issue({next.activate, SdramCommandKind::activate, false, false, next.at.bank, next.at.row, 0, 0});
    next_preparation_ = next.activate + 1;
    activated_ = true;
    ++statistics_.activates;
  }
  return true;
}

Cycle SdramTiming::commit_read(const Plan& next, std::uint32_t beats) {
  Bank& bank = banks_[next.at.bank];
  const bool closes = config_.page_policy == PagePolicy::closed;
  bank.precharge_ready = std::max(bank.precharge_ready, next.read + beats_on_bus(config_, beats));
  if (closes) {
    bank.open = false;
    bank.activate_ready = std::max(bank.precharge_ready + config_.t_rp, bank.activate_after_cycle);
  }
  issue({next.read, SdramCommandKind::read, closes, false, next.at.bank, next.at.row, next.at.column, beats});
  if (last_read_ != kNever) next_preparation_ = std::max(next_preparation_, last_read_ + 1);
  last_read_ = next.read;
  count_read(next.at.bank, activated_, precharged_);
  count_burst(next.read + config_.t_cl, beats);
  return next.read + config_.t_cl;
}

void SdramTiming::count(const SdramCommand& command) {
  issued_.clear();
  if (command.kind != SdramCommandKind::read) {
    counted_.push_back(command);
    return;
  }
  bool activated = false, precharged = false;
  const auto of_others = std::stable_partition(counted_.begin(), counted_.end(),
                                               [&](const SdramCommand& c) { return c.bank == command.bank; });
  for (auto own = counted_.begin(); own != of_others; ++own) {
    const bool activate = own->kind == SdramCommandKind::activate;
    ++(activate ? statistics_.activates : statistics_.precharges);
    (activate ? activated : precharged) = true;
    issue(*own);
  }
  counted_.erase(counted_.begin(), of_others);
  issue(command);
  count_read(command.bank, activated, precharged);
  count_burst(command.cycle + config_.t_cl, command.beats);
}

bool SdramTiming::locates(std::uint64_t address, const SdramCommand& command) const {
  const SdramLocation at = locate(address);
  return at.bank == command.bank && at.row == command.row && at.column == command.column;
}

void SdramTiming::count_read(std::uint32_t bank, bool activated, bool precharged) {
  ++statistics_.reads;
  if (!activated) {
    ++statistics_.row_hits;
    statistics_.row_hits_of_bank.add(bank);
  } else if (!precharged) {
    ++statistics_.row_empty;
    statistics_.row_empty_of_bank.add(bank);
  } else {
    ++statistics_.row_conflicts;
    statistics_.row_conflicts_of_bank.add(bank);
  }
}

// The first cycle in which a row has to be closed.
Cycle SdramTiming::first_closing() const {
  if (config_.t_ras_max == 0) return kNever;
  Cycle first = kNever;
  for (const Bank& bank : banks_) {
    if (bank.open) first = std::min(first, bank.close_by);
  }
  return first;
}

// The last slot in which a row activated now may be closed. Only READ(k-1) and the closing of another row can
// have it already.
Cycle SdramTiming::closing_slot(Cycle activate) const {
  if (config_.t_ras_max == 0) return kNever;
  const auto is_taken = [&](Cycle at) {
    return at == last_read_ || std::any_of(banks_.begin(), banks_.end(),
                                           [at](const Bank& b) { return b.open && b.close_by == at; });
  };
  Cycle at = activate + config_.t_ras_max / config_.command_cycles * config_.command_cycles;
  while (is_taken(at)) at -= config_.command_cycles;
  return at;
}

void SdramTiming::close_row(Cycle at) {
  const auto bank =
      std::find_if(banks_.begin(), banks_.end(), [at](const Bank& b) { return b.open && b.close_by == at; });
  bank->open = false;
  bank->activate_ready = std::max(at + std::max<Cycle>(1, config_.t_rp), bank->activate_after_cycle);
  issue({at, SdramCommandKind::precharge, false, false, static_cast<std::uint32_t>(bank - banks_.begin()), 0,
         0, 0});
  next_preparation_ = std::max(next_preparation_, at + 1);
  ++statistics_.precharges;
}

// Whichever falls due first.
void SdramTiming::close_or_refresh() {
  const Cycle closing = first_closing();
  if (closing >= next_refresh_) {
    refresh();
    activated_ = precharged_ = false;  // whatever was prepared is lost
    return;
  }
  close_row(closing);
}

void SdramTiming::refresh() {
  Cycle ready = precharge_all(std::max(next_refresh_, next_command_));
  for (const Bank& bank : banks_) ready = std::max(ready, bank.activate_ready);
  const Cycle at = slot(ready);
  issue({at, SdramCommandKind::refresh, false, false, 0, 0, 0, 0});
  for (Bank& bank : banks_) bank.activate_ready = at + std::max<Cycle>(1, config_.t_rfc);
  next_preparation_ = next_command_;
  next_refresh_ += config_.refresh_interval;
  ++statistics_.refreshes;
}

// Closes whatever is open with one command, but for rows that may not wait for it; returns when the next
// command may follow it.
Cycle SdramTiming::precharge_all(Cycle earliest) {
  Cycle ready = earliest;
  // A closed bank may have its auto precharge still to come.
  for (const Bank& bank : banks_) ready = std::max(ready, bank.precharge_ready);
  const Cycle at = slot(ready);
  while (first_closing() < at) close_row(first_closing());
  if (std::none_of(banks_.begin(), banks_.end(), [](const Bank& bank) { return bank.open; })) return earliest;
  for (Bank& bank : banks_) {
    if (!bank.open) continue;
    bank.open = false;
    bank.activate_ready = std::max(at + config_.t_rp, bank.activate_after_cycle);
  }
  issue({at, SdramCommandKind::precharge, false, true, 0, 0, 0, 0});
  ++statistics_.precharges;
  return next_command_;
}

Cycle SdramTiming::serve_constant(const SdramRead& request) {
  const Cycle latest_request = request.arrival + config_.constant_latency;
  const Cycle first_beat = std::max({latest_request, constant_ready_, request.first_beat_floor, bus_free_});
  constant_ready_ = first_beat + config_.constant_interval;
  ++statistics_.reads;
  count_burst(first_beat, request.beats);
  return first_beat;
}

void SdramTiming::count_burst(Cycle first_beat, std::uint32_t beats) {
  bus_free_ = first_beat + beats_on_bus(config_, beats);
  statistics_.bytes += std::uint64_t{beats} * config_.bus_bytes;
  statistics_.data_cycles += beats;
  statistics_.last_data_cycle = first_beat + beats - 1;
}

void SdramTiming::issue(const SdramCommand& command) {
  issued_.push_back(command);
  next_command_ = std::max(next_command_, command.cycle + 1);
}

}  // namespace collisionchip
