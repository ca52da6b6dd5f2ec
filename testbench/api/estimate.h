// Cycles of a machine without simulating it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/config.h"
#include "collisionchip/testbench/api/shape.h"

namespace collisionchip::api {

// What is estimated, and how closely.
struct EstimateRequest {
  bool first = false;  // of a query that ends at its first pair
  std::size_t lists =
      200;  // how many lists of a query are worked off: more take longer and give a smaller error
};

// Of one pose: the cycles without simulating them.
struct Estimate {
  std::uint64_t cycles = 0;  // of the chip, from the start command to the last result
  double milliseconds = 0;   // by the machine's clock
  std::size_t lists = 0;     // of the whole query
  std::string bound;         // what lists wait for most
  bool is_whole = false;     // all lists were worked off
  double error_median =
      0;  // what such estimates are known to be off, in per cent of the cycles: half of them by less
  double error_p95 = 0;     // 95 of 100 by less
  double error_worst = 0;   // none by more
  std::string not_covered;  // why there is none: lists stand above, and all else is empty
};

// The answers of `collisionchip estimate`. Of the options stop() alone counts, which is asked between two poses. Error if no query of
// the machine can be estimated, or none of these.
std::vector<Estimate> estimate(const Config& machine, const Shape& a, const Shape& b,
                               const std::vector<Pose>& poses, const EstimateRequest& request = {},
                               const BatchOptions& options = {});

}  // namespace collisionchip::api
