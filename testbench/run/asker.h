// Asks pose after pose and has every answer judged before it counts.
#pragma once

#include <memory>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/run/answer_batch.h"
#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/traces/record/recorder.h"

namespace collisionchip {

// What is asked, loaded and checked.
struct PoseQuestion {
  bool chip = true;  // or the list traversal in software
  ChipConfig config;
  QueryOptions query;
  std::vector<Pose> poses;
  std::shared_ptr<const CollisionObject> a, b;  // one object when both files are the same
  bool check = true;                            // against the reference; RTL units against their models too
  Cycle max_cycles = 0;                         // 0: a bound that no sound query reaches
};

class Asker {
 public:
  virtual ~Asker() = default;
  // Poses `first` up to `end`, excluded, or until an answer is wrong. What a query throws ends it; of a chip
  // that parted from its models before, std::runtime_error says where.
  virtual AnswerBatch ask(std::uint64_t first, std::uint64_t end) = 0;
  // The recording is complete.
  virtual void finish_recording() = 0;
};

// `recording` of a chip only, or nullptr. `image`: of the question's objects, which many chips share; without one
// the objects are uploaded. What is given must outlive the asker.
std::unique_ptr<Asker> make_asker(const PoseQuestion& question, const RecorderOptions* recording,
                                  const BoardImage* image = nullptr);

}  // namespace collisionchip
