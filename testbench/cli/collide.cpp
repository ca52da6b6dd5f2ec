// collisionchip collide A B: the main job.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/account/eq5_account.h"
#include "collisionchip/testbench/account/full_account.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/frame_options.h"
#include "collisionchip/testbench/cli/question_options.h"
#include "collisionchip/testbench/cli/size_note.h"
#include "collisionchip/testbench/cli/trace_options.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/results/result_files.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/frames.h"
#include "collisionchip/testbench/run/pose_run.h"
#include "collisionchip/testbench/run/time_of_contact.h"
#include "collisionchip/testbench/run/unfinished_run.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

struct CollideOptions {
  ObjectOptions objects;
  PoseOptions poses;
  FrameOptions frames;
  ChipOptions chip;
  std::string model = "tlm";
  std::string account = "short";
  Cycle max_cycles = 0;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t batch = 0;
  bool first = false, no_check = false, eq5 = false, raw = false;
  std::string pairs, stats, out;
  TraceOptions trace;
};

// The command that asks the same question; where its answers go is no part of it.
std::string command_of(const CollideOptions& options) {
  std::string words = options.poses.words() + options.frames.words();
  if (options.model != "tlm") words += " --model " + options.model;
  words += options.chip.words();
  if (options.batch > 0) words += fmt::format(" --batch {}", options.batch);
  for (const auto& flag : {std::pair{"--first", options.first}, std::pair{"--raw", options.raw},
                           std::pair{"--no-check", options.no_check}}) {
    if (flag.second) words += std::string(" ") + flag.first;
  }
  const std::string objects = options.objects.words();
  return "collisionchip collide" + (options.objects.are_like_options() ? words + objects : objects + words);
}

// Of the trace that nobody asked for: some 40 MB.
constexpr Cycle kTracedInFolder = 2'000'000;

// A result folder has a trace of its first query, unless the user wants another one or has it elsewhere.
bool has_trace_in_folder(const CollideOptions& options) {
  return !options.out.empty() && options.trace.file.empty() && options.model == "tlm";
}

// What is asked, loaded and checked, and where it is answered.
struct Job : PoseQuestion {
  TraceOptions trace;
  RecorderWindow window;                // of the trace
  std::unique_ptr<UnfinishedRun> out;   // of --out
  std::optional<ContactSearch> search;  // of --toc

  std::string file(const char* name) const { return out ? out->file(name) : ""; }
};

// What decides about the answers and stands in no file of a result folder.
std::string question_text(const CollideOptions& options, const Job& job) {
  return fmt::format("model {}, first {}, check {}, most cycles {}\ntrace {}\n{}{}", options.model,
                     job.first_witness, job.check, job.max_cycles,
                     job.trace.records() ? job.window.text() : "none",
                     job.batch > 0 ? fmt::format("batch {}\n", job.batch) : "",
                     job.frames ? digest_of(*job.frames) + "\n" : "");
}

// No b: the same object. The result folder is begun when all input has been read.
void begin_folder(const CollideOptions& options, Job& job, const Mesh& a, const Mesh* b) {
  if (options.out.empty()) return;
  std::vector<std::string> inputs = {options.objects.a, options.objects.b, options.poses.poses,
                                     options.chip.file()};
  if (job.frames) {
    for (const Mesh& frame : *job.frames) inputs.push_back(frame.name);
  }
  job.out = std::make_unique<UnfinishedRun>(options.out, question_text(options, job), job, a, b, inputs);
}

using MeshesRead = std::function<void(const Mesh& a, const Mesh* b)>;

// Of a B that changes its shape the tree is that of the first frame.
void load_objects_of(const CollideOptions& options, Job& job, const MeshesRead& read) {
  ObjectOptions files = options.objects;
  if (job.frames) files.b = job.frames->front().name;
  const auto meshes_read = [&](const Mesh& a, const Mesh& b) {
    if (job.engine->can.cycles) check_question(job.config, a.triangle_count(), b.triangle_count());
    read(a, &a == &b ? nullptr : &b);
  };
  const LoadedObjects objects = load_objects(files, job.config, meshes_read);
  job.a = objects.a;
  job.b = objects.b;
}

// Its poses are known when the trees are built; the folder needs them, and the meshes.
void search_motion(const CollideOptions& options, Job& job) {
  const Motion motion = options.poses.motion();
  Mesh a;
  std::optional<Mesh> b;
  load_objects_of(options, job, [&](const Mesh& mesh_a, const Mesh* mesh_b) {
    a = mesh_a;
    if (mesh_b != nullptr) b = *mesh_b;
  });
  job.search = search_contact({*job.a, *job.b}, job.config, motion, options.poses.halvings, "--between");
  job.poses = job.search->poses;
  begin_folder(options, job, a, b ? &*b : nullptr);
}

// Of a folder, UnfinishedRun sees to it.
void check_files(const CollideOptions& options, const std::vector<std::string>& frames) {
  std::vector<NamedFile> inputs = {{"A", options.objects.a},
                                   {"B", options.objects.b},
                                   {"--poses", options.poses.poses, true},
                                   {"--chip", options.chip.file()}};
  for (const std::string& frame : frames) inputs.push_back({"--frames", frame});
  const auto on_the_way = [&](const std::string& to) {
    return to.empty() ? std::vector<std::string>() : options.trace.until_complete();
  };
  check_file_roles(inputs, {{"--pairs", options.pairs, true},
                            {"--stats", options.stats, true},
                            {"--trace", options.trace.file, false, on_the_way(options.trace.file)},
                            {"--waves", options.trace.waves, false,
                             on_the_way(options.trace.file.empty() ? options.trace.waves : "")}});
}

// A batch is recorded whole, as its first pose: those that have one of the wanted poses.
RecorderWindow of_whole_batches(RecorderWindow window, std::uint64_t batch) {
  window.from_pose -= window.from_pose % batch;
  return window;
}

// Of the machine, and of what takes one pose after the other.
void check_batch(const CollideOptions& options, const Job& job) {
  if (options.batch == 0) return;
  const std::uint32_t queries = queries_of(job.config);
  if (options.batch > queries)
    throw InputError(
        fmt::format("--batch: expected a chip with group_engine.queries of at least {}, this one has {}",
                    options.batch, queries));
  if (options.poses.halvings > 0)
    throw InputError("--batch: expected no --toc: each of its poses follows from the one before");
}

// What was typed and has no effect is refused.
void check_typed(const CLI::App& verb, const CollideOptions& options, const EngineKind& engine) {
  if (!engine.can.cycles)
    refuse_typed(verb,
                 {"--trace", "--waves", "--trace-cycles", "--trace-queries", "--trace-units", "--batch",
                  "--max-cycles", "--eq5", "--account"},
                 "--model tlm or rtl, for only a chip has cycles");
  if (!engine.looks_at("triangle_unit.filter"))
    refuse_typed(verb, {"--raw"}, "an engine with the chip's triangle test, got --model " + engine.name);
  check_chip_is_used(verb, options.chip, engine);
  if (!options.out.empty()) refuse_typed(verb, {"--pairs", "--stats"}, "no --out, whose folder holds both");
}

Job prepare(CollideOptions& options, const std::vector<std::string>& frames) {
  Job job;
  job.engine = &load_engine(options.model);
  check_poses(options.poses);

  job.check = !options.no_check;
  job.max_cycles = options.max_cycles;
  job.trace = options.trace;
  if (has_trace_in_folder(options)) {
    job.trace.file = UnfinishedRun::place_in(options.out) + "/" + ResultFolder::kTrace;
    if (job.trace.queries.empty()) job.trace.queries = "0";
    if (job.trace.cycles.empty()) job.trace.cycles = fmt::format(":{}", kTracedInFolder);
  }
  job.window = window_of(job.trace);
  check_trace(job.trace);
  job.config = load_chip(options.chip);
  job.engine->configure(job.config);
  check_rtl(job.config);
  if (options.raw) job.config.triangle_unit.filter = false;
  if (options.eq5 && !host_of(job.config).walks_trees)
    throw InputError("--eq5: expected engine.kind = \"tree\"; Eq. 5 is of lists");
  check_frames(options.frames, options.poses, job.config);
  if (options.objects.recentre && !options.poses.between.empty())
    throw InputError(
        "--recentre: expected no --between; the way from one pose to another depends on where the origin is");
  find_offset(options.objects);
  if (!frames.empty()) job.frames = load_frames(frames, options.objects);
  check_batch(options, job);
  job.batch = options.batch;
  if (job.batch > 0) job.window = of_whole_batches(job.window, job.batch);
  job.first_witness = options.first || options.poses.halvings > 0;
  if (options.poses.halvings > 0) {
    search_motion(options, job);
  } else {
    job.poses = load_poses(options.poses, options.objects.offset);
    if (job.frames) match_poses(job.poses, job.frames->size());
    load_objects_of(options, job, [&](const Mesh& a, const Mesh* b) { begin_folder(options, job, a, b); });
  }
  return job;
}

class CollideRun {
 public:
  CollideRun(const CollideOptions& options, const Job& job)
      : options_(options),
        job_(job),
        pairs_file_(job.out ? job.out->file(ResultFolder::kPairs) : options.pairs),
        statistics_file_(job.out ? job.out->file(ResultFolder::kStatistics) : options.stats) {}

  int run() {
    const auto start = SteadyClock::now();
    ask();
    summary_.wall_seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
    write();
    report();
    if (!totals_.violations.empty()) throw Disagreement("checker: " + totals_.violations.front());
    return totals_.is_wrong() ? kExitDisagree : kExitDone;
  }

 private:
  using SteadyClock = std::chrono::steady_clock;

  void ask() {
    PoseRunOptions run;
    run.jobs = options_.jobs;
    std::optional<TemporaryFolder> answers;
    if (job_.out) {
      run.folder = job_.out->answers();
      run.question = job_.out->question_digest();
      run.goes_on = true;
    } else if (options_.jobs > 1 && job_.poses.size() > 1 && !records_all()) {
      run.folder = answers.emplace().path();
    }
    const RecorderOptions recording = recorder_options();
    if (job_.trace.records()) run.recording = &recording;
    run.recorded = [this] {
      if (job_.trace.records()) finish_recording(job_.trace);
    };
    run_poses(job_, run, [this](const AnswerBatch& batch) {
      totals_.add(batch.totals);
      pairs_file_.add(batch.pair_lines);
      statistics_file_.add(batch.query_lines);
      statistics_file_.add_run(batch.run_lines);
    });
  }

  bool is_chip() const { return job_.engine->can.cycles; }
  bool records_all() const { return job_.trace.records() && job_.window.to_pose >= job_.poses.size(); }

  RecorderOptions recorder_options() const {
    RecorderOptions recording;
    recording.path = job_.trace.recording();
    recording.window = job_.window;
    recording.run.version = kVersion;
    recording.run.model = options_.model;
    recording.run.object_a = options_.objects.a;
    recording.run.object_b = options_.objects.b;
    recording.run.triangles_a = job_.a->tree.triangle_count();
    recording.run.triangles_b = job_.b->tree.triangle_count();
    recording.run.first_witness = job_.first_witness;
    return recording;
  }

  void write() {
    summary_.model = options_.model;
    if (options_.objects.recentre) summary_.offset = options_.objects.offset;
    summary_.command = command_of(options_);
    summary_.object_a = options_.objects.a;
    summary_.object_b = options_.objects.b;
    summary_.triangles_a = job_.a->tree.triangle_count();
    summary_.triangles_b = job_.b->tree.triangle_count();
    summary_.first_witness = job_.first_witness;
    summary_.checked = job_.check;
    summary_.queries = totals_.queries;
    summary_.pairs = totals_.pairs;
    summary_.differences = totals_.verdict.differences;
    summary_.cycles = totals_.sum.sum().cycles;
    summary_.upload_cycles = totals_.upload_cycles;
    summary_.query_seconds = totals_.query_seconds;
    if (is_chip()) {
      const ChipAnswer& all = totals_.sum.sum();
      summary_.machine = machine_facts(job_.config);
      summary_.times = query_times(all.cycles, all.settled_cycles, job_.config);
      summary_.roofs = roofs_of(all, *summary_.machine);
      for (const ChannelRow& channel : chip_netlist(job_.config).channels)
        summary_.channels.emplace_back(channel.name, channel.capacity);
      if (options_.eq5) summary_.eq5 = account_for_eq5(job_.config, *job_.a, *job_.b, job_.poses.front());
    }
    pairs_file_.close();
    statistics_file_.close(summary_, job_.config);
    if (job_.out) job_.out->complete();
  }

  void report() const {
    fmt::print("{} ({} triangles) against {} ({} triangles), {}, {}\n", options_.objects.a,
               summary_.triangles_a, options_.objects.b, summary_.triangles_b,
               is_chip() ? fmt::format("chip {} with {}", options_.chip.chip,
                                       machine_facts(job_.config).memory_text())
                         : "software " + job_.engine->title,
               job_.first_witness ? "first witness" : "all pairs");
    fmt::print("{}\n", is_chip() ? chip_text() : software_text());
    fmt::print("{}{}", frames_text(), motion_text());
    if (summary_.eq5) {
      fmt::print("Eq. 5 and what it leaves out, in chip cycles (pose 0, all pairs)\n{}\n",
                 to_text(*summary_.eq5));
    }
    if (is_chip()) {
      fmt::print("simulated {:.1f} million chip cycles per second on this host ({:.3f} s, peak {:.0f} MiB)\n",
                 static_cast<double>(summary_.cycles) / std::max(summary_.query_seconds, 1e-9) * 1e-6,
                 summary_.wall_seconds, peak_memory_mib());
    }
    if (has_trace_in_folder(options_) && options_.trace.cycles.empty() &&
        totals_.sum.slowest_cycles() > kTracedInFolder)
      fmt::print("trace.sqlite has the first {} cycles of a query: --trace-cycles FROM:TO records others\n",
                 kTracedInFolder);
    report_parity();
    if (!job_.frames) note_sizes(extent_of(*job_.a), extent_of(*job_.b), job_.poses, totals_.pairs > 0);
  }

  std::string chip_text() const {
    const bool one = job_.poses.size() == 1;
    std::string text =
        one ? to_text(totals_.sum.sum(), totals_.pairs, job_.config) : to_text(totals_.sum, job_.config);
    if (job_.batch > 0)
      text += fmt::format("  batches    of {} poses in the order of the file, {} cycles a pose\n", job_.batch,
                          totals_.sum.sum().cycles / std::max<std::uint64_t>(1, totals_.queries));
    if (options_.account == "full")
      text += full_account(totals_.sum.sum(), job_.config, chip_netlist(job_.config));
    return text;
  }

  std::string software_text() const {
    return fmt::format("  queries    {}\n  pairs      {}\n{}  host       {} in all, pose set-up included\n",
                       totals_.queries, totals_.pairs, counts_text(), time_text(1e9 * totals_.query_seconds));
  }

  static std::string file_name(const Mesh& frame) {
    return printable_path(std::filesystem::path(frame.name).filename().string());
  }

  std::string frames_text() const {
    if (!job_.frames) return "";
    const FrameCost& all = totals_.frames;
    const auto each = [&](std::uint64_t count) {
      return count / std::max<std::uint64_t>(1, totals_.queries);
    };
    std::string text = fmt::format("  frames     {}, {} to {}", job_.frames->size(),
                                   file_name(job_.frames->front()), file_name(job_.frames->back()));
    if (is_chip())
      text += fmt::format(", each {} words and {} cycles over PCI", each(all.upload_words),
                          each(all.upload_cycles));
    if (all.refitted_boxes > 0)
      text += fmt::format(", {} boxes refitted by the host", each(all.refitted_boxes));
    return text + "\n";
  }

  std::string motion_text() const {
    std::string text;
    if (job_.search) {
      const auto cycles = is_chip() ? std::optional<Cycle>(summary_.cycles) : std::nullopt;
      text = to_text(*job_.search, totals_.queries, cycles, totals_.query_seconds);
    }
    if (options_.poses.steps > 0)
      text += totals_.deadline.text(is_chip() ? "transfers over PCI included" : "of this host");
    return text;
  }

  std::string counts_text() const {
    const TraversalCounters& total = totals_.counters;
    std::string text;
    if (job_.engine->can.in_order)
      text = fmt::format("  lists      {}, with {} aligned pairs\n", total.lists, total.aligned_pairs);
    if (job_.engine->can.counts)
      text += fmt::format("  triangles  {} pairs tested, {} uncertain and settled exactly\n{}",
                          total.triangle_tests, total.uncertain, uncertain_text(total.uncertain_causes));
    return text;
  }

  void report_parity() const {
    if (!job_.check) {
      fmt::print("PARITY: not checked (--no-check)\n");
      return;
    }
    const AnswerVerdict& verdict = totals_.verdict;
    const ParityVerdict& parity = totals_.parity;
    // An RTL unit that parts from its model is the one that is wrong, not the model.
    const bool rtl_is_wrong = !parity.first_difference.empty() && verdict.is_wrong();
    fmt::print("{}\n",
               verdict.line(rtl_is_wrong ? parity.name : job_.engine->title, judge_of(*job_.engine).title));
    if (!parity.name.empty()) fmt::print("{}\n", parity.line());
    const std::string wrong_answer = verdict.is_wrong() ? verdict.first_difference : "";
    for (const std::string& difference : {parity.first_difference, wrong_answer}) {
      if (!difference.empty()) print_error("collisionchip: models disagree: " + difference + "\n");
    }
  }

  const CollideOptions& options_;
  const Job& job_;
  PairsFile pairs_file_;
  StatisticsFile statistics_file_;
  AnswerTotals totals_;
  RunSummary summary_;
};

int collide(const CLI::App& verb, CollideOptions options) {
  check_typed(verb, options, load_engine(options.model));
  const std::vector<std::string> frames =
      options.frames.folder.empty() ? std::vector<std::string>{} : frame_files(options.frames.folder);
  check_files(options, frames);
  resolve_input(options.poses.poses);
  resolve_output(options.pairs);
  resolve_output(options.stats);
  const Job job = prepare(options, frames);
  try {
    return CollideRun(options, job).run();
  } catch (const Interrupted&) {
    fmt::print("interrupted{}\n", job.out ? "; the same command continues" : "");
    return kExitInterrupted;
  }
}

}  // namespace

Verb add_collide(CLI::App& app) {
  auto options = std::make_shared<CollideOptions>();
  CLI::App* verb = app.add_subcommand("collide", "Find all intersecting triangle pairs of two objects.");
  add_object_options(*verb, options->objects);
  add_pose_option(*verb, options->poses);
  add_poses_option(*verb, options->poses);
  add_motion_options(*verb, options->poses);
  add_frame_options(*verb, options->frames);
  add_model_option(*verb, options->model, [](const EngineKind&) { return true; });
  add_chip_options(*verb, options->chip);
  add_first_option(*verb, options->first);
  verb->add_flag("--raw", options->raw,
                 "report the answers of the paper's unit, in float32 and without the exact filter");
  verb->add_flag("--no-check", options->no_check,
                 "do not compare with the software reference, no protocol checkers");
  verb->add_flag("--eq5", options->eq5,
                 "itemise the difference to Eq. 5 (runs the first pose a few more times)");
  verb->add_option("--account", options->account, "what is printed of a query")
      ->check(
          one_of_choices({{"short", "work and cycles"}, {"full", "banks, bytes, lists and channels too"}}))
      ->capture_default_str();
  verb->add_option(
          "--max-cycles", options->max_cycles,
          "end a query that takes more chip cycles, transfers included (default: a limit that no correct "
          "query reaches)")
      ->check(whole_number(0, std::uint64_t{1} << 62))
      ->type_name("CYCLES");
  verb->add_option(
          "--batch", options->batch,
          "poses that the chip is asked at once; it needs a command queue (group_engine.queries) of as many "
          "(default: one after the other)")
      ->check(whole_number(1, 4096));
  verb->add_option("--jobs", options->jobs,
                   "poses asked at once (default: all cores); the files are the same")
      ->check(whole_number(1, kMostWorkers));
  verb->add_option("--pairs", options->pairs, "write the pairs: pose,triangle_a,triangle_b")
      ->type_name("FILE.csv");
  verb->add_option("--stats", options->stats, "write the statistics")->type_name("FILE.json");
  verb->add_option(
          "--out", options->out,
          "write all of it to one folder, for `collisionchip report`: objects, poses, configuration, "
          "pairs, statistics")
      ->type_name("DIR");
  add_trace_options(*verb, options->trace);
  return [options, verb] { return collide(*verb, *options); };
}

}  // namespace collisionchip
