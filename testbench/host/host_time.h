// What the host's own work takes, by the keys of section `host`. It is charged beside the chip's cycles and changes none of them: the
// host does one thing after the other, and the chip waits for a set-up but not for a pair that is settled.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/host_keys.h"

namespace collisionchip {

// Of a query, or of several: then all but `total_ps` of those that were asked together can be added up.
struct HostCharge {
  std::uint64_t ns = 0;          // that the keys charge
  std::uint64_t overlap_ps = 0;  // of it while chip and bus work
  std::uint64_t total_ps = 0;    // from handing over the pose until its last pair is settled
  std::uint64_t set_ups = 0;     // of poses
  std::uint64_t pairs = 0;       // settled
  std::uint64_t calls = 0;       // one for all that is asked together, or one for each doorbell

  void add(const HostCharge& later);
};

// The host from one call to the end of its queries. `now`: chip cycles since the call, which never fall.
class HostTime {
 public:
  // What the host has done up to some moment.
  struct Done {
    std::uint64_t ns = 0, set_ups = 0, pairs = 0, calls = 0;
    std::uint64_t beside_ps = 0;  // of it what no chip waits for: pairs, and doorbells behind the first
    std::uint64_t free_ps = 0;    // the host can do something else, from the call on
  };

  HostTime(const HostKeys& keys, std::uint32_t clock_period_ps) : keys_(keys), period_ps_(clock_period_ps) {}

  // One or several poses are handed over.
  void call();
  // The registers of a pose are made: the chip waits until the host is free and has made them.
  void set_up(Cycle now);
  // The entry of an undecided pair has come: the host decides it as soon as it is free.
  void settle(Cycle now);

  // Another doorbell of the same call is written, as soon as the host is free; the chip does not wait for it.
  void post(Cycle now);

  const Done& done() const { return done_; }
  // Of a query whose last entry came at `now`. `last_pair`: done() behind its last pair that was settled, or nothing.
  HostCharge charge(const Done& last_pair, Cycle now) const;
  // Of a query that was asked by a doorbell at `begin`, when the host had done what `posted` says: its call, and pairs until its
  // own last one, those of others among them.
  HostCharge charge_posted(const Done& posted, const Done& last_pair, Cycle begin, Cycle now) const;

 private:
  std::uint64_t moment(Cycle now) const { return now * period_ps_ + waits_ps_; }

  HostKeys keys_;
  std::uint64_t period_ps_;
  Done done_, at_set_up_;
  std::uint64_t waits_ps_ = 0;    // of the chip for the host, so far
  std::uint64_t exposed_ps_ = 0;  // of them for pairs that were settled before a set-up
};

}  // namespace collisionchip
