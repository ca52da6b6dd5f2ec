// OBB Unit (docs/obb_unit.md): places tumbled pairs of oriented boxes in the aligned frame and tests them against
// aligned ones, in the DOP Unit's place.
//
// Timing contract (the arithmetic of it is tlm/units/obb_unit/obb_schedule.h):
// - A tumbled pair is taken when its first beat is in the input register and one of `register_sets` sets is free.
//   Each member is decoded when its last beat is in and then placed by the DOTADDs, the left one first.
// - A list starts with a ListCommand. It keeps the pair of the list before, or gives its set free and uses the
//   oldest placed pair, after dropping those fetched in vain. `length` aligned pairs are compared with it.
// - Aligned pairs are compared in order, each member with both tumbled ones, whatever the masks: fifteen axes,
//   `axes_per_cycle` at a time, the first one that parts the boxes ends a test. The flags leave flag_latency
//   cycles after the last test (stack_engine.decision = ideal: as soon as the pair is in the input register).
// - An input register is released as the schedules say; the release is known ahead.
// Stalls, transform: registers (no free set). Overlap: memory (waits for an aligned pair), decode, transform
// (waits for the tumbled pair). Reset forgets pairs and lists; the matrix keeps its contents.
#pragma once

#include <deque>
#include <optional>

#include <tlm>

#include "collisionchip/reference/obb/obb_overlap.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/obb_unit/obb_schedule.h"

namespace collisionchip {

class ObbUnit : public Unit {
 public:
  struct Ports {
    Channel<NodePairData>& tumbled_data;  // from the Memory Controller
    Channel<NodePairData>& aligned_data;
    Channel<ListCommand>& list_commands;  // from the Stack Engine
    Channel<MatrixWrite>& matrix_writes;  // from the PCI Interface
    Channel<RegisterRelease>& releases;   // to the Memory Controller
    Channel<OverlapFlags>& flags;         // to the Stack Engine
  };

  struct Statistics {
    std::uint64_t tumbled_pairs = 0, discarded_pairs = 0, aligned_pairs = 0, tests = 0, axes = 0;
  };

  // What happened to one tumbled or aligned pair, for observers; costs nothing while nobody listens.
  tlm::tlm_analysis_port<ObbTransformSchedule> transforms;
  tlm::tlm_analysis_port<ObbOverlapSchedule> overlaps;

  ObbUnit(const sc_core::sc_module_name& name, const ObbUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  // A tumbled pair in the aligned frame.
  struct RegisterSet {
    std::array<ObbPartner, 2> boxes{};
    Cycle ready = 0;
    Cycle results_free = 0;  // the last comparison with what is in it is over
    bool occupied = false;
  };

  void reset_state() override;
  Cycle step(Cycle now) override;
  void take_matrix_writes(Cycle now);
  void start_list(Cycle now);
  void discard_arrived(Cycle now);
  void own_arrived();
  bool take_tumbled(Cycle now);
  bool take_aligned(Cycle now);
  ObbLanes decoded(const NodePairData& pair, std::size_t member) const;
  std::uint32_t overlap_bits(const RegisterSet& set, const NodePairData& pair, ObbAxes& axes);
  void note_transform(const ObbTransformSchedule& schedule, Cycle arrival);
  void note_overlap(const ObbOverlapSchedule& schedule, const ObbAxes& axes);

  const ObbUnitParams params_;
  Ports ports_;
  std::array<std::array<float, 3>, 3> rotation_{};  // as the host has written it
  std::array<float, 3> translation_{};
  float epsilon_ = 0;
  ObbMap map_{rotation_, translation_};  // the same in lanes
  std::vector<RegisterSet> sets_;
  std::optional<std::size_t> own_;   // the set of the list at work, then of the one before
  std::deque<std::size_t> arrived_;  // the other sets with a pair, in order of arrival
  std::uint32_t to_discard_ = 0;     // pairs to drop of those that have arrived or will next
  std::uint32_t remaining_ = 0;      // aligned pairs of the current list still to come
  Cycle pipeline_free_ = 0, axes_free_ = 0;
  Statistics statistics_;
  CycleAccount transform_account_, overlap_account_;
};

}  // namespace collisionchip
