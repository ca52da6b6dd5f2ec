// Lists of pairs of nodes with oriented or axis-aligned boxes: a unit of boxes replaces the DOP Unit.
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/conflict_rules.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/tree_machine.h"

namespace collisionchip {

namespace boxes {
namespace {

using namespace conflict_rules;

bool are_oriented(const ChipConfig& config) {
  return config.tree.format == TreeFormatKey::obb64 || config.tree.format == TreeFormatKey::obb40;
}

const char* unit_of_boxes(const ChipConfig& config) {
  return are_oriented(config) ? "obb_unit" : "aabb_unit";
}

// Its unit of the kind stack_engine, by where the parent's box of an aligned pair comes from.
const char* engine_of_pairs(const ChipConfig& config) {
  switch (config.aabb_unit.parent) {
    case AabbParentKey::refetch:
      return "ancestor_engine";
    case AabbParentKey::simultaneous:
      return "pair_stack_engine";
    default:
      return "stack_engine";
  }
}

const NodeFormat* nodes(const ChipConfig& config) {
  switch (config.tree.format) {
    case TreeFormatKey::obb64:
      return &kObb64;
    case TreeFormatKey::obb40:
      return &kObb40;
    case TreeFormatKey::aabb32:
      return &kAabb32;
    case TreeFormatKey::aabb32_leafless:
      return &kAabb32Leafless;
    case TreeFormatKey::aabb21_leafless:
      return &kAabb21Leafless;
    default:
      return &kAabb21;
  }
}

// Decoded pairs are kept before the OBB Unit.
void derive_oriented(const ChipConfig& config, PairsDerived& pairs) {
  pairs.branch_cache_lines = config.obb_unit.branch_cache_lines;
  pairs.branch_cache_latency = config.obb_unit.branch_cache_latency;
  pairs.keep_across_queries = config.obb_unit.keep_across_queries;
  if (config.tree.format == TreeFormatKey::obb40)
    pairs.decode_cycles = config.obb_unit.sqrt_cycles + config.obb_unit.quaternion_cycles;
}

// An entry of a list may come with its parent's box: six planes lie behind the pair's word, whose free bits have the flags.
void derive_aligned(const ChipConfig& config, PairsDerived& pairs) {
  if (pairs.nodes->needs_parent && config.aabb_unit.parent != AabbParentKey::refetch) pairs.entry_words = 7;
}

void derive(const ChipConfig& config, Derived& all) {
  tree_machine::derive(config, all.pairs);
  const bool oriented = are_oriented(config);
  const std::uint32_t sets = oriented ? config.obb_unit.register_sets : config.aabb_unit.register_sets;
  all.pairs.nodes = nodes(config);
  all.pairs.stacked = config.aabb_unit.parent == AabbParentKey::simultaneous;
  all.pairs.prefetches = config.stack_engine.prefetch && sets > 1;
  all.pairs.prefetches_known = all.pairs.prefetches && config.stack_engine.prefetch_known;
  all.pairs.register_sets = sets;
  const bool leafless = is_leafless(config.tree.format);
  all.mmm_words = std::uint64_t{registers::kMmmWordsPerRow} * (oriented ? 3 : leafless ? 19 : 12);
  if (oriented)
    derive_oriented(config, all.pairs);
  else
    derive_aligned(config, all.pairs);
}

bool keeps_decoded_pairs(const ChipConfig& config) {
  return are_oriented(config) && config.obb_unit.branch_cache_lines > 0 &&
         config.obb_unit.keep_across_queries;
}

std::vector<MachineExample> examples() {
  MachineExample oriented{1, {}}, aligned{3, {}};
  oriented.config.tree.format = TreeFormatKey::obb64;
  aligned.config.tree.format = TreeFormatKey::aabb32;
  return {oriented, aligned};
}

std::vector<std::string> keys(const ChipConfig& config) {
  std::vector<std::string> all = tree_machine::keys();
  all.emplace_back(unit_of_boxes(config));
  return all;
}

std::optional<ConfigConflict> builder_conflict(const ChipConfig& config) {
  for (const char* name : {"tree.builder", "tree.rule", "tree.axis", "tree.point", "tree.objective"}) {
    if (!is_usual(config, name))
      return refused(config, name, " belongs to trees of DOPs, not to ", "tree.format");
  }
  return std::nullopt;
}

std::optional<ConfigConflict> traversal_conflict(const ChipConfig& config) {
  for (const char* name : {"stack_engine.traversal", "stack_engine.transformed"}) {
    if (is_usual(config, name)) continue;
    return ConfigConflict{
        {name}, shown(config, name) + " belongs to trees of DOPs, not to " + shown(config, "tree.format")};
  }
  return std::nullopt;
}

std::optional<ConfigConflict> leaf_test_conflict(const ChipConfig& config) {
  if (!is_leafless(config.tree.format) || is_usual(config, "stack_engine.leaf_test")) return std::nullopt;
  return ConfigConflict{{"stack_engine.leaf_test"},
                        shown(config, "stack_engine.leaf_test") + " belongs to leaves with boxes, not to " +
                            shown(config, "tree.format")};
}

// --- where the parent's box of a pair comes from ---

std::optional<ConfigConflict> parent_conflict(const ChipConfig& config) {
  if (config.aabb_unit.parent == AabbParentKey::context || nodes(config)->needs_parent) return std::nullopt;
  return ConfigConflict{{"aabb_unit.parent"},
                        shown(config, "aabb_unit.parent") +
                            " belongs to nodes that need their parent's box, not to " +
                            shown(config, "tree.format")};
}

std::optional<ConfigConflict> heads_conflict(const ChipConfig& config) {
  if (config.aabb_unit.parent == AabbParentKey::context || config.stack_engine.list_heads != ListHeads::sram)
    return std::nullopt;
  return ConfigConflict{{"aabb_unit.parent", "stack_engine.list_heads"},
                        shown(config, "aabb_unit.parent") + " has no list heads for " +
                            shown(config, "stack_engine.list_heads") + " to lie in the SRAMs"};
}

// List words with the flags of the parent's planes have no free bits.
std::optional<ConfigConflict> check_bits_conflict(const ChipConfig& config) {
  if (derived_of(config).pairs.entry_words == 1 || config.stack_sram.ecc == ListEcc::none)
    return std::nullopt;
  return ConfigConflict{{"stack_sram.ecc"},
                        shown(config, "stack_sram.ecc") + " has its check bits where list words of " +
                            shown(config, "tree.format") + " have the flags of the parent's planes"};
}

std::vector<ConflictRule> parent_rules() {
  return {{"`aabb_unit.parent` has its default unless `tree.format` is `aabb21` or `aabb21-leafless`.",
           parent_conflict},
          {"`stack_engine.list_heads = \"sram\"` needs `aabb_unit.parent = \"context\"`.", heads_conflict},
          {"`stack_sram.ecc` is `none` where list words have the flags of the parent's planes: with "
           "`tree.format` `aabb21` or `aabb21-leafless`, unless `aabb_unit.parent = \"refetch\"`.",
           check_bits_conflict}};
}

std::vector<MachineSum> sums() {
  using closing::number;
  tree_machine::VolumeTerms boxes;
  boxes.aligned = {number("obb_unit.aligned_pairs"), number("aabb_unit.aligned_pairs")};
  boxes.tumbled = {number("obb_unit.tumbled_pairs"), number("aabb_unit.tumbled_pairs")};
  boxes.discarded = {number("obb_unit.discarded_pairs"), number("aabb_unit.discarded_pairs")};
  boxes.ancestors = {number("aabb_unit.ancestor_pairs")};
  boxes.kept_aligned = {number("obb_unit.kept_aligned_pairs")};
  boxes.kept_tumbled = {number("obb_unit.kept_tumbled_pairs")};
  return tree_machine::sums(boxes);
}

}  // namespace
}  // namespace boxes

MachineKind boxes_machine() {
  using namespace boxes;
  MachineKind machine;
  machine.name = "boxes";
  machine.engine = EngineKindKey::tree;
  machine.formats = {TreeFormatKey::obb64,  TreeFormatKey::obb40,           TreeFormatKey::aabb32,
                     TreeFormatKey::aabb21, TreeFormatKey::aabb32_leafless, TreeFormatKey::aabb21_leafless};
  machine.memory_controller = "pair_controller";
  machine.units = [](const ChipConfig& config) {
    return tree_machine::units(unit_of_boxes(config), engine_of_pairs(config));
  };
  machine.channels = [](const ChipConfig& config) {
    return tree_machine::channels(config, unit_of_boxes(config));
  };
  machine.sockets = tree_machine::sockets();
  machine.flows = [](const ChipConfig& config) { return tree_machine::flows(unit_of_boxes(config)); };
  machine.pins = [](const ChipConfig& config) { return std::vector<std::string>{unit_of_boxes(config)}; };
  machine.examples = examples;
  machine.derive = derive;
  machine.remembers_queries = keeps_decoded_pairs;
  machine.sums = sums;
  machine.stops = "stack_engine.stops";
  machine.keys = keys;
  machine.conflicts = joined(
      {{tree_machine::nodes_rule(),
        {"`tree.builder`, `tree.rule`, `tree.axis`, `tree.point` and `tree.objective` "
         "have their defaults: they "
         "build trees of DOPs.",
         builder_conflict},
        {"`stack_engine.traversal` and `stack_engine.transformed` have their defaults: others walk trees of "
         "DOPs.",
         traversal_conflict},
        {"`stack_engine.leaf_test` has its default with formats `-leafless`: their leaves have no boxes.",
         leaf_test_conflict}},
       memory_rules(),
       {tree_machine::bus_rule()},
       parent_rules(),
       {tree_machine::entries_rule()}});
  return machine;
}

}  // namespace collisionchip
