#include "collisionchip/testbench/estimator/query_profile.h"

#include <algorithm>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"

namespace collisionchip {

namespace {

// As the host does it.
bool settles(const CollisionObject& a, const CollisionObject& b, const Pose& pose, const ListTape::Test& test,
             TumbledSide tumbled) {
  const bool a_tumbled = tumbled == TumbledSide::a;
  return triangles_intersect_exactly(a.triangles[a_tumbled ? test.tumbled : test.aligned].corners,
                                     b.triangles[a_tumbled ? test.aligned : test.tumbled].corners, pose);
}

}  // namespace

QueryProfile::QueryProfile(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& query_options)
    : dop(QuerySetup(a, b, pose, query_options.tumbled_side).dop),
      options(query_options),
      smaller(tumbled_side(TumbledRule::smaller, a, b)),
      triangles_a(a.tree.triangle_count()),
      triangles_b(b.tree.triangle_count()) {
  list_traversal(a, b, pose, options, tape);
  look_ahead((options.tumbled_side == TumbledSide::a ? a : b).tree);
  lists_needed = tape.lists.size();
  for (std::size_t test = 0; test < tape.tests.size(); ++test) {
    findings += tape.tests[test].verdict != Verdict::miss ? 1 : 0;
    if (!options.first_witness || witness != kNoTest) continue;
    if (tape.tests[test].verdict == Verdict::hit) witness = static_cast<std::uint32_t>(test);
    if (tape.tests[test].verdict == Verdict::uncertain && !stopped_by_host)
      stopped_by_host = settles(a, b, pose, tape.tests[test], options.tumbled_side);
  }
  if (witness != kNoTest) lists_needed = list_of_test(witness) + 1;
}

void QueryProfile::look_ahead(const DopTree& tumbled) {
  ahead.resize(tape.lists.size());
  std::vector<std::size_t> waiting(tape.lists.size());  // lists that wait while this one is worked off
  std::size_t depth = 1;                                // the first one waits
  for (std::size_t list = 0; list < tape.lists.size(); ++list) {
    const ListTape::List& of = tape.lists[list];
    const auto child = [&](int member) {
      const DopNode& node = tumbled.node(of.tumbled.pair, member);
      return of.tumbled.has(member) && !node.is_leaf() ? node.child : kNoPair;
    };
    bool left = false, right = false;
    for (std::size_t entry = of.first_entry; entry < tape.entries_end(list); ++entry) {
      left |= tape.entries[entry].appended[0] > 0;
      right |= tape.entries[entry].appended[1] > 0;
    }
    ahead[list] = {child(0), child(1), kNoPair, left && right};
    waiting[list] = --depth;
    depth += (left ? 1 : 0) + (right ? 1 : 0);
  }
  // The list on top is the next one that leaves fewer waiting.
  std::vector<std::uint32_t> taken_at(tape.lists.size() + 1, kNoPair);  // by the lists that waited then
  for (std::size_t list = tape.lists.size(); list-- > 0;) {
    if (waiting[list] > 0) ahead[list].waiting = taken_at[waiting[list] - 1];
    taken_at[waiting[list]] = tape.lists[list].tumbled.pair;
  }
}

std::size_t QueryProfile::list_of_test(std::uint32_t test) const {
  const auto entry =
      std::upper_bound(tape.entries.begin(), tape.entries.end(), test,
                       [](std::uint32_t t, const ListTape::Entry& e) { return t < e.first_test; });
  const auto number = static_cast<std::uint32_t>(entry - tape.entries.begin() - 1);
  const auto list =
      std::upper_bound(tape.lists.begin(), tape.lists.end(), number,
                       [](std::uint32_t e, const ListTape::List& l) { return e < l.first_entry; });
  return static_cast<std::size_t>(list - tape.lists.begin() - 1);
}

}  // namespace collisionchip
