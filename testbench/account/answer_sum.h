// The answers to many poses added up: cycles, counts and accounts; pairs are counted, not kept.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "collisionchip/testbench/host/driver.h"

namespace collisionchip {

class AnswerSum {
 public:
  void add(const ChipAnswer& answer);
  // Of queries that are asked together: each of them, which alone has a latency and pairs, and the run that they share.
  void add_latency(const ChipAnswer& answer);
  void add_whole(const ChipAnswer& run) { add_counts(run); }
  // The answers to the poses behind those of this one.
  void add(const AnswerSum& later);

  const ChipAnswer& sum() const { return sum_; }  // without pairs
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t queries() const { return queries_; }
  std::uint64_t slowest() const { return slowest_; }  // the first of the slowest, from 0
  Cycle slowest_cycles() const { return slowest_cycles_; }

  // To the last count; of this version of the program only.
  nlohmann::json to_json() const;
  static AnswerSum from_json(const nlohmann::json& json);

 private:
  void add_counts(const ChipAnswer& answer);

  ChipAnswer sum_;
  std::uint64_t pairs_ = 0, queries_ = 0, slowest_ = 0;
  Cycle slowest_cycles_ = 0;
};

}  // namespace collisionchip
