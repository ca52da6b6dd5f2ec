// The known error of estimates, in per cent of the simulated cycles. The numbers are those that
//
//   collisionchip estimate --validate 1000 --seed N
//
// printed, rounded up. They are absolute errors over random configurations. docs/estimator.md has the tables. A test compares new sweeps
// with these numbers.
#pragma once

#include "collisionchip/testbench/estimator/estimator.h"

namespace collisionchip {

struct KnownError {
  double median, p95, worst;
};

constexpr KnownError kKnownErrorWhole{0, 0.1, 3};       // all lists worked off
constexpr KnownError kKnownErrorSampled{0.5, 3.5, 15};  // one query, 200 lists
constexpr KnownError kKnownErrorWorkload{0.5, 3, 12};   // several queries, 400 lists

// The known error of an estimate for this number of queries.
inline const KnownError& known_error(const Estimate& estimate, std::size_t queries) {
  if (estimate.whole) return kKnownErrorWhole;
  return queries > 1 ? kKnownErrorWorkload : kKnownErrorSampled;
}

}  // namespace collisionchip
