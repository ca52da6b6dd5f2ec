// The keys of section `sdram`, and what else an SDRAM is built with.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/channel_map.h"
#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct SdramKeys {
  SdramModel model = SdramModel::banks;
  std::uint32_t capacity_mib = 512;
  std::uint32_t bus_bytes = 32;
  std::uint32_t banks = 4;
  std::uint32_t page_bytes = 4096;
  PagePolicy page_policy = PagePolicy::open;
  AddressMapping mapping = AddressMapping::row_bank_column;
  bool bank_hash = false;
  std::uint32_t command_cycles = 2;
  std::uint32_t t_rp = 4;
  std::uint32_t t_rcd = 4;
  std::uint32_t t_cl = 4;
  std::uint32_t t_ras = 12;
  std::uint32_t t_rc = 16;
  std::uint32_t t_rrd = 4;
  std::uint32_t t_rfc = 20;
  std::uint32_t t_ras_max = 0;
  std::uint32_t refresh_interval = 0;
  std::uint32_t mode_burst = 0;
  std::uint32_t bank_groups = 1;
  std::uint32_t t_ccd_s = 0, t_ccd_l = 0;
  std::uint32_t t_rrd_l = 0;
  std::uint32_t t_faw = 0;
  std::uint32_t t_rtp = 0;
  std::uint32_t t_cwl = 2, t_wr = 4, t_wtr = 2;
  RefreshKey refresh = RefreshKey::all_banks;
  std::uint32_t t_rfc_pb = 20, t_rrefd = 0;
  std::uint32_t prepare_ahead = 1;
  std::uint32_t queue_depth = 4;
  std::uint32_t constant_latency = 8;
  std::uint32_t constant_interval = 10;
  Ecc ecc = Ecc::none;
  std::uint32_t ecc_cycles = 1;

  static constexpr const char* kSection = "sdram";
  static constexpr Eq5Gap kGap = Eq5Gap::memory;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = SdramKeys;
    key(&K::model, word("model", {"banks", "constant"}, "§4.5, §5.2",
                        "commands per bank, or the same time for every pair")
                       .only("memory_controller"));
    key(&K::capacity_mib,
        integer("capacity_mib", "MiB", {1, 2048}, "ours", "size of the memory, whole rows of all banks")
            .parameter("memory_controller", "SDRAM_CAPACITY_MIB")
            .only("pci_interface", 1, 512));
    key(&K::bus_bytes, integer("bus_bytes", "bytes", {8, 128, IntegerRule::power_of_two}, "§4.5",
                               "width of the data bus, per chip cycle")
                           .only("memory_controller")
                           .only("dop_unit"));
    key(&K::banks, integer("banks", "banks", {1, 64, IntegerRule::power_of_two}, "§4.5",
                           "banks, each with at most one open page")
                       .parameter("memory_controller", "SDRAM_BANKS"));
    key(&K::page_bytes, integer("page_bytes", "bytes", {256, 65536, IntegerRule::power_of_two}, "§4.5",
                                "page over all memory chips; a pair takes 256 bytes")
                            .parameter("memory_controller", "SDRAM_PAGE_BYTES"));
    key(&K::page_policy, word("page_policy", {"closed", "open"}, "§4.5, §5.2",
                              "precharge after every read, or leave the page open for a hit")
                             .parameter("memory_controller", "SDRAM_OPEN_PAGE"));
    key(&K::mapping, word("mapping", {"row_bank_column", "row_column_bank", "bank_row_column"}, "ours",
                          "order of the address bits above the burst, from high to low")
                         .parameter("memory_controller", "SDRAM_MAPPING"));
    key(&K::bank_hash,
        boolean("bank_hash", "ours",
                "the row's bits are XORed into the bank's bits: rows at equal distances use different banks")
            .only("memory_controller")
            .added_with(0));
    key(&K::command_cycles, integer("command_cycles", "cycles", {1, 16}, "§4.5",
                                    "cycles from a command to the next (2: one command per memory clock)")
                                .parameter("memory_controller", "SDRAM_COMMAND_CYCLES"));
    key(&K::t_rp, integer("t_rp", "cycles", {1, 64}, "§4.5", "precharge to activate, same bank")
                      .parameter("memory_controller", "SDRAM_T_RP"));
    key(&K::t_rcd, integer("t_rcd", "cycles", {1, 64}, "§4.5", "activate to read, same bank")
                       .parameter("memory_controller", "SDRAM_T_RCD"));
    key(&K::t_cl, integer("t_cl", "cycles", {1, 64}, "§4.5", "read to the first data")
                      .parameter("memory_controller", "SDRAM_T_CL"));
    key(&K::t_ras, integer("t_ras", "cycles", {1, 256}, "ours", "activate to precharge, same bank")
                       .parameter("memory_controller", "SDRAM_T_RAS"));
    key(&K::t_rc,
        integer("t_rc", "cycles", {1, 256}, "ours", "activate to activate, same bank; at least sdram.t_ras")
            .parameter("memory_controller", "SDRAM_T_RC"));
    key(&K::t_rrd, integer("t_rrd", "cycles", {1, 64}, "ours", "activate to activate, different banks")
                       .parameter("memory_controller", "SDRAM_T_RRD"));
    key(&K::t_rfc, integer("t_rfc", "cycles", {1, 1024}, "ours", "refresh to the next command"));
    key(&K::t_ras_max, integer("t_ras_max", "cycles", {0, 1000000}, "ours",
                               "longest time from activate to precharge, same bank (32000: 120 µs, as in a "
                               "DDR SDRAM); 0: no limit")
                           .only("memory_controller")
                           .added_with(0));
    key(&K::refresh_interval, integer("refresh_interval", "cycles", {0, 1000000}, "ours",
                                      "from refresh to refresh; 0: no refresh, as in the paper")
                                  .only("memory_controller"));
    key(&K::mode_burst, one_of("mode_burst", "beats", {0, 2, 4, 8}, "ours",
                               "burst length in the mode register: a read takes whole bursts; 0: a read "
                               "takes the beats that it needs")
                            .only("memory_controller")
                            .added_with(0));
    key(&K::bank_groups, integer("bank_groups", "groups", {1, 16, IntegerRule::power_of_two}, "ours",
                                 "groups of banks; banks with neighbouring numbers are in different groups")
                             .only("memory_controller")
                             .added_with(1));
    key(&K::t_ccd_s, integer("t_ccd_s", "cycles", {0, 64}, "ours",
                             "read to read, different groups; 0: only the data bus limits it")
                         .only("memory_controller")
                         .added_with(0));
    key(&K::t_ccd_l, integer("t_ccd_l", "cycles", {0, 64}, "ours",
                             "read to read, same group; each burst of `sdram.mode_burst` is then a command. "
                             "0: one command for all bursts")
                         .only("memory_controller")
                         .added_with(0));
    key(&K::t_rrd_l, integer("t_rrd_l", "cycles", {0, 64}, "ours",
                             "activate to activate, different banks of one group; 0: as `t_rrd`")
                         .only("memory_controller")
                         .added_with(0));
    key(&K::t_faw,
        integer("t_faw", "cycles", {0, 256}, "ours", "activate to the fourth activate after it; 0: no limit")
            .only("memory_controller")
            .added_with(0));
    key(&K::t_rtp, integer("t_rtp", "cycles", {0, 64}, "ours",
                           "read to precharge, same bank, where the burst ends sooner")
                       .only("memory_controller")
                       .added_with(0));
    key(&K::t_cwl,
        integer("t_cwl", "cycles", {0, 64}, "ours", "write to its first data; only the Refit Unit writes")
            .only("memory_controller")
            .added_with(2));
    key(&K::t_wr, integer("t_wr", "cycles", {0, 128}, "ours", "last data of a write to precharge, same bank")
                      .only("memory_controller")
                      .added_with(4));
    key(&K::t_wtr, integer("t_wtr", "cycles", {0, 64}, "ours", "last data of a write to the next read")
                       .only("memory_controller")
                       .added_with(2));
    key(&K::refresh,
        word("refresh", {"all_banks", "per_bank"}, "ours",
             "all banks at once, or one bank after the other, each once in `sdram.refresh_interval`")
            .only("memory_controller")
            .added_with(0));
    key(&K::t_rfc_pb, integer("t_rfc_pb", "cycles", {1, 1024}, "ours",
                              "refresh of one bank to its next command, and to the refresh of the next bank")
                          .added_with(20));
    key(&K::t_rrefd,
        integer("t_rrefd", "cycles", {0, 256}, "ours", "refresh of one bank to an activate of another bank")
            .added_with(0));
    key(&K::prepare_ahead, integer("prepare_ahead", "reads", {1, 16}, "ours",
                                   "a row may open while this many earlier requests wait for their reads")
                               .only("memory_controller")
                               .added_with(1));
    key(&K::queue_depth, integer("queue_depth", "entries", {1, 64}, "ours",
                                 "requests accepted behind the one whose data are on the bus")
                             .parameter("memory_controller", "SDRAM_QUEUE_DEPTH"));
    key(&K::constant_latency, integer("constant_latency", "cycles", {1, 1024}, "§5.2",
                                      "model `constant`: request to the first data (tRCD + CL)"));
    key(&K::constant_interval, integer("constant_interval", "cycles", {1, 1024}, "§5.2",
                                       "model `constant`: cycles from a pair to the next"));
    key(&K::ecc,
        word("ecc", {"none", "secded"}, "ours",
             "check bits per 64-bit word: none, or single errors corrected and double errors reported")
            .only("memory_controller"));
    key(&K::ecc_cycles, integer("ecc_cycles", "cycles", {0, 16}, "ours",
                                "stages that `secded` adds from the SDRAM pins to the input register"));
  }
};

struct SdramSettings {
  std::uint32_t clock_period_ps, clock_mhz;  // of the chip; of the memory, 0: the chip's
  ChannelMap channels;
  SdramKeys chip_side, memory_side;  // as the chip's clock and as the memory's own sees one channel
};

// What a machine asks of its memory in a query.
enum class Accesses { reads, writes_too };

// The shortest refresh interval that leaves every access its turn, also one that is re-activated after a refresh.
std::uint32_t least_refresh_interval(const SdramKeys& sdram, Accesses accesses = Accesses::reads);

// The cycles that a read of so many beats has the data bus: whole bursts of the mode register's length.
std::uint32_t beats_on_bus(const SdramKeys& sdram, std::uint32_t beats);
// The shortest time for which a row may be open that leaves every access its turn.
std::uint32_t least_t_ras_max(const SdramKeys& sdram, Accesses accesses = Accesses::reads);

}  // namespace collisionchip
