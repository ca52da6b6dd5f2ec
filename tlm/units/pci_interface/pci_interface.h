// PCI Interface (§4, Figure 4): registers, matrix memories, Pointer FIFO port and SDRAM window for the host.
//
// A TLM-2.0 LT target (b_transport, transport_dbg): 32 bit, one word per PCI clock, bursts. The annotated
// delay grows by address + waits (reads) + words + turnaround, in PCI clocks of pci.clock_cycles chip cycles;
// longer transfers are split every pci.burst_words. Another host.kind has other times (host_link.h): a write holds its host for
// as long as it takes the link, and is there host.write_ns later. Starts and matrix writes take effect when the transfer
// is there, stops too; resets, interrupt clears and reads at the call. The SDRAM window is for the time between
// queries: during one it can be read, without disturbing the chip, and not written. Word-aligned addresses
// and lengths and whole FIFO entries only: TLM_BURST_ERROR otherwise; TLM_BYTE_ENABLE_ERROR for byte enables;
// TLM_ADDRESS_ERROR outside the map; TLM_COMMAND_ERROR for a write to a read-only register, a read of a
// write-only one, a start without both roots or without a reset since the last query, and a start, a change
// of roots, a matrix write or a write to the SDRAM window while a query runs; TLM_GENERIC_ERROR for a FIFO
// read beyond its level. A refused single access changes nothing. Draining the FIFO and a hard reset are
// always allowed. Stalls: none of its own; the time the host takes shows at the Pointer FIFO. Busy: cycles of
// transfers during a query.
// With a Result Unit there is no port of the Pointer FIFO, and the registers of the rings are handed on to it.
// With a Pose Unit there are no matrices, roots and starts. A doorbell, one write of 64 bytes, is a query, which may come while
// others run; the run is done when that with the flag `last` has come and each has ended. The object table can be written at any
// time.
// With a command queue of params.queries entries roots and matrices go to the entry that kQueueEntry says, a start
// begins the entries up to it, all in one cycle, and the run is done when each has ended.
#pragma once

#include <array>
#include <functional>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <tlm>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/machine/host_messages.h"
#include "collisionchip/tlm/machine/refit_messages.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface_params.h"

namespace collisionchip {

class UnitPorts;

class PciInterface : public Unit {
 public:
  using Params = PciInterfaceParams;

  struct Ports {
    Channel<Finding>* entries;                 // from the Pointer FIFO; nullptr: a Result Unit takes them
    Channel<QueryDone>& done;                  // from the Pointer FIFO or the Result Unit
    Channel<StartCommand>* start;              // to the Stack Engine; nullptr: doorbells go to a Pose Unit
    Channel<StopRequest>* stop;                // to the Stack Engine; nullptr: query_stop, below
    Channel<MatrixWrite>* mmm_writes;          // to the DOP Unit; nullptr: a Pose Unit makes them
    Channel<MatrixWrite>* frame_writes;        // to the Triangle Unit; nullptr: a Pose Unit makes them
    Channel<QueryStop>* query_stop = nullptr;  // to a Group Engine
    Channel<RingWrite>* rings = nullptr;       // to a Result Unit
    Channel<PoseCommand>* commands = nullptr;  // to a Pose Unit
    Channel<ObjectWrite>* objects = nullptr;   // to a Pose Unit
    Channel<RefitCommand>* refits = nullptr;   // to a Refit Unit

    static Ports of(const UnitPorts& ports);
  };

  // From the last hard reset on, its own transfer included: set-up, query and read-back.
  struct Statistics {
    std::uint64_t reads = 0, writes = 0;  // transfers; those through the SDRAM window are not counted
    std::uint64_t words_read = 0, words_written = 0;
    std::uint64_t fifo_words = 0;  // of the words read, those of the Pointer FIFO
  };

  tlm_utils::simple_target_socket<PciInterface> host;
  tlm_utils::simple_initiator_socket<PciInterface> memory;  // to the Memory Controller, LT
  sc_core::sc_out<bool> interrupt;

  PciInterface(const sc_core::sc_module_name& name, const PciInterfaceParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, false, false, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const PciInterface* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  // Called when a query starts (with its first cycle), when it ends (with the first cycle after it) and at a
  // hard reset: the chip tells the others.
  std::function<void(Cycle)> on_start;
  std::function<void(Cycle)> on_end;
  std::function<void()> on_reset;

  const Statistics& statistics() const { return statistics_; }
  Cycle query_begin() const { return query_begin_; }
  Cycle query_end() const { return query_end_; }  // valid when done
  // Of the queries of a run: the first cycle of each, in the order in which they came, and their ends in the order in which
  // they ended; the last is query_end().
  const std::vector<Cycle>& query_begins() const { return query_begins_; }
  const std::vector<Cycle>& query_ends() const { return query_ends_; }

 protected:
  const PciInterfaceParams& params() const { return params_; }
  Cycle step(Cycle now) override;
  void reset_state() override;
  // A transfer of whole words, which ends in cycle `effect`.
  virtual tlm::tlm_response_status access(tlm::tlm_generic_payload& payload, Cycle effect);

  // A read of the Pointer FIFO that is not one of whole entries.
  static bool splits_entry(const tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status window_access(tlm::tlm_generic_payload& payload);
  // A query starts or ends: the others are told.
  void announce_start(Cycle begin);
  void announce_end(Cycle end);
  // The wire has one writer, whichever process asks: the units' own or the host's.
  void set_interrupt(bool level);

  Ports ports_;
  std::uint32_t status_ = 0;
  Statistics statistics_;

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status read_fifo(std::uint32_t* words, std::uint64_t count, Cycle effect);
  tlm::tlm_response_status read_register(std::uint64_t address, std::uint32_t& value);
  tlm::tlm_response_status write_register(std::uint64_t address, std::uint32_t value, Cycle effect);
  tlm::tlm_response_status write_matrix(Channel<MatrixWrite>& channel, std::uint64_t first_word,
                                        std::uint64_t limit, const std::uint32_t* words, std::uint64_t count,
                                        Cycle effect);
  tlm::tlm_response_status write_ring(std::uint64_t address, std::uint32_t value, Cycle effect);
  tlm::tlm_response_status write_refit(std::uint64_t address, std::uint32_t value, Cycle effect);
  void begin_rings(Cycle effect);
  void begin_ring(std::uint32_t entry, bool first_witness, Cycle effect);
  tlm::tlm_response_status ring_doorbell(const std::uint32_t* words, std::uint64_t count, Cycle effect);
  tlm::tlm_response_status write_objects(std::uint64_t first_word, const std::uint32_t* words,
                                         std::uint64_t count, Cycle effect);
  void begin_run(Cycle effect);
  bool can_start() const;
  void start_query(Cycle effect);
  void stop_query(Cycle effect, std::uint32_t query);
  void take_done(Cycle now, const QueryDone& done);
  void update_interrupt();
  void drive_interrupt() { interrupt.write(interrupt_level_); }
  void count(const tlm::tlm_generic_payload& payload);
  std::uint64_t cycle_count() const;

  const PciInterfaceParams params_;
  std::uint32_t control_ = 0;
  std::uint32_t pending_ = 0;
  struct Roots {
    std::uint32_t tumbled = 0, aligned = 0;
  };
  std::vector<Roots> roots_;                  // by entry
  std::array<std::uint32_t, 2> ring_base_{};  // lower and upper half of the address
  std::uint32_t refit_root_ = 0;
  std::uint32_t entry_ = 0;                       // of the command queue, to be written
  std::uint32_t running_ = 0, ended_status_ = 0;  // queries; what those that have ended said
  bool last_came_ = false;                        // no query is added to the run any more
  std::vector<Cycle> query_begins_, query_ends_;
  std::uint32_t error_address_ = 0;
  Cycle query_begin_ = 0, query_end_ = 0;
  bool interrupt_level_ = false;
  sc_core::sc_event interrupt_changed_;
  CycleAccount account_;
};

}  // namespace collisionchip
