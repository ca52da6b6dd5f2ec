#include "collisionchip/testbench/machines/tree_host.h"

#include <cstring>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip::tree_host {

std::uint64_t image_bytes_of(const ChipConfig& config, std::uint64_t triangles) {
  return image_bytes(nodes_of(config), triangles);
}

std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object) {
  return image_bytes(nodes_of(config), object);
}

std::uint32_t write_object(const ChipConfig& config, const CollisionObject& object, unsigned char* bytes,
                           std::uint64_t base) {
  const MemoryImage image = make_memory_image(nodes_of(config), object, static_cast<std::uint32_t>(base));
  std::memcpy(bytes + base, image.words.data(), image.bytes());
  return image.root_pair | image.root_mask;
}

QueryResult reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                      const Pose& pose, const QueryOptions& options) {
  QueryResult result = list_traversal(a, b, pose, options);
  // An entry of any list is a pair of the stack.
  if (derived_of(config).pairs.stacked) result.counters.lists = result.counters.aligned_pairs;
  return result;
}

WorkCounts read(const Board& board, const Statistics&) {
  const PairEngine::Statistics& stack = board.chip().stack_engine().statistics();
  WorkCounts counts;
  counts.lists = stack.lists;
  counts.aligned_pairs = stack.aligned_pairs;
  counts.triangle_tests = stack.triangle_tests;
  counts.eq5_cycles = stack.eq5_cycles();
  counts.in_any_order = derived_of(board.config()).pairs.stacked;
  counts.uncertain_causes = board.chip().triangle_unit().statistics().uncertain_causes;
  return counts;
}

}  // namespace collisionchip::tree_host
