// An object's tree of other volumes than DOPs, in addition to its DOP tree. This interface is what the memory image, the host
// and the traversal need, for any kind of volume.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/geometry/tumbled_side.h"

namespace collisionchip {

struct ListTape;
struct QueryResult;
struct TriangleQuery;

// Where a node leads: to the pair of its children, or to its triangle.
struct VolumeLink {
  bool leaf = false;
  std::uint32_t number = 0;
};

// Pairs are numbered as those of a DopTree: pair 0 holds the children of the root, or the only triangle on its
// left; children lie behind their parents.
class VolumeTree {
 public:
  virtual ~VolumeTree() = default;

  virtual std::string node_format() const = 0;  // NodeFormat::name
  // The words of a node, as many as a member of a pair has; the link in them is not valid.
  virtual const std::uint32_t* words(std::uint32_t pair, std::uint32_t side) const = 0;
  virtual VolumeLink link(std::uint32_t pair, std::uint32_t side) const = 0;
  // The pair's number in the memory image of an object at address 0 (node_format.h): the same, unless numbers there have gaps.
  virtual std::uint32_t number(std::uint32_t pair) const { return pair; }

  // The words that the host writes into the matrix memory before a query, in rows of five. The aligned tree has the same
  // format.
  virtual std::vector<std::uint32_t> matrix_words(const VolumeTree& aligned, const Pose& pose,
                                                  TumbledSide tumbled) const = 0;
  // list_traversal() (reference/traverse/query.h); `tape` may be null.
  virtual QueryResult list_traversal(const VolumeTree& aligned, const TriangleQuery& query,
                                     ListTape* tape) const = 0;
};

}  // namespace collisionchip
