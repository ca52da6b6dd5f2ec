#include "collisionchip/reference/groups/sibling_group_traversal.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

std::uint64_t count_bits(std::uint32_t mask) {
  std::uint64_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

// One list, step by step.
class ListProcess {
 public:
  ListProcess(const GroupQuery& query, const GroupList& list)
      : query_(query),
        registers_(query.registers),
        list_(list),
        group_(query.tumbled.group(list.tumbled.group)) {}

  GroupListOutcome run() {
    GroupCounters& counters = outcome_.counters;
    counters.lists = 1;
    counters.repeated_leaves = list_.repeated ? 1 : 0;
    counters.groups = counters.longest_list = list_.entries.size();
    prepare();
    for (const GroupEntry& entry : list_.entries) {
      if (stopped_) break;
      meet(entry);
    }
    for (int i = 0; i < group_.members; ++i) {
      if (stopped_ || lists_[i].empty()) continue;
      outcome_.next.push_back({next_tumbled(registers_.layout, list_.tumbled.group, group_, i),
                               group_.is_leaf(i), std::move(lists_[i])});
    }
    return std::move(outcome_);
  }

 private:
  void prepare() {
    for (int i = 0; i < group_.members; ++i) {
      if ((list_.tumbled.mask >> i & 1u) == 0) continue;
      const bool corners = group_.is_leaf(i) && registers_.filters.need_corners();
      if (corners) move(i);
      const TumbledLeaf* leaf = corners ? &leaves_[i] : nullptr;
      prepare_member(registers_, group_, i, leaf, members_);
      outcome_.counters.transforms += uses_corners(registers_.filters, leaf) ? 0 : 1;
    }
  }
  void move(int i) {
    leaves_[i] = move_block(registers_.corners, query_.tumbled.block(group_.child(registers_.layout, i)));
    moved_ |= 1u << i;
    ++outcome_.counters.moved_leaves;
  }

  void meet(const GroupEntry& entry) {
    const Group aligned = query_.aligned.group(entry.group);
    const Meeting meeting = meet_group(registers_, members_, aligned, entry.mask);
    outcome_.counters.node_tests += static_cast<std::uint64_t>(meeting.node_tests);
    for (int i = 0; i < group_.members; ++i) {
      if (meeting.met[i] == 0) continue;
      const NextEntries next = next_entries(registers_, members_, i, aligned, entry.group, meeting.met[i]);
      lists_[i].insert(lists_[i].end(), next.entries.begin(), next.entries.begin() + next.count);
      for (int j = 0; j < aligned.members && !stopped_; ++j) {
        if ((next.leaf_pairs >> j & 1u) != 0) meet_leaves(i, aligned, j);
      }
    }
  }

  void meet_leaves(int i, const Group& aligned, int j) {
    GroupCounters& counters = outcome_.counters;
    if ((moved_ >> i & 1u) == 0) move(i);
    const TumbledLeaf& tumbled = leaves_[i];
    const LeafBlock block = query_.aligned.block(aligned.child(registers_.layout, j));
    const LeafPass pass = pass_leaf(registers_, tumbled, aligned.volumes[j]);
    const auto count = static_cast<std::uint64_t>(block.count);
    ++counters.leaf_pairs;
    counters.triangle_pairs += count * static_cast<std::uint64_t>(tumbled.count);
    counters.after_volume += count * count_bits(pass.by_volume);
    counters.after_plane += count * count_bits(pass.by_plane);
    counters.slab_tests += registers_.filters.plane ? count_bits(pass.by_volume) : 0;
    if (pass.by_plane == 0) return;
    ++counters.aligned_blocks;
    const AlignedLeaf placed = place_block(registers_.corners.aligned, block);
    for (int t = 0; t < tumbled.count; ++t) {
      if ((pass.by_plane >> t & 1u) != 0) test(tumbled.triangles[t], placed);
    }
  }

  void test(const MovedTriangle& tumbled, const AlignedLeaf& aligned) {
    const std::uint32_t passed = pass_triangles(registers_, tumbled, aligned);
    for (int t = 0; t < aligned.count && !stopped_; ++t) {
      if ((passed >> t & 1u) == 0) continue;
      ++outcome_.counters.triangle_tests;
      if (!query_.hit(tumbled, aligned.triangles[t], outcome_.counters)) continue;
      outcome_.pairs.push_back(query_.triangles.named(tumbled.number, aligned.triangles[t].number));
      stopped_ = query_.triangles.options.first_witness;
    }
  }

  const GroupQuery& query_;
  const GroupRegisters& registers_;
  const GroupList& list_;
  const Group group_;
  TumbledMembers members_;
  std::array<TumbledLeaf, kMostGroupWidth> leaves_;
  std::uint32_t moved_ = 0;  // members whose corners have been moved
  std::array<std::vector<GroupEntry>, kMostGroupWidth> lists_;
  GroupListOutcome outcome_;
  bool stopped_ = false;
};

}  // namespace

void GroupCounters::add(const GroupCounters& other) {
  lists += other.lists;
  repeated_leaves += other.repeated_leaves;
  groups += other.groups;
  transforms += other.transforms;
  moved_leaves += other.moved_leaves;
  node_tests += other.node_tests;
  leaf_pairs += other.leaf_pairs;
  slab_tests += other.slab_tests;
  triangle_pairs += other.triangle_pairs;
  after_volume += other.after_volume;
  after_plane += other.after_plane;
  triangle_tests += other.triangle_tests;
  aligned_blocks += other.aligned_blocks;
  undecided += other.undecided;
  uncertain += other.uncertain;
  longest_list = std::max(longest_list, other.longest_list);
  most_entries = std::max(most_entries, other.most_entries);
}

GroupQuery::GroupQuery(const GroupObject& a, const GroupObject& b, const Pose& pose,
                       const QueryOptions& query_options, const GroupOptions& group_options)
    : tumbled(query_options.tumbled_side == TumbledSide::a ? a : b),
      aligned(query_options.tumbled_side == TumbledSide::a ? b : a),
      registers(make_group_registers(tumbled, aligned, RigidMap::of(pose, query_options.tumbled_side),
                                     group_options.filters)),
      triangles(a.triangles, b.triangles, pose, query_options),
      options(group_options) {
  if (!(a.layout == b.layout)) throw std::invalid_argument("groups: the objects' layouts differ");
}

bool GroupQuery::hit(const MovedTriangle& moved, const PlacedTriangle& placed,
                     GroupCounters& counters) const {
  if (options.small_unit) {
    const Verdict verdict = small_triangle_verdict(moved, placed, registers.corners.error);
    if (verdict != Verdict::uncertain) return verdict == Verdict::hit;
    ++counters.undecided;
  }
  return settle(moved.number, placed.number, counters);
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

}  // namespace collisionchip
