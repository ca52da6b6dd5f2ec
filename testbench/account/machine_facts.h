// What a configuration is before it is asked anything: its memory, its bandwidth, its silicon, its clock and its RTL. Each figure
// is computed here and nowhere else; whatever shows one asks.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

struct MachineFacts {
  std::string memory;          // "SDRAM", "LPDDR5-6400"
  std::uint32_t channels = 1;  // of memory
  std::string parts;           // "2 packages of 4 channels", "of a stack's 16"; empty: no part is known
  double bytes_per_cycle = 0;  // of the chip's clock, at most, all channels together
  double gb_per_s = 0;         // the same
  double mm2 = 0;              // of 0.18 um, an estimate (docs/costs.md)
  double clock_mhz = 0;        // that the configuration assumes
  double clock_met_mhz = 0;    // that the slowest synthesised unit meets (docs/costs.md)
  std::string slowest_unit;    // which that is
  bool has_rtl = false;        // of each of its units, written for these keys

  bool meets_clock() const { return clock_met_mhz >= clock_mhz; }
  // "8 channels of LPDDR5-6400".
  std::string memory_channels() const;
  // "8 channels of LPDDR5-6400 (2 packages of 4 channels), 102.40 GB/s".
  std::string memory_text() const;
};

MachineFacts machine_facts(const ChipConfig& config);

}  // namespace collisionchip
