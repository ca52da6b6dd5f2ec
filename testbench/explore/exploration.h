// Runs a plan: every point's configuration on every workload, on worker processes, into the result store.
// What the store knows is not computed again, so a run that was interrupted, however, continues where it was.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/evaluation_pool.h"
#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/testbench/explore/point_space.h"
#include "collisionchip/testbench/explore/result_store.h"
#include "collisionchip/testbench/explore/shards.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

struct ExploreOptions {
  int jobs = 1;
  double timeout_seconds = 0;  // for one configuration on one workload; 0: none
  bool check = true;           // answers against the software reference
  bool retry_failed = false;
  Shard shard;
  PointFilter wanted;
  // In the place of signals, which are not looked at then: it is asked some times a second.
  std::function<bool()> stop;
};

struct ExploreCounts {
  std::uint64_t points = 0;    // looked at, of this shard
  std::uint64_t computed = 0;  // configuration x workload, failures included
  std::uint64_t reused = 0;
  std::uint64_t failed = 0;   // of those computed now
  std::uint64_t skipped = 0;  // points that break a rule between keys
  std::uint64_t pruned = 0;   // points that were not wanted
  bool interrupted = false;   // by SIGINT, SIGTERM or stop()
  double seconds = 0;
};

class Exploration {
 public:
  // `known` may be null; what it has is not computed either. All must outlive this.
  Exploration(const Plan& plan, const PointSpace& points, const std::vector<Workload>& workloads,
              ResultStore& store, ResultStore* known = nullptr)
      : plan_(plan), points_(points), workloads_(workloads), store_(store), known_(known) {}

  ExploreCounts run(const ExploreOptions& options);
  // For tests: something else than the chip.
  ExploreCounts run(const ExploreOptions& options, const Evaluate& evaluate);

 private:
  class Run;

  const Plan& plan_;
  const PointSpace& points_;
  const std::vector<Workload>& workloads_;
  ResultStore& store_;
  ResultStore* known_;
};

}  // namespace collisionchip
