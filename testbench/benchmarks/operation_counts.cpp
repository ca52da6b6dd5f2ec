// What triangle tests cost in operations, over the pairs of leaves that real queries test (docs/reference.md):
//
//   build/benchmark/testbench/benchmarks/operation_counts [OBJECT]...
#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/benchmarks/scene_table.h"
#include "collisionchip/testbench/operations/operation_study.h"

namespace collisionchip {
namespace {

constexpr std::size_t kEvery = 10;  // pose of a scene

const char* name_of(TransformsCounted transforms) {
  return transforms == TransformsCounted::none       ? "none"
         : transforms == TransformsCounted::triangle ? "within one frame"
                                                     : "all";
}

std::string cell(std::uint64_t sum, std::uint64_t most, std::uint64_t pairs) {
  return fmt::format("{:.1f} ({})", static_cast<double>(sum) / static_cast<double>(pairs), most);
}

void print(const std::string& name) {
  const Scene scene = make_scene(name);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < scene.poses.size(); i += kEvery) poses.push_back(scene.poses[i]);
  for (const OperationRow& row : count_operations(CollisionObject::build(scene.mesh), poses)) {
    const std::uint64_t pairs = row.pairs;
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name, pairs, row.test,
               name_of(row.transforms), cell(row.sum.multiplies, row.most.multiplies, pairs),
               cell(row.sum.adds, row.most.adds, pairs), cell(row.sum.divides, row.most.divides, pairs),
               cell(row.sum.compares, row.most.compares, pairs), row.other_verdicts);
    if (row.other_than_float != 0) throw std::runtime_error(row.test + ": counting changes the answer");
  }
}

}  // namespace
}  // namespace collisionchip

int main(int count, char** words) {
  return collisionchip::print_scene_table(
      count, words, &collisionchip::print,
      "| object | pairs | test | transforms counted | multiplications | additions | divisions | "
      "comparisons | other than exact |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
}
