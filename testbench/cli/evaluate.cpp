// collisionchip evaluate: ask and tell. One configuration per line in, one answer per line out, for an
// optimiser of the user's.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/explore/asked_line.h"
#include "collisionchip/testbench/explore/evaluation_pool.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/testbench/explore/result_store.h"
#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/testbench/explore/workload.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/config/config_value.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

struct EvaluateArguments {
  std::string workload, store;
  ChipOptions chip;
  std::vector<std::string> statistics;
  double timeout = 0;
  std::string model = "tlm";
  bool no_check = false;
};

GivenValue given_in_json(const Json& value) {
  if (value.is_string()) return {GivenValue::Type::text, 0, value.get<std::string>()};
  if (value.is_boolean()) return {GivenValue::Type::boolean, value.get<bool>(), json_text(value)};
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
  if (fits) return {GivenValue::Type::integer, value.get<std::int64_t>(), json_text(value)};
  // Programs that know one type of number write 8.0.
  const double number = value.is_number_float() ? value.get<double>() : 0.5;
  if (std::abs(number) <= UINT32_MAX && number == std::floor(number))
    return {GivenValue::Type::integer, static_cast<std::int64_t>(number), json_text(value)};
  return {GivenValue::Type::other, 0, json_text(value)};
}

// {"sdram.banks": 8}, or by section as in every result: {"sdram": {"banks": 8}}.
void apply_json(ChosenChip& config, const Json& members, const std::string& prefix,
                const std::string& where) {
  for (const auto& [member, value] : members.items()) {
    const std::string name = prefix + member;
    if (prefix.empty() && value.is_object()) {
      apply_json(config, value, member + ".", where);
      continue;
    }
    const ConfigKey* key = find_key(name);
    if (key == nullptr) {
      throw InputError(
          fmt::format("{}: {}: unknown key; nearest is {}", where, excerpt(name), nearest_key(name)));
    }
    set_key(config, *key, checked_value(*key, given_in_json(value), where + ": " + name));
  }
}

class Session {
 public:
  explicit Session(const EvaluateArguments& arguments)
      : base_(base_of(arguments)),
        are_named_(!arguments.statistics.empty()),
        shown_(shown_statistics(arguments.statistics)),
        workloads_(load_workloads(load_workload_plans(arguments.workload))),
        objects_(workloads_),
        evaluator_(workloads_, objects_, !arguments.no_check),
        pool_(
            1,
            [this](const ChipConfig& config, std::size_t work, const std::string& engine) {
              return evaluator_.evaluate(config, work, engine);
            },
            arguments.timeout) {
    if (!arguments.store.empty()) {
      store_.emplace(arguments.store, model_version());
      store_->add_workloads(workloads_);
    }
    objects_.prepare({base_.dop.k}, {base_.sdram.page_bytes}, default_image_bytes(), {arguments.timeout, {}});
  }

  // That a line's keys are set on top of.
  const ChipConfig& base() const { return base_; }

  // The answer to a line: one line, with the id of the question unchanged.
  std::string answer(const std::string& text) {
    const std::string where = fmt::format("line {}", ++lines_);
    Json answer = Json::object();
    std::string id;
    try {
      const AskedLine line(text, where);
      id = line.id();
      ChosenChip config = base_;
      apply_json(config, line.keys(), "", where);
      if (const auto conflict = find_conflict(config)) throw InputError(where + ": " + conflict->text);
      evaluate(config, answer);
    } catch (const InputError& error) {
      answer["status"] = "refused";
      answer["reason"] = error.what();
    }
    if (lines_ == 1 && answer.contains("reason")) first_reason_ = answer["reason"];
    const std::string rest = json_text(answer);
    return id.empty() ? rest : "{\"id\":" + id + "," + rest.substr(1);
  }

  // The exit status after all lines.
  int status() const {
    if (disagreed_) return kExitDisagree;
    if (lines_ > 0 && !computed_)
      throw InputError("evaluate", "at least one line with a result",
                       fmt::format(", got none in {}: {}",
                                   lines_ == 1 ? "1 line" : fmt::format("{} lines", lines_), first_reason_));
    return kExitDone;
  }

 private:
  static ChosenChip base_of(const EvaluateArguments& arguments) {
    ChosenChip config = load_chip(arguments.chip);
    load_engine(arguments.model).configure(config);
    check_rtl(config);
    return config;
  }

  static std::vector<std::size_t> shown_statistics(const std::vector<std::string>& wanted) {
    const std::vector<std::string>& names = statistic_names();
    std::vector<std::size_t> shown;
    for (const std::string& name : wanted) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end())
        throw WrongWord(fmt::format(
            "--statistic: expected a name that `collisionchip explore --statistics` prints, got {}{}",
            collisionchip::quoted(name), nearest_hint(name, names)));
      shown.push_back(static_cast<std::size_t>(found - names.begin()));
    }
    for (std::size_t i = 0; wanted.empty() && i < names.size(); ++i) shown.push_back(i);
    return shown;
  }

  void evaluate(const ChipConfig& config, Json& answer) {
    const std::string hash = config_hash(config);
    answer["status"] = "done";
    answer["configuration"] = hash;
    Json results = Json::object();
    for (std::size_t i = 0; i < workloads_.size(); ++i) {
      const Evaluation evaluation = result(config, hash, i);
      if (evaluation.status == Evaluation::Status::failed) {
        answer["status"] = "failed";
        if (!answer.contains("reason")) answer["reason"] = workloads_[i].name + ": " + evaluation.reason;
        disagreed_ = disagreed_ || names_disagreement(evaluation.reason);
        continue;
      }
      computed_ = true;
      Json statistics = Json::object();
      for (const std::size_t s : shown_) {
        const auto& number = evaluation.statistics[s];
        if (number) {
          statistics[statistic_names()[s]] = *number;
        } else if (are_named_) {
          statistics[statistic_names()[s]] = nullptr;  // asked for by name: the machine has no such unit
        }
      }
      results[workloads_[i].name] = std::move(statistics);
    }
    answer["results"] = std::move(results);
  }

  Evaluation result(const ChipConfig& config, const std::string& hash, std::size_t workload) {
    if (store_) {
      if (auto known = store_->find(hash, workloads_[workload].hash)) return *known;
    }
    pool_.submit(0, config, workload);
    for (;;) {
      for (EvaluationPool::Outcome& outcome : pool_.wait(1000)) {
        if (store_) store_->add(config, hash, workloads_[workload].hash, outcome.evaluation);
        return std::move(outcome.evaluation);
      }
    }
  }

  const ChosenChip base_;
  const bool are_named_;  // the statistics that are shown, by the user
  const std::vector<std::size_t> shown_;
  const std::vector<Workload> workloads_;
  ObjectStore objects_;
  Evaluator evaluator_;
  EvaluationPool pool_;
  std::optional<ResultStore> store_;
  std::uint64_t lines_ = 0;
  bool computed_ = false, disagreed_ = false;  // any workload of any line
  std::string first_reason_;                   // of the first line, if it has no result
};

}  // namespace

Verb add_evaluate(CLI::App& app) {
  auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* verb = app.add_subcommand(
      "evaluate", "Answer configurations: one JSON object of keys per line in, one result per line out.");
  verb->add_option("--workload", arguments->workload, "plan file; each configuration gets its [[workload]]")
      ->type_name("FILE.toml")
      ->required();
  add_chip_options(*verb, arguments->chip);
  add_model_option(*verb, arguments->model, [](const EngineKind& kind) { return kind.can.cycles; });
  verb->add_option("--statistic", arguments->statistics,
                   "a statistic of the answer; may be repeated; all if not given")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--store", arguments->store, "file that keeps results; no result is computed twice")
      ->type_name("FILE.sqlite");
  add_timeout_option(*verb, arguments->timeout);
  add_no_check_flag(*verb, arguments->no_check);
  return [arguments, verb] {
    check_chip_is_used(*verb, arguments->chip, load_engine(arguments->model));
    check_file_roles({{"--workload", arguments->workload}, {"--chip", arguments->chip.file()}},
                     {{"--store", arguments->store, false, ResultStore::beside(arguments->store)}});
    Session session(*arguments);
    print_note(
        fmt::format("chip {} with {}", arguments->chip.chip, machine_facts(session.base()).memory_text()));
    for (std::string line; std::cout && std::getline(std::cin, line);)
      std::cout << session.answer(line) << std::endl;
    return session.status();
  };
}

}  // namespace collisionchip
