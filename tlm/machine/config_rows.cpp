// The one table of keys: a row says of a key all that files, checks, documentation and explorations need.
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/tlm/machine/config_row.h"

namespace collisionchip {

namespace {

using namespace config_rows;

constexpr IntegerRule kPowerOfTwo = IntegerRule::power_of_two;
constexpr IntegerRule kOneOrEven = IntegerRule::one_or_even;

void add_host_side(std::vector<ConfigKey>& keys) {
  const std::vector<ConfigKey> rows = {
      integer<&C::chip, &C::Chip::clock_period_ps>(
          "chip.clock_period_ps", "ps", {100, 1000000}, "§4.5",
          "length of a chip cycle; it turns cycles into seconds and changes no cycle count"),
      one_of<&C::dop, &C::Dop::k>("dop.k", "directions", {6, 14, 18, 24, 26}, "§3.2",
                                  "directions of a DOP, each with its opposite")
          .only("dop_unit")
          .parameter("pci_interface", "DOP_K"),
      word<&C::tree, &C::Tree::format>("tree.format", {"dop128", "obb64", "obb40", "aabb32", "aabb21"},
                                       "ours",
                                       "what nodes hold: DOPs, oriented boxes in 64 or 40 bytes, "
                                       "axis-aligned ones in 32 or 21; it decides which unit "
                                       "compares them")
          .added_with(0),
      word<&C::tree, &C::Tree::builder>("tree.builder", dop_builder_names(), "§3.3",
                                        "how a tree of DOPs is built; other volumes are built top-down")
          .added_with(0),
      word<&C::tree, &C::Tree::rule>(
          "tree.rule", split_rule_names(), "§3.3",
          "how triangles are divided top-down; `dop` stands for the own rule of other volumes, too")
          .added_with(3),
      word<&C::tree, &C::Tree::axis>("tree.axis", tree_axis_names(), "ours", "of the rule `axis_point`")
          .added_with(0),
      word<&C::tree, &C::Tree::point>("tree.point", tree_point_names(), "ours",
                                      "where along the axis, of the rule `axis_point`")
          .added_with(0),
      word<&C::tree, &C::Tree::objective>("tree.objective", tree_objective_names(), "ours",
                                          "what chooses among the axes of `normals`")
          .added_with(0),
      one_of<&C::tree, &C::Tree::degree>("tree.degree", "children", {2, 4, 8}, "ours",
                                         "of a node; the chip takes 2, the others are for `trees`")
          .added_with(2),
      integer<&C::tree, &C::Tree::leaf_size>(
          "tree.leaf_size", "triangles", {1, 64}, "ours",
          "at most in a leaf; the chip takes 1, the others are for `trees`")
          .added_with(1),
      word<&C::query, &C::Query::tumbled_side>("query.tumbled_side", {"a", "b"}, "ours",
                                               "the object whose DOPs are transformed"),
      integer<&C::pci, &C::Pci::clock_cycles>("pci.clock_cycles", "cycles", {1, 64}, "ours",
                                              "chip cycles per PCI clock (8: 33 MHz)"),
      integer<&C::pci, &C::Pci::address_clocks>("pci.address_clocks", "PCI clocks", {1, 16}, "ours",
                                                "address phase before the first data phase"),
      integer<&C::pci, &C::Pci::wait_clocks>("pci.wait_clocks", "PCI clocks", {0, 16}, "ours",
                                             "target wait states before the first data phase of a read"),
      integer<&C::pci, &C::Pci::turnaround_clocks>("pci.turnaround_clocks", "PCI clocks", {0, 16}, "ours",
                                                   "idle bus after each transaction"),
      integer<&C::pci, &C::Pci::burst_words>("pci.burst_words", "words", {1, 1024}, "ours",
                                             "longest burst of one transaction, in 32-bit words"),
      integer<&C::pci, &C::Pci::read_burst_words>(
          "pci.read_burst_words", "words", {0, 1024}, "ours",
          "the same of a read (1: the single reads of a processor behind a bridge); 0: as `burst_words`")
          .only("pci_interface")
          .added_with(0),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

void add_memory_controller(std::vector<ConfigKey>& keys) {
  using M = C::MemoryController;
  const std::vector<ConfigKey> rows = {
      integer<&C::memory_controller, &M::request_latency>("memory_controller.request_latency", "cycles",
                                                          {1, 64}, "ours",
                                                          "from a request channel to the SDRAM command")
          .parameter("memory_controller", "REQUEST_LATENCY"),
      integer<&C::memory_controller, &M::interface_latency>(
          "memory_controller.interface_latency", "cycles", {1, 64}, "§5.2",
          "from the SDRAM pins to the input register (10 = tRCD + CL + 2)")
          .parameter("memory_controller", "INTERFACE_LATENCY"),
      integer<&C::memory_controller, &M::input_registers>("memory_controller.input_registers", "pairs",
                                                          {1, 16}, "§4.4; number ours",
                                                          "sibling pairs that the input register holds")
          .parameter("memory_controller", "INPUT_REGISTERS")
          .only("dop_unit", 1, 2),
      word<&C::memory_controller, &M::refill>(
          "memory_controller.refill", {"when_empty", "streaming"}, "§5.2",
          "the input register takes new data only when empty, or as soon as there is room")
          .only("dop_unit"),
      integer<&C::memory_controller, &M::request_queue_depth>("memory_controller.request_queue_depth",
                                                              "entries", {1, 64}, "ours",
                                                              "requests waiting per channel"),
      boolean<&C::memory_controller, &M::triangle_priority>("memory_controller.triangle_priority", "§4.2",
                                                            "triangle reads overtake waiting node reads")
          .parameter("memory_controller", "TRIANGLE_PRIORITY"),
      boolean<&C::memory_controller, &M::overlap_lists>(
          "memory_controller.overlap_lists", "ours",
          "read a tumbled pair while data of the list before are still in the input register")
          .only("memory_controller"),
      word<&C::memory_controller, &M::leaf_layout>(
          "memory_controller.leaf_layout", {"dop", "triangle"}, "§3.3",
          "a leaf holds its DOP and the address of its triangle record, or its triangle instead of a DOP")
          .only("memory_controller")
          .only("stack_engine")
          .only("dop_unit")
          .only("triangle_unit")
          .added_with(0),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

void add_engine(std::vector<ConfigKey>& keys) {
  using E = C::StackEngine;
  const std::vector<ConfigKey> rows = {
      word<&C::engine, &C::Engine::kind>("engine.kind", {"tree", "brute_force", "groups"}, "ours",
                                         "which triangles are tested: those that the lists of a tree lead "
                                         "to, every pair, or those that lists of "
                                         "groups lead to")
          .only("pci_interface")
          .only("memory_controller")
          .only("triangle_unit")
          .only("pointer_fifo")
          .added_with(0),
      integer<&C::engine, &C::Engine::tile>("engine.tile", "triangles", {1, 65536}, "ours",
                                            "tumbled triangles on the chip at once, where there is no tree")
          .added_with(64),
      integer<&C::engine, &C::Engine::count>(
          "engine.count", "engines", {1, 4}, "ours",
          "with groups side by side, each with caches of its own; the entries "
          "of the command queue belong to them in turn")
          .added_with(1),
      integer<&C::stack_engine, &E::look_ahead>("stack_engine.look_ahead", "pairs", {1, 256}, "ours",
                                                "aligned pairs requested and not yet answered by flags")
          .parameter("stack_engine", "LOOK_AHEAD"),
      integer<&C::stack_engine, &E::levels>("stack_engine.levels", "levels", {2, 4096}, "§4.2; number ours",
                                            "level registers: how deep the lists may nest")
          .parameter("stack_engine", "LEVELS"),
      word<&C::stack_engine, &E::decision>(
          "stack_engine.decision", {"flags", "ideal"}, "§4.2, §5.2",
          "the next list is chosen when the last flag has come, or is known in no time")
          .only("dop_unit")
          .only("memory_controller"),
      word<&C::stack_engine, &E::leaf_test>(
          "stack_engine.leaf_test", {"dop_first", "triangle"}, "§3.3, §4.2",
          "two leaves meet in the DOP Unit first, or go to the Triangle Unit at once")
          .parameter("stack_engine", "LEAF_TEST_TRIANGLE"),
      boolean<&C::stack_engine, &E::prefetch>("stack_engine.prefetch", "§4.1",
                                              "fetch and transform the left child pair speculatively")
          .parameter("stack_engine", "PREFETCH", &C::prefetches),
      boolean<&C::stack_engine, &E::prefetch_known>(
          "stack_engine.prefetch_known", "§4.1",
          "where there is no left child pair, fetch ahead the right one or the pair of the list that waits")
          .parameter("stack_engine", "PREFETCH_KNOWN", &C::prefetches_known)
          .added_with(0),
      boolean<&C::stack_engine, &E::keep_pair>(
          "stack_engine.keep_pair", "§3.1",
          "a list with the tumbled pair of the list before keeps it: no second read, no second transform")
          .parameter("stack_engine", "KEEP_PAIR")
          .added_with(0),
      word<&C::stack_engine, &E::list_heads>(
          "stack_engine.list_heads", {"registers", "sram"}, "§4.2",
          "the tumbled pair of a list lies in its level register, or is the first word of the list in the "
          "SRAM: one word more written and read")
          .only("stack_engine")
          .added_with(0),
      integer<&C::stack_sram, &C::StackSram::entries>("stack_sram.entries", "entries", {4, 16777216},
                                                      "§4.2; number ours", "32-bit list entries per SRAM")
          .parameter("stack_engine", "ENTRIES")
          .parameter("stack_sram_on_board", "ENTRIES"),
      integer<&C::stack_sram, &C::StackSram::latency>("stack_sram.latency", "cycles", {1, 16}, "ours",
                                                      "address to data of a read")
          .parameter("stack_sram_on_board", "LATENCY"),
      word<&C::stack_sram, &C::StackSram::ecc>(
          "stack_sram.ecc", {"none", "parity", "secded"}, "ours",
          "check bits in the free bits of list words: none, wrong bits reported, or single errors corrected "
          "and double ones reported")
          .only("stack_engine")
          .only("pci_interface")
          .added_with(0),
      integer<&C::stack_sram, &C::StackSram::ecc_cycles>(
          "stack_sram.ecc_cycles", "cycles", {0, 16}, "ours",
          "stages that `parity` and `secded` add to the latency of a read")
          .added_with(1),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

void add_arithmetic(std::vector<ConfigKey>& keys) {
  using D = C::DopUnit;
  using O = C::ObbUnit;
  using A = C::AabbUnit;
  using T = C::TriangleUnit;
  const std::vector<ConfigKey> rows = {
      integer<&C::dop_unit, &D::dotadds>(
          "dop_unit.dotadds", "units", {1, 52, kOneOrEven}, "§4.1, §5.2",
          "1: the siblings one after the other; 2n: n rows per cycle for each sibling")
          .only("dop_unit"),
      integer<&C::dop_unit, &D::dotadd_stages>("dop_unit.dotadd_stages", "cycles", {1, 32}, "§5.2",
                                               "pipeline stages of a DOTADD")
          .parameter("dop_unit", "DOTADD_STAGES"),
      integer<&C::dop_unit, &D::floats_per_cycle>("dop_unit.floats_per_cycle", "floats", {1, 26}, "§5.2",
                                                  "coefficients written per cycle into each d register set")
          .only("dop_unit"),
      integer<&C::dop_unit, &D::start_floats>("dop_unit.start_floats", "floats", {1, 26}, "§4.1, §5.2",
                                              "coefficients loaded before the first row may issue, at most k")
          .parameter("dop_unit", "START_FLOATS"),
      integer<&C::dop_unit, &D::register_sets>("dop_unit.register_sets", "sets", {1, 8}, "§4.1",
                                               "sets of d registers, and of d' memory")
          .only("dop_unit"),
      integer<&C::dop_unit, &D::compare_floats>("dop_unit.compare_floats", "floats", {1, 26}, "§4.1",
                                                "coefficients of an aligned DOP compared per cycle")
          .only("dop_unit"),
      integer<&C::dop_unit, &D::comparator_groups>(
          "dop_unit.comparator_groups", "groups", {1, 2}, "ours",
          "groups of comparators: 1: both members of an aligned pair in turn; 2: side by side")
          .parameter("dop_unit", "COMPARATOR_GROUPS")
          .added_with(1),
      word<&C::dop_unit, &D::e_register>("dop_unit.e_register", {"node", "stream"}, "§5.2",
                                         "an aligned node waits in a register of its own, or streams through")
          .only("dop_unit"),
      integer<&C::dop_unit, &D::flag_latency>("dop_unit.flag_latency", "cycles", {1, 64}, "ours",
                                              "from the last comparison to the flags leaving the unit")
          .parameter("dop_unit", "FLAG_LATENCY"),
      integer<&C::obb_unit, &O::quaternion_cycles>("obb_unit.quaternion_cycles", "cycles", {1, 64}, "ours",
                                                   "stages of the decoder from a quaternion to a rotation")
          .added_with(4),
      integer<&C::obb_unit, &O::sqrt_cycles>("obb_unit.sqrt_cycles", "cycles", {1, 64}, "ours",
                                             "stages of the decoder before these, for the fourth number")
          .added_with(16),
      one_of<&C::obb_unit, &O::dotadds>("obb_unit.dotadds", "units", {1, 2, 3, 4, 6, 12}, "ours",
                                        "DOTADDs that place a tumbled box; it has twelve rows")
          .added_with(6),
      integer<&C::obb_unit, &O::dotadd_stages>("obb_unit.dotadd_stages", "cycles", {1, 32}, "ours",
                                               "pipeline stages of a DOTADD")
          .added_with(6),
      one_of<&C::obb_unit, &O::axes_per_cycle>("obb_unit.axes_per_cycle", "axes", {1, 3, 5, 15}, "ours",
                                               "of the fifteen that may part two boxes, tested per cycle")
          .added_with(3),
      integer<&C::obb_unit, &O::register_sets>("obb_unit.register_sets", "sets", {1, 8}, "ours",
                                               "tumbled pairs held in the aligned frame")
          .added_with(2),
      integer<&C::obb_unit, &O::flag_latency>("obb_unit.flag_latency", "cycles", {1, 64}, "ours",
                                              "from the last axis to the flags leaving the unit")
          .added_with(1),
      one_of<&C::obb_unit, &O::branch_cache_lines>(
          "obb_unit.branch_cache_lines", "lines", {0, 16, 64, 128, 256, 512, 1024, 2048, 4096}, "ours",
          "decoded sibling pairs of 128 bytes that are kept; 0: none")
          .added_with(0),
      integer<&C::obb_unit, &O::branch_cache_latency>("obb_unit.branch_cache_latency", "cycles", {1, 16},
                                                      "ours", "from a kept pair's turn to its line")
          .added_with(2),
      boolean<&C::obb_unit, &O::keep_across_queries>(
          "obb_unit.keep_across_queries", "ours",
          "what was decoded is kept for the next query; false: each begins with an empty branch cache")
          .added_with(1),
      integer<&C::aabb_unit, &A::decode_cycles>("aabb_unit.decode_cycles", "cycles", {0, 64}, "ours",
                                                "stages of the decoder, from planes to centre and half sides")
          .added_with(2),
      one_of<&C::aabb_unit, &A::dotadds>("aabb_unit.dotadds", "units", {1, 3, 5, 15}, "ours",
                                         "DOTADDs that place a tumbled box; it has fifteen rows")
          .added_with(5),
      integer<&C::aabb_unit, &A::dotadd_stages>("aabb_unit.dotadd_stages", "cycles", {1, 32}, "ours",
                                                "pipeline stages of a DOTADD")
          .added_with(6),
      one_of<&C::aabb_unit, &A::axes_per_cycle>("aabb_unit.axes_per_cycle", "axes", {1, 3, 5, 15}, "ours",
                                                "of the fifteen that may part two boxes, tested per cycle")
          .added_with(3),
      integer<&C::aabb_unit, &A::register_sets>("aabb_unit.register_sets", "sets", {1, 8}, "ours",
                                                "tumbled pairs held in the aligned frame")
          .added_with(2),
      integer<&C::aabb_unit, &A::flag_latency>("aabb_unit.flag_latency", "cycles", {1, 64}, "ours",
                                               "from the last axis to the flags leaving the unit")
          .added_with(1),
      word<&C::aabb_unit, &A::parent>("aabb_unit.parent", {"context", "refetch", "simultaneous"}, "ours",
                                      "where the box of an aligned pair's parent comes from, without which "
                                      "it cannot be decoded: with its "
                                      "entry of a list; from the pairs on the way to it, which are read "
                                      "again; or with its entry of a stack of "
                                      "pairs of both trees, there being no lists")
          .added_with(static_cast<std::uint32_t>(AabbParentKey::context)),
      boolean<&C::triangle_unit, &T::ideal>(
          "triangle_unit.ideal", "§5.2",
          "no time and no memory traffic, same answers; Eq. 5 has no term for it")
          .only("triangle_unit"),
      integer<&C::triangle_unit, &T::vertices_per_cycle>("triangle_unit.vertices_per_cycle", "vertices",
                                                         {1, 3}, "§4.3",
                                                         "vertices per cycle, of each triangle")
          .only("triangle_unit"),
      integer<&C::triangle_unit, &T::dotadd_stages>("triangle_unit.dotadd_stages", "cycles", {1, 32}, "ours",
                                                    "pipeline stages of each of the two DOTADD rows")
          .parameter("triangle_unit", "DOTADD_STAGES"),
      integer<&C::triangle_unit, &T::itu_stages>("triangle_unit.itu_stages", "cycles", {1, 32}, "ours",
                                                 "pipeline stages of an Intersection Test Unit")
          .parameter("triangle_unit", "ITU_STAGES"),
      boolean<&C::triangle_unit, &T::filter>(
          "triangle_unit.filter", "ours",
          "a running error bound: hit, miss or uncertain; false: the paper's "
          "unit, whose fp32 answers stand")
          .parameter("triangle_unit", "FILTER"),
      integer<&C::triangle_unit, &T::filter_stages>("triangle_unit.filter_stages", "cycles", {0, 32}, "ours",
                                                    "pipeline stages that the filter adds when it is on")
          .parameter("triangle_unit", "FILTER_STAGES"),
      integer<&C::triangle_unit, &T::cache_lines>("triangle_unit.cache_lines", "lines", {1, 65536}, "§4.3",
                                                  "triangles in the cache of the aligned side")
          .parameter("triangle_unit", "CACHE_LINES"),
      integer<&C::triangle_unit, &T::cache_ways>("triangle_unit.cache_ways", "ways", {1, 16}, "§4.3",
                                                 "associativity; 1: direct mapped")
          .only("triangle_unit"),
      integer<&C::triangle_unit, &T::queue_depth>(
          "triangle_unit.queue_depth", "entries",
          {1, 64}, "ours",
          "leaf tests waiting, each up to four triangle pairs; without a tree records asked for"),
      integer<&C::triangle_unit, &T::lanes>("triangle_unit.lanes", "units", {1, 64}, "ours",
                                            "Triangle Units side by side, each with a pair of its own")
          .only("triangle_unit")
          .added_with(1),
      integer<&C::pointer_fifo, &C::PointerFifo::depth>("pointer_fifo.depth", "entries", {1, 1048576},
                                                        "§4.3; number ours", "results the FIFO holds")
          .parameter("pci_interface", "POINTER_FIFO_DEPTH"),
      integer<&C::pointer_fifo, &C::PointerFifo::threshold>("pointer_fifo.threshold", "entries", {1, 1048576},
                                                            "ours", "entries that raise the interrupt")
          .parameter("pci_interface", "POINTER_FIFO_THRESHOLD"),
      boolean<&C::pointer_fifo, &C::PointerFifo::entry_check>(
          "pointer_fifo.entry_check", "ours",
          "a query's last entry says how many came before it, with a checksum")
          .only("triangle_unit")
          .only("pointer_fifo")
          .only("pci_interface")
          .added_with(0),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

void add_groups(std::vector<ConfigKey>& keys) {
  using G = C::Group;
  using E = C::GroupEngine;
  using U = C::GroupUnit;
  using L = C::LeafUnit;
  using R = C::RecordCache;
  using T = C::SmallTriangleUnit;
  const std::vector<std::uint32_t> lines = {0, 16, 32, 64, 128, 256, 512, 1024};
  const C usual;
  const std::vector<ConfigKey> rows = {
      one_of<&C::group, &G::width>("group.width", "members", {2, 4}, "§3.1, footnote 1",
                                   "of a group, at most"),
      integer<&C::group, &G::bits>("group.bits", "bits", {5, 8}, "ours",
                                   "of a coefficient, quantised relative to its group"),
      one_of<&C::group, &G::leaf_size>("group.leaf_size", "triangles", {1, 2, 4}, "ours",
                                       "of a leaf, at most"),
      boolean<&C::group, &G::tight_leaf>("group.tight_leaf", "ours",
                                         "a tumbled leaf's volume is made from its moved corners"),
      boolean<&C::group, &G::plane>(
          "group.plane", "ours",
          "a tumbled triangle whose plane passes an aligned leaf's volume by is not tested"),
      boolean<&C::group, &G::own_volume>("group.own_volume", "ours",
                                         "nor is one whose volume each aligned triangle's own volume parts"),
      integer<&C::group_engine, &E::contexts>("group_engine.contexts", "lists", {1, 32}, "ours",
                                              "worked off at once"),
      integer<&C::group_engine, &E::look_ahead>("group_engine.look_ahead", "groups", {1, 64}, "ours",
                                                "of each context, asked for and not yet answered"),
      integer<&C::group_engine, &E::entries>("group_engine.entries", "entries", {4, 1048576}, "§4.2",
                                             "of all lists, in SRAM on the chip"),
      integer<&C::group_engine, &E::queries>(
          "group_engine.queries", "queries", {1, 16}, "ours",
          "entries of the command queue, each with roots and matrices of a pose; a start begins all that are "
          "written, and their lists are worked off together")
          .added_with(usual.group_engine.queries),
      integer<&C::group_unit, &U::dotadds>("group_unit.dotadds", "units", {1, 64}, "ours",
                                           "fixed-point rows of the transform per cycle"),
      integer<&C::group_unit, &U::dotadd_stages>("group_unit.dotadd_stages", "cycles", {1, 32}, "ours",
                                                 "pipeline stages of one of these"),
      integer<&C::group_unit, &U::compares>("group_unit.compares", "tests", {1, 16}, "ours",
                                            "of a tumbled member against an aligned one, per cycle"),
      integer<&C::group_unit, &U::result_latency>("group_unit.result_latency", "cycles", {1, 64}, "ours",
                                                  "from the last comparison to the result leaving the unit"),
      integer<&C::leaf_unit, &L::dotadds>(
          "leaf_unit.dotadds", "units", {1, 64}, "ours",
          "fixed-point rows per cycle that move corners and make volumes of them"),
      integer<&C::leaf_unit, &L::move_latency>("leaf_unit.move_latency", "cycles", {1, 64}, "ours",
                                               "from the last row of a leaf to its volume leaving the unit"),
      integer<&C::leaf_unit, &L::block_latency>(
          "leaf_unit.block_latency", "cycles", {1, 64}, "ours",
          "from an aligned block to its first pair of triangles leaving"),
      integer<&C::leaf_unit, &L::waiting>("leaf_unit.waiting", "pairs of leaves", {1, 256}, "ours",
                                          "that wait for their aligned block"),
      integer<&C::leaf_unit, &L::filtered>("leaf_unit.filtered", "triangles", {1, 4}, "ours",
                                           "of a tumbled leaf through the first two filters per cycle"),
      one_of<&C::record_cache, &R::group_lines>("record_cache.group_lines", "groups", lines, "ours",
                                                "in the direct-mapped cache; 0: none"),
      one_of<&C::record_cache, &R::block_lines>("record_cache.block_lines", "blocks", lines, "§4.3",
                                                "likewise of triangles"),
      integer<&C::record_cache, &R::hit_latency>("record_cache.hit_latency", "cycles", {1, 16}, "ours",
                                                 "from a request to a record that is there leaving the unit"),
      integer<&C::record_cache, &R::window>(
          "record_cache.window", "bursts", {1, 64}, "ours",
          "that wait for the Memory Controller; the best of them goes first"),
      boolean<&C::small_triangle_unit, &T::determinants>(
          "small_triangle_unit.determinants", "ours",
          "signs of determinants of 16-bit numbers decide; false: the paper's arithmetic for every pair"),
      word<&C::small_triangle_unit, &T::undecided>("small_triangle_unit.undecided", {"host", "slow_unit"},
                                                   "ours",
                                                   "who takes pairs that the determinants leave undecided"),
      integer<&C::small_triangle_unit, &T::interval>("small_triangle_unit.interval", "cycles", {1, 16},
                                                     "ours", "between pairs of triangles"),
      integer<&C::small_triangle_unit, &T::lanes>("small_triangle_unit.lanes", "pairs", {1, 4}, "ours",
                                                  "of triangles side by side"),
      integer<&C::small_triangle_unit, &T::stages>("small_triangle_unit.stages", "cycles", {1, 64}, "ours",
                                                   "from a pair to its verdict"),
      integer<&C::small_triangle_unit, &T::queue_depth>("small_triangle_unit.queue_depth", "pairs", {4, 256},
                                                        "ours", "of triangles that wait for the unit"),
      integer<&C::small_triangle_unit, &T::record_makers>(
          "small_triangle_unit.record_makers", "units", {1, 64}, "ours",
          "that make the slow pipeline's triangle records from corners"),
  };
  for (const ConfigKey& row : rows) keys.push_back(row.added_with(row.get(usual)));
}

void add_units(std::vector<ConfigKey>& keys) {
  using U = C::Units;
  const std::vector<std::string> models = {"tlm", "rtl"};
  const std::vector<ConfigKey> rows = {
      word<&C::units, &U::pci_interface>("units.pci_interface", models, "ours", "what the PCI Interface is"),
      word<&C::units, &U::memory_controller>("units.memory_controller", models, "ours",
                                             "what the Memory Controller is"),
      word<&C::units, &U::stack_engine>("units.stack_engine", models, "ours", "what the Stack Engine is"),
      word<&C::units, &U::dop_unit>("units.dop_unit", models, "ours", "what the DOP Unit is"),
      word<&C::units, &U::triangle_unit>("units.triangle_unit", models, "ours", "what the Triangle Unit is"),
      word<&C::units, &U::pointer_fifo>("units.pointer_fifo", models, "ours", "what the Pointer FIFO is"),
  };
  keys.insert(keys.end(), rows.begin(), rows.end());
}

}  // namespace

ConfigKey ConfigKey::added_with(std::uint32_t neutral_value) const {
  ConfigKey key = *this;
  key.neutral = neutral_value;
  return key;
}

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = [] {
    std::vector<ConfigKey> all;
    add_host_side(all);
    add_memory_controller(all);
    config_rows::add_memory(all);
    add_engine(all);
    add_arithmetic(all);
    add_groups(all);
    config_rows::add_costs(all);
    add_units(all);
    return all;
  }();
  return keys;
}

}  // namespace collisionchip
