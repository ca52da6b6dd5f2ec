// Many poses on all cores. Worker processes ask batches of poses. The batches are taken in the order of the poses, so the output of a run
// does not depend on the number of processes.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "collisionchip/testbench/run/asker.h"

namespace collisionchip {

struct PoseRunOptions {
  unsigned jobs = 1;
  // Where batches are kept until all are there. A batch that is here already is not asked again. Empty: one
  // process, no batch is kept.
  std::string folder;
  std::string question;                        // its digest, which is in every file there
  bool goes_on = false;                        // the folder stays if the run is stopped
  const RecorderOptions* recording = nullptr;  // this process asks its poses and those before them
  std::function<void()> recorded;              // called when the recording is complete
  // Replaces signals, which are ignored then: it is called between two poses, or twice a second.
  std::function<bool()> stop;
};

// SIGINT or SIGTERM came, or stop() returned true. The answers so far are in the folder.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using TakeBatch = std::function<void(const AnswerBatch&)>;

// take() gets every batch, in the order of the poses, up to the first wrong answer. Throws as a query does, Interrupted, and InputError if
// a batch cannot be kept.
void run_poses(const PoseQuestion& question, const PoseRunOptions& options, const TakeBatch& take);

}  // namespace collisionchip
