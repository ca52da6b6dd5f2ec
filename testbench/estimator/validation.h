// Measures the error of estimates. Random configurations over all keys are estimated and simulated, on several objects and poses.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/run/verify.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// Objects and poses on which configurations are tried. Their trees have k directions.
struct ValidationCase {
  VerifyCase objects;
  std::uint32_t k = 24;
};

// Half of the cases are procedural objects of 500 to 30 000 triangles, other ones than in the tests' fixed sweep. The other half are walls,
// plates, combs and fans across 500 to 6 000 triangles of small parts (crossing_objects.h).
std::vector<ValidationCase> validation_cases(std::uint64_t seed);

// One configuration, on one pose of a case or on all poses of the case as a workload.
struct ValidationRow {
  std::string case_name;
  std::size_t pose = 0, queries = 1, lists = 0;
  ChipConfig config;
  bool first_witness = false;
  Estimate estimate;
  Cycle simulated = 0;
  // Times of this host's processor. The estimate uses a profile that was used for another configuration before. The simulation's time is
  // elaboration and queries, without loading the objects.
  double estimate_seconds = 0, simulate_seconds = 0;

  double error() const {  // above 0: the estimate has too many cycles
    return static_cast<double>(estimate.cycles) / static_cast<double>(simulated) - 1;
  }
};

// A preset in which each key is replaced by a random value with probability 1/2. Values come from the key's whole range, small ones as
// often as large ones. Keys that define the question (dop.k) stay, and so do keys that would make the lists overflow.
ChipConfig random_configuration(RandomNumbers& random, const ChipConfig& asked);

// `count` estimates and simulations. Every third one is for a workload, every fourth one for first witnesses. An estimate works off `lists`
// lists, twice as many for a workload. Configurations that estimates do not cover are left out. `done` is called with the number of
// configurations tried.
std::vector<ValidationRow> validate_estimates(const std::vector<ValidationCase>& cases, std::size_t count,
                                              std::uint64_t seed, std::size_t lists,
                                              const std::function<void(std::size_t)>& done = {});

// Figures of absolute errors.
struct ErrorFigures {
  std::size_t count = 0;
  double median = 0, p95 = 0, worst = 0;
};
ErrorFigures error_figures(std::vector<double> errors);

// The distribution of the errors, the speed, and the worst configurations. Each configuration is shown as the `--set` words that repeat it.
std::string to_text(const std::vector<ValidationRow>& rows);

}  // namespace collisionchip
