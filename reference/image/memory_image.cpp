#include "collisionchip/reference/image/memory_image.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "collisionchip/reference/image/leafless_pair.h"
#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/dop_tree.h"

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
    throw InputError("memory image",
                     "the address of a " + std::string(what) + " in [" + std::to_string(begin) + ", " +
                         std::to_string(end) + ")",
                     ", got " + std::to_string(address));
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
  } else if (!image.format->triangle_leaves) {
    const std::uint64_t begin = std::uint64_t{image.base} + image.triangles_at;
    const std::uint64_t end = begin + std::uint64_t{triangle_count} * kTriangleBytes;
    node.triangle = number_at(links.triangle, begin, end, kTriangleBytes, "record");
  }
}

std::uint32_t leaf_address(const MemoryImage& image, std::uint32_t pair, std::size_t member) {
  return image.base + image.format->offset_of(pair) + 4 * image.format->members[member].begin;
}

// The words of a leaf from its corners on.
TriangleWords words_at(const std::uint32_t* record) {
  TriangleWords words{};
  std::copy_n(record, kTriangleDataWords, words.begin());
  return words;
}

// What a leaf holds instead of a DOP; its DOP is made again.
void read_leaf(const MemoryImage& image, std::uint32_t pair, std::size_t member, int k,
               const NodeLinks& links, DopNode& node) {
  const std::uint32_t address = leaf_address(image, pair, member);
  number_at(links.triangle, address, std::uint64_t{address} + 1, kTriangleBytes, "leaf");
  const TriangleRecord triangle =
      decode_triangle(words_at(image.pair(pair) + image.format->members[member].begin));
  node = leaf_dop(k, triangle.corners, triangle.triangle);
}

std::vector<DopNode> read_nodes(const MemoryImage& image, int k, std::uint32_t triangle_count) {
  const auto pairs = static_cast<std::uint32_t>(pairs_of(triangle_count));
  std::vector<DopNode> nodes;
  nodes.reserve(2 * std::size_t{pairs});
  for (std::uint32_t pair = 0; pair < pairs; ++pair) {
    NodePair read;
    image.format->decode_dops(image.pair(pair), read.dops);
    image.format->decode_links(image.pair(pair), read.links);
    for (std::size_t member = 0; member < 2; ++member) {
      read_links(image, pair, triangle_count, read.links[member], read.dops[member]);
      const bool used = (image.root_mask >> member & 1u) != 0;  // the only pair may have one member
      if (image.format->triangle_leaves && read.links[member].leaf && used)
        read_leaf(image, pair, member, k, read.links[member], read.dops[member]);
      nodes.push_back(read.dops[member]);
    }
  }
  return nodes;
}

// The words of an object's triangle, in the place of a leaf.
void put_record(const CollisionObject& object, std::uint32_t triangle, std::uint32_t* words) {
  const TriangleWords record = encode_triangle(object.triangles[triangle]);
  std::copy_n(record.begin(), kTriangleDataWords, words);
}

// The links of a pair of other volumes than DOPs.
std::array<NodeLinks, 2> volume_links(const MemoryImage& image, const VolumeTree& volumes,
                                      std::uint32_t pair) {
  std::array<NodeLinks, 2> links;
  for (std::uint32_t member = 0; member < 2; ++member) {
    const VolumeLink link = volumes.link(pair, member);
    links[member].leaf = link.leaf;
    if (link.leaf) {
      links[member].triangle = image.base + image.triangles_at + link.number * kTriangleBytes;
    } else {
      links[member].child = image.format->list_word(image.base, volumes.number(link.number));
    }
  }
  return links;
}

// The words of both nodes, where they lie with leaves or without.
void put_volumes(const MemoryImage& image, const VolumeTree& volumes, std::uint32_t pair,
                 std::uint32_t* words) {
  for (std::uint32_t member = 0; member < 2; ++member) {
    const NodeFormat::Span& span = image.format->members[member];
    std::copy_n(volumes.words(pair, member), span.end - span.begin, words + span.begin);
  }
  image.format->encode_links(volume_links(image, volumes, pair), words);
}

void write_leafless(MemoryImage& image, const CollisionObject& object, std::uint32_t pair) {
  const VolumeTree& volumes = *object.volumes;
  std::uint32_t* const words = image.pair(volumes.number(pair));
  const std::uint32_t address = image.format->address_of(image.format->list_word(0, volumes.number(pair)));
  const std::uint32_t leaves = leafless::leaves_of(address);
  leafless::NodeWords nodes{};
  put_volumes(image, volumes, pair, nodes.data());
  leafless::put_nodes(*image.format, leaves, nodes, words);
  for (std::uint32_t member = 0; member < 2; ++member) {
    const bool used = (image.root_mask >> member & 1u) != 0;
    if ((leaves >> member & 1u) == 0 || !used) continue;
    put_record(object, volumes.link(pair, member).number,
               words + leafless::shape_of(*image.format, leaves).members[member].begin);
  }
}

void write_volumes(MemoryImage& image, const CollisionObject& object, std::uint32_t pair) {
  if (image.format->leafless) return write_leafless(image, object, pair);
  put_volumes(image, *object.volumes, pair, image.pair(pair));
}

// One behind the last number of an object's pairs.
std::uint32_t numbers_end(const NodeFormat& format, const CollisionObject& object) {
  const std::uint32_t pairs = format.has_nodes() ? object.tree.pair_count() : 0;
  if (!format.leafless) return pairs;
  std::uint32_t last = 0;
  for (std::uint32_t pair = 0; pair < pairs; ++pair) last = std::max(last, object.volumes->number(pair));
  return last + 1;
}

void check_volumes(const NodeFormat& format, const CollisionObject& object) {
  if (!format.has_nodes() || format.has_dops()) return;
  if (!object.volumes || object.volumes->node_format() != format.name)
    throw std::invalid_argument(std::string("memory image: the object has no tree in ") + format.name);
}

NodeLinks links_of(const MemoryImage& image, std::uint32_t pair, std::size_t member, const DopNode& node) {
  if (!node.is_leaf()) return {image.format->list_word(image.base, node.child), 0, false};
  if (image.format->triangle_leaves) return {0, leaf_address(image, pair, member), true};
  return {0, image.base + image.triangles_at + node.triangle * kTriangleBytes, true};
}

void write_pair(MemoryImage& image, const CollisionObject& object, std::uint32_t pair) {
  if (!image.format->has_dops()) return write_volumes(image, object, pair);
  const DopTree& tree = object.tree;
  const std::array<DopNode, 2> nodes = {tree.node(pair, 0), tree.node(pair, 1)};
  NodePair written = {nodes, {links_of(image, pair, 0, nodes[0]), links_of(image, pair, 1, nodes[1])}};
  const bool triangles = image.format->triangle_leaves;
  for (std::size_t member = 0; triangles && member < 2; ++member) {
    if (nodes[member].is_leaf()) written.dops[member].d = {};
  }
  image.format->encode(written, image.pair(pair));
  for (std::size_t member = 0; triangles && member < 2; ++member) {
    const bool used = (image.root_mask >> member & 1u) != 0;
    if (!nodes[member].is_leaf() || !used) continue;
    put_record(object, nodes[member].triangle, image.pair(pair) + image.format->members[member].begin);
  }
}

// The records, by triangle number.
std::vector<TriangleRecord> read_triangles(const MemoryImage& image, std::uint32_t triangle_count) {
  std::vector<TriangleRecord> triangles(triangle_count);
  std::vector<bool> here(triangle_count, false);
  const auto take = [&](const std::uint32_t* record) {
    const TriangleRecord triangle = decode_triangle(words_at(record));
    if (triangle.triangle >= triangle_count || here[triangle.triangle])
      throw InputError("memory image", "each triangle once", ", got " + std::to_string(triangle.triangle));
    here[triangle.triangle] = true;
    triangles[triangle.triangle] = triangle;
  };
  for (std::uint32_t pair = 0; pair < pairs_of(triangle_count); ++pair) {
    std::array<NodeLinks, 2> links;
    image.format->decode_links(image.pair(pair), links);
    for (std::size_t member = 0; member < 2; ++member) {
      const bool used = (image.root_mask >> member & 1u) != 0;
      if (links[member].leaf && used) take(image.pair(pair) + image.format->members[member].begin);
    }
  }
  return triangles;
}

// The same if each triangle has its own record.
std::vector<TriangleRecord> read_records(const MemoryImage& image, std::uint32_t triangle_count) {
  std::vector<TriangleRecord> triangles;
  for (std::uint32_t number = 0; number < triangle_count; ++number) {
    TriangleWords words;
    std::copy_n(image.triangle(number), words.size(), words.begin());
    triangles.push_back(decode_triangle(words));
    if (triangles.back().triangle != number) {
      throw InputError("memory image", "triangle " + std::to_string(number),
                       ", got " + std::to_string(triangles.back().triangle));
    }
  }
  return triangles;
}

// A tree for triangles that had none in the image.
CollisionObject object_of(std::vector<TriangleRecord> triangles, int k) {
  Mesh mesh;
  for (const TriangleRecord& triangle : triangles) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), triangle.corners.begin(), triangle.corners.end());
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  TreeOptions options;
  options.k = k;
  CollisionObject object = CollisionObject::build(mesh, options);
  object.triangles = std::move(triangles);
  return object;
}

}  // namespace

std::uint64_t pairs_bytes(const NodeFormat& format, std::uint64_t triangle_count) {
  if (format.leafless)
    return (triangle_count * kTriangleBytes + kSdramBlockBytes - 1) / kSdramBlockBytes * kSdramBlockBytes;
  return format.bytes_of(pairs_of(triangle_count));
}

std::uint64_t image_bytes(const NodeFormat& format, std::uint64_t triangle_count) {
  return pairs_bytes(format, triangle_count) + (format.triangle_leaves ? 0 : triangle_count * kTriangleBytes);
}

std::uint64_t image_bytes(const NodeFormat& format, const CollisionObject& object) {
  if (!format.leafless) return image_bytes(format, object.tree.triangle_count());
  check_volumes(format, object);
  return (numbers_end(format, object) / format.numbers_per_block() + 1) * std::uint64_t{kSdramBlockBytes};
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
  check_volumes(format, object);
  const std::uint64_t bytes = image_bytes(format, object);
  const std::uint64_t end_pair =
      std::uint64_t{base} / kSdramBlockBytes * format.numbers_per_block() + numbers_end(format, object);
  if (base % kSdramBlockBytes != 0 || base + bytes > (std::uint64_t{1} << 32) || end_pair > kMostPairs) {
    throw InputError("memory image", std::to_string(bytes) + " bytes to fit below 4 GiB at a multiple of 256",
                     ", got base " + std::to_string(base));
  }
  MemoryImage image(format, base, object.tree.triangle_count());
  image.words.resize(bytes / 4);
  if (format.leafless) image.root_pair = format.list_word(base, object.volumes->number(0));
  const std::uint32_t pairs = format.has_nodes() ? object.tree.pair_count() : 0;
  for (std::uint32_t pair = 0; pair < pairs; ++pair) write_pair(image, object, pair);
  if (format.triangle_leaves) return image;
  for (std::uint32_t number = 0; number < object.triangles.size(); ++number) {
    const TriangleWords words = encode_triangle(object.triangles[number]);
    std::copy(words.begin(), words.end(), image.triangle(number));
  }
  return image;
}

CollisionObject read_memory_image(const MemoryImage& image, int k, std::uint32_t triangle_count) {
  if (image.format->has_nodes() && !image.format->has_dops())
    throw InputError(std::string("memory image: nodes in ") + image.format->name + " cannot be read back");
  const std::uint64_t bytes = image_bytes(*image.format, triangle_count);
  if (triangle_count == 0 || image.bytes() != bytes ||
      image.triangles_at != pairs_bytes(*image.format, triangle_count)) {
    throw InputError("memory image",
                     "the pairs and records of " + std::to_string(triangle_count) + " triangles, " +
                         std::to_string(bytes) + " bytes",
                     ", got " + std::to_string(image.bytes()));
  }
  if (!image.format->has_nodes()) return object_of(read_records(image, triangle_count), k);
  CollisionObject object{DopTree(k, read_nodes(image, k, triangle_count), triangle_count), {}};
  object.triangles = image.format->triangle_leaves ? read_triangles(image, triangle_count)
                                                   : read_records(image, triangle_count);
  return object;
}

}  // namespace collisionchip
