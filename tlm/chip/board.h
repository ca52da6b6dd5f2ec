// The PCI board of §4: the chip, its SDRAM, and on request the checkers on the wires between them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/tlm/checkers/base_protocol_checker.h"
#include "collisionchip/tlm/checkers/memory_monitor.h"
#include "collisionchip/tlm/checkers/sdram_command_checker.h"
#include "collisionchip/tlm/chip/chip.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/memory/sdram.h"

namespace collisionchip {

struct BoardOptions {
  bool checkers = true;              // base protocol and SDRAM command checkers
  bool memory_monitor = false;       // tells every read of the memory
  unsigned construction_order = 0;   // see Chip
  const UnitKinds* units = nullptr;  // nullptr: the TLM models
};

class Board : public sc_core::sc_module {
 public:
  Board(const sc_core::sc_module_name& name, const ChipConfig& config, const BoardOptions& options = {});

  Chip& chip() { return chip_; }
  const Chip& chip() const { return chip_; }
  Sdram& sdram() { return sdram_; }
  const Sdram& sdram() const { return sdram_; }
  MemoryMonitor* memory_monitor() { return memory_monitor_.get(); }  // nullptr without it

  const ChipConfig& config() const { return config_; }

  // Every unit's account of the last query, the SDRAM's included.
  std::vector<UnitCycles> unit_cycles() const;

  // What the checkers found, one line each; empty without checkers. Checks all commands announced so far.
  std::vector<std::string> violations();

 private:
  ChipConfig config_;
  Chip chip_;
  Sdram sdram_;
  std::unique_ptr<MemoryMonitor> memory_monitor_;
  std::unique_ptr<BaseProtocolChecker> protocol_checker_;
  std::unique_ptr<SdramCommandChecker> command_checker_;
};

}  // namespace collisionchip
