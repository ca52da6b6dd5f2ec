#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct GroupEngineKeys {
  std::uint32_t contexts = 8;
  std::uint32_t look_ahead = 8;
  std::uint32_t entries = 8192;
  std::uint32_t queries = 1;

  static constexpr const char* kSection = "group_engine";
  template <typename Visit>
  static void describe(Visit&& key) {
    using namespace key_rows;
    using K = GroupEngineKeys;
    key(&K::contexts, integer("contexts", "lists", {1, 32}, "ours", "lists that the engine works on at once")
                          .added_with(8));
    key(&K::look_ahead, integer("look_ahead", "groups", {1, 64}, "ours",
                                "groups that each context has requested and not received")
                            .added_with(8));
    key(&K::entries,
        integer("entries", "places", {32, 1048576}, "§4.2",
                "places of all lists in SRAM on the chip, in four banks of blocks of eight places")
            .added_with(8192));
    key(&K::queries, integer("queries", "queries", {1, 16}, "ours",
                             "entries of the command queue, each with roots and matrices of a pose; a start "
                             "begins all written entries, and their lists share the engine")
                         .added_with(1));
  }
};

}  // namespace collisionchip
