// A triangle as the chip reads it: a record of 128 bytes in the SDRAM (§3.3, §4.3). Layout:
// docs/memory_image.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

constexpr std::uint32_t kTriangleBytes = 128;

// 32 bit, little-endian: words 0..8 the three corners, 9..20 the matrix to the unit triangle row by row, 21 the
// triangle number, 22..24 the bounds of the matrix rows, 25..31 zero; in a leaf (NodeFormat::triangle_leaves)
// 28..31 are what a node has there.
constexpr std::size_t kTriangleDataWords = 25;
using TriangleWords = std::array<std::uint32_t, kTriangleBytes / 4>;

TriangleRecord decode_triangle(const TriangleWords& words);
TriangleWords encode_triangle(const TriangleRecord& triangle);

}  // namespace collisionchip
