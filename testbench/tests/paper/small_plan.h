// A run of `collisionchip paper` that takes a second.
#pragma once

#include "collisionchip/testbench/paper/paper_plan.h"

namespace collisionchip::testing_support {

inline PaperPlan small_plan() {
  PaperPlan plan = paper_plan(true, {});
  plan.objects = {{"gear", "door lock", 400}, {"finned-casting", "car body", 301}};
  plan.resolutions = {0.5, 1};
  plan.steps = 4;
  plan.distances = 4;
  plan.timing_repeats = 1;
  plan.jobs = 2;
  return plan;
}

}  // namespace collisionchip::testing_support
