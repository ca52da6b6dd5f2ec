// A block of up to two triangles (64 bytes) or four (96 bytes) as shared corners.
//
// 64 bytes: words 0..11 four corners x, y, z as float32; 12, 13 the triangles' numbers; 14: number of
// triangles in bits 1..0, the place of corner c of triangle t, 2 bits, from bit 2 + 2 (3 t + c) on; 15 zero.
// 96 bytes: words 0..17 six corners; 18..21 numbers; 22, 23 as one word of 64 bits: number of triangles in
// bits 2..0, the place of corner c of triangle t, 3 bits, from bit 3 + 3 (3 t + c) on. Corners are shared
// where their coordinates are equal. A subtree whose triangles have more corners than a block holds is no
// leaf; a triangle alone always fits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/geometry/vec3.h"
#include "collisionchip/reference/groups/group_layout.h"

namespace collisionchip {

struct BlockTriangle {
  std::uint32_t number = 0;  // in the object
  std::array<Vec3f, 3> corners;
};

struct LeafBlock {
  int count = 0;  // 1 .. leaf_size
  std::array<BlockTriangle, kMostBlockTriangles> triangles;
};

// Whether the triangles' corners fit a block.
bool fits_block(const GroupLayout& layout, const LeafBlock& block);
// block_bytes() / 4 words; std::invalid_argument if it does not fit.
void encode_block(const GroupLayout& layout, const LeafBlock& block, std::uint32_t* words);
// Every bit pattern decodes to something.
LeafBlock decode_block(const GroupLayout& layout, const std::uint32_t* words);

}  // namespace collisionchip
