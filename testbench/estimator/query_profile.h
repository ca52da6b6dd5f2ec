// The record of one functional run of a query, from which estimates are made. It depends on the objects, the pose and the keys that define
// the question: dop.k, query.tumbled_side, memory_controller.leaf_layout, stack_engine.leaf_test, triangle_unit.filter. Keys of time or
// size do not matter, so one profile is used for all configurations with the same question.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/reference/traverse/tumbled_rule.h"

namespace collisionchip {

constexpr std::uint32_t kNoPair = ~std::uint32_t{0};
constexpr std::uint32_t kNoTest = ~std::uint32_t{0};

struct QueryProfile {
  // The pairs that could be fetched ahead while one list is worked off; kNoPair: none.
  struct Ahead {
    std::uint32_t left = kNoPair, right = kNoPair;  // child pairs of the members that take part
    std::uint32_t waiting = kNoPair;                // tumbled pair of the waiting list on top of the stack
    bool writes_both = false;                       // the list writes a left and a right list
  };

  ListTape tape;
  DopTransform dop;          // its rows in issue order decide the time of a transform
  std::vector<Ahead> ahead;  // by list
  QueryOptions options;
  TumbledSide smaller;  // the smaller object
  std::uint32_t triangles_a = 0, triangles_b = 0;
  std::size_t findings = 0;         // hits and uncertain pairs
  std::uint32_t witness = kNoTest;  // with options.first_witness: the test at whose hit the chip stops
  std::size_t lists_needed = 0;     // lists up to the witness; all lists if there is no witness
  // An uncertain pair before the witness does intersect. The host settles it and stops the chip.
  bool stopped_by_host = false;

  QueryProfile(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
               const QueryOptions& query_options);

  // The tumbled side that the rule gives for these objects.
  TumbledSide side_of(TumbledRule rule) const {
    return rule == TumbledRule::smaller ? smaller : rule == TumbledRule::a ? TumbledSide::a : TumbledSide::b;
  }

 private:
  void look_ahead(const DopTree& tumbled);
  std::size_t list_of_test(std::uint32_t test) const;
};

}  // namespace collisionchip
