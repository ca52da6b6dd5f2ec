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
                                "aligned pairs that are requested and have no flags yet")
                            .parameter("stack_engine", "LOOK_AHEAD"));
    key(&K::levels, integer("levels", "levels", {2, 4096}, "§4.2; number ours",
                            "level registers: how deep the lists may nest")
                        .parameter("stack_engine", "LEVELS"));
    key(&K::decision, word("decision", {"flags", "ideal"}, "§4.2, §5.2",
                           "when the next list is chosen: after the last flag, or in no time")
                          .only("dop_unit")
                          .only("memory_controller")
                          .about(Eq5Gap::flags));
    key(&K::leaf_test, word("leaf_test", {"dop_first", "triangle"}, "§3.3, §4.2",
                            "where two leaves meet first: in the DOP Unit, or in the Triangle Unit")
                           .parameter("stack_engine", "LEAF_TEST_TRIANGLE"));
    key(&K::prefetch, boolean("prefetch", "§4.1", "fetch and transform the left child pair ahead")
                          .parameter("stack_engine", "PREFETCH"));
    key(&K::prefetch_known,
        boolean("prefetch_known", "§4.1",
                "without a left child pair, fetch the right one ahead, or the pair of the waiting list")
            .parameter("stack_engine", "PREFETCH_KNOWN")
            .added_with(0));
    key(&K::keep_pair, boolean("keep_pair", "§3.1",
                               "a list keeps the tumbled pair of the list before it, if both have the same: "
                               "no second read, no second transform")
                           .parameter("stack_engine", "KEEP_PAIR")
                           .added_with(0)
                           .about(Eq5Gap::kept_pairs));
    key(&K::list_heads,
        word("list_heads", {"registers", "sram"}, "§4.2",
             "place of a list's tumbled pair: its level register, or one more word of the list in the SRAM")
            .only("stack_engine")
            .added_with(0)
            .about(Eq5Gap::flags));
    key(&K::traversal, word("traversal", {"lists", "pairs"}, "§3.1",
                            "one tree against lists of the other tree's pairs (Algorithm 2), or both trees "
                            "at once with a stack of pairs (Algorithm 1)")
                           .only("stack_engine")
                           .added_with(0)
                           .about(Eq5Gap::traversal));
    key(&K::transformed, word("transformed", {"again", "stack"}, "§3.1",
                              "with `pairs`: a tumbled pair is transformed for each aligned pair, or once "
                              "for the pairs found together and kept on the stack")
                             .only("stack_engine")
                             .only("dop_unit")
                             .added_with(0)
                             .about(Eq5Gap::traversal));
  }
};

}  // namespace collisionchip
