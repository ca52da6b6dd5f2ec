#include "collisionchip/reference/image/node_format.h"

#include <algorithm>
#include <cstring>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/image/leafless_pair.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kRecordWords = 32, kCoefficients = 28;
constexpr std::uint32_t kChildWord = 28, kTriangleWord = 29, kFlagsWord = 30;
constexpr std::uint32_t kLeafFlag = 1;

std::uint32_t coefficient_word(std::uint32_t member, std::uint32_t coefficient) {
  return member * kRecordWords + coefficient;
}

void encode(const NodePair& pair, std::uint32_t* words) {
  for (std::size_t member = 0; member < 2; ++member, words += kRecordWords) {
    const NodeLinks& links = pair.links[member];
    for (std::uint32_t i = 0; i < kCoefficients; ++i) words[i] = bits_of(pair.dops[member].d[i]);
    words[kChildWord] = links.child;
    words[kTriangleWord] = links.triangle;
    words[kFlagsWord] = links.leaf ? kLeafFlag : 0;
    words[kFlagsWord + 1] = 0;
  }
}

void decode_dops(const std::uint32_t* words, std::array<DopNode, 2>& dops) {
  for (std::size_t member = 0; member < 2; ++member)
    std::memcpy(dops[member].d.data(), words + member * kRecordWords, 4 * kCoefficients);
}

void decode_links(const std::uint32_t* words, std::array<NodeLinks, 2>& links) {
  for (std::size_t member = 0; member < 2; ++member, words += kRecordWords)
    links[member] = {words[kChildWord], words[kTriangleWord], (words[kFlagsWord] & kLeafFlag) != 0};
}

constexpr NodeFormat records_of_128_bytes(const char* name, bool triangle_leaves) {
  return {name,
          8 * kRecordWords,
          kSdramBlockBytes,
          kMaxK,
          {{{0, kRecordWords}, {kRecordWords, 2 * kRecordWords}}},
          coefficient_word,
          encode,
          decode_dops,
          decode_links,
          triangle_leaves};
}

// Records of so many words, one of them a link with its lowest bit set in a leaf.
template <std::uint32_t kWords, std::uint32_t kLink>
void encode_tagged_links(const std::array<NodeLinks, 2>& links, std::uint32_t* words) {
  for (std::size_t member = 0; member < 2; ++member)
    words[member * kWords + kLink] =
        links[member].leaf ? links[member].triangle | kLeafFlag : links[member].child;
}

template <std::uint32_t kWords, std::uint32_t kLink>
void decode_tagged_links(const std::uint32_t* words, std::array<NodeLinks, 2>& links) {
  for (std::size_t member = 0; member < 2; ++member) {
    const std::uint32_t link = words[member * kWords + kLink];
    const bool leaf = (link & kLeafFlag) != 0;
    links[member] = {leaf ? 0 : link, leaf ? link & ~kLeafFlag : 0, leaf};
  }
}

template <std::uint32_t kWords>
constexpr NodeFormat boxes(const char* name) {
  return {name,
          8 * kWords,
          8 * kWords,
          0,
          {{{0, kWords}, {kWords, 2 * kWords}}},
          nullptr,
          nullptr,
          nullptr,
          decode_tagged_links<kWords, kWords - 1>,
          false,
          encode_tagged_links<kWords, kWords - 1>};
}

std::uint32_t beats_from(std::uint32_t offset, std::uint32_t bytes, std::uint32_t bus_bytes) {
  return (offset % bus_bytes + bytes + bus_bytes - 1) / bus_bytes;
}

}  // namespace

std::uint32_t NodeFormat::beats(std::uint32_t bus_bytes) const {
  if (leafless) return beats_from(0, leafless::shape_of(*this, leafless::kBothLeaves).bytes, bus_bytes);
  std::uint32_t most = 0;
  for (std::uint32_t place = 0; place < pairs_per_block(); ++place)
    most = std::max(most, beats_from(place * pair_stride, pair_bytes, bus_bytes));
  return most;
}

std::uint32_t NodeFormat::beats_at(std::uint32_t address, std::uint32_t bus_bytes) const {
  return beats_from(leafless ? address & leafless::kAddressBits : address, bytes_at(address), bus_bytes);
}

std::uint32_t NodeFormat::bytes_at(std::uint32_t address) const {
  return leafless ? leafless::shape_of(*this, leafless::leaves_of(address)).bytes : pair_bytes;
}

std::array<NodeFormat::Span, 2> NodeFormat::members_at(std::uint32_t address) const {
  return leafless ? leafless::shape_of(*this, leafless::leaves_of(address)).members : members;
}

std::array<NodeLinks, 2> NodeFormat::links_at(std::uint32_t address, const std::uint32_t* words) const {
  std::array<NodeLinks, 2> links;
  if (!leafless) {
    decode_links(words, links);
    return links;
  }
  const std::uint32_t leaves = leafless::leaves_of(address);
  decode_links(leafless::nodes_in(*this, leaves, words).data(), links);
  for (std::uint32_t member = 0; member < 2; ++member) {
    NodeLinks& link = links[member];
    const std::uint32_t record = 4 * members_at(address)[member].begin;
    const bool leaf = (leaves >> member & 1u) != 0;
    // An inner node has no bit that could make it a leaf.
    if (leaf) link = {0, (address & leafless::kAddressBits) + record, true};
    if (!leaf && link.leaf) link = {link.triangle | kLeafFlag, 0, false};
  }
  return links;
}

std::uint32_t NodeFormat::address_of(std::uint32_t list_word, std::uint32_t mask) const {
  const std::uint32_t address = address_of(list_word);
  const bool one_of_two =
      leafless && (mask == 1 || mask == 2) && (address & ~leafless::kAddressBits) == leafless::kLeavesBits;
  if (!one_of_two) return address;
  return (address & leafless::kAddressBits) + 4 * members_at(address)[mask >> 1].begin +
         (mask << leafless::kLeavesBit);
}

std::uint32_t NodeFormat::leafless_address(std::uint32_t number) const {
  return number / kLeaflessNumbers * kSdramBlockBytes +
         leafless::address_of(*this, number % kLeaflessNumbers);
}

bool NodeFormat::suits_bus(std::uint32_t bus_bytes) const {
  if (pair_stride % bus_bytes == 0) return true;
  if (has_dops()) return false;  // the DOP Unit wants each coefficient in one and the same beat
  const std::uint32_t beats = beats_from(0, pair_bytes, bus_bytes);
  for (std::uint32_t place = 1; place < pairs_per_block(); ++place) {
    if (beats_from(place * pair_stride, pair_bytes, bus_bytes) != beats) return false;
  }
  return true;
}

const NodeFormat kDop128 = records_of_128_bytes("dop128", false);
const NodeFormat kTriangle128 = records_of_128_bytes("triangle128", true);
const NodeFormat kNoNodes = {"no nodes", 0,       kSdramBlockBytes, 0,      {{{0, 0}, {0, 0}}},
                             nullptr,    nullptr, nullptr,          nullptr};
const NodeFormat kObb64 = boxes<16>("obb64");
const NodeFormat kObb40 = boxes<10>("obb40");

namespace {

constexpr NodeFormat kSixPlaneNodes = {"aabb32",
                                       64,
                                       64,
                                       0,
                                       {{{0, 8}, {8, 16}}},
                                       nullptr,
                                       nullptr,
                                       nullptr,
                                       decode_tagged_links<8, 6>,
                                       false,
                                       encode_tagged_links<8, 6>};
// 42 bytes, and two of none before the flags' word is full; 48 from pair to pair begin at no odd beat.
constexpr NodeFormat kThreePlaneNodes = {"aabb21",
                                         44,
                                         48,
                                         0,
                                         {{{0, 5}, {5, 11}}},
                                         nullptr,
                                         nullptr,
                                         nullptr,
                                         decode_tagged_links<5, 3>,
                                         false,
                                         encode_tagged_links<5, 3>,
                                         true};

constexpr NodeFormat without_leaves(NodeFormat format, const char* name) {
  format.name = name;
  format.triangle_leaves = format.leafless = true;
  return format;
}

}  // namespace

const NodeFormat kAabb32 = kSixPlaneNodes, kAabb21 = kThreePlaneNodes;
const NodeFormat kAabb32Leafless = without_leaves(kSixPlaneNodes, "aabb32-leafless"),
                 kAabb21Leafless = without_leaves(kThreePlaneNodes, "aabb21-leafless");

}  // namespace collisionchip
