// What both units of triangle tests share, the Triangle Unit (triangle_unit.h) and the Tile Unit (tile_unit.h): the
// pipeline of Figures 6 and 7 (§4.3), what leaves it, and what is counted. The unit says which pairs enter it, and when.
//
// Timing contract (docs/triangle_unit.md):
// - A pair takes 3 / vertices_per_cycle cycles of the pipeline (rounded up); its result is out
//   pipeline_depth() cycles after the issue.
// - A pair issues only if the Pointer FIFO has room for its result, those still in the pipeline counted.
// - The end of a query, and unfinished work, wait until the pipeline is empty.
//   With entry_check the end says how many findings came before it, and their checksum.
// - first witness: when the first hit leaves the pipeline, the unit that sends the tests is told to stop; pairs
//   behind it in the pipeline are dropped, and later messages too.
// Stalls: memory (waits for a triangle), pointer_fifo.
// Reset empties the pipeline; M and N stay.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

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
#include "collisionchip/tlm/units/triangle_unit/triangle_tester_params.h"

namespace collisionchip {

class TriangleTester : public Unit {
 public:
  struct Statistics {
    std::uint64_t tests = 0, hits = 0, misses = 0, uncertain = 0;
    UncertaintyCounts uncertain_causes{};
    // The Triangle Unit counts these.
    std::uint64_t aligned_hits = 0, aligned_misses = 0;          // of the cache, per test
    std::uint64_t tumbled_hits = 0, tumbled_misses = 0;          // of the two-entry memory, per test
    std::uint64_t aligned_conflicts = 0, tumbled_conflicts = 0;  // misses that replaced another triangle
    std::uint64_t aligned_leaves = 0, tumbled_leaves = 0;        // that came with their pairs
    // The Tile Unit counts triangles put into the tile, and issues of up to a pair for each lane.
    std::uint64_t tile_loads = 0, rounds = 0;
  };

  // Debug transport. All netlists have it; only the Triangle Unit reads by it, with `ideal`.
  tlm_utils::simple_initiator_socket<TriangleTester> records;
  tlm::tlm_analysis_port<Cycle> issues;  // the cycle in which each pair issues

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

  Cycle pipeline_depth() const { return params_.pipeline_depth; }

 protected:
  static constexpr int kMemory = CycleAccount::kFirstCause, kPointerFifo = kMemory + 1;  // what it waits for

  TriangleTester(const sc_core::sc_module_name& name, const TriangleTesterParams& params,
                 Channel<MatrixWrite>& matrix_writes, Channel<Finding>& findings, Channel<StopRequest>& stop);

  void reset_state() override;

  const TriangleTesterParams& params() const { return params_; }
  Statistics& counters() { return statistics_; }
  CycleAccount& account() { return account_; }

  // What each cycle begins with.
  void begin_cycle(Cycle now);
  // What the time until the next step is spent on.
  void spend_on(int state) { state_ = state; }

  // A witness is out, or the memory refused a triangle.
  bool wants_no_more() const { return found_ || failed_; }
  // From when on a pair can enter the pipeline.
  Cycle pipeline_free() const { return pipeline_free_; }
  bool room_for_results(Cycle now, std::size_t results);
  // When the oldest pair in the pipeline has left it.
  Cycle next_out() const;
  // So many tumbled triangles, each in the pipeline of its lane, against an aligned one: the pipelines are taken until all
  // vertices are read.
  void issue_pairs(Cycle now, const TriangleRecord* tumbled, std::uint32_t lanes,
                   const TriangleRecord& aligned, bool first_witness);
  // A test without a pipeline.
  void test_at_once(Cycle now, const TriangleRecord& tumbled, const TriangleRecord& aligned,
                    bool first_witness);
  // The end, or unfinished work; `now` when it has gone out, otherwise the cycle to try again (kNever: when a
  // channel says so).
  Cycle pass_on(Cycle now, const LeafTests& message);
  // What leaves the pipeline in this cycle; returns when to go on: when the next result leaves that is
  // reported, or at once when a witness makes the message at the head needless.
  Cycle let_out(Cycle now);
  // A triangle that the memory cannot give: the query ends with an error, as soon as the sender can stop.
  void fail(Cycle now, const ReadError& error);

  // Parts of costs: the words of a triangle's record, and the energy of the matrix FIFOs of a pipeline.
  static std::uint64_t record_words(const TriangleTesterParams& params);
  static constexpr std::uint64_t kMatrixFifosBytes = 2 * 4 * 16 * 12;  // 16 matrices each (§4.3)
  static double matrix_fifos_energy(const EnergyKeys& keys, std::uint64_t tests, UnitCost& cost);

 private:
  struct Result {
    Cycle out = 0;          // the cycle in which it leaves the pipeline
    bool reported = false;  // no miss, and not after the one witness that is enough
    bool witness = false;   // is that witness
    Finding finding;
  };

  void take_matrix_writes(Cycle now);
  void forget_misses(Cycle now);
  Verdict judge(const TriangleRecord& tumbled, const TriangleRecord& aligned) const;
  Result test(const TriangleRecord& tumbled, const TriangleRecord& aligned, bool first_witness);
  void report(Cycle now, const Result& result);
  void put_finding(Cycle now, const Finding& finding);
  void tell_to_stop(Cycle now);

  const TriangleTesterParams params_;
  Channel<MatrixWrite>& matrix_writes_;
  Channel<Finding>& findings_;
  Channel<StopRequest>& stop_;
  FrameMatrices frames_;
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
