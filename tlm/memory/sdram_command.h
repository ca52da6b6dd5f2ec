// One command on the SDRAM's command bus, as announced to observers (checker, trace, waves). §4.5.
#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

enum class SdramCommandKind : std::uint8_t { activate, read, precharge, refresh, write };

struct SdramCommand {
  Cycle cycle = 0;  // chip cycle in which the command is on the command bus
  SdramCommandKind kind = SdramCommandKind::activate;
  bool auto_precharge = false;  // read and write: the bank precharges itself after the burst
  bool all_banks = false;       // precharge and refresh: `bank` has no meaning
  std::uint32_t bank = 0;       // the number; of its group it is the remainder
  std::uint32_t row = 0;        // activate: the row opened; read and write: the row that must be open
  std::uint32_t column = 0;     // read and write: first column, in words of the data bus
  std::uint32_t beats = 0;      // read and write: words of the data bus, one per chip cycle
};

}  // namespace collisionchip
