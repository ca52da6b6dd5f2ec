// Memory Controller and SDRAM as a recurrence: when the data of each read
// are in the input register. The contracts are docs/memory_controller.md
// and docs/sdram.md; SDRAM commands are SdramTiming's, the model's own.
#pragma once

#include <vector>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/memory/sdram_timing.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_params.h"

namespace collisionchip {

class MemoryRecurrence {
 public:
  MemoryRecurrence(const ChipConfig& config, Cycle origin);

  // First cycle in which a request visible from `visible` on could go to the SDRAM; a tumbled pair may have
  // to wait until all that was read before is out of the input register.
  Cycle issue_cycle(Cycle visible, bool tumbled) const;

  // Takes a request in cycle `issue`; returns the cycle of its first beat in the input register. One of the
  // two below must follow, before the next read.
  Cycle read_pair(Cycle issue, std::uint64_t address) { return read(issue, address, controller_.pair_beats); }
  Cycle read_triangle(Cycle issue, std::uint64_t address) { return read(issue, address, triangle_beats()); }
  // The pair's register is free from `from` on, which is known in cycle `known`.
  void release(Cycle from, Cycle known);
  // A triangle does not stay.
  void pass_through(Cycle in_register) { release(in_register + triangle_stays_, response_known_); }

  Cycle triangle_beats() const { return kTriangleBytes / controller_.bus_bytes; }
  const SdramStatistics& statistics() const { return sdram_.statistics(); }

 private:
  struct Register {
    Cycle free = 0, known = 0;
  };

  Cycle read(Cycle issue, std::uint64_t address, Cycle beats);
  void promise();

  SdramTiming sdram_;
  const PairControllerParams controller_;
  const Cycle triangle_stays_;
  Cycle next_issue_ = 0;
  std::vector<Register> registers_;
  std::size_t promised_ = 0;        // the register of the read under way
  std::vector<Cycle> first_beats_;  // of the last queue_depth reads, a ring
  std::size_t oldest_ = 0;
  Cycle response_known_ = 0;      // when the SDRAM told the cycle of the last first beat
  Cycle last_beat_ = 0;           // that first beat, on the pins
  Cycle end_told_ = 0, end_ = 0;  // when the SDRAM is told from when on the next may come, and that cycle
};

}  // namespace collisionchip
