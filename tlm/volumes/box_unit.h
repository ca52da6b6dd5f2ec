// What the units of oriented and of axis-aligned boxes share in addition to their lists. Tumbled boxes are decoded and
// placed by DOTADDs. Aligned boxes are decoded, turned and tested on fifteen axes; the first axis that parts the boxes ends
// a test. box_schedule.h alone says when each step happens; the unit says what a box is.
//
// Stalls, transform: registers (no free set, no free DOTADD). Overlap: memory (waits for an aligned pair), decode,
// transform (waits for the tumbled pair).
#pragma once

#include <tlm>

#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/volumes/box_schedule.h"
#include "collisionchip/tlm/volumes/volume_unit.h"

namespace collisionchip {

class BoxUnit : public VolumeUnit {
 public:
  struct Statistics {
    std::uint64_t tumbled_pairs = 0, discarded_pairs = 0, aligned_pairs = 0, tests = 0, axes = 0;
  };

  // What happened to one tumbled or aligned pair, for observers. A port without an observer costs no time.
  tlm::tlm_analysis_port<BoxTransformSchedule> transforms;
  tlm::tlm_analysis_port<BoxOverlapSchedule> overlaps;

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 protected:
  static constexpr std::uint32_t kAxes = 15;  // of a test; as many if none parts the boxes

  // `accounts`: account_meanings(), or with more causes behind them.
  BoxUnit(const sc_core::sc_module_name& name, const BoxUnitParams& params, const Ports& ports,
          const std::vector<AccountMeaning>& accounts = account_meanings());

  // What holds for a pair.
  virtual const BoxUnitParams& params_of(const NodePairData& pair) const {
    return pair.kept ? kept_params_ : params_;
  }

  // The boxes of a tumbled pair, into the set of this number.
  virtual void place_boxes(std::size_t set, const NodePairData& pair) = 0;
  // The flags of an aligned pair, and the axes that each test took.
  virtual std::uint32_t overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) = 0;

  void reset_state() override;

 private:
  Placed place(std::size_t set, const SetTimes& times, const Taken& taken) final;
  Compared compare(std::size_t set, const SetTimes& times, const Taken& taken) final;
  void note_discarded(std::uint32_t pairs) final { statistics_.discarded_pairs += pairs; }
  void note_transform(const BoxTransformSchedule& schedule, Cycle arrival);
  void note_overlap(const BoxOverlapSchedule& schedule, const BoxAxes& axes);

  const BoxUnitParams params_;
  const BoxUnitParams kept_params_;  // of a pair that comes decoded, in one cycle
  Cycle pipeline_free_ = 0, axes_free_ = 0;
  Statistics statistics_;
};

}  // namespace collisionchip
