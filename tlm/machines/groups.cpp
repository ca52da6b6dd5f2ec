// Lists of groups of siblings, worked off by one Group Engine or by several side by side.
#include "collisionchip/tlm/config/memory_kinds.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machines/conflict_rules.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/machines/group_netlist.h"
#include "collisionchip/tlm/machines/machine_kinds.h"
#include "collisionchip/tlm/machines/machine_sums.h"

namespace collisionchip {

namespace groups {
namespace {

using namespace conflict_rules;

// Lists of groups on no more silicon than paper41, behind the same pins (docs/beyond.md).
ChipConfig beyond() {
  ChipConfig config;
  config.engine.kind = EngineKindKey::groups;
  config.query.tumbled_side = TumbledRule::smaller;  // a large one is moved again for each thing it meets
  config.group.leaf_size = 4;
  config.group.bits = 7;
  config.group.leaf_plane = true;
  config.group_engine.contexts = 10;
  config.group_engine.look_ahead = 5;
  config.group_engine.entries = 4096;  // lists of objects with many pairs fit
  config.group_unit.dotadds = 4;
  config.group_unit.compares = 4;
  config.record_cache.group_lines = 128;
  config.record_cache.block_lines = 128;
  config.record_cache.window = 16;
  config.record_cache.records = 16;
  config.leaf_unit.dotadds = 6;
  config.leaf_unit.filtered = 1;  // planes part most pairs of leaves before
  config.leaf_unit.waiting = 32;
  config.small_triangle_unit.lanes = 4;  // four pairs in five cycles
  config.small_triangle_unit.interval = 5;
  config.memory.channels = 2;  // two rows at a time, each brought by half of the pins
  config.sdram.bus_bytes = 16;
  config.memory_controller.request_queue_depth = 1;  // what has left the window keeps its place
  config.sdram.bank_hash = true;
  config.sdram.prepare_ahead = 4;
  config.pointer_fifo.entry = FifoEntry::leaf_pair;  // half the words for the host to read
  config.pointer_fifo.depth = 2048;                  // and yet they come faster than it does
  return config;
}

// The same where parts touch: what determinants leave undecided is decided on the chip, and results leave at 66 MHz.
ChipConfig beyond_contact() {
  ChipConfig config = beyond();
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  config.contact_unit.multipliers = 48;
  config.contact_unit.queue_depth = 32;
  config.record_cache.group_lines = config.record_cache.block_lines = 256;
  config.pci.clock_cycles = 4;
  return config;
}

// Half of paper41's silicon. Searched key by key (docs/beyond.md).
ChipConfig beyond_small() {
  ChipConfig config = beyond();
  config.group.leaf_size = 2;
  config.group.own_volume = config.group.plane = false;
  config.group_engine.contexts = 6;
  config.group_engine.look_ahead = 4;
  config.group_engine.entries = 2048;
  config.group_unit.dotadds = 3;
  config.record_cache.group_lines = 32;
  config.record_cache.block_lines = 16;
  config.record_cache.window = 8;
  config.record_cache.records = 12;
  config.leaf_unit.dotadds = 3;
  config.leaf_unit.waiting = 16;
  config.small_triangle_unit.lanes = 1;  // a pair in three cycles
  config.small_triangle_unit.interval = 3;
  config.pointer_fifo.depth = 1024;
  return config;
}

// With the paper's Triangle Unit and its one channel, and as little else as possible.
ChipConfig beyond_triangle_unit() {
  ChipConfig config = beyond();
  config.memory.channels = 1;
  config.sdram.bus_bytes = 32;
  config.group.leaf_size = 2;
  config.group_engine.contexts = 8;
  config.group_engine.look_ahead = 6;
  config.group_engine.entries = 1536;
  config.group_unit.dotadds = 4;
  config.group_unit.compares = 6;
  config.record_cache.group_lines = config.record_cache.block_lines = 64;
  config.record_cache.records = 24;
  config.leaf_unit.filtered = 2;
  config.leaf_unit.waiting = 32;
  config.small_triangle_unit.determinants = false;
  config.small_triangle_unit.lanes = 1;
  config.small_triangle_unit.record_makers = 16;
  return config;
}

// The same chip at 1 GHz behind PCI Express, with eight pseudo channels of an HBM2 stack, and wider: silicon is not what it was.
ChipConfig today() {
  ChipConfig config = beyond();
  config.group.bits = 5;
  config.group_engine.contexts = 16;
  config.group_engine.look_ahead = 8;
  config.group_engine.entries = 8192;
  config.group_unit.dotadds = config.group_unit.compares = 8;
  config.group_unit.planes = 2;
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  config.memory_controller.request_queue_depth = 2;
  config.pointer_fifo.depth = 512;  // the Result Unit empties it at once
  config.host.kind = HostKindKey::pcie;
  config.host.results = HostResults::memory;
  config.group_engine.queries = 16;  // the host fills the queue while others run
  config.pose_unit.multipliers = 4;  // registers of a pose in half of the time that a short query takes
  config.pose_unit.objects = 256;    // parts of a scene
  config.contact_unit.multipliers = 48;
  config.contact_unit.queue_depth = 32;
  config.record_cache.group_lines = 512;
  config.record_cache.block_lines = 256;
  config.record_cache.records = 48;  // HBM2 is farther away
  config.leaf_unit.dotadds = 18;     // a triangle in a cycle
  config.leaf_unit.filtered = 4;
  config.leaf_unit.waiting = 64;
  config.chip.clock_period_ps = 1000;
  set_memory_kind(config, memory_kind("hbm2-2.0"));
  config.sdram.bus_bytes = 32;  // of the chip: a channel brings what its own pins do
  config.memory.channels = 8;
  config.memory.interleave_bytes = 1024;          // a row: neighbouring data come from one row
  config.memory_controller.request_latency += 2;  // two flip-flops from clock to clock, in both directions
  config.memory_controller.interface_latency += 2;
  config.sdram.prepare_ahead = 8;  // random rows: all banks must be at work
  config.sdram.queue_depth = 16;
  return config;
}

// The fastest machine with the same pins, at any cost.
ChipConfig beyond_max() {
  ChipConfig config = beyond();
  config.group.bits = 5;
  config.group_engine.contexts = 32;
  config.group_engine.look_ahead = 8;
  config.group_engine.entries = 8192;
  config.group_unit.dotadds = 32;
  config.leaf_unit.dotadds = 18;
  config.leaf_unit.filtered = 4;
  config.leaf_unit.waiting = 64;
  config.group_unit.compares = 16;
  config.group_unit.planes = 4;
  config.small_triangle_unit.lanes = 2;
  config.small_triangle_unit.interval = 1;
  config.record_cache.group_lines = config.record_cache.block_lines = 1024;
  config.record_cache.window = config.record_cache.records = 64;
  config.pointer_fifo.depth = 32768;
  return config;
}

std::vector<MachineExample> examples() {
  MachineExample one{4, {}};
  one.config.engine.kind = EngineKindKey::groups;
  MachineExample several{5, one.config};
  several.config.engine.count = several.config.group_engine.queries = 2;
  MachineExample by_pose{7, one.config};
  by_pose.config.host.results = HostResults::memory;
  by_pose.config.small_triangle_unit.undecided = UndecidedPairs::host;
  by_pose.config.pose_unit.multipliers = 4;
  MachineExample contact{8, one.config};
  contact.config.small_triangle_unit.undecided = UndecidedPairs::host;
  contact.config.contact_unit.multipliers = 32;
  return {one, several, by_pose, contact};
}

GroupsDerived groups_of(const ChipConfig& config) {
  GroupsDerived groups;
  groups.layout = config.group_layout();
  groups.filters = config.group_filters();
  groups.engines = config.engine.count;
  groups.contexts = config.group_engine.contexts;
  groups.look_ahead = config.group_engine.look_ahead;
  if (has_pose_unit(config)) groups.pose_objects = config.pose_unit.objects;
  groups.contact = has_contact_unit(config);
  groups.contact_overflows = groups.contact && config.contact_unit.overflow == ContactOverflow::host;
  groups.leaf_entries = config.pointer_fifo.entry == FifoEntry::leaf_pair;
  groups.triangle_lanes = config.small_triangle_unit.lanes;
  groups.slow_interval = config.triangle_unit.issue_cycles();
  groups.slow_depth = config.triangle_unit.pipeline_depth();
  groups.vertices_per_cycle = config.triangle_unit.vertices_per_cycle;
  groups.dotadd_stages = config.triangle_unit.dotadd_stages;
  groups.filter = config.triangle_unit.filter;
  return groups;
}

void derive(const ChipConfig& config, Derived& all) {
  all.groups = groups_of(config);
  all.queries = config.group_engine.queries;
  all.mmm_words = group_words::volume_words(config.dop.k);
  all.frame_words = group_words::kFrameWords;
}

std::vector<std::string> keys(const ChipConfig&) {
  std::vector<std::string> all = {"group",           "dop.k",
                                  "memory.channels", "memory.interleave_bytes",
                                  "engine.count",    "pointer_fifo.entry",
                                  "contact_unit",    "pose_unit"};
  all.insert(all.end(), group_netlist::kUnits.begin(), group_netlist::kUnits.end());
  return all;
}

std::optional<ConfigConflict> bus_conflict(const ChipConfig& config) {
  if (config.sdram.bus_bytes <= 32) return std::nullopt;
  return ConfigConflict{
      {"sdram.bus_bytes"},
      shown(config, "sdram.bus_bytes") + " is more than the 32 bytes at which records begin"};
}

std::optional<ConfigConflict> model_conflict(const ChipConfig& config) {
  if (config.sdram.model == SdramModel::banks) return std::nullopt;
  return ConfigConflict{{"sdram.model"},
                        shown(config, "sdram.model") + " has a time for pairs of nodes alone"};
}

std::optional<ConfigConflict> engines_conflict(const ChipConfig& config) {
  if (config.engine.count <= config.group_engine.queries) return std::nullopt;
  return refused(config, "engine.count", " is more than the queries there are at once, ",
                 "group_engine.queries");
}

std::optional<ConfigConflict> entry_check_conflict(const ChipConfig& config) {
  if (config.group_engine.queries == 1 || !config.pointer_fifo.entry_check) return std::nullopt;
  return ConfigConflict{{"pointer_fifo.entry_check", "group_engine.queries"},
                        shown(config, "pointer_fifo.entry_check") + " is what a machine with " +
                            shown(config, "group_engine.queries") + " does by itself"};
}

std::optional<ConfigConflict> pose_results_conflict(const ChipConfig& config) {
  if (!has_pose_unit(config) || config.host.results == HostResults::memory) return std::nullopt;
  return refused(config, "pose_unit.multipliers", " need the rings of results, not ", "host.results");
}

// With what else than the determinants, and the host behind them, a unit cannot go.
std::optional<ConfigConflict> undecided_conflict(const ChipConfig& config, const char* unit,
                                                 const char* why) {
  if (!config.small_triangle_unit.determinants)
    return refused(config, unit, why, "small_triangle_unit.determinants");
  if (config.small_triangle_unit.undecided == UndecidedPairs::host) return std::nullopt;
  return refused(config, unit, why, "small_triangle_unit.undecided");
}

std::optional<ConfigConflict> pose_tests_conflict(const ChipConfig& config) {
  if (!has_pose_unit(config)) return std::nullopt;
  return undecided_conflict(config, "pose_unit.multipliers", " make no frame matrices, which belong to ");
}

std::optional<ConfigConflict> contact_conflict(const ChipConfig& config) {
  if (!has_contact_unit(config)) return std::nullopt;
  return undecided_conflict(config, "contact_unit.multipliers",
                            " decide what 16-bit determinants leave undecided, and nothing is left so with ");
}

std::vector<ConflictRule> rules() {
  return {
      {"`sdram.bus_bytes` is at most 32: records begin at 32 bytes.", bus_conflict},
      {"`sdram.model` is `banks`.", model_conflict},
      {"`engine.count` is at most `group_engine.queries`.", engines_conflict},
      {"`pointer_fifo.entry_check` is off with several `group_engine.queries`: such a machine checks entries "
       "by itself.",
       entry_check_conflict},
      {"`contact_unit.multipliers` other than 0 need `small_triangle_unit.determinants`, and "
       "`small_triangle_unit.undecided` = `host`.",
       contact_conflict},
      {"`pose_unit.multipliers` other than 0 need `host.results` = `memory`.", pose_results_conflict},
      {"`pose_unit.multipliers` other than 0 need `small_triangle_unit.determinants`, and "
       "`small_triangle_unit.undecided` = `host`: they make no frame matrices.",
       pose_tests_conflict}};
}

// Each side of a link counts.
std::vector<MachineSum> link_sums() {
  using namespace closing;
  return {
      {"group requests",
       {{number("group_unit.tumbled_groups"), number("group_unit.aligned_groups")},
        kEqual,
        {number("record_cache.group_requests")}}},
      {"tumbled groups",
       {{number("group_unit.tumbled_groups")}, kEqual, {number("group_engine.lists")}, Where::all_pairs}},
      {"aligned groups",
       {{number("group_unit.aligned_groups")}, kEqual, {number("group_engine.groups")}, Where::all_pairs}},
      {"group results", {{number("group_engine.results")}, kEqual, {number("group_unit.aligned_groups")}}},
      {"leaf pairs found", {{number("group_engine.leaf_pairs")}, kEqual, {number("group_unit.leaf_pairs")}}},
      {"leaf pairs taken", {{number("leaf_unit.leaf_pairs")}, kEqual, {number("group_unit.leaf_pairs")}}},
      {"moved leaves", {{number("leaf_unit.moved_leaves")}, kEqual, {number("group_unit.moves")}}},
      {"block requests",
       {{number("leaf_unit.moved_leaves"), number("leaf_unit.aligned_blocks")},
        kEqual,
        {number("record_cache.block_requests")}}},
      {"triangle tests",
       {{number("leaf_unit.triangle_tests")},
        kEqual,
        {number("small_triangle_unit.tests")},
        Where::all_pairs}},
      {"contact tests", {{number("contact_unit.tests")}, kEqual, {number("small_triangle_unit.contacts")}}},
      {"switched bursts",
       {{number("engine_switch.bursts")},
        kAtMost,
        {number("record_cache.tumbled_bursts"), number("record_cache.aligned_bursts"),
         number("record_cache.block_bursts")}}},
      {"switched findings", {{number("engine_switch.findings")}, kAtMost, {number("pointer_fifo.entries")}}},
  };
}

std::vector<MachineSum> sums() {
  using closing::number;
  std::vector<MachineSum> all = {machine_sums::aligned_read({number("record_cache.aligned_bursts")}),
                                 machine_sums::tumbled_read({}, {number("record_cache.tumbled_bursts")}),
                                 machine_sums::triangles_read({number("record_cache.block_bursts")})};
  machine_sums::append(
      all, machine_sums::results({number("small_triangle_unit.entries"), number("group_engine.unfinished")}));
  machine_sums::append(all, link_sums());
  return all;
}

}  // namespace
}  // namespace groups

MachineKind groups_machine() {
  using namespace groups;
  MachineKind machine;
  machine.name = "groups";
  machine.engine = EngineKindKey::groups;
  machine.memory_controller = "burst_controller";
  machine.units = group_netlist::units;
  machine.channels = group_netlist::channels;
  machine.pins = [](const ChipConfig&) { return std::vector<std::string>{}; };
  machine.examples = examples;
  machine.derive = derive;
  machine.sums = sums;
  machine.stops = "group_engine.stops";
  machine.keys = keys;
  machine.conflicts = joined({rules(), memory_rules()});
  machine.presets = {
      {"beyond", "lists of groups on no more silicon than paper41", beyond},
      {"beyond-small", "lists of groups on half of paper41's silicon", beyond_small},
      {"beyond-triangle-unit", "lists of groups before the paper's Triangle Unit", beyond_triangle_unit},
      {"beyond-contact", "lists of groups that decide on the chip where parts touch", beyond_contact},
      {"beyond-max", "lists of groups with wide units and large caches, whatever they take", beyond_max},
      {"today", "lists of groups at 1 GHz with eight channels of HBM2, behind PCIe 4 x4", today},
  };
  return machine;
}

}  // namespace collisionchip
