// A bounding volume in an encoding: how an object's tree is built, how many bytes its nodes take, and how two of
// them are asked for the pairs of triangles that intersect. Every format answers exactly: after decoding, a
// volume encloses its triangles, so no pair is lost, and the triangles themselves decide.
//
// This is what `collisionchip trees` compares (docs/volumes.md). The k-DOPs of the chip are one of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

// One object: its tree in a format, and its triangles.
class FormatTree {
 public:
  virtual ~FormatTree() = default;

  virtual std::uint64_t nodes() const = 0;  // that are stored, leaves too where the format has them
  virtual std::uint64_t bytes() const = 0;  // of the nodes, without the triangles
  virtual int depth() const = 0;            // levels of nodes below the root, 0 for a single triangle
  // Sibling pairs that its queries have decoded so far, of a tree that keeps some of them.
  virtual std::optional<std::uint64_t> decoded_pairs() const { return std::nullopt; }
};

class TreeFormat {
 public:
  virtual ~TreeFormat() = default;

  virtual std::string name() const = 0;    // of `tree.format`
  virtual std::string volume() const = 0;  // "dop", "group" of them, "obb" or "aabb"
  // Number of slab directions times two that its DOPs may have; none for other volumes.
  virtual std::vector<int> ks() const { return {}; }
  virtual std::vector<std::string> builders() const = 0;    // of `tree.builder`; the default first
  virtual std::vector<std::string> traversals() const = 0;  // the default first

  // Whether a node may have so many children, and a leaf so many triangles.
  virtual bool has_shape(int degree, int leaf_size) const { return degree == 2 && leaf_size == 1; }

  // InputError when the mesh has no triangle, or when options ask for what the format does not have. The same
  // mesh and options give the same tree, bit by bit.
  virtual std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const = 0;

  // Both trees have this format and were built with the same options. `traversal`: one of traversals().
  virtual QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose,
                            const QueryOptions& options, const std::string& traversal) const = 0;

  // The tree as the chip's memory image takes it; nullptr: the chip has no such format.
  virtual const CollisionObject* chip_object(const FormatTree&) const { return nullptr; }
};

// All of them, in the order in which tables show them: DOPs, groups of them, OBBs from the most bytes to the least, AABBs.
const std::vector<const TreeFormat*>& tree_formats();
// InputError that names the nearest one when there is no such format.
const TreeFormat& tree_format(const std::string& name);

}  // namespace collisionchip
