// What the overlap flags of one aligned pair lead to (the table of docs/stack_engine.md). No time.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

// A tumbled pair or an aligned one: its list word, and what it says about its members.
struct KnownPair {
  const PairPointer& pointer;
  const PairAuxiliary& auxiliary;

  // What a list of tumbled member i has to meet next: its children, or a leaf itself once more.
  PairPointer below(int i) const {
    if (auxiliary.leaf[i]) return {pointer.pair, 1u << i};
    return {auxiliary.child[i], 3};
  }
};

// Calls meet(i, entry) for each entry that a list of tumbled member i gets; returns the pairs of leaves to be tested.
template <typename Meet>
LeafTests evaluate_flags(LeafTest leaf_test, std::uint32_t flags, const KnownPair& tumbled,
                         const KnownPair& aligned, Meet&& meet) {
  LeafTests tests;
  std::array<std::uint32_t, 2>
      leaves{};  // aligned leaves that meet tumbled inner node i again, one level down
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      if (!tumbled.pointer.has(i) || !aligned.pointer.has(j)) continue;
      const std::uint32_t bit = 1u << (2 * i + j);
      const bool both_leaves = tumbled.auxiliary.leaf[i] && aligned.auxiliary.leaf[j];
      const bool compared = compares_dops(leaf_test, tumbled.auxiliary.leaf[i], aligned.auxiliary.leaf[j]);
      if ((flags & bit) == 0 && compared) continue;
      if (both_leaves) {
        tests.bits |= bit;
        tests.tumbled[i] = tumbled.auxiliary.triangle[i];
        tests.aligned[j] = aligned.auxiliary.triangle[j];
      } else if (aligned.auxiliary.leaf[j]) {
        leaves[i] |= 1u << j;
      } else {
        meet(i, PairPointer{aligned.auxiliary.child[j], 3});
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    if (leaves[i] != 0) meet(i, PairPointer{aligned.pointer.pair, leaves[i]});
  }
  return tests;
}

// An entry that finds no room.
inline LeafTests unfinished_work(const PairPointer& tumbled, const PairPointer& aligned) {
  LeafTests unfinished;
  unfinished.kind = LeafTests::Kind::unfinished;
  unfinished.tumbled[0] = tumbled.word();
  unfinished.aligned[0] = aligned.word();
  return unfinished;
}

}  // namespace collisionchip
