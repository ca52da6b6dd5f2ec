// Software as an engine of the library: threads ask it at once.
#include <atomic>
#include <chrono>

#include "collisionchip/reference/tree/threads.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/shape_data.h"
#include "collisionchip/testbench/host/chip_reference.h"

namespace collisionchip::api {

namespace {

class SoftwareEngine : public EngineData {
 public:
  using EngineData::EngineData;

  CollideResult collide(const Question& question, std::size_t number, const Pose& pose) const override {
    prepare(question.a);
    prepare(question.b);
    const auto start = Clock::now();
    Answer answer{query(question, pose), std::nullopt};
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result_of(std::move(answer), question, number, pose, seconds);
  }

  std::vector<CollideResult> collide(const Question& question, const std::vector<Pose>& poses,
                                     const BatchOptions& options) const override {
    std::vector<CollideResult> results(poses.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](bool calling) {
      for (std::size_t number; (number = next.fetch_add(1)) < poses.size();) {
        results[number] = collide(question, number, poses[number]);
        if (calling) check_stop(options);
      }
    };
    on_threads(jobs_of(options, poses.size()), work, [&] { next = poses.size(); });
    return results;
  }

 protected:
  virtual QueryResult query(const Question& question, const Pose& pose) const = 0;

 private:
  using Clock = std::chrono::steady_clock;
};

// The answering engine, which counts nothing.
class ReferenceEngine : public SoftwareEngine {
 public:
  using SoftwareEngine::SoftwareEngine;

  void prepare(const Shape& shape) const override { shape.data()->answer_object(); }

 protected:
  QueryResult query(const Question& question, const Pose& pose) const override {
    const AnswerObject& a = question.a.data()->answer_object();
    const AnswerObject& b = question.b.data()->answer_object();
    const QueryOptions options = query_options(config(), a.object, b.object, question.first_witness());
    QueryResult result = answer_query(a, b, pose, options);
    return {std::move(result.pairs), {}};
  }
};

// The software that does what a machine does.
class MirrorEngine : public SoftwareEngine {
 public:
  using SoftwareEngine::SoftwareEngine;

 protected:
  QueryResult query(const Question& question, const Pose& pose) const override {
    return chip_reference(config(), *object(question.a), *object(question.b), pose, question.first_witness());
  }
};

}  // namespace

std::shared_ptr<const EngineData> make_reference_engine(const EngineKind& kind, const ChipConfig& config) {
  return std::make_shared<const ReferenceEngine>(kind, config);
}

std::shared_ptr<const EngineData> make_mirror_engine(const EngineKind& kind, const ChipConfig& config) {
  return std::make_shared<const MirrorEngine>(kind, config);
}

}  // namespace collisionchip::api
