// collisionchip faults A B: what wrong bits and lost results do to a query, and who notices.
#include <array>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/faults/fault_campaign.h"
#include "collisionchip/testbench/terminal/progress.h"

namespace collisionchip {

namespace {

struct FaultsOptions {
  ObjectOptions objects;
  PoseOptions pose;
  ChipOptions chip;
  std::vector<std::string> faults;
  std::string model = "tlm";
  bool first = false, list = false;
  std::uint32_t random = 0;
  std::uint64_t seed = 1;
};

// Rows of a random campaign: each kind alone, then a drop and a repeat in one query.
constexpr std::size_t kRows = kFaultKinds + 1;
using Tally = std::array<std::array<std::uint64_t, kFaultEffects>, kRows>;

const char* row_name(std::size_t row) {
  return row < kFaultKinds ? name_of(static_cast<Fault::Kind>(row)) : "drop + repeat";
}

std::vector<Fault> random_faults(std::size_t row, const FaultRoom& room, std::uint64_t seed) {
  if (row == kFaultKinds) return random_drop_and_repeat(room, seed);
  const auto fault = random_fault(static_cast<Fault::Kind>(row), room, seed);
  return fault ? std::vector<Fault>{*fault} : std::vector<Fault>{};
}

std::string text_of(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) text += (text.empty() ? "" : " ") + to_text(fault);
  return text;
}

// Seeds follow one another, so that a longer campaign begins with the shorter one.
Tally run_random(FaultCampaign& campaign, const FaultsOptions& options) {
  Tally tally{};
  Progress progress("faults", kRows * std::uint64_t{options.random});
  std::uint64_t done = 0;
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::uint64_t i = 0; i < options.random; ++i) {
      const std::vector<Fault> faults = random_faults(row, campaign.room(), options.seed * 1'000'000 + i);
      progress.advance(++done);
      if (faults.empty()) continue;
      const FaultOutcome outcome = campaign.run(faults);
      ++tally[row][static_cast<std::size_t>(outcome.effect)];
      if (options.list && outcome.effect == FaultEffect::silent)
        fmt::print("  SILENT     {}\n", text_of(faults));
    }
  }
  return tally;
}

void print_tally(const Tally& tally) {
  fmt::print("  {:<14}{:>8}", "kind", "queries");
  for (std::size_t effect = 0; effect < kFaultEffects; ++effect)
    fmt::print("{:>11}", name_of(static_cast<FaultEffect>(effect)));
  fmt::print("\n");
  for (std::size_t row = 0; row < kRows; ++row) {
    std::uint64_t queries = 0;
    for (const std::uint64_t count : tally[row]) queries += count;
    if (queries == 0) continue;  // this machine has nothing of the kind
    fmt::print("  {:<14}{:>8}", row_name(row), queries);
    for (const std::uint64_t count : tally[row]) fmt::print("{:>11}", count);
    fmt::print("\n");
  }
}

std::string text_of(const FaultRoom& room) {
  return fmt::format("{} words in the SDRAM{}, {} and {} list words, {} entries{}", room.sdram_words,
                     room.check_bits ? " with check bits" : "", room.sram_words[0], room.sram_words[1],
                     room.entries,
                     room.burst_words.empty() ? "" : fmt::format(", {} bursts", room.burst_words.size()));
}

int inject(const FaultsOptions& options) {
  if (options.faults.empty() && options.random == 0)
    throw WrongWord("faults: expected --fault or --random, got none");
  ChipConfig config = load_chip(options.chip);
  load_engine(options.model).configure(config);
  check_rtl(config);
  std::vector<Fault> faults;
  for (const std::string& text : options.faults) faults.push_back(typed([&] { return parse_fault(text); }));
  const AskedPoses poses = asked_poses(options.pose);
  const LoadedObjects objects = build_chip_objects(load_meshes(options.objects), config);
  const Pose pose = poses.poses(objects.offset).front();
  FaultCampaign campaign(config, *objects.a, *objects.b, pose, options.first);
  const FaultRoom& room = campaign.room();
  fmt::print("{} ({} triangles) against {} ({} triangles), chip {}\n", options.objects.a,
             objects.a->tree.triangle_count(), options.objects.b, objects.b->tree.triangle_count(),
             options.chip.chip);
  fmt::print("  clean      {} cycles, {} pairs\n", campaign.clean().cycles, campaign.clean().pairs.size());
  fmt::print("  to hit     {}\n", text_of(room));
  std::uint64_t runs = 0, silent = 0;
  if (!faults.empty()) {
    const FaultOutcome outcome = campaign.run(faults);
    for (const Fault& fault : faults) fmt::print("  fault      {}\n", to_text(fault));
    fmt::print("  effect     {}{}{}{}\n", name_of(outcome.effect), outcome.what.empty() ? "" : ": ",
               outcome.what, outcome.same_cycles ? ", the same cycles" : "");
    ++runs;
    silent += outcome.effect == FaultEffect::silent ? 1 : 0;
  }
  if (options.random > 0) {
    const Tally tally = run_random(campaign, options);
    print_tally(tally);
    for (const auto& row : tally) {
      for (const std::uint64_t count : row) runs += count;
      silent += row[static_cast<std::size_t>(FaultEffect::silent)];
    }
  }
  fmt::print("FAULTS: {} queries with faults, {} silent\n", runs, silent);
  return silent == 0 ? kExitDone : kExitDisagree;
}

}  // namespace

Verb add_faults(CLI::App& app) {
  auto options = std::make_shared<FaultsOptions>();
  CLI::App* verb = app.add_subcommand(
      "faults", "Inject wrong bits, lost and repeated results; say which checks notice them.");
  add_object_options(*verb, options->objects);
  add_pose_option(*verb, options->pose);
  add_chip_options(*verb, options->chip);
  add_model_option(*verb, options->model, [](const EngineKind& kind) { return kind.can.cycles; });
  add_first_option(*verb, options->first);
  verb->add_option(
          "--fault", options->faults,
          "sdram:ADDRESS:BIT, sdram_double:ADDRESS:BIT:BIT, sram_left:WORD:BIT, sram_right:WORD:BIT, "
          "fifo_drop:ENTRY, fifo_repeat:ENTRY, fifo_bit:ENTRY:BIT, "
          "ring_drop:BURST, ring_repeat:BURST, ring_bit:BURST:BIT; several are injected together")
      ->type_name("KIND:...")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--random", options->random, "queries with random faults, for each kind of fault")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000'000));
  verb->add_flag("--silent", options->list, "name the random faults that no check notices");
  verb->add_flag("--list", options->list)->group("");  // the older name of --silent, not in the help
  add_seed_option(*verb, options->seed, "for --random");
  return [options, verb] {
    if (options->random == 0) refuse_typed(*verb, {"--silent", "--list", "--seed"}, "--random as well");
    check_chip_is_used(*verb, options->chip, load_engine(options->model));
    return inject(*options);
  };
}

}  // namespace collisionchip
