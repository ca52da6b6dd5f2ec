#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct DopUnitKeys {
  std::uint32_t dotadds = 2;
  std::uint32_t dotadd_stages = 6;
  std::uint32_t floats_per_cycle = 1;
  std::uint32_t start_floats = 24;
  std::uint32_t register_sets = 2;
  std::uint32_t compare_floats = 8;
  std::uint32_t comparator_groups = 1;
  ERegister e_register = ERegister::stream;
  std::uint32_t flag_latency = 1;

  static constexpr const char* kSection = "dop_unit";
  static constexpr Eq5Gap kGap = Eq5Gap::dop_unit;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = DopUnitKeys;
    key(&K::dotadds, integer("dotadds", "units", {1, 52, IntegerRule::one_or_even}, "§4.1, §5.2",
                             "1: the siblings one after the other; 2n: n rows per cycle for each sibling")
                         .only("dop_unit"));
    key(&K::dotadd_stages, integer("dotadd_stages", "cycles", {1, 32}, "§5.2", "pipeline stages of a DOTADD")
                               .parameter("dop_unit", "DOTADD_STAGES"));
    key(&K::floats_per_cycle, integer("floats_per_cycle", "floats", {1, 26}, "§5.2",
                                      "coefficients written per cycle into each d register set")
                                  .only("dop_unit"));
    key(&K::start_floats, integer("start_floats", "floats", {1, 26}, "§4.1, §5.2",
                                  "coefficients loaded before the first row may issue, at most k")
                              .parameter("dop_unit", "START_FLOATS"));
    key(&K::register_sets,
        integer("register_sets", "sets", {1, 8}, "§4.1", "sets of d registers, and of d' memory")
            .only("dop_unit")
            .about(Eq5Gap::input_registers));
    key(&K::compare_floats, integer("compare_floats", "floats", {1, 26}, "§4.1",
                                    "coefficients of an aligned DOP compared per cycle")
                                .only("dop_unit"));
    key(&K::comparator_groups,
        integer("comparator_groups", "groups", {1, 2}, "ours",
                "1: the members of an aligned pair are compared in turn; 2: side by side")
            .parameter("dop_unit", "COMPARATOR_GROUPS")
            .added_with(1));
    key(&K::e_register, word("e_register", {"node", "stream"}, "§5.2",
                             "an aligned node waits in its own register, or streams through")
                            .only("dop_unit"));
    key(&K::flag_latency, integer("flag_latency", "cycles", {1, 64}, "ours",
                                  "from the last comparison to the flags leaving the unit")
                              .parameter("dop_unit", "FLAG_LATENCY")
                              .about(Eq5Gap::flags));
  }
};

}  // namespace collisionchip
