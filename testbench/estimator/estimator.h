// How many cycles a configuration takes for a query, without simulating it.
//
// A query is written down once (QueryProfile, about the time of a software query). For each configuration the
// recurrence of chip_recurrence.h then works off a sample of its lists and weighs their times. Worked off as
// a whole it gives the model's cycles; what an estimate is off comes from the sample. docs/estimator.md has
// the measured errors.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collisionchip/testbench/estimator/list_sample.h"
#include "collisionchip/testbench/estimator/query_profile.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct Estimate {
  Cycle cycles = 0;
  bool whole = false;       // every list was worked off: nothing is left to chance
  std::string_view bound;   // what lists wait for most: a member of WaitAccount, or pointer_fifo
  double bound_share = 0;   // of the cycles
  std::string not_covered;  // see QueryEstimator::not_covered
};

// Why no query of this machine can be estimated; empty: some can.
std::string machine_not_covered(const ChipConfig& config);

class QueryEstimator {
 public:
  // A sample of so many lists costs about 0.1 ms per estimate.
  static constexpr std::size_t kLists = 200;

  explicit QueryEstimator(QueryProfile profile, std::size_t lists = kLists);

  // std::invalid_argument if the configuration asks another question than the profile answers.
  Estimate estimate(const ChipConfig& config);
  // Why an estimate for the configuration would not hold; empty: it does.
  std::string not_covered(const ChipConfig& config) const;

  const QueryProfile& profile() const { return profile_; }

 private:
  const std::vector<std::uint8_t>& misses(const ChipConfig& config);

  QueryProfile profile_;
  ListSample sample_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint8_t>> misses_;  // by lines and ways
};

// The sum over many poses of the same objects: fewer lists of each query, for their errors cancel.
class WorkloadEstimator {
 public:
  static constexpr std::size_t kLists = 400;         // of all queries together
  static constexpr std::size_t kListsPerQuery = 45;  // at least

  WorkloadEstimator(const CollisionObject& a, const CollisionObject& b, const std::vector<Pose>& poses,
                    const QueryOptions& options, std::size_t lists = kLists);

  // As QueryEstimator. `whole`: all of them; `bound`: that of the most cycles.
  Estimate estimate(const ChipConfig& config);
  std::string not_covered(const ChipConfig& config) const;

  // Of all queries, each up to its witness if that is enough.
  std::size_t lists() const { return lists_; }

 private:
  std::vector<QueryEstimator> queries_;
  std::size_t lists_ = 0;
};

}  // namespace collisionchip
