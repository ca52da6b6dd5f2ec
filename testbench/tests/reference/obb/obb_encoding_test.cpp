// The bytes of the six encodings, and what is decoded from them.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/obb/obb_encoding.h"
#include "collisionchip/testbench/tests/reference/obb/obb_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using testing_support::random_rotation;

constexpr QuaternionSign kSigns[] = {QuaternionSign::canonical, QuaternionSign::link_bit1,
                                     QuaternionSign::extent_sign};

std::vector<std::uint32_t> encoded(ObbEncoding encoding, const ObbRecord& record,
                                   QuaternionSign sign = QuaternionSign::canonical) {
  std::vector<std::uint32_t> words(obb_layout(encoding).words(), 0xdeadbeefu);
  encode_obb(encoding, sign, record, words.data());
  return words;
}

// Bytes written by hand, little endian.
class Bytes {
 public:
  Bytes& u32(std::uint32_t value) { return raw(value, 4); }
  Bytes& f32(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return raw(bits, 4);
  }
  Bytes& f64(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, 8);
    return raw(bits, 8);
  }
  Bytes& f32s(std::initializer_list<float> values) {
    for (const float value : values) f32(value);
    return *this;
  }
  Bytes& f64s(std::initializer_list<double> values) {
    for (const double value : values) f64(value);
    return *this;
  }
  friend bool operator==(const Bytes& bytes, const std::vector<std::uint32_t>& words) {
    std::vector<std::uint8_t> other;
    for (const std::uint32_t word : words)
      for (int i = 0; i < 4; ++i) other.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
    return bytes.bytes_ == other;
  }
  std::size_t size() const { return bytes_.size(); }

 private:
  Bytes& raw(std::uint64_t bits, int count) {
    for (int i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
    return *this;
  }
  std::vector<std::uint8_t> bytes_;
};

// A quarter turn about z; its quaternion is (0, 0, s, s).
const Matrix3 kQuarter = {Vec3d{0, -1, 0}, Vec3d{1, 0, 0}, Vec3d{0, 0, 1}};
const ObbRecord kInner = {kQuarter, {1, 2, -3}, {4, 0.5f, 0.25f}, {false, 5}};
const ObbRecord kLeaf = {kQuarter, {1, 2, -3}, {4, 0.5f, 0.25f}, {true, 7}};
const float kHalfRoot = float_of(0x3f3504f3u);

Bytes floats() {
  return Bytes().f32s({0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, -3, 4, 0.5f, 0.25f});
}

TEST(ObbEncoding, Obb132IsRapidsRecord) {
  const auto numbers = [] { return Bytes().f64s({0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, -3, 4, 0.5, 0.25}); };
  EXPECT_TRUE(numbers().u32(5).u32(6).u32(0) == encoded(ObbEncoding::obb132, kInner));
  EXPECT_TRUE(numbers().u32(0).u32(0).u32(7) == encoded(ObbEncoding::obb132, kLeaf));
  EXPECT_EQ(numbers().u32(0).u32(0).u32(0).size(), 132u);
}

TEST(ObbEncoding, FloatsThenLinksOneByOne) {
  EXPECT_TRUE(floats().u32(5).u32(6).u32(0) == encoded(ObbEncoding::obb72, kInner));
  EXPECT_TRUE(floats().u32(0).u32(0).u32(7) == encoded(ObbEncoding::obb72, kLeaf));
  EXPECT_TRUE(floats().u32(5).u32(0) == encoded(ObbEncoding::obb68, kInner));
  EXPECT_TRUE(floats().u32(0).u32(7) == encoded(ObbEncoding::obb68, kLeaf));
  EXPECT_TRUE(floats().u32(5 << 1) == encoded(ObbEncoding::obb64, kInner));
  EXPECT_TRUE(floats().u32(7 << 1 | 1) == encoded(ObbEncoding::obb64, kLeaf));
}

TEST(ObbEncoding, Quaternions) {
  const auto obb44 = [] { return Bytes().f32s({0, 0, kHalfRoot, kHalfRoot, 1, 2, -3, 4, 0.5f, 0.25f}); };
  EXPECT_TRUE(obb44().u32(10) == encoded(ObbEncoding::obb44, kInner));
  EXPECT_TRUE(obb44().u32(15) == encoded(ObbEncoding::obb44, kLeaf));
  const auto obb40 = [] { return Bytes().f32s({0, 0, kHalfRoot, 1, 2, -3, 4, 0.5f, 0.25f}); };
  EXPECT_TRUE(obb40().u32(10) == encoded(ObbEncoding::obb40, kInner));
  EXPECT_TRUE(obb40().u32(15) == encoded(ObbEncoding::obb40, kLeaf, QuaternionSign::extent_sign));
  EXPECT_TRUE(obb40().u32(5 << 2) == encoded(ObbEncoding::obb40, kInner, QuaternionSign::link_bit1));
  EXPECT_TRUE(obb40().u32(7 << 2 | 1) == encoded(ObbEncoding::obb40, kLeaf, QuaternionSign::link_bit1));
  EXPECT_EQ(obb40().u32(0).size(), 40u);
}

// A turn by 240 degrees about -x has x as its largest component. With x made positive, w is -1/2.
TEST(ObbEncoding, TheSignOfWHasThreePlaces) {
  const double c = -0.5, s = -0.8660254037844386;
  ObbRecord record = kInner;
  record.r = {Vec3d{1, 0, 0}, Vec3d{0, c, -s}, Vec3d{0, s, c}};
  const float x = static_cast<float>(-s);
  const auto rest = [](float first, float extent) {
    const float zero = first < 0 ? -0.0f : 0.0f;  // negated as well
    return Bytes().f32s({first, zero, zero, 1, 2, -3, extent, 0.5f, 0.25f});
  };
  EXPECT_TRUE(rest(-x, 4).u32(10) == encoded(ObbEncoding::obb40, record, QuaternionSign::canonical));
  EXPECT_TRUE(rest(x, 4).u32(22) == encoded(ObbEncoding::obb40, record, QuaternionSign::link_bit1));
  EXPECT_TRUE(rest(x, -4).u32(10) == encoded(ObbEncoding::obb40, record, QuaternionSign::extent_sign));
}

TEST(ObbEncoding, LinksComeBack) {
  for (int e = 0; e < kObbEncodings; ++e) {
    const auto encoding = static_cast<ObbEncoding>(e);
    for (const QuaternionSign sign : kSigns) {
      for (const ObbLink& link :
           {ObbLink{false, 1}, ObbLink{true, 0}, ObbLink{true, 9}, ObbLink{false, 2 * kMostObbTriangles - 3},
            ObbLink{true, kMostObbTriangles - 1}}) {
        ObbRecord record = kInner;
        record.link = link;
        const ObbLink back = decode_obb_link(encoding, sign, encoded(encoding, record, sign).data());
        EXPECT_EQ(back.is_leaf, link.is_leaf) << obb_layout(encoding).name;
        EXPECT_EQ(back.number, link.number) << obb_layout(encoding).name;
      }
    }
  }
}

// As the page writes it.
Obb decoded_by_the_page(float x, float y, float z, float w) {
  const float xx = x * x, yy = y * y, zz = z * z;
  Obb box;
  box.r = {{{1 - 2 * (yy + zz), 2 * (x * y - w * z), 2 * (x * z + w * y)},
            {2 * (x * y + w * z), 1 - 2 * (xx + zz), 2 * (y * z - w * x)},
            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (xx + yy)}}};
  return box;
}

TEST(ObbEncoding, RotationsComeBackAsThePageSays) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    ObbRecord record = kLeaf;
    record.r = random_rotation(random, i);
    const std::vector<std::uint32_t> exact = encoded(ObbEncoding::obb132, record);
    const Obb plain = decode_obb(ObbEncoding::obb132, QuaternionSign::canonical, exact.data());
    for (std::size_t j = 0; j < 9; ++j) {
      const double entry = record.r[j / 3][static_cast<int>(j % 3)];
      EXPECT_EQ(plain.r[j / 3][j % 3], static_cast<float>(entry));
    }
    for (const ObbEncoding encoding : {ObbEncoding::obb72, ObbEncoding::obb68, ObbEncoding::obb64}) {
      const Obb box = decode_obb(encoding, QuaternionSign::canonical, encoded(encoding, record).data());
      EXPECT_EQ(box.r, plain.r);
      EXPECT_EQ(box.t, plain.t);
      EXPECT_EQ(box.d, plain.d);
    }
    const auto q44 = encoded(ObbEncoding::obb44, record);
    const Obb by44 = decode_obb(ObbEncoding::obb44, QuaternionSign::canonical, q44.data());
    EXPECT_EQ(by44.r,
              decoded_by_the_page(float_of(q44[0]), float_of(q44[1]), float_of(q44[2]), float_of(q44[3])).r);
    const auto q40 = encoded(ObbEncoding::obb40, record);
    const float x = float_of(q40[0]), y = float_of(q40[1]), z = float_of(q40[2]);
    const float w = std::sqrt(std::max(0.0f, 1 - ((x * x + y * y) + z * z)));
    for (const QuaternionSign sign : kSigns) {
      const Obb by40 = decode_obb(ObbEncoding::obb40, sign, encoded(ObbEncoding::obb40, record, sign).data());
      EXPECT_EQ(by40.r, decoded_by_the_page(x, y, z, w).r);
      EXPECT_EQ(by40.t, record.t);
      EXPECT_EQ(by40.d, record.d);
      for (std::size_t j = 0; j < 9; ++j) {
        EXPECT_NEAR(by44.r[j / 3][j % 3], plain.r[j / 3][j % 3], 1e-6);
        EXPECT_NEAR(by40.r[j / 3][j % 3], plain.r[j / 3][j % 3], 1e-3);  // where w is near 0
      }
    }
  }
}

TEST(ObbEncoding, ALeftHandedFrameHasNoQuaternion) {
  ObbRecord record = kLeaf;
  record.r[2].z = -1;
  for (const ObbEncoding encoding : {ObbEncoding::obb44, ObbEncoding::obb40})
    EXPECT_THROW(encoded(encoding, record), std::invalid_argument);
  for (const ObbEncoding encoding : {ObbEncoding::obb132, ObbEncoding::obb72, ObbEncoding::obb68})
    EXPECT_EQ(decode_obb(encoding, QuaternionSign::canonical, encoded(encoding, record).data()).r[2][2], -1);
}

}  // namespace
}  // namespace collisionchip
