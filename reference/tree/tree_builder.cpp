#include "collisionchip/reference/tree/tree_builder.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "collisionchip/reference/tree/bottom_up_builder.h"
#include "collisionchip/reference/tree/insertion_builder.h"
#include "collisionchip/reference/tree/threads.h"

namespace collisionchip {

namespace {

// Triangles to be split, and the pair of nodes that takes the two parts.
struct Range {
  std::uint32_t *first, *last;
  std::uint32_t pair;

  std::size_t size() const { return static_cast<std::size_t>(last - first); }
};

// Ranges that wait for a thread.
class WaitingRanges {
 public:
  explicit WaitingRanges(const Range& first) : ranges_{first} {}

  void put(const Range& range) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ranges_.push_back(range);
    changed_.notify_one();
  }
  // False when all work is done or given up. A thread that takes a range says when the range is done.
  bool take(Range& range) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !ranges_.empty() || taken_ == 0 || stopped_; });
    if (ranges_.empty() || stopped_) return false;
    range = ranges_.back();
    ranges_.pop_back();
    ++taken_;
    return true;
  }
  void done() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--taken_ == 0 && ranges_.empty()) changed_.notify_all();
  }
  void stop() {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Range> ranges_;
  int taken_ = 0;
  bool stopped_ = false;
};

// Top-down.
class TreeBuilder {
 public:
  TreeBuilder(const Mesh& mesh, const TreeOptions& options, unsigned threads)
      : mesh_(mesh), options_(options), threads_(threads), rule_(make_split_rule(options)) {}

  std::vector<DopNode> build() {
    data_ = make_split_data(mesh_, options_, threads_);
    std::vector<std::uint32_t> order(data_.leaves.size());
    std::iota(order.begin(), order.end(), 0u);
    nodes_.resize(std::max<std::size_t>(2, 2 * (order.size() - 1)));
    if (order.size() == 1) {
      nodes_[0] = data_.leaves[0];
    } else {
      build_ranges({order.data(), order.data() + order.size(), 0});
    }
    return std::move(nodes_);
  }

 private:
  void build_ranges(const Range& all) {
    WaitingRanges waiting(all);
    const auto work = [&](bool calling) {
      for (Range range; waiting.take(range); waiting.done()) build_large(range, waiting, calling);
    };
    on_threads(threads_, work, [&] { waiting.stop(); });
    std::sort(large_pairs_.begin(), large_pairs_.end());
    for (std::size_t i = large_pairs_.size(); i-- > 0;) enclose_children(large_pairs_[i]);
  }

  // Leaves the right parts to the first free thread.
  void build_large(Range range, WaitingRanges& waiting, bool calling) {
    while (range.size() > kThreadShare) {
      if (calling && options_.while_building) options_.while_building();
      {
        const std::lock_guard<std::mutex> lock(large_mutex_);
        large_pairs_.push_back(range.pair);
      }
      const std::array<Range, 2> halves = place(range);
      if (halves[0].size() == 1) {
        range = halves[1];
        continue;
      }
      if (halves[1].size() > 1) waiting.put(halves[1]);
      range = halves[0];
    }
    build_small(range);
  }

  // Off an explicit stack: a degenerate object may be as deep as it has triangles.
  void build_small(const Range& all) {
    std::vector<Range> ranges = {all};
    while (!ranges.empty()) {
      const Range range = ranges.back();
      ranges.pop_back();
      for (const Range& half : place(range)) {
        if (half.size() > 1) ranges.push_back(half);
      }
    }
    // Children always have higher numbers than their parent.
    for (std::uint32_t i = static_cast<std::uint32_t>(all.size()) - 1; i-- > 0;)
      enclose_children(all.pair + i);
  }

  // The two parts, and where their own pairs lie: a part of n triangles takes n - 1 of them.
  std::array<Range, 2> place(const Range& range) {
    std::uint32_t* middle = rule_->split(range.first, range.last, data_);
    const auto left = static_cast<std::uint32_t>(middle - range.first);
    const std::array<Range, 2> halves = {Range{range.first, middle, range.pair + 1},
                                         Range{middle, range.last, range.pair + left}};
    for (std::size_t side = 0; side < 2; ++side) {
      DopNode& node = nodes_[2 * std::size_t{range.pair} + side];
      if (halves[side].size() == 1) {
        node = data_.leaves[*halves[side].first];
      } else {
        node.child = halves[side].pair;
      }
    }
    return halves;
  }

  void enclose_children(std::uint32_t pair) {
    for (std::size_t side = 0; side < 2; ++side) {
      DopNode& node = nodes_[2 * std::size_t{pair} + side];
      if (node.is_leaf()) continue;
      const DopNode* children = &nodes_[2 * std::size_t{node.child}];
      enclose(options_.k, children[0], children[1], node);
    }
  }

  const Mesh& mesh_;
  const TreeOptions& options_;
  const unsigned threads_;
  const std::unique_ptr<SplitRule> rule_;
  SplitData data_{};
  std::vector<DopNode> nodes_;
  std::mutex large_mutex_;
  std::vector<std::uint32_t> large_pairs_;  // whose parts lay with several threads
};

}  // namespace

unsigned builder_threads(const Mesh& mesh) {
  const std::size_t useful = 1 + mesh.triangles.size() / (2 * kThreadShare);
  return static_cast<unsigned>(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, useful));
}

SplitData make_split_data(const Mesh& mesh, const TreeOptions& options, unsigned threads) {
  SplitData data{options.k, std::vector<DopNode>(mesh.triangles.size())};
  if (!dop_directions(options.k).has_axes()) data.boxes.resize(mesh.triangles.size());
  for_each_share(threads, data.leaves.size(), [&](std::size_t begin, std::size_t end, bool calling) {
    if (calling && begin > 0 && options.while_building) options.while_building();
    for (std::size_t t = begin; t < end; ++t) {
      const auto triangle = static_cast<std::uint32_t>(t);
      data.leaves[t] = leaf_dop(options.k, mesh.corners(triangle), triangle);
      if (!data.boxes.empty()) data.boxes[t] = leaf_dop(6, mesh.corners(triangle), triangle);
    }
  });
  return data;
}

std::vector<DopNode> build_nodes(const Mesh& mesh, const TreeOptions& options, unsigned threads) {
  check_tree_options(options);
  if (options.builder == "top_down") return TreeBuilder(mesh, options, threads).build();
  const std::vector<DopNode> leaves = make_split_data(mesh, options, threads).leaves;
  return lay_out(options.k, leaves,
                 options.builder == "bottom_up"
                     ? join_bottom_up(options.k, leaves, options.while_building)
                     : join_by_insertion(options.k, leaves, options.while_building));
}

}  // namespace collisionchip
