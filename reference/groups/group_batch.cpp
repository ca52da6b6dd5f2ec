#include "collisionchip/reference/groups/group_batch.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "collisionchip/reference/groups/pose_side.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

class BatchTraversal {
 public:
  BatchTraversal(const std::vector<GroupQuery>& queries, const GroupOptions& options)
      : queries_(queries), layout_(queries[0].registers.layout), newest_first_(options.newest_first) {
    for (const GroupQuery& query : queries) sides_.emplace_back(query);
  }

  GroupBatchResult run() {
    BatchEntry root;
    std::fill_n(root.masks.begin(), queries_.size(), static_cast<std::uint8_t>(layout_.every_member()));
    waiting_.push_back({{0, layout_.every_member()}, false, {root}});
    while (!waiting_.empty()) {
      const List list = std::move(newest_first_ ? waiting_.back() : waiting_.front());
      newest_first_ ? waiting_.pop_back() : waiting_.pop_front();
      process(list);
      // While a list is worked off its own entries are there as well as what it makes.
      result_.counters.most_entries = std::max(result_.counters.most_entries, entries_);
      entries_ -= list.entries.size();
    }
    for (PoseSide& side : sides_) {
      sort_pairs(side.pairs());
      result_.pairs.push_back(std::move(side.pairs()));
      result_.counters.add(side.counters());
    }
    return std::move(result_);
  }

 private:
  struct List {
    GroupEntry tumbled;
    bool repeated;
    std::vector<BatchEntry> entries;
  };

  void process(const List& list) {
    ++result_.counters.lists;
    result_.counters.repeated_leaves += list.repeated ? 1 : 0;
    result_.counters.groups += list.entries.size();
    result_.counters.longest_list =
        std::max<std::uint64_t>(result_.counters.longest_list, list.entries.size());
    const Group group = queries_[0].tumbled.group(list.tumbled.group);
    for (std::size_t pose = 0; pose < sides_.size(); ++pose) {
      const bool takes_part = std::any_of(list.entries.begin(), list.entries.end(),
                                          [&](const BatchEntry& entry) { return entry.masks[pose] != 0; });
      sides_[pose].begin(group, takes_part ? list.tumbled.mask : 0);
    }
    for (auto& next : next_) next.clear();
    for (const BatchEntry& entry : list.entries) meet(group, entry);
    std::uint32_t moved = 0;
    for (const PoseSide& side : sides_) moved |= side.moved();
    result_.counters.tumbled_blocks += count_members(moved);
    for (int i = group.members; i-- > 0;) {
      if (next_[i].empty()) continue;
      entries_ += next_[i].size();
      waiting_.push_back({next_tumbled(layout_, list.tumbled.group, group, i), group.is_leaf(i), next_[i]});
    }
  }

  void meet(const Group& tumbled, const BatchEntry& entry) {
    const Group aligned = queries_[0].aligned.group(entry.group);
    std::array<Meeting, kMostBatchPoses> meetings;
    for (std::size_t pose = 0; pose < sides_.size(); ++pose) {
      meetings[pose] =
          meet_group(queries_[pose].registers, sides_[pose].members(), aligned, entry.masks[pose]);
      sides_[pose].counters().node_tests += static_cast<std::uint64_t>(meetings[pose].node_tests);
      sides_[pose].counters().plane_tests += static_cast<std::uint64_t>(meetings[pose].plane_tests);
    }
    for (int i = 0; i < tumbled.members; ++i) {
      for (int j = 0; j < aligned.inner; ++j)
        append(i, {aligned.child(layout_, j), {}}, meetings, 1u << j, true);
      if (!tumbled.is_leaf(i)) {
        append(i, {entry.group, {}}, meetings, aligned.leaf_mask(), false);
      } else {
        for (int j = aligned.inner; j < aligned.members; ++j) meet_leaves(i, aligned, j, meetings);
      }
    }
  }
  // For member i's next list: the poses that met one of `members`, with all members of that group or with
  // those.
  void append(int i, BatchEntry entry, const std::array<Meeting, kMostBatchPoses>& meetings,
              std::uint32_t members, bool child) {
    bool wanted = false;
    for (std::size_t pose = 0; pose < sides_.size(); ++pose) {
      const std::uint32_t met = meetings[pose].met[i] & members;
      if (met == 0) continue;
      entry.masks[pose] = static_cast<std::uint8_t>(child ? layout_.every_member() : met);
      wanted = true;
    }
    if (wanted) next_[i].push_back(entry);
  }
  void meet_leaves(int i, const Group& aligned, int j, const std::array<Meeting, kMostBatchPoses>& meetings) {
    bool read = false;
    for (std::size_t pose = 0; pose < sides_.size(); ++pose) {
      if ((meetings[pose].met[i] >> j & 1u) == 0) continue;
      const LeafBlock block = queries_[0].aligned.block(aligned.child(layout_, j));
      read |= sides_[pose].meet_leaves(i, aligned.volumes[j], block);
    }
    result_.counters.aligned_blocks += read ? 1 : 0;
  }

  const std::vector<GroupQuery>& queries_;
  const GroupLayout layout_;
  const bool newest_first_;
  std::vector<PoseSide> sides_;  // by pose
  std::array<std::vector<BatchEntry>, kMostGroupWidth> next_;
  std::deque<List> waiting_;
  std::uint64_t entries_ = 1;  // of all waiting lists
  GroupBatchResult result_;
};

}  // namespace

GroupBatchResult sibling_group_batch(const GroupObject& a, const GroupObject& b,
                                     const std::vector<Pose>& poses, const QueryOptions& query_options,
                                     const GroupOptions& group_options) {
  if (poses.empty() || poses.size() > kMostBatchPoses)
    throw std::invalid_argument("groups: a batch has 1 to 16 poses");
  if (query_options.first_witness) throw std::invalid_argument("groups: a batch is asked for all pairs");
  std::vector<GroupQuery> queries;
  queries.reserve(poses.size());
  for (const Pose& pose : poses) queries.emplace_back(a, b, pose, query_options, group_options);
  return BatchTraversal(queries, group_options).run();
}

}  // namespace collisionchip
