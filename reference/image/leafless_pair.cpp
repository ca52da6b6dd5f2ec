#include "collisionchip/reference/image/leafless_pair.h"

#include <algorithm>

#include "collisionchip/reference/image/triangle_record.h"

namespace collisionchip::leafless {

namespace {

constexpr std::uint32_t kFirstWithOne = 5, kFirstInTheMiddle = 7, kWithTwo = 9;
constexpr std::uint32_t kRecordWords = kTriangleBytes / 4;

// Words of a node with three planes: links and planes, and behind both nodes of a pair a word of flags, a byte each.
constexpr std::uint32_t kThreePlanes = 5, kFlagsWord = 2 * kThreePlanes;

bool has_flags(const NodeFormat& format) {
  return format.needs_parent;
}
// The words of one node. With six planes the right link is left out, because it is 0.
std::uint32_t node_words(const NodeFormat& format) {
  return has_flags(format) ? kThreePlanes : kRecordWords - kNodeWord;
}
std::uint32_t node_at(const NodeFormat& format, std::uint32_t member) {
  return format.members[member].begin;
}

}  // namespace

std::uint32_t number_at(const NodeFormat& format, std::uint32_t leaves, std::uint32_t byte) {
  if (leaves == 0) return byte / format.pair_stride;
  if (leaves == kBothLeaves) return kWithTwo;
  return (byte == 0 ? kFirstWithOne : kFirstInTheMiddle) + (leaves >> 1);
}

std::uint32_t address_of(const NodeFormat& format, std::uint32_t number) {
  if (number < format.pairs_per_block()) return number * format.pair_stride;
  if (number < kFirstWithOne || number > kWithTwo) return 1;
  if (number == kWithTwo) return kBothLeaves << kLeavesBit;
  const bool middle = number >= kFirstInTheMiddle;
  const std::uint32_t right = number - (middle ? kFirstInTheMiddle : kFirstWithOne);
  return (middle ? kTriangleBytes : 0) | 1u << (kLeavesBit + right);
}

Shape shape_of(const NodeFormat& format, std::uint32_t leaves) {
  if (leaves == 0) return {format.pair_bytes, format.members};
  const NodeFormat::Span record = {0, kNodeWord}, node = {kNodeWord, kRecordWords};
  switch (leaves) {
    case 1:
      return {kTriangleBytes, {record, node}};
    case 2:
      return {kTriangleBytes, {node, record}};
    default:
      return {2 * kTriangleBytes, {{record, {kRecordWords, kRecordWords + kNodeWord}}}};
  }
}

NodeWords nodes_in(const NodeFormat& format, std::uint32_t leaves, const std::uint32_t* words) {
  NodeWords nodes{};
  if (leaves == 0) {
    std::copy_n(words, format.pair_bytes / 4, nodes.begin());
  } else if (leaves != kBothLeaves) {
    const std::uint32_t member = leaves == 1 ? 1 : 0;
    std::copy_n(words + kNodeWord, node_words(format), nodes.begin() + node_at(format, member));
    if (has_flags(format)) nodes[kFlagsWord] = (words[kNodeWord + kThreePlanes] & 255u) << 8 * member;
  }
  return nodes;
}

void put_nodes(const NodeFormat& format, std::uint32_t leaves, const NodeWords& nodes, std::uint32_t* words) {
  if (leaves == 0) {
    std::copy_n(nodes.begin(), format.pair_bytes / 4, words);
  } else if (leaves != kBothLeaves) {
    const std::uint32_t member = leaves == 1 ? 1 : 0;
    std::copy_n(nodes.begin() + node_at(format, member), node_words(format), words + kNodeWord);
    if (has_flags(format)) words[kNodeWord + kThreePlanes] = nodes[kFlagsWord] >> 8 * member & 255u;
  }
}

}  // namespace collisionchip::leafless
