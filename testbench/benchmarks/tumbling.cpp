// How tight the ways to tumble a DOP are, level by level, and how far hill climbing goes (docs/tree.md):
//
//   build/benchmark/testbench/benchmarks/tumbling [MESH FILE]...
#include <cmath>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/reference/tumbling/tumbled_tree.h"

namespace collisionchip {
namespace {

constexpr int kAll = 1 << 30;
constexpr int kPoses = 24;
constexpr int kSteps = 32;  // of a turn

RigidMap turned(double turn, const Vec3d& axis) {
  const double s = std::sin(turn / 2), length = std::sqrt(dot(axis, axis));
  return RigidMap::of(pose_from_quaternion({0, 0, 0, std::cos(turn / 2), s * axis.x / length,
                                            s * axis.y / length, s * axis.z / length}),
                      TumbledSide::b);
}

double width(const DopDirections& directions, const PartnerDop& dop) {
  double sum = 0;
  for (int i = 0; i < directions.half(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    sum += (double{dop[at]} - double{dop[at + static_cast<std::size_t>(directions.half())]}) *
           directions.inverse_length(i);
  }
  return sum;
}

// Sums of slab widths by level, of all nodes at random turns.
std::vector<double> widths(const Mesh& mesh, const DopTree& dops, Tumbling way) {
  TumbledTree tree(mesh, dops, way, kAll);
  std::vector<double> sums(static_cast<std::size_t>(tree.corners().levels()), 0.0);
  SplitMix64 random(1);
  PartnerDop dop;
  for (int pose = 0; pose < kPoses; ++pose) {
    const Vec3d axis = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    tree.begin_query(turned(random.uniform(0, 6.28), axis));
    for (std::uint32_t node = 0; node < dops.nodes().size(); ++node) {
      tree.tumble(node, dop);
      sums[static_cast<std::size_t>(tree.corners().level(node))] += width(dop_directions(dops.k()), dop);
    }
  }
  return sums;
}

void show_tightness(const Mesh& mesh, const std::vector<int>& ks) {
  fmt::print("\n{} ({} triangles): slab widths, of those of recompute\n", mesh.name, mesh.triangle_count());
  fmt::print("{:>4}{:>7}{:>12}{:>12}{:>12}\n", "k", "level", "hull", "polytope", "rows");
  for (const int k : ks) {
    TreeOptions options;
    options.k = k;
    const CollisionObject object = CollisionObject::build(mesh, options);
    const auto of = [&](Tumbling way) { return widths(mesh, object.tree, way); };
    const auto recompute = of(Tumbling::recompute), hull = of(Tumbling::hull),
               polytope = of(Tumbling::polytope), rows = of(Tumbling::rows);
    for (std::size_t level = 0; level < recompute.size(); ++level)
      fmt::print("{:>4}{:>7}{:>12.6f}{:>12.4f}{:>12.4f}\n", k, level, hull[level] / recompute[level],
                 polytope[level] / recompute[level], rows[level] / recompute[level]);
  }
}

void show_steps(const Mesh& mesh) {
  const CollisionObject object = CollisionObject::build(mesh);
  fmt::print("\n{}: climbs between two poses of a turn about (1, 2, 3), k 24\n{:>9}{:>9}{:>13}{:>13}\n",
             mesh.name, "degrees", "hulls", "steps/climb", "looks/climb");
  for (const double degrees : {0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 90.0}) {
    TumbledTree tree(mesh, object.tree, Tumbling::hull, kAll);
    TumblingCounters before;
    PartnerDop dop;
    for (int step = 0; step <= kSteps; ++step) {
      if (step == 1) before = tree.counters();
      tree.begin_query(turned(step * degrees * 3.14159265358979 / 180, {1, 2, 3}));
      for (std::uint32_t node = 0; node < object.tree.nodes().size(); ++node) tree.tumble(node, dop);
    }
    const TumblingCounters after = tree.counters();
    const auto climbs = static_cast<double>(after.climbs - before.climbs);
    fmt::print("{:>9}{:>9}{:>13.3f}{:>13.2f}\n", degrees, tree.hulls(),
               static_cast<double>(after.steps - before.steps) / climbs,
               static_cast<double>(after.looks - before.looks) / climbs);
  }
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  std::vector<Mesh> meshes;
  for (int i = 1; i < argc; ++i) meshes.push_back(read_mesh(argv[i]));
  if (meshes.empty()) meshes = {make_procedural_mesh("gear", 2000), make_procedural_mesh("bolt", 2000)};
  for (const Mesh& mesh : meshes) {
    show_tightness(mesh, {6, 24});
    show_steps(mesh);
  }
  return 0;
}
