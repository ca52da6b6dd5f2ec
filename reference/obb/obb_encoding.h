// The six encodings of an oriented box, from RAPID's 132 bytes down to 40 (docs/obb.md). A record is written and
// read as little-endian words of 32 bits. decode() defines the meaning of a record, with the chip's float32 operations in
// a fixed order. Every box goes through decode() before it is used.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/geometry/matrix3.h"
#include "collisionchip/reference/tree/obb_options.h"

namespace collisionchip {

enum class ObbEncoding { obb132, obb72, obb68, obb64, obb44, obb40 };
constexpr int kObbEncodings = 6;

enum class ObbRotation { doubles, floats, quaternion, vector_part };
// both: P, N and the triangle; first: P and the triangle; tagged: one link, its bit 0 set in a leaf.
enum class ObbLinks { both, first, tagged };

// Places in bytes; the rotation is at 0.
struct ObbLayout {
  const char* name;
  std::uint32_t bytes;
  ObbRotation rotation;
  ObbLinks links;
  std::uint32_t translation, extents, link;

  constexpr std::uint32_t words() const { return bytes / 4; }
};

constexpr std::array<ObbLayout, kObbEncodings> kObbLayouts = {{
    {"obb132", 132, ObbRotation::doubles, ObbLinks::both, 72, 96, 120},
    {"obb72", 72, ObbRotation::floats, ObbLinks::both, 36, 48, 60},
    {"obb68", 68, ObbRotation::floats, ObbLinks::first, 36, 48, 60},
    {"obb64", 64, ObbRotation::floats, ObbLinks::tagged, 36, 48, 60},
    {"obb44", 44, ObbRotation::quaternion, ObbLinks::tagged, 16, 28, 40},
    {"obb40", 40, ObbRotation::vector_part, ObbLinks::tagged, 12, 24, 36},
}};

constexpr const ObbLayout& obb_layout(ObbEncoding encoding) {
  return kObbLayouts[static_cast<std::size_t>(encoding)];
}

// x is enclosed if |r_i . (x - t)| <= d_i for each column r_i of r: a point of the box has the coordinates
// r^T (x - t).
struct Obb {
  std::array<std::array<float, 3>, 3> r{};  // row-major
  std::array<float, 3> t{}, d{};            // centre, half sides
};

// A leaf's triangle, or the number of an inner box's first child; the second child is the next box. Box 0 is the
// root and has no parent.
struct ObbLink {
  bool is_leaf = false;
  std::uint32_t number = 0;
};

// Triangles that a tree may have, so that every link holds its numbers.
constexpr std::uint32_t kMostObbTriangles = 1u << 28;

struct ObbRecord {
  Matrix3 r{};  // before it is encoded; obb132 keeps all nine numbers in double
  std::array<float, 3> t{}, d{};
  ObbLink link;
};

// `words`: room for obb_layout(encoding).words(). std::invalid_argument for a left-handed frame where it has to
// become a quaternion.
void encode_obb(ObbEncoding encoding, QuaternionSign w_sign, const ObbRecord& record, std::uint32_t* words);
Obb decode_obb(ObbEncoding encoding, QuaternionSign w_sign, const std::uint32_t* words);
ObbLink decode_obb_link(ObbEncoding encoding, QuaternionSign w_sign, const std::uint32_t* words);

}  // namespace collisionchip
