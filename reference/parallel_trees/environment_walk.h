// Walks the environment's tree once for many subtrees of flying objects. Each node of E is read once and holds the list of
// subtrees that meet its parent ("each hierarchy leaf holding array of intersecting flying objects", the CUDA slides of
// docs/opencl.md).
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/parallel_trees/batch_query.h"

namespace collisionchip {

// A flying object at those time stamps of a round in which it is not apart from E.
struct FlyingPath {
  std::vector<BatchQuery*> stamps;
  std::vector<std::uint32_t> starts;  // roots of its subtrees
};

class EnvironmentWalk {
 public:
  EnvironmentWalk(const DopTree& environment, const std::vector<FlyingPath>& flying);

  // Each subtree at each time stamp; or, `by_path`, the DOP of each subtree's path, and time stamps only at E's leaves.
  void walk(bool by_path);

  std::uint64_t reads() const { return reads_; }
  std::uint64_t path_visits() const { return path_visits_; }

 private:
  struct Member {
    const FlyingPath* flying;
    std::uint32_t start;
    BatchQuery* query;  // none of a path
    PartnerDop path;
  };

  void meet(std::uint32_t node, const std::vector<const Member*>& members);
  bool meets(const Member& member, std::uint32_t node);
  void open(const Member& member, std::uint32_t leaf);

  const DopTree& environment_;
  const std::vector<FlyingPath>& flying_;
  std::uint64_t reads_ = 0, path_visits_ = 0;
};

}  // namespace collisionchip
