// What triangle tests get wrong over the families of contacts, against the exact predicate (docs/reference.md):
//
//   build/benchmark/testbench/benchmarks/predicate_errors [PAIRS OF EACH FAMILY]
#include <cstdlib>

#include <fmt/format.h>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/operations/operation_study.h"
#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

void print(int of_each) {
  fmt::print("| family | pairs | meet | test | missed | invented |\n| --- | --- | --- | --- | --- | --- |\n");
  for (const auto& family : testing_support::families()) {
    testing_support::Random random(2011);
    std::vector<PosedTriangles> pairs;
    int meeting = 0;
    for (int i = 0; i < of_each; ++i) {
      const testing_support::Case c = family.make(random);
      pairs.push_back({c.a, c.b, c.pose});
      meeting += triangles_intersect_exactly(c.a, c.b, c.pose) ? 1 : 0;
    }
    for (const OperationRow& row : count_operations(pairs)) {
      if (row.transforms != TransformsCounted::all) continue;
      fmt::print("| {} | {} | {} | {} | {} | {} |\n", family.name, row.pairs, meeting, row.test, row.missed,
                 row.other_verdicts - row.missed);
    }
  }
}

}  // namespace
}  // namespace collisionchip

int main(int count, char** words) {
  collisionchip::print(count > 1 ? std::atoi(words[1]) : 10000);
}
