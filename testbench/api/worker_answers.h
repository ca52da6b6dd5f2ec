// Answers from a process to the one that it was forked from. Private to the library.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/scene.h"
#include "collisionchip/testbench/workers/worker_pool.h"

namespace collisionchip::api {

// A part of a batch that one worker is asked, and the file that it leaves the answers in.
struct WorkerShare {
  std::size_t first = 0, count = 0;
  std::string file;

  // As a request.
  std::string text() const;
  static WorkerShare of(const std::string& text);
};

// The whole batch, share by share: `request` is sent to a worker, and `take` called when its file is there. Error if stop() says so;
// what a worker has thrown.
void ask_shares(WorkerPool& pool, unsigned jobs, std::size_t count, const BatchOptions& options,
                const std::function<std::string(const WorkerShare& share)>& request,
                const std::function<void(const WorkerShare& share)>& take);

// The text of an answered request. An Error of `work` is thrown as one that keeps its kind on the way.
std::string answered(const std::function<void()>& work);

// No format for anybody else. Results are loaded into those of the share's places.
void save(const std::string& path, const std::vector<CollideResult>& results);
void save(const std::string& path, const std::vector<SceneResult>& results);
void load(const WorkerShare& share, std::vector<CollideResult>& results);
void load(const WorkerShare& share, std::vector<SceneResult>& results);

}  // namespace collisionchip::api
