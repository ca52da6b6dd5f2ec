// The keys of the memory: the table of config_rows.cpp, continued.
#include "collisionchip/tlm/machine/config_row.h"
#include "collisionchip/tlm/machine/memory_kinds.h"

namespace collisionchip::config_rows {

namespace {

ConfigKey kind_key() {
  ConfigKey key =
      word<&C::memory, &C::Memory::kind>("memory.kind", memory_kind_names(), "ours",
                                         "a memory by its name: sets the other keys of this "
                                         "section and those of `sdram` and `energy` that a data sheet gives "
                                         "([memories.md](memories.md)); `custom`: sets nothing");
  key.set = set_memory_kind;
  return key.added_with(0);
}

}  // namespace

void add_memory(std::vector<ConfigKey>& keys) {
  using S = C::Sdram;
  using M = C::Memory;
  const std::vector<ConfigKey> rows = {
      kind_key(),
      integer<&C::memory, &M::clock_mhz>("memory.clock_mhz", "MHz", {0, 10000}, "ours",
                                         "the memory's own clock, in whose cycles all times of `sdram` are; "
                                         "0: the chip's")
          .only("memory_controller")
          .added_with(0),
      one_of<&C::memory, &M::clock_bytes>("memory.clock_bytes", "bytes", {0, 2, 4, 8, 16, 32, 64}, "ours",
                                          "on the memory's pins per cycle of its clock; 0: `sdram.bus_bytes`")
          .only("memory_controller")
          .added_with(0),
      one_of<&C::memory, &M::channels>("memory.channels", "channels", {1, 2, 4, 8}, "ours",
                                       "of memory, each with a Memory Controller; more than one with groups")
          .only("memory_controller")
          .added_with(1),
      one_of<&C::memory, &M::interleave_bytes>("memory.interleave_bytes", "bytes",
                                               {32, 64, 128, 256, 512, 1024, 4096}, "ours",
                                               "that lie in one channel before the next one's")
          .added_with(256),
      word<&C::sdram, &S::model>("sdram.model", {"banks", "constant"}, "§4.5, §5.2",
                                 "commands per bank, or the same time for every pair")
          .only("memory_controller"),
      integer<&C::sdram, &S::capacity_mib>("sdram.capacity_mib", "MiB", {1, 2048}, "ours",
                                           "size of the memory; whole rows of all banks")
          .parameter("memory_controller", "SDRAM_CAPACITY_MIB")
          .only("pci_interface", 1, 512),
      integer<&C::sdram, &S::bus_bytes>("sdram.bus_bytes", "bytes", {8, 128, IntegerRule::power_of_two},
                                        "§4.5", "width of the data bus, per chip cycle")
          .only("memory_controller")
          .only("dop_unit"),
      integer<&C::sdram, &S::banks>("sdram.banks", "banks", {1, 64, IntegerRule::power_of_two}, "§4.5",
                                    "internal banks that can hold a page open")
          .parameter("memory_controller", "SDRAM_BANKS"),
      integer<&C::sdram, &S::page_bytes>("sdram.page_bytes", "bytes", {256, 65536, IntegerRule::power_of_two},
                                         "§4.5", "page over all memory chips; a pair takes 256 bytes of it")
          .parameter("memory_controller", "SDRAM_PAGE_BYTES"),
      word<&C::sdram, &S::page_policy>("sdram.page_policy", {"closed", "open"}, "§4.5, §5.2",
                                       "precharge after every read, or leave the page open for a hit")
          .parameter("memory_controller", "SDRAM_OPEN_PAGE"),
      word<&C::sdram, &S::mapping>("sdram.mapping", {"row_bank_column", "row_column_bank", "bank_row_column"},
                                   "ours", "order of the address bits above the burst, from high to low")
          .parameter("memory_controller", "SDRAM_MAPPING"),
      boolean<&C::sdram, &S::bank_hash>("sdram.bank_hash", "ours",
                                        "the row's bits are added to the bank's without carry, so that rows "
                                        "at equal distances do not share one")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::command_cycles>(
          "sdram.command_cycles", "cycles", {1, 16}, "§4.5",
          "at most one command in so many cycles (2: one per memory clock)")
          .parameter("memory_controller", "SDRAM_COMMAND_CYCLES"),
      integer<&C::sdram, &S::t_rp>("sdram.t_rp", "cycles", {1, 64}, "§4.5",
                                   "precharge to activate, same bank")
          .parameter("memory_controller", "SDRAM_T_RP"),
      integer<&C::sdram, &S::t_rcd>("sdram.t_rcd", "cycles", {1, 64}, "§4.5", "activate to read, same bank")
          .parameter("memory_controller", "SDRAM_T_RCD"),
      integer<&C::sdram, &S::t_cl>("sdram.t_cl", "cycles", {1, 64}, "§4.5", "read to the first data")
          .parameter("memory_controller", "SDRAM_T_CL"),
      integer<&C::sdram, &S::t_ras>("sdram.t_ras", "cycles", {1, 256}, "ours",
                                    "activate to precharge, same bank")
          .parameter("memory_controller", "SDRAM_T_RAS"),
      integer<&C::sdram, &S::t_rc>("sdram.t_rc", "cycles", {1, 256}, "ours",
                                   "activate to activate, same bank; at least sdram.t_ras")
          .parameter("memory_controller", "SDRAM_T_RC"),
      integer<&C::sdram, &S::t_rrd>("sdram.t_rrd", "cycles", {1, 64}, "ours",
                                    "activate to activate, different banks")
          .parameter("memory_controller", "SDRAM_T_RRD"),
      integer<&C::sdram, &S::t_rfc>("sdram.t_rfc", "cycles", {1, 1024}, "ours",
                                    "refresh to the next command"),
      integer<&C::sdram, &S::t_ras_max>(
          "sdram.t_ras_max", "cycles", {0, 1000000}, "ours",
          "activate to precharge, same bank, at most (32000: 120 µs of a DDR SDRAM); 0: no limit")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::refresh_interval>("sdram.refresh_interval", "cycles", {0, 1000000}, "ours",
                                               "between two refreshes; 0: no refresh, as in the paper")
          .only("memory_controller"),
      one_of<&C::sdram, &S::mode_burst>(
          "sdram.mode_burst", "beats", {0, 2, 4, 8}, "ours",
          "burst length in the mode register: reads take whole bursts; 0: as many beats as they ask for")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::bank_groups>("sdram.bank_groups", "groups", {1, 16, IntegerRule::power_of_two},
                                          "ours", "of banks; neighbours in number are of different groups")
          .only("memory_controller")
          .added_with(1),
      integer<&C::sdram, &S::t_ccd_s>("sdram.t_ccd_s", "cycles", {0, 64}, "ours",
                                      "read to read, different groups; 0: the data bus alone says")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::t_ccd_l>(
          "sdram.t_ccd_l", "cycles", {0, 64}, "ours",
          "read to read, same group, and a read for each burst of `sdram.mode_burst`; 0: one for all")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::t_rrd_l>("sdram.t_rrd_l", "cycles", {0, 64}, "ours",
                                      "activate to activate, different banks of one group; 0: as `t_rrd`")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::t_faw>("sdram.t_faw", "cycles", {0, 256}, "ours",
                                    "activate to the fourth after it; 0: no limit")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::t_rtp>("sdram.t_rtp", "cycles", {0, 64}, "ours",
                                    "read to precharge, same bank, if the burst is out sooner")
          .only("memory_controller")
          .added_with(0),
      word<&C::sdram, &S::refresh>("sdram.refresh", {"all_banks", "per_bank"}, "ours",
                                   "all banks at once, or one after the other, each once in "
                                   "`sdram.refresh_interval`")
          .only("memory_controller")
          .added_with(0),
      integer<&C::sdram, &S::t_rfc_pb>("sdram.t_rfc_pb", "cycles", {1, 1024}, "ours",
                                       "refresh of one bank to its next command, and to the next bank's")
          .added_with(20),
      integer<&C::sdram, &S::t_rrefd>("sdram.t_rrefd", "cycles", {0, 256}, "ours",
                                      "refresh of one bank to an activate of another one")
          .added_with(0),
      integer<&C::sdram, &S::prepare_ahead>(
          "sdram.prepare_ahead", "reads", {1, 16}, "ours",
          "a row may be opened before the reads of so many requests before it")
          .only("memory_controller")
          .added_with(1),
      integer<&C::sdram, &S::queue_depth>("sdram.queue_depth", "entries", {1, 64}, "ours",
                                          "requests accepted ahead of the one whose data are on the bus")
          .parameter("memory_controller", "SDRAM_QUEUE_DEPTH"),
      integer<&C::sdram, &S::constant_latency>("sdram.constant_latency", "cycles", {1, 1024}, "§5.2",
                                               "model `constant`: request to the first data (tRCD + CL)"),
      integer<&C::sdram, &S::constant_interval>("sdram.constant_interval", "cycles", {1, 1024}, "§5.2",
                                                "model `constant`: one pair in so many cycles"),
      word<&C::sdram, &S::ecc>("sdram.ecc", {"none", "secded"}, "ours",
                               "check bits per 64-bit word: none, or single errors corrected and double "
                               "ones reported")
          .only("memory_controller"),
      integer<&C::sdram, &S::ecc_cycles>(
          "sdram.ecc_cycles", "cycles", {0, 16}, "ours",
          "stages that `secded` adds from the SDRAM pins to the input register"),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

}  // namespace collisionchip::config_rows
