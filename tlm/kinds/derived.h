// What units know of their machine in addition to their own keys: numbers that follow from several keys. They are made
// from the machine's whole configuration (tlm/machines/derived_of.h), which a unit never sees.
#pragma once

#include <cstdint>

#include "collisionchip/reference/groups/group_filters.h"
#include "collisionchip/reference/groups/group_layout.h"
#include "collisionchip/reference/image/list_word_code.h"
#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/kinds/cost_keys.h"
#include "collisionchip/tlm/machine/channel_map.h"
#include "collisionchip/tlm/machine/host_link.h"
#include "collisionchip/tlm/machine/policies.h"
#include "collisionchip/tlm/memory/sdram_keys.h"

namespace collisionchip {

// What a machine that walks pairs of nodes has.
struct PairsDerived {
  const NodeFormat* nodes = &kNoNodes;            // how they lie in the SDRAM
  RefillPolicy refill = RefillPolicy::streaming;  // when new beats may follow into the input register
  bool flags_at_once = false;                     // flags take no time
  LeafTest leaf_test = LeafTest::dop_first;
  std::uint32_t list_words = 0;   // that a stack SRAM holds
  std::uint32_t entry_words = 1;  // of an entry of a list
  ListEcc list_ecc = ListEcc::none;
  std::uint32_t input_registers = 0;  // pairs that the Memory Controller's input register holds
  std::uint32_t look_ahead = 0;       // aligned pairs requested and not yet answered
  std::uint32_t register_sets = 0;    // tumbled pairs in the unit of volumes
  bool prefetches = false, prefetches_known = false;  // wanted, and there is a second register set
  bool stacked = false;           // entries are a stack of pairs, not lists: both trees are walked at once
  std::uint32_t block_words = 0;  // of a transformed pair on that stack, in each SRAM; 0: none lies there
  // Decoded pairs that are kept before the volume unit; 0 lines: none.
  std::uint32_t branch_cache_lines = 0;
  Cycle branch_cache_latency = 0, decode_cycles = 0;
  bool keep_across_queries = true;
};

// What a machine with groups has.
struct GroupsDerived {
  GroupLayout layout;
  GroupFilters filters;
  std::uint32_t engines = 1;         // side by side
  std::uint32_t contexts = 0;        // lists worked off at once
  std::uint32_t look_ahead = 0;      // of each: aligned groups asked for and not yet answered
  std::uint32_t triangle_lanes = 0;  // pairs of triangles that may leave in a cycle
  std::uint32_t pose_objects = 0;    // slots of the object table; 0: no Pose Unit
  bool contact = false;              // a Contact Unit decides what determinants leave undecided
  bool contact_overflows = false;    // and the host what finds no room there
  bool leaf_entries = false;         // an entry of the Pointer FIFO names a pair of leaves
  // The pipeline that takes what determinants leave undecided.
  Cycle slow_interval = 0, slow_depth = 0;
  std::uint32_t vertices_per_cycle = 0, dotadd_stages = 0;
  bool filter = true;
};

struct Derived {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t k = 0;                           // directions of a DOP
  SdramKeys sdram, memory_side;                  // a channel as the chip's clock sees it, and as its own does
  ChannelMap channels;                           // what lies in which channel
  std::uint32_t tile = 0;                        // tumbled triangles on the chip at once; 0: no tiles
  std::uint32_t queries = 1;                     // in flight at most
  bool entry_check = false;                      // the last entry of a query checks the others
  HostLink link;                                 // to the host
  std::uint32_t fifo_threshold = 0;              // entries of the Pointer FIFO that raise the interrupt
  std::uint64_t mmm_words = 0, frame_words = 0;  // registers for matrices
  PairsDerived pairs;
  GroupsDerived groups;
  EnergyKeys energy;
  AreaKeys area;

  // A query has one entry more, which closes it.
  bool closes_queries() const { return entry_check || queries > 1; }
};

}  // namespace collisionchip
