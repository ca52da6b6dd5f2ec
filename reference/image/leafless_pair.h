// Pairs of children in a tree whose leaves have no nodes (docs/aabb.md): in a leaf's place lies its triangle record
// (triangle_record.h). The number of a pair says which members are leaves, and so how long it is:
//
//   no leaf   both nodes, as in the format with leaves
//   one       128 bytes: the record, and in its last seven words the node
//   two       256 bytes: both records
//
// A block has sixteen numbers. 0 to 4: pairs without a leaf, one after the other. 5 and 6: a pair at the block's begin whose
// left or right member is a leaf. 7 and 8: the same for a pair in the block's middle. 9: both members are leaves.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/image/node_format.h"

namespace collisionchip::leafless {

// Bit m: member m is a leaf.
constexpr std::uint32_t kBothLeaves = 3;
// Behind a record's triangle.
constexpr std::uint32_t kNodeWord = 25;
// An address has the leaves of its pair in bits 3..2; the pair's own address has zeros below bit 4.
constexpr std::uint32_t kLeavesBit = 2, kLeavesBits = kBothLeaves << kLeavesBit,
                        kAddressBits = ~std::uint32_t{15};

// Within a block, the number of the pair with these leaves that begins at a byte.
std::uint32_t number_at(const NodeFormat& format, std::uint32_t leaves, std::uint32_t byte);

// The address that belongs to a number within a block: where the pair begins and which of its members are leaves. A number
// that no pair has gives an odd address.
std::uint32_t address_of(const NodeFormat& format, std::uint32_t number);

constexpr std::uint32_t leaves_of(std::uint32_t address) {
  return address >> kLeavesBit & kBothLeaves;
}

// Bytes of a pair, and the words of its members.
struct Shape {
  std::uint32_t bytes;
  std::array<NodeFormat::Span, 2> members;
};
Shape shape_of(const NodeFormat& format, std::uint32_t leaves);

// The words of a pair with inner nodes where they lie if neither member is a leaf; those of a leaf mean nothing.
using NodeWords = std::array<std::uint32_t, 16>;
NodeWords nodes_in(const NodeFormat& format, std::uint32_t leaves, const std::uint32_t* words);
// The other way round: the nodes of a pair into its words. Records are left alone.
void put_nodes(const NodeFormat& format, std::uint32_t leaves, const NodeWords& nodes, std::uint32_t* words);

}  // namespace collisionchip::leafless
