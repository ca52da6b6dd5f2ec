// OBB Unit (docs/obb.md): places tumbled pairs of oriented boxes in the aligned frame and tests them against
// aligned ones, in the DOP Unit's place.
//
// Timing contract: that of every unit of boxes (tlm/volumes/box_unit.h, tlm/volumes/box_schedule.h). A box of 40
// bytes passes a decoder before, for the fourth number of its quaternion and for its rotation; one of 64 bytes does
// not. Each member of a tumbled pair is placed by twelve rows of the DOTADDs, the left one first; each member of an
// aligned pair meets both tumbled ones, whatever the masks.
// Reset forgets pairs and lists; the matrix keeps its contents.
#pragma once

#include "collisionchip/reference/obb/obb_overlap.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit_params.h"
#include "collisionchip/tlm/volumes/box_unit.h"

namespace collisionchip {

class ObbUnit : public BoxUnit {
 public:
  using Params = ObbUnitParams;

  // Pairs from the branch cache, which are not decoded again.
  struct KeptPairs {
    std::uint64_t tumbled = 0, aligned = 0;
  };

  ObbUnit(const sc_core::sc_module_name& name, const ObbUnitParams& params, const Ports& ports);

  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const ObbUnit* counted);
  void begin_query(Cycle origin) override;
  const KeptPairs& kept_pairs() const { return kept_pairs_; }

 private:
  void set_matrix_word(std::uint32_t word, std::uint32_t value) override;
  void matrix_written() override { map_ = ObbMap(rotation_, translation_); }
  void place_boxes(std::size_t set, const NodePairData& pair) override;
  std::uint32_t overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) override;
  ObbLanes decoded(const NodePairData& pair, std::size_t member) const;

  const ObbEncoding encoding_;
  const std::uint32_t member_words_;
  KeptPairs kept_pairs_;
  std::array<std::array<float, 3>, 3> rotation_{};  // as the host has written it
  std::array<float, 3> translation_{};
  float epsilon_ = 0;
  ObbMap map_{rotation_, translation_};            // the same in lanes
  std::vector<std::array<ObbPartner, 2>> placed_;  // a tumbled pair in each register set
};

}  // namespace collisionchip
