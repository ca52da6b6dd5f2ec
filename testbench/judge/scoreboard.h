// The judge: holds every answer of the chip against the software reference.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/testbench/judge/verdict.h"

namespace collisionchip {

// What the reference must be asked to judge this answer to `options`: all pairs, when an overflow has changed
// the order in which a first witness is looked for.
QueryOptions judging_options(const QueryOptions& options, const ChipAnswer& answer);

// Whether the chip did what the reference did, where both work off all lists.
bool has_counts_of(const ChipAnswer& answer, const TraversalCounters& reference);

class Scoreboard {
 public:
  // `options` as the chip is configured. Compares the pairs; without an overflow also lists, aligned pairs
  // and triangle tests (all pairs) or the very witness (first_witness). The reference is what
  // judging_options() asks for. Returns true if all agree.
  bool check_chip(std::uint64_t pose, const ChipAnswer& answer, const QueryResult& reference,
                  const QueryOptions& options);

  // The software traversal against another one, which must find the same pairs.
  bool check_traversal(std::uint64_t pose, const QueryResult& answer, const QueryResult& other,
                       const QueryOptions& options);

  // An engine that is not exact: pairs that only one of the two has are differences, but no fault.
  void count_differences(std::uint64_t pose, const QueryResult& answer, const QueryResult& other,
                         const QueryOptions& options);

  const AnswerVerdict& verdict() const { return verdict_; }
  std::uint64_t differences() const { return verdict_.differences; }
  // The first difference, both sides printed; empty when all agree.
  const std::string& first_difference() const { return verdict_.first_difference; }

 private:
  bool note(bool equal, const std::string& difference);

  AnswerVerdict verdict_;
};

}  // namespace collisionchip
