// What DOP trees of other rules, builders and shapes take (docs/tree_builders.md, docs/dop_formats.md):
//
//   build/benchmark/testbench/benchmarks/tree_builders [OBJECT]...
#include <algorithm>
#include <cmath>
#include <ctime>

#include <fmt/format.h>

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/testbench/benchmarks/scenes.h"

namespace collisionchip {
namespace {

constexpr std::size_t kEvery = 25;  // pose of a scene
constexpr int kRounds = 3;          // the fastest counts

struct Row {
  std::string name;
  TreeOptions options;
  std::string traversal = "list";
};

double seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TreeOptions rule(const std::string& axis, const std::string& point,
                 const std::string& objective = "sum_volume") {
  TreeOptions options;
  options.split_rule = "axis_point";
  options.axis = axis;
  options.point = point;
  options.objective = objective;
  return options;
}

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  for (const int k : {6, 8, 12, 14, 18, 24, 26}) {
    for (const std::string& builder : dop_builder_names()) {
      TreeOptions options;
      options.k = k;
      options.builder = builder;
      rows.push_back({fmt::format("k {}, {}{}", k, builder, builder == "top_down" ? ", dop" : ""), options});
    }
  }
  for (const std::string& axis : tree_axis_names()) {
    for (const std::string& point : tree_point_names())
      rows.push_back({axis + ", " + point, rule(axis, point)});
  }
  for (const std::string& objective : tree_objective_names())
    rows.push_back({"normals, mean, " + objective, rule("normals", "mean", objective)});
  for (const int degree : {2, 4, 8}) {
    for (const int leaf_size : {1, 4, 16}) {
      TreeOptions options;
      options.degree = degree;
      options.leaf_size = leaf_size;
      rows.push_back({fmt::format("degree {}, leaves of {}", degree, leaf_size), options, "quickcd"});
    }
  }
  return rows;
}

void print(const std::string& name) {
  const Scene scene = make_scene(name);
  const TreeFormat& format = tree_format("dop128");
  for (const Row& row : all_rows()) {
    const double start = seconds();
    const auto tree = format.build(scene.mesh, row.options);
    const double built = seconds() - start;
    std::uint64_t visits = 0, tests = 0, triangle_tests = 0, poses = 0, pairs = 0;
    double time = 0;
    for (std::size_t i = 0; i < scene.poses.size(); i += kEvery, ++poses) {
      double fastest = HUGE_VAL;
      QueryResult result;
      for (int round = 0; round < kRounds; ++round) {
        const double begin = seconds();
        result = format.query(*tree, *tree, scene.poses[i], {}, row.traversal);
        fastest = std::min(fastest, seconds() - begin);
      }
      time += fastest;
      visits += result.counters.tumbled_visits + result.counters.aligned_visits;
      tests += result.counters.overlap_tests;
      triangle_tests += result.counters.triangle_tests;
      pairs += result.pairs.size();
    }
    fmt::print("| {} | {} | {} | {} | {} | {:.2f} | {} | {} | {} | {} | {:.0f} |\n", name, row.name,
               row.traversal, tree->nodes(), tree->depth(), built, visits / poses, tests / poses,
               triangle_tests / poses, pairs / poses, 1e6 * time / static_cast<double>(poses));
  }
}

}  // namespace
}  // namespace collisionchip

int main(int count, char** words) {
  using namespace collisionchip;
  const std::vector<std::string> names =
      count > 1 ? std::vector<std::string>(words + 1, words + count) : scene_names();
  try {
    fmt::print(
        "| object | tree | traversal | nodes | depth | build s | visits | tests | triangle tests | pairs | "
        "µs |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const std::string& name : names) print(name);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
  return 0;
}
