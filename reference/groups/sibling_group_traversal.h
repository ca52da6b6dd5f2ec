// The list traversal over groups of siblings: same pairs as every other traversal, other counts. Lists may be
// taken in any order without changing either, as long as all pairs are wanted.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

struct GroupCounters {
  std::uint64_t lists = 0;            // tumbled groups read, those of repeated leaves included
  std::uint64_t repeated_leaves = 0;  // of these: lists of a leaf that had a list before
  std::uint64_t groups = 0;           // aligned groups read: entries of all lists
  std::uint64_t transforms = 0;       // tumbled members that went through the rows of the transform
  std::uint64_t moved_leaves = 0;     // tumbled blocks moved corner by corner
  std::uint64_t tumbled_blocks = 0;   // and read: the same, but once for all poses of a batch
  std::uint64_t node_tests = 0;       // member against member
  std::uint64_t plane_tests = 0;      // slabs of tumbled leaves against aligned members that they overlap
  std::uint64_t leaf_pairs = 0;       // leaf against leaf
  std::uint64_t slab_tests = 0;       // slabs of tumbled triangles against volumes of aligned leaves
  // Pairs of triangles: of all pairs of leaves, and those left after each filter.
  std::uint64_t triangle_pairs = 0, after_volume = 0, after_plane = 0, triangle_tests = 0;
  std::uint64_t aligned_blocks =
      0;  // pairs of leaves of which a tumbled triangle is left: the aligned block is read
  std::uint64_t undecided = 0;      // by the small unit, settled by the Contact Unit or by the slow one
  std::uint64_t contacts_left = 0;  // of those, left undecided by the Contact Unit
  std::uint64_t uncertain = 0;      // of those, settled by the exact predicate
  std::uint64_t longest_list = 0,
                most_entries = 0;  // entries; of all waiting lists, in the order of the traversal

  void add(const GroupCounters& other);  // sums, and maxima of the last two
};

struct GroupOptions {
  GroupFilters filters;
  RegisterNumbers registers = RegisterNumbers::doubles;
  bool small_unit = true;    // false: every test goes to the slow unit
  int contact_limbs = 0;     // of the Contact Unit's widest pass; 0: there is none
  bool newest_first = true;  // which waiting list is next: the newest, or the oldest
};

// One query: registers, and what settles undecided pairs.
struct GroupQuery {
  const GroupObject &tumbled, &aligned;
  GroupRegisters registers;
  TriangleQuery triangles;
  GroupOptions options;

  // Objects of the same layout; std::invalid_argument otherwise.
  GroupQuery(const GroupObject& a, const GroupObject& b, const Pose& pose, const QueryOptions& query_options,
             const GroupOptions& group_options);
  // The test of a pair: the small unit's verdict, or the slow path's.
  bool hit(const MovedTriangle& moved, const PlacedTriangle& placed, GroupCounters& counters) const;
  // The Contact Unit's test of an undecided pair.
  Verdict contact_verdict(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle) const;
  // The slow path of an undecided pair, by triangle numbers: true if they intersect.
  bool settle(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle, GroupCounters& counters) const;
};

// A list that waits: what the stack holds.
struct GroupList {
  GroupEntry tumbled;  // mask: its members
  bool repeated = false;
  std::vector<GroupEntry> entries;
};
GroupList first_group_list(const GroupQuery& query);

// One list from end to end: what it puts on the stack (by tumbled member), what it finds, what it counts.
struct GroupListOutcome {
  std::vector<GroupList> next;
  std::vector<TrianglePair> pairs;  // numbers of the original meshes, A and B
  GroupCounters counters;
};
GroupListOutcome process_group_list(const GroupQuery& query, const GroupList& list);

struct GroupResult {
  std::vector<TrianglePair> pairs;  // sorted; with first_witness the first one found, if any
  GroupCounters counters;

  // In the words of the other traversals: an aligned group is what they call a pair.
  QueryResult in_common_counts() const;
};
GroupResult sibling_group_traversal(const GroupObject& a, const GroupObject& b, const Pose& pose,
                                    const QueryOptions& query_options = {},
                                    const GroupOptions& group_options = {});

}  // namespace collisionchip
