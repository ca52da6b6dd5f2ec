// The list traversal of the paper as this host does it best: the pairs of Algorithm 2, not its steps. A tumbled leaf, which is
// bounded by its triangle instead of by its moved volume, goes down the aligned tree at once; Algorithm 2 would transform it
// again for each level. Who asks for a first contact goes deep before wide.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "collisionchip/reference/answer/compact_transform.h"
#include "collisionchip/reference/answer/entry_stack.h"
#include "collisionchip/reference/answer/leaf_tumbling.h"
#include "collisionchip/reference/answer/pair_tests.h"

namespace collisionchip {

// A tumbled pair and the list that it has to meet: lists[side][begin, end).
struct AnswerTask {
  ListEntry tumbled;
  int side;
  std::size_t begin, end;
  std::array<std::size_t, 2> marker;  // where each list ends when this task starts
};

// An aligned pair that leaves have yet to meet, each a bit of the mask.
struct LeafStep {
  std::uint32_t pair, leaves;
};

// The memory of a traversal, kept from query to query.
struct AnswerRoom {
  std::array<EntryStack, 2> lists;
  std::vector<AnswerTask> tasks;
  std::vector<LeafStep> steps;
  PairRoom pairs;
};

template <int kHalf>
class AnswerTraversal {
 public:
  // The query's triangles go by the numbers of leaves.
  AnswerTraversal(const CompactTree& tumbled, const CompactTree& aligned, const CompactTransform& transform,
                  const LeafBounds& bounds, const TriangleQuery& query, AnswerRoom& room, QueryResult& result)
      : tumbled_(tumbled),
        aligned_(aligned),
        transform_(transform),
        leaf_tumbling_(bounds, aligned.grid()),
        query_(query),
        room_(room),
        result_(result),
        tests_(query, room.pairs, result) {}

  void run() {
    room_.tasks.clear();
    for (EntryStack& list : room_.lists) list.cut(0);
    room_.lists[0].make_room(1);
    room_.lists[0].append({0, aligned_.root_mask()});
    room_.tasks.push_back({{0, tumbled_.root_mask()}, 0, 0, 1, {1, 0}});
    while (!room_.tasks.empty() && !tests_.stopped()) {
      const AnswerTask task = next_task();
      process(task);
    }
    if (!tests_.stopped()) tests_.test();
  }

 private:
  static constexpr std::size_t kPrefetchDistance = 4;
  // Of a first contact: so many lists are cut to so many entries, the deepest of them first, and the rest of each waits.
  static constexpr std::uint64_t kDeepLists = 64;
  static constexpr std::size_t kDeepEntries = 2;

  AnswerTask next_task() {
    AnswerTask& last = room_.tasks.back();
    AnswerTask task = last;
    goes_deep_ = query_.options.first_witness && result_.counters.lists < kDeepLists;
    if (goes_deep_ && task.end - task.begin > kDeepEntries) {
      task.begin = last.end -= kDeepEntries;
    } else {
      room_.tasks.pop_back();
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
    if (tests_.full() || (query_.options.first_witness && tests_.waiting() > 0)) tests_.test();
    if (!tests_.stopped()) push_children(task);
  }

  void begin_pair(const ListEntry& tumbled) {
    const CompactPair& pair = tumbled_.pair(tumbled.pair);
    leaves_ = (std::uint32_t{pair.is_leaf(0)} | std::uint32_t{pair.is_leaf(1)} << 1) & tumbled.mask;
    if (leaves_ != tumbled.mask) transform_.template apply<kHalf>(pair, volume_);
    result_.counters.transforms += (tumbled.mask & 1u) + (tumbled.mask >> 1);
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (!tumbled.has(static_cast<int>(i))) volume_[i] = kNowhere;
      if ((leaves_ >> i & 1u) == 0) continue;
      leaf_[i] = pair.leaf(i);
      place_[i] = kNoPlace;
      has_slab_[i] = false;
      moved_[i] = leaf_tumbling_.move(query_.tumbled[leaf_[i]].corners);
      PartnerDop bound{};
      leaf_tumbling_.bound(moved_[i], bound);
      volume_[i] = aligned_.grid().outside(bound.data());
    }
  }

  // Where the next entries of both lists go: kept in registers, since each list is one chain of appends.
  using Ends = std::array<ListEntry*, 2>;

  template <bool kSomeLeaves>
  void meet_list(const ListEntry* list, std::size_t alpha) {
    Ends ends = {room_.lists[0].end(), room_.lists[1].end()};
    for (std::size_t number = 0; number < alpha; ++number) {
      prefetch(list[std::min(number + kPrefetchDistance, alpha - 1)].pair);
      const ListEntry entry = list[number];
      const CompactPair& pair = aligned_.pair(entry.pair);
      const std::array<std::uint32_t, 2> met = {overlaps(pair.nodes[0]) & (0u - (entry.mask & 1u)),
                                                overlaps(pair.nodes[1]) & (0u - (entry.mask >> 1))};
      take_entry<kSomeLeaves>(entry, pair, met, ends);
    }
    for (std::size_t i = 0; i < 2; ++i) room_.lists[i].end_at(ends[i]);
    result_.counters.overlap_tests += 4 * alpha;
  }

  // What the members met of an entry: children go on the lists of who met their node, without a branch. An aligned leaf stays.
  template <bool kSomeLeaves>
  void take_entry(const ListEntry& entry, const CompactPair& pair, std::array<std::uint32_t, 2> met,
                  Ends& ends) {
    std::array<std::uint32_t, 2> kept{};
    for (std::uint32_t j = 0; j < 2; ++j) {
      if (kSomeLeaves && (met[j] & leaves_) != 0) {
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
  static void append_if(ListEntry*& end, std::uint32_t wanted, const ListEntry& entry) {
    *end = entry;
    end += wanted;
  }

  // What was just appended stays last if no entry lies deeper in its member.
  void order_by_depth(std::uint32_t appended, const CompactVolume& aligned, const Ends& ends) {
    for (std::size_t i = 0; i < 2; ++i) {
      if ((appended >> i & 1u) == 0) continue;
      const int depth = 1 + depth_in<kBlocks>(volume_[i], aligned);
      if (depth < deepest_[i]) std::swap(ends[i][-1], ends[i][-2]);
      deepest_[i] = std::max(deepest_[i], depth);
    }
  }

  // Leaves that met an aligned node. A leaf is put to the triangle test, which costs no more than to ask for the plane.
  void meet_leaves(const CompactPair& pair, std::size_t member, std::uint32_t leaves) {
    if (pair.is_leaf(member)) return note_pairs(leaves, pair.leaf(member));
    const std::uint32_t left = parted(leaves, pair.nodes[member]);
    if (left == 0) return;
    prefetch(pair.below[member]);
    room_.steps.push_back({pair.below[member], left});
  }

  // Leaves against all that lies below the entries that they met, level by level.
  void finish_leaves() {
    for (std::size_t at = 0; at < room_.steps.size(); ++at) {
      const LeafStep step = room_.steps[at];
      const CompactPair& pair = aligned_.pair(step.pair);
      for (std::size_t j = 0; j < 2; ++j) {
        const std::uint32_t met = overlaps(pair.nodes[j]) & step.leaves;
        if (met != 0) meet_leaves(pair, j, met);
      }
    }
    result_.counters.overlap_tests += 4 * room_.steps.size();
    room_.steps.clear();
  }

  // Which of the members overlap the aligned node.
  std::uint32_t overlaps(const CompactVolume& aligned) const {
    std::array<Short8, 2> apart{};
    for (std::size_t block = 0; block < kBlocks; ++block) {
      apart[0] |= aligned[block] > volume_[0][block];
      apart[1] |= aligned[block] > volume_[1][block];
    }
    return std::uint32_t{none(apart[0])} | std::uint32_t{none(apart[1])} << 1;
  }

  // Those of the leaves whose planes do not part them from the node. Most leaves meet leaves alone and need no plane.
  std::uint32_t parted(std::uint32_t leaves, const CompactVolume& aligned) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((leaves >> i & 1u) == 0) continue;
      if (!has_slab_[i]) slab_[i] = leaf_tumbling_.slab_of(moved_[i]);
      has_slab_[i] = true;
      if (slab_[i].template parts<kHalf>(aligned)) leaves &= ~(1u << i);
    }
    return leaves;
  }

  void note_pairs(std::uint32_t leaves, std::uint32_t aligned_leaf) {
    for (std::size_t i = 0; i < 2; ++i) {
      if ((leaves >> i & 1u) == 0) continue;
      if (place_[i] == kNoPlace) place_[i] = tests_.begin(leaf_[i]);
      tests_.add(place_[i], aligned_leaf);
    }
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
    room_.tasks.push_back({child, static_cast<int>(side), task.marker[side], end[side], marker});
  }

  void prefetch(std::uint32_t pair) const { prefetch(aligned_, pair); }
  static void prefetch(const CompactTree& tree, std::uint32_t pair) {
    const char* bytes = reinterpret_cast<const char*>(&tree.pair(pair));
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 64);
  }

  static constexpr std::uint32_t kNoPlace = ~std::uint32_t{0};
  static constexpr std::size_t kBlocks = (2 * kHalf + 7) / 8;
  // Apart from every node.
  static constexpr Short8 kLeast = {-32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767};
  static constexpr CompactVolume kNowhere = {kLeast, kLeast, kLeast};

  const CompactTree& tumbled_;
  const CompactTree& aligned_;
  const CompactTransform& transform_;
  const LeafTumbling<kHalf> leaf_tumbling_;
  const TriangleQuery& query_;
  AnswerRoom& room_;
  QueryResult& result_;
  PairTests tests_;
  // The tumbled pair at hand: its volumes, and which of its members are leaves.
  std::array<CompactVolume, 2> volume_;
  std::uint32_t leaves_ = 0;
  // Of a first contact: whether this list is one of the first, and how deep what its members met lies in them.
  bool goes_deep_ = false;
  std::array<int, 2> deepest_{};
  std::array<typename LeafTumbling<kHalf>::Moved, 2> moved_;
  std::array<LeafSlab, 2> slab_;
  std::array<bool, 2> has_slab_{};
  std::array<std::uint32_t, 2> leaf_{}, place_{};  // leaves, and their places among the tests
};

}  // namespace collisionchip
