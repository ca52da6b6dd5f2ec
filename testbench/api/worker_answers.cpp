#include "collisionchip/testbench/api/worker_answers.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include <fmt/format.h>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip::api {

namespace {

template <typename Value>
void put(std::ostream& file, const Value* values, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<Value>);
  file.write(reinterpret_cast<const char*>(values), static_cast<std::streamsize>(count * sizeof(Value)));
}

template <typename Value>
void get(std::istream& file, Value* values, std::size_t count) {
  file.read(reinterpret_cast<char*>(values), static_cast<std::streamsize>(count * sizeof(Value)));
}

void put(std::ostream& file, const CollideResult& result) {
  const std::size_t sizes[] = {result.pairs.size(), result.statistics.size(), result.found};
  put(file, sizes, 3);
  put(file, &result.cost, 1);
  put(file, result.pairs.data(), sizes[0]);
  put(file, result.statistics.data(), sizes[1]);
}

void get(std::istream& file, CollideResult& result) {
  std::size_t sizes[3] = {};
  get(file, sizes, 3);
  get(file, &result.cost, 1);
  result.pairs.resize(sizes[0]);
  result.statistics.resize(sizes[1]);
  result.found = sizes[2];
  get(file, result.pairs.data(), sizes[0]);
  get(file, result.statistics.data(), sizes[1]);
}

void put(std::ostream& file, const SceneResult& result) {
  const std::size_t sizes[] = {result.pairs.size(), result.colliding, result.triangle_pairs};
  put(file, sizes, 3);
  put(file, &result.cost, 1);
  for (const ScenePair& pair : result.pairs) {
    const Scene::Part parts[] = {pair.a, pair.b};
    put(file, parts, 2);
    put(file, pair.result);
  }
}

void get(std::istream& file, SceneResult& result) {
  std::size_t sizes[3] = {};
  get(file, sizes, 3);
  get(file, &result.cost, 1);
  result.pairs.resize(sizes[0]);
  result.colliding = sizes[1];
  result.triangle_pairs = sizes[2];
  for (ScenePair& pair : result.pairs) {
    get(file, &pair.a, 1);
    get(file, &pair.b, 1);
    get(file, pair.result);
  }
}

template <typename Result>
void save_all(const std::string& path, const std::vector<Result>& results) {
  std::ofstream file(path, std::ios::binary);
  for (const Result& result : results) put(file, result);
  if (!file.flush()) throw InputError(Place::in(path), "room for answers", ", got none");
}

template <typename Result>
void load_all(const WorkerShare& share, std::vector<Result>& results) {
  std::ifstream file(share.file, std::ios::binary);
  for (std::size_t i = 0; i < share.count; ++i) get(file, results[share.first + i]);
  if (!file) throw std::runtime_error(share.file + ": answers of a worker are cut");
}

}  // namespace

std::string WorkerShare::text() const {
  return fmt::format("{} {} {}", first, count, file);
}

WorkerShare WorkerShare::of(const std::string& text) {
  std::istringstream words(text);
  WorkerShare share;
  words >> share.first >> share.count;
  std::getline(words.ignore(), share.file);
  return share;
}

void ask_shares(WorkerPool& pool, unsigned jobs, std::size_t count, const BatchOptions& options,
                const std::function<std::string(const WorkerShare& share)>& request,
                const std::function<void(const WorkerShare& share)>& take) {
  // Each worker gets enough shares for none to wait long for the last one.
  constexpr std::size_t kSharesPerJob = 32, kMostOfOne = 64;
  const std::size_t length = std::clamp<std::size_t>(count / (kSharesPerJob * jobs), 1, kMostOfOne);
  const TemporaryFolder folder;
  const auto share_of = [&](std::size_t first) {
    return WorkerShare{first, std::min(length, count - first), folder.path() + "/" + std::to_string(first)};
  };
  for (std::size_t next = 0; next < count || !pool.idle();) {
    check_stop(options);
    if (next < count && pool.has_room()) {
      pool.submit(next, request(share_of(next)));
      next += length;
      continue;
    }
    for (const WorkerPool::Outcome& outcome : pool.wait(100)) {
      if (!outcome.answered) throw WorkerFailure(outcome.status, outcome.text);
      take(share_of(outcome.id));
    }
  }
}

std::string answered(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    throw WorkerFailure(static_cast<int>(error.kind()), error.what());
  }
  return "";
}

void save(const std::string& path, const std::vector<CollideResult>& results) {
  save_all(path, results);
}
void save(const std::string& path, const std::vector<SceneResult>& results) {
  save_all(path, results);
}
void load(const WorkerShare& share, std::vector<CollideResult>& results) {
  load_all(share, results);
}
void load(const WorkerShare& share, std::vector<SceneResult>& results) {
  load_all(share, results);
}

}  // namespace collisionchip::api
