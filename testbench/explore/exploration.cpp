#include "collisionchip/testbench/explore/exploration.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/terminal/rate_progress.h"
#include "collisionchip/testbench/workers/stop_signals.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

// All values that a key takes in the plan.
std::vector<std::uint32_t> values_of(const Plan& plan, const char* name) {
  const ConfigKey* key = find_key(name);
  std::vector<std::uint32_t> values = {key->get(plan.chip)};
  for (const Axis& axis : plan.axes) {
    if (axis.key != key) continue;
    if (plan.strategy != Strategy::one_at_a_time) values.clear();
    values.insert(values.end(), axis.values.begin(), axis.values.end());
  }
  return values;
}

}  // namespace

class Exploration::Run {
 public:
  // Before the first evaluation; it stops when it is told to.
  using Prepare = std::function<void(const std::function<bool()>& interrupt)>;

  Run(Exploration& exploration, const ExploreOptions& options, const Evaluate& evaluate, Prepare prepare)
      : all_(exploration),
        options_(options),
        prepare_(std::move(prepare)),
        pool_(options.jobs, evaluate, options.timeout_seconds),
        progress_("explore", (exploration.points_.size() + options.shard.count - 1 - options.shard.index) /
                                 options.shard.count) {
    if (!options.stop) signals_.emplace();
  }

  ExploreCounts run() {
    const auto start = std::chrono::steady_clock::now();
    all_.store_.add_workloads(all_.workloads_);
    for (std::uint64_t point = options_.shard.index; point < all_.points_.size() && !is_stopped();
         point += options_.shard.count) {
      look_at(point);
      ++counts_.points;
      progress_.show(counts_.points, counts_.computed, counts_.failed);
    }
    while (!pool_.idle() && !is_stopped()) take();
    counts_.interrupted = is_stopped();
    counts_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return counts_;
  }

 private:
  struct Flight {
    std::uint64_t point;
    std::string configuration;
    std::size_t workload;
  };

  bool is_stopped() {
    if (!stopped_) stopped_ = options_.stop ? options_.stop() : signals_->requested();
    return stopped_;
  }

  void look_at(std::uint64_t point) {
    if (options_.wanted && !options_.wanted(point)) {
      ++counts_.pruned;
      return;
    }
    const ChipConfig config = all_.points_.configuration(point);
    if (find_conflict(config)) {
      ++counts_.skipped;
      return;
    }
    const std::string hash = config_hash(config);
    for (std::size_t i = 0; i < all_.workloads_.size(); ++i) {
      const std::string& work = all_.workloads_[i].hash;
      if (is_known(hash, work) || !asked_.emplace(hash, work).second) {
        ++counts_.reused;
      } else {
        submit(config, {point, hash, i});
      }
    }
  }

  bool is_known(const std::string& configuration, const std::string& workload) {
    for (ResultStore* store : {&all_.store_, all_.known_}) {
      if (store == nullptr) continue;
      const auto status = store->status(configuration, workload);
      if (status && !(options_.retry_failed && *status == Evaluation::Status::failed)) return true;
    }
    return false;
  }

  void submit(const ChipConfig& config, Flight flight) {
    if (prepare_) std::exchange(prepare_, nullptr)([this] { return is_stopped(); });
    while (!pool_.has_room() && !is_stopped()) take();
    if (is_stopped()) return;
    const std::uint64_t id = next_++;
    pool_.submit(id, config, flight.workload);
    flights_.emplace(id, std::move(flight));
  }

  // What the workers have finished goes to the store, in one transaction.
  void take() {
    const std::vector<EvaluationPool::Outcome> outcomes = pool_.wait(200);
    progress_.show(counts_.points, counts_.computed, counts_.failed);
    if (outcomes.empty()) return;
    all_.store_.begin();
    for (const auto& [id, evaluation] : outcomes) {
      const Flight& flight = flights_.at(id);
      all_.store_.add(all_.points_.configuration(flight.point), flight.configuration,
                      all_.workloads_[flight.workload].hash, evaluation);
      ++counts_.computed;
      if (evaluation.status == Evaluation::Status::failed) ++counts_.failed;
      // From here on the store knows; with retry_failed this run has tried.
      if (!options_.retry_failed) asked_.erase({flight.configuration, all_.workloads_[flight.workload].hash});
      flights_.erase(id);
    }
    all_.store_.commit();
  }

  Exploration& all_;
  const ExploreOptions& options_;
  Prepare prepare_;
  std::optional<StopSignals> signals_;  // before the workers: they must not die of what stops us
  bool stopped_ = false;
  EvaluationPool pool_;
  RateProgress progress_;
  ExploreCounts counts_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Flight> flights_;
  std::set<std::pair<std::string, std::string>> asked_;  // configuration and workload, not yet in the store
};

ExploreCounts Exploration::run(const ExploreOptions& options) {
  ObjectStore objects(workloads_);
  Evaluator evaluator(workloads_, objects, options.check);
  // Only if there is something to compute: trees of large objects take a while.
  const auto prepare = [&](const std::function<bool()>& interrupt) {
    objects.prepare(values_of(plan_, "dop.k"), values_of(plan_, "sdram.page_bytes"), default_image_bytes(),
                    {options.timeout_seconds, interrupt});
  };
  const auto evaluate = [&](const ChipConfig& config, std::size_t workload, const std::string& engine) {
    return evaluator.evaluate(config, workload, engine);
  };
  return Run(*this, options, evaluate, prepare).run();
}

ExploreCounts Exploration::run(const ExploreOptions& options, const Evaluate& evaluate) {
  return Run(*this, options, evaluate, nullptr).run();
}

}  // namespace collisionchip
