// The Pointer FIFO in SystemVerilog (rtl/pointer_fifo.sv), in the place of the model.
#pragma once

#include <vector>

#include "rtl_model/pointer_fifo_pins.h"
#include "rtl_model/rtl_requirements.h"
#include "rtl_model/rtl_unit.h"
#include "tlm/pointer_fifo.h"

namespace collisionchip {

class PointerFifoRtl final : public RtlUnit<PointerFifo, PointerFifoPins> {
 public:
  using RtlUnit::RtlUnit;

  // None: the FIFO's depth is its channel's.
  static const std::vector<RtlRequirement>& requirements();

 private:
  void sample(Cycle now) override;
  void act(Cycle now) override;
};

}  // namespace collisionchip
