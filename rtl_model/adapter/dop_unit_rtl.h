// The DOP Unit in SystemVerilog (rtl/dop_unit/dop_unit.sv) in the place of the model.
//
// A pair that is visible in a channel goes onto the RTL's bus beat by beat, as it would come out of the SDRAM
// interface; the matrix goes in word by word when it comes, before the cycle goes on. Accounts and observers
// are told what the RTL's own pins say.
#pragma once

#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

namespace collisionchip {

class DopUnitRtl final : public RtlUnit<DopUnit> {
 public:
  DopUnitRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  void count(Cycle now) override;
  void count_tumbled(Cycle now);
  void count_aligned(Cycle now);

  Pin list_pop_, tumbled_pop_, aligned_pop_, release_from_;
  Pin left_load_in_, right_load_in_, issue_in_, issued_in_, interlock_, compare_in_, discarded_;
};

}  // namespace collisionchip
