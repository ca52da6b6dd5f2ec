// The chip as an engine of the library: one query at a time in this process, batches by forked ones.
#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <type_traits>

#include "collisionchip/testbench/api/chip_session.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/frame_question.h"
#include "collisionchip/testbench/api/worker_answers.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip::api {

namespace {

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
  // A thread that asks now may wait for the caller, who might hold Python's lock: then the machine stays for the thread that asks next.
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
    const unsigned jobs = begin_batch(session, options, poses.size());
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
    return ask_frame(session, question, number);
  }

  std::vector<SceneResult> collide(const FrameBatch& batch) const override {
    ChipSession& session = ChipSession::instance();
    const std::lock_guard<std::mutex> lock(session.mutex());
    const unsigned jobs = begin_batch(session, batch.options, batch.count);
    std::vector<SceneResult> results(batch.count);
    if (jobs > 1) {
      ask_frame_workers(session, batch, jobs, results);
      return results;
    }
    const FrameBatch::Asker ask = batch.asker();
    for (std::size_t number = 0; number < batch.count; ++number) {
      check_stop(batch.options);
      results[number] = ask(number, batch.options, [&](const FrameQuestion& question) {
        return ask_frame(session, question, number);
      });
    }
    return results;
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

  // How many processes ask. A machine whose cycles depend on the queries before is asked in their order, from its beginning.
  unsigned begin_batch(ChipSession& session, const BatchOptions& options, std::size_t count) const {
    if (!remembers_queries(config())) return jobs_of(options, count);
    session.forget(number_);
    return 1;
  }

  ChipEngine& elaborate(ChipSession& session, const std::vector<Shape>& shapes,
                        const CollideRequest& request) const {
    ChipSession::Objects objects;
    for (const Shape& shape : shapes) objects.push_back(object(shape));
    return session.machine(number_, config(), request.check, objects);
  }
  ChipEngine& elaborate(ChipSession& session, const Question& question) const {
    return elaborate(session, {question.a, question.b}, question.request);
  }

  void ask_workers(ChipSession& session, const Question& question, const std::vector<Pose>& poses,
                   const BatchOptions& options, unsigned jobs, std::vector<CollideResult>& results) const {
    elaborate(session, question);  // which all of them have
    WorkerPool& pool =
        session.workers(jobs, [this, &session, a = question.a, b = question.b](const std::string& request) {
          return answered([&] { answer_share(session, a, b, Share::of(request)); });
        });
    try {
      ask_shares(
          pool, jobs, poses.size(), options,
          [&](const WorkerShare& share) {
            const auto begin = poses.begin() + static_cast<std::ptrdiff_t>(share.first);
            return Share{share.first,
                         question.request,
                         share.file,
                         {begin, begin + static_cast<std::ptrdiff_t>(share.count)}}
                .text();
          },
          [&](const WorkerShare& share) { load(share, results); });
    } catch (...) {
      session.end_workers();  // their answers will not be read
      throw;
    }
  }

  void answer_share(ChipSession& session, const Shape& a, const Shape& b, const Share& share) const {
    std::vector<CollideResult> answers;
    for (std::size_t i = 0; i < share.poses.size(); ++i)
      answers.push_back(ask(session, {a, b, share.request}, share.first + i, share.poses[i]));
    save(share.file, answers);
  }

  FrameAnswers ask_frame(ChipSession& session, const FrameQuestion& question, std::size_t number) const {
    ChipEngine& machine = elaborate(session, question.shapes, question.request);
    return ask_chip(machine, session.image(), config(), question,
                    [&](std::size_t query, Answer answer, double seconds) {
                      check_rules(question.request, machine);
                      return result_of(std::move(answer), question.about(query), number,
                                       question.queries[query].pose, seconds, queries_of(config()) > 1);
                    });
  }

  // By processes that end with the batch: they know its frames, which need not be sent.
  void ask_frame_workers(ChipSession& session, const FrameBatch& batch, unsigned jobs,
                         std::vector<SceneResult>& results) const {
    elaborate(session, batch.shapes, batch.request);
    FrameBatch::Asker ask;  // of a worker
    WorkerPool pool(
        static_cast<int>(jobs),
        [&](const std::string& request) {
          return answered([&] {
            if (!ask) ask = batch.asker();
            const WorkerShare share = WorkerShare::of(request);
            std::vector<SceneResult> answers;
            for (std::size_t number = share.first; number < share.first + share.count; ++number)
              answers.push_back(ask(number, {}, [&](const FrameQuestion& question) {
                return ask_frame(session, question, number);
              }));
            save(share.file, answers);
          });
        },
        0);
    ask_shares(
        pool, jobs, results.size(), batch.options, [](const WorkerShare& share) { return share.text(); },
        [&](const WorkerShare& share) { load(share, results); });
  }

  const std::uint64_t number_ = next_number();
};

}  // namespace

std::shared_ptr<const EngineData> make_chip_engine(const EngineKind& kind, const ChipConfig& config) {
  return std::make_shared<const OneChip>(kind, config);
}

}  // namespace collisionchip::api
