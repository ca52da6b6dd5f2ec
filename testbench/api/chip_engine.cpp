// The chip as an engine of the library: one query at a time in this process, batches by forked ones.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/chip_session.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip::api {

namespace {

template <typename Value>
void put(std::ostream& file, const Value* values, std::size_t count) {
  file.write(reinterpret_cast<const char*>(values), static_cast<std::streamsize>(count * sizeof(Value)));
}

template <typename Value>
void get(std::istream& file, Value* values, std::size_t count) {
  file.read(reinterpret_cast<char*>(values), static_cast<std::streamsize>(count * sizeof(Value)));
}

// From a process to the one that it was forked from: no format for anybody else.
void save(const std::string& path, const std::vector<CollideResult>& results) {
  std::ofstream file(path, std::ios::binary);
  for (const CollideResult& result : results) {
    const std::size_t sizes[] = {result.pairs.size(), result.statistics.size(), result.found};
    put(file, sizes, 3);
    put(file, &result.cost, 1);
    put(file, result.pairs.data(), sizes[0]);
    put(file, result.statistics.data(), sizes[1]);
  }
  if (!file.flush()) throw InputError(path + ": expected room for answers, got none");
}

void load(const std::string& path, CollideResult* results, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t sizes[3] = {};
    get(file, sizes, 3);
    get(file, &results[i].cost, 1);
    results[i].pairs.resize(sizes[0]);
    results[i].statistics.resize(sizes[1]);
    results[i].found = sizes[2];
    get(file, results[i].pairs.data(), sizes[0]);
    get(file, results[i].statistics.data(), sizes[1]);
  }
  if (!file) throw std::runtime_error(path + ": answers of a worker are cut");
}

class OneChip : public EngineData {
 public:
  using EngineData::EngineData;
  // A thread that asks now may wait for the caller, who might hold Python's lock: then the machine stays for whoever asks next.
  ~OneChip() override {
    ChipSession& session = ChipSession::instance();
    const std::unique_lock<std::mutex> lock(session.mutex(), std::try_to_lock);
    if (lock) session.forget(number_);
  }

  CollideResult collide(const Question& question, std::size_t number, const Pose& pose) const override {
    ChipSession& session = ChipSession::instance();
    const std::lock_guard<std::mutex> lock(session.mutex());
    return ask(session, question, number, pose);
  }

  std::vector<CollideResult> collide(const Question& question, const std::vector<Pose>& poses,
                                     const BatchOptions& options) const override {
    ChipSession& session = ChipSession::instance();
    const std::lock_guard<std::mutex> lock(session.mutex());
    // One whose cycles depend on the queries before is asked in their order, and begins anew.
    if (remembers_queries(config())) session.forget(number_);
    const unsigned jobs = remembers_queries(config()) ? 1 : jobs_of(options, poses.size());
    std::vector<CollideResult> results(poses.size());
    if (jobs > 1) {
      ask_workers(session, question, poses, options, jobs, results);
      return results;
    }
    for (std::size_t number = 0; number < poses.size(); ++number) {
      check_stop(options);
      results[number] = ask(session, question, number, poses[number]);
    }
    return results;
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  CollideResult ask(ChipSession& session, const Question& question, std::size_t number,
                    const Pose& pose) const {
    ChipEngine& machine = session.machine(number_, config(), question.request.check, question);
    const auto start = Clock::now();
    Answer answer = machine.query(pose, question.first_witness());
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (question.request.check && !machine.simulation().board().violations().empty())
      throw Error(Error::Kind::disagreement, "checker: " + machine.simulation().board().violations().front());
    return result_of(std::move(answer), question, number, pose, seconds);
  }

  void ask_workers(ChipSession& session, const Question& question, const std::vector<Pose>& poses,
                   const BatchOptions& options, unsigned jobs, std::vector<CollideResult>& results) const {
    // Each worker gets enough shares for none to wait long for the last one.
    constexpr std::size_t kSharesPerJob = 32, kMostPoses = 64;
    const std::size_t share = std::clamp<std::size_t>(poses.size() / (kSharesPerJob * jobs), 1, kMostPoses);
    const TemporaryFolder folder;
    const auto file_of = [&](std::size_t first) { return fmt::format("{}/{}", folder.path(), first); };
    const auto end_of = [&](std::size_t first) { return std::min(poses.size(), first + share); };
    session.machine(number_, config(), question.request.check, question);  // which all of them have
    WorkerPool pool(
        static_cast<int>(jobs),
        [&](const std::string& request) {
          const std::size_t first = std::stoull(request);
          std::vector<CollideResult> answers;
          for (std::size_t number = first; number < end_of(first); ++number)
            answers.push_back(ask(session, question, number, poses[number]));
          save(file_of(first), answers);
          return std::string();
        },
        0);
    for (std::size_t next = 0; next < poses.size() || !pool.idle();) {
      check_stop(options);
      if (next < poses.size() && pool.has_room()) {
        pool.submit(next, std::to_string(next));
        next = end_of(next);
        continue;
      }
      for (const WorkerPool::Outcome& outcome : pool.wait(100)) {
        if (!outcome.answered) throw WorkerFailure(outcome.status, outcome.text);
        load(file_of(outcome.id), &results[outcome.id], end_of(outcome.id) - outcome.id);
      }
    }
  }

  const std::uint64_t number_ = next_number();
};

}  // namespace

std::shared_ptr<const EngineData> make_chip_engine(const EngineKind& kind, const ChipConfig& config) {
  return std::make_shared<const OneChip>(kind, config);
}

}  // namespace collisionchip::api
