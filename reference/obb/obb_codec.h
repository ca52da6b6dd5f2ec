// Reading a record of oriented boxes, one class for each encoding, so that a traversal reads the bytes at every
// visit and pays for what they save.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/lanes.h"
#include "collisionchip/reference/obb/obb_encoding.h"

namespace collisionchip {

// An Obb in lanes. The last lane of `d` is 0, those of the others are anything.
struct ObbLanes {
  std::array<Float4, 3> row;
  Float4 t, d;
};

// The rotation of a quaternion that is a unit quaternion up to rounding. Order of operations: docs/obb.md.
inline void quaternion_rows(float x, float y, float z, float w, std::array<Float4, 3>& row) {
  const float xx = x * x, yy = y * y, zz = z * z;
  const float xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
  row[0] = Float4{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy), 0};
  row[1] = Float4{2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx), 0};
  row[2] = Float4{2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy), 0};
}

inline float quaternion_w(float x, float y, float z) {
  return std::sqrt(std::max(0.0f, 1 - ((x * x + y * y) + z * z)));
}

template <ObbEncoding kEncoding, QuaternionSign kSign>
struct ObbCodec {
  static constexpr ObbLayout kLayout = obb_layout(kEncoding);
  static constexpr std::uint32_t kWords = kLayout.words();
  static constexpr bool kSignInLink =
      kLayout.rotation == ObbRotation::vector_part && kSign == QuaternionSign::link_bit1;
  static constexpr bool kSignInExtent =
      kLayout.rotation == ObbRotation::vector_part && kSign == QuaternionSign::extent_sign;
  static constexpr int kTagBits = kSignInLink ? 2 : 1;

  static ObbLink link(const std::uint32_t* words) {
    const std::uint32_t* link = words + kLayout.link / 4;
    if constexpr (kLayout.links == ObbLinks::tagged) return {(link[0] & 1u) != 0, link[0] >> kTagBits};
    constexpr int kTriangleLinks = kLayout.links == ObbLinks::both ? 2 : 1;
    return link[0] == 0 ? ObbLink{true, link[kTriangleLinks]} : ObbLink{false, link[0]};
  }

  static ObbLanes box(const std::uint32_t* words) {
    ObbLanes lanes;
    if constexpr (kLayout.rotation == ObbRotation::doubles) {
      for (int i = 0; i < 3; ++i) lanes.row[static_cast<std::size_t>(i)] = three_doubles(words + 6 * i);
      lanes.t = three_doubles(words + kLayout.translation / 4);
      lanes.d = three_doubles(words + kLayout.extents / 4);
      return lanes;
    }
    lanes.t = load(words + kLayout.translation / 4);
    lanes.d = select(lanes_below(3), load(words + kLayout.extents / 4), Float4{});
    if constexpr (kLayout.rotation == ObbRotation::floats) {
      for (int i = 0; i < 3; ++i) lanes.row[static_cast<std::size_t>(i)] = load(words + 3 * i);
    } else {
      const float x = float_of(words[0]), y = float_of(words[1]), z = float_of(words[2]);
      quaternion_rows(x, y, z, fourth(words, x, y, z), lanes.row);
      if constexpr (kSignInExtent) lanes.d[0] = std::fabs(lanes.d[0]);
    }
    return lanes;
  }

 private:
  static Float4 load(const std::uint32_t* words) {
    Float4 value;
    std::memcpy(&value, words, sizeof value);
    return value;
  }
  static float rounded_double(const std::uint32_t* words) {
    const std::uint64_t bits = std::uint64_t{words[1]} << 32 | words[0];
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<float>(value);
  }
  static Float4 three_doubles(const std::uint32_t* words) {
    return Float4{rounded_double(words), rounded_double(words + 2), rounded_double(words + 4), 0};
  }
  static float fourth(const std::uint32_t* words, float x, float y, float z) {
    if constexpr (kLayout.rotation == ObbRotation::quaternion) return float_of(words[3]);
    const float w = quaternion_w(x, y, z);
    if constexpr (kSignInLink) return (words[kLayout.link / 4] & 2u) != 0 ? -w : w;
    if constexpr (kSignInExtent) return words[kLayout.extents / 4] >> 31 != 0 ? -w : w;
    return w;
  }
};

// visit(codec) with the ObbCodec of an encoding.
template <typename Visit>
auto with_obb_codec(ObbEncoding encoding, QuaternionSign w_sign, const Visit& visit) {
  constexpr QuaternionSign kAny = QuaternionSign::canonical;
  switch (encoding) {
    case ObbEncoding::obb132:
      return visit(ObbCodec<ObbEncoding::obb132, kAny>{});
    case ObbEncoding::obb72:
      return visit(ObbCodec<ObbEncoding::obb72, kAny>{});
    case ObbEncoding::obb68:
      return visit(ObbCodec<ObbEncoding::obb68, kAny>{});
    case ObbEncoding::obb64:
      return visit(ObbCodec<ObbEncoding::obb64, kAny>{});
    case ObbEncoding::obb44:
      return visit(ObbCodec<ObbEncoding::obb44, kAny>{});
    case ObbEncoding::obb40:
      break;
  }
  if (w_sign == QuaternionSign::link_bit1)
    return visit(ObbCodec<ObbEncoding::obb40, QuaternionSign::link_bit1>{});
  if (w_sign == QuaternionSign::extent_sign)
    return visit(ObbCodec<ObbEncoding::obb40, QuaternionSign::extent_sign>{});
  return visit(ObbCodec<ObbEncoding::obb40, QuaternionSign::canonical>{});
}

}  // namespace collisionchip
