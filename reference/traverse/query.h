// A collision query: two objects and a pose. What every
// traversal takes and returns, with the paper's counters.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/group_shape.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/transformed_nodes.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"
#include "collisionchip/reference/triangle/uncertainty.h"

namespace collisionchip {

struct TrianglePair {
  std::uint32_t a, b;  // triangle numbers in object A and object B

  friend bool operator==(const TrianglePair& x, const TrianglePair& y) { return x.a == y.a && x.b == y.b; }
  friend bool operator<(const TrianglePair& x, const TrianglePair& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

// §5.1's characteristic numbers. "With multiplicity": a node visited n times counts n times.
struct TraversalCounters {
  std::uint64_t tumbled_visits = 0;  // nodes of the tumbled tree read, with multiplicity
  std::uint64_t aligned_visits = 0;  // nodes of the aligned tree read, with multiplicity
  std::uint64_t transforms = 0;      // DOP transforms
  std::uint64_t node_writes = 0;     // transformed DOPs written back, to memory or to the stack
  std::uint64_t overlap_tests = 0;   // DOP against DOP
  std::uint64_t triangle_tests = 0;  // triangle against triangle
  std::uint64_t uncertain = 0;       // of these, settled by the exact predicate
  UncertaintyCounts uncertain_causes{};
  std::uint64_t lists = 0;          // tau of Eq. 5 (list traversals)
  std::uint64_t aligned_pairs = 0;  // sum of alpha over all lists: aligned_pairs / lists = alpha of Eq. 5

  // Eq. 5 with the real alpha of every list: sum of 100 + (alpha - 2) * 10 chip cycles.
  std::uint64_t eq5_cycles() const { return 80 * lists + 10 * aligned_pairs; }
};

struct QueryResult {
  std::vector<TrianglePair> pairs;  // sorted; with first_witness the first one found, if any
  TraversalCounters counters;
};

// Everything that depends on the pose: computed by software before the chip starts (§3.2, §4.3).
struct QuerySetup {
  DopTransform dop;
  FrameMatrices frames;
  TumbledSide tumbled_side;
  Pose pose;

  // Both trees must have the same k; std::invalid_argument otherwise.
  QuerySetup(const CollisionObject& a, const CollisionObject& b, const Pose& query_pose, TumbledSide tumbled);
};

// One query in progress: the two sides by role instead of by name.
struct Query {
  const CollisionObject& tumbled;
  const CollisionObject& aligned;
  const QuerySetup& setup;
  QueryOptions options;

  Query(const CollisionObject& a, const CollisionObject& b, const QuerySetup& query_setup,
        const QueryOptions& query_options);

  // The triangle test as options.answers wants it; counts what it does.
  bool triangles_hit(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                     TraversalCounters& counters) const;
  // A verdict turned into an answer.
  bool settled(Verdict verdict, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
               TraversalCounters& counters) const;
  // An uncertain one, whose cause is known.
  bool settled_exactly(Uncertainty cause, std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                       TraversalCounters& counters) const;
  TrianglePair named(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle) const {
    return setup.tumbled_side == TumbledSide::a ? TrianglePair{tumbled_triangle, aligned_triangle}
                                                : TrianglePair{aligned_triangle, tumbled_triangle};
  }
};

// The traditional scheme (Algorithm 1): pairs of nodes, depth first, starting beneath the roots. A tumbled
// node is transformed at every visit.
QueryResult simultaneous_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                   const QueryOptions& options = {});

// The same with each node's transform stored back beside it and read from there, the first variant of §3.1.
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
// pairs in the same order, list by list.
QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options = {});

// The same with groups of more nodes than a pair (§3.1, footnote 1). std::invalid_argument if the shape is
// none.
QueryResult group_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                            const QueryOptions& options, const GroupShape& shape);

// Every leaf against every leaf. A pair counts if the DOP tests that lead to it (leaf_test says which) do not
// part it and its triangles meet: what every traversal must return, found without any traversal.
QueryResult brute_force(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                        const QueryOptions& options = {});

}  // namespace collisionchip
