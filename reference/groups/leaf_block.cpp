#include "collisionchip/reference/groups/leaf_block.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/groups/bit_fields.h"

namespace collisionchip {

namespace {

// Where the numbers and corner places are, for both kinds of blocks.
struct BlockFields {
  std::uint32_t numbers_at, places_at;
  int count_bits, place_bits;
};
BlockFields fields_of(const GroupLayout& layout) {
  return layout.leaf_size <= 2 ? BlockFields{12, 14, 2, 2} : BlockFields{18, 22, 3, 3};
}

// Corners that differ, and which of them each corner is.
struct SharedCorners {
  std::vector<Vec3f> corners;
  std::vector<std::uint32_t> places;  // three for each triangle
};

SharedCorners shared_corners(const LeafBlock& block) {
  SharedCorners shared;
  for (int t = 0; t < block.count; ++t) {
    for (const Vec3f& corner : block.triangles[t].corners) {
      const auto found = std::find(shared.corners.begin(), shared.corners.end(), corner);
      shared.places.push_back(static_cast<std::uint32_t>(found - shared.corners.begin()));
      if (found == shared.corners.end()) shared.corners.push_back(corner);
    }
  }
  return shared;
}

}  // namespace

bool fits_block(const GroupLayout& layout, const LeafBlock& block) {
  return block.count <= layout.leaf_size &&
         shared_corners(block).corners.size() <= static_cast<std::size_t>(layout.block_corners());
}

void encode_block(const GroupLayout& layout, const LeafBlock& block, std::uint32_t* words) {
  if (!fits_block(layout, block)) throw std::invalid_argument("leaf block: too many triangles or corners");
  const BlockFields fields = fields_of(layout);
  const SharedCorners shared = shared_corners(block);
  std::fill(words, words + layout.block_bytes() / 4, 0);
  std::uint32_t* word = words;
  for (const Vec3f& corner : shared.corners) {
    for (int axis = 0; axis < 3; ++axis) *word++ = bits_of(corner[axis]);
  }
  BitWriter bits(words + fields.places_at);
  bits.put(static_cast<std::uint32_t>(block.count), fields.count_bits);
  for (const std::uint32_t place : shared.places) bits.put(place, fields.place_bits);
  for (int t = 0; t < block.count; ++t) words[fields.numbers_at + t] = block.triangles[t].number;
}

LeafBlock decode_block(const GroupLayout& layout, const std::uint32_t* words) {
  const BlockFields fields = fields_of(layout);
  BitReader bits(words + fields.places_at);
  LeafBlock block;
  block.count = std::clamp(static_cast<int>(bits.get(fields.count_bits)), 1, layout.leaf_size);
  const auto last = static_cast<std::uint32_t>(layout.block_corners() - 1);
  for (int t = 0; t < block.count; ++t) {
    block.triangles[t].number = words[fields.numbers_at + t];
    for (Vec3f& corner : block.triangles[t].corners) {
      const std::uint32_t* at = words + std::size_t{3} * std::min(last, bits.get(fields.place_bits));
      corner = {float_of(at[0]), float_of(at[1]), float_of(at[2])};
    }
  }
  return block;
}

}  // namespace collisionchip
