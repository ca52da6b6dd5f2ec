#include "collisionchip/reference/parallel_trees/tree_batch.h"

#include <algorithm>
#include <deque>

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/parallel_trees/environment_walk.h"

namespace collisionchip {

namespace {

class TreeBatchMirror : public TreeBatch {
 public:
  std::string device() const override { return "one core of this host"; }

  void prepare(const CollisionObject& environment,
               const std::vector<const CollisionObject*>& flying) override {
    environment_ = &environment;
    flying_ = flying;
    levels_.clear();
    for (const CollisionObject* object : flying) levels_.emplace_back(object->tree);
  }

  BatchResult ask(const std::vector<Pose>& poses, const BatchOptions& options) override {
    BatchResult result;
    const std::size_t round = poses_of_a_round(options.scheme, flying_.size());
    for (std::size_t first = 0; first < poses.size(); first += round) {
      if (walks_environment(options.scheme)) {
        ask_round(poses, first, std::min(poses.size(), first + round), options, result);
      } else {
        ask_each(poses, first, std::min(poses.size(), first + round), options, result);
      }
    }
    return result;
  }

 private:
  std::vector<std::uint32_t> starts(std::size_t object, const BatchOptions& options) const {
    return options.scheme == BatchScheme::priori_like
               ? levels_[object].leaves
               : TreeLevels::subtrees(flying_[object]->tree, options.levels);
  }

  BatchQuery query(const Pose& pose, std::size_t number) const {
    const std::size_t object = number % flying_.size();
    return {*environment_, *flying_[object], levels_[object], pose};
  }

  // A tumbled tree at a time.
  void ask_each(const std::vector<Pose>& poses, std::size_t first, std::size_t end,
                const BatchOptions& options, BatchResult& result) {
    for (std::size_t number = first; number < end; ++number) {
      BatchQuery one = query(poses[number], number);
      one.prepare(options.tumbling, result.times);
      if (!one.answer().roots_apart) {
        const PhaseClock phase(result.times.traverse);
        one.walk(starts(number % flying_.size(), options));
      }
      result.environment_reads += one.answer().counters.visits;
      finish(one, result);
    }
  }

  void ask_round(const std::vector<Pose>& poses, std::size_t first, std::size_t end,
                 const BatchOptions& options, BatchResult& result) {
    std::deque<BatchQuery> queries;
    std::vector<FlyingPath> paths(flying_.size());
    for (std::size_t object = 0; object < paths.size(); ++object)
      paths[object].starts = starts(object, options);
    for (std::size_t number = first; number < end; ++number) {
      queries.push_back(query(poses[number], number));
      queries.back().prepare(options.tumbling, result.times);
      if (!queries.back().answer().roots_apart)
        paths[number % paths.size()].stamps.push_back(&queries.back());
    }
    EnvironmentWalk walk(environment_->tree, paths);
    {
      const PhaseClock phase(result.times.traverse);
      walk.walk(options.scheme == BatchScheme::priori);
    }
    result.environment_reads += walk.reads();
    result.path_visits += walk.path_visits();
    for (BatchQuery& one : queries) finish(one, result);
  }

  static void finish(BatchQuery& query, BatchResult& result) {
    {
      const PhaseClock phase(result.times.triangles);
      query.test_triangles();
    }
    result.answers.push_back(std::move(query.answer()));
  }

  const CollisionObject* environment_ = nullptr;
  std::vector<const CollisionObject*> flying_;
  std::vector<TreeLevels> levels_;
};

}  // namespace

void BatchTimes::add(const BatchTimes& more) {
  upload += more.upload;
  tumble += more.tumble;
  refit += more.refit;
  reduce += more.reduce;
  traverse += more.traverse;
  triangles += more.triangles;
  read += more.read;
}

std::unique_ptr<TreeBatch> make_tree_batch_mirror() {
  return std::make_unique<TreeBatchMirror>();
}

}  // namespace collisionchip
