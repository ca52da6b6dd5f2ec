#include "collisionchip/testbench/explore/evaluation_pool.h"

#include <cstring>
#include <string>

#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

namespace {

template <typename Number>
void append(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <typename Number>
Number take(const std::string& bytes, std::size_t& at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  at += sizeof number;
  return number;
}

template <typename Number>
void append_all(std::string& bytes, const std::vector<Number>& numbers) {
  append(bytes, std::uint64_t{numbers.size()});
  for (const Number& number : numbers) append(bytes, number);
}

template <typename Number>
void take_all(const std::string& bytes, std::size_t& at, std::vector<Number>& numbers) {
  for (auto count = take<std::uint64_t>(bytes, at); count > 0; --count)
    numbers.push_back(take<Number>(bytes, at));
}

std::string encoded(const ChipConfig& config, std::size_t workload, const std::string& engine) {
  std::string bytes;
  append(bytes, std::uint64_t{workload});
  for (const ConfigKey& key : config_keys()) append(bytes, key.get(config));
  return bytes + engine;
}

std::string encoded(const Evaluation& evaluation) {
  std::string bytes;
  append(bytes, evaluation.status);
  append(bytes, evaluation.host_seconds);
  append_all(bytes, evaluation.statistics);
  append_all(bytes, evaluation.answers);
  return bytes + evaluation.reason;
}

Evaluation decoded(const std::string& bytes) {
  Evaluation evaluation;
  std::size_t at = 0;
  evaluation.status = take<Evaluation::Status>(bytes, at);
  evaluation.host_seconds = take<double>(bytes, at);
  take_all(bytes, at, evaluation.statistics);
  take_all(bytes, at, evaluation.answers);
  evaluation.reason = bytes.substr(at);
  return evaluation;
}

// What a worker does with a request.
std::string answer(const Evaluate& evaluate, const std::string& bytes) {
  std::size_t at = 0;
  const auto workload = take<std::uint64_t>(bytes, at);
  ChipConfig config;
  for (const ConfigKey& key : config_keys()) key.set(config, take<std::uint32_t>(bytes, at));
  return encoded(evaluate(config, workload, bytes.substr(at)));
}

}  // namespace

EvaluationPool::EvaluationPool(int workers, const Evaluate& evaluate, double timeout_seconds)
    : pool_(
          workers, [evaluate](const std::string& bytes) { return answer(evaluate, bytes); },
          timeout_seconds) {}

void EvaluationPool::submit(std::uint64_t id, const ChipConfig& config, std::size_t workload,
                            const std::string& engine) {
  pool_.submit(id, encoded(config, workload, engine));
}

std::vector<EvaluationPool::Outcome> EvaluationPool::wait(int milliseconds) {
  std::vector<Outcome> outcomes;
  for (const WorkerPool::Outcome& outcome : pool_.wait(milliseconds)) {
    Evaluation evaluation;
    if (outcome.answered) {
      evaluation = decoded(outcome.text);
    } else {
      evaluation.reason = outcome.text;
    }
    outcomes.push_back({outcome.id, std::move(evaluation)});
  }
  return outcomes;
}

}  // namespace collisionchip
