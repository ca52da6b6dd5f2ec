// The Stack Engine in SystemVerilog (rtl/stack_engine/stack_engine.sv), in the place of the model.
#pragma once

#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/rtl_model/adapter/stack_engine_pins.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

namespace collisionchip {

class StackEngineRtl final : public RtlUnit<StackEngine, StackEnginePins> {
 public:
  // Preset paper41's lists, with either way to test leaves.
  static const std::vector<RtlRequirement>& requirements();

  // Takes every machine of StackEnginePins::builds(); InputError for another one.
  StackEngineRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  // An answer of a stack SRAM: on the pins it comes word by word.
  struct Burst {
    SramResponse words;
    std::uint32_t next = 0;

    bool under_way() const { return next < words.count; }
  };

  void sample(Cycle now) override;
  void act(Cycle now) override;
  void reset_state() override;

  void sample_auxiliary(Cycle now);
  void sample_words(Cycle now);
  void take_inputs(Cycle now);
  void put_sram_requests(Cycle now);
  void put_leaf_tests(Cycle now);
  void count_lists();

  std::array<Burst, 2> bursts_;
};

}  // namespace collisionchip
