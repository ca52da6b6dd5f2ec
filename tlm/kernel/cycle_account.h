// Where a unit's cycles went: busy, stalled by cause, idle. They always sum to the query's cycles.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct UnitCycles {
  std::string unit;
  Cycle busy = 0;
  Cycle idle = 0;
  std::vector<std::pair<std::string, Cycle>> stalls;  // cause, cycles

  Cycle total() const;
};

// Adds the accounts of another query, unit by unit; `to` may be empty.
void add_units(std::vector<UnitCycles>& to, const std::vector<UnitCycles>& from);

// Sees every entry of an account; the unit that keeps it does not know.
class AccountTap {
 public:
  virtual void on_reset(Cycle origin) = 0;
  virtual void on_spend(Cycle from, Cycle until, int what) = 0;

 protected:
  ~AccountTap() = default;
};

// A cause of stalls, for readers of the account.
struct StallCause {
  std::string name;
  std::string meaning;
  std::string waits_for;  // what is not there: causes of several units that wait for the same have one word
};

// What a unit's account says.
struct AccountMeaning {
  std::string part;  // behind the unit's name: empty, or ".transform" where it keeps several accounts
  std::string busy;
  std::vector<StallCause> causes;
};

class CycleAccount {
 public:
  static constexpr int kBusy = 0, kIdle = 1, kFirstCause = 2;
  static constexpr std::size_t kRecent =
      64;  // more entries than a unit schedules ahead that does not say otherwise

  // Causes are numbered from kFirstCause in the order given.
  CycleAccount(std::string unit, std::vector<std::string> causes);
  CycleAccount(const std::string& unit, const AccountMeaning& meaning);  // part behind the unit's name

  void reset(Cycle origin);

  // Everything between the end of the last entry and `until` was spent on `what`. Entries may lie ahead of
  // the present when a unit knows its schedule; an `until` in the accounted past changes nothing.
  void spend(Cycle until, int what) {
    if (until <= accounted_) return;
    sums_[static_cast<std::size_t>(what)] += until - accounted_;
    if (entries_ >= recent_.size() && place_of(entries_).until > present_) remember_more();
    place_of(entries_++) = {accounted_, until, what};
    for (AccountTap* tap : taps_) tap->on_spend(accounted_, until, what);
    accounted_ = until;
  }
  Cycle accounted() const { return accounted_; }
  // For a unit that may schedule any number of entries ahead. The present is `now`; later entries are kept.
  void set_present(Cycle now) { present_ = now; }

  const std::string& unit() const { return unit_; }
  const std::vector<std::string>& causes() const { return causes_; }
  void add_tap(AccountTap& tap) { taps_.push_back(&tap); }
  void remove_tap(AccountTap& tap);

  // The account from the origin to `end`: the rest was spent on `rest`, entries beyond `end` are cut.
  UnitCycles close(Cycle end, int rest = kIdle) const;

 private:
  struct Entry {
    Cycle from = 0, until = 0;
    int what = kIdle;
  };

  std::string unit_;
  std::vector<std::string> causes_;
  std::vector<Cycle> sums_;
  Cycle accounted_ = 0;
  Entry& place_of(std::size_t entry) { return recent_[entry & (recent_.size() - 1)]; }
  void remember_more();

  std::vector<Entry> recent_ = std::vector<Entry>(kRecent);  // the last entries, in turn; a power of two
  std::size_t entries_ = 0;
  Cycle present_ = kNever;
  std::vector<AccountTap*> taps_;
};

}  // namespace collisionchip
