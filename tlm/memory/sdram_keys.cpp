#include "collisionchip/tlm/memory/sdram_keys.h"

#include <algorithm>

#include "collisionchip/reference/image/node_format.h"

namespace collisionchip {

namespace {

// Cycles of the longest read.
std::uint32_t block_beats(const SdramKeys& s) {
  const std::uint32_t beats = beats_on_bus(s, kSdramBlockBytes / s.bus_bytes);
  if (s.t_ccd_l == 0) return beats;
  const std::uint32_t distance = std::max({s.t_ccd_s, s.t_ccd_l, s.mode_burst});
  const std::uint32_t step = (distance + s.command_cycles - 1) / s.command_cycles;
  return beats / s.mode_burst * step * s.command_cycles;
}

// Beyond its beats, what a command keeps a precharge or the next one from.
std::uint32_t most_recovery(const SdramKeys& s, Accesses accesses) {
  if (accesses == Accesses::reads) return s.t_rtp;
  return std::max(s.t_rtp, s.t_cwl + s.t_wr) + s.t_wtr;
}

}  // namespace

std::uint32_t beats_on_bus(const SdramKeys& s, std::uint32_t beats) {
  return s.mode_burst == 0 ? beats : (beats + s.mode_burst - 1) / s.mode_burst * s.mode_burst;
}

// Bank by bank: what one bank's refresh and the longest read need between two of them.
std::uint32_t least_refresh_interval(const SdramKeys& s, Accesses accesses) {
  if (s.refresh == RefreshKey::per_bank) {
    const std::uint32_t bank = std::max(s.t_rfc_pb, s.t_ras + s.t_rc + s.t_rp + most_recovery(s, accesses));
    return s.banks * (bank + s.t_faw + s.t_rrd + s.t_rrd_l + s.t_rrefd + s.t_ccd_s + block_beats(s) +
                      8 * s.command_cycles);
  }
  return s.t_ras + s.t_rc + 2 * s.t_rp + s.t_rcd + s.t_rrd + s.t_cl + 2 * block_beats(s) + s.t_rfc +
         s.t_ccd_s + s.t_rrd_l + s.t_faw + most_recovery(s, accesses) + s.t_rrefd + 8 * s.command_cycles;
}

std::uint32_t least_t_ras_max(const SdramKeys& s, Accesses accesses) {
  // A bank's refresh may come between the row's ACT and its READ.
  const bool by_banks = s.refresh_interval != 0 && s.refresh == RefreshKey::per_bank;
  const std::uint32_t refresh = by_banks ? least_refresh_interval(s, accesses) / s.banks : 0;
  return std::max(s.t_ras, s.t_rcd + block_beats(s) + most_recovery(s, accesses) + s.t_ccd_s) + refresh +
         (s.banks + 4) * s.command_cycles;
}

}  // namespace collisionchip
