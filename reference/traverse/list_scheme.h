// Algorithm 2, for any kind of bounding volume.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/triangle/triangle_filter.h"

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
  ListTraversal(const Query& query, const Volumes& volumes, ListTape* tape)
      : query_(query),
        volumes_(volumes),
        tumbled_(volumes.tumbled()),
        aligned_(volumes.aligned()),
        tape_(tape) {}

  QueryResult run() {
    lists_[0].make_room(1);
    lists_[0].append_if(true, {0, aligned_.root_mask()});
    tasks_.push_back({{0, tumbled_.root_mask()}, 0, 0, 1, {1, 0}});
    if constexpr (kTaped) tape_->most_entries[0] = tape_->most_lists = 1;
    while (!tasks_.empty() && !stopped_) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      process(task);
    }
    std::sort(result_.pairs.begin(), result_.pairs.end());
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
  struct LeafPair {
    std::uint32_t side;  // of the tumbled pair
    std::uint32_t aligned_triangle;
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
    volumes_.transform_pair(task.tumbled.pair, partner_);
    if constexpr (kTaped) {
      tape_->lists.push_back({task.tumbled, static_cast<std::uint32_t>(tape_->entries.size()),
                              static_cast<std::uint8_t>(task.side)});
    }
    meet_list(task.tumbled, leaves, lists_[task.side].at(task.begin), alpha);
    if constexpr (kTaped) note_room(task.marker);
    if (!leaf_pairs_.empty()) {
      query_.options.answers == Answers::exact ? test_triangles<BoundedTriangle>(task.tumbled.pair)
                                               : test_triangles<TumbledTriangle>(task.tumbled.pair);
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
      // While the left branch is worked on, the right list of
      // the same level must survive; not the other way round.
      tasks_.push_back({next, i, start[i], end[i], {i == 0 ? end[0] : start[0], end[1]}});
    }
  }

  void meet_list(const ListEntry& tumbled, std::uint32_t leaves, const ListEntry* list, std::size_t alpha) {
    for (std::size_t entry = 0; entry < alpha; ++entry) {
      prefetch_pair(list[std::min(entry + kPrefetchDistance, alpha - 1)].pair);
      [[maybe_unused]] const std::array<std::size_t, 2> before = {lists_[0].size(), lists_[1].size()};
      if constexpr (kTaped) {
        tape_->entries.push_back(
            {list[entry].pair, static_cast<std::uint32_t>(tape_->tests.size() + leaf_pairs_.size()), {}});
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
  void note_room(const std::array<std::size_t, 2>& start) {
    for (int i = 0; i < 2; ++i) {
      tape_->most_entries[i] = std::max(tape_->most_entries[i], lists_[i].size());
      if (lists_[i].size() > start[i]) tape_->most_lists = std::max(tape_->most_lists, tasks_.size() + 2);
    }
  }

  void prefetch_pair(std::uint32_t pair) const {
    const char* bytes = reinterpret_cast<const char*>(&aligned_.node(pair, 0));
    for (std::size_t line = 0; line < 2 * sizeof(Node); line += 64) __builtin_prefetch(bytes + line);
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
    __builtin_prefetch(&query_.aligned.triangles[aligned_triangle]);
    for (std::uint32_t i = 0; i < 2; ++i) {
      if ((sides >> i & 1u) != 0) leaf_pairs_.push_back({i, aligned_triangle});
    }
  }

  // The list's pairs of leaves, in the order they were found. Triangle: BoundedTriangle or TumbledTriangle.
  template <typename Triangle>
  void test_triangles(std::uint32_t tumbled_pair) {
    const std::array<std::uint32_t, 2> numbers = {tumbled_.node(tumbled_pair, 0).triangle,
                                                  tumbled_.node(tumbled_pair, 1).triangle};
    const FrameMatrices& frames = query_.setup.frames;
    const std::array<Triangle, 2> triangles = {Triangle(query_.tumbled.triangles[numbers[0]], frames),
                                               Triangle(query_.tumbled.triangles[numbers[1]], frames)};
    for (const LeafPair& pair : leaf_pairs_) {
      ++result_.counters.triangle_tests;
      const TriangleRecord& aligned = query_.aligned.triangles[pair.aligned_triangle];
      const Verdict verdict = triangles[pair.side].verdict(aligned, frames);
      if constexpr (kTaped) {
        tape_->tests.push_back(
            {numbers[pair.side], pair.aligned_triangle, static_cast<std::uint8_t>(pair.side), verdict});
      }
      if (!query_.settled(verdict, numbers[pair.side], pair.aligned_triangle, result_.counters)) continue;
      result_.pairs.push_back(query_.named(numbers[pair.side], pair.aligned_triangle));
      stopped_ = query_.options.first_witness;
      if (stopped_) break;
    }
    leaf_pairs_.clear();
  }

  static constexpr std::size_t kPrefetchDistance = 2;
  static std::uint64_t count_members(std::uint32_t mask) { return (mask & 1u) + (mask >> 1); }

  const Query& query_;
  const Volumes& volumes_;
  const typename Volumes::Tree& tumbled_;
  const typename Volumes::Tree& aligned_;
  std::array<typename Volumes::Transformed, 2> partner_;
  std::array<StackedEntries, 2> lists_;
  std::vector<Task> tasks_;  // the level registers
  std::vector<LeafPair> leaf_pairs_;
  ListTape* tape_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip
