// What the Record Cache is built with: its keys, and what follows from them and from the machine.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kinds/derived.h"
#include "collisionchip/tlm/units/record_cache/record_cache_keys.h"

namespace collisionchip {

struct RecordCacheParams : RecordCacheKeys {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t group_bytes = 0, block_bytes = 0;  // that a record has; whole bytes of 16
  std::uint32_t bus_bytes = 0;                     // of the memory: bursts are whole beats
  std::uint32_t granule = 0;                       // bytes between places where records may begin
  ChannelMap channels{};                           // from an address to its channel
  SdramKeys sdram{};                               // from an address to its bank and row in the channel

  static RecordCacheParams of(const RecordCacheKeys& keys, const Derived& machine);
};

}  // namespace collisionchip
