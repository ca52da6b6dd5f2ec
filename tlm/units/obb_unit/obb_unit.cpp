#include "collisionchip/tlm/units/obb_unit/obb_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

ObbUnit::ObbUnit(const sc_core::sc_module_name& name, const ObbUnitParams& params, const Ports& ports)
    : BoxUnit(name, params, ports),
      encoding_(params.encoding),
      member_words_(params.member_words),
      placed_(params.register_sets) {}

void ObbUnit::begin_query(Cycle origin) {
  BoxUnit::begin_query(origin);
  kept_pairs_ = {};
}

void ObbUnit::set_matrix_word(std::uint32_t word, std::uint32_t value) {
  const std::uint32_t row = word / registers::kMmmWordsPerRow, field = word % registers::kMmmWordsPerRow;
  if (field < 3) {
    rotation_[row][field] = float_of(value);
  } else if (field == 3) {
    translation_[row] = float_of(value);
  } else if (row == 0) {
    epsilon_ = float_of(value);
  }
}

void ObbUnit::place_boxes(std::size_t set, const NodePairData& pair) {
  kept_pairs_.tumbled += pair.kept ? 1 : 0;
  for (std::size_t member = 0; member < 2; ++member)
    transform_obb(map_, decoded(pair, member), placed_[set][member]);
}

ObbLanes ObbUnit::decoded(const NodePairData& pair, std::size_t member) const {
  const std::uint32_t* words = pair.words.data() + member * member_words_;
  return with_obb_codec(encoding_, QuaternionSign::canonical,
                        [&](auto codec) { return decltype(codec)::box(words); });
}

std::uint32_t ObbUnit::overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) {
  const Float4 epsilon = broadcast(epsilon_);
  std::uint32_t bits = 0;
  kept_pairs_.aligned += pair.kept ? 1 : 0;
  for (std::size_t j = 0; j < 2; ++j) {
    const ObbLanes aligned = decoded(pair, j);
    for (std::size_t i = 0; i < 2; ++i) {
      const int axis = separating_axis(placed_[set][i], aligned, epsilon);
      axes[j][i] = static_cast<std::uint32_t>(std::min(axis + 1, kObbAxes));
      if (axis == kObbAxes) bits |= 1u << (2 * i + j);
    }
  }
  return bits;
}

}  // namespace collisionchip
