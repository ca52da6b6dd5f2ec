// The keys of sections that belong to no unit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/reference/traverse/tumbled_rule.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct ChipKeys {
  std::uint32_t clock_period_ps = 3750;

  static constexpr const char* kSection = "chip";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = ChipKeys;
    key(&K::clock_period_ps,
        integer("clock_period_ps", "ps", {100, 1000000}, "§4.5",
                "length of a chip cycle; it turns cycles into seconds and changes no cycle count"));
  }
};

struct DopKeys {
  std::uint32_t k = 24;

  static constexpr const char* kSection = "dop";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = DopKeys;
    key(&K::k,
        one_of("k", "directions", {6, 14, 18, 24, 26}, "§3.2", "directions of a DOP, each with its opposite")
            .only("dop_unit")
            .parameter("pci_interface", "DOP_K"));
  }
};

// How trees are built is no matter of the chip, but of what it is asked to walk: places in the lists of names of
// reference/tree/tree_options.h and split_rule.h.
struct TreeKeys {
  TreeFormatKey format = TreeFormatKey::dop128;
  std::uint32_t builder = 0;
  std::uint32_t rule = 3;
  std::uint32_t axis = 0, point = 0, objective = 0;
  std::uint32_t degree = 2;
  std::uint32_t leaf_size = 1;

  static constexpr const char* kSection = "tree";
  static constexpr Eq5Gap kGap = Eq5Gap::other_volumes;
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = TreeKeys;
    key(&K::format,
        word("format", {"dop128", "obb64", "obb40", "aabb32", "aabb21", "aabb32-leafless", "aabb21-leafless"},
             "ours",
             "volumes of the nodes: DOPs, oriented boxes in 64 or 40 bytes, or axis-aligned boxes in 32 or "
             "21 bytes. With `-leafless` a leaf's triangle is in the place of its box")
            .added_with(0));
    key(&K::builder, word("builder", dop_builder_names(), "§3.3",
                          "how a tree of DOPs is built; trees of other volumes are built top-down")
                         .added_with(0));
    key(&K::rule, word("rule", split_rule_names(), "§3.3",
                       "how `top_down` divides triangles; with other volumes `dop` means their own rule")
                      .added_with(3));
    key(&K::axis, word("axis", tree_axis_names(), "ours", "axis of the rule `axis_point`").added_with(0));
    key(&K::point,
        word("point", tree_point_names(), "ours", "point on this axis where the rule `axis_point` divides")
            .added_with(0));
    key(&K::objective,
        word("objective", tree_objective_names(), "ours", "value by which `normals` chooses its axis")
            .added_with(0));
    key(&K::degree, one_of("degree", "children", {2, 4, 8}, "ours",
                           "children of a node; other values than 2 are for the verb `trees`")
                        .added_with(2));
    key(&K::leaf_size, integer("leaf_size", "triangles", {1, 64}, "ours",
                               "most triangles in a leaf; more than 1 is for the verb `trees`")
                           .added_with(1));
  }
};

struct QueryKeys {
  TumbledRule tumbled_side = TumbledRule::b;

  static constexpr const char* kSection = "query";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = QueryKeys;
    key(&K::tumbled_side, word("tumbled_side", {"a", "b", "smaller"}, "ours",
                               "object whose DOPs are transformed. `smaller`: the object whose root is "
                               "narrower along its widest axis; B if both are equal"));
  }
};

struct EngineKeys {
  EngineKindKey kind = EngineKindKey::tree;
  std::uint32_t tile = 64;
  std::uint32_t count = 1;

  static constexpr const char* kSection = "engine";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = EngineKeys;
    key(&K::kind, word("kind", {"tree", "brute_force", "groups"}, "ours",
                       "which triangle pairs are tested: those that the lists of a tree find, all, or those "
                       "that lists of groups find")
                      .only("pci_interface")
                      .only("memory_controller")
                      .only("triangle_unit")
                      .only("pointer_fifo")
                      .added_with(0));
    key(&K::tile, integer("tile", "triangles", {1, 65536}, "ours",
                          "with `brute_force`: tumbled triangles on the chip at once")
                      .added_with(64));
    key(&K::count, integer("count", "engines", {1, 4}, "ours",
                           "with groups: engines side by side, each with its own caches; the entries of the "
                           "command queue belong to them in turn")
                       .added_with(1));
  }
};

// A machine with groups (engine.kind = "groups"): how its records are made, and which filters use them.
struct GroupKeys {
  std::uint32_t width = 4;
  std::uint32_t bits = 5;
  std::uint32_t leaf_size = 2;
  bool tight_leaf = true;
  bool plane = true;
  bool own_volume = true;
  bool leaf_plane = false;

  static constexpr const char* kSection = "group";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = GroupKeys;
    key(&K::width,
        one_of("width", "members", {2, 4}, "§3.1, footnote 1", "most members of a group").added_with(4));
    key(&K::bits,
        integer("bits", "bits", {5, 8}, "ours", "bits of a coefficient, quantised relative to its group")
            .added_with(5));
    key(&K::leaf_size,
        one_of("leaf_size", "triangles", {1, 2, 4}, "ours", "most triangles in a leaf").added_with(2));
    key(&K::tight_leaf,
        boolean("tight_leaf", "ours", "the volume of a tumbled leaf is made from its moved corners")
            .added_with(1));
    key(&K::plane,
        boolean("plane", "ours",
                "a tumbled triangle is not tested if its plane misses the volume of the aligned leaf")
            .added_with(1));
    key(&K::own_volume,
        boolean(
            "own_volume", "ours",
            "a tumbled triangle is not tested if its volume misses the own volume of every aligned triangle")
            .added_with(1));
    key(&K::leaf_plane,
        boolean("leaf_plane", "ours",
                "an aligned member is not met if the planes of all triangles of the tumbled leaf miss it")
            .added_with(0));
  }
};

// Both models of a unit do the same in the same cycles: no part of the machine, and not of its hash.
struct UnitModels {
  UnitModel pci_interface = UnitModel::tlm;
  UnitModel memory_controller = UnitModel::tlm;
  UnitModel stack_engine = UnitModel::tlm;
  UnitModel dop_unit = UnitModel::tlm;
  UnitModel triangle_unit = UnitModel::tlm;
  UnitModel pointer_fifo = UnitModel::tlm;

  static constexpr const char* kSection = "units";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = UnitModels;
    const std::vector<std::string> models = {"tlm", "rtl"};
    key(&K::pci_interface,
        word("pci_interface", models, "ours", "SystemC model or RTL of the PCI Interface"));
    key(&K::memory_controller,
        word("memory_controller", models, "ours", "SystemC model or RTL of the Memory Controller"));
    key(&K::stack_engine, word("stack_engine", models, "ours", "SystemC model or RTL of the Stack Engine"));
    key(&K::dop_unit, word("dop_unit", models, "ours", "SystemC model or RTL of the DOP Unit"));
    key(&K::triangle_unit,
        word("triangle_unit", models, "ours", "SystemC model or RTL of the Triangle Unit"));
    key(&K::pointer_fifo, word("pointer_fifo", models, "ours", "SystemC model or RTL of the Pointer FIFO"));
  }
};

}  // namespace collisionchip
