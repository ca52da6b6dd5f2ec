// A plan, read and checked, and the folder that its results go to. The verb `explore` and the library run plans with it.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/files/own_folder.h"
#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/testbench/explore/point_space.h"
#include "collisionchip/testbench/explore/result_export.h"
#include "collisionchip/testbench/explore/result_store.h"
#include "collisionchip/testbench/explore/workload.h"

namespace collisionchip {

// Nothing runs before this. InputError for what is wrong with the plan; a plan of very many points says so on stderr.
struct LoadedPlan {
  Plan plan;
  PointSpace points;
  std::vector<Workload> workloads;

  explicit LoadedPlan(const std::string& path);
  LoadedPlan(const LoadedPlan&) = delete;
  LoadedPlan& operator=(const LoadedPlan&) = delete;
};

constexpr const char* kEstimateTable = "estimates.csv";
// The tables of a run that is complete.
std::vector<std::string> table_names();
std::string store_file(const std::string& directory);

// The store belongs to no plan, nor to a version: what is asked is the verb alone.
FolderKind kind_of_explorations();
// The first lines of the folder's question.
std::string exploration_question();
// Locked; what this run writes there may be written. InputError if somebody else's files are there, or it is locked.
OwnFolder lock_exploration(const std::string& directory, std::vector<std::string> names);

// The tables of what the store has, and the end of the folder's run. `wanted`: the points that were to be computed, if not all.
ExportSummary write_tables(const LoadedPlan& loaded, OwnFolder& folder, ResultStore& store,
                           const std::string& directory, const PointFilter& wanted = {});

// "DIR/explore.sqlite: 2 results are missing"; empty: none is.
std::string missing_text(const std::string& directory, const ExportSummary& summary);
// A plan without a single result has failed, whatever stands in its tables: InputError.
void refuse_no_result(const Plan& plan, const ExportSummary& summary);

}  // namespace collisionchip
