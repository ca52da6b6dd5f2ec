// The Memory Controller as RTL (rtl/memory_controller/memory_controller.sv)
// behind the interface of its TLM model.
//
// It makes the SDRAM's commands itself and puts them on the SDRAM's pins (tlm/memory/sdram_pins.h); whatever
// memory is bound must have them. The beats of a pair come in after its item is put, which holds what the
// memory gave at READ: each beat that the RTL hands on is compared with it.
#pragma once

#include <deque>
#include <vector>

#include "collisionchip/rtl_model/adapter/memory_controller_pins.h"
#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/memory/sdram_pins.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

namespace collisionchip {

class MemoryControllerRtl final : public RtlUnit<MemoryController, MemoryControllerPins> {
 public:
  // One of MemoryControllerPins::machines().
  MemoryControllerRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

  // What the chip's RTL was made for: paper41.
  static const std::vector<RtlRequirement>& requirements();

 private:
  struct Returning {  // READ is out
    InFlight read;
    Cycle register_free;  // of its input register
    Cycle first_beat;
  };

  void start_of_simulation() override;
  void sample(Cycle now) override;
  void act(Cycle now) override;
  void reset_state() override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  void skip_to(Cycle now);
  void begin_read(Cycle now, Channel<ReadRequest>& requests);
  void drive(Cycle now);
  void take_beat(Cycle now);
  void put_triangle(Cycle now);
  void put_auxiliary(Cycle now);

  const Cycle command_cycles_;  // between two that the SDRAM takes
  SdramPins* sdram_ = nullptr;
  std::vector<std::uint32_t> open_row_;  // by bank
  std::deque<Returning> returning_;
  Cycle next_ = 0;        // the cycle that the RTL is in
  Cycle held_until_ = 0;  // the oldest read without a READ had no free register before
};

}  // namespace collisionchip
