#pragma once

#include <cstdint>

#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct TriangleUnitKeys {
  bool ideal = false;
  std::uint32_t vertices_per_cycle = 1;
  std::uint32_t dotadd_stages = 6;
  std::uint32_t itu_stages = 4;
  bool filter = true;
  std::uint32_t filter_stages = 4;
  std::uint32_t cache_lines = 128;
  std::uint32_t cache_ways = 1;
  std::uint32_t queue_depth = 4;
  std::uint32_t lanes = 1;

  // The pipeline takes vertices, two rows of DOTADDs, two cycles to the first edge (§4.3), and the stages of the ITU.
  Cycle issue_cycles() const { return (3 + vertices_per_cycle - 1) / vertices_per_cycle; }
  Cycle pipeline_depth() const {
    return issue_cycles() + 2 * dotadd_stages + 2 + itu_stages + (filter ? filter_stages : 0);
  }

  static constexpr const char* kSection = "triangle_unit";
  static constexpr Eq5Gap kGap = Eq5Gap::triangles;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = TriangleUnitKeys;
    key(&K::ideal, boolean("ideal", "§5.2",
                           "the same answers, but no time and no memory traffic; Eq. 5 leaves the unit out")
                       .only("triangle_unit"));
    key(&K::vertices_per_cycle,
        integer("vertices_per_cycle", "vertices", {1, 3}, "§4.3", "vertices per cycle, of each triangle")
            .only("triangle_unit"));
    key(&K::dotadd_stages,
        integer("dotadd_stages", "cycles", {1, 32}, "ours", "pipeline stages of each of the two DOTADD rows")
            .parameter("triangle_unit", "DOTADD_STAGES"));
    key(&K::itu_stages,
        integer("itu_stages", "cycles", {1, 32}, "ours", "pipeline stages of an Intersection Test Unit")
            .parameter("triangle_unit", "ITU_STAGES"));
    key(&K::filter, boolean("filter", "ours",
                            "a running error bound gives hit, miss or uncertain; false: the paper's unit "
                            "gives hit or miss in float32")
                        .parameter("triangle_unit", "FILTER"));
    key(&K::filter_stages, integer("filter_stages", "cycles", {0, 32}, "ours",
                                   "pipeline stages that the filter adds when it is on")
                               .parameter("triangle_unit", "FILTER_STAGES"));
    key(&K::cache_lines,
        integer("cache_lines", "lines", {1, 65536}, "§4.3", "triangles in the cache of the aligned side")
            .parameter("triangle_unit", "CACHE_LINES"));
    key(&K::cache_ways, integer("cache_ways", "ways", {1, 16}, "§4.3", "associativity; 1: direct mapped")
                            .only("triangle_unit"));
    key(&K::queue_depth,
        integer(
            "queue_depth", "entries", {1, 64}, "ours",
            "waiting leaf tests, each with up to four triangle pairs; without a tree: requested records"));
    key(&K::lanes,
        integer("lanes", "units", {1, 64}, "ours", "Triangle Units side by side, each with its own pair")
            .only("triangle_unit")
            .added_with(1));
  }
};

}  // namespace collisionchip
