#include "collisionchip/reference/groups/group_record.h"

#include <algorithm>
#include <string>

#include "collisionchip/reference/groups/bit_fields.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

// Bases are multiples of four.
constexpr int kBaseBits = kCoordinateBits - 2, kShiftBits = 4;
constexpr std::int32_t kBaseStep = 4;

struct HeadBits {
  int link, inner, members;
};
HeadBits head_bits(const GroupLayout& layout) {
  return layout.width == 8 ? HeadBits{25, 4, 3} : HeadBits{27, 3, 2};
}

// Where the group's quanta of a direction start, and how large they are.
struct Quanta {
  std::int32_t base;
  int shift;

  std::int32_t below(std::int32_t coordinate) const { return (coordinate - base) >> shift; }
  std::int32_t above(std::int32_t coordinate) const {
    return (coordinate - base + (1 << shift) - 1) >> shift;
  }
  std::int32_t value(std::uint32_t quanta) const {
    const std::int64_t coordinate = base + (std::int64_t{quanta} << shift);
    return static_cast<std::int32_t>(std::min<std::int64_t>(coordinate, kLastOwnCoordinate));
  }
};

Quanta quanta_of(const GroupLayout& layout, const Group& group, int i) {
  std::int32_t low = kLastOwnCoordinate, high = 0;
  for (int m = 0; m < group.members; ++m) {
    low = std::min(low, group.volumes[m].d[i]);
    high = std::max(high, group.volumes[m].d[i + layout.half()]);
  }
  Quanta quanta{low / kBaseStep * kBaseStep, 0};
  while (quanta.above(high) >= 1 << layout.bits) ++quanta.shift;
  return quanta;
}

}  // namespace

void check_group_layout(const GroupLayout& layout) {
  const auto refuse = [](const std::string& what) { throw InputError("groups: " + what); };
  if (layout.k != 6 && layout.k != 14 && layout.k != 18 && layout.k != 24 && layout.k != 26)
    refuse("k: expected 6, 14, 18, 24 or 26, got " + std::to_string(layout.k));
  if (layout.width != 2 && layout.width != 4 && layout.width != 8)
    refuse("width: expected 2, 4 or 8, got " + std::to_string(layout.width));
  if (layout.bits < 5 || layout.bits > 8) refuse("bits: expected 5 to 8, got " + std::to_string(layout.bits));
  if (layout.leaf_size != 1 && layout.leaf_size != 2 && layout.leaf_size != 4)
    refuse("leaf size: expected 1, 2 or 4, got " + std::to_string(layout.leaf_size));
}

void encode_group(const GroupLayout& layout, const Group& group, std::uint32_t* words) {
  std::fill(words, words + layout.group_bytes() / 4, 0);
  BitWriter bits(words);
  const HeadBits head = head_bits(layout);
  bits.put(group.family, head.link);
  bits.put(static_cast<std::uint32_t>(group.inner), head.inner);
  bits.put(static_cast<std::uint32_t>(group.members - 1), head.members);
  std::array<Quanta, kMostDirections> quanta{};
  for (int i = 0; i < layout.half(); ++i) {
    quanta[i] = quanta_of(layout, group, i);
    bits.put(static_cast<std::uint32_t>(quanta[i].base / kBaseStep), kBaseBits);
    bits.put(static_cast<std::uint32_t>(quanta[i].shift), kShiftBits);
  }
  for (int m = 0; m < group.members; ++m) {
    const auto& d = group.volumes[m].d;
    for (int i = 0; i < layout.half(); ++i)
      bits.put(static_cast<std::uint32_t>(quanta[i].below(d[i])), layout.bits);
    for (int i = 0; i < layout.half(); ++i)
      bits.put(static_cast<std::uint32_t>(quanta[i].above(d[i + layout.half()])), layout.bits);
  }
}

Group decode_group(const GroupLayout& layout, const std::uint32_t* words) {
  BitReader bits(words);
  const HeadBits head = head_bits(layout);
  Group group;
  group.family = bits.get(head.link);
  const auto inner = static_cast<int>(bits.get(head.inner));
  group.members = std::min(layout.width, 1 + static_cast<int>(bits.get(head.members)));
  group.inner = std::min(inner, group.members);
  std::array<Quanta, kMostDirections> quanta{};
  for (int i = 0; i < layout.half(); ++i) {
    quanta[i].base = static_cast<std::int32_t>(bits.get(kBaseBits)) * kBaseStep;
    quanta[i].shift = static_cast<int>(bits.get(kShiftBits));
  }
  for (int m = 0; m < group.members; ++m) {
    for (int j = 0; j < layout.k; ++j)
      group.volumes[m].d[j] = quanta[j % layout.half()].value(bits.get(layout.bits));
  }
  return group;
}

}  // namespace collisionchip
