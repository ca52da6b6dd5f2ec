// What the Result Unit is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/machine/host_keys.h"
#include "collisionchip/tlm/machine/host_link.h"
#include "collisionchip/tlm/machine/result_burst.h"

namespace collisionchip {

struct ResultUnitParams : HostKeys {
  std::uint32_t clock_period_ps = 0;
  HostLink link{};
  std::uint32_t rings = 1;  // one for each entry of the command queue

  std::size_t burst_places() const { return burst_bytes / kBurstPlaceBytes; }
  std::uint32_t slots() const { return ring_entries * kBurstPlaceBytes / burst_bytes; }

  static ResultUnitParams of(const HostKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
