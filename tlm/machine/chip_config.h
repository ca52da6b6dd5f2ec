// The numbers of time, size and policy of the chip; docs/chip.md lists the few that are constants. Defaults are the preset `paper41`, the machine of
// Figure 4. Times are chip cycles of 3.75 ns unless the name says otherwise. tlm/machine/config_rows.cpp
// holds the one table that gives each key its unit, range, paper section and meaning; it reads files and
// writes the documentation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/image/list_word_code.h"
#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/tlm/machine/channel_map.h"
#include "collisionchip/tlm/machine/pci_bus.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct ChipConfig {
  struct Chip {
    std::uint32_t clock_period_ps = 3750;
  } chip;

  struct Dop {
    std::uint32_t k = 24;  // 6, 14, 18, 24 or 26
  } dop;

  // How trees are built is no matter of the chip, but of what it is asked to walk: places in the lists of names of
  // reference/tree/tree_options.h and split_rule.h.
  struct Tree {
    TreeFormatKey format = TreeFormatKey::dop128;
    std::uint32_t builder = 0;                         // dop_builder_names()
    std::uint32_t rule = 3;                            // split_rule_names(): dop
    std::uint32_t axis = 0, point = 0, objective = 0;  // of the rule axis_point
    std::uint32_t degree = 2;                          // children of a node; the chip has pairs
    std::uint32_t leaf_size = 1;                       // most triangles of a leaf, likewise
  } tree;

  // How nodes with DOPs lie in the SDRAM, unless the triangles lie in the leaves (nodes() below). No key names another one.
  const NodeFormat* node_format = &kDop128;

  struct Query {
    TumbledSide tumbled_side = TumbledSide::b;  // the object whose DOPs are transformed
  } query;

  using Pci = PciBus;
  Pci pci;

  struct MemoryController {
    std::uint32_t request_latency = 1;    // cycles from a request channel to the SDRAM command
    std::uint32_t interface_latency = 2;  // cycles from the SDRAM pins to the input register
    std::uint32_t input_registers = 2;    // sibling pairs the input register holds
    RefillPolicy refill = RefillPolicy::streaming;
    std::uint32_t request_queue_depth = 4;
    bool triangle_priority = true;  // triangle reads overtake waiting node reads
    bool overlap_lists = true;  // read a tumbled pair while data of the list before are still in the register
    LeafLayout leaf_layout = LeafLayout::dop;  // what a leaf holds: its DOP, or its triangle
  } memory_controller;

  // What is behind the Memory Controller. Times of `sdram` are cycles of the memory's own clock, if it has one.
  struct Memory {
    std::uint32_t kind = 0;                // its place in memory_kind_names(); 0: none of these
    std::uint32_t clock_mhz = 0;           // 0: the chip's clock
    std::uint32_t clock_bytes = 0;         // on its pins per cycle of its clock; 0: sdram.bus_bytes
    std::uint32_t channels = 1;            // each with a Memory Controller and pins of its own
    std::uint32_t interleave_bytes = 256;  // from channel to channel
  } memory;

  struct Sdram {
    SdramModel model = SdramModel::banks;
    std::uint32_t capacity_mib = 512;
    std::uint32_t bus_bytes = 32;  // per chip cycle
    std::uint32_t banks = 4;
    std::uint32_t page_bytes = 4096;
    PagePolicy page_policy = PagePolicy::open;
    AddressMapping mapping = AddressMapping::row_bank_column;
    bool bank_hash = false;            // the bank depends on the row, too
    std::uint32_t command_cycles = 2;  // one command per memory clock
    std::uint32_t t_rp = 4;
    std::uint32_t t_rcd = 4;
    std::uint32_t t_cl = 4;
    std::uint32_t t_ras = 12;
    std::uint32_t t_rc = 16;
    std::uint32_t t_rrd = 4;
    std::uint32_t t_rfc = 20;
    std::uint32_t t_ras_max = 0;             // a row may be open for so long; 0: for ever
    std::uint32_t refresh_interval = 0;      // 0: no refresh
    std::uint32_t mode_burst = 0;            // beats of every burst; 0: as many as the read asks for
    std::uint32_t bank_groups = 1;           // banks of one number modulo this are a group
    std::uint32_t t_ccd_s = 0, t_ccd_l = 0;  // read to read; 0: the data bus alone says
    std::uint32_t t_rrd_l = 0;               // t_rrd within a group; 0: as t_rrd
    std::uint32_t t_faw = 0;                 // activate to the fourth after it; 0: no limit
    std::uint32_t t_rtp = 0;                 // read to precharge, if the burst is out sooner
    RefreshKey refresh = RefreshKey::all_banks;
    std::uint32_t t_rfc_pb = 20, t_rrefd = 0;  // of one bank's refresh
    std::uint32_t prepare_ahead = 1;           // a row may be opened before the reads of so many requests
    std::uint32_t queue_depth = 4;             // requests accepted ahead of the one whose data are on the bus
    std::uint32_t constant_latency = 8;
    std::uint32_t constant_interval = 10;
    Ecc ecc = Ecc::none;
    std::uint32_t ecc_cycles = 1;  // stages that the check adds to the interface when it is on
  } sdram;

  struct Engine {
    EngineKindKey kind = EngineKindKey::tree;
    std::uint32_t tile = 64;  // tumbled triangles on the chip at once, where there is no tree
    std::uint32_t count = 1;  // engines with groups side by side
  } engine;

  struct StackEngine {
    std::uint32_t look_ahead = 4;  // aligned pairs requested and not yet answered by flags
    std::uint32_t levels = 128;    // level registers
    ListDecision decision = ListDecision::flags;
    LeafTest leaf_test = LeafTest::dop_first;
    bool prefetch = true;        // fetch and transform the left child pair ahead, speculatively
    bool prefetch_known = true;  // and, where there is none, whatever pair is known to come
    bool keep_pair = true;  // a list that meets the tumbled pair of the list before does not fetch it again
    ListHeads list_heads = ListHeads::registers;
  } stack_engine;

  struct StackSram {
    std::uint32_t entries = 65536;  // 32-bit list entries per SRAM
    std::uint32_t latency = 2;
    ListEcc ecc = ListEcc::none;
    std::uint32_t ecc_cycles = 1;  // stages that the check adds to a read when it is on
  } stack_sram;

  struct DopUnit {
    std::uint32_t dotadds = 2;  // 1: siblings one after the other; 2n: n rows per cycle for each sibling
    std::uint32_t dotadd_stages = 6;
    std::uint32_t floats_per_cycle = 1;   // into each d register set
    std::uint32_t start_floats = 24;      // coefficients loaded before the first row may issue
    std::uint32_t register_sets = 2;      // d registers and d' memory, each
    std::uint32_t compare_floats = 8;     // coefficients compared per cycle, by each group
    std::uint32_t comparator_groups = 1;  // 1: the members of an aligned pair in turn; 2: side by side
    ERegister e_register = ERegister::stream;
    std::uint32_t flag_latency = 1;  // cycles from the last comparison to the flags leaving the unit
  } dop_unit;

  // In the DOP Unit's place where nodes hold oriented boxes.
  struct ObbUnit {
    std::uint32_t quaternion_cycles = 4;  // stages of the decoder from a quaternion to a rotation
    std::uint32_t sqrt_cycles = 16;       // stages before these, for w
    std::uint32_t dotadds = 6;            // of the frame stage; a box needs twelve rows
    std::uint32_t dotadd_stages = 6;
    std::uint32_t axes_per_cycle = 3;        // 1, 3, 5 or 15
    std::uint32_t register_sets = 2;         // of tumbled pairs in the aligned frame
    std::uint32_t flag_latency = 1;          // cycles from the last axis to the flags leaving the unit
    std::uint32_t branch_cache_lines = 0;    // decoded sibling pairs that are kept; 0: none
    std::uint32_t branch_cache_latency = 2;  // cycles from a pair's turn to its line
    bool keep_across_queries = true;         // false: each query begins with no line
  } obb_unit;

  // In the DOP Unit's place where nodes hold axis-aligned boxes.
  struct AabbUnit {
    std::uint32_t decode_cycles = 2;  // from planes to centre and half sides
    std::uint32_t dotadds = 5;        // of the frame stage; a box needs fifteen rows
    std::uint32_t dotadd_stages = 6;
    std::uint32_t axes_per_cycle = 3;               // 1, 3, 5 or 15
    std::uint32_t register_sets = 2;                // of tumbled pairs in the aligned frame
    std::uint32_t flag_latency = 1;                 // cycles from the last axis to the flags leaving the unit
    AabbParentKey parent = AabbParentKey::context;  // where that of a pair comes from
  } aabb_unit;

  struct TriangleUnit {
    bool ideal = false;  // no time and no memory traffic, same answers
    std::uint32_t vertices_per_cycle = 1;
    std::uint32_t dotadd_stages = 6;
    std::uint32_t itu_stages = 4;
    bool filter = true;               // error bounds: hit, miss or uncertain instead of fp32's word
    std::uint32_t filter_stages = 4;  // more stages when the filter is on
    std::uint32_t cache_lines = 128;
    std::uint32_t cache_ways = 1;
    std::uint32_t queue_depth = 4;  // leaf tests waiting, each up to four triangle pairs; or tile commands
    std::uint32_t lanes = 1;        // Triangle Units side by side, where there is no tree
  } triangle_unit;

  struct PointerFifo {
    std::uint32_t depth = 1024;
    std::uint32_t threshold = 512;  // entries that raise the interrupt
    bool entry_check = false;       // the last entry of a query counts and checks all others
  } pointer_fifo;

  // Of a machine with groups (engine.kind = "groups"): how the records are made, and what is asked of them.
  struct Group {
    std::uint32_t width = 4;      // members: 2 or 4
    std::uint32_t bits = 5;       // of a quantised coefficient: 5 to 8
    std::uint32_t leaf_size = 2;  // most triangles of a leaf: 1, 2 or 4
    bool tight_leaf = true;       // a tumbled leaf's volume from its moved corners
    bool plane = true;            // its triangles' planes against the aligned leaf's volume
    bool own_volume = true;       // and their volumes against each aligned triangle's own
  } group;

  struct GroupEngine {
    std::uint32_t contexts = 8;    // lists worked off at once
    std::uint32_t look_ahead = 8;  // of each: aligned groups asked for and not yet answered
    std::uint32_t entries = 8192;  // of all lists
    std::uint32_t queries = 1;     // entries of the command queue: in flight at once
  } group_engine;

  struct GroupUnit {
    std::uint32_t dotadds = 8;  // fixed-point rows of the transform per cycle
    std::uint32_t dotadd_stages = 4;
    std::uint32_t compares = 4;        // member against member, per cycle
    std::uint32_t result_latency = 2;  // cycles from the last comparison to the result leaving the unit
  } group_unit;

  struct LeafUnit {
    std::uint32_t dotadds = 8;        // that move corners
    std::uint32_t move_latency = 8;   // cycles from the last corner to the leaf's volume
    std::uint32_t block_latency = 8;  // cycles from an aligned block to its first test
    std::uint32_t waiting = 16;       // pairs of leaves that wait for their aligned block
    std::uint32_t filtered = 4;       // tumbled triangles through the first two filters, per cycle
  } leaf_unit;

  struct RecordCache {
    std::uint32_t group_lines = 64, block_lines = 64;  // 0: no cache
    std::uint32_t hit_latency = 2;
    std::uint32_t window = 4;  // bursts that wait, of which the best goes first
  } record_cache;

  struct SmallTriangleUnit {
    bool determinants = true;  // false: every pair goes through the slow pipeline
    UndecidedPairs undecided = UndecidedPairs::host;
    std::uint32_t interval = 1;  // cycles between pairs
    std::uint32_t lanes = 1;     // pairs at once
    std::uint32_t stages = 12;
    std::uint32_t queue_depth = 64;   // pairs that wait
    std::uint32_t record_makers = 4;  // of the slow pipeline: triangle records from corners
  } small_triangle_unit;

  // Estimates of energy (docs/costs.md); they change no cycle.
  struct Energy {
    std::uint32_t multiply_fj = 3700;  // float32, in 45 nm, as the next two
    std::uint32_t add_fj = 900;
    std::uint32_t compare_fj = 100;
    std::uint32_t sram_fj = 5000;             // 32 bits of an SRAM of 8 KiB, in 45 nm
    std::uint32_t technology_percent = 1600;  // of these four, in 0.18 um
    std::uint32_t activate_pj = 11250;        // per memory chip, precharge included
    std::uint32_t read_pj = 938;              // per byte on the bus
    std::uint32_t standby_mw = 125;           // per memory chip
  } energy;

  // In 0.18 um, by the synthesis of our RTL (docs/synthesis.md) where it has the item.
  struct Area {
    std::uint32_t dotadd_um2 = 684000;       // of six stages
    std::uint32_t dotadd_stage_um2 = 16500;  // each one more
    std::uint32_t multiply_um2 = 159698;     // float32, as the next two
    std::uint32_t add_um2 = 51887;
    std::uint32_t compare_um2 = 7815;
    std::uint32_t register_bit_um2 = 144;
    std::uint32_t sram_bit_nm2 = 5590;  // in 1000 nm2, that is 0.001 um2
    std::uint32_t sram_percent = 150;   // of the bits: what the whole SRAM takes
    std::uint32_t pci_interface_um2 = 570000;
    std::uint32_t memory_controller_um2 = 490000;
    std::uint32_t stack_engine_um2 = 3151000;  // with 128 levels
    std::uint32_t stack_level_bits = 93;       // registers of a level
    // Of a machine with groups, its operators.
    std::uint32_t fixed_dotadd_um2 = 286628;   // of 18 bits
    std::uint32_t corner_dotadd_um2 = 518812;  // of 26 by 24 bits
    std::uint32_t group_compare_um2 = 50863;   // of a pair of members
    std::uint32_t group_decode_um2 = 186632;   // of a member
    std::uint32_t group_extent_um2 = 105354;   // of a triangle along a direction
    std::uint32_t small_block_um2 = 560286;    // two triangles in 16 bits
    std::uint32_t small_cross_um2 = 397901;    // a product of two corners' vectors
    std::uint32_t small_sum_um2 = 95288;       // a product of two differences, and its magnitudes
    std::uint32_t small_triple_um2 = 383167;   // a determinant of corners' vectors
    std::uint32_t small_sign_um2 = 273153;     // a determinant of differences, its bound and its sign
    // Nobody has synthesised these yet.
    std::uint32_t group_engine_um2 = 800000;  // without contexts and lists
    std::uint32_t group_context_um2 = 60000;  // registers of a context
  } area;

  // Both models of a unit do the same in the same cycles: no part of the machine, and not of its hash.
  struct Units {
    UnitModel pci_interface = UnitModel::tlm;
    UnitModel memory_controller = UnitModel::tlm;
    UnitModel stack_engine = UnitModel::tlm;
    UnitModel dop_unit = UnitModel::tlm;
    UnitModel triangle_unit = UnitModel::tlm;
    UnitModel pointer_fifo = UnitModel::tlm;
  } units;

  // A channel of the memory as its own clock sees it.
  Sdram memory_side() const {
    Sdram side = sdram;
    side.capacity_mib /= memory.channels;
    if (memory.clock_bytes != 0) side.bus_bytes = memory.clock_bytes;
    return side;
  }
  ChannelMap channel_map() const { return {memory.channels, memory.interleave_bytes}; }
  // Lists of pairs of nodes, by the Stack Engine.
  bool has_tree() const { return engine.kind == EngineKindKey::tree; }
  // Lists of groups, by the Group Engine.
  bool has_groups() const { return engine.kind == EngineKindKey::groups; }
  // Several queries in flight.
  bool has_queue() const { return has_groups() && group_engine.queries > 1; }
  // Entries of the command queue that one of several engines works at.
  std::uint32_t queries_of_engine() const { return (group_engine.queries + engine.count - 1) / engine.count; }
  bool has_tiles() const { return engine.kind == EngineKindKey::brute_force; }
  GroupLayout group_layout() const {
    return {static_cast<int>(dop.k), static_cast<int>(group.width), static_cast<int>(group.bits),
            static_cast<int>(group.leaf_size)};
  }
  // Of a tumbled triangle in the Leaf Unit: nine rows for its corners, nine for the slab of its plane.
  std::uint32_t leaf_move_cycles() const { return (18 + leaf_unit.dotadds - 1) / leaf_unit.dotadds; }
  GroupFilters group_filters() const { return {group.tight_leaf, group.plane, group.own_volume}; }
  bool has_obbs() const { return tree.format == TreeFormatKey::obb64 || tree.format == TreeFormatKey::obb40; }
  bool has_aabbs() const {
    return tree.format == TreeFormatKey::aabb32 || tree.format == TreeFormatKey::aabb21;
  }
  // Cycles of a query depend on the queries before it.
  bool remembers_queries() const {
    return has_tree() && has_obbs() && obb_unit.branch_cache_lines > 0 && obb_unit.keep_across_queries;
  }
  // The unit that transforms tumbled pairs and compares aligned ones with them, by its name.
  const char* volume_unit() const { return has_obbs() ? "obb_unit" : has_aabbs() ? "aabb_unit" : "dop_unit"; }
  bool has_dops() const { return has_tree() && tree.format == TreeFormatKey::dop128; }
  // Of it.
  std::uint32_t register_sets() const {
    return has_obbs()    ? obb_unit.register_sets
           : has_aabbs() ? aabb_unit.register_sets
                         : dop_unit.register_sets;
  }
  // Of the matrix memory, each of registers::kMmmWordsPerRow.
  std::uint32_t matrix_rows() const { return has_obbs() ? 3 : has_aabbs() ? 12 : dop.k; }
  // The engine has work for a second set of registers, and there is one.
  bool prefetches() const { return stack_engine.prefetch && register_sets() > 1; }
  bool prefetches_known() const { return prefetches() && stack_engine.prefetch_known; }
  // How its nodes lie in the SDRAM.
  const NodeFormat& nodes() const {
    if (!has_tree()) return kNoNodes;
    if (has_aabbs()) return tree.format == TreeFormatKey::aabb32 ? kAabb32 : kAabb21;
    if (has_obbs()) return tree.format == TreeFormatKey::obb64 ? kObb64 : kObb40;
    return memory_controller.leaf_layout == LeafLayout::triangle ? kTriangle128 : *node_format;
  }
  // The pairs on the way to an aligned one are read again.
  bool refetches_parents() const {
    return has_tree() && has_aabbs() && aabb_unit.parent == AabbParentKey::refetch;
  }
  // A pair of each tree at a time, from a stack of such; no lists.
  bool stacks_pairs() const {
    return has_tree() && has_aabbs() && aabb_unit.parent == AabbParentKey::simultaneous;
  }
  // The parent's box comes with an entry of a list.
  bool has_parents_in_lists() const { return has_tree() && nodes().needs_parent && !refetches_parents(); }
  // Of an entry of a list in the stack SRAMs: where it has a parent's box, six planes lie behind the pair's word, whose
  // free bits have the flags.
  std::uint32_t list_entry_words() const { return has_parents_in_lists() ? 7 : 1; }
  // Leaves without a DOP are not compared with inner nodes either.
  LeafTest leaf_test() const {
    return memory_controller.leaf_layout == LeafLayout::triangle ? LeafTest::no_dops : stack_engine.leaf_test;
  }
};

// What the software must be asked to do the same as this chip.
QueryOptions query_options(const ChipConfig& config, bool first_witness = false);

// A preset by its name (tlm/machine/presets.h). InputError for another name.
ChipConfig preset(const std::string& name);
const std::vector<std::string>& preset_names();      // of the paper
const std::vector<std::string>& all_preset_names();  // and ours

}  // namespace collisionchip
