// The Triangle Unit in SystemVerilog (rtl/triangle_unit/triangle_unit.sv) in the place of the model. The
// matrices go in word by word when they come, before the cycle goes on.
#pragma once

#include <deque>

#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/rtl_model/adapter/triangle_unit_pins.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {

class TriangleUnitRtl final : public RtlUnit<TriangleUnit, TriangleUnitPins> {
 public:
  TriangleUnitRtl(const sc_core::sc_module_name& name, const TriangleUnitParams& params, const Ports& ports);

  // The machine that the RTL was made for.
  static const std::vector<RtlRequirement>& requirements();

 private:
  struct Word {
    std::uint32_t number, value;
  };

  void sample(Cycle now) override;
  void act(Cycle now) override;
  void reset_state() override;

  void sample_leaf_tests(Cycle now);
  void sample_triangle(Cycle now);
  void sample_frames(Cycle now);
  void write_frames();
  void next_word();
  void put_finding(Cycle now);
  void count(Cycle now);

  std::deque<Word> frame_words_;  // still to be written
};

}  // namespace collisionchip
