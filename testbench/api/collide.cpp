#include "collisionchip/testbench/api/collide.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "collisionchip/reference/geometry/double_pose.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/shape_data.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip::api {

namespace {

const Engine& default_engine() {
  static const Engine engine = Engine::reference();
  return engine;
}

}  // namespace

void set_times(Cost& cost, const QueryTimes& times) {
  cost.chip_ns = times.chip_ns;
  cost.link_ns = times.link_ns;
  cost.host_ns = times.host_ns;
  cost.overlap_ns = times.overlap_ns;
  cost.total_ns = times.total_ns;
}

EngineData::EngineData(const EngineKind& kind, const ChipConfig& config)
    : kind_(kind), config_(config), key_(tree_key(config_)), lines_(config_, kind.can) {}

std::shared_ptr<const CollisionObject> EngineData::object(const Shape& shape) const {
  return shape.data()->object(key_, config_);
}

CollideResult EngineData::result_of(Answer answer, const Question& question, std::size_t number,
                                    const Pose& pose, double seconds, bool together) const {
  if (question.request.check) check(answer, question, number, pose);
  CollideResult result;
  if (question.request.statistics)
    result.statistics = lines_.query(number, pose, answer, seconds, nullptr, together);
  Cost& cost = result.cost;
  cost.seconds = seconds;
  cost.triangle_tests = answer.counters.triangle_tests;
  cost.uncertain = answer.counters.uncertain;
  cost.lists = answer.counters.lists;
  cost.aligned_pairs = answer.counters.aligned_pairs;
  if (answer.chip) {
    cost.cycles = answer.chip->cycles;
    set_times(cost, query_times(*answer.chip, config_));
  }
  result.pairs = std::move(answer.pairs);
  result.found = result.pairs.size();
  if (question.request.limit > 0) result.pairs.resize(std::min(result.found, question.request.limit));
  return result;
}

void EngineData::check(const Answer& answer, const Question& question, std::size_t number,
                       const Pose& pose) const {
  const std::shared_ptr<const CollisionObject> a = object(question.a), b = object(question.b);
  EngineJudge judge(kind_, judge_of(kind_), config_, {*a, *b}, question.first_witness());
  if (!judge.check(number, pose, answer))
    throw Error(Error::Kind::disagreement, "models disagree: " + judge.verdict().first_difference);
}

void check_stop(const BatchOptions& options) {
  if (options.stop && options.stop()) throw Error(Error::Kind::interrupted, "interrupted");
}

unsigned jobs_of(const BatchOptions& options, std::size_t poses) {
  const unsigned wanted = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::size_t>(wanted, std::max<std::size_t>(1, poses)));
}

Pose pose_from_quaternion(const std::array<double, 7>& numbers, const std::string& place) {
  return with_errors([&] { return to_float32(double_pose_from_quaternion(numbers, place), place); });
}

Pose pose_from_matrix(const std::array<double, 12>& numbers, const std::string& place) {
  return with_errors([&] { return to_float32(double_pose_from_matrix(numbers, place), place); });
}

Engine Engine::reference() {
  return with_errors(
      [] { return Engine(make_reference_engine(*find_engine("reference"), preset("paper41"))); });
}

Engine Engine::mirror(const std::string& machine, const std::vector<std::string>& keys) {
  return mirror(Config(machine, keys));
}

Engine Engine::mirror(const Config& machine) {
  return with_errors([&] { return Engine(make_mirror_engine(*find_engine("mirror"), machine.chip())); });
}

Engine Engine::chip(const std::string& machine, const std::vector<std::string>& keys) {
  return chip(Config(machine, keys));
}

Engine Engine::chip(const Config& machine) {
  return with_errors([&] {
    check_rtl(machine.chip());
    return Engine(make_chip_engine(*find_engine("tlm"), machine.chip()));
  });
}

CollideResult Engine::collide(const Shape& a, const Shape& b, const Pose& pose,
                              const CollideRequest& request) const {
  return with_errors([&] { return data_->collide({a, b, request}, 0, pose); });
}

std::vector<CollideResult> Engine::collide(const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                                           const CollideRequest& request, const BatchOptions& options) const {
  return with_errors([&] { return data_->collide({a, b, request}, poses, options); });
}

void Engine::prepare(const Shape& shape) const {
  with_errors([&] { data_->prepare(shape); });
}

std::string Engine::configuration() const {
  return effective_toml(data_->config());
}

std::string Engine::configuration_hash() const {
  return config_hash(data_->config());
}

CollideResult collide(const Shape& a, const Shape& b, const Pose& pose, const CollideRequest& request) {
  return default_engine().collide(a, b, pose, request);
}

std::vector<CollideResult> collide(const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                                   const CollideRequest& request, const BatchOptions& options) {
  return default_engine().collide(a, b, poses, request, options);
}

}  // namespace collisionchip::api
