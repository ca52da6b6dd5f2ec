#include "collisionchip/tlm/memory/sdram_timing.h"

#include <algorithm>
#include <stdexcept>

namespace collisionchip {
namespace {

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

const SdramKeys& validated(const SdramKeys& c) {
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
  require(c.bank_groups > 0 && c.banks % c.bank_groups == 0, "sdram: groups must divide the banks");
  require(c.t_ccd_l == 0 || c.mode_burst != 0, "sdram: a distance between READs needs a burst length");
  require(c.t_ras_max == 0 || c.t_ras_max >= least_t_ras_max(c), "sdram: t_ras_max is too short");
  return c;
}

Cycle after_or_zero(Cycle time, Cycle earlier_by) {
  return time > earlier_by ? time - earlier_by : 0;
}

}  // namespace

SdramTiming::SdramTiming(const SdramKeys& config)
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
  groups_.assign(config_.bank_groups, Group{origin, origin});
  four_activates_.clear();
  reads_.clear();
  reads_of_.clear();
  issued_.clear();
  counted_.clear();
  refreshes_ = 0;
  statistics_ = SdramStatistics{};
  origin_ = bus_free_ = next_activate_ = next_command_ = next_preparation_ = constant_ready_ =
      bank_refresh_ready_ = origin;
  last_read_ = kNever;
  wrote_ = false;
  read_after_write_ = origin;
  next_refresh_ = config_.refresh_interval == 0 ? kNever : refresh_due(1);
}

// The n-th from 1: of all banks, or of each in turn, so that each has its own in an interval.
Cycle SdramTiming::refresh_due(std::uint64_t n) const {
  const std::uint64_t parts = config_.refresh == RefreshKey::per_bank ? config_.banks : 1;
  return origin_ + n * config_.refresh_interval / parts;
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

Cycle SdramTiming::serve(const SdramAccess& request) {
  issued_.clear();
  if (config_.model == SdramModel::constant) return serve_constant(request);
  const SdramLocation at = locate(request.address);
  activated_ = precharged_ = false;
  serving_ = at.bank;
  for (;;) {
    const Plan next = plan(request, at);
    const Cycle due = std::min(next_refresh_, first_closing());
    if (next.last_read < due && ends_in_time(next, request.beats)) {
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

// The same for PRE and ACT, which give way to the READs of the requests before.
Cycle SdramTiming::preparation_slot(Cycle earliest) const {
  Cycle free = slot(std::max(earliest, next_preparation_));
  while (std::binary_search(reads_.begin(), reads_.end(), free)) free += config_.command_cycles;
  return free;
}

// What other banks allow: tRRD, tRRD_L, tFAW.
Cycle SdramTiming::activate_ready(std::uint32_t bank) const {
  const Cycle by_window = four_activates_.size() == 4 ? four_activates_.front() : 0;
  return std::max({next_activate_, groups_[bank % config_.bank_groups].activate_ready, by_window});
}

// The READ of the same request's next burst.
Cycle SdramTiming::next_read(Cycle read) const {
  return slot(read + std::max({config_.t_ccd_s, config_.t_ccd_l, config_.mode_burst}));
}

// From a READ or WRITE of so many beats to the precharge of its bank.
Cycle SdramTiming::precharge_distance(bool write, std::uint32_t beats) const {
  const std::uint32_t on_bus = beats_on_bus(config_, beats);
  return write ? config_.t_cwl + on_bus + config_.t_wr : std::max(on_bus, config_.t_rtp);
}

SdramTiming::Plan SdramTiming::plan(const SdramAccess& request, const SdramLocation& at) const {
  const Bank& bank = banks_[at.bank];
  const Cycle arrival = std::max(request.arrival, origin_);
  Plan next;
  next.at = at;
  next.write = request.write;
  Cycle read_ready = std::max(arrival, bank.read_ready);
  if (!bank.open || bank.row != at.row) {
    Cycle bank_ready = bank.activate_ready;
    if (bank.open) {
      next.precharge = preparation_slot(std::max(arrival, bank.precharge_ready));
      bank_ready = std::max({next.precharge + 1, next.precharge + config_.t_rp, bank.activate_after_cycle});
    }
    next.activate = preparation_slot(std::max({arrival, bank_ready, activate_ready(at.bank)}));
    read_ready = next.activate + std::max<Cycle>(1, config_.t_rcd);
  }
  const Cycle after_last = last_read_ == kNever ? origin_ : last_read_ + std::max<Cycle>(1, config_.t_ccd_s);
  read_ready = std::max(
      {read_ready, groups_[at.bank % config_.bank_groups].read_ready, request.write ? 0 : read_after_write_});
  const Cycle data_ready =
      after_or_zero(std::max(request.first_beat_floor, bus_free(request.write)), data_latency(request.write));
  next.read = slot(std::max({read_ready, request.read_floor, after_last, next_preparation_, data_ready}));
  next.last_read = next.read;
  if (has_a_read_per_burst()) {
    const std::uint32_t length = config_.mode_burst;
    next.bursts = (at.column % length + request.beats + length - 1) / length;
    for (std::uint32_t i = 1; i < next.bursts; ++i) next.last_read = next_read(next.last_read);
  }
  return next;
}

// Whether the burst is out when the row must be closed.
bool SdramTiming::ends_in_time(const Plan& next, std::uint32_t beats) const {
  if (config_.t_ras_max == 0) return true;
  const Cycle by = next.activate != kNever ? closing_slot(next.activate) : banks_[next.at.bank].close_by;
  return next.last_read + precharge_distance(next.write, has_a_read_per_burst() ? 1 : beats) <= by;
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
    note_activate({next.activate, SdramCommandKind::activate, false, false, next.at.bank, next.at.row, 0, 0});
    next_preparation_ = next.activate + 1;
    activated_ = true;
    ++statistics_.activates;
  }
  return true;
}

// What it keeps other banks from.
void SdramTiming::note_activate(const SdramCommand& activate) {
  next_activate_ = std::max(next_activate_, activate.cycle + config_.t_rrd);
  group_of(activate.bank).activate_ready = activate.cycle + config_.t_rrd_l;
  if (config_.t_faw != 0) four_activates_.push_back(activate.cycle + config_.t_faw);
  if (four_activates_.size() > 4) four_activates_.pop_front();
  issue(activate);
}

Cycle SdramTiming::commit_read(const Plan& next, std::uint32_t beats) {
  Bank& bank = banks_[next.at.bank];
  const bool closes = config_.page_policy == PagePolicy::closed;
  const std::uint32_t length = has_a_read_per_burst() ? config_.mode_burst : beats;
  bank.precharge_ready =
      std::max(bank.precharge_ready, next.last_read + precharge_distance(next.write, length));
  if (closes) {
    bank.open = false;
    bank.activate_ready = std::max(bank.precharge_ready + config_.t_rp, bank.activate_after_cycle);
  }
  const std::uint32_t lead = has_a_read_per_burst() ? next.at.column % length : 0;
  Cycle read = next.read;
  for (std::uint32_t i = 0; i < next.bursts; ++i, read = next_read(read)) {
    issue({read, next.write ? SdramCommandKind::write : SdramCommandKind::read,
           closes && i + 1 == next.bursts, false, next.at.bank, next.at.row,
           next.at.column - lead + i * length, length});
  }
  note_reads(next);
  count_access(next.write, next.at.bank, activated_, precharged_);
  const std::uint32_t in_last = lead + beats - (next.bursts - 1) * length;
  const Cycle latency = data_latency(next.write),
              end = next.last_read + latency + beats_on_bus(config_, length);
  const Cycle first_beat = next.last_read + latency + in_last - beats;
  statistics_.burst_cycles += std::uint64_t{next.bursts} * beats_on_bus(config_, length);
  count_burst(first_beat, beats, end);
  wrote_ = next.write;
  if (next.write) read_after_write_ = end + config_.t_wtr;
  return first_beat;
}

// What they keep later commands from.
void SdramTiming::note_reads(const Plan& next) {
  Cycle read = next.read;
  for (std::uint32_t i = 0; i < next.bursts; ++i, read = next_read(read)) reads_.push_back(read);
  reads_of_.push_back(next.bursts);
  last_read_ = next.last_read;
  group_of(next.at.bank).read_ready = last_read_ + config_.t_ccd_l;
  if (reads_of_.size() <= config_.prepare_ahead) return;
  const auto passed = reads_.begin() + static_cast<std::ptrdiff_t>(reads_of_.front());
  next_preparation_ = std::max(next_preparation_, *(passed - 1) + 1);
  reads_.erase(reads_.begin(), passed);
  reads_of_.pop_front();
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
  count_access(false, command.bank, activated, precharged);
  const Cycle first_beat = command.cycle + config_.t_cl;
  statistics_.burst_cycles += beats_on_bus(config_, command.beats);
  count_burst(first_beat, command.beats, first_beat + beats_on_bus(config_, command.beats));
}

bool SdramTiming::locates(std::uint64_t address, const SdramCommand& command) const {
  const SdramLocation at = locate(address);
  return at.bank == command.bank && at.row == command.row && at.column == command.column;
}

void SdramTiming::count_access(bool write, std::uint32_t bank, bool activated, bool precharged) {
  ++(write ? statistics_.writes : statistics_.reads);
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

// The last slot in which a row activated now may be closed. Only READs before and the closing of another row
// can have it already.
Cycle SdramTiming::closing_slot(Cycle activate) const {
  if (config_.t_ras_max == 0) return kNever;
  const auto is_taken = [&](Cycle at) {
    return std::binary_search(reads_.begin(), reads_.end(), at) ||
           std::any_of(banks_.begin(), banks_.end(),
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
  if (closing < next_refresh_) {
    close_row(closing);
    return;
  }
  if (config_.refresh == RefreshKey::per_bank) {
    refresh_bank();
  } else {
    refresh();
    activated_ = precharged_ = false;  // whatever was prepared is lost
  }
  ++statistics_.refreshes;
  next_refresh_ = refresh_due(++refreshes_ + 1);
}

void SdramTiming::refresh() {
  Cycle ready = precharge_all(std::max(next_refresh_, next_command_));
  for (const Bank& bank : banks_) ready = std::max(ready, bank.activate_ready);
  const Cycle at = slot(ready);
  issue({at, SdramCommandKind::refresh, false, true, 0, 0, 0, 0});
  for (Bank& bank : banks_) bank.activate_ready = at + std::max<Cycle>(1, config_.t_rfc);
  next_preparation_ = next_command_;
}

// One bank after the other. The others go on; no row of theirs is opened for tRREFD.
void SdramTiming::refresh_bank() {
  // The first slot after all commands so far in which no row needs to be closed; rows that must be before are.
  const auto free_slot = [this](Cycle earliest) {
    Cycle at = slot(std::max(earliest, next_command_));
    while (first_closing() <= at) {
      close_row(first_closing());
      at = slot(std::max(at, next_command_));
    }
    return at;
  };
  const auto number = static_cast<std::uint32_t>(refreshes_ % config_.banks);
  Bank& bank = banks_[number];
  const Cycle before_it = bank.open ? free_slot(std::max(next_refresh_, bank.precharge_ready)) : 0;
  if (bank.open) {
    bank.open = false;
    bank.activate_ready = std::max(before_it + std::max<Cycle>(1, config_.t_rp), bank.activate_after_cycle);
    issue({before_it, SdramCommandKind::precharge, false, false, number, 0, 0, 0});
    ++statistics_.precharges;
    if (number == serving_) activated_ = precharged_ = false;
  }
  const Cycle at =
      free_slot(std::max({next_refresh_, bank.activate_ready, activate_ready(number), bank_refresh_ready_}));
  issue({at, SdramCommandKind::refresh, false, false, number, 0, 0, 0});
  bank.activate_ready = bank_refresh_ready_ = at + std::max<Cycle>(1, config_.t_rfc_pb);
  next_activate_ = std::max(next_activate_, at + config_.t_rrefd);
  next_preparation_ = next_command_;
}

// Closes all open rows with one command, except rows that may not wait for it; returns when the next
// command may follow.
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

Cycle SdramTiming::serve_constant(const SdramAccess& request) {
  const Cycle latest_request = request.arrival + config_.constant_latency;
  const Cycle first_beat = std::max({latest_request, constant_ready_, request.first_beat_floor, bus_free_});
  constant_ready_ = first_beat + config_.constant_interval;
  ++(request.write ? statistics_.writes : statistics_.reads);
  statistics_.burst_cycles += beats_on_bus(config_, request.beats);
  count_burst(first_beat, request.beats, first_beat + beats_on_bus(config_, request.beats));
  return first_beat;
}

void SdramTiming::count_burst(Cycle first_beat, std::uint32_t beats, Cycle bus_free) {
  bus_free_ = bus_free;
  statistics_.bytes += std::uint64_t{beats} * config_.bus_bytes;
  statistics_.data_cycles += beats;
  statistics_.last_data_cycle = first_beat + beats - 1;
}

void SdramTiming::issue(const SdramCommand& command) {
  issued_.push_back(command);
  next_command_ = std::max(next_command_, command.cycle + 1);
}

}  // namespace collisionchip
