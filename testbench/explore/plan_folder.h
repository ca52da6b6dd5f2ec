// A plan that is read and checked, and the folder for its results. The verb `explore` and the library run plans with these.
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

// Reads and checks a plan before anything is computed. InputError if the plan is wrong. If the plan has very many points, a line on stderr
// says so.
struct LoadedPlan {
  Plan plan;
  PointSpace points;
  std::vector<Workload> workloads;

  explicit LoadedPlan(const std::string& path);
  LoadedPlan(const LoadedPlan&) = delete;
  LoadedPlan& operator=(const LoadedPlan&) = delete;
};

constexpr const char* kEstimateTable = "estimates.csv";
// The names of the tables of a complete run.
std::vector<std::string> table_names();
std::string store_file(const std::string& directory);

// One store serves all plans and versions, so the folder's question is only the verb.
FolderKind kind_of_explorations();
// The first lines of the folder's question.
std::string exploration_question();
// Locks the folder; the run may then write the files `names` there. InputError if the folder has files of something else, or is locked.
OwnFolder lock_exploration(const std::string& directory, std::vector<std::string> names);

// Writes the tables of the store's results and ends the folder's run. `wanted` selects the points that the run computes; without it all.
ExportSummary write_tables(const LoadedPlan& loaded, OwnFolder& folder, ResultStore& store,
                           const std::string& directory, const PointFilter& wanted = {});

// "DIR/explore.sqlite: 2 results are missing"; empty if no result is missing.
std::string missing_text(const std::string& directory, const ExportSummary& summary);
// InputError if no point of the plan has a result: the plan has failed.
void refuse_no_result(const Plan& plan, const ExportSummary& summary);

}  // namespace collisionchip
