// What copies of an Engine share. Private to the library.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/results/result_files.h"

namespace collisionchip::api {

struct Question {
  const Shape &a, &b;
  const CollideRequest& request;

  bool first_witness() const { return request.limit == 1; }
};

struct FrameQuestion;
struct FrameAnswers;
struct FrameBatch;
struct SceneResult;

// What a query or a frame of a chip took.
void set_times(Cost& cost, const QueryTimes& times);

class EngineData {
 public:
  EngineData(const EngineKind& kind, const ChipConfig& config);
  virtual ~EngineData() = default;
  EngineData(const EngineData&) = delete;
  EngineData& operator=(const EngineData&) = delete;

  const ChipConfig& config() const { return config_; }
  // With the tree of this machine.
  std::shared_ptr<const CollisionObject> object(const Shape& shape) const;
  // Builds what a query needs of the shape.
  virtual void prepare(const Shape& shape) const { object(shape); }

  // `number` of the pose, for messages and statistics.
  virtual CollideResult collide(const Question& question, std::size_t number, const Pose& pose) const = 0;
  virtual std::vector<CollideResult> collide(const Question& question, const std::vector<Pose>& poses,
                                             const BatchOptions& options) const = 0;
  // `number` of the frame. Query by query, unless an engine knows better.
  virtual FrameAnswers collide(const FrameQuestion& question, std::size_t number) const;
  // In their order: on threads, unless an engine knows better.
  virtual std::vector<SceneResult> collide(const FrameBatch& batch) const;

 protected:
  const EngineKind& kind() const { return kind_; }
  // The engine's answer as the caller gets it. `together` with others: the accounts are not its own.
  CollideResult result_of(Answer answer, const Question& question, std::size_t number, const Pose& pose,
                          double seconds, bool together = false) const;
  // Error if the engine that judges this kind does not agree.
  void check(const Answer& answer, const Question& question, std::size_t number, const Pose& pose) const;

 private:
  const EngineKind& kind_;
  const ChipConfig config_;
  const TreeKey key_;
  const StatisticsLines lines_;
};

// Asks stop() and throws if it says so.
void check_stop(const BatchOptions& options);
// Poses of a batch that are asked at once.
unsigned jobs_of(const BatchOptions& options, std::size_t poses);

// The answering engine; the mirror of a machine; the machine.
std::shared_ptr<const EngineData> make_reference_engine(const EngineKind& kind, const ChipConfig& config);
std::shared_ptr<const EngineData> make_mirror_engine(const EngineKind& kind, const ChipConfig& config);
std::shared_ptr<const EngineData> make_chip_engine(const EngineKind& kind, const ChipConfig& config);

}  // namespace collisionchip::api
