// DOP Unit (§4.1, Figure 5): transforms tumbled sibling pairs and tests them against aligned ones.
//
// Timing contract (docs/dop_unit.md; dop_schedule.h computes its cycles):
// - A tumbled pair is taken when its first beat is in the input register and one of `register_sets` sets of d
//   registers and d' memory is free. Both members are always transformed, whatever the list's mask.
// - A list starts with a ListCommand. The list either keeps the pair of the list before, or frees that pair's set, drops
//   the pairs fetched in vain, and uses the oldest transformed pair. `length` aligned pairs are compared with the pair.
// - Aligned pairs are compared in order, both members against both tumbled members. One group compares the members one
//   after the other. With two comparator_groups a member is compared as soon as its beats and its group are there.
// - The flags leave flag_latency cycles after the last comparison
//   (stack_engine.decision = ideal: as soon as the pair is in the input register).
// - OverlapSchedule and TransformSchedule say when an input register is released; the release is known ahead.
// Stalls, transform: registers (no free set), interlock (valid bits). Overlap: transform (waits for d'),
// memory (waits for an aligned pair). Reset forgets pairs and lists; the MMM keeps its contents.
#pragma once

#include <tlm>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/dop/pair_transform.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/units/dop_unit/dop_schedule.h"
#include "collisionchip/tlm/volumes/volume_unit.h"

namespace collisionchip {

class DopUnit : public VolumeUnit {
 public:
  using Params = DopUnitParams;

  struct Statistics {
    std::uint64_t tumbled_pairs = 0, discarded_pairs = 0, aligned_pairs = 0, interlock_cycles = 0;
    std::uint64_t pairs_to_stack = 0, pairs_from_stack = 0;  // transformed
  };

  // What happened to one tumbled or aligned pair, for observers. A port without an observer costs no time.
  tlm::tlm_analysis_port<TransformSchedule> transforms;
  tlm::tlm_analysis_port<OverlapSchedule> overlaps;

  DopUnit(const sc_core::sc_module_name& name, const DopUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const DopUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 protected:
  const DopUnitParams& params() const { return params_; }
  void reset_state() override;

  // A pair is taken: accounts, statistics, observers.
  void note_transform(const TransformSchedule& schedule, Cycle arrival);
  void note_overlap(const OverlapSchedule& schedule);
  void note_discarded(std::uint32_t pairs) override { statistics_.discarded_pairs += pairs; }

 private:
  // One set of d registers and d' memory.
  struct RegisterSet {
    std::array<PartnerDop, 2> transformed{};
    Cycle registers_free = 0;
  };

  void set_matrix_word(std::uint32_t word, std::uint32_t value) override;
  void matrix_written() override;
  Placed place(std::size_t set, const SetTimes& times, const Taken& taken) override;
  Compared compare(std::size_t set, const SetTimes& times, const Taken& taken) override;
  Cycle load(std::size_t set, const TransformedPair& pair) override;
  Cycle hand_out(std::size_t set, TransformedPair& pair) override;
  TransformSchedule schedule_for(const TransformStart& start);
  std::uint32_t overlap_bits(const RegisterSet& set, const NodePairData& pair);

  const DopUnitParams params_;
  DopTransform transform_{};                  // the MMM
  PairTransform pair_transform_{transform_};  // the same, arranged for the host's vector unit
  std::vector<RegisterSet> sets_;
  std::array<DopNode, 2> decoded_;  // of the pair at hand, its coefficients alone
  bool undelayed_known_ = false;    // the schedule of a pair that finds the unit idle, for these rows
  TransformSchedule undelayed_;
  Cycle pipeline_free_ = 0;
  ComparatorsFree comparators_free_{};
  Statistics statistics_;
};

}  // namespace collisionchip
