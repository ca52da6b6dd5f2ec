#include "collisionchip/testbench/scenes/scene_asker.h"

#include <fmt/format.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/host/chip_reference.h"
#include "collisionchip/testbench/terminal/exit_status.h"

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
      simulation_(scene.config(), board_options(check)),
      loop_(simulation_, scene.image()) {
  simulation_.attach(scene.image(), 0, 0);  // there may be no other one
}

FrameAnswer SceneAsker::ask(std::uint64_t frame) {
  FrameAnswer answer;
  answer.frame = frame;
  const std::vector<DoublePose> poses = scene_.poses(frame);
  const std::vector<ObjectPair>& pairs = broad_phase_.candidates(poses);
  std::vector<ImageQuery> queries;
  queries.reserve(pairs.size());
  for (const ObjectPair& pair : pairs)
    queries.push_back({scene_.place_of(pair.a), scene_.place_of(pair.b), pose_between(frame, pair, poses)});
  answer.counts = loop_.ask(queries, [&](std::size_t number, const ChipAnswer& chip) {
    take({pairs[number], queries[number].pose}, chip, answer);
    return !answer.verdict.is_wrong();
  });
  const std::vector<std::string> violations = simulation_.board().violations();
  if (!answer.verdict.is_wrong() && !violations.empty()) throw Disagreement("checker: " + violations.front());
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

void SceneAsker::take(const Question& question, const ChipAnswer& chip, FrameAnswer& answer) const {
  if (check_) judge(question, chip, answer);
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
  scoreboard.check_chip(answer.frame, chip, expected, judged_options(scene_.config()));
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
