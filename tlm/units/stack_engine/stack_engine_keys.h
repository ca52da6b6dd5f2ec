#pragma once

#include <cstdint>

#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/tlm/machine/key_row.h"
#include "collisionchip/tlm/machine/policies.h"

namespace collisionchip {

struct StackEngineKeys {
  std::uint32_t look_ahead = 4;
  std::uint32_t levels = 128;
  ListDecision decision = ListDecision::flags;
  LeafTest leaf_test = LeafTest::dop_first;
  bool prefetch = true;
  bool prefetch_known = true;
  bool keep_pair = true;
  ListHeads list_heads = ListHeads::registers;
  TraversalKey traversal = TraversalKey::lists;
  TransformedKey transformed = TransformedKey::again;

  static constexpr const char* kSection = "stack_engine";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = StackEngineKeys;
    key(&K::look_ahead, integer("look_ahead", "pairs", {1, 256}, "ours",
                                "aligned pairs requested and not yet answered by flags")
                            .parameter("stack_engine", "LOOK_AHEAD"));
    key(&K::levels, integer("levels", "levels", {2, 4096}, "§4.2; number ours",
                            "level registers: how deep the lists may nest")
                        .parameter("stack_engine", "LEVELS"));
    key(&K::decision, word("decision", {"flags", "ideal"}, "§4.2, §5.2",
                           "the next list is chosen when the last flag has come, or is known in no time")
                          .only("dop_unit")
                          .only("memory_controller")
                          .about(Eq5Gap::flags));
    key(&K::leaf_test, word("leaf_test", {"dop_first", "triangle"}, "§3.3, §4.2",
                            "two leaves meet in the DOP Unit first, or go to the Triangle Unit at once")
                           .parameter("stack_engine", "LEAF_TEST_TRIANGLE"));
    key(&K::prefetch, boolean("prefetch", "§4.1", "fetch and transform the left child pair speculatively")
                          .parameter("stack_engine", "PREFETCH"));
    key(&K::prefetch_known,
        boolean(
            "prefetch_known", "§4.1",
            "where there is no left child pair, fetch ahead the right one or the pair of the list that waits")
            .parameter("stack_engine", "PREFETCH_KNOWN")
            .added_with(0));
    key(&K::keep_pair,
        boolean(
            "keep_pair", "§3.1",
            "a list with the tumbled pair of the list before keeps it: no second read, no second transform")
            .parameter("stack_engine", "KEEP_PAIR")
            .added_with(0)
            .about(Eq5Gap::kept_pairs));
    key(&K::list_heads,
        word("list_heads", {"registers", "sram"}, "§4.2",
             "the tumbled pair of a list lies in its level register, or is the first word of the list in the "
             "SRAM: one word more written and read")
            .only("stack_engine")
            .added_with(0)
            .about(Eq5Gap::flags));
    key(&K::traversal, word("traversal", {"lists", "pairs"}, "§3.1",
                            "one tree against lists of the other's pairs (Algorithm 2), or both trees at "
                            "once with a stack of "
                            "pairs (Algorithm 1)")
                           .only("stack_engine")
                           .added_with(0)
                           .about(Eq5Gap::traversal));
    key(&K::transformed, word("transformed", {"again", "stack"}, "§3.1",
                              "with a stack of pairs, a tumbled pair is transformed again for each aligned "
                              "one, or once for those found "
                              "together, for which it is kept on the stack")
                             .only("stack_engine")
                             .only("dop_unit")
                             .added_with(0)
                             .about(Eq5Gap::traversal));
  }
};

}  // namespace collisionchip
