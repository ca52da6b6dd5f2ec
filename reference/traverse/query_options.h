// What a query can be asked to do differently; shared by every traversal and by the chip's configuration.
#pragma once

#include "collisionchip/reference/geometry/tumbled_side.h"

namespace collisionchip {

// §4.2 tests leaf DOPs before the triangles (dop_first); §3.3 sends every pair of leaves straight to the
// triangle test (triangle). Where leaves hold their triangle instead of a DOP (no_dops), a leaf meets an inner
// node untested, too.
enum class LeafTest { dop_first, triangle, no_dops };

// Whether the DOPs of two nodes are compared; if not, the nodes meet.
constexpr bool compares_dops(LeafTest test, bool is_leaf, bool other_is_leaf) {
  if (test == LeafTest::no_dops) return !is_leaf && !other_is_leaf;
  return test == LeafTest::dop_first || !is_leaf || !other_is_leaf;
}

// exact: the triangle test says hit, miss or uncertain, and an exact predicate settles what is uncertain; the
// list of pairs is the true one. raw: the paper's unit, whose fp32 answers stand as they are.
enum class Answers { exact, raw };

struct QueryOptions {
  TumbledSide tumbled_side = TumbledSide::b;
  LeafTest leaf_test = LeafTest::dop_first;
  bool first_witness = false;  // stop at the first intersecting pair
  Answers answers = Answers::exact;
};

}  // namespace collisionchip
