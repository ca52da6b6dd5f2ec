// What an estimate knows of a query: one functional run, written down. It
// depends on the objects, the pose and the keys that say what is asked (dop.k,
// query.tumbled_side, memory_controller.leaf_layout, stack_engine.leaf_test, triangle_unit.filter), on no key
// of time or size: one profile serves every configuration that asks the same.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/reference/traverse/tumbled_rule.h"

namespace collisionchip {

constexpr std::uint32_t kNoPair = ~std::uint32_t{0};
constexpr std::uint32_t kNoTest = ~std::uint32_t{0};

struct QueryProfile {
  // Of one list: what could be fetched ahead while it is worked off, kNoPair where there is none.
  struct Ahead {
    std::uint32_t left = kNoPair, right = kNoPair;  // child pairs of the members that take part
    std::uint32_t waiting = kNoPair;                // the tumbled pair of the list that waits on top
    bool writes_both = false;                       // a left and a right list
  };

  ListTape tape;
  DopTransform dop;          // the rows in issue order: they decide how long a transform takes
  std::vector<Ahead> ahead;  // per list
  QueryOptions options;
  TumbledSide smaller;  // of its objects
  std::uint32_t triangles_a = 0, triangles_b = 0;
  std::size_t findings = 0;         // hits and uncertain pairs
  std::uint32_t witness = kNoTest;  // with options.first_witness: the test at whose hit the chip stops
  std::size_t lists_needed = 0;     // up to the witness; all if there is none
  // Before the witness comes an uncertain pair that does intersect: the host settles it, and stops the chip.
  bool stopped_by_host = false;

  QueryProfile(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
               const QueryOptions& query_options);

  // What the rule says of these objects.
  TumbledSide side_of(TumbledRule rule) const {
    return rule == TumbledRule::smaller ? smaller : rule == TumbledRule::a ? TumbledSide::a : TumbledSide::b;
  }

 private:
  void look_ahead(const DopTree& tumbled);
  std::size_t list_of_test(std::uint32_t test) const;
};

}  // namespace collisionchip
