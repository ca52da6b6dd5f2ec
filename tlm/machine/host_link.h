// How long a transfer between host and chip takes, by kind of link (docs/host_port.md).
//
// A transfer holds the link for some cycles, and its other end sees it some cycles later. On PCI there is no later: the
// bus is the link, and a transfer is seen when it ends. On the others a write is posted, so that the next one may follow
// when the link is free, and the two directions do not hold each other up.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/host_keys.h"
#include "collisionchip/tlm/machine/pci_bus.h"

namespace collisionchip {

// In chip cycles.
struct LinkTime {
  Cycle held = 0;   // the link is taken
  Cycle later = 0;  // behind that, until the other end sees it
  Cycle seen() const { return held + later; }
};

class HostLink {
 public:
  HostLink() = default;
  HostLink(const HostKeys& keys, const PciBus& pci, std::uint32_t clock_period_ps);

  // The host writes so many words of 32 bits, at least one.
  LinkTime write(std::uint64_t words) const;
  // A read holds the one who asks until its data are there: `later` is 0.
  LinkTime read(std::uint64_t words) const;
  // A burst that the chip writes into the host's memory.
  LinkTime result(std::uint64_t words) const;

 private:
  Cycle packets(std::uint64_t bytes) const;
  Cycle cycles_of_ns(std::uint64_t ns) const { return (ns * 1000 + clock_period_ps_ - 1) / clock_period_ps_; }

  HostKindKey kind_ = HostKindKey::pci;
  PciBus pci_;
  std::uint32_t clock_period_ps_ = 3750;
  std::uint64_t bytes_per_us_ = 0, payload_bytes_ = 0, overhead_bytes_ = 0;
  Cycle write_cycles_ = 0, result_cycles_ = 0;
};

// The keys; those that are 0 get their values from kind, generation and lanes. With kind = pci they stay 0.
HostKeys with_defaults(HostKeys keys, std::uint32_t clock_period_ps);

}  // namespace collisionchip
