// What 2^m tumbled nodes at a time cost in software (§3.1, footnote 1; docs/reference.md):
//
//   build/benchmark/testbench/benchmarks/group_counts [OBJECT]...
#include <fmt/format.h>

#include "collisionchip/testbench/benchmarks/scene_table.h"

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {
namespace {

constexpr GroupShape kShapes[] = {{1, 1}, {2, 1}, {2, 2}, {3, 1}, {3, 3}};

void print(const std::string& name) {
  const Scene scene = make_scene(name);
  const CollisionObject object = CollisionObject::build(scene.mesh);
  const auto poses = static_cast<double>(scene.poses.size());
  for (const GroupShape& shape : kShapes) {
    TraversalCounters sum;
    for (const Pose& pose : scene.poses) {
      const QueryResult result = group_traversal(object, object, pose, {}, shape);
      if (result.pairs != list_traversal(object, object, pose).pairs)
        throw std::runtime_error(name + ": groups find other pairs");
      sum.lists += result.counters.lists;
      sum.aligned_pairs += result.counters.aligned_pairs;
      sum.transforms += result.counters.transforms;
      sum.aligned_visits += result.counters.aligned_visits;
      sum.overlap_tests += result.counters.overlap_tests;
      sum.triangle_tests += result.counters.triangle_tests;
    }
    fmt::print("| {} | {} | {} |", name, 1 << shape.tumbled_levels, 1 << shape.aligned_levels);
    for (const std::uint64_t counter : {sum.lists, sum.aligned_pairs, sum.transforms, sum.aligned_visits,
                                        sum.overlap_tests, sum.triangle_tests})
      fmt::print(" {:.0f} |", static_cast<double>(counter) / poses);
    fmt::print("\n");
  }
}

}  // namespace
}  // namespace collisionchip

int main(int count, char** words) {
  return collisionchip::print_scene_table(
      count, words, &collisionchip::print,
      "| object | tumbled nodes | aligned nodes | lists | list entries | transforms | aligned nodes read "
      "| overlap tests | triangle tests |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
}
