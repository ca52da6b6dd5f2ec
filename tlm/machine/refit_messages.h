// What a Refit Unit is told, asks the Memory Controller for, and gets (docs/deformable.md); as messages.h.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

using RefitWords = std::array<std::uint32_t, kMostPairWords>;

// PCI Interface to Refit Unit: the tree to be refitted before the next query is searched.
struct RefitCommand {
  PairPointer root;         // its first pair; the others lie behind it
  std::uint32_t pairs = 0;  // sibling pairs of nodes

  static constexpr const char* kName = "RefitCommand";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"root", 32, Cell::kValue, "root pair of the tree, its mask in the low bits"}, item.root);
    field({"pairs", 32, Cell::kDetail, "pairs of the tree"}, item.pairs);
  }
};

// Refit Unit to Memory Controller.
struct RefitRequest {
  enum class Kind : std::uint8_t { read_pair, read_triangle, write_pair } kind = Kind::read_pair;
  std::uint32_t address = 0;
  RefitWords words{};  // of a pair that is written

  static constexpr const char* kName = "RefitRequest";
  static constexpr KindNames kKinds = {"read_pair", "read_triangle", "write_pair"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"words", 32, Cell::kDigest}, item.words);
  }
};

// Memory Controller to Refit Unit: visible when the last beat is in. Words behind those of a triangle record are zero.
struct RefitData {
  std::uint32_t address = 0;
  RefitWords words{};
  ReadError error;

  static constexpr const char* kName = "RefitData";
  static constexpr KindNames kKinds = {"data", "refused", "uncorrectable"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"words", 32, Cell::kDigest}, item.words);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

}  // namespace collisionchip
