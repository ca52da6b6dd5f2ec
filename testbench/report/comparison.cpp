#include "collisionchip/testbench/report/comparison.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "collisionchip/testbench/report/run_figures.h"
#include "collisionchip/testbench/results/machine_json.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// One run as the rows read it.
struct Run {
  const RunFolder& folder;
  std::optional<MachineFacts> machine;  // of a chip
  KeyNumbers numbers;
  double host_us = 0;  // of software
};

Run run_of(const RunFolder& folder) {
  Run run{folder, {}, {}, 0};
  if (folder.run.contains("machine")) {
    run.machine = machine_of(folder.run["machine"]);
    run.numbers = numbers_of_run(folder);
    return run;
  }
  run.numbers.pairs = folder.run["pairs"].get<std::uint64_t>();
  for (const Json& query : folder.queries) run.host_us += query["time_us"].get<double>();
  return run;
}

using Value = std::optional<double>;
struct Row {
  const char* name;
  std::function<Value(const Run&)> value;
  std::string (*text)(double value);
};

std::string whole(double value) {
  return fmt::format("{:.0f}", value);
}
std::string square_millimetres(double value) {
  return fmt::format("{:.2f} mm2", value);
}
std::string microjoules(double value) {
  return fmt::format("{:.3f} uJ", value);
}
std::string per_cent(double value) {
  return fmt::format("{:.1f} %", value);
}

// What only a chip has.
template <typename Read>
std::function<Value(const Run&)> of_chip(const Read& read) {
  return
      [read](const Run& run) { return run.machine ? Value(static_cast<double>(read(run))) : std::nullopt; };
}

std::function<Value(const Run&)> of_counter(const std::string& counter) {
  return of_chip([counter](const Run& run) { return counted(run.folder, counter); });
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"total time",
       [](const Run& run) {
         return run.machine ? static_cast<double>(run.numbers.times.total_ns) : 1e3 * run.host_us;
       },
       time_text},
      {"its part on the chip", of_chip([](const Run& run) { return run.numbers.times.chip_ns; }), time_text},
      {"its part on bus and doorbell", of_chip([](const Run& run) { return run.numbers.times.link_ns; }),
       time_text},
      {"its part on the host", of_chip([](const Run& run) { return run.numbers.times.host_ns; }), time_text},
      {"the host while chip and bus work",
       of_chip([](const Run& run) { return run.numbers.times.overlap_ns; }), time_text},
      {"silicon", of_chip([](const Run& run) { return run.machine->mm2; }), square_millimetres},
      {"energy", of_chip([](const Run& run) { return 1e-6 * static_cast<double>(run.numbers.energy_pj); }),
       microjoules},
      {"used of the lowest roof", of_chip([](const Run& run) {
         return run.numbers.roofs.empty() ? 0 : 100 * run.numbers.roofs[0].share;
       }),
       per_cent},
      {"pairs", [](const Run& run) { return Value(static_cast<double>(run.numbers.pairs)); }, whole},
      {"queries", [](const Run& run) { return Value(static_cast<double>(run.folder.queries.size())); },
       whole},
      {"chip cycles", of_chip([](const Run& run) { return run.numbers.cycles; }), whole},
      {"Eq. 5, cycles", of_chip([](const Run& run) { return run.numbers.eq5_cycles; }), whole},
      {"lists", of_chip([](const Run& run) { return run.numbers.lists; }), whole},
      {"aligned pairs", of_chip([](const Run& run) { return run.numbers.aligned_pairs; }), whole},
      {"triangle tests", of_chip([](const Run& run) { return run.numbers.triangle_tests; }), whole},
      {"uncertain", of_chip([](const Run& run) { return run.numbers.uncertain; }), whole},
      {"SDRAM bytes", of_counter("sdram.bytes"), whole},
      {"SDRAM row hits", of_counter("sdram.row_hits"), whole}};
  return all;
}

Json row_json(const Row& row, const std::vector<Run>& runs) {
  Json values = Json::array(), ratios = Json::array();
  const Value base = row.value(runs.front());
  for (const Run& run : runs) {
    const Value value = row.value(run);
    values.push_back(value ? row.text(*value) : "-");
    const bool has_ratio = &run != &runs.front() && value && base && *base > 0 && *value != *base;
    ratios.push_back(has_ratio ? fmt::format("{:.3f}", *value / *base) : "");
  }
  return {{"name", row.name}, {"values", values}, {"ratios", ratios}};
}

Json words_json(const char* name, const std::vector<Run>& runs, std::string (*text)(const Run&)) {
  Json values = Json::array(), ratios = Json::array();
  for (const Run& run : runs) {
    values.push_back(run.machine ? text(run) : "-");
    ratios.push_back("");
  }
  return {{"name", name}, {"values", values}, {"ratios", ratios}};
}

std::string bound_text(const Run& run) {
  return bound_by(run.numbers.roofs);
}

std::string memory_text(const Run& run) {
  return fmt::format("{} x {}, {:.2f} GB/s", run.machine->channels, run.machine->memory,
                     run.machine->gb_per_s);
}

// As after the `=` of --set.
std::string plain_text(const ConfigKey& key, std::uint32_t value) {
  return key.kind == KeyKind::integer ? std::to_string(value) : key.words.at(value);
}

// As far as the run's file has its keys.
ChipConfig config_of(const Json& configuration) {
  ChipConfig config;
  for (const ConfigKey& key : config_keys()) {
    const Json::json_pointer place("/" + key.section() + "/" + key.leaf());
    if (!configuration.contains(place)) continue;
    const Json& value = configuration[place];
    apply_set(config, key.name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return config;
}

Json differing_keys(const std::vector<RunFolder>& folders) {
  std::vector<ChipConfig> configs;
  configs.reserve(folders.size());
  for (const RunFolder& folder : folders) configs.push_back(config_of(folder.run["configuration"]));
  Json rows = Json::array();
  for (const ConfigKey& key : config_keys()) {
    const auto is_as_the_first = [&](const ChipConfig& config) {
      return key.get(config) == key.get(configs.front());
    };
    if (std::all_of(configs.begin(), configs.end(), is_as_the_first)) continue;
    Json row = {key.name};
    for (const ChipConfig& config : configs)
      row.push_back(lacks(config, key) ? "-" : plain_text(key, key.get(config)));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Json comparison_json(const std::vector<RunFolder>& folders) {
  std::vector<Run> runs;
  Json names = Json::array(), figures = Json::array();
  for (const RunFolder& folder : folders) {
    runs.push_back(run_of(folder));
    names.push_back(folder.path);
  }
  for (const Row& row : rows()) {
    figures.push_back(row_json(row, runs));
    if (row.name == std::string("energy")) {
      figures.push_back(words_json("memory", runs, memory_text));
      figures.push_back(words_json("bound by", runs, bound_text));
    }
  }
  return {{"runs", names}, {"figures", figures}, {"keys", differing_keys(folders)}};
}

}  // namespace collisionchip
