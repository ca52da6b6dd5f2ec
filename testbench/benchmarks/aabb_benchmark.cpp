// AABB trees in their formats (docs/aabb.md): times of queries against each other, bytes, and what planes
// that have to be shared cost.
//
//   build/benchmark/testbench/benchmarks/aabb_benchmark [--six-axes] [--list] [TRIANGLES]...
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include "collisionchip/reference/aabb/aabb_object.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"

namespace collisionchip {
namespace {

constexpr std::array<AabbLayout, 5> kLayouts = {AabbLayout::aabb32, AabbLayout::aabb21,
                                                AabbLayout::aabb32_leafless, AabbLayout::aabb21_leafless,
                                                AabbLayout::aabb21_pairs};
// For each object and pose, of all formats together.
constexpr double kLeastSeconds = 0.02;
constexpr std::size_t kLeastRounds = 5;

struct Arguments {
  SatAxes axes = SatAxes::fifteen;
  bool list = false;
  std::vector<std::uint32_t> counts;
};

double processor_seconds() {
  std::timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Pose> benchmark_poses() {
  std::vector<Pose> poses;
  for (const double distance : approach_distances(0.4, 2.2, 6)) {
    for (const Pose& pose : tumbling_turn(distance, 4)) poses.push_back(pose);
  }
  return poses;
}

// ---- times

using Seconds = std::array<double, kLayouts.size()>;

// Seconds a query, over all poses: of each the fastest of several rounds, formats in turns, so that what else
// the computer does meets all of them alike.
Seconds time_formats(const std::vector<AabbObject>& objects, const std::vector<Pose>& poses,
                     const Arguments& arguments) {
  Seconds sum{};
  const auto traversal = arguments.list ? aabb_list_traversal : figure3_traversal;
  for (const Pose& pose : poses) {
    Seconds fastest;
    fastest.fill(HUGE_VAL);
    std::array<std::size_t, kLayouts.size()> found{};
    const double start = processor_seconds();
    for (std::size_t round = 0; round < kLeastRounds || processor_seconds() - start < kLeastSeconds;
         ++round) {
      for (std::size_t turn = 0; turn < kLayouts.size(); ++turn) {
        const std::size_t i = (turn + round) % kLayouts.size();
        const double before = processor_seconds();
        found[i] = traversal(objects[i], objects[i], pose, {}, arguments.axes).pairs.size();
        fastest[i] = std::min(fastest[i], processor_seconds() - before);
      }
    }
    for (std::size_t i = 0; i < kLayouts.size(); ++i) {
      if (found[i] != found[0]) throw std::runtime_error("formats find different pairs");
      sum[i] += fastest[i] / static_cast<double>(poses.size());
    }
  }
  return sum;
}

void print_times(const Arguments& arguments) {
  fmt::print(
      "| object | triangles | T0 µs a query | T1 / T0 | T2 / T0 | T3 / T0 | T1 / T3 | T2 / T3 | pairs / T3 "
      "|\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  const std::vector<Pose> poses = benchmark_poses();
  for (const std::uint32_t count : arguments.counts) {
    std::array<double, 6> logarithms{};
    for (const ProceduralKind& kind : procedural_kinds()) {
      const Mesh mesh = scaled_to_unit_cube(make_procedural_mesh(kind.name, count));
      const AabbTree tree = AabbTree::build(mesh);
      std::vector<AabbObject> objects;
      for (const AabbLayout layout : kLayouts) objects.emplace_back(mesh, tree, layout);
      const Seconds t = time_formats(objects, poses, arguments);
      const std::array<double, 6> ratios = {t[1] / t[0], t[2] / t[0], t[3] / t[0],
                                            t[1] / t[3], t[2] / t[3], t[4] / t[3]};
      fmt::print("| {} | {} | {:.1f} |", kind.name, count, 1e6 * t[0]);
      for (std::size_t i = 0; i < ratios.size(); ++i) {
        fmt::print(" {:.2f} |", ratios[i]);
        logarithms[i] += std::log(ratios[i]) / static_cast<double>(procedural_kinds().size());
      }
      fmt::print("\n");
    }
    fmt::print("| geometric mean | {} | |", count);
    for (const double logarithm : logarithms) fmt::print(" {:.2f} |", std::exp(logarithm));
    fmt::print("\n");
  }
}

// ---- bytes and growth

// How many inner nodes other than the root are larger than they need be, and by how much of all surfaces.
struct Growth {
  double nodes = 0, surface = 0;
};

Growth growth_of(const AabbTree& tree, PlaneChoice choice, bool in_pairs = false) {
  std::vector<Aabb> boxes(tree.nodes().size());
  boxes[0] = tree.root();
  double grown = 0, before = 0, after = 0;
  for (std::size_t n = 0; n < boxes.size(); ++n) {
    const AabbNode& node = tree.nodes()[n];
    grown += boxes[n] == node.box ? 0 : 1;
    before += node.box.half_surface();
    after += boxes[n].half_surface();
    const PlaneFlags planes =
        choose_planes(boxes[n], tree.child_box(node, 0), tree.child_box(node, 1), node.leaves,
                      in_pairs && node.leaves == 0 ? PlaneChoice::unlimited : choice);
    if (!node.is_leaf(0)) boxes[node.child[0]] = planes.left;
    if (!node.is_leaf(1)) boxes[node.child[1]] = planes.right;
  }
  return {grown / static_cast<double>(boxes.size() - 1), after / before - 1};
}

void print_bytes(const Arguments& arguments) {
  fmt::print("\n| triangles | format | inner nodes | leaves | vertices | indices | M |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
  constexpr std::array<const char*, 4> kNames = {"aabb32", "aabb21", "aabb32-leafless", "aabb21-leafless"};
  for (const std::uint32_t count : arguments.counts) {
    for (std::size_t i = 0; i < 4; ++i) {
      const AabbStorage s = aabb_storage(kLayouts[i], count);
      fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", count, kNames[i], s.inner, s.leaves, s.vertices,
                 s.indices, s.total());
    }
  }
  fmt::print(
      "\n| object | triangles | any: grown | surface | per_axis: grown | surface | pairs: grown | surface "
      "|\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const std::uint32_t count : arguments.counts) {
    for (const ProceduralKind& kind : procedural_kinds()) {
      const AabbTree tree = AabbTree::build(make_procedural_mesh(kind.name, count));
      fmt::print("| {} | {} |", kind.name, count);
      for (const Growth& growth : {growth_of(tree, PlaneChoice::any), growth_of(tree, PlaneChoice::per_axis),
                                   growth_of(tree, PlaneChoice::any, true)})
        fmt::print(" {:.1f} % | +{:.1f} % |", 100 * growth.nodes, 100 * growth.surface);
      fmt::print("\n");
    }
  }
}

Arguments arguments_of(const std::vector<std::string>& words) {
  Arguments arguments;
  for (const std::string& word : words) {
    if (word == "--six-axes") {
      arguments.axes = SatAxes::six;
    } else if (word == "--list") {
      arguments.list = true;
    } else {
      const unsigned long count = std::stoul(word);
      if (count < 3) throw std::runtime_error(word + ": expected at least 3 triangles");
      arguments.counts.push_back(static_cast<std::uint32_t>(count));
    }
  }
  if (arguments.counts.empty()) arguments.counts = {1000, 10000, 100000};
  return arguments;
}

}  // namespace
}  // namespace collisionchip

int main(int count, char** words) {
  using namespace collisionchip;
  try {
    const Arguments arguments = arguments_of(std::vector<std::string>(words + 1, words + count));
    print_times(arguments);
    print_bytes(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
  return 0;
}
