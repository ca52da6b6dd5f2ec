// The objects as the chip reads them: sibling pairs (node_format.h), and behind them triangle records
// (triangle_record.h), in the SDRAM (§3.3, §4.1, §4.5). Layout: docs/memory_image.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct MemoryImage {
  MemoryImage() = default;
  // The image of an object with so many triangles, all words zero.
  MemoryImage(const NodeFormat& node_format, std::uint32_t base_address, std::uint32_t triangle_count);

  const NodeFormat* format = nullptr;
  std::uint32_t base = 0;            // byte address of the first word, a multiple of a block
  std::uint32_t root_pair = 0;       // the pair a traversal starts with: its list word without a mask
  std::uint32_t root_mask = 3;       // its members, see DopTree::root_mask
  std::uint32_t triangles_at = 0;    // bytes from the base to the first triangle record behind the pairs
  std::vector<std::uint32_t> words;  // 32 bit, little-endian

  std::uint64_t bytes() const { return std::uint64_t{words.size()} * 4; }
  // The words of a pair, and of a triangle record where triangles have records of their own, by their numbers
  // in the object.
  std::uint32_t* pair(std::uint32_t number) { return words.data() + format->offset_of(number) / 4; }
  const std::uint32_t* pair(std::uint32_t number) const {
    return words.data() + format->offset_of(number) / 4;
  }
  std::uint32_t* triangle(std::uint32_t number) { return words.data() + word_of_triangle(number); }
  const std::uint32_t* triangle(std::uint32_t number) const {
    return words.data() + word_of_triangle(number);
  }

 private:
  std::size_t word_of_triangle(std::uint32_t number) const;
};

// The bytes of an object with so many triangles, before it is laid out: of its pairs, in whole blocks, and of all its words.
// In a format without leaves this is the least size; the real size depends on the tree.
std::uint64_t pairs_bytes(const NodeFormat& format, std::uint64_t triangle_count);
std::uint64_t image_bytes(const NodeFormat& format, std::uint64_t triangle_count);
std::uint64_t image_bytes(const NodeFormat& format, const CollisionObject& object);

// InputError when the image would end beyond the 32-bit address space, or behind the last pair that a list
// word can name. std::invalid_argument when the object has no tree in this format.
MemoryImage make_memory_image(const NodeFormat& format, const CollisionObject& object, std::uint32_t base);

// The object read back from its image. InputError when a link points outside the image, or the nodes have no
// DOPs.
CollisionObject read_memory_image(const MemoryImage& image, int k, std::uint32_t triangle_count);

}  // namespace collisionchip
