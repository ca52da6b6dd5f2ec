#include "collisionchip/tlm/config/config_conflicts.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/group_units.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/tree/split_rule.h"

namespace collisionchip {

namespace {

// "sdram.t_rc = 8": a key as a conflict shows it.
std::string shown(const ChipConfig& config, const char* name) {
  const ConfigKey* key = find_key(name);
  return key->name + " = " + value_text(*key, key->get(config));
}

// Where the parent's box of a pair comes from.
std::optional<ConfigConflict> parent_conflict(const ChipConfig& config) {
  if (config.aabb_unit.parent == AabbParentKey::context) return std::nullopt;
  if (!config.nodes().needs_parent) {
    return ConfigConflict{{"aabb_unit.parent"},
                          shown(config, "aabb_unit.parent") +
                              " is of nodes that need their parent's box, not of " +
                              shown(config, "tree.format")};
  }
  if (config.stack_engine.list_heads == ListHeads::sram) {
    return ConfigConflict{{"aabb_unit.parent", "stack_engine.list_heads"},
                          shown(config, "aabb_unit.parent") + " has no list heads for " +
                              shown(config, "stack_engine.list_heads") + " to lie in the SRAMs"};
  }
  return std::nullopt;
}

// Of the bus, between pairs in one block, and of the DOPs.
std::optional<ConfigConflict> node_conflict(const ChipConfig& config) {
  const NodeFormat& format = config.nodes();
  if (!format.suits_bus(config.sdram.bus_bytes)) {
    return ConfigConflict{{"sdram.bus_bytes"},
                          shown(config, "sdram.bus_bytes") + " does not divide the " +
                              std::to_string(format.pair_stride) + " bytes from pair to pair of nodes in " +
                              format.name};
  }
  if (auto conflict = parent_conflict(config)) return conflict;
  if (config.has_parents_in_lists() && config.stack_sram.ecc != ListEcc::none) {
    return ConfigConflict{{"stack_sram.ecc"},
                          shown(config, "stack_sram.ecc") + " has its check bits where list words of " +
                              shown(config, "tree.format") + " have the flags of the parent's planes"};
  }
  if (config.stack_sram.entries < 4 * config.list_entry_words()) {
    return ConfigConflict{{"stack_sram.entries"},
                          shown(config, "stack_sram.entries") + " has no room for four entries of " +
                              std::to_string(config.list_entry_words()) + " words of " + format.name};
  }
  if (!format.has_dops()) return std::nullopt;
  if (config.dop.k > format.most_k) {
    return ConfigConflict{{"dop.k"},
                          shown(config, "dop.k") + " is more than the " + std::to_string(format.most_k) +
                              " coefficients of a node in " + format.name};
  }
  if (!format.triangle_leaves) return std::nullopt;
  if (config.node_format != &kDop128) {
    return ConfigConflict{{"memory_controller.leaf_layout"},
                          shown(config, "memory_controller.leaf_layout") + " is a layout of " + kDop128.name +
                              ", not of " + config.node_format->name};
  }
  if (config.stack_engine.leaf_test != LeafTest::triangle) {
    return ConfigConflict{{"memory_controller.leaf_layout"},
                          shown(config, "memory_controller.leaf_layout") + " leaves no DOP for " +
                              shown(config, "stack_engine.leaf_test") + "; it needs \"triangle\""};
  }
  return std::nullopt;
}

bool is_one_of(const ConfigKey& key, std::initializer_list<std::string_view> sections_and_names) {
  return std::any_of(sections_and_names.begin(), sections_and_names.end(),
                     [&](std::string_view text) { return text == key.name || text == key.section(); });
}

bool is_of_dops(const ConfigKey& key) {
  return is_one_of(key, {"dop", "dop_unit", "units.dop_unit", "memory_controller.leaf_layout"});
}
// Boxes included.
bool is_of_a_tree(const ConfigKey& key) {
  return is_of_dops(key) ||
         is_one_of(key, {"tree", "obb_unit", "aabb_unit", "stack_engine", "stack_sram", "units.stack_engine",
                         "memory_controller.overlap_lists", "memory_controller.triangle_priority",
                         "triangle_unit.ideal", "triangle_unit.cache_lines", "triangle_unit.cache_ways"});
}
bool is_of_tiles(const ConfigKey& key) {
  return is_one_of(key, {"engine.tile", "triangle_unit.lanes"});
}

bool is_of_groups(const ConfigKey& key) {
  return is_group_unit(key.section()) ||
         is_one_of(key, {"group", "memory.channels", "memory.interleave_bytes", "engine.count"});
}
// dop.k counts with groups, too; a slow pipeline is the Triangle Unit's.
bool is_with_groups(const ConfigKey& key) {
  return is_of_groups(key) || key.name == "dop.k" || !(is_of_a_tree(key) || is_of_tiles(key));
}

// The key that says which units there are; nullptr if this machine has what `key` is of.
const char* what_lacks(const ChipConfig& config, const ConfigKey& key) {
  if (config.has_groups()) return is_with_groups(key) ? nullptr : "engine.kind";
  if (is_of_groups(key)) return "engine.kind";
  if (config.has_tree() ? is_of_tiles(key) : is_of_a_tree(key)) return "engine.kind";
  const bool of_boxes = key.section() == "obb_unit" || key.section() == "aabb_unit";
  const bool lacks_unit =
      of_boxes ? key.section() != config.volume_unit() : is_of_dops(key) && !config.has_dops();
  if (config.has_tree() && lacks_unit) return "tree.format";
  return nullptr;
}

// A key of a unit that the machine lacks has its default value.
std::optional<ConfigConflict> unit_conflict(const ChipConfig& config) {
  const ChipConfig usual;
  for (const ConfigKey& key : config_keys()) {
    if (key.get(config) == key.get(usual)) continue;
    const char* const lacks = what_lacks(config, key);
    if (lacks == nullptr) continue;
    return ConfigConflict{{key.name, lacks},
                          shown(config, key.name.c_str()) + " is of a unit that a machine with " +
                              shown(config, lacks) + " lacks"};
  }
  return std::nullopt;
}

// Whoever gets an undecided pair decides it exactly, unless the slow pipeline's word stands.
std::optional<ConfigConflict> group_conflict(const ChipConfig& config) {
  if (!config.has_groups()) return std::nullopt;
  if (config.sdram.bus_bytes > 32) {
    return ConfigConflict{
        {"sdram.bus_bytes"},
        shown(config, "sdram.bus_bytes") + " is more than the 32 bytes at which records begin"};
  }
  if (config.sdram.model != SdramModel::banks) {
    return ConfigConflict{{"sdram.model"},
                          shown(config, "sdram.model") + " has a time for pairs of nodes alone"};
  }
  if (config.engine.count > config.group_engine.queries) {
    return ConfigConflict{{"engine.count", "group_engine.queries"},
                          shown(config, "engine.count") + " is more than the queries there are at once, " +
                              shown(config, "group_engine.queries")};
  }
  if (config.has_queue() && config.pointer_fifo.entry_check) {
    return ConfigConflict{{"pointer_fifo.entry_check", "group_engine.queries"},
                          shown(config, "pointer_fifo.entry_check") + " is what a machine with " +
                              shown(config, "group_engine.queries") + " does by itself"};
  }
  return std::nullopt;
}

// How the trees are built: what the chip can walk, what the format's builder can do, and no key without a use.
std::optional<ConfigConflict> tree_conflict(const ChipConfig& config) {
  const ChipConfig usual;
  const auto is_usual = [&](const char* name) {
    return find_key(name)->get(config) == find_key(name)->get(usual);
  };
  const auto refused = [&](const char* name, const char* because, const char* other) {
    return ConfigConflict{{name, other}, shown(config, name) + because + shown(config, other)};
  };
  for (const char* name : {"tree.degree", "tree.leaf_size"}) {
    if (!is_usual(name))
      return ConfigConflict{{name},
                            shown(config, name) + " is for `trees` alone: the chip walks pairs of nodes in " +
                                config.nodes().name + " whose leaves hold one triangle"};
  }
  if (!config.nodes().has_dops()) {
    for (const char* name : {"tree.builder", "tree.rule", "tree.axis", "tree.point", "tree.objective"}) {
      if (!is_usual(name)) return refused(name, " is of trees of DOPs, not of ", "tree.format");
    }
    return std::nullopt;
  }
  if (!is_usual("tree.rule") && !is_usual("tree.builder"))
    return refused("tree.rule", " is of trees built top-down, not of ", "tree.builder");
  for (const char* name : {"tree.axis", "tree.point"}) {
    if (!is_usual(name) && split_rule_names()[config.tree.rule] != "axis_point")
      return refused(name, " is of the rule \"axis_point\", not of ", "tree.rule");
  }
  if (!is_usual("tree.objective") && tree_axis_names()[config.tree.axis] != "normals")
    return refused("tree.objective", " chooses among the axes of \"normals\", not of ", "tree.axis");
  return std::nullopt;
}

// Of groups of banks, bursts with a READ each, and refresh bank by bank.
std::optional<ConfigConflict> modern_conflict(const ChipConfig& config) {
  const SdramKeys& s = config.sdram;
  const auto refused = [&](const char* name, const std::string& because, const char* other) {
    return ConfigConflict{{name, other}, shown(config, name) + because + shown(config, other)};
  };
  if (s.banks % s.bank_groups != 0) return refused("sdram.bank_groups", " does not divide ", "sdram.banks");
  if (s.t_ccd_l != 0 && s.mode_burst == 0)
    return refused("sdram.t_ccd_l", " is between bursts of a length that is not 0, not of ",
                   "sdram.mode_burst");
  if (config.memory.channels > 1 && config.memory.interleave_bytes < s.bus_bytes)
    return refused("memory.interleave_bytes", " are less than ", "sdram.bus_bytes");
  if (config.sdram.capacity_mib % config.memory.channels != 0)
    return refused("sdram.capacity_mib", " is no multiple of ", "memory.channels");
  if (config.memory.clock_bytes > s.bus_bytes)
    return refused("memory.clock_bytes", " are more than ", "sdram.bus_bytes");
  if (s.model == SdramModel::constant && config.memory.clock_mhz + config.memory.clock_bytes != 0)
    return refused("sdram.model", " has no commands, and no clock of its own: ",
                   config.memory.clock_mhz != 0 ? "memory.clock_mhz" : "memory.clock_bytes");
  return std::nullopt;
}

std::optional<ConfigConflict> sdram_conflict(const ChipConfig& config) {
  if (auto conflict = modern_conflict(config)) return conflict;
  const SdramKeys s = config.memory_side();
  const std::uint64_t row_bytes = std::uint64_t{s.banks} * s.page_bytes;
  if ((std::uint64_t{s.capacity_mib} << 20) % row_bytes != 0) {
    return ConfigConflict{{"sdram.capacity_mib", "sdram.banks", "sdram.page_bytes"},
                          shown(config, "sdram.capacity_mib") + " is not a multiple of " +
                              shown(config, "sdram.banks") + " times " + shown(config, "sdram.page_bytes")};
  }
  if (s.t_rc < s.t_ras) {
    return ConfigConflict{{"sdram.t_rc", "sdram.t_ras"},
                          shown(config, "sdram.t_rc") + " is less than " + shown(config, "sdram.t_ras")};
  }
  const std::uint32_t pair_bytes = config.nodes().beats(s.bus_bytes) * s.bus_bytes;
  const std::uint32_t read_cycles = (std::max(pair_bytes, kTriangleBytes) + s.bus_bytes - 1) / s.bus_bytes;
  if (s.model == SdramModel::constant && s.constant_interval < read_cycles) {
    return ConfigConflict{{"sdram.constant_interval", "sdram.bus_bytes"},
                          shown(config, "sdram.constant_interval") + " is less than the " +
                              std::to_string(read_cycles) + " cycles that a " +
                              (pair_bytes >= kTriangleBytes ? "pair" : "triangle") + " takes with " +
                              shown(config, "sdram.bus_bytes")};
  }
  // A refresh that comes again before one read has fitted in between would stop the chip for ever.
  const std::uint32_t least = least_refresh_interval(s);
  if (s.refresh_interval != 0 && s.refresh_interval < least) {
    const char* const refresh = s.refresh == RefreshKey::per_bank ? "sdram.t_rfc_pb" : "sdram.t_rfc";
    return ConfigConflict{{"sdram.refresh_interval", refresh},
                          shown(config, "sdram.refresh_interval") + " leaves no time for a read; " +
                              shown(config, refresh) + " and the other times need 0 or at least " +
                              std::to_string(least)};
  }
  if (s.t_ras_max != 0 && s.t_ras_max < least_t_ras_max(s)) {
    return ConfigConflict{{"sdram.t_ras_max"},
                          shown(config, "sdram.t_ras_max") + " leaves no time for a read; " +
                              shown(config, "sdram.t_ras") + " and the other times need 0 or at least " +
                              std::to_string(least_t_ras_max(s))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ConfigConflict> find_conflict(const ChipConfig& config) {
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(config);
    if (accepts(key, value)) continue;
    return ConfigConflict{
        {key.name}, key.name + ": expected " + expectation(key, value) + ", got " + std::to_string(value)};
  }
  if (auto conflict = unit_conflict(config)) return conflict;
  if (auto conflict = group_conflict(config)) return conflict;
  if (auto conflict = tree_conflict(config)) return conflict;
  if (auto conflict = sdram_conflict(config)) return conflict;
  if (auto conflict = node_conflict(config)) return conflict;
  if (config.triangle_unit.cache_lines % config.triangle_unit.cache_ways != 0) {
    return ConfigConflict{{"triangle_unit.cache_lines", "triangle_unit.cache_ways"},
                          shown(config, "triangle_unit.cache_lines") + " is not a multiple of " +
                              shown(config, "triangle_unit.cache_ways")};
  }
  if (config.pointer_fifo.threshold > config.pointer_fifo.depth) {
    return ConfigConflict{
        {"pointer_fifo.threshold", "pointer_fifo.depth"},
        shown(config, "pointer_fifo.threshold") + " is more than " + shown(config, "pointer_fifo.depth")};
  }
  return std::nullopt;
}

bool lacks(const ChipConfig& config, const ConfigKey& key) {
  return what_lacks(config, key) != nullptr;
}

void validate(const ChipConfig& config) {
  if (const auto conflict = find_conflict(config)) throw InputError(conflict->text);
}

}  // namespace collisionchip
