// The traversals of k-DOP trees as the paper has them: two objects, a pose, all pairs of triangles that intersect, and what each
// step counts. list_traversal() is the mirror that judges chips; who wants the pairs soon asks answer/answer_query.h.
#pragma once

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/group_shape.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/reference/traverse/transformed_nodes.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// Everything that depends on the pose: computed by software before the chip starts (§3.2, §4.3).
struct QuerySetup {
  DopTransform dop;
  FrameMatrices frames;
  TumbledSide tumbled_side;
  Pose pose;

  // Both trees must have the same k; std::invalid_argument otherwise.
  QuerySetup(const CollisionObject& a, const CollisionObject& b, const Pose& query_pose, TumbledSide tumbled);
};

// The traditional scheme (Algorithm 1): pairs of nodes, depth first, starting beneath the roots. A tumbled
// node is transformed at every visit.
QueryResult simultaneous_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                   const QueryOptions& options = {});

// The same with each node's transform stored with the node and read from there, the first variant of §3.1.
// `memory` may be used again, by one query at a time.
QueryResult simultaneous_stored_traversal(const CollisionObject& a, const CollisionObject& b,
                                          const Pose& pose, const QueryOptions& options,
                                          TransformedNodes<PartnerDop>& memory);

// The same with the children of a tumbled node transformed once and kept on the stack, the second variant.
QueryResult simultaneous_stacked_traversal(const CollisionObject& a, const CollisionObject& b,
                                           const Pose& pose, const QueryOptions& options = {});

// The new scheme (§3.1): one tumbled node at a time against
// a list of aligned nodes; each is transformed once.
QueryResult single_list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                  const QueryOptions& options = {});

// The hardware's form (Algorithm 2): sibling pairs against lists of sibling pairs. The chip finds the same
// pairs in the same order, list by list. Only this traversal walks an object's `volumes` instead of its DOPs, if it has any.
// std::invalid_argument if only one object has volumes, or if their formats differ.
QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options = {});

// The same on the DOPs, which every object has, with or without other volumes.
QueryResult dop_list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                               const QueryOptions& options = {});

// The same with groups of more nodes than a pair (§3.1, footnote 1). std::invalid_argument if the shape is not valid.
QueryResult group_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                            const QueryOptions& options, const GroupShape& shape);

// Without a tree, as the hardware does it: `tile` tumbled triangles at a time, in the order of their numbers, and for
// each such tile all aligned ones; of an aligned one the tile's triangles in order. Every pair is tested.
// std::invalid_argument for an empty tile.
QueryResult tile_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options, std::uint32_t tile);

// Every leaf against every leaf. A pair counts if the DOP tests that lead to it (leaf_test says which) do not
// part it and its triangles meet: what every traversal must return, found without any traversal.
QueryResult brute_force(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                        const QueryOptions& options = {});

}  // namespace collisionchip
