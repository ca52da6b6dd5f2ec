// collisionchip verify: the answer to "is it right, and how do you know?".
#include <memory>

#include <fmt/format.h>

#include "collisionchip/testbench/cli/question_options.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/judge/verify.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machine/config_file.h"

namespace collisionchip {

namespace {

struct VerifyOptions {
  std::vector<std::string> objects;
  PoseOptions poses;
  std::vector<std::string> chips;
  std::uint64_t seed = 1;
};

std::vector<VerifyCase> cases_for(const VerifyOptions& options, std::uint32_t k) {
  std::vector<VerifyCase> cases = generated_cases(static_cast<int>(k), options.seed);
  if (!options.objects.empty()) {
    const std::string &a = options.objects.front(), &b = options.objects.back();
    const LoadedObjects objects = load_objects({a, b}, k);
    cases.push_back({a + " x " + b, *objects.a, *objects.b, load_poses(options.poses)});
  }
  return cases;
}

int verify(const VerifyOptions& options) {
  std::vector<std::string> chips = options.chips.empty() ? preset_names() : options.chips;
  std::uint64_t queries = 0, pairs = 0, differences = 0;
  fmt::print("{:<16}{:<44}{:>8}{:>9}{:>14}  {}\n", "chip", "case", "queries", "pairs", "cycles/Eq. 5",
             "verdict");
  for (const std::string& chip : chips) {
    const ChipConfig config = load_chip(chip);
    const std::vector<VerifyCase> cases = cases_for(options, config.dop.k);
    Progress progress("verifying " + chip, cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const VerifyResult result = verify_case(cases[i], config, chip);
      queries += result.queries;
      pairs += result.pairs;
      differences += result.first_difference.empty() ? 0 : 1;
      fmt::print("{:<16}{:<44}{:>8}{:>9}{:>14.3f}  {}\n", chip, result.case_name, result.queries,
                 result.pairs, result.eq5_ratio,
                 result.first_difference.empty() ? "same" : result.first_difference);
      progress.advance(i + 1);
    }
  }
  fmt::print("PARITY: tlm {} reference: {} queries, {} pairs, {} differences\n",
             differences == 0 ? "=" : "!=", queries, pairs, differences);
  return differences == 0 ? kExitDone : kExitDisagree;
}

}  // namespace

Verb add_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* verb = app.add_subcommand(
      "verify", "Self-check: chip and reference over generated objects, and over your own if you name them.");
  verb->add_option("OBJECT", options->objects, "one or two mesh files to verify with as well")
      ->expected(0, 2);
  add_poses_option(*verb, options->poses);
  verb->add_option("--chip", options->chips, "preset or TOML file; may be repeated (default: all presets)")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--seed", options->seed, "of the generated poses")->capture_default_str();
  return [options] { return verify(*options); };
}

}  // namespace collisionchip
