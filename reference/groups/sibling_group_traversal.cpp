#include "collisionchip/reference/groups/sibling_group_traversal.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "collisionchip/reference/contact/contact_test.h"
#include "collisionchip/reference/groups/pose_side.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

// One list, step by step.
class ListProcess {
 public:
  ListProcess(const GroupQuery& query, const GroupList& list)
      : query_(query), list_(list), group_(query.tumbled.group(list.tumbled.group)), side_(query) {}

  GroupListOutcome run() {
    GroupCounters& counters = side_.counters();
    counters.lists = 1;
    counters.repeated_leaves = list_.repeated ? 1 : 0;
    counters.groups = counters.longest_list = list_.entries.size();
    side_.begin(group_, list_.tumbled.mask);
    for (const GroupEntry& entry : list_.entries) {
      if (side_.stopped()) break;
      meet(entry);
    }
    counters.tumbled_blocks = count_members(side_.moved());
    GroupListOutcome outcome;
    for (int i = 0; i < group_.members; ++i) {
      if (side_.stopped() || lists_[i].empty()) continue;
      outcome.next.push_back({next_tumbled(query_.registers.layout, list_.tumbled.group, group_, i),
                              group_.is_leaf(i), std::move(lists_[i])});
    }
    outcome.pairs = std::move(side_.pairs());
    outcome.counters = counters;
    return outcome;
  }

 private:
  void meet(const GroupEntry& entry) {
    const GroupRegisters& registers = query_.registers;
    const Group aligned = query_.aligned.group(entry.group);
    const Meeting meeting = meet_group(registers, side_.members(), aligned, entry.mask);
    side_.counters().node_tests += static_cast<std::uint64_t>(meeting.node_tests);
    side_.counters().plane_tests += static_cast<std::uint64_t>(meeting.plane_tests);
    for (int i = 0; i < group_.members; ++i) {
      if (meeting.met[i] == 0) continue;
      const NextEntries next =
          next_entries(registers, side_.members(), i, aligned, entry.group, meeting.met[i]);
      lists_[i].insert(lists_[i].end(), next.entries.begin(), next.entries.begin() + next.count);
      for (int j = 0; j < aligned.members && !side_.stopped(); ++j) {
        if ((next.leaf_pairs >> j & 1u) == 0) continue;
        const LeafBlock block = query_.aligned.block(aligned.child(registers.layout, j));
        side_.counters().aligned_blocks += side_.meet_leaves(i, aligned.volumes[j], block) ? 1 : 0;
      }
    }
  }

  const GroupQuery& query_;
  const GroupList& list_;
  const Group group_;
  PoseSide side_;
  std::array<std::vector<GroupEntry>, kMostGroupWidth> lists_;
};

}  // namespace

void GroupCounters::add(const GroupCounters& other) {
  lists += other.lists;
  repeated_leaves += other.repeated_leaves;
  groups += other.groups;
  transforms += other.transforms;
  moved_leaves += other.moved_leaves;
  tumbled_blocks += other.tumbled_blocks;
  node_tests += other.node_tests;
  plane_tests += other.plane_tests;
  leaf_pairs += other.leaf_pairs;
  slab_tests += other.slab_tests;
  triangle_pairs += other.triangle_pairs;
  after_volume += other.after_volume;
  after_plane += other.after_plane;
  triangle_tests += other.triangle_tests;
  aligned_blocks += other.aligned_blocks;
  undecided += other.undecided;
  contacts_left += other.contacts_left;
  uncertain += other.uncertain;
  longest_list = std::max(longest_list, other.longest_list);
  most_entries = std::max(most_entries, other.most_entries);
}

GroupQuery::GroupQuery(const GroupObject& a, const GroupObject& b, const Pose& pose,
                       const QueryOptions& query_options, const GroupOptions& group_options)
    : tumbled(query_options.tumbled_side == TumbledSide::a ? a : b),
      aligned(query_options.tumbled_side == TumbledSide::a ? b : a),
      registers(make_group_registers(tumbled, aligned, pose, query_options.tumbled_side,
                                     group_options.filters, group_options.registers)),
      triangles(a.triangles, b.triangles, pose, query_options),
      options(group_options) {}

bool GroupQuery::hit(const MovedTriangle& moved, const PlacedTriangle& placed,
                     GroupCounters& counters) const {
  if (options.small_unit) {
    const Verdict verdict = small_triangle_verdict(moved, placed, registers.corners.error);
    if (verdict != Verdict::uncertain) return verdict == Verdict::hit;
    ++counters.undecided;
  }
  if (options.contact_limbs > 0) {
    const Verdict verdict = contact_verdict(moved.number, placed.number);
    if (verdict != Verdict::uncertain) return verdict == Verdict::hit;
    ++counters.contacts_left;
  }
  return settle(moved.number, placed.number, counters);
}

Verdict GroupQuery::contact_verdict(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle) const {
  const TriangleCorners &t = triangles.tumbled[tumbled_triangle].corners,
                        &a = triangles.aligned[aligned_triangle].corners;
  const bool a_tumbled = triangles.options.tumbled_side == TumbledSide::a;
  return contact_outcome(a_tumbled ? t : a, a_tumbled ? a : t, triangles.pose, options.contact_limbs).verdict;
}

bool GroupQuery::settle(std::uint32_t tumbled_triangle, std::uint32_t aligned_triangle,
                        GroupCounters& counters) const {
  TraversalCounters slow;
  const bool meet = triangles.triangles_hit(tumbled_triangle, aligned_triangle, slow);
  counters.uncertain += slow.uncertain;
  return meet;
}

GroupList first_group_list(const GroupQuery& query) {
  const std::uint32_t all = query.registers.layout.every_member();
  return {{0, all}, false, {{0, all}}};
}

GroupListOutcome process_group_list(const GroupQuery& query, const GroupList& list) {
  return ListProcess(query, list).run();
}

GroupResult sibling_group_traversal(const GroupObject& a, const GroupObject& b, const Pose& pose,
                                    const QueryOptions& query_options, const GroupOptions& group_options) {
  const GroupQuery query(a, b, pose, query_options, group_options);
  GroupResult result;
  std::deque<GroupList> waiting = {first_group_list(query)};
  std::uint64_t entries = 1;
  while (!waiting.empty()) {
    const GroupList list = std::move(group_options.newest_first ? waiting.back() : waiting.front());
    group_options.newest_first ? waiting.pop_back() : waiting.pop_front();
    GroupListOutcome outcome = process_group_list(query, list);
    result.counters.add(outcome.counters);
    result.pairs.insert(result.pairs.end(), outcome.pairs.begin(), outcome.pairs.end());
    if (query_options.first_witness && !result.pairs.empty()) break;
    for (auto next = outcome.next.rbegin(); next != outcome.next.rend(); ++next) {
      entries += next->entries.size();
      waiting.push_back(std::move(*next));
    }
    // While a list is worked off its own entries are there as well as what it makes.
    result.counters.most_entries = std::max(result.counters.most_entries, entries);
    entries -= list.entries.size();
  }
  sort_pairs(result.pairs);
  return result;
}

QueryResult GroupResult::in_common_counts() const {
  QueryResult result;
  result.pairs = pairs;
  result.counters.lists = counters.lists;
  result.counters.aligned_pairs = counters.groups;
  result.counters.transforms = counters.transforms;
  result.counters.overlap_tests = counters.node_tests;
  result.counters.triangle_tests = counters.triangle_tests;
  result.counters.uncertain = counters.uncertain;
  return result;
}

}  // namespace collisionchip
