// The registers of a machine with groups as the host writes them, and the words in which its entries travel over
// PCI (docs/host_port.md).
#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/groups/integer_map.h"

namespace collisionchip::group_words {

// Where the matrix memory has the images' bases, tumbled and aligned, in units of 32 bytes; then four words for
// each row of the transform of volumes.
constexpr std::uint32_t kBaseWords = 2, kWordsPerRow = 4;
constexpr std::uint32_t volume_words(std::uint32_t k) {
  return kBaseWords + kWordsPerRow * k;
}
std::vector<std::uint32_t> encode_volumes(std::uint32_t tumbled_base, std::uint32_t aligned_base,
                                          const GroupTransform& transform);
// Row `row` from its four words.
GroupTransformRow decode_row(const std::uint32_t* words);

// The frame matrices' place: two grids and the transform of corners; behind them the bound of the corners and the
// frame matrices, for the Small Triangle Unit.
constexpr std::uint32_t kGridWords = 9 + 3 * kMostDirections;
constexpr std::uint32_t kCornerWords = 2 * kGridWords + 9 + 6 + 1 + 2 + 1;
constexpr std::uint32_t kTestWords = 2 + 30;
constexpr std::uint32_t kFrameWords = kCornerWords + kTestWords;
// With a Contact Unit there are, in the place of the frame matrices, 1 if A is tumbled and the pose.
constexpr std::uint32_t kSideWord = 2, kPoseWord = 3, kPoseWords = std::tuple_size<PoseWords>::value;
std::vector<std::uint32_t> encode_contact(TumbledSide side, const PoseWords& pose);
std::vector<std::uint32_t> encode_corners(const CornerTransform& corners);
CornerTransform decode_corners(const std::uint32_t* words, int k);

// The query of a write to the registers: the matrices of each entry of the command queue begin kQueryWords words after
// those of the entry before.
constexpr std::uint32_t kQueryWords = 256;
static_assert(volume_words(kMostDirections * 2) <= kQueryWords && kFrameWords <= kQueryWords);

// Three corners as messages have them.
std::array<Vec3f, 3> corners_of(const std::array<std::uint32_t, 9>& words);

// A list word: in bits 31..10 the group's unit of 32 bytes, in bits 9..8 a member, in bits 1..0 what takes part: 1 all
// members, 2 that one.
constexpr std::uint32_t kMostUnits = std::uint32_t{1} << 22;
std::uint32_t entry_word(const GroupLayout& layout, std::uint32_t group, std::uint32_t mask);
GroupEntry entry_of(const GroupLayout& layout, std::uint32_t word);

}  // namespace collisionchip::group_words
