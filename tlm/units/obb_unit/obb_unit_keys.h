#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

// In the DOP Unit's place where nodes hold oriented boxes.
struct ObbUnitKeys {
  std::uint32_t quaternion_cycles = 4;
  std::uint32_t sqrt_cycles = 16;
  std::uint32_t dotadds = 6;
  std::uint32_t dotadd_stages = 6;
  std::uint32_t axes_per_cycle = 3;
  std::uint32_t register_sets = 2;
  std::uint32_t flag_latency = 1;
  std::uint32_t branch_cache_lines = 0;
  std::uint32_t branch_cache_latency = 2;
  bool keep_across_queries = true;

  static constexpr const char* kSection = "obb_unit";
  static constexpr Eq5Gap kGap = Eq5Gap::other_volumes;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = ObbUnitKeys;
    key(&K::quaternion_cycles, integer("quaternion_cycles", "cycles", {1, 64}, "ours",
                                       "stages of the decoder from a quaternion to a rotation")
                                   .added_with(4));
    key(&K::sqrt_cycles, integer("sqrt_cycles", "cycles", {1, 64}, "ours",
                                 "earlier stages of the decoder, for the quaternion's fourth number")
                             .added_with(16));
    key(&K::dotadds, one_of("dotadds", "units", {1, 2, 3, 4, 6, 12}, "ours",
                            "DOTADDs that place a tumbled box; a box has twelve rows")
                         .added_with(6));
    key(&K::dotadd_stages,
        integer("dotadd_stages", "cycles", {1, 32}, "ours", "pipeline stages of a DOTADD").added_with(6));
    key(&K::axes_per_cycle,
        one_of("axes_per_cycle", "axes", {1, 3, 5, 15}, "ours",
               "axes tested per cycle; two boxes have fifteen axes that can separate them")
            .added_with(3));
    key(&K::register_sets,
        integer("register_sets", "sets", {1, 8}, "ours", "tumbled pairs held in the aligned frame")
            .added_with(2));
    key(&K::flag_latency,
        integer("flag_latency", "cycles", {1, 64}, "ours", "from the last axis to the flags leaving the unit")
            .added_with(1));
    key(&K::branch_cache_lines,
        one_of("branch_cache_lines", "lines", {0, 16, 64, 128, 256, 512, 1024, 2048, 4096}, "ours",
               "decoded sibling pairs in the branch cache, 128 bytes each; 0: no cache")
            .added_with(0));
    key(&K::branch_cache_latency, integer("branch_cache_latency", "cycles", {1, 16}, "ours",
                                          "from the turn of a cached pair to its data")
                                      .added_with(2));
    key(&K::keep_across_queries,
        boolean(
            "keep_across_queries", "ours",
            "the branch cache keeps pairs for the next query; false: each query begins with an empty cache")
            .added_with(1));
  }
};

}  // namespace collisionchip
