// Answers that go from a forked process to its parent. Private to the library.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/scene.h"
#include "collisionchip/testbench/workers/worker_pool.h"

namespace collisionchip::api {

// The part of a batch that one worker is asked, and the file for its answers.
struct WorkerShare {
  std::size_t first = 0, count = 0;
  std::string file;

  // The share as the text of a request.
  std::string text() const;
  static WorkerShare of(const std::string& text);
};

// Asks the whole batch, share by share. `request` makes the text that is sent to a worker; `take` is called when the worker's file is
// complete. Throws an Error if stop() returns true, and what a worker has thrown.
void ask_shares(WorkerPool& pool, unsigned jobs, std::size_t count, const BatchOptions& options,
                const std::function<std::string(const WorkerShare& share)>& request,
                const std::function<void(const WorkerShare& share)>& take);

// Does `work` in the worker and gives the text that answers the request. An Error of `work` is thrown in a form that keeps its kind on the
// way to the parent.
std::string answered(const std::function<void()>& work);

// The file's format is for these functions only. Loading fills the share's places of `results`.
void save(const std::string& path, const std::vector<CollideResult>& results);
void save(const std::string& path, const std::vector<SceneResult>& results);
void load(const WorkerShare& share, std::vector<CollideResult>& results);
void load(const WorkerShare& share, std::vector<SceneResult>& results);

}  // namespace collisionchip::api
