#include "collisionchip/testbench/without_tree/made_objects.h"

#include <cstring>

#include <fmt/format.h>

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/opencl/opencl_tree_maker.h"

namespace collisionchip {

namespace {

bool same_nodes(const std::vector<DopNode>& p, const std::vector<DopNode>& q) {
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(DopNode)) == 0;
}

}  // namespace

MadeObjects make_objects(const std::vector<const Mesh*>& meshes, const MakerOptions& options,
                         const std::string& device, bool check) {
  MadeObjects all;
  all.options = options;
  all.checked = check && device != "cpu";
  const auto mirror = make_tree_maker_mirror();
  const auto maker = device == "cpu" ? make_tree_maker_mirror() : make_opencl_tree_maker(device);
  maker->make(make_procedural_mesh("box", 12), options);  // kernels are compiled at their first run
  for (const Mesh* mesh : meshes) {
    MadeTree made;
    {
      const PhaseClock clock(all.seconds);
      const ProcessorClock processors(all.processor_seconds);
      made = maker->make(*mesh, options);
    }
    all.rounds += made.rounds;
    all.splits += made.splits;
    all.host_splits += made.host_splits;
    if (all.checked) {
      MadeTree expected;
      {
        const ProcessorClock clock(all.mirror_seconds);
        expected = mirror->make(*mesh, options);
      }
      all.unlike_mirror += same_nodes(made.nodes, expected.nodes) ? 0 : 1;
    }
    all.objects.push_back(std::make_shared<const CollisionObject>(
        CollisionObject::of(DopTree(options.k, std::move(made.nodes), mesh->triangle_count()), *mesh)));
  }
  return all;
}

std::string made_objects_text(const MadeObjects& made) {
  const bool top_down = made.options.kind == MakerKind::top_down;
  std::string text = fmt::format(
      "  trees      {}{}, {} built in {}, {} of processors",
      kMakerKindNames[static_cast<std::size_t>(made.options.kind)],
      top_down ? fmt::format(" ({}, {})", made.options.axis, made.options.point) : "", made.objects.size(),
      time_text(1e9 * made.seconds), time_text(1e9 * made.processor_seconds));
  if (!made.checked) return text + "\n";
  text += fmt::format("; on one core {}\n", time_text(1e9 * made.mirror_seconds));
  text += top_down ? fmt::format("  splits     {} in {} levels, {} of them by the host\n", made.splits,
                                 made.rounds, made.host_splits)
                   : fmt::format("  joined     in {} rounds\n", made.rounds);
  return text + fmt::format("PARITY: opencl = mirror: {} trees, {} differences\n", made.objects.size(),
                            made.unlike_mirror);
}

}  // namespace collisionchip
