// The list traversal of the paper as this host does it best: the pairs of Algorithm 2, not its steps. A tumbled leaf, which is
// bounded by its triangle instead of by its moved volume, goes down the aligned tree at once; Algorithm 2 would transform it
// again for each level. Who asks for a first contact goes deep before wide.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "collisionchip/reference/answer/leaf_tumbling.h"
#include "collisionchip/reference/answer/pair_tests.h"
#include "collisionchip/reference/dop/pair_transform.h"
#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/tree/dop_tree.h"

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
  std::array<std::vector<ListEntry>, 2> lists;
  std::vector<AnswerTask> tasks;
  std::vector<LeafStep> steps;
  PairRoom pairs;
};

template <int kHalf>
class AnswerTraversal {
 public:
  AnswerTraversal(const DopTree& tumbled, const DopTree& aligned, const PairTransform& transform,
                  const LeafBounds& bounds, const TriangleQuery& query, AnswerRoom& room, QueryResult& result)
      : tumbled_(tumbled),
        aligned_(aligned),
        transform_(transform),
        leaf_tumbling_(bounds),
        query_(query),
        room_(room),
        result_(result),
        tests_(query, room.pairs, result) {}

  void run() {
    room_.tasks.clear();
    room_.lists[0].assign(1, {0, aligned_.root_mask()});
    room_.lists[1].clear();
    room_.tasks.push_back({{0, tumbled_.root_mask()}, 0, 0, 1, {1, 0}});
    while (!room_.tasks.empty() && !tests_.stopped()) {
      const AnswerTask task = next_task();
      process(task);
    }
    if (!tests_.stopped()) tests_.test();
  }

 private:
  static constexpr std::size_t kPrefetchDistance = 4;
  // Of a first contact: so many lists are cut to so many entries, and the rest of each waits.
  static constexpr std::uint64_t kDeepLists = 64;
  static constexpr std::size_t kDeepEntries = 4;

  AnswerTask next_task() {
    AnswerTask& last = room_.tasks.back();
    AnswerTask task = last;
    if (query_.options.first_witness && result_.counters.lists < kDeepLists &&
        task.end - task.begin > kDeepEntries) {
      task.begin = last.end -= kDeepEntries;
    } else {
      room_.tasks.pop_back();
    }
    return task;
  }

  void process(const AnswerTask& task) {
    for (std::size_t i = 0; i < 2; ++i) room_.lists[i].resize(task.marker[i]);
    const auto& list = room_.lists[static_cast<std::size_t>(task.side)];
    const std::size_t alpha = task.end - task.begin;
    for (std::size_t i = 0; i < std::min(alpha, kPrefetchDistance); ++i)
      prefetch(aligned_, list[task.begin + i].pair);
    ++result_.counters.lists;
    result_.counters.aligned_pairs += alpha;
    begin_pair(task.tumbled);
    for (std::size_t entry = task.begin; entry < task.end; ++entry) {
      prefetch(aligned_, list[std::min(entry + kPrefetchDistance, task.end - 1)].pair);
      const ListEntry here = list[entry];
      meet_entry(here);
    }
    if (!room_.steps.empty()) finish_leaves();
    if (tests_.full() || (query_.options.first_witness && tests_.waiting() > 0)) tests_.test();
    if (!tests_.stopped()) push_children(task);
  }

  void begin_pair(const ListEntry& tumbled) {
    members_ = tumbled.mask;
    leaves_ = 0;
    for (std::uint32_t i = 0; i < 2; ++i)
      leaves_ |= std::uint32_t{tumbled_.node(tumbled.pair, static_cast<int>(i)).is_leaf()} << i;
    leaves_ &= members_;
    if (leaves_ != members_) transform_.apply(&tumbled_.node(tumbled.pair, 0), partner_);
    result_.counters.transforms += (members_ & 1u) + (members_ >> 1);
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((leaves_ >> i & 1u) == 0) continue;
      leaf_[i] = tumbled_.node(tumbled.pair, static_cast<int>(i)).triangle;
      place_[i] = kNoPlace;
      leaf_tumbling_.apply(query_.tumbled[leaf_[i]].corners, partner_[i], slab_[i]);
    }
  }

  void meet_entry(const ListEntry& entry) {
    std::array<std::uint32_t, 2> kept{};
    for (int j = 0; j < 2; ++j) {
      if (!entry.has(j)) continue;
      const DopNode& aligned = aligned_.node(entry.pair, j);
      const std::uint32_t met = overlaps(members_, aligned);
      const std::uint32_t inner = met & ~leaves_, leaves = met & leaves_;
      if (!aligned.is_leaf()) {
        for (std::uint32_t i = 0; i < 2; ++i) {
          if ((inner >> i & 1u) != 0) room_.lists[i].push_back({aligned.child, kBothMembers});
        }
        if (leaves != 0) {
          prefetch(aligned_, aligned.child);
          room_.steps.push_back({aligned.child, leaves});
        }
        continue;
      }
      for (std::uint32_t i = 0; i < 2; ++i) kept[i] |= (inner >> i & 1u) << j;
      if (leaves != 0) note_pairs(leaves, aligned.triangle);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (kept[i] != 0) room_.lists[i].push_back({entry.pair, kept[i]});
    }
  }

  // Leaves against all that lies below the entries that they met, level by level.
  void finish_leaves() {
    for (std::size_t at = 0; at < room_.steps.size(); ++at) {
      const LeafStep step = room_.steps[at];
      for (int j = 0; j < 2; ++j) {
        const DopNode& aligned = aligned_.node(step.pair, j);
        const std::uint32_t met = overlaps(step.leaves, aligned);
        if (met == 0) continue;
        if (aligned.is_leaf()) {
          note_pairs(met, aligned.triangle);
        } else {
          prefetch(aligned_, aligned.child);
          room_.steps.push_back({aligned.child, met});
        }
      }
    }
    room_.steps.clear();
  }

  // Which of the members overlap the aligned node.
  std::uint32_t overlaps(std::uint32_t members, const DopNode& aligned) {
    std::uint32_t met = 0;
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((members >> i & 1u) == 0 || !overlap<kHalf>(partner_[i], aligned)) continue;
      if ((leaves_ >> i & 1u) == 0 || !slab_[i].template parts<kHalf>(aligned)) met |= 1u << i;
    }
    result_.counters.overlap_tests += (members & 1u) + (members >> 1);
    return met;
  }

  void note_pairs(std::uint32_t leaves, std::uint32_t aligned_triangle) {
    for (std::size_t i = 0; i < 2; ++i) {
      if ((leaves >> i & 1u) == 0) continue;
      if (place_[i] == kNoPlace) place_[i] = tests_.begin(leaf_[i]);
      tests_.add(place_[i], aligned_triangle);
    }
  }

  // Right first, so that the left branch is taken next. While it is worked on, the right list of the same level must survive;
  // not the other way round.
  void push_children(const AnswerTask& task) {
    const std::array<std::size_t, 2> end = {room_.lists[0].size(), room_.lists[1].size()},
                                     &start = task.marker;
    for (int i = 1; i >= 0; --i) {
      const auto side = static_cast<std::size_t>(i);
      if (end[side] == start[side]) continue;
      const ListEntry next{tumbled_.node(task.tumbled.pair, i).child, kBothMembers};
      prefetch(tumbled_, next.pair);
      room_.tasks.push_back({next, i, start[side], end[side], {i == 0 ? end[0] : start[0], end[1]}});
    }
  }

  static void prefetch(const DopTree& tree, std::uint32_t pair) {
    const char* bytes = reinterpret_cast<const char*>(&tree.node(pair, 0));
    for (std::size_t line = 0; line < 2 * sizeof(DopNode); line += 64) __builtin_prefetch(bytes + line);
  }

  static constexpr std::uint32_t kNoPlace = ~std::uint32_t{0};

  const DopTree& tumbled_;
  const DopTree& aligned_;
  const PairTransform& transform_;
  const LeafTumbling<kHalf> leaf_tumbling_;
  const TriangleQuery& query_;
  AnswerRoom& room_;
  QueryResult& result_;
  PairTests tests_;
  // The tumbled pair at hand: which members take part, and which of these are leaves.
  std::uint32_t members_ = 0, leaves_ = 0;
  std::array<PartnerDop, 2> partner_;
  std::array<LeafSlab, 2> slab_;
  std::array<std::uint32_t, 2> leaf_{}, place_{};  // triangles, and their places among the tests
};

}  // namespace collisionchip
