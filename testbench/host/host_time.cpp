#include "collisionchip/testbench/host/host_time.h"

#include <algorithm>

namespace collisionchip {

namespace {

constexpr std::uint64_t kPsPerNs = 1000;

}  // namespace

void HostCharge::add(const HostCharge& later) {
  ns += later.ns;
  overlap_ps += later.overlap_ps;
  total_ps += later.total_ps;
  set_ups += later.set_ups;
  calls += later.calls;
  pairs += later.pairs;
}

void HostTime::call() {
  done_ = {};
  done_.ns = keys_.call_ns;
  done_.calls = 1;
  done_.free_ps = waits_ps_ = keys_.call_ns * kPsPerNs;
  exposed_ps_ = 0;
  at_set_up_ = done_;
}

void HostTime::set_up(Cycle now) {
  const std::uint64_t wanted = moment(now), begin = std::max(wanted, done_.free_ps);
  done_.free_ps = begin + keys_.setup_ns * kPsPerNs;
  done_.ns += keys_.setup_ns;
  ++done_.set_ups;
  exposed_ps_ += begin - wanted;
  waits_ps_ += done_.free_ps - wanted;
  at_set_up_ = done_;
}

void HostTime::settle(Cycle now) {
  const std::uint64_t time = keys_.settle_ns * kPsPerNs;
  done_.free_ps = std::max(moment(now), done_.free_ps) + time;
  done_.beside_ps += time;
  done_.ns += keys_.settle_ns;
  ++done_.pairs;
}

void HostTime::post(Cycle now) {
  const std::uint64_t time = keys_.call_ns * kPsPerNs;
  done_.free_ps = std::max(moment(now), done_.free_ps) + time;
  done_.beside_ps += time;
  done_.ns += keys_.call_ns;
  ++done_.calls;
}

// What the chip has waited for counts for every query, and what the host has done for others before its last pair.
HostCharge HostTime::charge(const Done& last_pair, Cycle now) const {
  const Done& done = last_pair.pairs > at_set_up_.pairs ? last_pair : at_set_up_;
  const std::uint64_t end = moment(now), total = std::max(end, done.free_ps);
  return {done.ns, done.beside_ps - exposed_ps_ - (total - end), total, done.set_ups, done.pairs, done.calls};
}

HostCharge HostTime::charge_posted(const Done& posted, const Done& last_pair, Cycle begin, Cycle now) const {
  const std::uint64_t pairs = last_pair.pairs > posted.pairs ? last_pair.pairs - posted.pairs : 0;
  const std::uint64_t call = keys_.call_ns * kPsPerNs, settling = pairs * keys_.settle_ns * kPsPerNs;
  const std::uint64_t end = moment(now), free = pairs > 0 ? last_pair.free_ps : 0;
  const std::uint64_t behind = std::min(settling, free > end ? free - end : 0);
  return {(call + settling) / kPsPerNs, settling - behind, call + end - moment(begin) + behind, 0, pairs, 1};
}

}  // namespace collisionchip
