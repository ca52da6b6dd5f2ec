// AABB Unit (docs/aabb.md): moves tumbled pairs of axis-aligned boxes into the aligned frame and tests them
// against aligned ones, in the DOP Unit's place. Without leaves, a triangle lies in the place of a leaf's box.
//
// Timing contract: that of every unit of boxes (tlm/volumes/box_unit.h, tlm/volumes/box_schedule.h), and:
// - Each box passes the decoder, which takes shared planes from the parent's box. Fifteen rows of the DOTADDs place each
//   member of a tumbled pair, the left one first.
// - A pair of aabb21 needs its parent's box, which comes with the pair's entry of a list. Its cost is paid in the stack
//   SRAMs. The unit keeps the box from the decoding of the parent on, by the address of the pair.
// - A triangle passes the decoder unchanged. Nine rows place a tumbled triangle. Nine DOTADDs move an aligned triangle to
//   the tumbled boxes in one cycle. A triangle and a box have thirteen axes; the last one takes the places of three. Two
//   triangles are not tested.
// - With aabb_unit.parent = refetch all ancestors of an aligned pair are read before it, from the query's aligned root
//   on. Each pair's parent is a member of the pair read before it; the host has written the root's parent. An ancestor's
//   planes are put together as soon as they are here. An ancestor is not compared and waits for no tumbled pair.
// Stalls, overlap: those of every unit of boxes, and ancestors (the ancestors of a pair are read).
// Reset forgets pairs and lists. The host's writes and the kept boxes stay.
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
  // Pairs without nodes for their leaves.
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
