// The [[workload]] tables of a plan.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/tlm/config/toml_file.h"

namespace collisionchip {

// `workloads` is the array of tables of the plan file `path`.
std::vector<WorkloadPlan> read_workload_plans(const std::string& path, const Toml& workloads);

}  // namespace collisionchip
