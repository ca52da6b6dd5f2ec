// The objects as the chip reads them: 128-byte records in
// SDRAM (§3.3, §4.1, §4.5). Layout: docs/memory_image.md.
//
// Words are 32 bit, little-endian. Node record: words 0..k-1 the DOP, 28 the byte address of the pair of
// children, 29 the byte address of the triangle record, 30 flags, 31 zero. Triangle record: words 0..8 the
// three corners, 9..20 the matrix to the unit triangle row by row, 21 the triangle number, 22..24 the bounds
// of the matrix rows, 25..31 zero.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

constexpr std::uint32_t kRecordBytes = 128;
constexpr std::uint32_t kPairBytes = 2 * kRecordBytes;
constexpr std::uint32_t kRecordWords = kRecordBytes / 4;

// A node record as it comes out of memory.
struct NodeRecord {
  DopNode dop;  // coefficients only; `child` and `triangle` are not meaningful here
  std::uint32_t child_address = 0;
  std::uint32_t triangle_address = 0;
  bool leaf = false;
};

using RecordWords = std::array<std::uint32_t, kRecordWords>;

constexpr int kChildWord = 28, kTriangleWord = 29, kFlagsWord = 30;
constexpr std::uint32_t kLeafFlag = 1;

NodeRecord decode_node(const RecordWords& words);
// The DOP alone, or all but the DOP: what the units of the chip each look at.
inline DopNode decode_dop(const RecordWords& words) {
  DopNode dop;
  std::memcpy(dop.d.data(), words.data(), sizeof dop.d);
  return dop;
}
struct NodeLinks {
  std::uint32_t child_address, triangle_address;
  bool leaf;
};
inline NodeLinks decode_links(const RecordWords& words) {
  return {words[kChildWord], words[kTriangleWord], (words[kFlagsWord] & kLeafFlag) != 0};
}
RecordWords encode_node(const NodeRecord& node);
TriangleRecord decode_triangle(const RecordWords& words);
RecordWords encode_triangle(const TriangleRecord& triangle);

struct MemoryImage {
  std::uint32_t base = 0;            // byte address of the first record, a multiple of 256
  std::uint32_t root_pair = 0;       // byte address of the pair a traversal starts with
  std::uint32_t root_mask = 3;       // its members, see DopTree::root_mask
  std::vector<RecordWords> records;  // node pairs first, triangles behind them

  std::uint64_t bytes() const { return std::uint64_t{records.size()} * kRecordBytes; }
};

// Bytes an object takes, before it is laid out: 256 per pair of nodes and 128 per triangle.
std::uint64_t image_bytes(std::uint64_t triangle_count);
inline std::uint64_t image_bytes(const CollisionObject& object) {
  return image_bytes(object.tree.triangle_count());
}

// InputError when the image would end beyond the 32-bit address space.
MemoryImage make_memory_image(const CollisionObject& object, std::uint32_t base);

// The object read back from its image. InputError when an address in a record points outside the image.
CollisionObject read_memory_image(const MemoryImage& image, int k, std::uint32_t triangle_count);

}  // namespace collisionchip
