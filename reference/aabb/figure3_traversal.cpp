#include "collisionchip/reference/aabb/aabb_query.h"

namespace collisionchip {

namespace {

template <AabbLayout kLayout>
class Figure3Traversal {
 public:
  explicit Figure3Traversal(AabbQuery<kLayout>& query) : query_(query) {}

  QueryResult run() {
    tumbled_[0] = query_.tumbled_root();
    aligned_[0] = query_.aligned_root();
    meet(tumbled_, 1, aligned_, 1);
    while (!stack_.empty() && !query_.stopped()) {
      const NodePair pair = stack_.back();
      stack_.pop_back();
      query_.open_tumbled(pair.tumbled, tumbled_);
      query_.open_aligned(pair.aligned, aligned_);
      query_.counters().pairs_outside_lists += 2;
      meet(tumbled_, 2, aligned_, 2);
    }
    return query_.result();
  }

 private:
  using Children = typename AabbQuery<kLayout>::Children;
  using Probe = typename AabbQuery<kLayout>::Probe;

  struct NodePair {
    AabbView tumbled, aligned;  // both inner nodes, and their boxes overlap
  };

  void meet(const Children& tumbled, std::size_t tumbled_count, const Children& aligned,
            std::size_t aligned_count) {
    std::array<Probe, 2> probes;
    for (std::size_t i = 0; i < tumbled_count; ++i) {
      if (tumbled[i].is_leaf) {
        Probe probe;
        for (std::size_t j = 0; j < aligned_count; ++j)
          query_.meet_tumbled_leaf(tumbled[i], probe, aligned[j]);
        continue;
      }
      bool is_moved = false;
      for (std::size_t j = 0; j < aligned_count; ++j) {
        if (aligned[j].is_leaf) {
          query_.meet_aligned_leaf(aligned[j], probes[j], tumbled[i]);
          continue;
        }
        if (!is_moved) query_.move(tumbled[i], moved_);
        is_moved = true;
        if (query_.overlap(moved_, aligned[j])) stack_.push_back({tumbled[i], aligned[j]});
      }
    }
  }

  AabbQuery<kLayout>& query_;
  std::vector<NodePair> stack_;
  Children tumbled_, aligned_;
  BoxOverlap::Moved moved_;
};

}  // namespace

QueryResult figure3_traversal(const AabbObject& a, const AabbObject& b, const Pose& pose,
                              const QueryOptions& options, SatAxes axes) {
  return with_aabb_query(a, b, pose, options, axes,
                         [](auto& query) { return Figure3Traversal(query).run(); });
}

}  // namespace collisionchip
