// Converts cycles of the chip's clock to cycles of the memory's own clock and back, exactly. Both clocks have an edge at the
// last reset. From there on cycle n of either clock begins n of its periods later. With one clock for both, both counts
// are the same.
#pragma once

#include <cstdint>
#include <numeric>

#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

class ClockCrossing {
 public:
  // memory_mhz = 0: the chip's clock.
  ClockCrossing(std::uint32_t chip_period_ps, std::uint32_t memory_mhz) {
    if (memory_mhz == 0) return;
    constexpr std::uint64_t kPicoseconds = 1000000;  // of one cycle at 1 MHz
    const std::uint64_t memory = std::uint64_t{chip_period_ps} * memory_mhz;
    const std::uint64_t common = std::gcd(memory, kPicoseconds);
    memory_cycles_ = memory / common;
    chip_cycles_ = kPicoseconds / common;
  }

  // Both clocks have an edge in cycle `now` of the chip. Both counts go on from their present values.
  void reset(Cycle now) {
    memory_origin_ = to_memory(now);
    chip_origin_ = now;
  }

  // The first cycle of one clock that begins no sooner than a cycle of the other.
  Cycle to_memory(Cycle chip) const {
    return chip <= chip_origin_
               ? memory_origin_
               : memory_origin_ + scaled_up(chip - chip_origin_, memory_cycles_, chip_cycles_);
  }
  Cycle to_chip(Cycle memory) const {
    return memory <= memory_origin_
               ? chip_origin_
               : chip_origin_ + scaled_up(memory - memory_origin_, chip_cycles_, memory_cycles_);
  }
  // The first cycle of the memory whose data are there in a cycle of the chip and not sooner: the first with
  // to_chip() >= chip.
  Cycle first_for(Cycle chip) const {
    if (chip <= chip_origin_) return memory_origin_;
    const Cycle before = chip - 1 - chip_origin_;
    return memory_origin_ + before / chip_cycles_ * memory_cycles_ +
           before % chip_cycles_ * memory_cycles_ / chip_cycles_ + 1;
  }

 private:
  // value * up / down, rounded up, for up and down below 2^34 and down * up below 2^64.
  static Cycle scaled_up(Cycle value, std::uint64_t up, std::uint64_t down) {
    return value / down * up + (value % down * up + down - 1) / down;
  }

  std::uint64_t memory_cycles_ = 1, chip_cycles_ = 1;  // as many of the one as of the other
  Cycle memory_origin_ = 0, chip_origin_ = 0;
};

}  // namespace collisionchip
