#include "collisionchip/testbench/judge/verify.h"

#include <fmt/format.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/judge/random_numbers.h"
#include "collisionchip/testbench/judge/scoreboard.h"

namespace collisionchip {

namespace {

std::string check_traversals(const VerifyCase& test, const Pose& pose, const QueryOptions& options,
                             const QueryResult& reference) {
  if (simultaneous_traversal(test.a, test.b, pose, options).pairs != reference.pairs)
    return "simultaneous traversal differs";
  if (single_list_traversal(test.a, test.b, pose, options).pairs != reference.pairs)
    return "single list traversal differs";
  return "";
}

}  // namespace

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

std::vector<VerifyCase> generated_cases(int k, std::uint64_t seed) {
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
  TreeOptions tree;
  tree.k = k;
  RandomNumbers random(seed);
  std::vector<VerifyCase> cases;
  for (const Recipe& recipe : recipes) {
    cases.push_back({fmt::format("{} {} x {} {}", recipe.a, recipe.triangles_a, recipe.b, recipe.triangles_b),
                     CollisionObject::build(make_procedural_mesh(recipe.a, recipe.triangles_a, seed), tree),
                     CollisionObject::build(make_procedural_mesh(recipe.b, recipe.triangles_b, seed), tree),
                     random_poses(random, 8, recipe.reach)});
  }
  return cases;
}

VerifyResult verify_case(const VerifyCase& test, const ChipConfig& config, const std::string& chip) {
  VerifyResult result;
  result.case_name = test.name;
  result.chip = chip;
  const QueryOptions options = query_options(config);

  Simulation simulation(config);
  simulation.driver().upload(test.a, test.b);
  Scoreboard scoreboard;
  Cycle cycles = 0, eq5 = 0, last_cycles = 0;
  for (std::size_t pose = 0; pose < test.poses.size() && result.first_difference.empty(); ++pose) {
    const QueryResult reference = list_traversal(test.a, test.b, test.poses[pose], options);
    const ChipAnswer answer = simulation.query(test.poses[pose]);
    result.first_difference = check_traversals(test, test.poses[pose], options, reference);
    if (!scoreboard.check_chip(pose, answer, reference, options))
      result.first_difference = scoreboard.first_difference();
    cycles += answer.cycles;
    eq5 += answer.eq5_cycles;
    last_cycles = answer.cycles;
  }
  const auto violations = simulation.board().violations();
  if (result.first_difference.empty() && !violations.empty()) result.first_difference = violations.front();
  // The same query again: a reset board must equal itself in its first use, cycle by cycle.
  if (result.first_difference.empty() && simulation.query(test.poses.back()).cycles != last_cycles) {
    result.first_difference = "the same query takes other cycles the second time";
  }
  result.queries = scoreboard.verdict().queries;
  result.pairs = scoreboard.verdict().pairs;
  result.eq5_ratio = eq5 == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(eq5);
  return result;
}

}  // namespace collisionchip
