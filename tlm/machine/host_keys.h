// The host that asks the chip (section `host`): the link between them, where results go, and how long the host's own work
// takes. That time is counted apart from the chip's cycles and does not change them (testbench/host/host_time.h says when
// it begins and ends).
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

// The link: the PCI bus of section `pci`, PCI Express, or an AXI port on the processor's chip.
enum class HostKindKey { pci, pcie, axi };
// Who moves results: the host reads them from the Pointer FIFO, or the chip writes them into the host's memory.
enum class HostResults { fifo, memory };

constexpr std::uint32_t kMostBurstBytes = 1024;  // that burst_bytes may be

struct HostKeys {
  HostKindKey kind = HostKindKey::pci;
  std::uint32_t generation = 4;
  std::uint32_t lanes = 4;
  // 0: what kind, generation and lanes say (host_link.h).
  std::uint32_t write_ns = 0;
  std::uint32_t result_ns = 0;
  std::uint32_t bytes_per_us = 0;
  std::uint32_t payload_bytes = 0;
  std::uint32_t overhead_bytes = 0;
  HostResults results = HostResults::fifo;
  std::uint32_t burst_bytes = 128;
  std::uint32_t ring_entries = 1024;
  std::uint32_t setup_ns = 3000;
  std::uint32_t settle_ns = 75;
  std::uint32_t call_ns = 18;

  static constexpr const char* kSection = "host";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = HostKeys;
    key(&K::kind, word("kind", {"pci", "pcie", "axi"}, "§4; others ours",
                       "link to the host: the bus of section `pci`, PCI Express, or an AXI port")
                      .only("pci_interface")
                      .added_with(0));
    key(&K::generation,
        one_of("generation", "-", {3, 4, 5}, "ours", "generation of PCI Express").added_with(4));
    key(&K::lanes, one_of("lanes", "lanes", {1, 2, 4, 8, 16}, "ours",
                          "lanes of PCI Express; with AXI: 32-bit words in a chip cycle")
                       .added_with(4));
    key(&K::write_ns,
        integer(
            "write_ns", "ns", {0, 100000}, "ours",
            "time until the chip sees a posted write; 0: 430, 350 or 300 by `host.generation`, 40 with AXI")
            .added_with(0));
    key(&K::result_ns, integer("result_ns", "ns", {0, 100000}, "ours",
                               "time until the host sees what the chip writes; 0: 430, 350 or 300 by "
                               "`host.generation`, 60 with AXI")
                           .added_with(0));
    key(&K::bytes_per_us, integer("bytes_per_us", "bytes", {0, 1000000}, "ours",
                                  "bytes per microsecond in each direction; 0: 984, 1969 or 3938 a lane by "
                                  "`host.generation`, with AXI 4 a lane and chip cycle")
                              .added_with(0));
    key(&K::payload_bytes,
        integer("payload_bytes", "bytes", {0, 4096}, "ours", "most data in a packet; 0: 128, with AXI 256")
            .added_with(0));
    key(&K::overhead_bytes, integer("overhead_bytes", "bytes", {0, 256}, "ours",
                                    "bytes of a packet in addition to its data; 0: none with AXI, otherwise "
                                    "24 (header of four words, sequence number, check sums, framing)")
                                .added_with(0));
    key(&K::results,
        word("results", {"fifo", "memory"}, "§4.3; `memory` ours",
             "who moves results: the host reads the Pointer FIFO, or the Result Unit writes bursts into the "
             "host's memory")
            .only("pci_interface")
            .only("pointer_fifo")
            .only("triangle_unit")
            .added_with(0));
    key(&K::burst_bytes, integer("burst_bytes", "bytes", {32, kMostBurstBytes, IntegerRule::power_of_two},
                                 "ours", "largest burst of results")
                             .added_with(128));
    key(&K::ring_entries,
        integer("ring_entries", "places", {8, 1048576, IntegerRule::power_of_two}, "ours",
                "places of eight bytes in the ring of each query, for results and headers of bursts")
            .added_with(1024));
    constexpr Range kSecond{0, 1000000000};
    key(&K::setup_ns, integer("setup_ns", "ns", kSecond, "ours",
                              "host's time for a pose whose registers it makes, without the transfers")
                          .added_with(3000));
    key(&K::settle_ns,
        integer("settle_ns", "ns", kSecond, "ours", "host's time for a pair that the chip leaves undecided")
            .added_with(75));
    key(&K::call_ns,
        integer("call_ns", "ns", kSecond, "ours", "host's time for a call, which starts one query or several")
            .added_with(18));
  }
};

}  // namespace collisionchip
