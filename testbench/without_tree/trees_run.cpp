#include "collisionchip/testbench/without_tree/trees_run.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/reference/traverse/quickcd_traversal.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

class TreesAsker {
 public:
  explicit TreesAsker(const TreesQuestion& question) : question_(question) {
    const PhaseClock clock(run_.open_seconds);
    batch_ = question.device == "cpu" ? make_tree_batch_mirror()
                                      : make_opencl_trees(question.device, question.opencl);
    prepare(*batch_);
    run_.device = batch_->device();
    // Kernels are compiled at their first run.
    if (question.device != "cpu") batch_->ask(poses_of(0, question.flying.size()), question.options);
    if (question.check && question.device != "cpu") {
      mirror_ = make_tree_batch_mirror();
      prepare(*mirror_);
    }
  }

  void ask(std::size_t first, std::size_t end, const TakeBatchPairs& take) {
    const std::vector<Pose> poses = poses_of(first, end);
    BatchResult result;
    {
      const ProcessorClock clock(run_.processor_seconds);
      result = batch_->ask(poses, question_.options);
    }
    run_.times.add(result.times);
    run_.repeats += result.repeats;
    run_.spilled += result.spilled;
    run_.environment_reads += result.environment_reads;
    run_.path_visits += result.path_visits;
    if (mirror_) hold_against_mirror(first, poses, result);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      BatchAnswer& answer = result.answers[i];
      add(answer);
      settle(flying(first + i), poses[i], answer);
      run_.colliding += answer.pairs.empty() ? 0 : 1;
      run_.pairs += answer.pairs.size();
      if (question_.check) hold_against_exact(first + i, poses[i], answer.pairs);
      take(first + i, answer.pairs);
    }
  }

  const TreesRun& result() const { return run_; }

 private:
  std::vector<Pose> poses_of(std::size_t first, std::size_t end) const {
    return {question_.poses.begin() + static_cast<std::ptrdiff_t>(first),
            question_.poses.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  const CollisionObject& flying(std::size_t pose) const {
    return *question_.flying[pose % question_.flying.size()];
  }
  void prepare(TreeBatch& batch) const {
    std::vector<const CollisionObject*> flying;
    for (const auto& object : question_.flying) flying.push_back(object.get());
    batch.prepare(*question_.a, flying);
  }

  void add(const BatchAnswer& answer) {
    run_.roots_apart += answer.roots_apart ? 1 : 0;
    run_.uncertain += answer.uncertain.size();
    BatchCounters& sum = run_.counters;
    sum.transforms += answer.counters.transforms;
    sum.refits += answer.counters.refits;
    sum.visits += answer.counters.visits;
    sum.overlap_tests += answer.counters.overlap_tests;
    sum.triangle_tests += answer.counters.triangle_tests;
  }

  void settle(const CollisionObject& flying, const Pose& pose, BatchAnswer& answer) {
    const PhaseClock clock(run_.settle_seconds);
    const TriangleQuery query(question_.a->triangles, flying.triangles, pose, {});
    TraversalCounters counters;
    for (const TrianglePair& pair : answer.uncertain) {
      if (query.settled(Verdict::uncertain, pair.b, pair.a, counters)) answer.pairs.push_back(pair);
    }
    sort_pairs(answer.pairs);
  }

  void differ(std::size_t pose, const std::string& what) {
    if (run_.first_difference.empty()) run_.first_difference = fmt::format("pose {}: {}", pose, what);
  }

  void hold_against_mirror(std::size_t first, const std::vector<Pose>& poses, const BatchResult& result) {
    BatchResult mirror;
    {
      const ProcessorClock clock(run_.mirror_seconds);
      mirror = mirror_->ask(poses, question_.options);
    }
    if (result.environment_reads != mirror.environment_reads || result.path_visits != mirror.path_visits) {
      ++run_.unlike_mirror;
      differ(first, fmt::format("OpenCL reads {} nodes of A, {} by path; the mirror {}, {}",
                                result.environment_reads, result.path_visits, mirror.environment_reads,
                                mirror.path_visits));
    }
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const BatchAnswer &p = result.answers[i], &q = mirror.answers[i];
      if (p.roots_apart == q.roots_apart && p.pairs == q.pairs && p.uncertain == q.uncertain &&
          p.counters == q.counters)
        continue;
      ++run_.unlike_mirror;
      differ(
          first + i,
          fmt::format("OpenCL has {} pairs, {} uncertain, {} visits, {} triangle tests; the mirror {}, {}, "
                      "{}, {}",
                      p.pairs.size(), p.uncertain.size(), p.counters.visits, p.counters.triangle_tests,
                      q.pairs.size(), q.uncertain.size(), q.counters.visits, q.counters.triangle_tests));
    }
  }

  void hold_against_exact(std::size_t number, const Pose& pose, const std::vector<TrianglePair>& pairs) {
    {
      const ProcessorClock clock(run_.quickcd_seconds);
      quickcd_traversal(*question_.a, flying(number), pose, {}, memory_);
    }
    {
      const ProcessorClock clock(run_.list_seconds);
      list_traversal(*question_.a, flying(number), pose);
    }
    const std::vector<TrianglePair> exact = exact_pairs(*question_.a, flying(number), pose);
    if (pairs == exact) return;
    ++run_.unlike_exact;
    differ(number, fmt::format("{} pairs, exactly there are {}", pairs.size(), exact.size()));
  }

  const TreesQuestion& question_;
  std::unique_ptr<TreeBatch> batch_, mirror_;
  TransformedNodes<PartnerDop> memory_;
  TreesRun run_;
};

const char* scheme_name(const TreesQuestion& question) {
  return kBatchSchemeNames[static_cast<std::size_t>(question.options.scheme)];
}
const char* tumbling_name(const TreesQuestion& question) {
  return kBatchTumblingNames[static_cast<std::size_t>(question.options.tumbling)];
}

struct NamedPhase {
  const char* name;
  double seconds;
};

std::vector<NamedPhase> phases(const TreesRun& run) {
  const BatchTimes& t = run.times;
  return {{"upload", t.upload}, {"tumble", t.tumble},          {"refit", t.refit},
          {"reduce", t.reduce}, {"traverse", t.traverse},      {"triangles", t.triangles},
          {"read", t.read},     {"settle", run.settle_seconds}};
}

}  // namespace

TreesRun run_trees(const TreesQuestion& question, const TakeBatchPairs& take) {
  TreesAsker run(question);
  const std::size_t batch = question.poses_at_a_time();
  for (std::size_t first = 0; first < question.poses.size(); first += batch)
    run.ask(first, std::min(question.poses.size(), first + batch), take);
  return run.result();
}

std::string trees_run_text(const TreesQuestion& question, const TreesRun& run) {
  const std::size_t poses = question.poses.size();
  std::string text = fmt::format(
      "  device     {}\n  scheme     {}, tumbling by {}, {} poses at a time\n  collide    {} of {} poses, "
      "the roots apart in "
      "{}\n  pairs      {}, {} uncertain and settled exactly\n",
      run.device, scheme_name(question), tumbling_name(question), question.poses_at_a_time(), run.colliding,
      poses, run.roots_apart, run.pairs, run.uncertain);
  text += fmt::format("  counts     {} transforms, {} refits, {} visits, {} triangle tests\n",
                      run.counters.transforms, run.counters.refits, run.counters.visits,
                      run.counters.triangle_tests);
  text += fmt::format("  A's nodes  {} reads", run.environment_reads);
  if (run.path_visits > 0) text += fmt::format(", {} comparisons with DOPs of paths", run.path_visits);
  text += "\n";
  if (question.made) text += made_objects_text(*question.made);
  if (run.spilled > 0) text += fmt::format("  spilled    {} walks, for a stack was full\n", run.spilled);
  if (run.repeats > 0) text += fmt::format("  repeated   {} times, for a list had no room\n", run.repeats);
  text += fmt::format("  opened in  {}, kernels compiled\n  times     ", time_text(1e9 * run.open_seconds));
  for (const NamedPhase& phase : phases(run))
    text += fmt::format(" {} {},", phase.name, time_text(1e9 * phase.seconds));
  text.pop_back();
  const auto each = [&](double seconds) { return time_text(1e9 * seconds / static_cast<double>(poses)); };
  text += fmt::format("\n  a pose     {}", each(run.times.sum() + run.settle_seconds));
  if (!question.check) return text + "\nPARITY: not checked (--no-check)\n";
  text += fmt::format(
      "; on one core: {}QuickCD's traversal {}, Algorithm 2 {}\n",
      question.device == "cpu" ? "" : fmt::format("the same scheme {}, ", each(run.mirror_seconds)),
      each(run.quickcd_seconds), each(run.list_seconds));
  if (question.device != "cpu")
    text += fmt::format("PARITY: opencl = mirror: {} poses, {} differences\n", poses, run.unlike_mirror);
  return text + fmt::format("PARITY: {} = exact: {} poses, {} pairs, {} differences\n", scheme_name(question),
                            poses, run.pairs, run.unlike_exact);
}

std::string trees_run_json(const TreesQuestion& question, const TreesRun& run) {
  Json times = Json::object();
  for (const NamedPhase& phase : phases(run)) times[std::string(phase.name) + "_s"] = phase.seconds;
  Json json = {{"device", run.device},
               {"scheme", scheme_name(question)},
               {"tumbling", tumbling_name(question)},
               {"batch", question.poses_at_a_time()},
               {"flying", question.flying.size()},
               {"poses", question.poses.size()},
               {"colliding", run.colliding},
               {"roots_apart", run.roots_apart},
               {"pairs", run.pairs},
               {"uncertain", run.uncertain},
               {"transforms", run.counters.transforms},
               {"refits", run.counters.refits},
               {"visits", run.counters.visits},
               {"overlap_tests", run.counters.overlap_tests},
               {"environment_reads", run.environment_reads},
               {"path_visits", run.path_visits},
               {"triangle_tests", run.counters.triangle_tests},
               {"spilled", run.spilled},
               {"repeats", run.repeats},
               {"checked", question.check},
               {"open_s", run.open_seconds},
               {"times", times},
               {"processor_s", run.processor_seconds},
               {"mirror_s", run.mirror_seconds},
               {"quickcd_s", run.quickcd_seconds},
               {"list_s", run.list_seconds},
               {"unlike_mirror", run.unlike_mirror},
               {"unlike_exact", run.unlike_exact}};
  if (question.made) {
    const MadeObjects& made = *question.made;
    json["trees"] = {{"builder", kMakerKindNames[static_cast<std::size_t>(made.options.kind)]},
                     {"rounds", made.rounds},
                     {"splits", made.splits},
                     {"host_splits", made.host_splits},
                     {"build_s", made.seconds},
                     {"processor_s", made.processor_seconds},
                     {"mirror_s", made.mirror_seconds},
                     {"unlike_mirror", made.unlike_mirror}};
  }
  return json_text(json, 2) + "\n";
}

}  // namespace collisionchip
