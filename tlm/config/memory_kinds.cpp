#include "collisionchip/tlm/config/memory_kinds.h"

#include <algorithm>
#include <stdexcept>

namespace collisionchip {

namespace {

// One channel. Times are cycles of the memory's clock: nanoseconds of the data sheet, rounded up.
struct MemoryKind {
  const char* name;
  MemoryPart part;
  std::uint32_t clock_mhz, clock_bytes;
  std::uint32_t banks, bank_groups, page_bytes;
  std::uint32_t command_cycles;
  std::uint32_t mode_burst;  // cycles: 1/2 of the burst length, or 1/8 with a fourfold data clock
  std::uint32_t t_cl, t_rcd, t_rp, t_ras, t_rc, t_rtp;
  std::uint32_t t_ccd_s, t_ccd_l, t_rrd, t_rrd_l, t_faw;
  std::uint32_t refresh_interval, t_rfc, t_rfc_pb, t_rrefd;
  RefreshKey refresh;
  std::uint32_t activate_pj, read_pj, standby_mw;  // of each byte that a cycle brings (docs/memories.md)
  std::uint32_t t_cwl, t_wr, t_wtr;
};

constexpr RefreshKey kAll = RefreshKey::all_banks, kPerBank = RefreshKey::per_bank;

// Without refresh by banks its two times are those of ChipConfig.
constexpr MemoryKind kKinds[] = {
    // part, its channels; clock, bytes; banks, groups, page; command, burst
    //   CL, RCD, RP, RAS, RC, RTP; CCD_S, CCD_L, RRD_S, RRD_L, FAW; REFI, RFC, RFCpb, RREFD; pJ, pJ, mW; CWL, WR, WTR
    {"ddr3-1600", {"DIMM", 1}, 800, 16, 8,    1,   8192, 1,  4,  //
     11,          11,          11,  28, 39,   6,   4,    4,  5, 5,  24,
     6240,        208,         20,  0,  kAll, 615, 100,  26, 8, 12, 6},
    {"ddr4-3200", {"DIMM", 1}, 1600, 16, 16,   4,   8192, 1,  4,  //
     22,          22,          22,   52, 74,   12,  4,    8,  4,  8,  34,
     12480,       560,         20,   0,  kAll, 263, 44,   31, 16, 24, 12},
    {"ddr5-4800", {"DIMM", 2}, 2400, 8,  32,   8,   4096, 2,  8,  //
     40,          39,          39,   77, 116,  18,  8,    12, 8,  12, 32,
     9360,        708,         20,   0,  kAll, 220, 37,   26, 38, 72, 24},
    {"lpddr4-4266",
     {"package", 4},
     2133,
     4,
     8,
     1,
     2048,
     4,
     8,  //
     40,
     39,
     39,
     90,
     129,
     16,
     8,
     8,
     22,
     22,
     86,
     8332,
     811,
     406,
     22,
     kPerBank,
     437,
     49,
     14,
     18,
     39,
     22},
    {"lpddr5-6400",
     {"package", 4},
     800,
     16,
     16,
     4,
     2048,
     1,
     2,  //
     17,
     15,
     15,
     34,
     49,
     8,
     2,
     4,
     4,
     4,
     16,
     3124,
     224,
     112,
     6,
     kPerBank,
     99,
     45,
     3,
     9,
     28,
     10},
    {"hbm2-2.0", {"stack", 16},
     1000,       16,
     16,         4,
     1024,       1,
     2,  //
     14,         14,
     14,         34,
     48,         5,
     2,          4,
     4,          4,
     15,         3900,
     350,        160,
     8,          kPerBank,
     26,         13,
     2,          4,
     16,         8},
};

}  // namespace

const std::vector<std::string>& memory_kind_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"custom"};
    for (const MemoryKind& kind : kKinds) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

std::uint32_t memory_kind(const std::string& name) {
  const std::vector<std::string>& names = memory_kind_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::out_of_range("no memory '" + name + "'");
  return static_cast<std::uint32_t>(found - names.begin());
}

MemoryPart memory_part(std::uint32_t kind) {
  if (kind == 0) throw std::out_of_range("no part of a memory by its keys");
  return kKinds[kind - 1].part;
}

void set_memory_kind(ChipConfig& config, std::uint32_t kind) {
  config.memory.kind = kind;
  if (kind == 0) return;
  const MemoryKind& row = kKinds[kind - 1];
  config.memory.clock_mhz = row.clock_mhz;
  config.memory.clock_bytes = row.clock_bytes;
  SdramKeys& s = config.sdram;
  s.model = SdramModel::banks;
  s.banks = row.banks;
  s.bank_groups = row.bank_groups;
  s.page_bytes = row.page_bytes;
  s.command_cycles = row.command_cycles;
  s.mode_burst = row.mode_burst;
  s.t_cl = row.t_cl;
  s.t_rcd = row.t_rcd;
  s.t_rp = row.t_rp;
  s.t_ras = row.t_ras;
  s.t_rc = row.t_rc;
  s.t_rtp = row.t_rtp;
  s.t_cwl = row.t_cwl;
  s.t_wr = row.t_wr;
  s.t_wtr = row.t_wtr;
  s.t_ccd_s = row.t_ccd_s;
  s.t_ccd_l = row.t_ccd_l;
  s.t_rrd = row.t_rrd;
  s.t_rrd_l = row.t_rrd_l;
  s.t_faw = row.t_faw;
  s.t_ras_max = 0;
  s.refresh_interval = row.refresh_interval;
  s.refresh = row.refresh;
  s.t_rfc = row.t_rfc;
  s.t_rfc_pb = row.t_rfc_pb;
  s.t_rrefd = row.t_rrefd;
  config.energy.activate_pj = row.activate_pj;
  config.energy.read_pj = row.read_pj;
  config.energy.standby_mw = row.standby_mw;
}

}  // namespace collisionchip
