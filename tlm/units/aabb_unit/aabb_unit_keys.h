#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

// In the DOP Unit's place where nodes hold axis-aligned boxes.
struct AabbUnitKeys {
  std::uint32_t decode_cycles = 2;
  std::uint32_t dotadds = 5;
  std::uint32_t dotadd_stages = 6;
  std::uint32_t axes_per_cycle = 3;
  std::uint32_t register_sets = 2;
  std::uint32_t flag_latency = 1;
  AabbParentKey parent = AabbParentKey::context;

  static constexpr const char* kSection = "aabb_unit";
  static constexpr Eq5Gap kGap = Eq5Gap::other_volumes;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = AabbUnitKeys;
    key(&K::decode_cycles, integer("decode_cycles", "cycles", {0, 64}, "ours",
                                   "stages of the decoder, from planes to centre and half sides")
                               .added_with(2));
    key(&K::dotadds, one_of("dotadds", "units", {1, 3, 5, 15}, "ours",
                            "DOTADDs that place a tumbled box; a box has fifteen rows")
                         .added_with(5));
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
    key(&K::parent, word("parent", {"context", "refetch", "simultaneous"}, "ours",
                         "source of the parent's box, which decoding needs: the pair's list entry; the pairs "
                         "above, read again; or the pair's stack entry, where both trees are walked at once")
                        .added_with(0));
  }
};

}  // namespace collisionchip
