// The [[workload]] tables of a plan.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/tlm/machine/toml_file.h"

namespace collisionchip {

// `workloads` is the array of tables of the plan file `path`.
std::vector<WorkloadPlan> read_workload_plans(const std::string& path, const Toml& workloads);

// A path that a plan names, as seen from here: relative paths start at the plan's folder.
std::string beside(const std::string& plan, const std::string& path);

}  // namespace collisionchip
