#include "collisionchip/tlm/kernel/cycle_account.h"

#include <algorithm>

namespace collisionchip {

namespace {

std::vector<std::string> names_of(const std::vector<StallCause>& causes) {
  std::vector<std::string> names;
  names.reserve(causes.size());
  for (const StallCause& cause : causes) names.push_back(cause.name);
  return names;
}

}  // namespace

Cycle UnitCycles::total() const {
  Cycle sum = busy + idle;
  for (const auto& stall : stalls) sum += stall.second;
  return sum;
}

void add_units(std::vector<UnitCycles>& to, const std::vector<UnitCycles>& from) {
  if (to.empty()) {
    to = from;
    return;
  }
  for (std::size_t u = 0; u < to.size(); ++u) {
    to[u].busy += from[u].busy;
    to[u].idle += from[u].idle;
    for (std::size_t s = 0; s < to[u].stalls.size(); ++s) to[u].stalls[s].second += from[u].stalls[s].second;
  }
}

CycleAccount::CycleAccount(std::string unit, std::vector<std::string> causes)
    : unit_(std::move(unit)), causes_(std::move(causes)), sums_(kFirstCause + causes_.size(), 0) {}

CycleAccount::CycleAccount(const std::string& unit, const AccountMeaning& meaning)
    : CycleAccount(unit + meaning.part, names_of(meaning.causes)) {}

void CycleAccount::remove_tap(AccountTap& tap) {
  taps_.erase(std::remove(taps_.begin(), taps_.end(), &tap), taps_.end());
}

void CycleAccount::reset(Cycle origin) {
  std::fill(sums_.begin(), sums_.end(), 0);
  accounted_ = origin;
  entries_ = 0;
  present_ = present_ == kNever ? kNever : origin;
  for (AccountTap* tap : taps_) tap->on_reset(origin);
}

// The oldest entry first, as if there had been no more than there is room for.
void CycleAccount::remember_more() {
  const std::size_t room = recent_.size();
  std::rotate(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(entries_ & (room - 1)),
              recent_.end());
  recent_.resize(2 * room);
  entries_ = room;
}

UnitCycles CycleAccount::close(Cycle end, int rest) const {
  std::vector<Cycle> sums = sums_;
  if (accounted_ < end) sums[static_cast<std::size_t>(rest)] += end - accounted_;
  for (std::size_t i = 0; i < std::min(entries_, recent_.size()); ++i) {
    const Entry& entry = recent_[i];
    if (entry.until > end)
      sums[static_cast<std::size_t>(entry.what)] -= entry.until - std::max(entry.from, end);
  }
  UnitCycles cycles{unit_, sums[kBusy], sums[kIdle], {}};
  for (std::size_t i = 0; i < causes_.size(); ++i)
    cycles.stalls.emplace_back(causes_[i], sums[kFirstCause + i]);
  return cycles;
}

}  // namespace collisionchip
