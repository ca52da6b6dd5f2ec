// The list traversal of the paper as this host does it best: the pairs of Algorithm 2, not its steps. A tumbled leaf, which is
// bounded by its triangle instead of by its moved volume, goes down the aligned tree at once; Algorithm 2 would transform it
// again for each level. Who asks for a first contact goes deep before wide.
#pragma once

#include <algorithm>
#include <array>

#include "collisionchip/reference/answer/answer_job.h"
#include "collisionchip/reference/answer/leaf_slab.h"

namespace collisionchip {

// Tumbling: NarrowTumbling or WideTumbling.
template <typename Tumbling>
class AnswerTraversal {
 public:
  explicit AnswerTraversal(const AnswerJob& job)
      : tumbled_(job.tumbled),
        aligned_(job.aligned),
        bounds_(job.bounds),
        tumbling_(job.transform),
        query_(job.query),
        room_(job.room),
        result_(job.result),
        tests_(job.query, job.room.pairs, job.result) {}

  void run() {
    begin();
    while (!room_.tasks.empty() && !tests_.stopped()) {
      if (goes_deep_ && result_.counters.lists == kDeepLists) begin();
      const AnswerTask task = next_task();
      process(task);
    }
    if (!tests_.stopped()) tests_.test();
  }

 private:
  static constexpr std::size_t kPrefetchDistance = 4;
  // A search for a first contact cuts its first kDeepLists lists to kDeepEntries entries, the deepest first; the other entries
  // of each list wait. If that finds no pair, depth misleads, and the traversal begins again in the mirror's order.
  static constexpr std::uint64_t kDeepLists = 48;
  static constexpr std::size_t kDeepEntries = 2;

  void begin() {
    room_.tasks.clear();
    room_.steps.clear();
    for (GrowingList<ListEntry>& list : room_.lists) list.clear();
    room_.lists[0].make_room(1);
    room_.lists[0].append({0, aligned_.root_mask()});
    room_.tasks.make_room(1);
    room_.tasks.append({{0, tumbled_.root_mask()}, 0, 0, 1, {1, 0}});
  }

  AnswerTask next_task() {
    AnswerTask& last = room_.tasks.last();
    AnswerTask task = last;
    goes_deep_ = query_.options.first_witness && result_.counters.lists < kDeepLists;
    if (goes_deep_ && task.end - task.begin > kDeepEntries) {
      task.begin = last.end -= kDeepEntries;
    } else {
      room_.tasks.cut(room_.tasks.size() - 1);
    }
    return task;
  }

  void process(const AnswerTask& task) {
    const std::size_t alpha = task.end - task.begin;
    for (std::size_t i = 0; i < 2; ++i) {
      room_.lists[i].cut(task.marker[i]);
      room_.lists[i].make_room(2 * alpha);
    }
    const ListEntry* list = room_.lists[static_cast<std::size_t>(task.side)].at(task.begin);
    for (std::size_t i = 0; i < std::min(alpha, kPrefetchDistance); ++i) prefetch(list[i].pair);
    ++result_.counters.lists;
    result_.counters.aligned_pairs += alpha;
    begin_pair(task.tumbled);
    deepest_ = {};
    leaves_ == 0 ? meet_list<false>(list, alpha) : meet_list<true>(list, alpha);
    if (!room_.steps.empty()) finish_leaves();
    if (tests_.full()) tests_.test();
    if (!tests_.stopped()) push_children(task);
  }

  void begin_pair(const ListEntry& tumbled) {
    const CompactPair& pair = tumbled_.pair(tumbled.pair);
    leaves_ = (std::uint32_t{pair.is_leaf(0)} | std::uint32_t{pair.is_leaf(1)} << 1) & tumbled.mask;
    if (leaves_ != tumbled.mask) tumbling_.tumble(pair, volumes_);
    result_.counters.transforms += (tumbled.mask & 1u) + (tumbled.mask >> 1);
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (!tumbled.has(static_cast<int>(i))) volumes_[i] = Tumbling::nowhere();
      if ((leaves_ >> i & 1u) == 0) continue;
      const std::uint32_t leaf = pair.leaf(i);
      has_slab_[i] = false;
      const std::array<Vec3f, 3>& corners = query_.tumbled[leaf].corners;
      moved_[i] = {moved(corners[0]), moved(corners[1]), moved(corners[2])};
      volumes_[i] = Tumbling::bound(moved_[i], bounds_, aligned_.grid());
      place_[i] = tests_.begin(leaf);
    }
  }

  Float4 moved(const Vec3f& p) const {
    return (broadcast(p.x) * bounds_.columns[0] + broadcast(p.y) * bounds_.columns[1]) +
           (broadcast(p.z) * bounds_.columns[2] + bounds_.offset);
  }

  // Where the next entries of both lists go: kept in registers, since each list is one chain of appends.
  using Ends = std::array<ListEntry*, 2>;

  template <bool kSomeLeaves>
  void meet_list(const ListEntry* list, std::size_t alpha) {
    Ends ends = {room_.lists[0].end(), room_.lists[1].end()};
    if (kSomeLeaves) {
      tests_.make_room(4 * alpha);
      room_.steps.make_room(2 * alpha);
    }
    for (std::size_t number = 0; number < alpha; ++number) {
      prefetch(list[std::min(number + kPrefetchDistance, alpha - 1)].pair);
      const ListEntry entry = list[number];
      const CompactPair& pair = aligned_.pair(entry.pair);
      take_entry<kSomeLeaves>(
          entry, pair,
          {met(pair.nodes[0]) & (0u - (entry.mask & 1u)), met(pair.nodes[1]) & (0u - (entry.mask >> 1))},
          ends);
    }
    for (std::size_t i = 0; i < 2; ++i) room_.lists[i].end_at(ends[i]);
    result_.counters.overlap_tests += 4 * alpha;
  }

  // What the members met of an entry: children go on the lists of those that met their node, without a branch. An aligned leaf
  // stays.
  template <bool kSomeLeaves>
  void take_entry(const ListEntry& entry, const CompactPair& pair, std::array<std::uint32_t, 2> met,
                  Ends& ends) {
    std::array<std::uint32_t, 2> kept{};
    for (std::uint32_t j = 0; j < 2; ++j) {
      if (kSomeLeaves) {
        meet_leaves(pair, j, met[j] & leaves_);
        met[j] &= ~leaves_;
      }
      const std::uint32_t is_leaf = pair.below[j] >> 31, here = met[j] & (0u - is_leaf),
                          below = met[j] ^ here;
      for (std::uint32_t i = 0; i < 2; ++i) {
        append_if(ends[i], below >> i & 1u, {pair.below[j], kBothMembers});
        kept[i] |= (here >> i & 1u) << j;
      }
      if (goes_deep_) order_by_depth(below, pair.nodes[j], ends);
    }
    for (std::size_t i = 0; i < 2; ++i)
      append_if(ends[i], (kept[i] | kept[i] >> 1) & 1u, {entry.pair, kept[i]});
  }

  // What was just appended stays last if no entry lies deeper in its member.
  void order_by_depth(std::uint32_t appended, const CompactVolume& aligned, const Ends& ends) {
    for (std::size_t i = 0; i < 2; ++i) {
      if ((appended >> i & 1u) == 0) continue;
      const int depth = 1 + Tumbling::depth(aligned, volumes_[i]);
      if (depth < deepest_[i]) std::swap(ends[i][-1], ends[i][-2]);
      deepest_[i] = std::max(deepest_[i], depth);
    }
  }

  // Leaves that met an aligned node, a bit each. A leaf is put to the triangle test, which costs no more than to ask for the plane.
  void meet_leaves(const CompactPair& pair, std::size_t member, std::uint32_t leaves) {
    if (pair.is_leaf(member)) return tests_.add(place_, leaves, pair.leaf(member));
    if (leaves == 0) return;
    const std::uint32_t left = parted(leaves, pair.nodes[member]);
    if (left == 0) return;
    prefetch(pair.below[member]);
    room_.steps.append({pair.below[member], left});
  }

  // Leaves against all that lies below the entries that they met, level by level.
  void finish_leaves() {
    for (std::size_t at = 0; at < room_.steps.size(); ++at) {
      tests_.make_room(4);
      room_.steps.make_room(2);
      const LeafStep step = room_.steps[at];
      const CompactPair& pair = aligned_.pair(step.pair);
      for (std::size_t j = 0; j < 2; ++j) meet_leaves(pair, j, met(pair.nodes[j]) & step.leaves);
    }
    result_.counters.overlap_tests += 4 * room_.steps.size();
    room_.steps.clear();
  }

  // Which of the members overlap the aligned node.
  std::uint32_t met(const CompactVolume& aligned) const { return Tumbling::met(aligned, volumes_); }

  // Those of the leaves whose planes do not part them from the node. Most leaves meet leaves alone and need no plane.
  std::uint32_t parted(std::uint32_t leaves, const CompactVolume& aligned) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((leaves >> i & 1u) == 0) continue;
      if (!has_slab_[i]) slab_[i] = LeafSlab(moved_[i], bounds_, aligned_.grid());
      has_slab_[i] = true;
      if (slab_[i].template parts<Tumbling>(aligned)) leaves &= ~(1u << i);
    }
    return leaves;
  }

  // What is pushed last is taken next: the left branch, or the one that lies deeper. While it is worked on, the list of the other
  // one must survive; not the other way round.
  void push_children(const AnswerTask& task) {
    const std::size_t next = goes_deep_ && deepest_[1] > deepest_[0] ? 1 : 0;
    push_child(task, 1 - next, false);
    push_child(task, next, true);
  }
  void push_child(const AnswerTask& task, std::size_t side, bool is_next) {
    const std::array<std::size_t, 2> end = {room_.lists[0].size(), room_.lists[1].size()};
    if (end[side] == task.marker[side]) return;
    const ListEntry child{tumbled_.pair(task.tumbled.pair).below[side], kBothMembers};
    const std::uint32_t leaf = tumbled_.pair(task.tumbled.pair).leaf_below[side];
    prefetch(tumbled_, child.pair);
    if (leaf != CompactPair::kLeaf) {
      const char* record = reinterpret_cast<const char*>(&query_.tumbled[leaf]);
      __builtin_prefetch(record);
      __builtin_prefetch(record + 64);
    }
    std::array<std::size_t, 2> marker = end;
    if (!is_next) marker[1 - side] = task.marker[1 - side];
    room_.tasks.make_room(1);
    room_.tasks.append({child, static_cast<int>(side), task.marker[side], end[side], marker});
  }

  void prefetch(std::uint32_t pair) const { prefetch(aligned_, pair); }
  static void prefetch(const CompactTree& tree, std::uint32_t pair) {
    const char* bytes = reinterpret_cast<const char*>(&tree.pair(pair));
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 64);
  }

  const CompactTree& tumbled_;
  const CompactTree& aligned_;
  const LeafBounds& bounds_;
  const Tumbling tumbling_;
  const TriangleQuery& query_;
  AnswerRoom& room_;
  QueryResult& result_;
  PairTests tests_;
  // The tumbled pair at hand: its volumes, and which of its members are leaves.
  typename Tumbling::Volume volumes_[2];
  std::uint32_t leaves_ = 0;
  // For a first contact: whether this list is one of the first, and the greatest depth that each member has met.
  bool goes_deep_ = false;
  std::array<int, 2> deepest_{};
  // For members that are leaves: moved corners, planes, and their places among the tests.
  std::array<MovedCorners, 2> moved_;
  std::array<LeafSlab, 2> slab_;
  std::array<bool, 2> has_slab_{};
  std::array<std::uint32_t, 2> place_{};
};

}  // namespace collisionchip
