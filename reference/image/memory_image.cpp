#include "collisionchip/reference/image/memory_image.h"

#include <algorithm>
#include <string>
#include <utility>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

constexpr int kMatrixWord = 9, kNumberWord = 21, kBoundWord = 22;

// The number, within records [first, last) of the image, of the one at `address`.
std::uint32_t record_at(const MemoryImage& image, std::uint32_t address, std::uint64_t first,
                        std::uint64_t last) {
  const std::uint64_t begin = image.base + first * kRecordBytes, end = image.base + last * kRecordBytes;
  if (address < begin || address >= end || address % kRecordBytes != 0) {
    throw InputError("memory image: expected the address of a record in [" + std::to_string(begin) + ", " +
                     std::to_string(end) + "), got " + std::to_string(address));
  }
  return static_cast<std::uint32_t>((address - begin) / kRecordBytes);
}

// Children lie behind their parents, so that no chain of pointers can run in a circle.
DopNode read_node(const MemoryImage& image, std::size_t number, std::uint64_t node_count) {
  const NodeRecord record = decode_node(image.records[number]);
  DopNode node = record.dop;
  if (!record.leaf) {
    const std::uint64_t first_child = 2 * (number / 2 + 1);
    const std::uint32_t child = record_at(image, record.child_address, first_child, node_count);
    if (child % 2 != 0) {
      throw InputError("memory image: expected the address of a pair, got " +
                       std::to_string(record.child_address));
    }
    node.child = static_cast<std::uint32_t>(first_child / 2) + child / 2;
  } else {
    node.triangle = record_at(image, record.triangle_address, node_count, image.records.size());
  }
  return node;
}

}  // namespace

NodeRecord decode_node(const RecordWords& words) {
  const NodeLinks links = decode_links(words);
  return {decode_dop(words), links.child_address, links.triangle_address, links.leaf};
}

RecordWords encode_node(const NodeRecord& node) {
  RecordWords words{};
  for (int i = 0; i < kChildWord; ++i) words[i] = bits_of(node.dop.d[i]);
  words[kChildWord] = node.child_address;
  words[kTriangleWord] = node.triangle_address;
  words[kFlagsWord] = node.leaf ? kLeafFlag : 0;
  return words;
}

TriangleRecord decode_triangle(const RecordWords& words) {
  TriangleRecord triangle;
  for (int c = 0; c < 3; ++c) {
    for (int axis = 0; axis < 3; ++axis) triangle.corners[c][axis] = float_of(words[3 * c + axis]);
  }
  for (int i = 0; i < 12; ++i) triangle.to_unit[i / 4][i % 4] = float_of(words[kMatrixWord + i]);
  triangle.triangle = words[kNumberWord];
  for (int i = 0; i < 3; ++i) triangle.bound[i] = float_of(words[kBoundWord + i]);
  return triangle;
}

RecordWords encode_triangle(const TriangleRecord& triangle) {
  RecordWords words{};
  for (int c = 0; c < 3; ++c) {
    for (int axis = 0; axis < 3; ++axis) words[3 * c + axis] = bits_of(triangle.corners[c][axis]);
  }
  for (int i = 0; i < 12; ++i) words[kMatrixWord + i] = bits_of(triangle.to_unit[i / 4][i % 4]);
  words[kNumberWord] = triangle.triangle;
  for (int i = 0; i < 3; ++i) words[kBoundWord + i] = bits_of(triangle.bound[i]);
  return words;
}

std::uint64_t image_bytes(std::uint64_t triangle_count) {
  const std::uint64_t pairs =
      triangle_count > 1 ? triangle_count - 1 : 1;  // a binary tree, its root left out
  return pairs * kPairBytes + triangle_count * kRecordBytes;
}

MemoryImage make_memory_image(const CollisionObject& object, std::uint32_t base) {
  if (base % kPairBytes != 0 || base + image_bytes(object) > (std::uint64_t{1} << 32)) {
    throw InputError("memory image: expected " + std::to_string(image_bytes(object)) +
                     " bytes to fit below 4 GiB at a multiple of 256, got base " + std::to_string(base));
  }
  const std::uint32_t triangles = base + object.tree.pair_count() * kPairBytes;
  MemoryImage image{base, base, object.tree.root_mask(), {}};
  image.records.reserve(image_bytes(object) / kRecordBytes);
  for (const DopNode& node : object.tree.nodes()) {
    NodeRecord record{node, 0, 0, node.is_leaf()};
    if (node.is_leaf()) {
      record.triangle_address = triangles + node.triangle * kRecordBytes;
    } else {
      record.child_address = base + node.child * kPairBytes;
    }
    image.records.push_back(encode_node(record));
  }
  for (const TriangleRecord& triangle : object.triangles) image.records.push_back(encode_triangle(triangle));
  return image;
}

CollisionObject read_memory_image(const MemoryImage& image, int k, std::uint32_t triangle_count) {
  const std::uint64_t node_count = 2 * std::max<std::uint64_t>(1, std::uint64_t{triangle_count} - 1);
  if (triangle_count == 0 || image.records.size() != node_count + triangle_count) {
    throw InputError("memory image: expected the nodes and records of " + std::to_string(triangle_count) +
                     " triangles, got " + std::to_string(image.records.size()) + " records");
  }
  std::vector<DopNode> nodes;
  nodes.reserve(node_count);
  for (std::size_t i = 0; i < node_count; ++i) nodes.push_back(read_node(image, i, node_count));
  CollisionObject object{DopTree(k, std::move(nodes), triangle_count), {}};
  for (std::size_t i = node_count; i < image.records.size(); ++i) {
    object.triangles.push_back(decode_triangle(image.records[i]));
    if (object.triangles.back().triangle != i - node_count) {
      throw InputError("memory image: expected triangle " + std::to_string(i - node_count) + ", got " +
                       std::to_string(object.triangles.back().triangle));
    }
  }
  return object;
}

}  // namespace collisionchip
