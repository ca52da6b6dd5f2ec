#include "collisionchip/tlm/machine/leaf_shape_words.h"

namespace collisionchip {

namespace {

// An end takes two words of the message: the lower 32 bits and the upper 13, the sign among them.
void put_end(std::int64_t end, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(end);
  words[1] = static_cast<std::uint32_t>(end >> 32) & LeafVolume::kUpperEndBits;
}

std::int64_t end_of(const std::uint32_t* words) {
  constexpr std::uint32_t kSign = (LeafVolume::kUpperEndBits + 1) / 2;
  const std::int64_t upper = static_cast<std::int64_t>(words[1] ^ kSign) - std::int64_t{kSign};
  return upper * (std::int64_t{1} << 32) + words[0];
}

}  // namespace

LeafVolume leaf_volume(std::uint32_t place, const LeafShape& shape, int k) {
  LeafVolume message;
  message.place = place;
  message.bounded = shape.bounded;
  for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i)
    message.volume[i] = static_cast<std::uint32_t>(shape.volume.d[i]);
  message.slabs = static_cast<std::uint32_t>(shape.slabs.count);
  for (std::size_t t = 0; t < message.slabs; ++t) {
    const LeafSlab& slab = shape.slabs.slabs[t];
    for (std::size_t m = 0; m < 3; ++m) {
      message.normals[3 * t + m] = slab.j[m];
      message.factors[3 * t + m] = slab.c[m];
    }
    put_end(slab.low, &message.ends[4 * t]);
    put_end(slab.high, &message.ends[4 * t + 2]);
  }
  return message;
}

LeafShape leaf_shape(const LeafVolume& message, int k) {
  LeafShape shape;
  shape.bounded = message.bounded;
  for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i)
    shape.volume.d[i] = static_cast<std::int32_t>(message.volume[i]);
  shape.slabs.count = static_cast<int>(message.slabs);
  for (std::size_t t = 0; t < message.slabs; ++t) {
    LeafSlab& slab = shape.slabs.slabs[t];
    for (std::size_t m = 0; m < 3; ++m) {
      slab.j[m] = message.normals[3 * t + m];
      slab.c[m] = message.factors[3 * t + m];
    }
    slab.low = end_of(&message.ends[4 * t]);
    slab.high = end_of(&message.ends[4 * t + 2]);
  }
  return shape;
}

}  // namespace collisionchip
