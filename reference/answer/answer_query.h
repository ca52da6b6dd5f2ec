// The pairs of a query, as fast as this host can find them.
#pragma once

#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/root_boxes.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

// An object and what an answer needs besides: boxes, the compact tree, and triangle records by the numbers of their leaves. The
// object must outlive it.
struct AnswerObject {
  const CollisionObject& object;
  RootBoxes boxes;
  CompactTree compact;
  std::vector<TriangleRecord> triangles;  // by the numbers of their leaves

  explicit AnswerObject(const CollisionObject& of);

 private:
  void find_first_contact_with_itself() const;
};

// The pairs that list_traversal finds, sorted, or whether there is one; by another way through the same trees, so that the
// counters are its own.
QueryResult answer_query(const AnswerObject& a, const AnswerObject& b, const Pose& pose,
                         const QueryOptions& options = {});
// The same in vectors of a certain width: of sixteen bytes for levels four and eight, of 64 for sixteen. std::invalid_argument when
// the level is not present.
QueryResult answer_query(const AnswerObject& a, const AnswerObject& b, const Pose& pose,
                         const QueryOptions& options, FilterLevel level);

}  // namespace collisionchip
