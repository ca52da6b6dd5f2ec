#include "collisionchip/testbench/host/matrix_words.h"

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/testbench/host/other_machines.h"
#include "collisionchip/tlm/machine/group_words.h"

namespace collisionchip {

std::vector<std::uint32_t> mmm_words(const DopTransform& transform) {
  std::vector<std::uint32_t> words;
  for (int r = 0; r < transform.k; ++r) {
    const DopTransformRow& row = transform.rows[static_cast<std::size_t>(r)];
    for (float c : row.c) words.push_back(bits_of(c));
    words.push_back(bits_of(row.offset));
    words.push_back(row.j[0] | row.j[1] << 8 | row.j[2] << 16 |
                    static_cast<std::uint32_t>(row.destination) << 24);
  }
  return words;
}

std::vector<std::uint32_t> mmm_words(const ChipConfig& config, const PlacedObject& a, const PlacedObject& b,
                                     const QuerySetup& setup) {
  const bool a_tumbled = setup.tumbled_side == TumbledSide::a;
  if (config.has_groups()) {
    const auto unit_of = [](const PlacedObject& placed) {
      return static_cast<std::uint32_t>(placed.begin / kGroupUnitBytes);
    };
    return group_words::encode_volumes(unit_of(a_tumbled ? a : b), unit_of(a_tumbled ? b : a),
                                       group_registers(config, *a.object, *b.object, setup).volumes);
  }
  if (config.has_tiles()) {
    const auto tumbled = static_cast<std::uint32_t>((a_tumbled ? a : b).object->triangles.size());
    const auto aligned = static_cast<std::uint32_t>((a_tumbled ? b : a).object->triangles.size());
    return {tumbled, aligned};
  }
  if (config.has_dops()) return mmm_words(setup.dop);
  const VolumeTree &tumbled = *(a_tumbled ? a : b).object->volumes,
                   &aligned = *(a_tumbled ? b : a).object->volumes;
  return tumbled.matrix_words(aligned, setup.pose, setup.tumbled_side);
}

std::vector<std::uint32_t> frame_words(const FrameMatrices& frames) {
  std::vector<std::uint32_t> words;
  for (const Matrix34* matrix : {&frames.to_aligned, &frames.to_tumbled}) {
    for (const auto& row : *matrix) {
      for (float value : row) words.push_back(bits_of(value));
    }
  }
  for (const auto* bound : {&frames.to_aligned_bound, &frames.to_tumbled_bound}) {
    for (float value : *bound) words.push_back(bits_of(value));
  }
  return words;
}

std::vector<std::uint32_t> frame_words(const ChipConfig& config, const CollisionObject& a,
                                       const CollisionObject& b, const QuerySetup& setup) {
  if (!config.has_groups()) return frame_words(setup.frames);
  const CornerTransform corners = group_registers(config, a, b, setup).corners;
  std::vector<std::uint32_t> words = group_words::encode_corners(corners);
  words.push_back(static_cast<std::uint32_t>(corners.error));
  words.push_back(static_cast<std::uint32_t>(static_cast<std::uint64_t>(corners.error) >> 32));
  const std::vector<std::uint32_t> frames = frame_words(setup.frames);
  words.insert(words.end(), frames.begin(), frames.end());
  return words;
}

}  // namespace collisionchip
