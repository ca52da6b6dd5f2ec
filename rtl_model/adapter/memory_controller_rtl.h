// The Memory Controller as RTL (rtl/memory_controller/memory_controller.sv) behind the interface of
// the Pair Controller, its TLM model.
//
// It makes the SDRAM's commands itself and puts them on the SDRAM's pins (tlm/memory/sdram_pins.h);
// whatever memory is bound must have them. The beats of a pair come in after its item is put, which holds
// what the memory gave at READ: each beat that the RTL hands on is compared with it.
#pragma once

#include <deque>
#include <vector>

#include "collisionchip/rtl_model/adapter/rtl_unit.h"
#include "collisionchip/tlm/units/memory_controller/pair_controller.h"

namespace collisionchip {

class MemoryControllerRtl final : public RtlUnit<PairController> {
 public:
  MemoryControllerRtl(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

 private:
  struct Returning {  // READ is out
    InFlight read;
    Cycle register_free;  // of its input register
    Cycle first_beat;
  };

  void start_of_simulation() override;
  void catch_up(Cycle now) override;
  void sample(Cycle now) override;
  void count(Cycle now) override;
  void reset_state() override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  void sample_releases(Cycle now);
  void sample_beat(Cycle now);
  void begin_read(Cycle now, const ReadRequest& request);
  void drive(Cycle now);
  void take_beat(Cycle now);

  const Cycle command_cycles_;  // between two that the SDRAM takes
  Pin releases_valid_, releases_from_;
  Pin tumbled_data_put_, aligned_data_put_, beat_valid_, beat_number_, beat_;
  Pin node_requests_pop_, triangle_requests_pop_;
  Pin sdram_cs_n_, sdram_ras_n_, sdram_cas_n_, sdram_we_n_, sdram_ba_, sdram_a_, sdram_dq_;
  Pin head_held_, head_time_;
  std::vector<std::uint32_t> open_row_;  // by bank
  std::deque<Returning> returning_;
  bool bus_driven_ = true;  // the SDRAM's data pins show a beat
  Cycle next_ = 0;          // the cycle that the RTL is in
  Cycle held_until_ = 0;    // the oldest read without a READ had no free register before
};

}  // namespace collisionchip
