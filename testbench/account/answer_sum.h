// The sum of the answers to many poses: cycles, counts and accounts. Pairs are counted, not kept.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "collisionchip/testbench/host/driver.h"

namespace collisionchip {

class AnswerSum {
 public:
  void add(const ChipAnswer& answer);
  // Queries that are asked together are added in two parts. add_latency() is called for each query: only a query has a latency and pairs.
  // add_whole() is called once, for the run that the queries share.
  void add_latency(const ChipAnswer& answer);
  void add_whole(const ChipAnswer& run) { add_counts(run); }
  // Adds a sum of later poses.
  void add(const AnswerSum& later);

  const ChipAnswer& sum() const { return sum_; }  // without pairs
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t queries() const { return queries_; }
  // The number of the slowest query, from 0; the first if several are equal.
  std::uint64_t slowest() const { return slowest_; }
  Cycle slowest_cycles() const { return slowest_cycles_; }

  // All counts. Only this version of the program can read the JSON.
  nlohmann::json to_json() const;
  static AnswerSum from_json(const nlohmann::json& json);

 private:
  void add_counts(const ChipAnswer& answer);

  ChipAnswer sum_;
  std::uint64_t pairs_ = 0, queries_ = 0, slowest_ = 0;
  Cycle slowest_cycles_ = 0;
};

}  // namespace collisionchip
