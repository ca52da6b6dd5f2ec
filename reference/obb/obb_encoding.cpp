#include "collisionchip/reference/obb/obb_encoding.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/obb/obb_codec.h"

namespace collisionchip {

namespace {

using Quaternion = std::array<double, 4>;  // x y z w

// The quaternion of a rotation matrix (Shepperd 1978). The largest of its four numbers is computed as a root and made
// positive, so that no other number is divided by a small one. The result is a unit quaternion.
Quaternion quaternion_of(const Matrix3& r) {
  const double trace = r[0].x + r[1].y + r[2].z;
  int largest = 3;
  double most = trace;
  for (int i = 0; i < 3; ++i) {
    const double diagonal = r[static_cast<std::size_t>(i)][i];
    if (diagonal > most) {
      most = diagonal;
      largest = i;
    }
  }
  Quaternion q{};
  if (largest == 3) {
    q = {r[2].y - r[1].z, r[0].z - r[2].x, r[1].x - r[0].y, 1 + trace};
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    const auto at = [&](int row, int column) { return r[static_cast<std::size_t>(row)][column]; };
    q[static_cast<std::size_t>(i)] = 1 + at(i, i) - at(j, j) - at(k, k);
    q[static_cast<std::size_t>(j)] = at(j, i) + at(i, j);
    q[static_cast<std::size_t>(k)] = at(k, i) + at(i, k);
    q[3] = at(k, j) - at(j, k);
  }
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (double& part : q) part /= length;
  return q;
}

Quaternion checked_quaternion(const Matrix3& r) {
  if (dot(r[0], cross(r[1], r[2])) < 0) {
    throw std::invalid_argument("an oriented box with a left-handed frame has no quaternion");
  }
  return quaternion_of(r);
}

void put_double(double value, std::uint32_t* words) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  words[0] = static_cast<std::uint32_t>(bits);
  words[1] = static_cast<std::uint32_t>(bits >> 32);
}

void put_numbers(const ObbLayout& layout, const ObbRecord& record, std::uint32_t* words) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (layout.rotation == ObbRotation::doubles) {
      put_double(double{record.t[i]}, words + layout.translation / 4 + 2 * i);
      put_double(double{record.d[i]}, words + layout.extents / 4 + 2 * i);
    } else {
      words[layout.translation / 4 + i] = bits_of(record.t[i]);
      words[layout.extents / 4 + i] = bits_of(record.d[i]);
    }
  }
}

// True if w, which the record leaves out, is negative.
bool put_rotation(ObbRotation rotation, QuaternionSign w_sign, const Matrix3& r, std::uint32_t* words) {
  if (rotation == ObbRotation::doubles || rotation == ObbRotation::floats) {
    for (std::size_t i = 0; i < 9; ++i) {
      const double entry = r[i / 3][static_cast<int>(i % 3)];
      if (rotation == ObbRotation::doubles) {
        put_double(entry, words + 2 * i);
      } else {
        words[i] = bits_of(static_cast<float>(entry));
      }
    }
    return false;
  }
  Quaternion q = checked_quaternion(r);
  if (rotation == ObbRotation::quaternion) {
    for (std::size_t i = 0; i < 4; ++i) words[i] = bits_of(static_cast<float>(q[i]));
    return false;
  }
  const bool negative = q[3] < 0;
  const double sign = negative && w_sign == QuaternionSign::canonical ? -1 : 1;
  for (std::size_t i = 0; i < 3; ++i) words[i] = bits_of(static_cast<float>(sign * q[i]));
  return negative && w_sign != QuaternionSign::canonical;
}

void put_link(const ObbLayout& layout, int tag_bits, const ObbLink& link, std::uint32_t* words) {
  std::uint32_t* to = words + layout.link / 4;
  if (layout.links == ObbLinks::tagged) {
    to[0] = link.number << tag_bits | (link.is_leaf ? 1u : 0u);
    return;
  }
  to[0] = link.is_leaf ? 0 : link.number;
  if (layout.links == ObbLinks::both) to[1] = link.is_leaf ? 0 : link.number + 1;
  to[layout.links == ObbLinks::both ? 2 : 1] = link.is_leaf ? link.number : 0;
}

}  // namespace

void encode_obb(ObbEncoding encoding, QuaternionSign w_sign, const ObbRecord& record, std::uint32_t* words) {
  const ObbLayout& layout = obb_layout(encoding);
  const bool sign_in_link =
      layout.rotation == ObbRotation::vector_part && w_sign == QuaternionSign::link_bit1;
  const bool negative_w = put_rotation(layout.rotation, w_sign, record.r, words);
  put_numbers(layout, record, words);
  put_link(layout, sign_in_link ? 2 : 1, record.link, words);
  if (!negative_w) return;
  if (sign_in_link) {
    words[layout.link / 4] |= 2u;
  } else {
    words[layout.extents / 4] |= 0x80000000u;
  }
}

Obb decode_obb(ObbEncoding encoding, QuaternionSign w_sign, const std::uint32_t* words) {
  const ObbLanes lanes =
      with_obb_codec(encoding, w_sign, [&](auto codec) { return decltype(codec)::box(words); });
  Obb box;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) box.r[i][j] = lanes.row[i][j];
    box.t[i] = lanes.t[i];
    box.d[i] = lanes.d[i];
  }
  return box;
}

ObbLink decode_obb_link(ObbEncoding encoding, QuaternionSign w_sign, const std::uint32_t* words) {
  return with_obb_codec(encoding, w_sign, [&](auto codec) { return decltype(codec)::link(words); });
}

}  // namespace collisionchip
