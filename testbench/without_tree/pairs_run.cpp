#include "collisionchip/testbench/without_tree/pairs_run.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/traverse/exact_pairs.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

std::uint64_t only_in_first(const std::vector<TrianglePair>& p, const std::vector<TrianglePair>& q) {
  std::vector<TrianglePair> rest;
  std::set_difference(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(rest));
  return rest.size();
}

bool same_bits(const std::vector<float>& p, const std::vector<float>& q) {
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(float)) == 0;
}

// The exact lists come from trees, which lose no pair; all pairs by the exact predicate would take hours.
struct ExactSide {
  CollisionObject a;
  std::optional<CollisionObject> b;

  explicit ExactSide(const PairsQuestion& question) : a(CollisionObject::build(question.a)) {
    if (question.b) b = CollisionObject::build(*question.b);
  }
  std::vector<TrianglePair> pairs(const Pose& pose) const { return exact_pairs(a, b ? *b : a, pose); }
};

class PairsAsker {
 public:
  explicit PairsAsker(const PairsQuestion& question)
      : question_(question),
        a_(AllPairsObject::of(question.a)),
        b_(question.b ? AllPairsObject::of(*question.b) : a_) {
    {
      const PhaseClock clock(run_.open_seconds);
      open();
    }
    if (!question.check) return;
    exact_.emplace(question);
    if (question.device != "cpu") {
      mirror_ = make_pairs_mirror();
      mirror_->prepare(a_, b_);
    }
  }

  void ask(std::size_t number, const TakePairs& take) {
    const Pose& pose = question_.poses[number];
    PairsRow row;
    PairsAnswer answer;
    {
      const ProcessorClock clock(row.processor_seconds);
      answer = tester_->ask(pose, question_.mode);
    }
    if (mirror_) hold_against_mirror(number, answer);
    row.uncertain = answer.uncertain.size();
    row.repeats = answer.repeats;
    row.boxes = answer.boxes;
    row.solved_edges = answer.solved_edges;
    row.times = answer.times;
    if (question_.mode == PairsMode::filtered) {
      const PhaseClock clock(row.settle_seconds);
      TraversalCounters counters;
      settle(answer, a_, b_, pose, TumbledSide::b, counters);
    }
    row.collides = answer.collides;
    row.pairs = answer.pairs.size();
    if (exact_) hold_against_exact(number, answer, row);
    take(number, answer.pairs);
    run_.rows.push_back(row);
  }

  const PairsRun& result() const { return run_; }

 private:
  // Kernels are compiled at their first run: that is no part of an answer's time. A question of one triangle each
  // does it.
  void open() {
    tester_ = question_.device == "cpu" ? make_pairs_mirror(question_.boxes)
                                        : make_opencl_pairs(question_.device, question_.opencl);
    run_.device = tester_->device();
    tester_->prepare(a_, b_);
    if (question_.device == "cpu") return;
    const AllPairsObject one = AllPairsObject::of(std::vector<TriangleRecord>{a_.records.front()});
    tester_->prepare(one, one);
    const Pose turned = pose_from_quaternion({0, 0, 0, 1, 1, 0, 0});
    tester_->ask(turned, question_.mode);
    tester_->prepare(a_, b_);
  }

  void differ(std::size_t number, const std::string& what) {
    if (run_.first_difference.empty()) run_.first_difference = fmt::format("pose {}: {}", number, what);
  }

  void hold_against_mirror(std::size_t number, const PairsAnswer& answer) {
    const PairsAnswer mirror = mirror_->ask(question_.poses[number], question_.mode);
    const bool edges = question_.mode != PairsMode::filtered;
    const bool moved = !edges || same_bits(tester_->moved_vertices(), mirror_->moved_vertices());
    if (answer.collides == mirror.collides && answer.pairs == mirror.pairs &&
        answer.uncertain == mirror.uncertain && moved)
      return;
    ++run_.unlike_mirror;
    differ(number, fmt::format("OpenCL has {} pairs, {} uncertain, {}; the mirror {}, {}, {}{}",
                               answer.pairs.size(), answer.uncertain.size(), answer.collides ? "yes" : "no",
                               mirror.pairs.size(), mirror.uncertain.size(), mirror.collides ? "yes" : "no",
                               moved ? "" : "; moved vertices differ"));
  }

  void hold_against_exact(std::size_t number, const PairsAnswer& answer, PairsRow& row) {
    const std::vector<TrianglePair> exact = exact_->pairs(question_.poses[number]);
    if (question_.mode == PairsMode::published) {
      row.missed = !answer.collides && !exact.empty() ? 1 : 0;
      row.invented = answer.collides && exact.empty() ? 1 : 0;
      return;
    }
    row.missed = only_in_first(exact, answer.pairs);
    row.invented = only_in_first(answer.pairs, exact);
    if (is_exact(question_.mode) && row.missed + row.invented > 0)
      differ(number, fmt::format("{} exact pairs missed, {} invented", row.missed, row.invented));
  }

  const PairsQuestion& question_;
  const AllPairsObject a_, b_;
  std::unique_ptr<PairTester> tester_, mirror_;
  std::optional<ExactSide> exact_;
  PairsRun run_;
};

struct Sum {
  std::uint64_t colliding = 0, pairs = 0, uncertain = 0, repeats = 0, missed = 0, invented = 0,
                wrong_poses = 0, solved_edges = 0;
  BoxCounts boxes;
  PairsTimes times;
  double settle_seconds = 0;

  explicit Sum(const PairsRun& run) {
    for (const PairsRow& row : run.rows) {
      colliding += row.collides ? 1 : 0;
      pairs += row.pairs;
      uncertain += row.uncertain;
      repeats += row.repeats;
      missed += row.missed;
      invented += row.invented;
      wrong_poses += row.missed + row.invented > 0 ? 1 : 0;
      solved_edges += row.solved_edges;
      boxes.boxes += row.boxes.boxes;
      boxes.triangle_boxes += row.boxes.triangle_boxes;
      boxes.triangles += row.boxes.triangles;
      boxes.uncertain += row.boxes.uncertain;
      times.add(row.times);
      settle_seconds += row.settle_seconds;
    }
  }
};

double ns_per_pair(const PairsQuestion& question, const PairsRun& run) {
  const double tested = static_cast<double>(question.a.triangle_count()) *
                        static_cast<double>(question.other().triangle_count()) *
                        static_cast<double>(run.rows.size());
  return Sum(run).times.test * 1e9 / tested;
}

std::string exact_text(const PairsQuestion& question, const Sum& sum, std::size_t poses) {
  const char* const mode = kPairsModeNames[static_cast<std::size_t>(question.mode)];
  if (is_exact(question.mode))
    return fmt::format("PARITY: {} = exact: {} poses, {} pairs, {} differences\n", mode, poses, sum.pairs,
                       sum.missed + sum.invented);
  const char* const what = question.mode == PairsMode::published ? "answers" : "pairs";
  return fmt::format(
      "PARITY: {} ~ exact: {} of {} poses differ, {} {} missed, {} invented (not exact: counted, not "
      "judged)\n",
      mode, sum.wrong_poses, poses, sum.missed, what, sum.invented);
}

std::uint64_t all_pairs_of(const PairsQuestion& question, std::size_t poses) {
  return std::uint64_t{question.a.triangle_count()} * question.other().triangle_count() * poses;
}

std::string edges_text(const PairsQuestion& question, const Sum& sum, std::size_t poses) {
  return fmt::format(
      "  edges      {} against triangles, {:.2f} for each pair of triangles instead of 5\n", sum.solved_edges,
      static_cast<double>(sum.solved_edges) / static_cast<double>(all_pairs_of(question, poses)));
}

std::string boxes_text(const PairsQuestion& question, const Sum& sum, std::size_t poses) {
  const std::uint64_t all = all_pairs_of(question, poses);
  return fmt::format(
      "  boxes      {} pairs of boxes, {} with a triangle's box, {} of triangles ({:.3f} % of all), {} "
      "uncertain\n",
      sum.boxes.boxes, sum.boxes.triangle_boxes, sum.boxes.triangles,
      100.0 * static_cast<double>(sum.boxes.triangles) / static_cast<double>(all), sum.boxes.uncertain);
}

}  // namespace

bool PairsRun::is_wrong(PairsMode mode) const {
  const Sum sum(*this);
  return unlike_mirror > 0 || (is_exact(mode) && sum.wrong_poses > 0);
}

PairsRun run_pairs(const PairsQuestion& question, const TakePairs& take, const PairsProgress& progress) {
  PairsAsker run(question);
  for (std::size_t pose = 0; pose < question.poses.size(); ++pose) {
    run.ask(pose, take);
    progress(pose + 1);
  }
  return run.result();
}

std::string pairs_text(const PairsQuestion& question, const PairsRun& run) {
  const Sum sum(run);
  const std::size_t poses = run.rows.size();
  const auto text_of = [](double seconds) { return time_text(1e9 * seconds); };
  std::string text =
      fmt::format("  device     {}\n  collide    {} of {} poses\n", run.device, sum.colliding, poses);
  if (question.mode != PairsMode::published) text += fmt::format("  pairs      {}\n", sum.pairs);
  if (question.mode == PairsMode::filtered)
    text += fmt::format("  uncertain  {} pairs, settled exactly in {}\n", sum.uncertain,
                        text_of(sum.settle_seconds));
  if (question.mode == PairsMode::boxes) text += boxes_text(question, sum, poses);
  if (question.mode == PairsMode::edges) text += edges_text(question, sum, poses);
  if (sum.repeats > 0) text += fmt::format("  repeated   {} times, for a list had no room\n", sum.repeats);
  text += fmt::format("  opened in  {}, kernels compiled\n", text_of(run.open_seconds));
  text += fmt::format("  times      upload {}, move {}, test {}, read back {}\n", text_of(sum.times.upload),
                      text_of(sum.times.move), text_of(sum.times.test), text_of(sum.times.read));
  text += fmt::format("  per pair   {:.3f} ns of {} x {} each pose\n", ns_per_pair(question, run),
                      question.a.triangle_count(), question.other().triangle_count());
  if (!question.check) return text + "PARITY: not checked (--no-check)\n";
  if (question.device != "cpu")
    text += fmt::format("PARITY: opencl = mirror: {} poses, {} differences\n", poses, run.unlike_mirror);
  return text + exact_text(question, sum, poses);
}

std::string pairs_json(const PairsQuestion& question, const PairsRun& run) {
  Json answers = Json::array();
  for (const PairsRow& row : run.rows)
    answers.push_back({{"collides", row.collides},
                       {"pairs", row.pairs},
                       {"uncertain", row.uncertain},
                       {"repeats", row.repeats},
                       {"box_pairs", row.boxes.boxes},
                       {"triangle_box_tests", row.boxes.triangle_boxes},
                       {"triangle_tests", row.boxes.triangles},
                       {"solved_edges", row.solved_edges},
                       {"missed", row.missed},
                       {"invented", row.invented},
                       {"upload_s", row.times.upload},
                       {"move_s", row.times.move},
                       {"test_s", row.times.test},
                       {"read_s", row.times.read},
                       {"settle_s", row.settle_seconds},
                       {"processor_s", row.processor_seconds}});
  const Json json = {{"device", run.device},
                     {"mode", kPairsModeNames[static_cast<std::size_t>(question.mode)]},
                     {"triangles_a", question.a.triangle_count()},
                     {"triangles_b", question.other().triangle_count()},
                     {"checked", question.check},
                     {"open_s", run.open_seconds},
                     {"ns_per_pair", ns_per_pair(question, run)},
                     {"unlike_mirror", run.unlike_mirror},
                     {"answers", answers}};
  return json_text(json, 2) + "\n";
}

}  // namespace collisionchip
