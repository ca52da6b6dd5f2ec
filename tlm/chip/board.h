// The PCI board of §4: the chip, its SDRAM, one for each channel, and on request the checkers on the wires between them.
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
  bool memory_monitor = false;       // tells every read of the memory, a monitor for each channel
  unsigned construction_order = 0;   // see Chip
  const UnitKinds* units = nullptr;  // nullptr: the TLM models
};

class Board : public sc_core::sc_module {
 public:
  Board(const sc_core::sc_module_name& name, const ChipConfig& config, const BoardOptions& options = {});

  Chip& chip() { return chip_; }
  const Chip& chip() const { return chip_; }
  // The bytes of all channels can be reached through each of them.
  Sdram& sdram(std::size_t channel = 0) { return *channels_[channel].sdram; }
  const Sdram& sdram(std::size_t channel = 0) const { return *channels_[channel].sdram; }
  std::size_t channels() const { return channels_.size(); }
  // nullptr without it.
  MemoryMonitor* memory_monitor(std::size_t channel = 0) { return channels_[channel].monitor.get(); }

  const ChipConfig& config() const { return config_; }

  // Every unit's account of the last query, the SDRAM's included.
  std::vector<UnitCycles> unit_cycles() const;

  // What the checkers found, one line each; empty without checkers. Checks all commands announced so far.
  std::vector<std::string> violations();

 private:
  struct MemoryChannel {
    std::unique_ptr<Sdram> sdram;
    std::unique_ptr<MemoryMonitor> monitor;
    std::unique_ptr<BaseProtocolChecker> protocol_checker;
    std::unique_ptr<SdramCommandChecker> command_checker;
  };
  void add_channel(std::uint32_t number, const BoardOptions& options);
  void reset(Cycle now);

  ChipConfig config_;
  Chip chip_;
  std::vector<MemoryChannel> channels_;
};

}  // namespace collisionchip
