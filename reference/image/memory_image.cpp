#include "collisionchip/reference/image/memory_image.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kMostPairs = std::uint64_t{1} << (32 - kPairNumberBit);  // that list words can name

// A binary tree, its root left out.
std::uint64_t pairs_of(std::uint64_t triangle_count) {
  return triangle_count > 1 ? triangle_count - 1 : 1;
}

// The number, within [begin, end) at so many bytes each, of what lies at `address`.
std::uint32_t number_at(std::uint32_t address, std::uint64_t begin, std::uint64_t end, std::uint32_t bytes,
                        const char* what) {
  if (address < begin || address >= end || (address - begin) % bytes != 0) {
    throw InputError("memory image: expected the address of a " + std::string(what) + " in [" +
                     std::to_string(begin) + ", " + std::to_string(end) + "), got " +
                     std::to_string(address));
  }
  return static_cast<std::uint32_t>((address - begin) / bytes);
}

// Children lie behind their parents, so that no chain of links can run in a circle.
void read_links(const MemoryImage& image, std::uint32_t pair, std::uint32_t triangle_count,
                const NodeLinks& links, DopNode& node) {
  if (!links.leaf) {
    const std::uint64_t begin = image.format->list_word(image.base, pair + 1);
    const std::uint64_t end = begin + ((pairs_of(triangle_count) - pair - 1) << kPairNumberBit);
    node.child = pair + 1 + number_at(links.child, begin, end, 1u << kPairNumberBit, "pair");
  } else {
    const std::uint64_t begin = std::uint64_t{image.base} + image.triangles_at;
    const std::uint64_t end = begin + std::uint64_t{triangle_count} * kTriangleBytes;
    node.triangle = number_at(links.triangle, begin, end, kTriangleBytes, "record");
  }
}

std::vector<DopNode> read_nodes(const MemoryImage& image, std::uint32_t triangle_count) {
  const auto pairs = static_cast<std::uint32_t>(pairs_of(triangle_count));
  std::vector<DopNode> nodes;
  nodes.reserve(2 * std::size_t{pairs});
  for (std::uint32_t pair = 0; pair < pairs; ++pair) {
    NodePair read;
    image.format->decode_dops(image.pair(pair), read.dops);
    image.format->decode_links(image.pair(pair), read.links);
    for (std::size_t member = 0; member < 2; ++member) {
      read_links(image, pair, triangle_count, read.links[member], read.dops[member]);
      nodes.push_back(read.dops[member]);
    }
  }
  return nodes;
}

NodeLinks links_of(const MemoryImage& image, const DopNode& node) {
  if (node.is_leaf()) return {0, image.base + image.triangles_at + node.triangle * kTriangleBytes, true};
  return {image.format->list_word(image.base, node.child), 0, false};
}

}  // namespace

std::uint64_t pairs_bytes(const NodeFormat& format, std::uint64_t triangle_count) {
  return format.bytes_of(pairs_of(triangle_count));
}

std::uint64_t image_bytes(const NodeFormat& format, std::uint64_t triangle_count) {
  return pairs_bytes(format, triangle_count) + triangle_count * kTriangleBytes;
}

MemoryImage::MemoryImage(const NodeFormat& node_format, std::uint32_t base_address,
                         std::uint32_t triangle_count)
    : format(&node_format),
      base(base_address),
      root_pair(format->list_word(base, 0)),
      root_mask(triangle_count == 1 ? 1 : 3),
      triangles_at(static_cast<std::uint32_t>(pairs_bytes(*format, triangle_count))),
      words(image_bytes(*format, triangle_count) / 4) {}

std::size_t MemoryImage::word_of_triangle(std::uint32_t number) const {
  return (triangles_at + std::size_t{number} * kTriangleBytes) / 4;
}

MemoryImage make_memory_image(const NodeFormat& format, const CollisionObject& object, std::uint32_t base) {
  const std::uint64_t bytes = image_bytes(format, object.tree.triangle_count());
  const std::uint64_t end_pair =
      std::uint64_t{base} / kSdramBlockBytes * format.pairs_per_block() + object.tree.pair_count();
  if (base % kSdramBlockBytes != 0 || base + bytes > (std::uint64_t{1} << 32) || end_pair > kMostPairs) {
    throw InputError("memory image: expected " + std::to_string(bytes) +
                     " bytes to fit below 4 GiB at a multiple of 256, got base " + std::to_string(base));
  }
  MemoryImage image(format, base, object.tree.triangle_count());
  for (std::uint32_t pair = 0; pair < object.tree.pair_count(); ++pair) {
    const NodePair nodes = {
        {object.tree.node(pair, 0), object.tree.node(pair, 1)},
        {links_of(image, object.tree.node(pair, 0)), links_of(image, object.tree.node(pair, 1))}};
    format.encode(nodes, image.pair(pair));
  }
  for (std::uint32_t number = 0; number < object.triangles.size(); ++number) {
    const TriangleWords words = encode_triangle(object.triangles[number]);
    std::copy(words.begin(), words.end(), image.triangle(number));
  }
  return image;
}

CollisionObject read_memory_image(const MemoryImage& image, int k, std::uint32_t triangle_count) {
  const std::uint64_t bytes = image_bytes(*image.format, triangle_count);
  if (triangle_count == 0 || image.bytes() != bytes ||
      image.triangles_at != pairs_bytes(*image.format, triangle_count)) {
    throw InputError("memory image: expected the pairs and records of " + std::to_string(triangle_count) +
                     " triangles, " + std::to_string(bytes) + " bytes, got " + std::to_string(image.bytes()));
  }
  CollisionObject object{DopTree(k, read_nodes(image, triangle_count), triangle_count), {}};
  for (std::uint32_t number = 0; number < triangle_count; ++number) {
    TriangleWords words;
    std::copy_n(image.triangle(number), words.size(), words.begin());
    object.triangles.push_back(decode_triangle(words));
    if (object.triangles.back().triangle != number) {
      throw InputError("memory image: expected triangle " + std::to_string(number) + ", got " +
                       std::to_string(object.triangles.back().triangle));
    }
  }
  return object;
}

}  // namespace collisionchip
