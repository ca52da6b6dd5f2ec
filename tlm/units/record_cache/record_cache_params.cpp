#include "collisionchip/tlm/units/record_cache/record_cache_params.h"

namespace collisionchip {

RecordCacheParams RecordCacheParams::of(const RecordCacheKeys& keys, const Derived& machine) {
  RecordCacheParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  const GroupLayout& layout = machine.groups.layout;
  params.group_bytes = layout.group_bytes();
  params.block_bytes = layout.block_bytes();
  params.bus_bytes = machine.sdram.bus_bytes;
  const bool even = layout.group_units() % 2 == 0 && layout.block_units() % 2 == 0;
  params.granule = (even ? 2 : 1) * kGroupUnitBytes;
  params.channels = machine.channels;
  params.sdram = machine.memory_side;
  return params;
}

}  // namespace collisionchip
