// One frame: which pairs are asked, and what they answer.
#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/scene_data.h"

namespace collisionchip::api {

namespace {

void add(SceneCost& sum, const Cost& cost) {
  sum.seconds += cost.seconds;
  sum.triangle_tests += cost.triangle_tests;
  sum.uncertain += cost.uncertain;
  sum.lists += cost.lists;
  sum.aligned_pairs += cost.aligned_pairs;
}

}  // namespace

SceneView::SceneView(std::shared_ptr<const EngineData> engine, const std::vector<ScenePart>& parts,
                     const std::set<ObjectPair>& ignored)
    : engine_(std::move(engine)), ignored_(ignored) {
  std::vector<const DopNode*> roots;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const ScenePart& part = parts[number];
    if (!part.shape) continue;
    const auto known = std::find_if(shapes_.begin(), shapes_.end(),
                                    [&](const Shape& shape) { return shape.data() == part.shape->data(); });
    shape_of_.push_back(static_cast<std::size_t>(known - shapes_.begin()));
    if (known == shapes_.end()) shapes_.push_back(*part.shape);
    part_of_.push_back(static_cast<Scene::Part>(number));
    is_fixed_.push_back(part.is_fixed);
    roots.push_back(&engine_->object(*part.shape)->tree.root());
  }
  broad_phase_.emplace(static_cast<int>(engine_->config().dop.k), roots);
}

SceneView::Pairs SceneView::pairs(const std::vector<WorldPose>& poses, const PairNames& names) {
  Pairs asked;
  for (const ObjectPair& places : broad_phase_->candidates(poses)) {
    const Scene::Part a = part_of_[places.a], b = part_of_[places.b];
    if ((is_fixed_[places.a] && is_fixed_[places.b]) || ignored_.count({a, b}) > 0) continue;
    try {
      asked.queries.push_back(
          {shape_of_[places.a], shape_of_[places.b], relative_pose(poses[places.a], poses[places.b])});
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", names(a, b), error.what()));
    }
    asked.parts.push_back({a, b, {}});
  }
  return asked;
}

SceneResult SceneView::ask(Pairs pairs, const SceneRequest& request, const BatchOptions& options,
                           const PairNames& names, const FrameBatch::Answerer& answer) const {
  const std::function<std::string(std::size_t)> names_of = [&](std::size_t query) {
    return names(pairs.parts[query].a, pairs.parts[query].b);
  };
  FrameAnswers answers = answer(FrameQuestion{shapes_, pairs.queries, request, options, names_of});
  SceneResult result;
  result.pairs = std::move(pairs.parts);
  result.pairs.resize(answers.results.size());
  result.cost = answers.cost;
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    const CollideResult& pair = result.pairs[i].result = std::move(answers.results[i]);
    result.colliding += pair.is_collision() ? 1 : 0;
    result.triangle_pairs += pair.found;
    add(result.cost, pair.cost);
  }
  return result;
}

}  // namespace collisionchip::api
