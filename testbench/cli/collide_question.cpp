#include "collisionchip/testbench/cli/collide_question.h"

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/cli/engine_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/frames.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

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
  if (!options.answers.out.empty())
    refuse_typed(verb, {"--pairs", "--stats"}, "no --out, whose folder holds both");
}

// Refuses a file that has two roles. UnfinishedRun does so for the files of a result folder.
void check_files(const CollideOptions& options, const std::vector<std::string>& frames) {
  std::vector<NamedFile> inputs = {{"A", options.objects.a},
                                   {"B", options.objects.b},
                                   {"--poses", options.poses.poses, true},
                                   {"--chip", options.chip.file()}};
  for (const std::string& frame : frames) inputs.push_back({"--frames", frame});
  const AnswerOptions& answers = options.answers;
  const TraceOptions& trace = answers.trace;
  const auto on_the_way = [&](const std::string& to) {
    return to.empty() ? std::vector<std::string>() : trace.until_complete();
  };
  check_file_roles(inputs,
                   {{"--pairs", answers.pairs, true},
                    {"--stats", answers.stats, true},
                    {"--trace", trace.file, false, on_the_way(trace.file)},
                    {"--waves", trace.waves, false, on_the_way(trace.file.empty() ? trace.waves : "")}});
}

// Options that each go alone.
void check_together(const CollideOptions& options) {
  const bool searches = options.poses.halvings > 0;
  if (options.frames.folder.empty() && !options.frames.refit.empty())
    throw InputError("--refit", "--frames as well");
  if (!options.frames.folder.empty() && searches)
    throw InputError("--frames", "no --toc", "; a search has no frame for its poses");
  if (options.objects.recentre && !options.poses.between.empty())
    throw InputError("--recentre", "no --between",
                     "; the way from one pose to another depends on where the origin is");
  if (options.batch > 0 && searches)
    throw InputError("--batch", "no --toc", ": each of its poses follows from the one before");
}

// A result folder has a trace of its first query, unless the user wants another one or has it elsewhere.
void add_trace(CollideJob& job, const AnswerOptions& answers) {
  job.trace = answers.trace;
  if (!answers.out.empty() && answers.trace.file.empty() && job.engine->name == "tlm") {
    job.trace.file = UnfinishedRun::place_in(answers.out) + "/" + ResultFolder::kTrace;
    job.is_trace_unasked = answers.trace.cycles.empty();
    if (job.trace.queries.empty()) job.trace.queries = "0";
    if (job.is_trace_unasked) job.trace.cycles = fmt::format(":{}", kTracedInFolder);
  }
  job.window = window_of(job.trace);
  check_trace(job.trace);
  // A batch is recorded whole, as its first pose: those that have one of the wanted poses.
  if (job.batch > 0) job.window.from_pose -= job.window.from_pose % job.batch;
}

// What only some machines can.
void check_machine(const CollideJob& job) {
  check_rtl(job.config);
  if (job.eq5 && !host_of(job.config).walks_trees)
    throw InputError("--eq5", "engine.kind = \"tree\"", "; Eq. 5 describes lists");
  if (job.batch > most_in_a_batch(job.config))
    throw InputError(
        "--batch", fmt::format("a chip with group_engine.queries of at least {}, this one has {}", job.batch,
                               queries_of(job.config)));
}

// The facts that decide about the answers and are in no file of a result folder.
std::string question_text(const CollideJob& job) {
  return fmt::format("model {}, first {}, check {}, most cycles {}\ntrace {}\n{}{}", job.engine->name,
                     job.first_witness, job.check, job.max_cycles,
                     job.trace.records() ? job.window.text() : "none",
                     job.batch > 0 ? fmt::format("batch {}\n", job.batch) : "",
                     job.frames ? digest_of(*job.frames) + "\n" : "");
}

// The command that asks the same question, without the words for output files.
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

RunSummary summary_of(const CollideOptions& options) {
  RunSummary summary;
  summary.model = options.model;
  summary.command = command_of(options);
  summary.object_a = options.objects.a;
  summary.object_b = options.objects.b;
  summary.first_witness = options.first || options.poses.halvings > 0;
  summary.checked = !options.no_check;
  return summary;
}

// As it is read: the trees are not built, and a search has no poses.
struct CollideInput {
  LoadedMeshes meshes;
  AskedPoses poses;
  std::vector<std::string> files;
  std::string folder;  // of --out
};

void begin_folder(CollideJob& job, const CollideInput& input) {
  if (input.folder.empty()) return;
  const auto& b = input.meshes.b;
  std::vector<std::string> files = input.files;
  if (job.frames) {
    for (const Mesh& frame : *job.frames) files.push_back(frame.name);
  }
  job.out = std::make_unique<UnfinishedRun>(input.folder, question_text(job), job, input.meshes.a,
                                            b ? &*b : nullptr, files);
}

// Builds the trees. The folder is begun when all poses are known, which those of a search are at its end.
void build(CollideJob& job, const CollideInput& input) {
  const LoadedMeshes& meshes = input.meshes;
  const AskedPoses& poses = input.poses;
  const bool searches = poses.halvings > 0;
  job.frames = meshes.frames;
  if (!searches) job.poses = poses.poses(meshes.offset);
  if (job.frames) match_poses(job.poses, job.frames->size());
  if (job.engine->can.cycles)
    check_question(job.config, meshes.a.triangle_count(), meshes.other().triangle_count());
  if (!searches) begin_folder(job, input);
  const LoadedObjects objects = build_objects(meshes, job.config);
  job.a = objects.a;
  job.b = objects.b;
  job.summary.triangles_a = job.a->tree.triangle_count();
  job.summary.triangles_b = job.b->tree.triangle_count();
  if (!searches) return;
  job.search = search_contact({*job.a, *job.b}, job.config, *poses.motion, poses.halvings, "--between");
  job.poses = job.search->poses;
  begin_folder(job, input);
}

}  // namespace

void check_words(const CLI::App& verb, const CollideOptions& options,
                 const std::vector<std::string>& frames) {
  check_typed(verb, options, load_engine(options.model));
  check_files(options, frames);
  check_together(options);
}

CollideJob prepare(const CollideOptions& options, const std::vector<std::string>& frames) {
  CollideJob job;
  job.summary = summary_of(options);
  job.first_witness = job.summary.first_witness;
  job.engine = &load_engine(options.model);
  job.check = !options.no_check;
  job.max_cycles = options.max_cycles;
  job.batch = options.batch;
  job.eq5 = options.eq5;
  job.is_haptic = options.poses.steps > 0;
  add_trace(job, options.answers);

  job.chip = options.chip.chip;
  job.config = load_chip(options.chip);
  job.engine->configure(job.config);
  if (options.raw) job.config.triangle_unit.filter = false;
  check_machine(job);
  if (!frames.empty()) check_frames(options.frames.refit, job.config);

  CollideInput input;
  input.poses = asked_poses(options.poses);
  input.meshes = load_meshes(options.objects, frames);
  if (options.objects.recentre) job.summary.offset = input.meshes.offset;
  input.files = {options.objects.a, options.objects.b, options.poses.poses, options.chip.file()};
  input.folder = options.answers.out;
  build(job, input);
  return job;
}

}  // namespace collisionchip
