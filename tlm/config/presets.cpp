// Every override says why it is there; what is not overridden is `paper41`.
#include "collisionchip/tlm/config/presets.h"

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/tlm/config/memory_kinds.h"

namespace collisionchip {

namespace {

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
  // "The SDRAM Interface can buffer an entire node pair": one, and it takes the next pair only when it is
  // empty. The first aligned node waits beside it, in an "e"
  // register of its own. Only this rule gives 100 and 10.
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
  config.sdram.model = SdramModel::constant;           // "a total read time of 10 cycles per node pair"
  config.triangle_unit.ideal = true;                   // no term for triangles, their tests or their reads
  config.pointer_fifo.depth = 65536;                   // nor for a host that reads results while they come
  config.stack_engine.decision = ListDecision::ideal;  // "assumed to be always fast enough"
  return config;
}

// What hardware does without a tree: every pair of triangles, sixteen at a time.
ChipConfig bruteforce() {
  ChipConfig config;
  config.engine.kind = EngineKindKey::brute_force;
  config.triangle_unit.lanes = 16;
  config.triangle_unit.queue_depth = 8;  // records under way: enough to keep the data bus busy
  config.memory_controller.request_queue_depth = 8;
  config.sdram.queue_depth = 8;
  return config;
}

// Lists of groups: 22 times fewer cycles than Eq. 5 on no more silicon than paper41, behind the same pins.
ChipConfig beyond() {
  ChipConfig config;
  config.engine.kind = EngineKindKey::groups;
  config.group.leaf_size = 4;
  config.group.bits = 7;
  config.group_engine.contexts = 12;
  config.group_engine.look_ahead = 5;
  config.group_engine.entries = 1536;
  config.group_unit.dotadds = 5;
  config.group_unit.compares = 6;
  config.record_cache.group_lines = 128;
  config.record_cache.block_lines = 128;
  config.record_cache.window = 64;
  config.leaf_unit.dotadds = 6;
  config.leaf_unit.filtered = 2;
  config.leaf_unit.waiting = 64;
  config.small_triangle_unit.lanes = 2;  // two pairs in three cycles
  config.small_triangle_unit.interval = 3;
  config.memory.channels = 2;  // two rows at a time, each brought by half of the pins
  config.sdram.bus_bytes = 16;
  config.memory_controller.request_queue_depth = 1;  // what has left the window keeps its place
  config.sdram.bank_hash = true;
  config.sdram.prepare_ahead = 4;
  config.pointer_fifo.depth = 6144;  // pairs come faster than the host reads them
  return config;
}

// Half of paper41's silicon. Searched key by key at five poses (docs/beyond.md).
ChipConfig beyond_small() {
  ChipConfig config = beyond();
  config.group.leaf_size = 2;
  config.group.own_volume = false;
  config.group_engine.contexts = 6;
  config.group_engine.look_ahead = 4;
  config.group_unit.dotadds = 3;
  config.group_unit.compares = 4;
  config.record_cache.group_lines = 32;
  config.record_cache.block_lines = 16;
  config.record_cache.window = 8;
  config.leaf_unit.dotadds = 4;
  config.leaf_unit.filtered = 1;
  config.leaf_unit.waiting = 32;
  config.small_triangle_unit.lanes = 1;  // a pair in three cycles
  config.pointer_fifo.depth = 1536;
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
  config.group_unit.dotadds = 4;
  config.record_cache.group_lines = config.record_cache.block_lines = 64;
  config.leaf_unit.waiting = 32;
  config.small_triangle_unit.determinants = false;
  config.small_triangle_unit.lanes = 1;
  config.small_triangle_unit.record_makers = 16;
  return config;
}

// The same chip at 1 GHz, with eight pseudo channels of an HBM2 stack, and wider: silicon is not what it was.
ChipConfig today() {
  ChipConfig config = beyond();
  config.group.bits = 5;
  config.group_engine.contexts = 16;
  config.group_engine.look_ahead = 8;
  config.group_engine.entries = 8192;
  config.group_unit.dotadds = config.group_unit.compares = 8;
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  config.memory_controller.request_queue_depth = 2;
  config.pointer_fifo.depth = 8192;
  config.record_cache.group_lines = 512;
  config.record_cache.block_lines = 256;
  config.leaf_unit.dotadds = 18;  // a triangle in a cycle
  config.leaf_unit.filtered = 4;
  config.chip.clock_period_ps = 1000;
  set_memory_kind(config, memory_kind("hbm2-2.0"));
  config.sdram.bus_bytes = 32;  // of the chip: a channel brings what its own pins do
  config.memory.channels = 8;
  config.memory.interleave_bytes = 1024;          // a row: what lies beside each other is read from one
  config.memory_controller.request_latency += 2;  // two flip-flops from clock to clock, in both directions
  config.memory_controller.interface_latency += 2;
  config.sdram.prepare_ahead = 8;  // random rows: as many banks as there are must be at work
  config.sdram.queue_depth = 16;
  return config;
}

// Whatever it takes, behind the same pins.
ChipConfig beyond_max() {
  ChipConfig config = beyond();
  config.group.bits = 5;
  config.group_engine.contexts = 32;
  config.group_engine.look_ahead = 8;
  config.group_engine.entries = 8192;
  config.group_unit.dotadds = 32;
  config.leaf_unit.dotadds = 18;
  config.leaf_unit.filtered = 4;
  config.group_unit.compares = 16;
  config.small_triangle_unit.interval = 1;
  config.record_cache.group_lines = config.record_cache.block_lines = 1024;
  config.pointer_fifo.depth = 65536;
  return config;
}

}  // namespace

QueryOptions query_options(const ChipConfig& config, bool first_witness) {
  QueryOptions options;
  options.tumbled_side = config.query.tumbled_side;
  options.leaf_test = config.leaf_test();
  options.first_witness = first_witness;
  options.answers = config.triangle_unit.filter ? Answers::exact : Answers::raw;
  return options;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
      {"paper41", "the machine of section 4.1 and Figure 4, the default", [] { return ChipConfig{}; }},
      {"paper52", "the older machine of section 5.2: one transform pipeline, nothing hidden", paper52},
      {"paper52-eq5", "paper52 without everything that Eq. 5 leaves out: its cycles are the formula's",
       paper52_eq5},
      {"bruteforce", "no tree: a Pair Sequencer and sixteen Triangle Units", bruteforce},
      {"beyond", "lists of groups on no more silicon than paper41", beyond},
      {"beyond-small", "lists of groups on half of paper41's silicon", beyond_small},
      {"beyond-triangle-unit", "lists of groups before the paper's Triangle Unit", beyond_triangle_unit},
      {"beyond-max", "lists of groups with wide units and large caches, whatever they take", beyond_max},
      {"today", "lists of groups at 1 GHz with eight channels of HBM2", today},
  };
  return all;
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = {"paper41", "paper52", "paper52-eq5"};
  return names;
}

const std::vector<std::string>& all_preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Preset& one : presets()) all.emplace_back(one.name);
    return all;
  }();
  return names;
}

ChipConfig preset(const std::string& name) {
  for (const Preset& one : presets()) {
    if (one.name == name) return one.make();
  }
  throw InputError(choice_complaint(all_preset_names(), name));
}

}  // namespace collisionchip
