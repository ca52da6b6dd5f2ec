// The Pointer FIFO in SystemVerilog (rtl/pointer_fifo/pointer_fifo.sv), in the place of the model.
#pragma once

#include <vector>

#include "collisionchip/rtl_model/adapter/pointer_fifo_pins.h"
#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"

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
