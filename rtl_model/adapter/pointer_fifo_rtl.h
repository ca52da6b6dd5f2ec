// The Pointer FIFO in SystemVerilog (rtl/pointer_fifo/pointer_fifo.sv), in the place of the model.
#pragma once

#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"

namespace collisionchip {

class PointerFifoRtl final : public RtlUnit<PointerFifo> {
 public:
  PointerFifoRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  void count(Cycle now) override;

  Pin entries_put_, busy_, stall_host_;
};

}  // namespace collisionchip
