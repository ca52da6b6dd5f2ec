// AABB Unit (docs/aabb.md): moves tumbled pairs of axis-aligned boxes into the aligned frame and tests them
// against aligned ones, in the DOP Unit's place. Without leaves, a triangle lies in the place of a leaf's box.
//
// Timing contract: that of every unit of boxes (tlm/volumes/box_unit.h, tlm/volumes/box_schedule.h). Each box passes
// the decoder, where planes that are its parent's come from there; each member of a tumbled pair is placed by fifteen
// rows of the DOTADDs, the left one first.
// The parent's box of aabb21 comes beside the pair, with its entry of a list: what that costs is paid in the stack
// SRAMs. Here it is kept from when the parent was decoded, by the address of the pair.
// A triangle passes the decoder as it is. Nine rows place a tumbled one; an aligned one is moved to the tumbled boxes by as
// many DOTADDs in one cycle. A triangle and a box have thirteen axes, the last of which takes the places of three; of two
// triangles nothing is tested.
// With aabb_unit.parent = refetch an aligned pair's parent is a member of the pair before it on its side, an ancestor,
// from the query's aligned root on, whose own parent the host has written. Of an ancestor the planes are put together as
// soon as they are here, and nothing is compared; it waits for no tumbled pair.
// Stalls, overlap: those of every unit of boxes, and ancestors (the pairs on the way are read).
// Reset forgets pairs and lists; what the host has written stays, and so do boxes.
#pragma once

#include <optional>
#include <unordered_map>

#include "collisionchip/reference/aabb/aabb_pair.h"
#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit_params.h"
#include "collisionchip/tlm/volumes/box_unit.h"

namespace collisionchip {

// The way to an aligned pair, whose parents are read again.
struct AabbWay {
  static constexpr std::uint32_t kNoAddress = ~0u;
  // The ancestor that came last: its boxes, and whose parents they are.
  struct Above {
    std::array<std::uint32_t, 2> below{kNoAddress, kNoAddress};
    AabbPair boxes{};
  };

  Above above;
  std::optional<std::uint32_t> root;  // where the first way of the query began
};

class AabbUnit : public BoxUnit {
 public:
  using Params = AabbUnitParams;
  // Of pairs without nodes for their leaves.
  struct LeafStatistics {
    std::uint64_t tumbled_leaves = 0, aligned_leaves = 0;
    std::uint64_t leaf_pairs = 0, leaf_tests = 0, leaf_axes = 0;
  };

  // The cycles of one ancestor, for observers.
  tlm::tlm_analysis_port<BoxAncestorSchedule> ancestors;

  AabbUnit(const sc_core::sc_module_name& name, const AabbUnitParams& params, const Ports& ports);

  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static constexpr CostKinds kCosts = {true, false, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const AabbUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();
  void begin_query(Cycle origin) override;
  std::uint64_t ancestor_pairs() const { return ancestor_pairs_; }
  const LeafStatistics& leaf_statistics() const { return leaves_; }
  static ClosingSums closing_sums();

 private:
  struct Members {
    AabbPair boxes;
    std::array<NodeOverlap::Node, 2> nodes;
  };

  // The root's place among what the host has written.
  enum class Side : std::size_t { tumbled, aligned };

  void set_matrix_word(std::uint32_t word, std::uint32_t value) override;
  void matrix_written() override;
  void place_boxes(std::size_t set, const NodePairData& pair) override;
  std::uint32_t overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) override;
  Cycle pass_ancestor(const Taken& taken) override;
  void reset_state() override;
  const BoxUnitParams& params_of(const NodePairData& pair) const override;
  Members decoded(const NodePairData& pair, Side side);
  void keep_parents(const NodePairData& pair, const AabbPair& boxes, Side side);
  void count_test(bool with_leaf, std::uint32_t places);
  AabbParent parent_of(std::uint32_t address, Side side);
  AabbParent parent_on_way(AabbWay& way, std::uint32_t address) const;
  AabbParent kept_parent(std::uint32_t address, Side side) const;

  const NodeFormat& format_;
  const std::array<BoxUnitParams, 4> by_leaves_;
  std::array<std::uint32_t, NodeOverlap::kNumbers + 2 * kAabbParentWords> matrix_{};
  NodeOverlap overlap_{NodeOverlap::Numbers{}};
  std::array<AabbParent, 2> roots_{};
  std::unordered_map<std::uint32_t, AabbParent> parents_;  // of pairs that may come, by address
  std::optional<AabbWay> way_;                             // nullopt: parents are kept
  std::uint64_t ancestor_pairs_ = 0;
  LeafStatistics leaves_;
  std::vector<std::array<NodeOverlap::Placed, 2>> placed_;  // a tumbled pair in each register set
};

}  // namespace collisionchip
