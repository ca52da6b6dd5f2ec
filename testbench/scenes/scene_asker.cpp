#include "collisionchip/testbench/scenes/scene_asker.h"

#include <fmt/format.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/host/chip_reference.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

BoardOptions board_options(bool check) {
  BoardOptions options;
  options.checkers = check;
  return options;
}

}  // namespace

SceneAsker::SceneAsker(const Scene& scene, bool check)
    : scene_(scene),
      check_(check),
      broad_phase_(scene.broad_phase()),
      simulation_(scene.config(), board_options(check)) {
  simulation_.attach(scene.image(), 0, 0);  // there may be no other one
}

FrameAnswer SceneAsker::ask(std::uint64_t frame) {
  FrameAnswer answer;
  answer.frame = frame;
  const std::vector<DoublePose> poses = scene_.poses(frame);
  const ChipConfig& config = scene_.config();
  const std::size_t together = queries_of(config);
  const std::uint64_t bytes = simulation_.driver().pci_bytes();
  std::vector<Question> questions;
  const auto ask = [&] {
    if (queries_of(config) > 1) {
      ask_together(questions, answer);
    } else {
      ask_alone(questions.front(), answer);
    }
    questions.clear();
  };
  for (const ObjectPair& pair : broad_phase_.candidates(poses)) {
    questions.push_back({pair, pose_between(frame, pair, poses)});
    if (questions.size() == together) ask();
    if (answer.verdict.is_wrong()) return answer;
  }
  if (!questions.empty()) ask();
  answer.counts.pci_bytes = simulation_.driver().pci_bytes() - bytes;
  const std::vector<std::string> violations = simulation_.board().violations();
  if (!violations.empty()) throw Disagreement("checker: " + violations.front());
  return answer;
}

Pose SceneAsker::pose_between(std::uint64_t frame, const ObjectPair& pair,
                              const std::vector<DoublePose>& poses) const {
  try {
    return relative_pose(poses[pair.a], poses[pair.b]);
  } catch (const InputError& error) {
    const std::vector<SceneObject>& objects = scene_.plan().objects;
    throw InputError(fmt::format("{}: frame {}, {} and {}: {}", printable_path(scene_.plan().file), frame,
                                 objects[pair.a].name, objects[pair.b].name, error.what()));
  }
}

void SceneAsker::ask_alone(const Question& question, FrameAnswer& answer) {
  simulation_.driver().use(scene_.image(), scene_.place_of(question.pair.a),
                           scene_.place_of(question.pair.b));
  const ChipAnswer chip = simulation_.query(question.pose);
  answer.counts.cycles += chip.cycles;
  answer.counts.settled_cycles += chip.settled_cycles;
  answer.counts.pci_cycles += chip.setup_cycles + chip.readback_cycles;
  if (listener_) listener_(chip, 1, chip.pairs.size());
  take(question, chip, answer);
}

// As many as the chip's command queue takes.
void SceneAsker::ask_together(const std::vector<Question>& questions, FrameAnswer& answer) {
  std::vector<ImageQuery> queries;
  queries.reserve(questions.size());
  for (const Question& question : questions)
    queries.push_back({scene_.place_of(question.pair.a), scene_.place_of(question.pair.b), question.pose});
  const ChipBatch batch = simulation_.query_batch(scene_.image(), queries);
  answer.counts.cycles += batch.whole.cycles;
  answer.counts.settled_cycles += batch.whole.settled_cycles;
  answer.counts.pci_cycles += batch.whole.setup_cycles + batch.whole.readback_cycles;
  if (listener_) {
    std::uint64_t pairs = 0;
    for (const ChipAnswer& one : batch.answers) pairs += one.pairs.size();
    listener_(batch.whole, questions.size(), pairs);
  }
  for (std::size_t i = 0; i < questions.size(); ++i) take(questions[i], batch.answers[i], answer);
}

void SceneAsker::take(const Question& question, const ChipAnswer& chip, FrameAnswer& answer) const {
  if (check_) judge(question, chip, answer);
  ++answer.counts.pairs_tested;
  answer.counts.pairs_colliding += chip.pairs.empty() ? 0 : 1;
  answer.counts.triangle_pairs += chip.pairs.size();
  const std::vector<SceneObject>& objects = scene_.plan().objects;
  const std::string names =
      fmt::format("{},{},{},", answer.frame, objects[question.pair.a].name, objects[question.pair.b].name);
  for (const TrianglePair& found : chip.pairs)
    answer.pair_lines += fmt::format("{}{},{}\n", names, found.a, found.b);
}

void SceneAsker::judge(const Question& question, const ChipAnswer& chip, FrameAnswer& answer) const {
  const ObjectPair& pair = question.pair;
  const QueryResult expected =
      chip_reference(scene_.config(), scene_.object(pair.a), scene_.object(pair.b), question.pose);
  Scoreboard scoreboard;
  scoreboard.check_chip(answer.frame, chip, expected, query_options(scene_.config()));
  AnswerVerdict verdict = scoreboard.verdict();
  if (verdict.is_wrong()) {
    const std::vector<SceneObject>& objects = scene_.plan().objects;
    const std::string what = verdict.first_difference.substr(verdict.first_difference.find(": ") + 2);
    verdict.first_difference = fmt::format("frame {}, {} and {}: {}", answer.frame, objects[pair.a].name,
                                           objects[pair.b].name, what);
  }
  answer.verdict.add(verdict);
}

}  // namespace collisionchip
