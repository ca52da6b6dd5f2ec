// Triangle Unit (§4.3, Figures 6 and 7): tests pairs of triangles, with its two-entry memory for the tumbled
// side, its cache for the aligned side and the two Intersection Test Units.
//
// Timing contract (docs/triangle_unit.md):
// - Leaf tests are worked off in order, tumbled left before right for each aligned member, one test or
//   message in a cycle. A pair issues when both triangles are in the unit; a missing one is read from
//   memory first, and later pairs wait behind it. One read is asked for in a cycle, the tumbled one first.
// - If leaves hold their triangles, they come with the pairs that the Stack Engine asked for, before the leaf
//   tests that need them, and nothing is read; only a triangle that others have replaced meanwhile is.
// - A pair takes 3 / vertices_per_cycle cycles of the pipeline (rounded up); its result is out
//   pipeline_depth() cycles after the issue.
// - A pair issues only if the Pointer FIFO has room for its result, those still in the pipeline counted.
// - The end of a query, and unfinished work, wait until the pipeline is empty and no triangle is awaited.
//   With entry_check the end says how many findings came before it, and their checksum.
// - With tiles (docs/pair_sequencer.md) commands are worked off in order, each with the record at the head of
//   triangle_data, which stays there until the command is done. Tests issue in rounds: of the tile's triangles the
//   next ones, as many as there are lanes, against the aligned one, all in one cycle; a round takes the pipelines as
//   a pair does, and its results leave them in one cycle, by the numbers of the lanes. A load takes a cycle in which
//   no round takes them.
// - first witness: when the first hit leaves the pipeline, the Stack Engine is told to stop; pairs behind it
//   in the pipeline are dropped, and later messages too.
// - `ideal`: no time and no memory traffic (Eq. 5 leaves this unit out); records are read by debug transport.
// Stalls: memory (waits for a triangle), pointer_fifo.
// Reset empties memory, cache and pipeline; M and N stay.
#pragma once

#include <deque>

#include <tlm_utils/simple_initiator_socket.h>

#include "collisionchip/reference/triangle/triangle_intersection.h"
#include "collisionchip/reference/triangle/uncertainty.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_cache.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit_params.h"

namespace collisionchip {

class UnitPorts;

class TriangleUnit : public Unit {
 public:
  using Params = TriangleUnitParams;

  struct Ports {
    Channel<LeafTests>* leaf_tests;        // from the Stack Engine; null with tiles
    Channel<TriangleData>& triangle_data;  // from the Memory Controller
    Channel<MatrixWrite>& matrix_writes;   // from the PCI Interface
    Channel<ReadRequest>* requests;        // to the Memory Controller; null with tiles
    Channel<Finding>& findings;            // to the Pointer FIFO
    Channel<StopRequest>& stop;            // to the Stack Engine or the Pair Sequencer
    // From the Memory Controller: triangles that came in leaves; null where leaves hold none.
    Channel<TriangleData>* tumbled_leaves = nullptr;
    Channel<TriangleData>* aligned_leaves = nullptr;
    Channel<TileCommand>* tile_commands = nullptr;  // from the Pair Sequencer; null without tiles

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t tests = 0, hits = 0, misses = 0, uncertain = 0;
    UncertaintyCounts uncertain_causes{};
    std::uint64_t aligned_hits = 0, aligned_misses = 0;          // of the cache, per test
    std::uint64_t tumbled_hits = 0, tumbled_misses = 0;          // of the two-entry memory, per test
    std::uint64_t aligned_conflicts = 0, tumbled_conflicts = 0;  // misses that replaced another triangle
    std::uint64_t aligned_leaves = 0, tumbled_leaves = 0;        // that came with their pairs
    std::uint64_t tile_loads = 0,
                  rounds = 0;  // triangles put into the tile; issues of up to a pair for each lane
  };

  tlm_utils::simple_initiator_socket<TriangleUnit> records;  // debug transport, used by `ideal` only
  tlm::tlm_analysis_port<Cycle> issues;                      // the cycle in which each pair issues

  TriangleUnit(const sc_core::sc_module_name& name, const TriangleUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const TriangleUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

  Cycle pipeline_depth() const { return params_.pipeline_depth; }

 protected:
  void reset_state() override;

  // For the RTL behind the same interface.
  const Ports& ports() const { return ports_; }
  Statistics& counters() { return statistics_; }
  CycleAccount& account() { return account_; }

 private:
  static constexpr int kMemory = CycleAccount::kFirstCause, kPointerFifo = kMemory + 1;  // what it waits for
  struct TumbledEntry {
    bool valid = false;
    std::uint32_t address = 0;
    TriangleRecord triangle;
  };
  struct Result {
    Cycle out = 0;          // the cycle in which it leaves the pipeline
    bool reported = false;  // neither a miss nor behind the one witness that is enough
    bool witness = false;   // that is this one
    Finding finding;
  };

  Cycle step(Cycle now) override;

  void take_matrix_writes(Cycle now);
  void take_triangles(Cycle now);
  void take_leaves(Cycle now);
  const TriangleRecord* tumbled_triangle(int i, std::uint32_t address);
  Cycle work(Cycle now);
  Cycle work_off(Cycle now, const LeafTests& message);
  Cycle issue(Cycle now, int i, int j);
  Cycle ask(Cycle now, TumbledEntry* entry, std::uint32_t tumbled, bool has_aligned, std::uint32_t aligned);
  Cycle pass_on(Cycle now, const LeafTests& message);
  void fail(Cycle now, const ReadError& error);
  void tell_to_stop(Cycle now);
  bool has_tiles() const { return ports_.tile_commands != nullptr; }
  bool awaits_triangle() const { return tumbled_awaited_ != nullptr || aligned_awaited_; }
  bool room_for_results(Cycle now, std::size_t results);
  Cycle next_out() const;
  void forget_misses(Cycle now);
  Cycle let_out(Cycle now);
  Verdict judge(const TriangleRecord& tumbled, const TriangleRecord& aligned) const;
  Result test(const TriangleRecord& tumbled, const TriangleRecord& aligned, bool first_witness);
  void report(Cycle now, const Result& result);
  void put_finding(Cycle now, const Finding& finding);
  ReadError read_record(std::uint32_t address, TriangleRecord& record);
  bool work_ideal(Cycle now, const LeafTests& message);
  // triangle_tile.cpp: with tiles.
  Cycle work_tiles(Cycle now);
  bool work_command(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next);
  bool issue_round(Cycle now, const TileCommand& command, const TriangleData& data, Cycle& next);

  const TriangleUnitParams params_;
  Ports ports_;
  FrameMatrices frames_;
  std::array<TumbledEntry, 2> tumbled_;
  TriangleCache leaves_;  // of the tumbled side, that came with their pairs
  TriangleCache cache_;   // of the aligned side
  std::vector<TriangleRecord> tile_;
  TriangleRecord streamed_;                  // the aligned triangle of the command at the head
  std::uint32_t issued_of_command_ = 0;      // of its tests
  std::uint32_t done_bits_ = 0;              // tests of the message at the head already issued
  TumbledEntry* tumbled_awaited_ = nullptr;  // the entry whose triangle has been asked for and is not here
  bool aligned_awaited_ = false;
  bool tumbled_missed_ = false, aligned_missed_ = false;  // for the test at the head
  Cycle pipeline_free_ = 0;
  std::deque<Result> pipeline_;  // each has room in the Pointer FIFO
  bool witness_ahead_ = false;   // the one witness that is enough is in the pipeline, or out
  bool found_ = false;           // it is out
  bool told_to_stop_ = false;
  EntryCheck reported_;  // with entry_check
  ReadError failed_;     // what the memory could not give
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;  // what the time until the next step is spent on
};

}  // namespace collisionchip
