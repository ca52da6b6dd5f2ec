#include "collisionchip/reference/aabb/aabb_query.h"

namespace collisionchip {

namespace {

template <AabbLayout kLayout>
class AabbListTraversal {
 public:
  explicit AabbListTraversal(AabbQuery<kLayout>& query) : query_(query) {}

  QueryResult run() {
    start();
    while (!tasks_.empty() && !query_.stopped()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      process(task);
    }
    return query_.result();
  }

 private:
  using Children = typename AabbQuery<kLayout>::Children;
  using Probe = typename AabbQuery<kLayout>::Probe;

  // A tumbled inner node and the aligned inner nodes that it overlaps: lists_[side][begin, end). Tasks are
  // taken left first; when one starts, everything in both lists above its own belongs to finished work.
  struct Task {
    AabbView tumbled;
    std::size_t side, begin, end;
    std::array<std::size_t, 2> marker;  // where each list ends when this task starts
  };

  void start() {
    const AabbView tumbled = query_.tumbled_root(), aligned = query_.aligned_root();
    Probe probe;
    if (tumbled.is_leaf) return query_.meet_tumbled_leaf(tumbled, probe, aligned);
    if (aligned.is_leaf) return query_.meet_aligned_leaf(aligned, probe, tumbled);
    query_.move(tumbled, moved_[0]);
    if (!query_.overlap(moved_[0], aligned)) return;
    lists_[0].push_back(aligned);
    tasks_.push_back({tumbled, 0, 0, 1, {1, 0}});
  }

  void process(const Task& task) {
    for (std::size_t i = 0; i < 2; ++i) lists_[i].resize(task.marker[i]);
    ++query_.counters().lists;
    query_.counters().aligned_pairs += task.end - task.begin;
    query_.open_tumbled(task.tumbled, tumbled_);
    for (std::size_t i = 0; i < 2; ++i) {
      probes_[i].is_moved = false;
      if (!tumbled_[i].is_leaf) query_.move(tumbled_[i], moved_[i]);
    }
    for (std::size_t entry = task.begin; entry < task.end && !query_.stopped(); ++entry) {
      const std::size_t ahead = std::min(entry + kPrefetchDistance, task.end - 1);
      query_.aligned().prefetch_children(lists_[task.side][ahead]);
      query_.open_aligned(lists_[task.side][entry], aligned_);
      meet_children();
    }
    push_children(task.marker);
  }

  void meet_children() {
    for (const AabbView& aligned : aligned_) {
      Probe aligned_probe;
      for (std::size_t i = 0; i < 2; ++i) {
        if (tumbled_[i].is_leaf) {
          query_.meet_tumbled_leaf(tumbled_[i], probes_[i], aligned);
        } else if (aligned.is_leaf) {
          query_.meet_aligned_leaf(aligned, aligned_probe, tumbled_[i]);
        } else if (query_.overlap(moved_[i], aligned)) {
          lists_[i].push_back(aligned);
        }
      }
    }
  }

  // Right first, so that the left one is taken next; while it is worked on, the right one's list must
  // survive.
  void push_children(const std::array<std::size_t, 2>& start) {
    const std::array<std::size_t, 2> end = {lists_[0].size(), lists_[1].size()};
    for (std::size_t i = 2; i-- > 0;) {
      if (end[i] == start[i]) continue;
      tasks_.push_back({tumbled_[i], i, start[i], end[i], {i == 0 ? end[0] : start[0], end[1]}});
    }
  }

  static constexpr std::size_t kPrefetchDistance = 4;

  AabbQuery<kLayout>& query_;
  std::vector<Task> tasks_;
  std::array<std::vector<AabbView>, 2> lists_;
  Children tumbled_, aligned_;
  std::array<BoxOverlap::Moved, 2> moved_;
  std::array<Probe, 2> probes_;
};

}  // namespace

QueryResult aabb_list_traversal(const AabbObject& a, const AabbObject& b, const Pose& pose,
                                const QueryOptions& options, SatAxes axes) {
  return with_aabb_query(a, b, pose, options, axes,
                         [](auto& query) { return AabbListTraversal(query).run(); });
}

}  // namespace collisionchip
