// What the Record Cache is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/memory/sdram_keys.h"

namespace collisionchip {

struct RecordCacheParams {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t group_bytes = 0, block_bytes = 0;  // that a record has; whole bytes of 16
  std::uint32_t bus_bytes = 0;                     // of the memory: bursts are whole beats
  std::uint32_t granule = 0;                       // bytes between places where records may begin
  std::uint32_t group_lines = 0, block_lines = 0;  // powers of two; 0: no cache
  std::uint32_t window = 0;                        // bursts that wait, of which the best goes first
  ChannelMap channels;                             // what lies in which channel
  SdramKeys sdram;                                 // and in which row of which bank of it
  Cycle hit_latency = 0;  // from a request to the record leaving the unit, at least 1
};

}  // namespace collisionchip
