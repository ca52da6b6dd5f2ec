#include "collisionchip/tlm/machine/group_words.h"

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip::group_words {

namespace {

struct Writer {
  std::uint32_t* at;

  void put(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    *at++ = static_cast<std::uint32_t>(bits);
    *at++ = static_cast<std::uint32_t>(bits >> 32);
  }
  void put(std::int32_t value) { *at++ = static_cast<std::uint32_t>(value); }
};

struct Reader {
  const std::uint32_t* at;

  std::int32_t number() { return static_cast<std::int32_t>(*at++); }
  std::int64_t wide() {
    const std::uint64_t low = *at++, high = *at++;
    return static_cast<std::int64_t>(low | high << 32);
  }
};

void put_grid(Writer& to, const GroupGrid& grid) {
  to.put(grid.k);
  to.put(grid.unit_exponent);
  for (const std::int64_t coordinate : grid.centre) to.put(coordinate);
  to.put(std::int32_t{0});
  for (const int exponent : grid.step_exponent) to.put(exponent);
  for (const std::int64_t origin : grid.origin) to.put(origin);
}

GroupGrid grid_of(Reader& reader) {
  GroupGrid grid;
  grid.k = reader.number();
  grid.unit_exponent = reader.number();
  for (std::int64_t& coordinate : grid.centre) coordinate = reader.wide();
  reader.number();
  for (int& exponent : grid.step_exponent) exponent = reader.number();
  for (std::int64_t& origin : grid.origin) origin = reader.wide();
  return grid;
}

// Sign and 17 bits.
constexpr std::uint32_t kFactorBits = 18;
std::int32_t factor_of(std::uint64_t bits) {
  constexpr std::uint32_t kSign = 1u << (kFactorBits - 1);
  const auto field = static_cast<std::uint32_t>(bits) & (2 * kSign - 1);
  return static_cast<std::int32_t>(field ^ kSign) - static_cast<std::int32_t>(kSign);
}

}  // namespace

// Words 0 and 1: three factors and, in bits 58..54, the destination; 2 and 3: offset in bits 40..0, then j and shift.
std::vector<std::uint32_t> encode_volumes(std::uint32_t tumbled_base, std::uint32_t aligned_base,
                                          const GroupTransform& transform) {
  std::vector<std::uint32_t> words(volume_words(static_cast<std::uint32_t>(transform.k)));
  words[0] = tumbled_base;
  words[1] = aligned_base;
  Writer to{words.data() + kBaseWords};
  for (int r = 0; r < transform.k; ++r) {
    const GroupTransformRow& row = transform.rows[static_cast<std::size_t>(r)];
    std::uint64_t factors = std::uint64_t{row.destination} << 54;
    for (unsigned i = 0; i < 3; ++i)
      factors |= (static_cast<std::uint64_t>(row.c[i]) & ((1u << kFactorBits) - 1)) << kFactorBits * i;
    std::uint64_t offset = static_cast<std::uint64_t>(row.offset) & ((std::uint64_t{1} << 41) - 1);
    for (unsigned i = 0; i < 3; ++i) offset |= std::uint64_t{row.j[i]} << (41 + 5 * i);
    offset |= static_cast<std::uint64_t>(row.shift) << 56;
    to.put(static_cast<std::int64_t>(factors));
    to.put(static_cast<std::int64_t>(offset));
  }
  return words;
}

GroupTransformRow decode_row(const std::uint32_t* words) {
  Reader reader{words};
  const auto factors = static_cast<std::uint64_t>(reader.wide());
  const auto offset = static_cast<std::uint64_t>(reader.wide());
  GroupTransformRow row;
  for (unsigned i = 0; i < 3; ++i) {
    row.c[i] = factor_of(factors >> kFactorBits * i);
    row.j[i] = static_cast<std::uint8_t>(offset >> (41 + 5 * i) & 31);
  }
  row.destination = static_cast<std::uint8_t>(factors >> 54 & 31);
  row.offset = static_cast<std::int64_t>(offset << 23) >> 23;
  row.shift = static_cast<std::int8_t>(offset >> 56 & 31);
  return row;
}

std::vector<std::uint32_t> encode_corners(const CornerTransform& corners) {
  std::vector<std::uint32_t> words(kCornerWords);
  Writer to{words.data()};
  put_grid(to, corners.tumbled);
  put_grid(to, corners.aligned);
  for (const auto& row : corners.m) {
    for (const std::int32_t factor : row) to.put(factor);
  }
  for (const std::int64_t offset : corners.offset) to.put(offset);
  to.put(corners.shift);
  to.put(corners.error);
  to.put(corners.bounded ? 1 : 0);
  return words;
}

std::vector<std::uint32_t> encode_contact(TumbledSide side, const PoseWords& pose) {
  std::vector<std::uint32_t> words = {side == TumbledSide::a ? 1u : 0u};
  words.insert(words.end(), pose.begin(), pose.end());
  return words;
}

// The grids get only what the unit needs: the host alone uses `reach`.
CornerTransform decode_corners(const std::uint32_t* words, int k) {
  Reader reader{words};
  CornerTransform corners;
  corners.tumbled = grid_of(reader);
  corners.aligned = grid_of(reader);
  corners.tumbled.k = corners.aligned.k = k;
  for (auto& row : corners.m) {
    for (std::int32_t& factor : row) factor = reader.number();
  }
  for (std::int64_t& offset : corners.offset) offset = reader.wide();
  corners.shift = reader.number();
  corners.error = reader.wide();
  corners.bounded = reader.number() != 0;
  return corners;
}

std::array<Vec3f, 3> corners_of(const std::array<std::uint32_t, 9>& words) {
  std::array<Vec3f, 3> corners;
  for (std::size_t i = 0; i < 9; ++i) corners[i / 3][static_cast<int>(i % 3)] = float_of(words[i]);
  return corners;
}

std::uint32_t entry_word(const GroupLayout& layout, std::uint32_t group, std::uint32_t mask) {
  if (mask == layout.every_member()) return group << 10 | 1;
  std::uint32_t member = 0;
  while ((mask >> member & 1u) == 0) ++member;
  return group << 10 | member << 8 | 2;
}

GroupEntry entry_of(const GroupLayout& layout, std::uint32_t word) {
  const std::uint32_t group = word >> 10;
  if ((word & 3u) == 1) return {group, layout.every_member()};
  return {group, 1u << (word >> 8 & 3u)};
}

}  // namespace collisionchip::group_words
