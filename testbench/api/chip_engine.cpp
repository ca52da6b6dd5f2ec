// The chip as an engine of the library: one query at a time in this process, batches by forked ones.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/chip_session.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/frame_question.h"
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

// Poses that a worker is asked at once, as a request to it: numbers as they lie in memory, then the poses, then the file's path.
struct Share {
  struct Head {
    std::size_t first, count;
    CollideRequest request;
  };

  std::size_t first;  // number of the first pose in its batch
  CollideRequest request;
  std::string file;  // that the answers go to
  std::vector<Pose> poses;

  std::string text() const {
    const Head head{first, poses.size(), request};
    std::string text(reinterpret_cast<const char*>(&head), sizeof(head));
    text.append(reinterpret_cast<const char*>(poses.data()), poses.size() * sizeof(Pose));
    return text + file;
  }

  static Share of(const std::string& text) {
    Head head{};
    std::memcpy(&head, text.data(), sizeof(head));
    std::vector<Pose> poses(head.count);
    std::memcpy(poses.data(), text.data() + sizeof(head), head.count * sizeof(Pose));
    return {head.first, head.request, text.substr(sizeof(head) + head.count * sizeof(Pose)),
            std::move(poses)};
  }
};
static_assert(std::is_trivially_copyable_v<Share::Head> && std::is_trivially_copyable_v<Pose>);

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

  FrameAnswers collide(const FrameQuestion& question, std::size_t number) const override {
    ChipSession& session = ChipSession::instance();
    const std::lock_guard<std::mutex> lock(session.mutex());
    ChipEngine& machine =
        session.machine(number_, config(), question.request.check, objects(question.shapes));
    return ask_chip(machine, session.image(), config(), question,
                    [&](std::size_t query, Answer answer, double seconds) {
                      check_rules(question.request, machine);
                      return result_of(std::move(answer), question.about(query), number,
                                       question.queries[query].pose, seconds, queries_of(config()) > 1);
                    });
  }

  // One whose cycles depend on the queries before begins anew.
  unsigned begin_frames(std::size_t /*frames*/, const BatchOptions& /*options*/) const override {
    ChipSession& session = ChipSession::instance();
    const std::lock_guard<std::mutex> lock(session.mutex());
    if (remembers_queries(config())) session.forget(number_);
    return 1;
  }

 private:
  using Clock = std::chrono::steady_clock;

  static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  static void check_rules(const CollideRequest& request, ChipEngine& machine) {
    if (!request.check) return;
    const std::vector<std::string> violations = machine.simulation().board().violations();
    if (!violations.empty()) throw Error(Error::Kind::disagreement, "checker: " + violations.front());
  }

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }

  CollideResult ask(ChipSession& session, const Question& question, std::size_t number,
                    const Pose& pose) const {
    ChipEngine& machine = elaborate(session, question);
    const auto start = Clock::now();
    Answer answer = machine.query(pose, question.first_witness());
    const double seconds = since(start);
    check_rules(question.request, machine);
    return result_of(std::move(answer), question, number, pose, seconds);
  }

  ChipSession::Objects objects(const std::vector<Shape>& shapes) const {
    ChipSession::Objects objects;
    for (const Shape& shape : shapes) objects.push_back(object(shape));
    return objects;
  }

  ChipEngine& elaborate(ChipSession& session, const Question& question) const {
    return session.machine(number_, config(), question.request.check, objects({question.a, question.b}));
  }

  void ask_workers(ChipSession& session, const Question& question, const std::vector<Pose>& poses,
                   const BatchOptions& options, unsigned jobs, std::vector<CollideResult>& results) const {
    // Each worker gets enough shares for none to wait long for the last one.
    constexpr std::size_t kSharesPerJob = 32, kMostPoses = 64;
    const std::size_t length = std::clamp<std::size_t>(poses.size() / (kSharesPerJob * jobs), 1, kMostPoses);
    const TemporaryFolder folder;
    const auto file_of = [&](std::size_t first) { return fmt::format("{}/{}", folder.path(), first); };
    elaborate(session, question);  // which all of them have
    WorkerPool& pool =
        session.workers(jobs, [this, &session, a = question.a, b = question.b](const std::string& request) {
          return answer_share(session, a, b, Share::of(request));
        });
    try {
      for (std::size_t next = 0; next < poses.size() || !pool.idle();) {
        check_stop(options);
        if (next < poses.size() && pool.has_room()) {
          const std::size_t count = std::min(length, poses.size() - next);
          const Share share{next, question.request, file_of(next), {&poses[next], &poses[next] + count}};
          pool.submit(next, share.text());
          next += count;
          continue;
        }
        for (const WorkerPool::Outcome& outcome : pool.wait(100)) {
          if (!outcome.answered) throw WorkerFailure(outcome.status, outcome.text);
          load(file_of(outcome.id), &results[outcome.id], std::min(length, poses.size() - outcome.id));
        }
      }
    } catch (...) {
      session.end_workers();  // whose answers nobody reads
      throw;
    }
  }

  std::string answer_share(ChipSession& session, const Shape& a, const Shape& b, const Share& share) const {
    std::vector<CollideResult> answers;
    for (std::size_t i = 0; i < share.poses.size(); ++i)
      answers.push_back(ask(session, {a, b, share.request}, share.first + i, share.poses[i]));
    save(share.file, answers);
    return "";
  }

  const std::uint64_t number_ = next_number();
};

}  // namespace

std::shared_ptr<const EngineData> make_chip_engine(const EngineKind& kind, const ChipConfig& config) {
  return std::make_shared<const OneChip>(kind, config);
}

}  // namespace collisionchip::api
