// How far estimates are off: random configurations over all
// keys, on several objects and poses, estimated and simulated.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/run/verify.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// A case on which configurations are tried; its trees have k directions.
struct ValidationCase {
  VerifyCase objects;
  std::uint32_t k = 24;
};

// Half of them procedural objects of 500 to 30 000 triangles, none of them those of the tests' fixed sweep; half of them
// walls, plates, combs and fans across 500 to 6 000 triangles of small parts (crossing_objects.h).
std::vector<ValidationCase> validation_cases(std::uint64_t seed);

// One configuration: on one pose of a case, or as a workload on all of its poses.
struct ValidationRow {
  std::string case_name;
  std::size_t pose = 0, queries = 1, lists = 0;
  ChipConfig config;
  bool first_witness = false;
  Estimate estimate;
  Cycle simulated = 0;
  // Of this host's processor. The estimate: of a profile that has served another configuration before. The
  // simulation: elaboration and queries, without loading the objects.
  double estimate_seconds = 0, simulate_seconds = 0;

  double error() const {  // estimated too many: above 0
    return static_cast<double>(estimate.cycles) / static_cast<double>(simulated) - 1;
  }
};

// A preset of which each key is drawn anew with probability 1/2, from its whole range, small values as likely
// as large ones. What is asked (dop.k) and what would overflow the lists stays.
ChipConfig random_configuration(RandomNumbers& random, const ChipConfig& asked);

// `count` estimates and simulations, every third one of a workload, every fourth one for first witnesses. Of
// `lists` lists, twice as many for a workload; without those that estimates do not cover. `done` is told how
// many have been tried.
std::vector<ValidationRow> validate_estimates(const std::vector<ValidationCase>& cases, std::size_t count,
                                              std::uint64_t seed, std::size_t lists,
                                              const std::function<void(std::size_t)>& done = {});

// Of absolute errors.
struct ErrorFigures {
  std::size_t count = 0;
  double median = 0, p95 = 0, worst = 0;
};
ErrorFigures error_figures(std::vector<double> errors);

// The distribution, the speed and the worst configurations, each as the `--set` that repeat it.
std::string to_text(const std::vector<ValidationRow>& rows);

}  // namespace collisionchip
