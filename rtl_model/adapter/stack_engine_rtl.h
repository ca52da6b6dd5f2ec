// The Stack Engine in SystemVerilog (rtl/stack_engine/stack_engine.sv), in the place of the model.
#pragma once

#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

namespace collisionchip {

class StackEngineRtl final : public RtlUnit<StackEngine> {
 public:
  StackEngineRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  void count(Cycle now) override;
  void count_leaf_tests();
  void count_list();

  Pin stop_pop_, host_stop_pop_, flags_pop_;
  Pin leaf_tests_put_, leaf_tests_kind_, leaf_tests_bits_;
  Pin list_put_, list_length_, list_keep_, list_side_, list_waiting_, list_prefetched_, list_end_,
      list_alpha_, prefetch_;
  Pin left_high_water_, right_high_water_;
  Pin busy_, waits_for_;
};

}  // namespace collisionchip
