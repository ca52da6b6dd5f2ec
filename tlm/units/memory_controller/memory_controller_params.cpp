#include "collisionchip/tlm/units/memory_controller/memory_controller_params.h"

namespace collisionchip {

MemoryControllerParams MemoryControllerParams::of(const MemoryControllerKeys& keys, const Derived& machine) {
  MemoryControllerParams params{keys};
  params.clock_period_ps = machine.clock_period_ps;
  const SdramKeys& sdram = machine.sdram;
  params.data_latency = keys.interface_latency + (sdram.ecc == Ecc::secded ? sdram.ecc_cycles : 0);
  params.bus_bytes = sdram.bus_bytes;
  params.ecc = sdram.ecc;
  return params;
}

PairControllerParams PairControllerParams::of(const MemoryControllerKeys& keys, const Derived& machine) {
  PairControllerParams params{MemoryControllerParams::of(keys, machine)};
  const PairsDerived& pairs = machine.pairs;
  params.node_format = pairs.nodes;
  params.pair_beats = pairs.nodes->beats(params.bus_bytes);
  params.pair_bytes = static_cast<std::uint32_t>(params.pair_beats) * params.bus_bytes;
  params.pairs_in_beats = pairs.nodes->pair_stride % params.bus_bytes == 0;
  params.auxiliary_latency = pairs.flags_at_once ? 1 : params.pair_beats;
  params.branch_cache_lines = pairs.branch_cache_lines;
  params.branch_cache_latency = pairs.branch_cache_latency;
  params.decode_cycles = pairs.decode_cycles;
  params.keep_across_queries = pairs.keep_across_queries;
  return params;
}

}  // namespace collisionchip
