// Matrices as the host writes them into the chip's register blocks, and bursts of them as they reach a unit.
#pragma once

#include <vector>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"
#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip::testing_support {

inline std::vector<std::uint32_t> mmm_words(const DopTransform& transform) {
  std::vector<std::uint32_t> words;
  for (int r = 0; r < transform.k; ++r) {
    const DopTransformRow& row = transform.rows[static_cast<std::size_t>(r)];
    for (const float c : row.c) words.push_back(bits_of(c));
    words.push_back(bits_of(row.offset));
    words.push_back(row.j[0] | row.j[1] << 8 | row.j[2] << 16 |
                    static_cast<std::uint32_t>(row.destination) << 24);
  }
  return words;
}

inline std::vector<std::uint32_t> frame_words(const FrameMatrices& frames) {
  std::vector<std::uint32_t> words;
  for (const Matrix34* matrix : {&frames.to_aligned, &frames.to_tumbled}) {
    for (const auto& row : *matrix) {
      for (const float value : row) words.push_back(bits_of(value));
    }
  }
  for (const auto* bound : {&frames.to_aligned_bound, &frames.to_tumbled_bound}) {
    for (const float value : *bound) words.push_back(bits_of(value));
  }
  return words;
}

inline std::vector<MatrixWrite> bursts_of(const std::vector<std::uint32_t>& words) {
  std::vector<MatrixWrite> bursts;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (bursts.empty() || bursts.back().count == bursts.back().words.size())
      bursts.push_back({static_cast<std::uint32_t>(i), 0, {}});
    bursts.back().words[bursts.back().count++] = words[i];
  }
  return bursts;
}

}  // namespace collisionchip::testing_support
