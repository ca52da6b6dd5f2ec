// The time of the host's own work, by the keys of section `host`. It is charged in addition to the chip's cycles and does not change them.
// The host does one thing after the other. The chip waits for a set-up, but not while a pair is settled.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/host_keys.h"

namespace collisionchip {

// The charge for a query, or the sum for several. For queries that were asked together, `total_ps` must not be added; all else can be.
struct HostCharge {
  std::uint64_t ns = 0;          // time that the keys charge
  std::uint64_t overlap_ps = 0;  // part of that time while chip and bus work
  std::uint64_t total_ps = 0;    // from handing over the pose until its last pair is settled
  std::uint64_t set_ups = 0;     // set-ups of poses
  std::uint64_t pairs = 0;       // settled pairs
  std::uint64_t calls = 0;       // one for all queries that are asked together, or one for each doorbell

  void add(const HostCharge& later);
};

// The host's work from one call to the end of the call's queries. `now` is the number of chip cycles since the call; it never decreases.
class HostTime {
 public:
  // The host's work up to some moment.
  struct Done {
    std::uint64_t ns = 0, set_ups = 0, pairs = 0, calls = 0;
    // Part of `ns` for which the chip does not wait: pairs, and doorbells after the first.
    std::uint64_t beside_ps = 0;
    std::uint64_t free_ps = 0;  // when the host is free again, from the call on
  };

  HostTime(const HostKeys& keys, std::uint32_t clock_period_ps) : keys_(keys), period_ps_(clock_period_ps) {}

  // The call: one or several poses are handed over.
  void call();
  // The host makes the registers of a pose. The chip waits until the host is free and has made them.
  void set_up(Cycle now);
  // The entry of an undecided pair has come. The host decides the pair as soon as it is free.
  void settle(Cycle now);

  // The host writes another doorbell of the same call as soon as it is free. The chip does not wait for it.
  void post(Cycle now);

  const Done& done() const { return done_; }
  // The charge for a query whose last entry came at `now`. `last_pair` is done() after its last settled pair, or Done{} without one.
  HostCharge charge(const Done& last_pair, Cycle now) const;
  // The charge for a query that was asked by a doorbell at `begin`, when done() was `posted`. It has the query's call, and all pairs until
  // the query's last pair, including pairs of other queries.
  HostCharge charge_posted(const Done& posted, const Done& last_pair, Cycle begin, Cycle now) const;

 private:
  std::uint64_t moment(Cycle now) const { return now * period_ps_ + waits_ps_; }

  HostKeys keys_;
  std::uint64_t period_ps_;
  Done done_, at_set_up_;
  std::uint64_t waits_ps_ = 0;    // time that the chip has waited for the host
  std::uint64_t exposed_ps_ = 0;  // part of that time for pairs that were settled before a set-up
};

}  // namespace collisionchip
