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
  // The shape with its tree for this machine.
  std::shared_ptr<const CollisionObject> object(const Shape& shape) const;
  // Builds what a query needs for the shape.
  virtual void prepare(const Shape& shape) const { object(shape); }

  // `number` is the pose's number, for messages and statistics.
  virtual CollideResult collide(const Question& question, std::size_t number, const Pose& pose) const = 0;
  virtual std::vector<CollideResult> collide(const Question& question, const std::vector<Pose>& poses,
                                             const BatchOptions& options) const = 0;
  // `number` is the frame's number. Asks one query after the other; an engine may override this with something faster.
  virtual FrameAnswers collide(const FrameQuestion& question, std::size_t number) const;
  // The frames' results in their order. Asks on threads; an engine may override this with something faster.
  virtual std::vector<SceneResult> collide(const FrameBatch& batch) const;

 protected:
  const EngineKind& kind() const { return kind_; }
  // The engine's answer in the form that the caller gets. `together`: the query shared a run with others, so its accounts are the run's.
  CollideResult result_of(Answer answer, const Question& question, std::size_t number, const Pose& pose,
                          double seconds, bool together = false) const;
  // Error if the engine that judges this kind disagrees.
  void check(const Answer& answer, const Question& question, std::size_t number, const Pose& pose) const;

 private:
  const EngineKind& kind_;
  const ChipConfig config_;
  const TreeKey key_;
  const StatisticsLines lines_;
};

// Throws if stop() returns true.
void check_stop(const BatchOptions& options);
// The number of poses of a batch that are asked at the same time.
unsigned jobs_of(const BatchOptions& options, std::size_t poses);

// The answering engine; the mirror of a machine; the machine.
std::shared_ptr<const EngineData> make_reference_engine(const EngineKind& kind, const ChipConfig& config);
std::shared_ptr<const EngineData> make_mirror_engine(const EngineKind& kind, const ChipConfig& config);
std::shared_ptr<const EngineData> make_chip_engine(const EngineKind& kind, const ChipConfig& config);

}  // namespace collisionchip::api
