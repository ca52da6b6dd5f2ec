#include "collisionchip/testbench/run/answer_batch.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

// In one order, for adding, writing and reading.
template <typename Counters, typename Visit>
void for_each_counter(Counters& counters, const Visit& visit) {
  visit(counters.tumbled_visits);
  visit(counters.aligned_visits);
  visit(counters.transforms);
  visit(counters.overlap_tests);
  visit(counters.triangle_tests);
  visit(counters.uncertain);
  for (auto& cause : counters.uncertain_causes) visit(cause);
  visit(counters.lists);
  visit(counters.aligned_pairs);
}

std::vector<std::uint64_t> numbers_of(const TraversalCounters& counters) {
  std::vector<std::uint64_t> numbers;
  for_each_counter(counters, [&](std::uint64_t count) { numbers.push_back(count); });
  return numbers;
}

void add_numbers(TraversalCounters& counters, const std::vector<std::uint64_t>& numbers) {
  std::size_t next = 0;
  for_each_counter(counters, [&](auto& count) { count += numbers.at(next++); });
}

nlohmann::json to_json(const AnswerTotals& totals) {
  return {{"queries", totals.queries},
          {"pairs", totals.pairs},
          {"query_seconds", totals.query_seconds},
          {"upload_cycles", totals.upload_cycles},
          {"frames", {totals.frames.upload_words, totals.frames.upload_cycles, totals.frames.refitted_boxes}},
          {"verdict",
           {totals.verdict.queries, totals.verdict.pairs, totals.verdict.differences,
            totals.verdict.first_difference, totals.verdict.is_counted}},
          {"parity",
           {totals.parity.name, totals.parity.queries, totals.parity.cycles, totals.parity.events,
            totals.parity.first_difference}},
          {"sum", totals.sum.to_json()},
          {"counters", numbers_of(totals.counters)},
          {"deadline",
           {totals.deadline.met, totals.deadline.missed, totals.deadline.slowest_seconds,
            totals.deadline.slowest}},
          {"violations", totals.violations}};
}

AnswerTotals totals_of(const nlohmann::json& json) {
  AnswerTotals totals;
  totals.queries = json.at("queries");
  totals.pairs = json.at("pairs");
  totals.query_seconds = json.at("query_seconds");
  totals.upload_cycles = json.at("upload_cycles");
  const nlohmann::json& frames = json.at("frames");
  totals.frames = {frames.at(0), frames.at(1), frames.at(2)};
  const nlohmann::json &verdict = json.at("verdict"), &parity = json.at("parity");
  totals.verdict = {verdict.at(0), verdict.at(1), verdict.at(2), verdict.at(3), verdict.at(4)};
  totals.parity = {parity.at(0), parity.at(1), parity.at(2), parity.at(3), parity.at(4)};
  totals.sum = AnswerSum::from_json(json.at("sum"));
  add_numbers(totals.counters, json.at("counters"));
  const nlohmann::json& deadline = json.at("deadline");
  totals.deadline.met = deadline.at(0);
  totals.deadline.missed = deadline.at(1);
  totals.deadline.slowest_seconds = deadline.at(2);
  totals.deadline.slowest = deadline.at(3);
  totals.violations = json.at("violations").get<std::vector<std::string>>();
  return totals;
}

}  // namespace

void AnswerTotals::add(const AnswerTotals& later) {
  queries += later.queries;
  pairs += later.pairs;
  query_seconds += later.query_seconds;
  upload_cycles = std::max(upload_cycles, later.upload_cycles);  // each worker's chip has the same
  frames.add(later.frames);
  verdict.add(later.verdict);
  parity.add(later.parity);
  sum.add(later.sum);
  add_numbers(counters, numbers_of(later.counters));
  deadline.add(later.deadline);
  violations.insert(violations.end(), later.violations.begin(), later.violations.end());
}

// The first line says how long the texts behind it are.
void AnswerBatch::save(const std::string& path, const std::string& question) const {
  nlohmann::json head = to_json(totals);
  head["question"] = question;
  head["query_bytes"] = query_lines.size();
  head["pair_bytes"] = pair_lines.size();
  head["run_bytes"] = run_lines.size();
  OutputFile file(path);
  file.stream() << json_text(head) << "\n" << query_lines << pair_lines << run_lines;
  file.close();
}

AnswerBatch AnswerBatch::load(const std::string& path, const std::string& question) {
  std::ifstream file(path, std::ios::binary);
  std::string head;
  std::getline(file, head);
  try {
    const nlohmann::json json = nlohmann::json::parse(head);
    if (json.at("question") != question) throw InputError("it answers another question");
    AnswerBatch batch{totals_of(json), {}, {}, {}};
    batch.query_lines.resize(json.at("query_bytes").get<std::size_t>());
    batch.pair_lines.resize(json.at("pair_bytes").get<std::size_t>());
    batch.run_lines.resize(json.at("run_bytes").get<std::size_t>());
    for (std::string* text : {&batch.query_lines, &batch.pair_lines, &batch.run_lines})
      file.read(text->data(), static_cast<std::streamsize>(text->size()));
    if (!file || file.peek() != std::ifstream::traits_type::eof())
      throw InputError("its length is another one");
    return batch;
  } catch (const nlohmann::json::exception&) {
    throw InputError(Place::in(path), "answers of this program", ", got a file that is cut short or damaged");
  } catch (const std::exception& error) {
    throw InputError(Place::in(path), "answers of this program", std::string(": ") + error.what());
  }
}

}  // namespace collisionchip
