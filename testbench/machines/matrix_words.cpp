#include "collisionchip/testbench/machines/matrix_words.h"

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

std::vector<std::uint32_t> mmm_words(const DopTransform& transform) {
  std::vector<std::uint32_t> words;
  words.reserve(5 * static_cast<std::size_t>(transform.k));
  for (int r = 0; r < transform.k; ++r) {
    const DopTransformRow& row = transform.rows[static_cast<std::size_t>(r)];
    for (float c : row.c) words.push_back(bits_of(c));
    words.push_back(bits_of(row.offset));
    words.push_back(row.j[0] | row.j[1] << 8 | row.j[2] << 16 |
                    static_cast<std::uint32_t>(row.destination) << 24);
  }
  return words;
}

std::vector<std::uint32_t> frame_words(const FrameMatrices& frames) {
  std::vector<std::uint32_t> words;
  words.reserve(2 * 12 + 2 * std::tuple_size_v<decltype(frames.to_aligned_bound)>);
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

}  // namespace collisionchip
