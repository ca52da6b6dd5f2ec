// Messages between a Pair Stack Engine and the DOP Unit, in addition to list commands, if transformed pairs lie on the stack
// (stack_engine.transformed = stack, docs/stack_engine.md). Their form is that of messages.h.
#pragma once

#include "collisionchip/reference/dop/dop_directions.h"
#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

// With each list command: where the list's tumbled pair comes from, and whether its transform goes to the stack.
struct StackCommand {
  bool load = false;   // it comes from the stack, already transformed
  bool store = false;  // its transform is handed out

  static constexpr const char* kName = "StackCommand";
  static constexpr KindNames kKinds = {"transformed", "from_stack"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"load", 1, Cell::kKind}, item.load);
    field({"store", 1, Cell::kValue, "1: its transform goes to the stack"}, item.store);
  }
};

// A transformed pair, k coefficients of the left sibling in the order of the d' memory, then those of the right one. To the
// engine it is visible with the first coefficient of both, and the others follow one per cycle; to the DOP Unit with the
// last one.
struct TransformedPair {
  std::array<std::uint32_t, 2 * kMaxK> words{};

  static constexpr const char* kName = "TransformedPair";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"words", 32, Cell::kDigest}, item.words);
  }
};

}  // namespace collisionchip
