#include "collisionchip/testbench/scenes/scene_asker.h"

#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/reference/geometry/relative_pose.h"
#include "collisionchip/testbench/host/chip_reference.h"

namespace collisionchip {

namespace {

BoardOptions board_options(bool check) {
  BoardOptions options;
  options.checkers = check;
  return options;
}

}  // namespace

SceneAsker::SceneAsker(const Scene& scene, bool check)
    : scene_(scene), check_(check), simulation_(scene.config(), board_options(check)) {
  simulation_.attach(scene.image(), 0, 0);  // there may be no other one
}

FrameAnswer SceneAsker::ask(std::uint64_t frame) {
  FrameAnswer answer;
  answer.frame = frame;
  const std::vector<Pose> poses = scene_.poses(frame);
  for (const ObjectPair& pair : scene_.candidates(poses)) {
    ask_pair(pair, relative_pose(poses[pair.a], poses[pair.b]), answer);
    if (answer.verdict.is_wrong()) break;
  }
  const std::vector<std::string> violations = simulation_.board().violations();
  if (!violations.empty()) throw std::runtime_error("checker: " + violations.front());
  return answer;
}

void SceneAsker::ask_pair(const ObjectPair& pair, const Pose& pose, FrameAnswer& answer) {
  Driver& driver = simulation_.driver();
  const std::uint64_t bytes = driver.pci_bytes();
  driver.use(scene_.image(), scene_.place_of(pair.a), scene_.place_of(pair.b));
  const ChipAnswer chip = simulation_.query(pose);
  if (check_) judge(pair, pose, chip, answer);
  answer.counts.add({1, chip.pairs.empty() ? 0u : 1u, chip.pairs.size(), chip.cycles,
                     chip.setup_cycles + chip.readback_cycles, driver.pci_bytes() - bytes});
  const std::vector<SceneObject>& objects = scene_.plan().objects;
  const std::string names =
      fmt::format("{},{},{},", answer.frame, objects[pair.a].name, objects[pair.b].name);
  for (const TrianglePair& found : chip.pairs)
    answer.pair_lines += fmt::format("{}{},{}\n", names, found.a, found.b);
}

void SceneAsker::judge(const ObjectPair& pair, const Pose& pose, const ChipAnswer& chip,
                       FrameAnswer& answer) const {
  const QueryResult expected =
      chip_reference(scene_.config(), scene_.object(pair.a), scene_.object(pair.b), pose);
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
