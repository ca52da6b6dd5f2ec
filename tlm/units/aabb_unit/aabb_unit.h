// AABB Unit (docs/aabb_unit.md): moves tumbled pairs of axis-aligned boxes into the aligned frame and tests them
// against aligned ones, in the DOP Unit's place.
//
// Timing contract: that of every unit of boxes (tlm/volumes/box_unit.h, tlm/volumes/box_schedule.h). Each box passes
// the decoder, where planes that are its parent's come from there; each member of a tumbled pair is placed by fifteen
// rows of the DOTADDs, the left one first.
// The parent's box of aabb21 comes beside the pair, with its entry of a list: what that costs is paid in the stack
// SRAMs. Here it is kept from when the parent was decoded, by the address of the pair.
// Reset forgets pairs and lists; what the host has written stays, and so do boxes.
#pragma once

#include <unordered_map>

#include "collisionchip/reference/aabb/aabb_pair.h"
#include "collisionchip/reference/aabb/aabb_volumes.h"
#include "collisionchip/tlm/units/aabb_unit/aabb_unit_params.h"
#include "collisionchip/tlm/volumes/box_unit.h"

namespace collisionchip {

class AabbUnit : public BoxUnit {
 public:
  AabbUnit(const sc_core::sc_module_name& name, const AabbUnitParams& params, const Ports& ports);

 private:
  // The root's place among what the host has written.
  enum class Side : std::size_t { tumbled, aligned };

  void set_matrix_word(std::uint32_t word, std::uint32_t value) override;
  void matrix_written() override;
  void place_boxes(std::size_t set, const NodePairData& pair) override;
  std::uint32_t overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) override;
  AabbPair decoded(const NodePairData& pair, Side side);

  const NodeFormat& format_;
  std::array<std::uint32_t, kAabbMatrixWords> matrix_{};
  BoxOverlap overlap_{BoxOverlap::Numbers{}};
  std::array<AabbParent, 2> roots_{};
  std::unordered_map<std::uint32_t, AabbParent> parents_;  // of pairs that may come, by address
  std::vector<std::array<BoxOverlap::Moved, 2>> placed_;   // a tumbled pair in each register set
};

}  // namespace collisionchip
