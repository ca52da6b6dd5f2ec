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
  bool first = false;       // estimate a query that ends at its first pair
  std::size_t lists = 200;  // lists of a query that are worked off; more take longer and give a smaller error
};

// The estimate of one pose: its cycles without simulating them.
struct Estimate {
  std::uint64_t cycles = 0;  // cycles of the chip, from the start command to the last result
  double milliseconds = 0;   // the cycles by the machine's clock
  std::size_t lists = 0;     // lists of the whole query
  std::string bound;         // what lists wait for most
  bool is_whole = false;     // all lists were worked off
  double error_median = 0;   // half of such estimates err by less than this, in per cent of the cycles
  double error_p95 = 0;      // 95 of 100 err by less
  double error_worst = 0;    // the largest known error
  std::string not_covered;   // why there is no estimate; then only `lists` is filled. Empty otherwise
};

// An estimate for each pose, as `collisionchip estimate` gives it. Only stop() of the options is used; it is asked between two poses. Error
// if no query of the machine can be estimated, or none of these poses.
std::vector<Estimate> estimate(const Config& machine, const Shape& a, const Shape& b,
                               const std::vector<Pose>& poses, const EstimateRequest& request = {},
                               const BatchOptions& options = {});

}  // namespace collisionchip::api
