#include "collisionchip/testbench/api/frame_question.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "collisionchip/reference/tree/threads.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/scenes/pair_loop.h"

namespace collisionchip::api {

FrameAnswers EngineData::collide(const FrameQuestion& question, std::size_t number) const {
  FrameAnswers answers;
  answers.results.reserve(question.queries.size());
  for (std::size_t query = 0; query < question.queries.size(); ++query) {
    answers.results.push_back(with_names(question, query, [&] {
      return collide(question.about(query), number, question.queries[query].pose);
    }));
    if (question.stops_at(answers.results.back())) break;
  }
  return answers;
}

std::vector<SceneResult> EngineData::collide(const FrameBatch& batch) const {
  const unsigned jobs = jobs_of(batch.options, batch.count);
  constexpr std::size_t kSharesPerJob = 8, kMostFrames = 64;
  const std::size_t share = std::clamp<std::size_t>(batch.count / (kSharesPerJob * jobs), 1, kMostFrames);
  std::vector<SceneResult> results(batch.count);
  std::atomic<std::size_t> next{0};
  const auto work = [&](bool calling) {
    const FrameBatch::Asker ask = batch.asker();
    for (std::size_t begin; (begin = next.fetch_add(share)) < batch.count;) {
      for (std::size_t number = begin; number < std::min(begin + share, batch.count); ++number) {
        results[number] =
            ask(number, {}, [&](const FrameQuestion& question) { return collide(question, number); });
        if (calling) check_stop(batch.options);
      }
    }
  };
  on_threads(jobs, work, [&] { next = batch.count; });
  return results;
}

FrameAnswers ask_chip(
    ChipEngine& machine, const BoardImage& image, const ChipConfig& config, const FrameQuestion& question,
    const std::function<CollideResult(std::size_t query, Answer, double seconds)>& result_of) {
  using Clock = std::chrono::steady_clock;
  PairLoop loop(machine.simulation(), image, question.request.limit == 1);
  Clock::time_point start = Clock::now();
  double each = 0;  // seconds of a query
  loop.listen([&](const ChipAnswer& /*whole*/, std::uint64_t queries, std::uint64_t /*pairs*/) {
    each = std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(queries);
  });
  FrameAnswers answers;
  const FrameCounts counts = loop.ask(
      question.queries,
      [&](std::size_t query, ChipAnswer& chip) {
        answers.results.push_back(
            with_names(question, query, [&] { return result_of(query, answer_of(std::move(chip)), each); }));
        check_stop(question.options);
        start = Clock::now();
        return !question.stops_at(answers.results.back());
      },
      question.request.any);
  answers.cost.cycles = counts.cycles;
  set_times(answers.cost, query_times(counts.cycles, counts.settled_cycles, counts.host, config));
  answers.cost.pci_cycles = counts.pci_cycles;
  answers.cost.pci_bytes = counts.pci_bytes;
  return answers;
}

}  // namespace collisionchip::api
