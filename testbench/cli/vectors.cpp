// collisionchip vectors: golden vectors, recorded and played.
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/pose_option.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/host/golden_player.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machine/config_conflicts.h"
#include "collisionchip/tlm/machine/config_file.h"
#include "collisionchip/traces/vectors/unit_traffic.h"

namespace collisionchip {

namespace {

struct VectorsOptions {
  std::string a, b, pose, poses, out, traffic;
  std::string file, model = "tlm";
  std::string chip = "paper41";
  std::vector<std::string> sets;
  bool first = false;
};

CollisionObject load(const std::string& path, const ChipConfig& config) {
  TreeOptions tree;
  tree.k = static_cast<int>(config.dop.k);
  return CollisionObject::build(read_mesh(path), tree);
}

// "stack_engine:stack_engine.traffic".
std::pair<std::string, std::string> unit_and_file(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon + 1 == text.size())
    throw CLI::ValidationError("--traffic: expected UNIT:FILE, got " + text);
  return {text.substr(0, colon), text.substr(colon + 1)};
}

int record(const VectorsOptions& options) {
  if (!options.pose.empty() && !options.poses.empty())
    throw CLI::ValidationError("--pose and --poses: expected one of them");
  const std::string traffic_file = options.traffic.empty() ? "" : unit_and_file(options.traffic).second;
  check_file_roles({{"A", options.a}, {"B", options.b}, {"--poses", options.poses}},
                   {{"--out", options.out}, {"--traffic", traffic_file}});
  ChipConfig config = load_chip(options.chip);
  for (const std::string& set : options.sets) apply_set(config, set);
  validate(config);
  std::vector<Pose> poses;
  if (!options.poses.empty())
    poses = read_poses(options.poses);
  else
    poses.push_back(options.pose.empty() ? Pose{} : parse_pose(options.pose, "--pose"));
  const CollisionObject a = load(options.a, config), b = load(options.b, config);
  GoldenVectors vectors = make_golden_vectors(config, a, b, poses, options.first);
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
  for (const std::string& set : options.sets) {
    if (set.rfind("units.", 0) != 0)
      throw CLI::ValidationError("--set " + set + ": expected a key of units; the file says the others");
    apply_set(config, set);
  }
  if (options.model == "rtl") {
    for (const std::string& unit : rtl_units()) set_model(config, unit, UnitModel::rtl);
  }
  check_rtl(config);
  return config;
}

// "tlm", "reference", or "rtl dop_unit stack_engine".
std::string played_name(const VectorsOptions& options, const ChipConfig& config) {
  if (options.model == "reference" || !has_rtl(config)) return options.model;
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
  if (options.model == "reference")
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
  fmt::print(stderr, "collisionchip: {}: query {}: {}\n", options.file, queries - 1, first);
  return kExitDisagree;
}

void add_sets(CLI::App& verb, VectorsOptions& options, const char* what) {
  verb.add_option("--set", options.sets, what)->type_name("KEY=VALUE")->take_all()->allow_extra_args(false);
}

}  // namespace

Verb add_vectors(CLI::App& app) {
  auto options = std::make_shared<VectorsOptions>();
  CLI::App* verb = app.add_subcommand(
      "vectors", "Golden vectors: queries with their results and cycles, for reference, model and RTL.");
  verb->require_subcommand(1);

  CLI::App* recorder = verb->add_subcommand("record", "Play poses on the model and write them as vectors.");
  recorder->add_option("A", options->a, "mesh file of object A")->required();
  recorder->add_option("B", options->b, "mesh file of object B")->required();
  recorder->add_option("--out", options->out, "the vectors")->required()->type_name("FILE");
  add_pose_option(*recorder, options->pose, "as in collide");
  recorder->add_option("--poses", options->poses, "as in collide")->type_name("FILE");
  recorder->add_option("--chip", options->chip, "preset or a TOML file")->capture_default_str();
  add_sets(*recorder, *options, "KEY=VALUE of the chip's configuration; may be repeated");
  recorder->add_flag("--first", options->first, "stop at the first intersecting pair");
  recorder
      ->add_option(
          "--traffic", options->traffic,
          "what a unit sees and does at its pins in the first query, for a simulator without SystemC; "
          "memory_controller, dop_unit, triangle_unit, pointer_fifo, stack_engine, stack_sram_left or "
          "stack_sram_right")
      ->type_name("UNIT:FILE");

  CLI::App* player =
      verb->add_subcommand("play", "Play vectors; every result and cycle must be as they say.");
  player->add_option("FILE", options->file, "of `vectors record`")->required();
  player->add_option("--model", options->model, "tlm, rtl (all units that there is RTL of) or reference")
      ->check(CLI::IsMember({"tlm", "rtl", "reference"}))
      ->capture_default_str();
  add_sets(*player, *options, "units.UNIT=rtl; may be repeated");
  return [options, recorder] { return recorder->parsed() ? record(*options) : play(*options); };
}

}  // namespace collisionchip
