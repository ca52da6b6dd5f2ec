// collisionchip vectors: golden vectors, recorded and played.
#include <algorithm>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/host/golden_player.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/traces/vectors/unit_traffic.h"

namespace collisionchip {

namespace {

struct VectorsOptions {
  ObjectOptions objects;
  PoseOptions poses;
  ChipOptions chip;  // played: its sets alone
  std::string out, traffic;
  std::string file, model = "tlm";
  bool first = false;
};

// "stack_engine:stack_engine.traffic".
std::pair<std::string, std::string> unit_and_file(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon + 1 == text.size())
    throw WrongWord("--traffic: expected UNIT:FILE, got " + collisionchip::quoted(text));
  const std::string unit = text.substr(0, colon);
  const std::vector<std::string>& units = UnitTraffic::units();
  if (std::find(units.begin(), units.end(), unit) == units.end())
    throw WrongWord("--traffic: " + choice_complaint(units, unit));
  return {unit, text.substr(colon + 1)};
}

int record(const VectorsOptions& options) {
  const std::string traffic_file = options.traffic.empty() ? "" : unit_and_file(options.traffic).second;
  check_file_roles({{"A", options.objects.a}, {"B", options.objects.b}, {"--poses", options.poses.poses}},
                   {{"--out", options.out}, {"--traffic", traffic_file}});
  const ChipConfig config = load_chip(options.chip);
  if (const std::string& why = host_of(config).not_read_back; !why.empty()) throw InputError("vectors", why);
  const AskedPoses asked = asked_poses(options.poses);
  const LoadedObjects objects = build_chip_objects(load_meshes(options.objects), config);
  const std::vector<Pose> poses = asked.poses(objects.offset);
  GoldenVectors vectors = make_golden_vectors(config, *objects.a, *objects.b, poses, options.first);
  GoldenChip chip(vectors, config);
  std::unique_ptr<UnitTraffic> traffic;
  if (!options.traffic.empty()) {
    const std::string unit = unit_and_file(options.traffic).first;
    traffic = std::make_unique<UnitTraffic>(chip.board().chip(), config, unit);
  }
  Progress progress("queries", vectors.queries.size());
  std::uint64_t entries = 0, cycles = 0;
  for (std::size_t i = 0; i < vectors.queries.size(); ++i) {
    GoldenQuery& query = vectors.queries[i];
    query.answer = chip.play(query);
    entries += query.answer.entries.size();
    cycles += query.answer.cycles;
    if (traffic && i == 0) {
      OutputFile out(traffic_file);
      traffic->write(out.stream());
      out.close();
      traffic.reset();
    }
    progress.advance(i + 1);
  }
  OutputFile out(options.out);
  write_golden_vectors(out.stream(), vectors);
  out.close();
  fmt::print("{}: {} queries, {} cycles, {} entries, configuration {}\n", options.out, vectors.queries.size(),
             cycles, entries, config_hash(config));
  return kExitDone;
}

ChipConfig played_on(const VectorsOptions& options, const GoldenVectors& vectors) {
  ChipConfig config = vectors.config;
  for (const std::string& set : options.chip.sets) {
    if (set.rfind("units.", 0) != 0)
      throw InputError("--set " + set, "a key of units", "; the file says the others");
    apply_set(config, set);
  }
  load_engine(options.model).configure(config);
  check_rtl(config);
  return config;
}

// What works as Algorithm 2. The mirror is also accepted as `reference`, its name in older commands.
bool plays_vectors(const EngineKind& kind) {
  return (kind.can.exact && kind.can.in_order) || kind.name == "reference";
}

// "tlm", "mirror", or "rtl dop_unit stack_engine".
std::string played_name(const VectorsOptions& options, const ChipConfig& config) {
  if (!load_engine(options.model).can.cycles || !has_rtl(config)) return options.model;
  std::string name = "rtl";
  for (const std::string& unit : rtl_units()) {
    if (model_of(config, unit) == UnitModel::rtl) name += " " + unit;
  }
  return name;
}

int play(const VectorsOptions& options) {
  const GoldenVectors vectors = read_golden_vectors(options.file);
  const ChipConfig config = played_on(options, vectors);
  std::unique_ptr<GoldenReference> reference;
  std::unique_ptr<GoldenChip> chip;
  if (!load_engine(options.model).can.cycles)
    reference = std::make_unique<GoldenReference>(vectors);
  else
    chip = std::make_unique<GoldenChip>(vectors, config);
  Progress progress("queries", vectors.queries.size());
  std::uint64_t queries = 0, cycles = 0, entries = 0;
  std::string first;
  for (const GoldenQuery& query : vectors.queries) {
    first = reference ? reference->difference(query) : difference(query.answer, chip->play(query));
    ++queries;
    cycles += reference ? 0 : query.answer.cycles;
    entries += query.answer.entries.size();
    progress.advance(queries);
    if (!first.empty()) break;
  }
  fmt::print("PARITY: {} {} golden vectors: {} queries, {} cycles, {} entries compared, {} differences\n",
             played_name(options, config), first.empty() ? "=" : "!=", queries, cycles, entries,
             first.empty() ? 0 : 1);
  if (first.empty()) return kExitDone;
  print_error(fmt::format("collisionchip: {}: query {}: {}\n", options.file, queries - 1, first));
  return kExitDisagree;
}

}  // namespace

Verb add_vectors(CLI::App& app) {
  auto options = std::make_shared<VectorsOptions>();
  CLI::App* verb =
      app.add_subcommand("vectors", "Record and play golden vectors; queries with results and cycles.");
  verb->require_subcommand(1);

  CLI::App* recorder = verb->add_subcommand("record", "Play poses on the model and write them as vectors.");
  add_object_options(*recorder, options->objects);
  recorder->add_option("--out", options->out, "the vectors")->required()->type_name("FILE");
  add_pose_option(*recorder, options->poses);
  add_poses_option(*recorder, options->poses);
  add_chip_options(*recorder, options->chip);
  add_first_option(*recorder, options->first);
  recorder
      ->add_option("--traffic", options->traffic,
                   "what a unit sees and does at its pins in the first query, for a simulator without "
                   "SystemC; UNIT is one of " +
                       either_of(UnitTraffic::units()))
      ->type_name("UNIT:FILE");

  CLI::App* player =
      verb->add_subcommand("play", "Play vectors and compare every result and cycle with them.");
  player->add_option("FILE", options->file, "of `vectors record`")->required();
  add_model_option(*player, options->model, plays_vectors);
  add_set_option(*player, options->chip.sets,
                 "KEY=VALUE of the chip's configuration; may be repeated; only units.UNIT=rtl");
  return [options, recorder, player] {
    if (recorder->parsed()) return record(*options);
    check_chip_is_used(*player, options->chip, load_engine(options->model));
    return play(*options);
  };
}

}  // namespace collisionchip
