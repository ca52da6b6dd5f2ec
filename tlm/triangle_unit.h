// Triangle Unit (§4.3, Figures 6 and 7): tests pairs of triangles, with its two-entry memory for the tumbled
// side, its cache for the aligned side and the two Intersection Test Units.
//
// Timing contract (docs/triangle_unit.md):
// - Leaf tests are worked off in order, tumbled left before right for each aligned member. A pair issues when
//   both triangles are in the unit; a missing one is read from memory first, and later pairs wait behind it.
// - A pair takes 3 / vertices_per_cycle cycles of the pipeline (rounded up); its result is out
//   pipeline_depth() cycles after the issue.
// - A pair issues only if the Pointer FIFO has room for its result, those still in the pipeline counted.
// - The end of a query follows the last result out of the pipeline.
// - first witness: after the first hit nothing more is reported and the Stack Engine is told to stop.
// - `ideal`: no time and no memory traffic (Eq. 5 leaves this unit out); records are read by debug transport.
// Stalls: memory (waits for a triangle), pointer_fifo. Reset empties memory, cache and pipeline; M and N
// stay.
#pragma once

#include <deque>

#include <tlm_utils/simple_initiator_socket.h>

#include "reference/triangle_test.h"
#include "reference/uncertainty.h"
#include "tlm/channel.h"
#include "tlm/cycle_account.h"
#include "tlm/messages.h"
#include "tlm/triangle_cache.h"
#include "tlm/unit.h"

namespace collisionchip {

// Register block: M (tumbled to aligned) row by row, then N (aligned to tumbled), 12 words each,
// then the filter's bounds of M's rows and of N's, 3 words each.
constexpr std::uint32_t kFrameMatrixWords = 30;

class TriangleUnit : public Unit {
 public:
  struct Ports {
    Channel<LeafTests>& leaf_tests;        // from the Stack Engine
    Channel<TriangleData>& triangle_data;  // from the Memory Controller
    Channel<MatrixWrite>& matrix_writes;   // from the PCI Interface
    Channel<ReadRequest>& requests;        // to the Memory Controller
    Channel<Finding>& findings;            // to the Pointer FIFO
    Channel<StopRequest>& stop;            // to the Stack Engine
  };

  struct Statistics {
    std::uint64_t tests = 0, hits = 0, misses = 0, uncertain = 0;
    UncertaintyCounts uncertain_causes{};
    std::uint64_t aligned_hits = 0, aligned_misses = 0;          // of the cache, per test
    std::uint64_t tumbled_hits = 0, tumbled_misses = 0;          // of the two-entry memory, per test
    std::uint64_t aligned_conflicts = 0, tumbled_conflicts = 0;  // misses that replaced another triangle
  };

  tlm_utils::simple_initiator_socket<TriangleUnit> records;  // debug transport, used by `ideal` only
  tlm::tlm_analysis_port<Cycle> issues;                      // the cycle in which each pair issues

  TriangleUnit(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports);

  void begin_query(Cycle origin);
  UnitCycles cycles(Cycle end) const { return account_.close(end); }
  CycleAccount& account() { return account_; }
  const Statistics& statistics() const { return statistics_; }

  // Vertices in, two rows of DOTADDs, two cycles to the first edge (§4.3), the stages of the ITU.
  static Cycle pipeline_depth(const ChipConfig& config);
  Cycle pipeline_depth() const { return pipeline_depth(config()); }

 private:
  struct TumbledEntry {
    bool valid = false;
    std::uint32_t address = 0;
    TriangleRecord triangle;
  };

  Cycle step(Cycle now) override;
  void reset_state() override;

  void take_matrix_writes(Cycle now);
  void take_triangles(Cycle now);
  Cycle work(Cycle now);
  Cycle issue(Cycle now, int i, int j);
  Cycle pass_on(Cycle now, const LeafTests& message);
  void fail(Cycle now, const ReadError& error);
  bool fetch(Cycle now, std::uint32_t address);
  bool room_for_result(Cycle now);
  Cycle next_miss_out() const;
  Verdict judge(const TriangleRecord& tumbled, const TriangleRecord& aligned) const;
  void report(Cycle now, const TriangleRecord& tumbled, const TriangleRecord& aligned, bool first_witness,
              Cycle extra);
  ReadError read_record(std::uint32_t address, TriangleRecord& record);
  bool work_ideal(Cycle now, const LeafTests& message);

  Ports ports_;
  FrameMatrices frames_;
  std::array<TumbledEntry, 2> tumbled_;
  TriangleCache cache_;
  std::uint32_t done_bits_ = 0;      // tests of the message at the head already issued
  int waiting_ = 0;                  // triangles that have been asked for and are not here
  TumbledEntry* awaited_ = nullptr;  // the entry that one of them is for
  bool tumbled_missed_ = false, aligned_missed_ = false;  // for the test at the head
  Cycle pipeline_free_ = 0;
  // When tests without a hit leave the pipeline: each holds room in the Pointer FIFO.
  std::deque<Cycle> misses_in_pipeline_;
  bool found_ = false;  // the one witness that is enough
  ReadError failed_;    // what the memory could not give
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;  // what the time until the next step is spent on
};

}  // namespace collisionchip
