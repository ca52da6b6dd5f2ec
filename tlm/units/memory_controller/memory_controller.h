// Memory Controller (§4.4): turns pointers into SDRAM reads
// and hands the data to the units that asked for them.
//
// Timing contract (docs/memory_controller.md):
// - A request visible in cycle t goes to the SDRAM in t, its first command not before t + request_latency.
//   Triangle reads go first (triangle_priority). At most as many are ahead as the SDRAM accepts.
// - A beat on the SDRAM pins in cycle p is in the input register in p + interface_latency. The input register
//   holds `input_registers` sibling pairs; the unit that reads a pair says from when on its part may be
//   written again. The SDRAM is told by END_RESP, so it can open the row of the next pair meanwhile.
// - overlap_lists = false: a tumbled pair's read is initiated in the cycle in which the input register is
//   empty, not before; lists then follow one another as Eq. 5 adds them up.
// - The auxiliary words of a pair reach the Stack Engine when its last beat is in. If leaves hold their
//   triangles, those of the pair reach the Triangle Unit in the same cycle.
// - A request that the SDRAM refuses is reported in its turn, a cycle after the last
//   read before it is in, and nothing is taken meanwhile. After the first error of a
//   pair no more pairs are delivered; triangles are. The query ends with it.
// - With sdram.ecc = secded every word that comes in is corrected, which
//   takes sdram.ecc_cycles more. Data with an uncorrectable word go nowhere:
//   whoever asked is told in the cycle in which the last beat would be in.
// - Host accesses (LT) pass through to the SDRAM and take no chip cycles: the chip does not run meanwhile.
// - With obb_unit.branch_cache_lines a pair that was decoded before is not read: in its turn, behind the reads
//   asked for before it, it goes to the OBB Unit at once. One that is still on its way is read again. A reset
//   leaves these pairs, with keep_across_queries, and what the host writes drops them.
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

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/memory/payload_pool.h"
#include "collisionchip/tlm/memory/sdram_pins.h"
#include "collisionchip/tlm/units/memory_controller/branch_cache.h"
#include "collisionchip/tlm/units/memory_controller/ecc_interface.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller_params.h"

namespace collisionchip {

class UnitPorts;

class MemoryController : public Unit {
 public:
  using Params = MemoryControllerParams;

  struct Ports {
    Channel<ReadRequest>* node_requests;  // from the Stack Engine; null, as all of nodes, without a tree
    Channel<ReadRequest>*
        triangle_requests;  // from the Triangle Unit, or from the Pair Sequencer; null with bursts
    Channel<RegisterRelease>* releases;   // from the DOP Unit
    Channel<NodePairData>* tumbled_data;  // to the DOP Unit
    Channel<NodePairData>* aligned_data;
    Channel<TriangleData>* triangle_data;       // to the Triangle Unit
    Channel<PairAuxiliary>* tumbled_auxiliary;  // to the Stack Engine; errors come here too
    Channel<PairAuxiliary>* aligned_auxiliary;
    // To the Triangle Unit: triangles that came in leaves; null where leaves hold none.
    Channel<TriangleData>* tumbled_leaves = nullptr;
    Channel<TriangleData>* aligned_leaves = nullptr;
    // From and to the Record Cache, instead of all others; null without one.
    Channel<BurstRequest>* burst_requests = nullptr;
    Channel<BurstData>* burst_data = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t tumbled_pairs = 0, aligned_pairs = 0, triangles = 0;  // read
    std::uint64_t tumbled_bytes = 0, aligned_bytes = 0, triangle_bytes = 0;
  };

  tlm_utils::simple_initiator_socket<MemoryController> memory;  // AT reads, LT host accesses
  SdramPinsPort sdram_pins{"sdram_pins"};  // for a controller that makes the commands itself
  // SDRAM window of the PCI Interface; of several controllers the first one's is bound.
  tlm_utils::multi_passthrough_target_socket<MemoryController, 32, tlm::tlm_base_protocol_types, 0,
                                             sc_core::SC_ZERO_OR_MORE_BOUND>
      host;

  MemoryController(const sc_core::sc_module_name& name, const MemoryControllerParams& params,
                   const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums() { return {}; }
  static constexpr CostKinds kCosts = {false, false, false, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const MemoryController* counted);
  static const std::vector<AccountMeaning>& account_meanings();
  // The SDRAM's data bus as seen from here: beats, and what the gaps between them were spent on.
  static const AccountMeaning& data_bus_meaning();
  UnitCycles data_bus_cycles(Cycle end) const;

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }
  const EccInterface::Statistics& ecc_statistics() const { return ecc_.statistics(); }

 protected:
  const MemoryControllerParams& params() const { return params_; }
  // What is read, and of a burst how many bytes.
  struct Read : ReadRequest {
    std::uint32_t burst_bytes = 0;

    Read(const ReadRequest& request) : ReadRequest(request) {}
    Read(const BurstRequest& burst) : ReadRequest{burst.kind, burst.address}, burst_bytes(burst.bytes) {}
  };
  struct InFlight {
    Read request;
    PayloadPool::Payload* payload;
    Cycle requested;
    std::optional<Cycle> kept{};  // in the branch cache: from when on its line is there
  };
  struct Refused {
    Read request;
    Cycle since;
  };
  Cycle step(Cycle now) override;
  void reset_state() override;
  virtual tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay);

  unsigned bytes_of(const Read& request) const {
    if (request.burst_bytes != 0) return request.burst_bytes;
    return request.kind == ReadKind::triangle ? kTriangleBytes : params_.pair_bytes;
  }
  // Of a pair that begins within a beat: the bytes of that beat before it.
  std::uint32_t lead_of(const Read& request) const;
  Cycle beats_of(const Read& request) const {
    if (request.burst_bytes != 0) return request.burst_bytes / params_.bus_bytes;
    return request.kind == ReadKind::triangle ? params_.triangle_beats : params_.pair_beats;
  }
  void count(const Read& request);
  void account(const InFlight& read, Cycle register_free, Cycle in_register);
  void drop_in_flight();

  Ports ports_;
  PayloadPool pool_;
  std::deque<InFlight> in_flight_;  // begun, no response yet; the SDRAM answers in order

 private:
  void take_releases(Cycle now);
  void deliver(Cycle now, const InFlight& read, Cycle first_beat);
  PairAuxiliary auxiliary_of(const PayloadPool::Payload& payload) const;
  void deliver_pair(Cycle now, const InFlight& read, Cycle in_register);
  void deliver_auxiliary(Cycle now, const InFlight& read, Cycle visible);
  bool take_kept(Cycle now, const Read& request);
  void deliver_kept(Cycle now);
  void keep_decoded(const Read& request, const NodePairData& pair, Cycle in_register);
  void deliver_leaves(Cycle now, const PayloadPool::Payload& payload, const PairAuxiliary& links,
                      Channel<TriangleData>& leaves, Cycle extra) const;
  void take_response(Cycle now, tlm::tlm_generic_payload& payload, Cycle first_beat);
  Cycle promise_register(Cycle now);
  void end_response(Cycle now);
  Cycle issue(Cycle now);
  Channel<ReadRequest>* next_request(Cycle now);
  bool had_request(Cycle now);
  Cycle earliest_issue(Cycle now, const ReadRequest& request) const;
  Cycle issue_bursts(Cycle now);
  void begin_request(Cycle now, const Read& request);
  void end_request(Cycle now);
  void answer_refused(Cycle now);
  void report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible);
  void report_uncorrectable(Cycle now, const InFlight& read, std::uint64_t word, Cycle first_beat);
  bool has_ecc() const { return params_.ecc == Ecc::secded; }
  bool has_nodes() const { return ports_.node_requests != nullptr; }
  bool has_bursts() const { return ports_.burst_requests != nullptr; }
  std::size_t soonest_register() const;

  void b_transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(int port, tlm::tlm_generic_payload& payload);

  const MemoryControllerParams params_;
  EccInterface ecc_;
  BranchCache branch_cache_;
  std::array<Cycle, 2> auxiliary_visible_{};  // of the last tumbled and aligned pair
  std::vector<Cycle> register_free_;          // kNever while the reader has not said
  bool request_phase_busy_ = false;           // BEGIN_REQ without END_REQ
  Cycle request_phase_ended_ = 0;
  PayloadPool::Payload* unended_ = nullptr;  // response without END_RESP
  Cycle unended_first_beat_ = 0;
  std::size_t promised_ = 0;    // the register the next response goes to, once unended_ is told
  Cycle answered_at_ = kNever;  // when the SDRAM answered last
  Cycle issued_at_ = kNever;    // cycle of the last request taken
  Cycle last_in_ = 0;           // when the last beat of the read answered last is in
  std::optional<Refused> refused_;
  bool abandoned_ = false;       // the Stack Engine is told of an error: no pair after it is wanted
  Cycle abandoned_at_ = kNever;  // when it is told
  Statistics statistics_;
  CycleAccount account_;
};

}  // namespace collisionchip
