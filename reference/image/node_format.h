// How the nodes of a tree lie in the SDRAM. All code that reads, writes or counts a sibling pair asks this object. The
// formats: docs/memory_image.md.
//
// Pairs are numbered over the whole SDRAM, 256-byte block after block; no pair crosses the edge of a block. A list word
// (list_word_code.h) holds the number of a pair, and a link holds a list word.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/reference/image/list_word_code.h"

namespace collisionchip {

// The unit of the SDRAM's address interleaving and its longest read, bytes. §4.5
constexpr std::uint32_t kSdramBlockBytes = 256;
constexpr std::uint32_t kMostPairWords = kSdramBlockBytes / 4;

// Where a node leads: an inner one to the pair of its children, a leaf to its triangle.
struct NodeLinks {
  std::uint32_t child = 0;     // list word without a mask; of an inner node
  std::uint32_t triangle = 0;  // byte address of the triangle record; of a leaf
  bool leaf = false;
};

// Only the coefficients of the DOPs are valid here.
struct NodePair {
  std::array<DopNode, 2> dops;
  std::array<NodeLinks, 2> links;
};

struct NodeFormat {
  // The words of one member: the first one, and the one behind the last. Those of both may be mixed.
  struct Span {
    std::uint32_t begin, end;
  };

  const char* name;
  std::uint32_t
      pair_bytes;  // whole words, at most pair_stride; 0: there are no nodes, triangle records alone
  std::uint32_t pair_stride;  // bytes from a pair to the next one in its block, at most a block
  std::uint32_t most_k;       // coefficients that a DOP has room for; 0: other volumes than DOPs
  std::array<Span, 2> members;

  // For DOPs only: the word of a pair in which a coefficient is complete.
  std::uint32_t (*coefficient_word)(std::uint32_t member, std::uint32_t coefficient);
  // For DOPs only: all words of a pair.
  void (*encode)(const NodePair& pair, std::uint32_t* words);
  // For DOPs only: sets the coefficients of both members and leaves the other fields.
  void (*decode_dops)(const std::uint32_t* words, std::array<DopNode, 2>& dops);
  void (*decode_links)(const std::uint32_t* words, std::array<NodeLinks, 2>& links);

  // A leaf has no DOP: its words from members[].begin on are its triangle record (triangle_record.h), and its
  // link is the address of that record, which is its own address. The decoded DOP of a leaf has no meaning.
  bool triangle_leaves = false;
  // For other volumes only: the tree gives their words as it stores them (volume_tree.h); this function adds the links.
  void (*encode_links)(const std::array<NodeLinks, 2>& links, std::uint32_t* words) = nullptr;
  // A pair cannot be decoded without the box of its parent. Its reader gets the pair's address, in the last of
  // kMostPairWords words.
  bool needs_parent = false;
  // Leaves have no nodes: a triangle record lies in a leaf's place (leafless_pair.h). Bytes and words of this format are
  // those of a pair without a leaf. Numbers have gaps, and bits of an address say which members are leaves.
  bool leafless = false;

  bool has_dops() const { return most_k > 0; }
  bool has_nodes() const { return pair_bytes > 0; }
  std::uint32_t pairs_per_block() const { return kSdramBlockBytes / pair_stride; }
  std::uint32_t numbers_per_block() const { return leafless ? kLeaflessNumbers : pairs_per_block(); }
  // Bytes from the begin of a block to the pair so many numbers behind its first one.
  std::uint32_t offset_of(std::uint32_t number) const {
    if (leafless) return leafless_address(number) & ~kBelowPairs;
    if (pair_stride == kSdramBlockBytes) return number * kSdramBlockBytes;
    return number / pairs_per_block() * kSdramBlockBytes + number % pairs_per_block() * pair_stride;
  }
  // The most beats that a read of one pair takes, for any place in its block; in a leafless format, for the longest pair.
  std::uint32_t beats(std::uint32_t bus_bytes) const;
  // The pair at this address: its beats, its bytes, the words of its members, and their links.
  std::uint32_t beats_at(std::uint32_t address, std::uint32_t bus_bytes) const;
  std::uint32_t bytes_at(std::uint32_t address) const;
  std::array<Span, 2> members_at(std::uint32_t address) const;
  std::array<NodeLinks, 2> links_at(std::uint32_t address, const std::uint32_t* words) const;
  // Whether a pair takes the same number of beats at every place.
  bool suits_bus(std::uint32_t bus_bytes) const;
  // The bytes of whole blocks for so many pairs.
  std::uint64_t bytes_of(std::uint64_t pairs) const {
    if (!has_nodes()) return 0;
    return (pairs + pairs_per_block() - 1) / pairs_per_block() * kSdramBlockBytes;
  }
  // The list word, without a mask, of a pair of the object that lies from `base` on.
  std::uint32_t list_word(std::uint32_t base, std::uint32_t number) const {
    return (base / kSdramBlockBytes * numbers_per_block() + number) << kPairNumberBit;
  }
  // The address of a list word's pair, without a mask. If a broken link has bits set below the number, the result is an
  // address that no pair has.
  std::uint32_t address_of(std::uint32_t list_word) const {
    if (leafless)
      return leafless_address(list_word >> kPairNumberBit) | ((list_word & ~kPairNumberBits) != 0 ? 1 : 0);
    return offset_of(list_word >> kPairNumberBit) + (list_word & ~kPairNumberBits);
  }
  // The same if only the members of a mask are needed: a single one of two leaves is read like a pair with one leaf.
  std::uint32_t address_of(std::uint32_t list_word, std::uint32_t mask) const;

 private:
  static constexpr std::uint32_t kLeaflessNumbers = 16, kBelowPairs = 15;
  std::uint32_t leafless_address(std::uint32_t number) const;
};

// Today's: two records of 128 bytes, a block for each pair (§3.3, §4.1, §4.5).
extern const NodeFormat kDop128;
// The same, with leaves that hold their triangles instead of DOPs (§3.3).
extern const NodeFormat kTriangle128;
// Oriented boxes (docs/obb.md), 64 bytes each with nine numbers of a rotation, or 40 with three of a quaternion.
extern const NodeFormat kObb64, kObb40;
// Axis-aligned boxes (docs/aabb.md), 32 bytes each with six planes, or 21 with three.
extern const NodeFormat kAabb32, kAabb21;
// The same without leaves.
extern const NodeFormat kAabb32Leafless, kAabb21Leafless;
// The format of a machine without a tree. The list word of pair 0 is where the records begin.
extern const NodeFormat kNoNodes;

}  // namespace collisionchip
