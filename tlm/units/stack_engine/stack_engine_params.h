// What the Stack Engine is built with.
#pragma once

#include <cstdint>

#include "collisionchip/reference/image/list_word_code.h"
#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/traverse/query_options.h"

namespace collisionchip {

struct StackEngineParams {
  std::uint32_t clock_period_ps = 0;
  const NodeFormat* node_format = nullptr;  // tells where the pair of a list word lies
  std::uint32_t look_ahead = 0;             // aligned pairs requested and not yet answered by flags
  std::uint32_t levels = 0;                 // level registers
  std::uint32_t sram_words = 0;             // list entries that each stack SRAM holds
  std::uint32_t burst = 8;      // of them in one read; half as many are waited for ahead, at least one
  ListEcc ecc = ListEcc::none;  // check bits in their words
  LeafTest leaf_test = LeafTest::dop_first;
  bool heads_in_sram = false;    // the tumbled pair of a list is its first word there
  bool prefetching = true;       // fetch a pair ahead: wanted, and the DOP Unit has room for a second one
  bool prefetch_known = true;    // not only the left child pair
  bool keep_pair = true;         // of the list before, if it is the same
  bool refetch_parents = false;  // the pairs on the way to an aligned one are read before it
  bool pair_stack = false;       // instead of lists
};

}  // namespace collisionchip
