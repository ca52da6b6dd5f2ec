// Lists of pairs of nodes with DOPs: the machine of Figure 4.
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machines/conflict_rules.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/netlist_rows.h"
#include "collisionchip/tlm/machines/tree_machine.h"

namespace collisionchip {

namespace lists {
namespace {

using namespace conflict_rules;

// §5.2 describes an older machine than §4.1 and Figure 4: one arithmetic pipeline, nothing doubled, nothing
// speculative. Eq. 5 is its list time, T_L = 100 + (alpha - 2) * 10.
ChipConfig paper52() {
  ChipConfig config;
  config.dop_unit.dotadds = 1;        // "the other sibling can then be transferred sequentially"
  config.dop_unit.start_floats = 12;  // "when the first half of all d's are available"
  config.dop_unit.register_sets = 1;  // doubling them is what §4.1 adds for its prefetch
  config.dop_unit.flag_latency = 1;   // the last flag leaves one cycle after its comparison, in both machines
  config.stack_engine.prefetch = false;  // the list waits for its own pair's transform (88 and 100 cycles)
  config.stack_engine.prefetch_known = false;
  config.stack_engine.keep_pair = false;  // every list costs its 100 cycles in Eq. 5
  // "The SDRAM Interface can buffer an entire node pair": one pair, and it takes the next pair only when it is
  // empty. The first aligned node waits in its own "e" register. Only this rule gives 100 and 10.
  config.memory_controller.input_registers = 1;
  config.memory_controller.refill = RefillPolicy::when_empty;
  config.dop_unit.e_register = ERegister::node;
  // Eq. 5 adds the lists' times: the next tumbled pair is read when the input register is empty, not before.
  config.memory_controller.overlap_lists = false;
  // 4 + 4 cycles of SDRAM and 2 of interface make "10 cycles after the read was initiated".
  config.memory_controller.interface_latency = 2;
  config.sdram.page_policy = PagePolicy::closed;  // "we assume page faults for practically all memory reads"
  return config;
}

// Eq. 5 counts lists and aligned pairs only: what it leaves out takes no time here, so that the simulated
// cycles must equal the formula.
ChipConfig paper52_eq5() {
  ChipConfig config = paper52();
  config.sdram.model = SdramModel::constant;  // "a total read time of 10 cycles per node pair"
  config.triangle_unit.ideal = true;          // no term for triangles, their tests or their reads
  config.pointer_fifo.depth = 65536;          // no term for a host that reads results while they come
  config.stack_engine.decision = ListDecision::ideal;  // "assumed to be always fast enough"
  return config;
}

bool walks_pairs(const ChipConfig& config) {
  return config.stack_engine.traversal == TraversalKey::pairs;
}

bool stacks_transforms(const ChipConfig& config) {
  return config.stack_engine.transformed == TransformedKey::stack;
}

std::vector<ChannelRow> list_channels(const ChipConfig& config) {
  using namespace netlist_rows;
  std::vector<ChannelRow> all = tree_machine::channels(config, "dop_unit");
  if (!stacks_transforms(config)) return all;
  append(all, {channel("stack_engine.stack_commands", "StackCommand", "stack_engine.stack_commands",
                       "dop_unit.stack_commands", fixed(2)),
               channel("stack_engine.to_dop_unit", "TransformedPair", "stack_engine.to_dop_unit",
                       "dop_unit.from_stack", fixed(2)),
               channel("dop_unit.to_stack", "TransformedPair", "dop_unit.to_stack",
                       "stack_engine.from_dop_unit", fixed(4))});
  return all;
}

// --- the Refit Unit, between the PCI Interface and the Stack Engine ---

std::vector<UnitRow> units(const ChipConfig& config) {
  std::vector<UnitRow> rows =
      tree_machine::units("dop_unit", walks_pairs(config) ? "pair_stack_engine" : "stack_engine");
  if (has_refit_unit(config)) rows.push_back({"refit_unit", "refit_unit"});
  return rows;
}

std::vector<ChannelRow> channels(const ChipConfig& config) {
  using namespace netlist_rows;
  std::vector<ChannelRow> rows = list_channels(config);
  if (!has_refit_unit(config)) return rows;
  for (ChannelRow& row : rows) {
    if (row.name == "pci_interface.start") row.reader = "refit_unit.start";
  }
  const Capacity data = {3 * std::size_t{config.refit_unit.pairs_ahead}, "3 × `refit_unit.pairs_ahead`"};
  append(rows,
         {channel("pci_interface.refits", "RefitCommand", "pci_interface.refits", "refit_unit.commands",
                  fixed(1)),
          channel("refit_unit.start", "StartCommand", "refit_unit.started", "stack_engine.start", fixed(1)),
          channel("refit_unit.requests", "RefitRequest", "refit_unit.requests",
                  "memory_controller.refit_requests", keyed(config, "memory_controller.request_queue_depth")),
          channel("memory_controller.refit_data", "RefitData", "memory_controller.refit_data",
                  "refit_unit.data", data)});
  return rows;
}

std::optional<ConfigConflict> refit_conflict(const ChipConfig& config) {
  if (!has_refit_unit(config) || config.memory_controller.leaf_layout == LeafLayout::dop) return std::nullopt;
  return refused(config, "refit_unit.directions", " give leaves their DOPs, which is not done with ",
                 "memory_controller.leaf_layout");
}

std::vector<ConflictRule> refit_rules() {
  return {{"`refit_unit.directions` other than 0 need `memory_controller.leaf_layout = \"dop\"`.",
           refit_conflict}};
}

std::vector<std::string> keys(const ChipConfig&) {
  std::vector<std::string> all = tree_machine::keys();
  for (const char* key : {"dop", "dop_unit", "units.dop_unit", "memory_controller.leaf_layout", "refit_unit"})
    all.emplace_back(key);
  return all;
}

// --- how the trees are built ---

std::optional<ConfigConflict> rule_conflict(const ChipConfig& config) {
  if (is_usual(config, "tree.rule") || is_usual(config, "tree.builder")) return std::nullopt;
  return refused(config, "tree.rule", " belongs to trees built top-down, not to ", "tree.builder");
}

std::optional<ConfigConflict> axis_point_conflict(const ChipConfig& config) {
  if (split_rule_names()[config.tree.rule] == "axis_point") return std::nullopt;
  for (const char* name : {"tree.axis", "tree.point"}) {
    if (!is_usual(config, name))
      return refused(config, name, " belongs to the rule \"axis_point\", not to ", "tree.rule");
  }
  return std::nullopt;
}

std::optional<ConfigConflict> objective_conflict(const ChipConfig& config) {
  if (is_usual(config, "tree.objective") || tree_axis_names()[config.tree.axis] == "normals")
    return std::nullopt;
  return refused(config, "tree.objective", " chooses among the axes of \"normals\", not of ", "tree.axis");
}

std::vector<ConflictRule> builder_rules() {
  return {{"`tree.rule` has its default unless `tree.builder = \"top_down\"`.", rule_conflict},
          {"`tree.axis` and `tree.point` have their defaults unless `tree.rule = \"axis_point\"`.",
           axis_point_conflict},
          {"`tree.objective` has its default unless `tree.axis = \"normals\"`.", objective_conflict}};
}

// --- what nodes hold ---

std::optional<ConfigConflict> coefficients_conflict(const ChipConfig& config) {
  const NodeFormat& format = nodes_of(config);
  if (config.dop.k <= format.most_k) return std::nullopt;
  return ConfigConflict{{"dop.k"},
                        shown(config, "dop.k") + " is more than the " + std::to_string(format.most_k) +
                            " coefficients of a node in " + format.name};
}

std::optional<ConfigConflict> layout_conflict(const ChipConfig& config) {
  if (!nodes_of(config).triangle_leaves || config.node_format == &kDop128) return std::nullopt;
  return ConfigConflict{{"memory_controller.leaf_layout"},
                        shown(config, "memory_controller.leaf_layout") + " is a layout of " + kDop128.name +
                            ", not of " + config.node_format->name};
}

std::optional<ConfigConflict> leaf_test_conflict(const ChipConfig& config) {
  if (!nodes_of(config).triangle_leaves || config.stack_engine.leaf_test == LeafTest::triangle)
    return std::nullopt;
  return ConfigConflict{{"memory_controller.leaf_layout"},
                        shown(config, "memory_controller.leaf_layout") + " leaves no DOP for " +
                            shown(config, "stack_engine.leaf_test") + "; it needs \"triangle\""};
}

std::vector<ConflictRule> node_rules() {
  return {
      {"`dop.k` is at most the number of coefficients that a node holds.", coefficients_conflict},
      {"`memory_controller.leaf_layout = \"triangle\"` is a layout of nodes with 128 bytes.",
       layout_conflict},
      {"`memory_controller.leaf_layout = \"triangle\"` needs `stack_engine.leaf_test = \"triangle\"`: a leaf "
       "has no DOP to be compared first.",
       leaf_test_conflict}};
}

// --- how two trees are walked ---

std::optional<ConfigConflict> heads_conflict(const ChipConfig& config) {
  if (!walks_pairs(config) || config.stack_engine.list_heads == ListHeads::registers) return std::nullopt;
  return refused(config, "stack_engine.list_heads", " belongs to lists, not to ", "stack_engine.traversal");
}

std::optional<ConfigConflict> check_bits_conflict(const ChipConfig& config) {
  if (!walks_pairs(config) || config.stack_sram.ecc == ListEcc::none) return std::nullopt;
  return refused(config, "stack_sram.ecc", " belongs to lists, not to ", "stack_engine.traversal");
}

std::optional<ConfigConflict> transformed_conflict(const ChipConfig& config) {
  if (walks_pairs(config) || config.stack_engine.transformed == TransformedKey::again) return std::nullopt;
  return refused(config, "stack_engine.transformed", " belongs to a stack of pairs, not to ",
                 "stack_engine.traversal");
}

std::vector<ConflictRule> traversal_rules() {
  return {
      {"`stack_engine.transformed` has its default unless `stack_engine.traversal = \"pairs\"`.",
       transformed_conflict},
      {"`stack_engine.list_heads` has its default unless `stack_engine.traversal = \"lists\"`.",
       heads_conflict},
      {"`stack_sram.ecc` has its default unless `stack_engine.traversal = \"lists\"`.", check_bits_conflict}};
}

void derive(const ChipConfig& config, Derived& all) {
  tree_machine::derive(config, all.pairs);
  all.pairs.stacked = walks_pairs(config);
  // The links of a sibling, and its coefficients.
  if (stacks_transforms(config)) all.pairs.block_words = 1 + config.dop.k;
  const bool has_triangles = config.memory_controller.leaf_layout == LeafLayout::triangle;
  all.pairs.nodes = has_triangles ? &kTriangle128 : config.node_format;
  all.mmm_words = std::uint64_t{registers::kMmmWordsPerRow} * config.dop.k;
}

std::vector<MachineSum> sums() {
  using closing::kEqual;
  using closing::number;
  tree_machine::VolumeTerms dops;
  dops.aligned = {number("dop_unit.aligned_pairs")};
  dops.tumbled = {number("dop_unit.tumbled_pairs")};
  dops.discarded = {number("dop_unit.discarded_pairs")};
  std::vector<MachineSum> all = tree_machine::sums(dops);
  all.push_back({"refit",
                 {{number("refit_unit.pairs"), number("refit_unit.triangles"), number("refit_unit.writes")},
                  kEqual,
                  {number("memory_controller.refit_accesses")}}});
  return all;
}

// The second one has the unit that any machine may have before its host, the third one a Refit Unit.
std::vector<MachineExample> examples() {
  MachineExample memory{6, {}};
  memory.config.host.results = HostResults::memory;
  MachineExample deformed{9, {}};
  deformed.config.refit_unit.directions = 4;
  return {{0, ChipConfig{}}, memory, deformed};
}

}  // namespace
}  // namespace lists

MachineKind lists_machine() {
  using namespace lists;
  MachineKind machine;
  machine.name = "lists";
  machine.engine = EngineKindKey::tree;
  machine.formats = {TreeFormatKey::dop128};
  machine.memory_controller = "pair_controller";
  machine.units = units;
  machine.channels = channels;
  machine.sockets = tree_machine::sockets();
  machine.flows = [](const ChipConfig&) { return tree_machine::flows("dop_unit"); };
  machine.pins = [](const ChipConfig&) {
    return std::vector<std::string>{"memory_controller", "stack_engine", "stack_sram_left",
                                    "stack_sram_right",  "dop_unit",     "triangle_unit",
                                    "pointer_fifo"};
  };
  machine.examples = examples;
  machine.derive = derive;
  machine.sums = sums;
  machine.stops = "stack_engine.stops";
  machine.keys = keys;
  machine.conflicts = joined({{tree_machine::nodes_rule()},
                              builder_rules(),
                              memory_rules(),
                              {tree_machine::bus_rule(), tree_machine::entries_rule()},
                              node_rules(),
                              traversal_rules(),
                              refit_rules()});
  machine.presets = {
      {"paper41", "the machine of section 4.1 and Figure 4, the default", [] { return ChipConfig{}; }},
      {"paper52", "the older machine of section 5.2: one transform pipeline, nothing hidden", paper52},
      {"paper52-eq5", "paper52 without everything that Eq. 5 leaves out: its cycles are the formula's",
       paper52_eq5},
  };
  return machine;
}

}  // namespace collisionchip
