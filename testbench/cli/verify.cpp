// collisionchip verify: the answer to "is it right, and how do you know?".
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/run/verify.h"
#include "collisionchip/testbench/sources/chip_source.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

struct VerifyOptions {
  ObjectOptions objects;
  PoseOptions poses;
  std::vector<std::string> chips;
  std::string model = "tlm", oracle;
  std::uint64_t seed = 1;
};

std::vector<VerifyCase> cases_for(const VerifyOptions& options, const AskedPoses& poses,
                                  const ChipConfig& config) {
  std::vector<VerifyCase> cases = generated_cases(config, options.seed);
  if (!options.objects.a.empty()) {
    const LoadedObjects objects = build_objects(load_meshes(options.objects), config);
    cases.push_back(
        {options.objects.a + " x " + options.objects.b, *objects.a, *objects.b, poses.poses(objects.offset)});
  }
  return cases;
}

// The text of the table's last column.
std::string verdict_text(const VerifyResult& result) {
  if (!result.fault.empty()) return result.fault;
  return result.verdict.differences == 0 ? "same" : fmt::format("{} differences", result.verdict.differences);
}

int verify(VerifyOptions options) {
  check_reads(options.objects, !options.objects.a.empty());
  if (options.objects.b.empty()) options.objects.b = options.objects.a;
  const AskedPoses poses = asked_poses(options.poses);
  const EngineKind& kind = load_engine(options.model);
  std::vector<std::string> chips = options.chips.empty() ? preset_names() : options.chips;
  const EngineKind* const oracle = options.oracle.empty() ? nullptr : &load_engine(options.oracle);
  if (oracle == &kind) throw InputError("--oracle", "another engine than --model");
  std::vector<ChipConfig> configs;
  configs.reserve(chips.size());
  for (const std::string& chip : chips) configs.push_back(load_typed_chip(chip));
  AnswerVerdict total, by_oracle;
  fmt::print("{:<16}{:<44}{:>8}{:>9}{:>14}  {}\n", "chip", "case", "queries", "pairs", "cycles/Eq. 5",
             "verdict");
  for (std::size_t which = 0; which < chips.size(); ++which) {
    const std::string& chip = chips[which];
    ChipConfig& config = configs[which];
    kind.configure(config);
    const std::vector<VerifyCase> cases = cases_for(options, poses, config);
    Progress progress("verifying " + chip, cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      VerifyResult result = verify_case(cases[i], kind, config, oracle);
      fmt::print("{:<16}{:<44}{:>8}{:>9}{:>14}  {}\n", chip, cases[i].name, result.verdict.queries,
                 result.verdict.pairs, kind.can.cycles ? fmt::format("{:.3f}", result.eq5_ratio) : "-",
                 verdict_text(result));
      if (kind.can.exact) result.verdict.differences = result.fault.empty() ? 0 : 1;
      total.add(result.verdict);
      by_oracle.add(result.oracle);
      progress.advance(i + 1);
    }
  }
  fmt::print("{}\n", total.line(kind.title, judge_of(kind).title));
  if (oracle != nullptr) fmt::print("{}\n", by_oracle.line(kind.title, oracle->title));
  return total.is_wrong() || by_oracle.is_wrong() ? kExitDisagree : kExitDone;
}

}  // namespace

Verb add_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* verb = app.add_subcommand(
      "verify", "Check an engine against its judges, with generated objects and your own.");
  verb->add_option("A", options->objects.a,
                   "mesh file of object A (OBJ, STL, PLY, OFF); verified in addition");
  verb->add_option("B", options->objects.b,
                   "mesh file of object B (OBJ, STL, PLY, OFF); A against itself if not given");
  add_reading_options(*verb, options->objects);
  add_poses_option(*verb, options->poses);
  verb->add_option("--chip", options->chips,
                   chip_text() + "; may be repeated (default: the presets of the paper)")
      ->type_name("CHIP")
      ->take_all()
      ->allow_extra_args(false);
  add_model_option(*verb, options->model, [](const EngineKind&) { return true; });
  verb->add_option("--oracle", options->oracle,
                   "compare the answers with this engine too; exact shares no code with the others")
      ->check(one_of(engine_names([](const EngineKind& other) { return other.can.exact; })));
  add_seed_option(*verb, options->seed, "for generated poses");
  return [options, verb] {
    if (options->objects.a.empty()) refuse_typed(*verb, {"--poses"}, "one or two mesh files as well");
    return verify(*options);
  };
}

}  // namespace collisionchip
