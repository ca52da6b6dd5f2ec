// collisionchip collide A B: the main job.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/account/eq5_account.h"
#include "collisionchip/testbench/account/full_account.h"
#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/trace_options.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/results/result_files.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/machine/config_conflicts.h"
#include "collisionchip/tlm/machine/config_file.h"

namespace collisionchip {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

struct CollideOptions {
  std::string a, b;
  std::string pose, poses;
  std::string model = "tlm";
  std::string account = "short";
  std::string chip = "paper41";
  std::vector<std::string> sets;
  Cycle max_cycles = 0;
  bool first = false, no_check = false, eq5 = false, raw = false;
  std::string pairs, stats, out;
  TraceOptions trace;
};

// The command that asks the same question; where its answers go is no part of it.
std::string command_of(const CollideOptions& options) {
  std::string command = "collisionchip collide " + shell_word(options.a) + " " + shell_word(options.b);
  if (!options.pose.empty()) command += " --pose " + shell_word(options.pose);
  if (!options.poses.empty()) command += " --poses " + shell_word(options.poses);
  if (options.model != "tlm") command += " --model " + options.model;
  command += " --chip " + shell_word(options.chip);
  for (const std::string& set : options.sets) command += " --set " + shell_word(set);
  for (const auto& flag : {std::pair{"--first", options.first}, std::pair{"--raw", options.raw},
                           std::pair{"--no-check", options.no_check}}) {
    if (flag.second) command += std::string(" ") + flag.first;
  }
  return command;
}

// A result folder has a trace of its first query, unless the user wants another one or has it elsewhere.
void trace_into_folder(CollideOptions& options) {
  if (!options.trace.file.empty() || options.model != "tlm") return;
  options.trace.file = ResultFolder::trace_in(options.out);
  if (options.trace.queries.empty()) options.trace.queries = "0";
}

// What is asked, loaded and checked.
struct Job {
  ChipConfig config;
  QueryOptions query;
  std::vector<Pose> poses;
  RecorderWindow window;                        // of the trace
  std::shared_ptr<const CollisionObject> a, b;  // one object when both files are the same
};

// Only when all input has been read: it may come from the same folder.
void start_folder(const std::string& path, const Job& job, const Mesh& a, const Mesh* b) {
  const ResultFolder folder(path);
  folder.clear();
  folder.write_objects(a, b);
  folder.write_question(job.poses, job.config);
}

// Reads both files before it builds anything: what the chip could not hold is refused at once.
void load_objects(const CollideOptions& options, Job& job) {
  Progress progress("reading " + options.a);
  const Mesh a = read_mesh(options.a);
  progress.now_doing("reading " + options.b);
  const bool same = options.a == options.b;
  const Mesh b = same ? Mesh{} : read_mesh(options.b);
  if (options.model != "reference") {
    check_capacity(job.config, a.triangle_count(), same ? a.triangle_count() : b.triangle_count());
  }
  if (!options.out.empty()) start_folder(options.out, job, a, same ? nullptr : &b);
  TreeOptions tree;
  tree.k = static_cast<int>(job.config.dop.k);
  progress.now_doing("building the tree of " + options.a);
  job.a = std::make_shared<const CollisionObject>(CollisionObject::build(a, tree));
  progress.now_doing("building the tree of " + options.b);
  job.b = same ? job.a : std::make_shared<const CollisionObject>(CollisionObject::build(b, tree));
}

// All units RTL.
void choose_rtl(ChipConfig& config) {
  std::string missing;
  for (const std::string& unit : replaceable_units()) {
    set_model(config, unit, UnitModel::rtl);
    if (std::count(rtl_units().begin(), rtl_units().end(), unit) == 0)
      missing += (missing.empty() ? "" : ", ") + unit;
  }
  if (!missing.empty())
    throw CLI::ValidationError("--model rtl: expected tlm or reference; this program has no RTL of " +
                               missing);
}

// A run may read its own folder: it writes the same question again.
void check_files(const CollideOptions& options) {
  const bool is_file = std::filesystem::path(options.chip).extension() == ".toml";
  const std::vector<NamedFile> inputs = {{"A", options.a},
                                         {"B", options.b},
                                         {"--poses", options.poses},
                                         {"--chip", is_file ? options.chip : ""}};
  std::vector<NamedFile> outputs = {{"--pairs", options.pairs},
                                    {"--stats", options.stats},
                                    {"--trace", options.trace.file},
                                    {"--waves", options.trace.waves}};
  if (!options.out.empty()) {
    const std::filesystem::path folder = options.out;
    outputs.push_back({"--out", (folder / "pairs.csv").string()});
    outputs.push_back({"--out", (folder / "stats.json").string()});
  }
  check_file_roles(inputs, outputs);
}

Job prepare(const CollideOptions& options) {
  if (options.trace.records() && options.model == "reference")
    throw CLI::ValidationError("--trace, --waves: expected --model tlm or rtl, for only a chip has cycles");
  if (!options.pose.empty() && !options.poses.empty())
    throw CLI::ValidationError("--pose and --poses: expected one of them");
  if (!options.out.empty() && !(options.pairs.empty() && options.stats.empty()))
    throw CLI::ValidationError("--out: expected no --pairs and no --stats; the folder holds both");

  check_files(options);
  Job job;
  job.window = window_of(options.trace);
  job.config = load_chip(options.chip);
  for (const std::string& set : options.sets) apply_set(job.config, set);
  if (options.model == "rtl") choose_rtl(job.config);
  validate(job.config);
  check_rtl(job.config);
  if (options.raw) job.config.triangle_unit.filter = false;
  job.query = query_options(job.config, options.first);
  if (!options.poses.empty()) {
    job.poses = read_poses(options.poses);
  } else {
    job.poses.push_back(options.pose.empty() ? Pose{} : parse_pose(options.pose, "--pose"));
  }
  load_objects(options, job);
  return job;
}

class CollideRun {
 public:
  CollideRun(const CollideOptions& options, const Job& job)
      : options_(options),
        job_(job),
        pairs_file_(options.out.empty() ? options.pairs : ResultFolder(options.out).pairs()),
        statistics_file_(options.out.empty() ? options.stats : ResultFolder(options.out).statistics()) {}

  int run() {
    const auto start = SteadyClock::now();
    if (is_chip()) {
      run_chip();
    } else {
      run_reference();
    }
    summary_.wall_seconds = seconds_since(start);
    report();
    return scoreboard_.differences() == 0 && rtl_difference_.empty() ? kExitDone : kExitDisagree;
  }

 private:
  bool is_chip() const { return options_.model != "reference"; }

  // The chip's answer to one pose, checked before it counts.
  void run_chip() {
    BoardOptions board;
    board.checkers = !options_.no_check;
    board.memory_monitor = options_.trace.records();
    Simulation simulation(job_.config, board);
    const std::unique_ptr<Recorder> recorder = make_recorder(simulation);
    summary_.upload_cycles = simulation.driver().upload(*job_.a, *job_.b);
    simulation.driver().set_cycle_limit(options_.max_cycles);
    const std::unique_ptr<ChipParity> parity = make_parity(simulation);
    Progress progress("poses", job_.poses.size());
    for (std::size_t pose = 0; pose < job_.poses.size(); ++pose) {
      if (recorder) recorder->begin_pose(pose);
      if (parity) expect(simulation.driver(), *parity, job_.poses[pose]);
      const auto start = SteadyClock::now();
      const ChipAnswer answer = ask(simulation.driver(), parity.get(), job_.poses[pose]);
      summary_.query_seconds += seconds_since(start);
      if (!options_.no_check) {
        const QueryResult reference =
            list_traversal(*job_.a, *job_.b, job_.poses[pose], judging_options(job_.query, answer));
        if (!scoreboard_.check_chip(pose, answer, reference, job_.query)) break;
      }
      if (parity && !parity->check(fmt::format("pose {}", pose), answer)) break;
      pairs_file_.add(pose, answer.pairs);
      statistics_file_.add(pose, job_.poses[pose], answer);
      sum_.add(answer);
      summary_.pairs += answer.pairs.size();
      if (job_.poses.size() == 1) text_ = to_text(answer, job_.config);
      ++summary_.queries;
      progress.advance(summary_.queries);
    }
    if (recorder) {
      recorder->finish();
      finish_recording(options_.trace);
    }
    if (parity) {
      parity_line_ = parity->parity_line();
      rtl_difference_ = parity->first_difference();
    }
    for (const std::string& violation : simulation.board().violations()) violations_.push_back(violation);
    const Chip& chip = simulation.board().chip();
    for (const ChannelBase* channel : chip.channels())
      summary_.channels.emplace_back(channel->name(), channel->capacity());
    if (job_.poses.size() > 1) text_ = sum_.to_text(job_.config);
    if (options_.account == "full") text_ += full_account(sum_.sum(), job_.config, chip);
    summary_.cycles = sum_.cycles();
  }

  // The model goes first: an RTL unit that never ends is stopped soon after.
  void expect(Driver& driver, ChipParity& parity, const Pose& pose) const {
    const Cycle cycles = parity.expect(pose, options_.first);
    if (options_.max_cycles == 0) driver.set_cycle_limit(2 * cycles + 10000);
  }

  ChipAnswer ask(Driver& driver, ChipParity* parity, const Pose& pose) const {
    try {
      return driver.query(pose, options_.first);
    } catch (const std::exception& error) {
      const std::string parting = parity == nullptr ? "" : parity->parting_of_failed_query();
      if (parting.empty()) throw;
      throw std::runtime_error(fmt::format("models disagree: {}; later: {}", parting, error.what()));
    }
  }

  std::unique_ptr<ChipParity> make_parity(Simulation& simulation) const {
    if (options_.no_check || !has_rtl(job_.config)) return nullptr;
    return std::make_unique<ChipParity>(simulation, job_.config, *job_.a, *job_.b);
  }

  std::unique_ptr<Recorder> make_recorder(Simulation& simulation) const {
    if (!options_.trace.records()) return nullptr;
    RecorderOptions trace;
    trace.path = options_.trace.recording();
    trace.window = job_.window;
    trace.run.version = kVersion;
    trace.run.model = options_.model;
    trace.run.object_a = options_.a;
    trace.run.object_b = options_.b;
    trace.run.triangles_a = job_.a->tree.triangle_count();
    trace.run.triangles_b = job_.b->tree.triangle_count();
    trace.run.first_witness = options_.first;
    auto recorder = std::make_unique<Recorder>(simulation.board(), job_.config, trace);
    simulation.driver().on_query_end.push_back([&recorder = *recorder] { recorder.end_query(); });
    return recorder;
  }

  void run_reference() {
    Progress progress("poses", job_.poses.size());
    TraversalCounters total;
    for (std::size_t pose = 0; pose < job_.poses.size(); ++pose) {
      const auto start = SteadyClock::now();
      const QueryResult answer = list_traversal(*job_.a, *job_.b, job_.poses[pose], job_.query);
      const double seconds = seconds_since(start);
      summary_.query_seconds += seconds;
      if (!options_.no_check) {
        const QueryResult other = simultaneous_traversal(*job_.a, *job_.b, job_.poses[pose], job_.query);
        if (!scoreboard_.check_traversal(pose, answer, other, job_.query)) break;
      }
      pairs_file_.add(pose, answer.pairs);
      statistics_file_.add(pose, job_.poses[pose], answer, seconds * 1e6);
      summary_.pairs += answer.pairs.size();
      total.lists += answer.counters.lists;
      total.aligned_pairs += answer.counters.aligned_pairs;
      total.triangle_tests += answer.counters.triangle_tests;
      total.uncertain += answer.counters.uncertain;
      add_to(total.uncertain_causes, answer.counters.uncertain_causes);
      ++summary_.queries;
      progress.advance(summary_.queries);
    }
    text_ = fmt::format(
        "  queries    {}\n  pairs      {}\n  lists      {}, with {} aligned pairs\n  triangles  {} pairs "
        "tested, {} uncertain and settled exactly\n"
        "{}  host       {:.3f} ms in all, pose set-up included\n",
        summary_.queries, summary_.pairs, total.lists, total.aligned_pairs, total.triangle_tests,
        total.uncertain, uncertain_text(total.uncertain_causes), summary_.query_seconds * 1e3);
  }

  void report() {
    summary_.model = options_.model;
    summary_.command = command_of(options_);
    summary_.object_a = options_.a;
    summary_.object_b = options_.b;
    summary_.triangles_a = job_.a->tree.triangle_count();
    summary_.triangles_b = job_.b->tree.triangle_count();
    summary_.first_witness = options_.first;
    summary_.checked = !options_.no_check;
    summary_.differences = scoreboard_.differences();
    if (options_.eq5 && is_chip())
      summary_.eq5 = account_for_eq5(job_.config, *job_.a, *job_.b, job_.poses.front());
    pairs_file_.close();
    statistics_file_.close(summary_, job_.config);

    fmt::print("{} ({} triangles) against {} ({} triangles), {}, {}\n", options_.a, summary_.triangles_a,
               options_.b, summary_.triangles_b, is_chip() ? "chip " + options_.chip : "software reference",
               options_.first ? "first witness" : "all pairs");
    fmt::print("{}\n", text_);
    if (summary_.eq5) {
      fmt::print("Eq. 5 and what it leaves out, in chip cycles (pose 0, all pairs)\n{}\n",
                 to_text(*summary_.eq5));
    }
    if (is_chip()) {
      fmt::print("simulated {:.1f} million chip cycles per second on this host ({:.3f} s, peak {:.0f} MiB)\n",
                 static_cast<double>(summary_.cycles) / std::max(summary_.query_seconds, 1e-9) * 1e-6,
                 summary_.wall_seconds, peak_memory_mib());
    }
    report_parity();
  }

  void report_parity() {
    if (options_.no_check) {
      fmt::print("PARITY: not checked (--no-check)\n");
      return;
    }
    fmt::print("{}\n",
               scoreboard_.parity_line(options_.model, is_chip() ? "reference" : "simultaneous traversal"));
    if (scoreboard_.differences() > 0)
      fmt::print(stderr, "collisionchip: models disagree: {}\n", scoreboard_.first_difference());
    if (!parity_line_.empty()) {
      fmt::print("{}\n", parity_line_);
    } else if (has_rtl(job_.config)) {
      fmt::print("PARITY: rtl and tlm not compared, for the channels are recorded (--trace, --waves)\n");
    }
    if (!rtl_difference_.empty()) fmt::print(stderr, "collisionchip: models disagree: {}\n", rtl_difference_);
    if (!violations_.empty()) throw std::runtime_error("checker: " + violations_.front());
  }

  const CollideOptions& options_;
  const Job& job_;
  PairsFile pairs_file_;
  StatisticsFile statistics_file_;
  Scoreboard scoreboard_;
  AnswerSum sum_;
  RunSummary summary_;
  std::string text_;
  std::vector<std::string> violations_;
  std::string parity_line_, rtl_difference_;  // against the TLM models, when a unit is RTL
};

}  // namespace

Verb add_collide(CLI::App& app) {
  auto options = std::make_shared<CollideOptions>();
  CLI::App* verb = app.add_subcommand("collide", "Find all intersecting triangle pairs of two objects.");
  verb->add_option("A", options->a, "mesh file of object A (OBJ, STL, PLY, OFF)")->required();
  verb->add_option("B", options->b, "mesh file of object B")->required();
  verb->add_option("--pose", options->pose,
                   "\"tx ty tz qw qx qy qz\" or 12 numbers (3x4, row-major): x_A = R x_B + t")
      ->type_name("TEXT");
  verb->add_option("--poses", options->poses, "file with one pose per line")->type_name("FILE");
  verb->add_option(
          "--model", options->model,
          "tlm: the SystemC chip (units as the keys units.* say); rtl: all its units as RTL; reference: the "
          "software on this host")
      ->check(CLI::IsMember({"tlm", "rtl", "reference"}))
      ->capture_default_str();
  verb->add_option("--chip", options->chip, "preset (paper41, paper52, paper52-eq5) or a TOML file")
      ->capture_default_str();
  verb->add_option("--set", options->sets, "KEY=VALUE of the chip's configuration; may be repeated")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_flag("--first", options->first, "stop at the first intersecting pair");
  verb->add_flag("--raw", options->raw, "let the unfiltered fp32 answers of the paper's unit stand");
  verb->add_flag("--no-check", options->no_check,
                 "do not compare with the software reference, no protocol checkers");
  verb->add_flag("--eq5", options->eq5,
                 "itemise the difference to Eq. 5 (runs the first pose a few more times)");
  verb->add_option("--account", options->account,
                   "short: work and cycles; full: banks, bytes, lists and channels too")
      ->check(CLI::IsMember({"short", "full"}))
      ->capture_default_str();
  verb->add_option(
          "--max-cycles", options->max_cycles,
          "end a query that takes more chip cycles, transfers included (default: a bound that no sound "
          "query reaches)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("CYCLES");
  verb->add_option("--pairs", options->pairs, "write the pairs: pose,triangle_a,triangle_b")
      ->type_name("FILE.csv");
  verb->add_option("--stats", options->stats, "write the statistics")->type_name("FILE.json");
  verb->add_option(
          "--out", options->out,
          "write all of it to one folder, for `collisionchip report`: objects, poses, configuration, "
          "pairs, statistics")
      ->type_name("DIR");
  add_trace_options(*verb, options->trace);
  return [options] {
    if (!options->out.empty()) trace_into_folder(*options);
    const Job job = prepare(*options);
    return CollideRun(*options, job).run();
  };
}

}  // namespace collisionchip
