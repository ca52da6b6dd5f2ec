// What a host that asks by pose sends to a Pose Unit, and what comes back of a pose that cannot be asked (docs/group_machine.md);
// as messages.h.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

// PCI Interface to Pose Unit: a doorbell. The pose places object B in A's frame.
struct PoseCommand {
  std::array<std::uint32_t, 12> pose{};      // float32: three rows of the matrix, then the translation
  std::uint32_t object_a = 0, object_b = 0;  // slots of the object table
  std::uint32_t tumbled_root = 0, aligned_root = 0;  // list words (group_words.h); 0: the objects' own
  std::uint32_t query = 0;                           // entry of the command queue
  bool first_witness = false;
  bool a_tumbled = false;
  bool last = false;  // no doorbell follows

  static constexpr const char* kName = "PoseCommand";
  static constexpr KindNames kKinds = {"all_pairs", "first_witness"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"pose", 32, Cell::kDigest}, item.pose);
    field({"object_a", 16, Cell::kValue, "slot of object A"}, item.object_a);
    field({"object_b", 16, Cell::kDetail, "slot of object B"}, item.object_b);
    field({"tumbled_root", 32, Cell::kDigest}, item.tumbled_root);
    field({"aligned_root", 32, Cell::kDigest}, item.aligned_root);
    field({"query", 4, Cell::kDigest}, item.query);
    field({"first_witness", 1, Cell::kKind}, item.first_witness);
    field({"a_tumbled", 1, Cell::kDigest}, item.a_tumbled);
    field({"last", 1, Cell::kDigest}, item.last);
  }
};

// PCI Interface to Pose Unit: words of an object's record (object_record.h).
struct ObjectWrite {
  std::uint32_t slot = 0, first_word = 0, count = 0;
  std::array<std::uint32_t, 32> words{};

  static constexpr const char* kName = "ObjectWrite";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"slot", 16, Cell::kValue, "of the object table"}, item.slot);
    field({"first_word", 6, Cell::kDetail, "first word in the record"}, item.first_word);
    field({"count", 6, Cell::kDigest}, item.count);
    field({"words", 32, Cell::kDigest}, first(item.words, item.count));
  }
};

// Pose Unit to Result Unit: a command that begins no query, and why.
struct PoseRefusal {
  enum class Kind : std::uint8_t { no_entry, no_object_a, no_object_b } kind = Kind::no_entry;
  std::uint32_t query = 0;
  std::uint32_t object = 0;  // the slot without an object of this machine

  static constexpr const char* kName = "PoseRefusal";
  static constexpr KindNames kKinds = {"no_entry", "no_object_a", "no_object_b"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"query", 32, Cell::kValue, "entry of the command queue"}, item.query);
    field({"object", 16, Cell::kDetail, "slot without an object"}, item.object);
  }
};

// PCI Interface to Result Unit: a write of the host to a register of the rings, or the mode of a query that starts.
struct RingWrite {
  enum class Kind : std::uint8_t { base_low, base_high, taken, witness } kind = Kind::base_low;
  std::uint32_t ring = 0;  // taken, witness: whose
  std::uint32_t value =
      0;  // bits of the address; bursts that the host has taken; 1: the first entry leaves at once

  static constexpr const char* kName = "RingWrite";
  static constexpr KindNames kKinds = {"base_low", "base_high", "taken", "witness"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"ring", 4, Cell::kDetail, "ring"}, item.ring);
    field({"value", 32, Cell::kValue, "address, bursts taken, or whether one witness is enough"}, item.value);
  }
};

}  // namespace collisionchip
