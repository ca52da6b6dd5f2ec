// The host of every pair of triangles, tile by tile.
#include <fmt/format.h>

#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/machines/matrix_words.h"
#include "collisionchip/testbench/machines/shares.h"
#include "collisionchip/testbench/machines/tree_host.h"

namespace collisionchip {

namespace tiles_host_row {
namespace {

MatrixRegisters make_registers(const ChipConfig&, const PlacedObject& a, const PlacedObject& b,
                               const Pose& pose, TumbledSide side) {
  const bool a_tumbled = side == TumbledSide::a;
  const auto tumbled = static_cast<std::uint32_t>((a_tumbled ? a : b).object->triangles.size());
  const auto aligned = static_cast<std::uint32_t>((a_tumbled ? b : a).object->triangles.size());
  return {{tumbled, aligned}, frame_words(make_frame_matrices(pose, side))};
}

WorkCounts read(const Board& board, const Statistics& statistics) {
  WorkCounts counts;
  counts.triangle_tests = statistics.number("pair_sequencer.pairs");
  counts.uncertain_causes = board.chip().triangle_unit().statistics().uncertain_causes;
  return counts;
}

std::string work_text(const Statistics& s, const ChipConfig& config) {
  return fmt::format("  tiles      {}, of up to {} triangles for {} Triangle Units\n",
                     s.number("pair_sequencer.tiles"), config.engine.tile, config.triangle_unit.lanes);
}

std::string account_text(const Statistics& s, const ChipConfig& config) {
  const std::uint64_t rounds = s.number("triangle_unit.rounds");
  return tree_host::tests_text(s) +
         fmt::format("  {:<20}{} triangles in {} tiles; {:.2f} of {} lanes used in {} rounds\n", "tiles",
                     s.number("triangle_unit.tile_loads"), s.number("pair_sequencer.tiles"),
                     shares::mean(s.number("triangle_unit.tests"), rounds), config.triangle_unit.lanes,
                     rounds);
}

}  // namespace
}  // namespace tiles_host_row

HostKind tiles_host() {
  using namespace tiles_host_row;
  HostKind host;
  host.machine = "tiles";
  host.least_bytes = tree_host::image_bytes_of;
  host.object_bytes = tree_host::object_bytes;
  host.write_object = tree_host::write_object;
  host.registers = make_registers;
  host.reference = [](const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                      const Pose& pose, const QueryOptions& options) {
    return tile_traversal(a, b, pose, options, config.engine.tile);
  };
  host.read = read;
  host.reference_keys = {"engine.tile", "triangle_unit.filter"};
  host.walks = WalksThrough::tiles;
  host.has_boxes = false;
  host.work_text = work_text;
  host.account_text = account_text;
  host.not_estimated = "engine.kind = brute_force: the recurrence knows lists alone";
  return host;
}

}  // namespace collisionchip
