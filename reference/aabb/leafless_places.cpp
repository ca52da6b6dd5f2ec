#include "collisionchip/reference/aabb/leafless_places.h"

#include <array>

#include "collisionchip/reference/image/leafless_pair.h"

namespace collisionchip {

namespace {

// The block that pairs of one length go into: without a leaf, with one, with two.
struct OpenBlock {
  std::uint32_t block = 0, used = kSdramBlockBytes;
};

}  // namespace

std::vector<std::uint32_t> leafless_numbers(const NodeFormat& format, const std::vector<std::uint8_t>& leaves,
                                            bool in_order) {
  std::array<OpenBlock, 3> open;
  std::uint32_t blocks = 0;
  std::vector<std::uint32_t> numbers;
  numbers.reserve(leaves.size());
  for (const std::uint32_t pair : leaves) {
    const std::uint32_t bytes = pair == 0 ? format.pair_stride : leafless::shape_of(format, pair).bytes;
    OpenBlock& here = open[(pair & 1u) + (pair >> 1)];
    if (here.used + bytes > kSdramBlockBytes || (in_order && here.block + 1 != blocks)) here = {blocks++, 0};
    numbers.push_back(here.block * format.numbers_per_block() + leafless::number_at(format, pair, here.used));
    here.used += bytes;
  }
  return numbers;
}

}  // namespace collisionchip
