// Watches the AT reads between the Memory Controller and its memory: put it between the two; it passes every
// call through unchanged, in both directions, and takes no time.
#pragma once

#include <deque>

#include <systemc>
#include <tlm>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/clock.h"

namespace collisionchip {

// One read, told when its response begins or when it is refused. Cycles are effective ones, call + delay.
struct MemoryRead {
  Cycle request = 0;     // the call of BEGIN_REQ
  Cycle accepted = 0;    // END_REQ, or what implies it
  Cycle first_beat = 0;  // BEGIN_RESP
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool refused = false;  // completed with an error before any data; told ahead of the reads still under way
};

class MemoryMonitor : public sc_core::sc_module,
                      private tlm::tlm_fw_transport_if<>,
                      private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<> target_socket;        // bind the initiator here
  tlm::tlm_initiator_socket<> initiator_socket;  // and this to the memory
  tlm::tlm_analysis_port<MemoryRead> reads;

  MemoryMonitor(const sc_core::sc_module_name& name, const ChipConfig& config);

  // Both sides have dropped their transactions (hard reset).
  void reset() { under_way_.clear(); }

 private:
  using Payload = tlm::tlm_generic_payload;
  struct UnderWay {
    const Payload* payload;
    MemoryRead read;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  unsigned transport_dbg(Payload& payload) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;

  void on_answer(const Payload& payload, const tlm::tlm_phase& phase, Cycle at);
  void on_refusal(const Payload& payload);
  std::deque<UnderWay>::iterator find(const Payload& payload);

  Clock clock_;
  std::deque<UnderWay> under_way_;
};

}  // namespace collisionchip
