#include "collisionchip/testbench/run/verify.h"

#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

std::vector<Pose> random_poses(RandomNumbers& random, int count, double reach) {
  std::vector<Pose> poses = {Pose{}};
  while (static_cast<int>(poses.size()) < count) {
    std::array<double, 7> numbers{};
    for (int i = 0; i < 3; ++i) numbers[i] = random.uniform(-reach, reach);
    for (int i = 3; i < 7; ++i) numbers[i] = random.uniform(-1, 1);
    poses.push_back(pose_from_quaternion(numbers));
  }
  return poses;
}

std::vector<VerifyCase> generated_cases(const ChipConfig& config, std::uint64_t seed) {
  struct Recipe {
    const char *a, *b;
    std::uint32_t triangles_a, triangles_b;
    double reach;
  };
  const Recipe recipes[] = {{"gear", "finned-casting", 3000, 3000, 0.4},
                            {"coil-spring", "bolt", 2000, 1001, 0.4},
                            {"torus-knot", "torus-knot", 5000, 5000, 0.3},
                            {"sphere", "box", 500, 12, 0.6},
                            {"sphere", "sphere", 1, 4000, 0.3},
                            {"box", "gear", 12, 2500, 0.4}};
  RandomNumbers random(seed);
  std::vector<VerifyCase> cases;
  for (const Recipe& recipe : recipes) {
    cases.push_back({fmt::format("{} {} x {} {}", recipe.a, recipe.triangles_a, recipe.b, recipe.triangles_b),
                     build_object(make_procedural_mesh(recipe.a, recipe.triangles_a, seed), config),
                     build_object(make_procedural_mesh(recipe.b, recipe.triangles_b, seed), config),
                     random_poses(random, 8, recipe.reach)});
  }
  return cases;
}

namespace {

// The engine's own judge, and for one that is exact the other traversals, too.
std::vector<const EngineKind*> judging_kinds(const EngineKind& kind) {
  std::vector<const EngineKind*> kinds = {&judge_of(kind)};
  for (const char* name : {"simultaneous", "single_list"}) {
    const EngineKind* const other = find_engine(name);
    if (kind.can.exact && other != &kind && other != kinds.front()) kinds.push_back(other);
  }
  return kinds;
}

// What is wrong with a chip whose answers are all right; empty: nothing.
std::string board_fault(ChipEngine& chip, const Pose& last_pose, Cycle last_cycles) {
  const std::vector<std::string> violations = chip.simulation().board().violations();
  if (!violations.empty()) return violations.front();
  // A reset board must equal itself in its first use, cycle by cycle, unless it is meant to remember.
  if (remembers_queries(chip.simulation().board().config())) return "";
  const bool same = chip.query(last_pose, false).chip->cycles == last_cycles;
  return same ? "" : "the same query takes other cycles the second time";
}

}  // namespace

VerifyResult verify_case(const VerifyCase& test, const EngineKind& kind, const ChipConfig& config,
                         const EngineKind* oracle) {
  VerifyResult result;
  const Objects objects{test.a, test.b};
  const std::unique_ptr<Engine> engine = kind.make({config});
  engine->prepare(objects);
  std::vector<std::unique_ptr<EngineJudge>> judges;
  std::vector<Judge*> judging;
  std::vector<const EngineKind*> others = judging_kinds(kind);
  if (oracle != nullptr) others.push_back(oracle);
  for (const EngineKind* other : others) {
    judges.push_back(std::make_unique<EngineJudge>(kind, *other, config, objects, false));
    judging.push_back(judges.back().get());
  }
  Cycle cycles = 0, eq5 = 0, last_cycles = 0;
  const bool is_right = QueryLoop(*engine, false, judging).ask(test.poses, [&](const auto& judged) {
    if (!judged.answer.chip) return;
    last_cycles = judged.answer.chip->cycles;
    cycles += last_cycles;
    eq5 += judged.answer.chip->eq5_cycles;
  });
  result.verdict = judges.front()->verdict();
  if (oracle != nullptr) result.oracle = judges.back()->verdict();
  for (const auto& judge : judges) {
    const AnswerVerdict& verdict = judge->verdict();
    if (verdict.is_wrong() && result.fault.empty()) result.fault = verdict.first_difference;
  }
  if (engine->chip() == nullptr) return result;
  if (is_right) result.fault = board_fault(*engine->chip(), test.poses.back(), last_cycles);
  result.eq5_ratio = eq5 == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(eq5);
  return result;
}

}  // namespace collisionchip
