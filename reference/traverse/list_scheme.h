// Algorithm 2, for any kind of bounding volume: the mirror that chips are judged by, step by step and count by count. Who
// wants pairs soon asks reference/answer.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_batch.h"

namespace collisionchip {

// Volumes: DopPairVolumes, or what has the same members.
template <typename Volumes, bool kTaped>
class ListTraversal {
 public:
  // `tape`: null unless taped. The volumes are those of the query's objects.
  ListTraversal(const TriangleQuery& query, const Volumes& volumes, ListTape* tape)
      : query_(query),
        volumes_(volumes),
        tumbled_(volumes.tumbled()),
        aligned_(volumes.aligned()),
        tape_(tape),
        batch_(query, result_, kTaped ? &verdicts_ : nullptr) {}

  QueryResult run() {
    lists_[0].push_back({0, aligned_.root_mask()});
    tasks_.push_back({{0, tumbled_.root_mask()}, 0, 0, 1, {1, 0}});
    if constexpr (kTaped) {
      tape_->most_entries[0] = tape_->most_lists = 1;
      tape_->most_words[0] = 2;
      heads_of_tasks_.push_back({1, 0});
    }
    while (!tasks_.empty() && !batch_.stopped()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if constexpr (kTaped) {
        heads_ = heads_of_tasks_.back();
        heads_of_tasks_.pop_back();
      }
      process(task);
    }
    batch_.test();
    if constexpr (kTaped) {
      for (std::size_t i = 0; i < verdicts_.size(); ++i) tape_->tests[i].verdict = verdicts_[i];
    }
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  using Node = typename Volumes::Node;

  // A tumbled pair and the list it has to meet: lists_[side][begin, end). Tasks are taken left first; when
  // one starts, everything in both stacks above its own list belongs to finished work.
  struct Task {
    ListEntry tumbled;
    int side;
    std::size_t begin, end;
    std::array<std::size_t, 2> marker;  // where each stack ends when this task starts
  };

  void process(const Task& task) {
    const std::size_t alpha = task.end - task.begin;
    for (int i = 0; i < 2; ++i) lists_[i].resize(task.marker[i]);
    std::uint32_t leaves = 0;  // members of the tumbled pair that are leaves
    for (int i = 0; i < 2; ++i) {
      const Node& node = tumbled_.node(task.tumbled.pair, i);
      leaves |= std::uint32_t{node.is_leaf()} << i;
      triangles_[i] = node.triangle;
    }
    leaves &= task.tumbled.mask;
    const bool leaf_dops = query_.options.leaf_test != LeafTest::no_dops;
    result_.counters.lists += 1;
    result_.counters.aligned_pairs += alpha;
    result_.counters.tumbled_visits += count_members(task.tumbled.mask);
    result_.counters.transforms += count_members(leaf_dops ? task.tumbled.mask : task.tumbled.mask & ~leaves);
    for (std::size_t i = 0; i < std::min(alpha, kPrefetchDistance); ++i)
      prefetch_pair(aligned_, lists_[task.side][task.begin + i].pair);
    volumes_.transform_pair(task.tumbled.pair, partner_);
    if constexpr (kTaped) {
      tape_->lists.push_back({task.tumbled, static_cast<std::uint32_t>(tape_->entries.size()),
                              static_cast<std::uint8_t>(task.side)});
    }
    meet_list(task, leaves);
    if constexpr (kTaped) note_room(task);
    if (query_.options.first_witness) batch_.test();
    if (!batch_.stopped()) push_children(task.tumbled, task.marker);
  }

  // Right first, so that the left branch is taken next.
  void push_children(const ListEntry& tumbled, const std::array<std::size_t, 2>& start) {
    const std::array<std::size_t, 2> end = {lists_[0].size(), lists_[1].size()};
    for (int i = 1; i >= 0; --i) {
      if (end[i] == start[i]) continue;
      const Node& node = tumbled_.node(tumbled.pair, i);
      const ListEntry next =
          node.is_leaf() ? ListEntry{tumbled.pair, 1u << i} : ListEntry{node.child, kBothMembers};
      prefetch_pair(tumbled_, next.pair);
      // While the left branch is worked on, the right list of
      // the same level must survive; not the other way round.
      tasks_.push_back({next, i, start[i], end[i], {i == 0 ? end[0] : start[0], end[1]}});
      if constexpr (kTaped) {
        const std::size_t left = i == 0 ? 1 : 0, right = end[1] != start[1] ? 1 : 0;
        heads_of_tasks_.push_back({heads_[0] + left, heads_[1] + right});
      }
    }
  }

  void meet_list(const Task& task, std::uint32_t leaves) {
    const std::vector<ListEntry>& list = lists_[task.side];
    for (std::size_t place = task.begin; place < task.end; ++place) {
      prefetch_pair(aligned_, list[std::min(place + kPrefetchDistance, task.end - 1)].pair);
      [[maybe_unused]] const std::array<std::size_t, 2> before = {lists_[0].size(), lists_[1].size()};
      const ListEntry entry = list[place];  // its place may move while others are appended
      if constexpr (kTaped)
        tape_->entries.push_back({entry.pair, static_cast<std::uint32_t>(tape_->tests.size()), {}});
      meet_entry(task.tumbled.mask, leaves, entry);
      if constexpr (kTaped) {
        for (int i = 0; i < 2; ++i) {
          tape_->entries.back().appended[i] = static_cast<std::uint8_t>(lists_[i].size() - before[i]);
        }
      }
    }
  }

  // Words of the stacks and level registers that the list just met needs.
  void note_room(const Task& task) {
    for (int i = 0; i < 2; ++i) {
      const std::size_t entries = lists_[i].size(), own_head = task.tumbled.has(i) ? 1 : 0;
      tape_->most_entries[i] = std::max(tape_->most_entries[i], entries);
      tape_->most_words[i] = std::max(tape_->most_words[i], entries + heads_[i] + own_head);
      if (entries > task.marker[i]) tape_->most_lists = std::max(tape_->most_lists, tasks_.size() + 2);
    }
  }

  // A tree that decodes its nodes, and so has none to point at, does this itself.
  static void prefetch_pair(const typename Volumes::Tree& tree, std::uint32_t pair) {
    if constexpr (std::is_reference_v<decltype(tree.node(pair, 0))>) {
      const char* bytes = reinterpret_cast<const char*>(&tree.node(pair, 0));
      for (std::size_t line = 0; line < 2 * sizeof(Node); line += 64) __builtin_prefetch(bytes + line);
    } else {
      tree.prefetch_pair(pair);
    }
  }

  void meet_entry(std::uint32_t members, std::uint32_t leaves, const ListEntry& entry) {
    std::array<std::uint32_t, 2> kept{};  // leaves of `entry` that stay on the list of side i
    const LeafTest leaf_test = query_.options.leaf_test;
    // Members that meet an aligned inner node, and an aligned leaf, without a comparison.
    const std::uint32_t by_inner = compares_dops(leaf_test, true, false) ? 0 : leaves;
    const std::uint32_t by_leaf = !compares_dops(leaf_test, false, true)  ? members
                                  : !compares_dops(leaf_test, true, true) ? leaves
                                                                          : 0;
    for (int j = 0; j < 2; ++j) {
      if (!entry.has(j)) continue;
      const Node& aligned = aligned_.node(entry.pair, j);
      ++result_.counters.aligned_visits;
      if (!aligned.is_leaf()) {
        const std::uint32_t met = overlaps(members & ~by_inner, aligned) | by_inner;
        for (int i = 0; i < 2; ++i) {
          if ((met >> i & 1u) != 0) lists_[i].push_back({aligned.child, kBothMembers});
        }
        continue;
      }
      const std::uint32_t met = overlaps(members & ~by_leaf, aligned) | by_leaf;
      for (std::uint32_t i = 0; i < 2; ++i) kept[i] |= ((met & ~leaves) >> i & 1u) << j;
      note_leaf_pairs(met & leaves, aligned.triangle);
    }
    for (int i = 0; i < 2; ++i) {
      if (kept[i] != 0) lists_[i].push_back({entry.pair, kept[i]});
    }
  }

  // Which of the members overlap the aligned node.
  std::uint32_t overlaps(std::uint32_t members, const Node& aligned) {
    std::uint32_t met = 0;
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((members >> i & 1u) != 0) met |= std::uint32_t{volumes_.overlap(partner_[i], aligned)} << i;
    }
    result_.counters.overlap_tests += count_members(members);
    return met;
  }

  void note_leaf_pairs(std::uint32_t sides, std::uint32_t aligned_triangle) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((sides >> i & 1u) == 0) continue;
      if constexpr (kTaped)
        tape_->tests.push_back({triangles_[i], aligned_triangle, static_cast<std::uint8_t>(i), {}});
      batch_.add(triangles_[i], aligned_triangle);
    }
  }

  static constexpr std::size_t kPrefetchDistance = 4;
  static std::uint64_t count_members(std::uint32_t mask) { return (mask & 1u) + (mask >> 1); }

  const TriangleQuery& query_;
  const Volumes& volumes_;
  const typename Volumes::Tree& tumbled_;
  const typename Volumes::Tree& aligned_;
  // The tumbled pair at hand: its volumes, and the triangles of members that are leaves.
  std::array<typename Volumes::Transformed, 2> partner_;
  std::array<std::uint32_t, 2> triangles_{};
  std::array<std::vector<ListEntry>, 2> lists_;  // the stack SRAMs: lists written one behind the other
  std::vector<Task> tasks_;                      // the level registers
  // Taped only: lists in each stack up to the marker of each task, and of the one at hand.
  std::vector<std::array<std::size_t, 2>> heads_of_tasks_;
  std::array<std::size_t, 2> heads_{};
  ListTape* tape_;
  std::vector<Verdict> verdicts_;  // of the tape's tests
  QueryResult result_;
  TriangleBatch batch_;
};

}  // namespace collisionchip
