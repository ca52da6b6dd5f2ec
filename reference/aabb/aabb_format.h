// The nodes of an AABB tree in bytes: five layouts, little endian (docs/aabb.md has them to the byte).
//
//   aabb32            inner 32: box, left, right · leaf 28: box, triangle
//   aabb21            root 33: box, left, right, flags · inner 21: own planes, left, right, flags · leaf 28
//   aabb32_leafless   inner 32: a child that is a leaf is its triangle's number
//   aabb21_leafless   root 33, inner 21, likewise
//   aabb21_pairs      likewise; two inner siblings share 42: six planes, then both nodes' left, right, flags
//
// Inner nodes lie one behind the other, the root first; leaves behind them, where there are any. left and
// right are the numbers of an inner node, of a leaf, or of a triangle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/aabb/aabb_tree.h"
#include "collisionchip/reference/aabb/plane_flags.h"

namespace collisionchip {

enum class AabbLayout { aabb32, aabb21, aabb32_leafless, aabb21_leafless, aabb21_pairs };

constexpr bool has_leaves(AabbLayout layout) {
  return layout == AabbLayout::aabb32 || layout == AabbLayout::aabb21;
}
constexpr bool has_flags(AabbLayout layout) {
  return layout != AabbLayout::aabb32 && layout != AabbLayout::aabb32_leafless;
}
// Two inner siblings own six planes together, however many of them are either one's: nothing has to grow for
// it.
constexpr bool has_paired_planes(AabbLayout layout) {
  return layout == AabbLayout::aabb21_pairs;
}

constexpr std::size_t kBoxBytes = 24, kOwnPlaneBytes = 12;
constexpr std::size_t kWholeNodeBytes = 32;  // of aabb32
constexpr std::size_t kRootBytes = 33, kFlagNodeBytes = 21;
constexpr std::size_t kFlagLinkBytes = 9;  // left, right, flags
constexpr std::size_t kAabbLeafBytes = 28;
// Without flags, bit 31 of a child's number says that it is a leaf; with flags, their bits 6 (left) and 7
// (right).
constexpr std::uint32_t kLeafTag = 0x80000000u;

// Where a node begins and where its two numbers stand, with flags behind them if it has any.
constexpr std::size_t inner_node_offset(AabbLayout layout, std::size_t node) {
  return !has_flags(layout) ? node * kWholeNodeBytes
         : node == 0        ? 0
                            : kRootBytes + (node - 1) * kFlagNodeBytes;
}
constexpr std::size_t links_offset(AabbLayout layout, std::size_t node) {
  return inner_node_offset(layout, node) + (has_flags(layout) && node > 0 ? kOwnPlaneBytes : kBoxBytes);
}
constexpr std::size_t leaf_offset(AabbLayout layout, std::size_t triangles, std::size_t leaf) {
  return inner_node_offset(layout, triangles - 1) + leaf * kAabbLeafBytes;
}

// The storage that an object needs, term by term: M = inner + leaves + vertices + indices.
struct AabbStorage {
  std::uint64_t inner, leaves;      // nodes of the tree
  std::uint64_t vertices, indices;  // nine float32 and three numbers a triangle

  std::uint64_t total() const { return inner + leaves + vertices + indices; }
};
AabbStorage aabb_storage(AabbLayout layout, std::uint32_t triangles);

struct AabbImage {
  AabbLayout layout;
  std::uint32_t triangles;
  Aabb root;  // encloses all boxes
  std::vector<std::uint8_t> bytes;

  std::uint64_t node_count() const { return triangles - 1 + (has_leaves(layout) ? triangles : 0); }
};

// `choice`: of nodes whose children do not share their planes.
AabbImage encode(const AabbTree& tree, AabbLayout layout, PlaneChoice choice = PlaneChoice::any);

}  // namespace collisionchip
