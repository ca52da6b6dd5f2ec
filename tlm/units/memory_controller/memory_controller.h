// Memory Controller (§4.4): turns pointers into SDRAM reads and hands the data to the units that asked for them. There are three of them,
// one for each way of asking: of pairs of nodes and of triangles (pair_controller.h, that of Figure 4), of triangles alone
// (triangle_controller.h), of bursts (burst_controller.h). This is what they share: the side of the SDRAM, and the host's way to it.
//
// Timing contract (docs/memory_controller.md):
// - A request visible in cycle t goes to the SDRAM in t, its first command not before t + request_latency. At most as many are
//   ahead as the SDRAM accepts.
// - A beat on the SDRAM pins in cycle p is in the input register in p + interface_latency. The SDRAM is told by END_RESP from
//   when on a register is free, so it can open the row of the next read meanwhile.
// - A request that the SDRAM refuses is reported in its turn, a cycle after the last
//   read before it is in, and nothing is taken meanwhile.
// - With sdram.ecc = secded every word that comes in is corrected, which
//   takes sdram.ecc_cycles more. Data with an uncorrectable word go nowhere:
//   the unit that asked is told in the cycle in which the last beat would be in.
// - Host accesses (LT) pass through to the SDRAM and take no chip cycles: the chip does not run meanwhile.
// Stalls: input_register (a read waits for a register),
// sdram (a read waits for its data). Reset drops all that is under way.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm>

#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/memory/payload_pool.h"
#include "collisionchip/tlm/memory/sdram_pins.h"
#include "collisionchip/tlm/units/memory_controller/ecc_interface.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_params.h"

namespace collisionchip {

class MemoryController : public Unit {
 public:
  struct Statistics {
    std::uint64_t tumbled_pairs = 0, aligned_pairs = 0, triangles = 0;  // read
    std::uint64_t tumbled_bytes = 0, aligned_bytes = 0, triangle_bytes = 0;
    std::uint64_t refit_accesses = 0, refit_bytes = 0;  // read and written for a Refit Unit
  };

  tlm_utils::simple_initiator_socket<MemoryController> memory;  // AT reads, LT host accesses
  SdramPinsPort sdram_pins{"sdram_pins"};  // for a controller that makes the commands itself
  // SDRAM window of the PCI Interface; of several controllers the first one's is bound.
  tlm_utils::multi_passthrough_target_socket<MemoryController, 32, tlm::tlm_base_protocol_types, 0,
                                             sc_core::SC_ZERO_OR_MORE_BOUND>
      host;

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums() { return {}; }
  static constexpr CostKinds kCosts = {false, false, false, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const MemoryControllerParams& params, const Derived& machine,
                       const MemoryController* counted);
  static const std::vector<AccountMeaning>& account_meanings();
  // The SDRAM's data bus as seen from here: beats, and what the gaps between them were spent on.
  static const AccountMeaning& data_bus_meaning();
  UnitCycles data_bus_cycles(Cycle end) const;

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }
  const EccInterface::Statistics& ecc_statistics() const { return ecc_.statistics(); }

 protected:
  struct Read {
    ReadKind kind;
    std::uint32_t address;
    std::uint32_t bytes;       // whole beats
    std::uint32_t lead = 0;    // bytes of the first beat before the data begin
    std::uint32_t leaves = 0;  // which members of a pair without nodes for its leaves are leaves
    // A query asks, or a Refit Unit that reads or writes. `kind` means nothing for a Refit Unit.
    enum class Use : std::uint8_t { query, refit_read, refit_write } use = Use::query;
  };
  struct InFlight {
    Read request;
    PayloadPool::Payload* payload;
    Cycle requested;
  };

  MemoryController(const sc_core::sc_module_name& name, const MemoryControllerParams& params);

  // A request is visible that has not been taken.
  virtual bool has_request(Cycle now) = 0;
  // Takes it and begins its read. If that is too early it says from when on, and kNever if something else has to happen before.
  virtual Cycle take_request(Cycle now) = 0;
  // Hands out what a read has brought, with its first beat in the promised register in cycle `in_register`.
  virtual void deliver(Cycle now, const InFlight& read, Cycle in_register) = 0;
  // Tells the unit that asked, in cycle `visible`.
  virtual void report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) = 0;
  // Before anything that a free register decides.
  virtual void take_releases(Cycle /*now*/) {}
  // A read is answered, and what it brought has been handed out.
  virtual void note_answered(Cycle /*now*/) {}
  virtual void note_host_write() {}

  void begin_request(Cycle now, const Read& request) {
    begin(now, request, pool_.acquire_read(request.address - request.lead, request.bytes));
  }
  // The words of a Use::refit_write.
  void begin_write(Cycle now, const Read& request, const std::array<std::uint32_t, kMostPairWords>& words);
  // Nothing is begun: the cycle's request needs no read.
  void skip_request(Cycle now) { request_phase_ended_ = issued_at_ = now; }

  // What is in the promised register stays there until it is released, or goes through beat by beat; then the cycle in which its
  // last beat is in comes back.
  void hold_register() { register_free_[promised_] = kNever; }
  Cycle pass_through(const Read& request, Cycle in_register);
  // One that is held, and all of them.
  void release_register(Cycle from);
  void release_all_registers(Cycle from);
  // kNever while one is held.
  Cycle all_registers_free() const;

  Cycle beats_of(const Read& request) const { return request.bytes / params_.bus_bytes; }
  static TriangleData triangle_of(const InFlight& read);
  void count(const Read& request);
  void account(const InFlight& read, Cycle register_free, Cycle in_register);

  Cycle step(Cycle now) override;
  void reset_state() override;
  virtual tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay);

  PayloadPool pool_;
  std::deque<InFlight> in_flight_;  // begun, no response yet; the SDRAM answers in order
  Cycle answered_at_ = kNever;      // when the SDRAM answered last
  Cycle last_in_ = 0;               // when the last beat of what was answered last is in

 private:
  void begin(Cycle now, const Read& request, PayloadPool::Payload& payload);
  struct Refused {
    Read request;
    Cycle since;
  };

  void drop_in_flight();
  void take_response(Cycle now, tlm::tlm_generic_payload& payload, Cycle first_beat);
  void hand_out(Cycle now, const InFlight& read, Cycle first_beat);
  Cycle promise_register(Cycle now);
  void end_response(Cycle now);
  bool had_request(Cycle now) { return issued_at_ == now || has_request(now); }
  Cycle issue(Cycle now);
  void end_request(Cycle now);
  void answer_refused(Cycle now);
  bool has_ecc() const { return params_.ecc == Ecc::secded; }

  void b_transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int port, tlm::tlm_generic_payload& payload);

  const MemoryControllerParams params_;
  EccInterface ecc_;
  std::vector<Cycle> register_free_;  // kNever while the reader has not said
  bool request_phase_busy_ = false;   // BEGIN_REQ without END_REQ
  Cycle request_phase_ended_ = 0;
  PayloadPool::Payload* unended_ = nullptr;  // response without END_RESP
  Cycle unended_first_beat_ = 0;
  std::size_t promised_ = 0;  // the register the next response goes to, once unended_ is told
  Cycle issued_at_ = kNever;  // cycle of the last request taken
  std::optional<Refused> refused_;
  Statistics statistics_;
  CycleAccount account_;
};

}  // namespace collisionchip
