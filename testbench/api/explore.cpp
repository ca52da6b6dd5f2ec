#include "collisionchip/testbench/api/explore.h"

#include <mutex>
#include <thread>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/chip_session.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/explore/exploration.h"
#include "collisionchip/testbench/explore/plan_folder.h"
#include "collisionchip/testbench/explore/pruning.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/terminal/progress.h"

namespace collisionchip::api {

namespace {

ExploreOptions options_of(const ExploreRequest& request, const BatchOptions& batch) {
  ExploreOptions options;
  options.jobs =
      static_cast<int>(batch.jobs > 0 ? batch.jobs : std::max(1u, std::thread::hardware_concurrency()));
  options.timeout_seconds = request.timeout_seconds;
  options.check = request.check;
  options.retry_failed = request.retry_failed;
  options.stop = batch.stop ? batch.stop : [] { return false; };
  return options;
}

// All results are there, or the folder says what is missing.
void check_results(const LoadedPlan& loaded, const std::string& folder, const ExportSummary& results) {
  if (results.missing > 0) throw InputError(missing_text(folder, results));
  if (results.disagreed > 0) throw Disagreement(results.first_failure);
  refuse_no_result(loaded.plan, results);
}

ExploreSummary run(const std::string& plan, const std::string& folder, const ExploreRequest& request,
                   const BatchOptions& batch) {
  const LoadedPlan loaded(plan);
  std::vector<std::string> names = table_names();
  if (request.keep) names.emplace_back(kEstimateTable);
  OwnFolder own = lock_exploration(folder, names);
  ResultStore store(store_file(folder), model_version());
  ExploreOptions options = options_of(request, batch);
  if (request.keep) {
    const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, *request.keep,
                                  folder + "/" + kEstimateTable, options.stop);
    options.wanted = [kept = pruning.kept](std::uint64_t point) { return kept[point]; };
  }
  const ExploreCounts counts = Exploration(loaded.plan, loaded.points, loaded.workloads, store).run(options);
  if (counts.interrupted) throw Interrupted("interrupted");
  check_results(loaded, folder, write_tables(loaded, own, store, folder, options.wanted));
  return {counts.points, counts.computed, counts.reused, counts.failed, counts.skipped, counts.pruned};
}

}  // namespace

ExploreSummary explore(const std::string& plan, const std::string& folder, const ExploreRequest& request,
                       const BatchOptions& options) {
  return with_errors([&] {
    std::optional<SilentProgress> silent;
    if (!request.progress) silent.emplace();
    // Processes are forked while no chip of this one is at work.
    const std::lock_guard<std::mutex> turn(ChipSession::instance().mutex());
    try {
      return run(plan, folder, request, options);
    } catch (const Interrupted& interrupted) {
      throw Error(Error::Kind::interrupted, interrupted.what());
    }
  });
}

}  // namespace collisionchip::api
