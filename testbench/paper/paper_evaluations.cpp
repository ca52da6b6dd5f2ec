#include "collisionchip/testbench/paper/paper_evaluations.h"

#include <set>

#include "collisionchip/testbench/explore/evaluation_pool.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

namespace {

class Evaluations {
 public:
  Evaluations(const std::vector<PaperTask>& tasks, const std::vector<Workload>& workloads, ResultStore& store)
      : tasks_(tasks), workloads_(workloads), store_(store) {
    store_.add_workloads(workloads_);
  }

  std::vector<std::size_t> missing() {
    std::vector<std::size_t> missing;
    std::set<std::string> asked;  // two points may ask for the same
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      const PaperTask& task = tasks_[i];
      const std::string configuration = config_hash(task.config), &workload = workload_of(task).hash;
      if (store_.status(configuration, workload, task.engine) == Evaluation::Status::done) continue;
      if (asked.insert(configuration + workload + task.engine).second) missing.push_back(i);
    }
    return missing;
  }

  void compute(const std::vector<std::size_t>& missing, unsigned jobs, const TasksFinished& finished) {
    if (missing.empty()) return;
    ObjectStore objects(workloads_);
    prepare(objects);
    Evaluator evaluator(workloads_, objects, true);
    const auto evaluate = [&](const ChipConfig& config, std::size_t workload, const std::string& engine) {
      return evaluator.evaluate(config, workload, engine);
    };
    EvaluationPool pool(static_cast<int>(jobs), evaluate, 0);
    for (auto next = missing.begin(); next != missing.end() || !pool.idle();) {
      if (next != missing.end() && pool.has_room()) {
        const PaperTask& task = tasks_[*next];
        pool.submit(*next++, task.config, task.workload, task.engine);
        continue;
      }
      const std::vector<EvaluationPool::Outcome> outcomes = pool.wait(1000);
      for (const EvaluationPool::Outcome& outcome : outcomes) keep(tasks_[outcome.id], outcome.evaluation);
      finished(0, outcomes.size());
    }
  }

  void add_numbers(const PaperTask& task, Turn& turn) {
    const Workload& workload = workload_of(task);
    const auto evaluation = store_.find(config_hash(task.config), workload.hash, task.engine);
    std::size_t column = 0;
    for (const std::string& name : answer_numbers()) {
      const auto &total = evaluation->answers.at(column++), &largest = evaluation->answers.at(column++);
      if (total && largest)
        turn.set(task.series + name, workload.poses.size(), static_cast<double>(*total),
                 static_cast<double>(*largest));
    }
  }

 private:
  const Workload& workload_of(const PaperTask& task) const { return workloads_[task.workload]; }

  // Software needs trees, a chip their image, too.
  void prepare(ObjectStore& objects) const {
    std::set<std::uint32_t> ks, page_bytes;
    for (const PaperTask& task : tasks_) {
      ks.insert(task.config.dop.k);
      if (find_engine(task.engine)->can.cycles) page_bytes.insert(task.config.sdram.page_bytes);
    }
    objects.prepare({ks.begin(), ks.end()}, {page_bytes.begin(), page_bytes.end()}, default_image_bytes());
  }

  void keep(const PaperTask& task, const Evaluation& evaluation) {
    if (evaluation.status == Evaluation::Status::failed) {
      const std::string what = task.point + ": " + evaluation.reason;
      if (names_disagreement(evaluation.reason)) throw Disagreement(what);
      throw NoAnswer(what);
    }
    store_.add(task.config, config_hash(task.config), workload_of(task).hash, evaluation, task.engine);
  }

  const std::vector<PaperTask>& tasks_;
  const std::vector<Workload>& workloads_;
  ResultStore& store_;
};

}  // namespace

void evaluate_tasks(const std::vector<PaperTask>& tasks, const std::vector<Workload>& workloads,
                    ResultStore& store, unsigned jobs, const TasksFinished& finished,
                    std::map<std::string, Turn>& points) {
  Evaluations evaluations(tasks, workloads, store);
  const std::vector<std::size_t> missing = evaluations.missing();
  finished(tasks.size() - missing.size(), 0);
  evaluations.compute(missing, jobs, finished);
  for (const PaperTask& task : tasks) evaluations.add_numbers(task, points[task.point]);
}

}  // namespace collisionchip
