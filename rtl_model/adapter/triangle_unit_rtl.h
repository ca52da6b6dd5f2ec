// The Triangle Unit in SystemVerilog (rtl/triangle_unit/triangle_unit.sv) in the place of the model. The
// matrices go in word by word when they come, before the cycle goes on.
#pragma once

#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {

class TriangleUnitRtl final : public RtlUnit<TriangleUnit> {
 public:
  TriangleUnitRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  void count(Cycle now) override;
  void reset_state() override;

  Pin account_, issued_;
  Pin tumbled_hit_, aligned_hit_, tumbled_miss_, aligned_miss_, tumbled_conflict_, aligned_conflict_;
  Pin tested_, verdict_, cause_;
  int state_ = CycleAccount::kIdle;  // of the account, since the last cycle
};

}  // namespace collisionchip
