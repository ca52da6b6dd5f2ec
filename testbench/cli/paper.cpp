// collisionchip paper: the paper's Figures 9 to 13 and Eq. 5 again, from this machine's runs.
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/paper/draw_figures.h"
#include "collisionchip/testbench/paper/paper_run.h"
#include "collisionchip/testbench/paper/pentium4_run.h"

namespace collisionchip {

namespace {

struct PaperOptions {
  std::string out;
  bool quick = false, only_objects = false, no_figures = false;
  std::vector<std::string> objects;
  std::uint64_t seed = 0;
  std::uint32_t steps = 0, distances = 0;
  std::vector<std::string> beside;
  bool pentium4 = false;
  std::vector<double> cpi, l1_miss, l2_miss;  // none or three each
  Pentium4 processor;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

PaperPlan plan_of(const PaperOptions& options) {
  PaperPlan plan = paper_plan(options.quick, options.objects);
  if (options.only_objects) {
    if (options.objects.empty()) throw InputError("--only-objects", "--objects");
    plan.objects.erase(plan.objects.begin(),
                       plan.objects.end() - static_cast<std::ptrdiff_t>(options.objects.size()));
  }
  plan.seed = options.seed;
  plan.jobs = options.jobs;
  if (options.steps > 0) plan.steps = options.steps;
  if (options.distances > 0) plan.distances = options.distances;
  if (plan.steps % 2 != 0)
    throw WrongWord(fmt::format("--steps: expected an even number, got {}", plan.steps));
  return plan;
}

void take_assumption(const std::string& option, const std::vector<double>& given, Bracket& bracket) {
  if (given.empty()) return;
  if (!(0 < given[0] && given[0] <= given[1] && given[1] <= given[2]))
    throw WrongWord(
        fmt::format("{}: expected three numbers above 0, the least, a likely one and the most, got {}",
                    option, fmt::join(given, " ")));
  bracket = {given[0], given[1], given[2]};
}

// Under Valgrind everything takes a hundred times as long.
constexpr std::uint32_t kPentium4Steps = 12;

int pentium4(const PaperOptions& options) {
  const std::string programs = std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
  const std::string lacks = lacks_for_pentium4(programs);
  if (!lacks.empty()) throw InputError("--pentium4", lacks);
  Pentium4 processor = options.processor;
  take_assumption("--p4-cpi", options.cpi, processor.cpi);
  take_assumption("--p4-l1-miss", options.l1_miss, processor.l2_cycles);
  take_assumption("--p4-l2-miss", options.l2_miss, processor.memory_cycles);
  PaperPlan plan = plan_of(options);
  if (options.steps == 0) plan.steps = kPentium4Steps;
  fmt::print("{}", run_pentium4(plan, processor, programs, options.out));
  fmt::print("\n{}/host: pentium4.csv, pentium4.json\n", options.out);
  return kExitDone;
}

int paper(const PaperOptions& options) {
  if (options.pentium4) return pentium4(options);
  fmt::print("{}", run_paper(plan_of(options), options.out, options.beside));
  fmt::print("\n{}: claims.md, paper.json, figure09.csv to figure13.csv, eq5.csv; of this host: host/\n",
             options.out);
  if (!options.no_figures) fmt::print("{}\n", draw_figures(options.out));
  return kExitDone;
}

void add_bracket(CLI::App& verb, const char* name, std::vector<double>& values, const Bracket& preset,
                 const std::string& what) {
  verb.add_option(name, values,
                  fmt::format("{}: least, likely, most (default: {:.3g} {:.3g} {:.3g})", what, preset.least,
                              preset.likely, preset.most))
      ->expected(3)
      ->check(real_number(0, 1e9))
      ->type_name("N N N");
}

void add_pentium4_options(CLI::App& verb, PaperOptions& options) {
  Pentium4& processor = options.processor;
  verb.add_flag("--pentium4", options.pentium4,
                fmt::format("instead compare the software of Figure 13 under the caches of the paper's host "
                            "with the chip; scalar and with vectors, needs valgrind, --steps {} if not given",
                            kPentium4Steps));
  verb.add_option("--p4-mhz", processor.mhz, "clock of the Pentium 4 in MHz")
      ->check(real_number(1, 1e6))
      ->capture_default_str();
  verb.add_option("--p4-l2-kib", processor.l2_kib, "second-level cache of the Pentium 4 in KiB")
      ->check(one_of_numbers({128, 256, 512, 1024}))
      ->capture_default_str();
  add_bracket(verb, "--p4-cpi", options.cpi, processor.cpi, "cycles per instruction");
  add_bracket(verb, "--p4-l1-miss", options.l1_miss, processor.l2_cycles,
              "more cycles per miss of the first level");
  add_bracket(verb, "--p4-l2-miss", options.l2_miss, processor.memory_cycles,
              "more cycles per miss of the second level");
}

}  // namespace

Verb add_paper(CLI::App& app) {
  auto options = std::make_shared<PaperOptions>();
  CLI::App* verb = app.add_subcommand(
      "paper", "Measure the paper's Figures 9 to 13 and Eq. 5, and compare its claims with ours.");
  add_out_option(*verb, options->out, "points, tables, claims, figures; a run that was interrupted continues")
      ->required();
  verb->add_flag("--quick", options->quick, "objects of a quarter of the size, fewer steps: about a minute");
  verb->add_option("--objects", options->objects,
                   "mesh files to measure in addition to the four built-in objects")
      ->type_name("FILE");
  verb->add_flag("--only-objects", options->only_objects, "measure no built-in objects");
  add_seed_option(*verb, options->seed, "for built-in objects with a random part");
  verb->add_option("--steps", options->steps, "orientations per tumbling turn, even (default: 180, quick 24)")
      ->check(whole_number(2, 100000));
  verb->add_option("--distances", options->distances, "distances of the box centres (default: 24, quick 12)")
      ->check(whole_number(3, 10000));
  add_jobs_option(*verb, options->jobs, 1024, "host times are taken alone");
  verb->add_option("--beside", options->beside, "folders of other runs; verdicts that differ are named")
      ->type_name("DIR");
  add_pentium4_options(*verb, *options);
  verb->add_flag("--no-figures", options->no_figures, "do not draw SVG files with python3 and matplotlib");
  return [options, verb] {
    if (options->pentium4)
      refuse_typed(*verb, {"--beside", "--no-figures"}, "no --pentium4, which draws and compares nothing");
    else
      refuse_typed(*verb, {"--p4-mhz", "--p4-l2-kib", "--p4-cpi", "--p4-l1-miss", "--p4-l2-miss"},
                   "--pentium4 as well");
    return paper(*options);
  };
}

}  // namespace collisionchip
