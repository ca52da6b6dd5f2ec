// What an answering traversal is given, and the memory that it works in.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/answer/compact_transform.h"
#include "collisionchip/reference/answer/compact_tree.h"
#include "collisionchip/reference/answer/growing_list.h"
#include "collisionchip/reference/answer/leaf_bounds.h"
#include "collisionchip/reference/answer/pair_tests.h"
#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

// A tumbled pair and the list that it has to meet: lists[side][begin, end).
struct AnswerTask {
  ListEntry tumbled;
  int side;
  std::size_t begin, end;
  std::array<std::size_t, 2> marker;  // where each list ends when this task starts
};

// An aligned pair that leaves have yet to meet, each a bit of the mask.
struct LeafStep {
  std::uint32_t pair, leaves;
};

// The memory of a traversal, kept from query to query.
struct AnswerRoom {
  std::array<GrowingList<ListEntry>, 2> lists;
  GrowingList<AnswerTask> tasks;
  GrowingList<LeafStep> steps;
  PairRoom pairs;
};

// The trees have the same k, kMostCompactK at most. The query's triangles go by the numbers of leaves.
struct AnswerJob {
  int k;
  const CompactTree &tumbled, &aligned;
  const CompactTransform& transform;
  const LeafBounds& bounds;
  const TriangleQuery& query;
  AnswerRoom& room;
  QueryResult& result;
};

}  // namespace collisionchip
