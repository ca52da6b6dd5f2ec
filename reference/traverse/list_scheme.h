// Algorithm 2, for any kind of bounding volume.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

// One of the two stack SRAMs: lists written one behind the other. Room is made before a list is processed, so
// that appending is a store.
class StackedEntries {
 public:
  std::size_t size() const { return size_; }
  const ListEntry* at(std::size_t place) const { return entries_.data() + place; }
  void cut(std::size_t size) { size_ = size; }
  void make_room(std::size_t count) {
    if (entries_.size() <= size_ + count) entries_.resize(2 * (size_ + count) + 1);
  }
  void append_if(bool wanted, const ListEntry& entry) {
    entries_[size_] = entry;
    size_ += wanted ? 1 : 0;
  }

 private:
  std::vector<ListEntry> entries_;
  std::size_t size_ = 0;
};

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
        tape_(tape) {}

  QueryResult run() {
    lists_[0].make_room(1);
    lists_[0].append_if(true, {0, aligned_.root_mask()});
    tasks_.push_back({{0, tumbled_.root_mask()}, 0, 0, 1, {1, 0}});
    if constexpr (kTaped) {
      tape_->most_entries[0] = tape_->most_lists = 1;
      tape_->most_words[0] = 2;
      heads_of_tasks_.push_back({1, 0});
    }
    while (!tasks_.empty() && !stopped_) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if constexpr (kTaped) {
        heads_ = heads_of_tasks_.back();
        heads_of_tasks_.pop_back();
      }
      process(task);
    }
    test_pending();
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
    for (int i = 0; i < 2; ++i) {
      lists_[i].cut(task.marker[i]);
      lists_[i].make_room(2 * alpha);
    }
    std::uint32_t leaves = 0;  // members of the tumbled pair that are leaves
    for (int i = 0; i < 2; ++i) leaves |= std::uint32_t{tumbled_.node(task.tumbled.pair, i).is_leaf()} << i;
    leaves &= task.tumbled.mask;
    const bool leaf_dops = query_.options.leaf_test != LeafTest::no_dops;
    result_.counters.lists += 1;
    result_.counters.aligned_pairs += alpha;
    result_.counters.tumbled_visits += count_members(task.tumbled.mask);
    result_.counters.transforms += count_members(leaf_dops ? task.tumbled.mask : task.tumbled.mask & ~leaves);
    const ListEntry* list = lists_[task.side].at(task.begin);
    for (std::size_t i = 0; i < std::min(alpha, kPrefetchDistance); ++i)
      prefetch_pair(aligned_, list[i].pair);
    volumes_.transform_pair(task.tumbled.pair, partner_);
    if constexpr (kTaped) {
      tape_->lists.push_back({task.tumbled, static_cast<std::uint32_t>(tape_->entries.size()),
                              static_cast<std::uint8_t>(task.side)});
    }
    const std::size_t before = pending_.size();
    meet_list(task.tumbled, leaves, list, alpha);
    if constexpr (kTaped) note_room(task);
    if (pending_.size() > before) {
      for (int i = 0; i < 2; ++i) pending_tumbled_.push_back(tumbled_.node(task.tumbled.pair, i).triangle);
      if (query_.options.first_witness || pending_.size() >= kMostPending) test_pending();
    }
    if (!stopped_) push_children(task.tumbled, task.marker);
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

  void meet_list(const ListEntry& tumbled, std::uint32_t leaves, const ListEntry* list, std::size_t alpha) {
    for (std::size_t entry = 0; entry < alpha; ++entry) {
      prefetch_pair(aligned_, list[std::min(entry + kPrefetchDistance, alpha - 1)].pair);
      [[maybe_unused]] const std::array<std::size_t, 2> before = {lists_[0].size(), lists_[1].size()};
      if constexpr (kTaped) {
        tape_->entries.push_back(
            {list[entry].pair, static_cast<std::uint32_t>(tape_->tests.size() + pending_.size()), {}});
      }
      meet_entry(tumbled.mask, leaves, list[entry]);
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
        for (int i = 0; i < 2; ++i) lists_[i].append_if((met >> i & 1u) != 0, {aligned.child, kBothMembers});
        continue;
      }
      const std::uint32_t met = overlaps(members & ~by_leaf, aligned) | by_leaf;
      for (std::uint32_t i = 0; i < 2; ++i) kept[i] |= ((met & ~leaves) >> i & 1u) << j;
      if ((met & leaves) != 0) note_leaf_pairs(met & leaves, aligned.triangle);
    }
    for (int i = 0; i < 2; ++i) lists_[i].append_if(kept[i] != 0, {entry.pair, kept[i]});
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
    __builtin_prefetch(&query_.aligned[aligned_triangle]);
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((sides >> i & 1u) != 0)
        pending_.push_back({static_cast<std::uint32_t>(pending_tumbled_.size()) + i, aligned_triangle});
    }
  }

  // Pairs of leaves wait until the filter's vectors are full, over many lists.
  void test_pending() {
    verdicts_.resize(pending_.size());
    query_.options.answers == Answers::exact ? filter() : test_raw();
    settle();
    pending_.clear();
    pending_tumbled_.clear();
  }

  void filter() {
    const FrameMatrices& frames = query_.frames;
    batch_triangles_.clear();
    for (const std::uint32_t number : pending_tumbled_) {
      batch_triangles_.emplace_back(query_.tumbled[number], frames);
    }
    causes_.resize(pending_.size());
    places_.resize(pending_.size());
    batch_filter_({frames, batch_triangles_.data(), query_.aligned.data(), pending_.data(), pending_.size(),
                   verdicts_.data(), causes_.data(), places_.data()});
  }

  void test_raw() {
    const FrameMatrices& frames = query_.frames;
    std::vector<TumbledTriangle> triangles;
    triangles.reserve(pending_tumbled_.size());
    for (const std::uint32_t number : pending_tumbled_) {
      triangles.emplace_back(query_.tumbled[number], frames);
    }
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const TriangleRecord& aligned = query_.aligned[pending_[i].aligned];
      verdicts_[i] = triangles[pending_[i].tumbled].verdict(aligned, frames);
    }
  }

  // The verdicts turned into answers, in the order in which the pairs were found.
  void settle() {
    for (std::size_t i = 0; i < pending_.size() && !stopped_; ++i) {
      const std::uint32_t tumbled = pending_tumbled_[pending_[i].tumbled], aligned = pending_[i].aligned;
      ++result_.counters.triangle_tests;
      if constexpr (kTaped) {
        tape_->tests.push_back(
            {tumbled, aligned, static_cast<std::uint8_t>(pending_[i].tumbled % 2), verdicts_[i]});
      }
      if (verdicts_[i] == Verdict::miss) continue;
      if (verdicts_[i] == Verdict::uncertain &&
          !query_.settled_exactly(causes_[i], tumbled, aligned, result_.counters)) {
        continue;
      }
      result_.pairs.push_back(query_.named(tumbled, aligned));
      stopped_ = query_.options.first_witness;
    }
  }

  static constexpr std::size_t kMostPending = 256;
  static constexpr std::size_t kPrefetchDistance = 4;
  static std::uint64_t count_members(std::uint32_t mask) { return (mask & 1u) + (mask >> 1); }

  const TriangleQuery& query_;
  const Volumes& volumes_;
  const typename Volumes::Tree& tumbled_;
  const typename Volumes::Tree& aligned_;
  std::array<typename Volumes::Transformed, 2> partner_;
  std::array<StackedEntries, 2> lists_;
  std::vector<Task> tasks_;  // the level registers
  // Taped only: lists in each stack up to the marker of each task, and of the one at hand.
  std::vector<std::array<std::size_t, 2>> heads_of_tasks_;
  std::array<std::size_t, 2> heads_{};
  std::vector<TestPair> pending_;               // pairs of leaves, their tumbled triangles by place in
  std::vector<std::uint32_t> pending_tumbled_;  // both members of a tumbled pair, the left one first
  std::vector<BatchTriangle> batch_triangles_;  // of these
  std::vector<Verdict> verdicts_;               // of the pairs
  std::vector<Uncertainty> causes_;             // of those that are uncertain
  std::vector<std::uint32_t> places_;           // the filter's working room
  const BatchFilter batch_filter_ = batch_filter(widest_filter_level());
  ListTape* tape_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip
