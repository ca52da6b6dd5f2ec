#include "collisionchip/testbench/explore/plan_folder.h"

#include <filesystem>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/explore/origin.h"
#include "collisionchip/testbench/explore/shards.h"
#include "collisionchip/testbench/explore/slurm.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/terminal/standard_streams.h"

namespace collisionchip {

namespace {

constexpr const char *kLockFile = "explore.lock", *kStoreFile = "explore.sqlite";

}  // namespace

LoadedPlan::LoadedPlan(const std::string& path) : plan(load_plan(path)), points(plan) {
  const std::string warning = points.warning(plan.workloads.size());
  if (!warning.empty()) print_error(warning + "\n");
  points.refuse_conflicts();
  points.refuse_lacking_statistics();
  workloads = load_workloads(plan.workloads);
}

std::vector<std::string> table_names() {
  return {kResultTable, kResultJson, kFrontTable, kOriginFile};
}

std::string store_file(const std::string& directory) {
  return directory + "/" + kStoreFile;
}

FolderKind kind_of_explorations() {
  FolderKind kind{"explore", snapshot_names(), {kShardFolder, "slurm"}, kLockFile, {}};
  for (const std::vector<std::string>& more : {slurm_files(), table_names()})
    kind.names.insert(kind.names.end(), more.begin(), more.end());
  kind.names.insert(kind.names.end(), {kStoreFile, kEstimateTable});
  kind.growing = {kStoreFile};
  kind.earlier = [names = kind.all()](const std::string& directory) {
    const bool is_of_us =
        std::filesystem::exists(directory + "/" + kLockFile) && is_result_store(directory + "/" + kStoreFile);
    return is_of_us ? names : std::vector<std::string>();
  };
  return kind;
}

std::string exploration_question() {
  return model_version() + "\nexplore\n";
}

OwnFolder lock_exploration(const std::string& directory, std::vector<std::string> names) {
  OwnFolder folder(directory, kind_of_explorations());
  folder.lock();
  names.emplace_back(kStoreFile);
  folder.ask(exploration_question(), names);
  return folder;
}

ExportSummary write_tables(const LoadedPlan& loaded, OwnFolder& folder, ResultStore& store,
                           const std::string& directory, const PointFilter& wanted) {
  ExportSummary summary =
      export_results(loaded.plan, loaded.points, loaded.workloads, store, directory, wanted);
  write_origin(loaded.plan, directory);
  folder.seal();
  return summary;
}

std::string missing_text(const std::string& directory, const ExportSummary& summary) {
  if (summary.missing == 0) return "";
  return fmt::format("{}: {} missing", store_file(directory),
                     summary.missing == 1 ? "1 result is" : fmt::format("{} results are", summary.missing));
}

void refuse_no_result(const Plan& plan, const ExportSummary& summary) {
  if (summary.done > 0) return;
  throw InputError(Place::in(plan.path), "at least one result",
                   fmt::format(", got none: {} failed{}{}", summary.failed,
                               summary.skipped > 0 ? fmt::format(", {} skipped", summary.skipped) : "",
                               summary.failed > 0 ? " (" + summary.first_failure + ")" : ""));
}

}  // namespace collisionchip
