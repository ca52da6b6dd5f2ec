// What one pose makes of a list: its tumbled members prepared, its pairs of leaves tested.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/groups/sibling_group_traversal.h"

namespace collisionchip {

inline std::uint64_t count_members(std::uint64_t mask) {
  std::uint64_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

class PoseSide {
 public:
  explicit PoseSide(const GroupQuery& query) : query_(&query) {}

  // A list begins: members of `mask` take part. The group stays where it is until the list is done.
  void begin(const Group& group, std::uint32_t mask);
  // Where tumbled member `i` and a leaf of this volume meet; true if the leaf's block has to be read.
  bool meet_leaves(int i, const GroupVolume& volume, const LeafBlock& block);

  const TumbledMembers& members() const { return members_; }
  std::uint32_t moved() const { return moved_; }  // leaves of the list whose blocks were moved
  bool stopped() const { return stopped_; }       // a first witness was found
  GroupCounters& counters() { return counters_; }
  std::vector<TrianglePair>& pairs() { return pairs_; }

 private:
  void move(int i);
  void test(const MovedTriangle& tumbled, const AlignedLeaf& aligned);

  const GroupQuery* query_;
  const Group* group_ = nullptr;
  TumbledMembers members_;
  std::array<TumbledLeaf, kMostGroupWidth> leaves_;
  std::array<LeafShape, kMostGroupWidth> shapes_;
  std::uint32_t moved_ = 0;
  GroupCounters counters_;
  std::vector<TrianglePair> pairs_;
  bool stopped_ = false;
};

}  // namespace collisionchip
