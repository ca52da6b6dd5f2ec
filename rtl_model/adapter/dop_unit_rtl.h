// The DOP Unit in SystemVerilog (rtl/dop_unit/dop_unit.sv) in the place of the model.
//
// A pair that is visible in a channel goes onto the RTL's bus beat by beat, as it would come out of the SDRAM
// interface; the matrix goes in word by word when it comes, before the cycle goes on. Accounts and observers
// are told what the RTL's own pins say.
#pragma once

#include <deque>
#include <vector>

#include "collisionchip/rtl_model/adapter/dop_unit_pins.h"
#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

namespace collisionchip {

class DopUnitRtl final : public RtlUnit<DopUnit, DopUnitPins> {
 public:
  DopUnitRtl(const sc_core::sc_module_name& name, const DopUnitParams& params, const Ports& ports);

  // The machine that the RTL was made for.
  static const std::vector<RtlRequirement>& requirements();

 private:
  struct Word {
    std::uint32_t number, value;
  };

  void sample(Cycle now) override;
  void act(Cycle now) override;
  void reset_state() override;

  void sample_matrix(Cycle now);
  void write_matrix();
  void next_word();
  void sample_beat(Cycle now);
  bool begin_pair(Channel<NodePairData>& channel, std::size_t& begun, Cycle now);
  void take_tumbled(Cycle now);
  void take_aligned(Cycle now);

  std::deque<Word> matrix_;  // still to be written
  NodePairData pair_;        // on the bus
  std::size_t beat_ = 0;     // of it, next
  bool on_bus_ = false;
  std::size_t tumbled_begun_ = 0, aligned_begun_ = 0;  // items of the channel whose beats have begun
};

}  // namespace collisionchip
