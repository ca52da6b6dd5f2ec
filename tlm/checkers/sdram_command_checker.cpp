#include "collisionchip/tlm/checkers/sdram_command_checker.h"

#include <algorithm>

namespace collisionchip {
namespace {

constexpr std::size_t kBufferLimit = 8192;
constexpr std::size_t kKeptForLateComers = 2048;

const char* name_of(SdramCommandKind kind) {
  switch (kind) {
    case SdramCommandKind::activate:
      return "ACT";
    case SdramCommandKind::read:
      return "READ";
    case SdramCommandKind::precharge:
      return "PRE";
    case SdramCommandKind::refresh:
      return "REF";
    case SdramCommandKind::write:
      return "WRITE";
  }
  return "?";
}

}  // namespace

SdramCommandChecker::SdramCommandChecker(const SdramKeys& config)
    : config_(config), banks_(config.banks), group_reads_(config.bank_groups, kNever) {}

void SdramCommandChecker::write(const SdramCommand& command) {
  buffer_.push_back(command);
  if (buffer_.size() >= kBufferLimit) drain(kKeptForLateComers);
}

void SdramCommandChecker::finish() {
  drain(0);
}

void SdramCommandChecker::reset(Cycle origin) {
  const auto later = [origin](const SdramCommand& command) { return command.cycle >= origin; };
  buffer_.erase(std::remove_if(buffer_.begin(), buffer_.end(), later), buffer_.end());
  drain(0);
  banks_.assign(config_.banks, BankState{});
  origin_ = data_end_ = origin;
  wrote_ = false;
  written_ = kNever;
  last_command_ = last_activate_ = last_refresh_ = last_read_ = kNever;
  activates_.clear();
  group_reads_.assign(config_.bank_groups, kNever);
  refreshes_ = 0;
}

void SdramCommandChecker::drain(std::size_t keep) {
  std::stable_sort(buffer_.begin(), buffer_.end(),
                   [](const SdramCommand& a, const SdramCommand& b) { return a.cycle < b.cycle; });
  const std::size_t count = buffer_.size() - std::min(keep, buffer_.size());
  for (std::size_t i = 0; i < count; ++i) check(buffer_[i]);
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(count));
}

void SdramCommandChecker::check(const SdramCommand& command) {
  ++checked_;
  const bool has_bank = !command.all_banks;
  if (has_bank && command.bank >= config_.banks) {
    report("state", command, command.bank, "no such bank");
    return;
  }
  if (last_command_ != kNever && command.cycle < last_command_) {
    report("order", command, command.bank,
           "announced after commands of cycle " + std::to_string(last_command_));
    return;
  }
  check_slot(command);
  check_refresh_due(command.cycle);
  if (config_.t_ras_max != 0) check_open_time(command);
  for (BankState& bank : banks_) close_if_due(bank, command.cycle);
  switch (command.kind) {
    case SdramCommandKind::activate:
      check_activate(command);
      break;
    case SdramCommandKind::read:
    case SdramCommandKind::write:
      check_access(command);
      break;
    case SdramCommandKind::precharge:
      check_precharge(command);
      break;
    case SdramCommandKind::refresh:
      if (by_banks()) {
        check_bank_refresh(command);
      } else {
        check_refresh(command);
      }
      break;
  }
}

void SdramCommandChecker::check_slot(const SdramCommand& command) {
  if (command.cycle < origin_ || (command.cycle - origin_) % config_.command_cycles != 0) {
    report("slot", command, command.bank,
           "not on a command slot of " + std::to_string(config_.command_cycles));
  }
  if (last_command_ != kNever && command.cycle - last_command_ < config_.command_cycles) {
    report("slot", command, command.bank,
           "shares the slot of the command at " + std::to_string(last_command_));
  }
  last_command_ = command.cycle;
}

void SdramCommandChecker::close_if_due(BankState& bank, Cycle now) {
  if (bank.auto_precharge == kNever || now < bank.auto_precharge) return;
  bank.active = false;
  bank.precharged = bank.auto_precharge;
  bank.auto_precharge = kNever;
}

// Each row that is open for too long once: a precharge in this cycle may still be in time, one before it is
// already known.
void SdramCommandChecker::check_open_time(const SdramCommand& command) {
  for (std::uint32_t i = 0; i < config_.banks; ++i) {
    BankState& bank = banks_[i];
    const Cycle limit = bank.activated + config_.t_ras_max;
    if (!bank.active || bank.overdue || std::min(command.cycle, bank.auto_precharge) <= limit) continue;
    bank.overdue = true;
    report(
        "tRASmax", command, i,
        "row open since " + std::to_string(bank.activated) + ", legal until cycle " + std::to_string(limit));
  }
}

// Cycles on the data bus.
Cycle SdramCommandChecker::length_of(const SdramCommand& read) const {
  Cycle length = read.beats;
  while (config_.mode_burst != 0 && length % config_.mode_burst != 0) ++length;
  return length;
}

void SdramCommandChecker::check_activate(const SdramCommand& command) {
  BankState& bank = banks_[command.bank];
  if (bank.active) report("state", command, command.bank, "bank is not precharged");
  at_least("tRP", command, command.bank, bank.precharged, config_.t_rp);
  at_least("tRC", command, command.bank, bank.activated, config_.t_rc);
  at_least("tRRD", command, command.bank, last_activate_, config_.t_rrd);
  for (std::uint32_t i = 0; i < config_.banks; ++i) {
    const BankState& other = banks_[i];
    if (same_group(i, command.bank)) at_least("tRRD_L", command, i, other.activated, config_.t_rrd_l);
    if (i == command.bank) {
      at_least("tRFCpb", command, i, other.refreshed, config_.t_rfc_pb);
    } else {
      at_least("tRREFD", command, i, other.refreshed, config_.t_rrefd);
    }
  }
  if (activates_.size() == 4) {
    at_least("tFAW", command, command.bank, activates_.front(), config_.t_faw);
    activates_.erase(activates_.begin());
  }
  activates_.push_back(command.cycle);
  at_least("tRFC", command, command.bank, by_banks() ? kNever : last_refresh_, config_.t_rfc);
  bank.active = true;
  bank.row = command.row;
  bank.activated = command.cycle;
  bank.overdue = false;
  bank.burst_end = bank.auto_precharge = bank.last_read = bank.written = kNever;
  last_activate_ = command.cycle;
}

void SdramCommandChecker::check_access(const SdramCommand& command) {
  BankState& bank = banks_[command.bank];
  if (!bank.active || bank.auto_precharge != kNever)
    report("state", command, command.bank, "bank is not open");
  if (bank.active && bank.row != command.row) {
    report("state", command, command.bank, "row " + std::to_string(bank.row) + " is open instead");
  }
  if (bank.active) at_least("tRCD", command, command.bank, bank.activated, config_.t_rcd);
  at_least("tCCD_S", command, command.bank, last_read_, config_.t_ccd_s);
  Cycle& group_read = group_reads_[command.bank % config_.bank_groups];
  at_least("tCCD_L", command, command.bank, group_read, config_.t_ccd_l);
  last_read_ = group_read = command.cycle;
  check_bus(command);
  const bool writes = command.kind == SdramCommandKind::write;
  if (writes) {
    bank.written = written_ = command.cycle + config_.t_cwl + length_of(command);
  } else {
    bank.last_read = command.cycle;
    bank.burst_end = command.cycle + length_of(command);
  }
  if (command.auto_precharge && bank.active) {
    const Cycle done =
        writes ? bank.written + config_.t_wr : std::max(bank.burst_end, command.cycle + config_.t_rtp);
    bank.auto_precharge = std::max(done, bank.activated + config_.t_ras);
  }
}

void SdramCommandChecker::check_bus(const SdramCommand& command) {
  constexpr Cycle kBetweenDrivers = 2;
  const bool writes = command.kind == SdramCommandKind::write;
  if (!writes) at_least("tWTR", command, command.bank, written_, config_.t_wtr);
  const Cycle first = command.cycle + (writes ? config_.t_cwl : config_.t_cl);
  const Cycle free = data_end_ + (writes != wrote_ ? kBetweenDrivers : 0);
  if (first < free) {
    report("bus", command, command.bank,
           "data from " + std::to_string(first) + " while the bus is taken until " + std::to_string(free));
  }
  data_end_ = std::max(data_end_, first + length_of(command));
  wrote_ = writes;
}

void SdramCommandChecker::check_precharge(const SdramCommand& command) {
  if (!command.all_banks) {
    precharge_bank(command, command.bank);
    return;
  }
  for (std::uint32_t i = 0; i < config_.banks; ++i) precharge_bank(command, i);
}

void SdramCommandChecker::precharge_bank(const SdramCommand& command, std::uint32_t index) {
  BankState& bank = banks_[index];
  if (!bank.active) return;
  if (bank.auto_precharge != kNever) report("state", command, index, "bank will precharge itself");
  at_least("tRAS", command, index, bank.activated, config_.t_ras);
  at_least("burst", command, index, bank.burst_end, 0);
  at_least("tRTP", command, index, bank.last_read, config_.t_rtp);
  at_least("tWR", command, index, bank.written, config_.t_wr);
  bank.active = false;
  bank.auto_precharge = kNever;
  bank.precharged = command.cycle;
}

void SdramCommandChecker::check_bank_refresh(const SdramCommand& command) {
  BankState& bank = banks_[command.bank];
  if (bank.active) report("state", command, command.bank, "bank is not precharged");
  at_least("tRP", command, command.bank, bank.precharged, config_.t_rp);
  at_least("tRC", command, command.bank, bank.activated, config_.t_rc);
  at_least("tRRD", command, command.bank, last_activate_, config_.t_rrd);
  for (std::uint32_t i = 0; i < config_.banks; ++i)
    at_least("tRFCpb", command, i, banks_[i].refreshed, config_.t_rfc_pb);
  bank.refreshed = command.cycle;
  ++bank.refreshes;
}

void SdramCommandChecker::check_refresh(const SdramCommand& command) {
  for (std::uint32_t i = 0; i < config_.banks; ++i) {
    if (banks_[i].active) report("state", command, i, "bank is not precharged");
    at_least("tRP", command, i, banks_[i].precharged, config_.t_rp);
    at_least("tRC", command, i, banks_[i].activated, config_.t_rc);
  }
  at_least("tRFC", command, 0, last_refresh_, config_.t_rfc);
  last_refresh_ = command.cycle;
  ++refreshes_;
}

// Reports each missed deadline once, on the first command after it.
void SdramCommandChecker::check_refresh_due(Cycle now) {
  const Cycle interval = config_.refresh_interval;
  if (interval == 0) return;
  if (by_banks()) {
    check_bank_refreshes_due(now);
    return;
  }
  const Cycle deadline = origin_ + (refreshes_ + 2) * interval;
  if (now <= deadline) return;
  violations_.push_back("refresh: none by cycle " + std::to_string(deadline) +
                        ", first command after it at " + std::to_string(now));
  refreshes_ = (now - origin_) / interval;
}

void SdramCommandChecker::check_bank_refreshes_due(Cycle now) {
  const Cycle interval = config_.refresh_interval;
  for (std::uint32_t i = 0; i < config_.banks; ++i) {
    BankState& bank = banks_[i];
    const Cycle deadline = origin_ + (bank.refreshes + 1) * interval + (i + 1) * interval / config_.banks;
    if (now <= deadline) continue;
    violations_.push_back("refresh: none of bank " + std::to_string(i) + " by cycle " +
                          std::to_string(deadline) + ", first command after it at " + std::to_string(now));
    bank.refreshes = (now - origin_) / interval;
  }
}

void SdramCommandChecker::at_least(const char* rule, const SdramCommand& command, std::uint32_t bank,
                                   Cycle since, Cycle distance) {
  if (since == kNever || command.cycle >= since + distance) return;
  report(rule, command, bank, "legal from cycle " + std::to_string(since + distance));
}

void SdramCommandChecker::report(const char* rule, const SdramCommand& command, std::uint32_t bank,
                                 const std::string& what) {
  violations_.push_back(std::string(rule) + ": " + name_of(command.kind) + " at cycle " +
                        std::to_string(command.cycle) + ", bank " + std::to_string(bank) + ": " + what);
}

}  // namespace collisionchip
