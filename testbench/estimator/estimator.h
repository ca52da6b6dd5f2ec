// Estimates the cycles of a query on a configuration, without simulating it.
//
// A query is recorded once as a QueryProfile, which takes about as long as a software query. For each configuration the recurrence of
// chip_recurrence.h then works off a sample of the lists and weights their times. If it works off all lists, it gives the model's cycles:
// the error of an estimate comes from the sample. docs/estimator.md has the measured errors.
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
  bool whole = false;       // every list was worked off; there is no sample
  std::string_view bound;   // what lists wait for most: a member of WaitAccount, or pointer_fifo
  double bound_share = 0;   // its share of the cycles
  std::string not_covered;  // see QueryEstimator::not_covered
};

// The reason why no query of this machine can be estimated. Empty if some queries can.
std::string machine_not_covered(const ChipConfig& config);

class QueryEstimator {
 public:
  // A sample of so many lists costs about 0.1 ms per estimate.
  static constexpr std::size_t kLists = 200;

  explicit QueryEstimator(QueryProfile profile, std::size_t lists = kLists);

  // std::invalid_argument if the profile is for another question (dop.k and the like) than the configuration's.
  Estimate estimate(const ChipConfig& config);
  // The reason why the configuration cannot be estimated. Empty if it can.
  std::string not_covered(const ChipConfig& config) const;

  const QueryProfile& profile() const { return profile_; }

 private:
  const std::vector<std::uint8_t>& misses(const ChipConfig& config);

  QueryProfile profile_;
  ListSample sample_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint8_t>> misses_;  // by lines and ways
};

// Estimates the sum over many poses of the same objects. Each query needs fewer lists, because the errors of the queries cancel.
class WorkloadEstimator {
 public:
  static constexpr std::size_t kLists = 400;         // lists of all queries together
  static constexpr std::size_t kListsPerQuery = 45;  // the fewest lists of a query

  WorkloadEstimator(const CollisionObject& a, const CollisionObject& b, const std::vector<Pose>& poses,
                    const QueryOptions& options, std::size_t lists = kLists);

  // As QueryEstimator::estimate(). `whole`: all queries are whole. `bound`: the bound with the most cycles.
  Estimate estimate(const ChipConfig& config);
  std::string not_covered(const ChipConfig& config) const;

  // The lists of all queries. A query for a first witness counts up to its witness.
  std::size_t lists() const { return lists_; }

 private:
  std::vector<QueryEstimator> queries_;
  std::size_t lists_ = 0;
};

}  // namespace collisionchip
