// What the units of a machine with groups send each other (engine.kind = "groups", docs/group_machine.md); as messages.h.
#pragma once

#include "collisionchip/tlm/machine/leaf_pair_entry.h"
#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

// A record as the Record Cache brings it: a group, or a block.
constexpr std::size_t kMostRecordWords = 36;

// Group Engine and Leaf Unit to Record Cache.
struct RecordRequest {
  ReadKind kind = ReadKind::aligned_pair;  // a group of either side, or a block
  std::uint32_t address = 0;
  std::uint32_t tag = 0;  // what the record is for; its receiver knows the tag

  static constexpr const char* kName = "RecordRequest";
  static constexpr KindNames kKinds = {"tumbled_group", "aligned_group", "block"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"tag", 32, Cell::kDetail, "what it is for"}, item.tag);
  }
};

// Record Cache to Group Unit and Leaf Unit, in the order in which the records are there.
struct RecordData {
  ReadKind kind = ReadKind::aligned_pair;
  std::uint32_t address = 0;
  std::uint32_t tag = 0;
  std::array<std::uint32_t, kMostRecordWords> words{};
  ReadError error;

  static constexpr const char* kName = "RecordData";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2}, item.kind);
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"tag", 32, Cell::kDetail, "what it is for"}, item.tag);
    field({"words", 32, Cell::kDigest}, item.words);
    ReadError::describe(item.error, field, Cell::kDigest);
  }
};

// Record Cache to Memory Controller: part of a record, within a block of the SDRAM, answered in order.
struct BurstRequest {
  ReadKind kind = ReadKind::aligned_pair;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;

  static constexpr const char* kName = "BurstRequest";
  static constexpr KindNames kKinds = {"tumbled_group", "aligned_group", "block"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"bytes", 9, Cell::kDetail, "bytes"}, item.bytes);
  }
};

// Memory Controller to Record Cache: visible when the whole burst is in.
struct BurstData {
  std::uint32_t address = 0;
  std::array<std::uint32_t, kMostPairWords> words{};
  ReadError error;

  static constexpr const char* kName = "BurstData";
  static constexpr KindNames kKinds = {"burst", "refused", "uncorrectable"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"words", 32, Cell::kDigest}, item.words);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

// Group Unit to Group Engine: what a group links to and, of an aligned one, which members each tumbled one meets.
struct GroupAnswer {
  ReadKind kind = ReadKind::aligned_pair;
  std::uint32_t context = 0;
  std::uint32_t group = 0;  // its address, in units of 32 bytes
  std::uint32_t members = 0, inner = 0, family = 0;
  std::array<std::uint32_t, 4> met{};  // by tumbled member
  std::uint32_t leaf_pairs = 0;        // that went to the Leaf Unit
  ReadError error;

  static constexpr const char* kName = "GroupAnswer";
  static constexpr KindNames kKinds = {"tumbled_group", "aligned_group"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"context", 8, Cell::kDetail, "context"}, item.context);
    field({"group", 27, Cell::kValue, "the group's unit of 32 bytes"}, item.group);
    field({"members", 3, Cell::kDigest}, item.members);
    field({"inner", 3, Cell::kDigest}, item.inner);
    field({"family", 27, Cell::kDigest}, item.family);
    field({"met", 4, Cell::kDigest}, each(item.met));
    field({"leaf_pairs", 5, Cell::kDigest}, item.leaf_pairs);
    ReadError::describe(item.error, field, Cell::kDigest);
  }
};

// Group Unit to Leaf Unit. move: the tumbled block goes to a place of the unit's, corner by corner. pair: the
// tumbled leaf at that place meets an aligned one.
struct LeafOrder {
  enum class Kind : std::uint8_t { move, pair } kind = Kind::move;
  std::uint32_t place = 0;
  std::uint32_t query = 0;                 // whose leaf it is
  std::uint32_t tumbled = 0, aligned = 0;  // blocks, in units of 32 bytes
  std::array<std::uint32_t, 26> volume{};  // of the aligned leaf

  static constexpr const char* kName = "LeafOrder";
  static constexpr KindNames kKinds = {"move", "pair"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 1, Cell::kKind}, item.kind);
    field({"place", 10, Cell::kDetail, "of the tumbled leaf in the unit"}, item.place);
    field({"query", 4, Cell::kDigest}, item.query);
    field({"tumbled", 27, Cell::kDigest}, item.tumbled);
    field({"aligned", 27, Cell::kValue, "the aligned block's unit of 32 bytes"}, item.aligned);
    field({"volume", 18, Cell::kDigest}, each(item.volume));
  }
};

// Leaf Unit to Group Unit: a tumbled leaf is moved. Its volume and, of each of its triangles, a slab: three directed normals,
// three factors, and two ends, the lower one first, as two's complement (leaf_shape_words.h).
struct LeafVolume {
  static constexpr std::uint32_t kUpperEndBits = (1u << 13) - 1;
  std::uint32_t place = 0;
  bool bounded = false;
  std::array<std::uint32_t, 26> volume{};
  std::uint32_t slabs =
      0;  // of these, as many as the leaf has triangles; 0: nothing is known of their planes
  std::array<std::uint32_t, 12> normals{}, factors{};
  std::array<std::uint32_t, 16> ends{};

  static constexpr const char* kName = "LeafVolume";
  static constexpr KindNames kKinds = {"unbounded", "bounded"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"place", 10, Cell::kValue, "of the leaf in the Leaf Unit"}, item.place);
    field({"bounded", 1, Cell::kKind}, item.bounded);
    field({"volume", 18, Cell::kDigest}, each(item.volume));
    field({"slabs", 3, Cell::kDetail, "slabs of its triangles"}, item.slabs);
    field({"normals", 5, Cell::kDigest}, each(item.normals));
    field({"factors", 20, Cell::kDigest}, each(item.factors));
    field({"ends", 32, Cell::kDigest}, each(item.ends));
  }
};

// Leaf Unit to Group Engine: all tests of a pair of leaves are sent.
struct LeafDone {
  std::uint32_t list = 0;   // context and its set: 2 * context + set
  std::uint32_t tests = 0;  // pairs of triangles that were sent
  ReadError error;

  static constexpr const char* kName = "LeafDone";
  static constexpr KindNames kKinds = {"done", "refused", "uncorrectable"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"list", 8, Cell::kValue, "twice the context, and which of its two lists"}, item.list);
    field({"tests", 5, Cell::kDetail, "pairs of triangles that were sent"}, item.tests);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

// Leaf Unit to Small Triangle Unit: a pair that no filter parts. Corners in units of the aligned grid, as two's
// complement, and as the blocks have them.
struct TriangleTest {
  std::uint32_t query = 0;
  std::uint32_t tumbled = 0, aligned = 0;  // triangle numbers
  bool bounded = false;                    // the moved corners mean something
  std::array<std::uint32_t, 9> moved{}, placed{}, tumbled_corners{}, aligned_corners{};
  LeafPair leaves;  // whose triangles they are
  std::uint32_t in_leaves =
      0;              // which of theirs: 4 t + a, triangle t of the tumbled leaf, a of the aligned one
  bool last = false;  // no test of these leaves follows

  static constexpr const char* kName = "TriangleTest";
  static constexpr KindNames kKinds = {"unbounded", "bounded"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"query", 4, Cell::kDigest}, item.query);
    field({"tumbled", 32, Cell::kValue, "number of the tumbled triangle"}, item.tumbled);
    field({"aligned", 32, Cell::kDetail, "number of the aligned one"}, item.aligned);
    field({"bounded", 1, Cell::kKind}, item.bounded);
    field({"moved", 30, Cell::kDigest}, each(item.moved));
    field({"placed", 30, Cell::kDigest}, each(item.placed));
    field({"tumbled_corners", 32, Cell::kDigest}, each(item.tumbled_corners));
    field({"aligned_corners", 32, Cell::kDigest}, each(item.aligned_corners));
    field({"tumbled_leaf", 27, Cell::kDigest}, item.leaves.tumbled);
    field({"aligned_leaf", 27, Cell::kDigest}, item.leaves.aligned);
    field({"in_leaves", 4, Cell::kDigest}, item.in_leaves);
    field({"last", 1, Cell::kDigest}, item.last);
  }
};

// Bits of a place among the results of the Small Triangle Unit.
constexpr std::uint32_t kResultPlaceBits = 7;

// Small Triangle Unit to Contact Unit: a pair that is undecided. Corners as the blocks have them.
struct ContactTest {
  std::uint32_t query = 0;
  std::uint32_t place = 0;       // of the result that waits for the verdict
  std::uint32_t triangle_b = 0;  // number of B's triangle
  std::array<std::uint32_t, 9> a{}, b{};

  static constexpr const char* kName = "ContactTest";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"query", 4, Cell::kDigest}, item.query);
    field({"place", kResultPlaceBits, Cell::kDetail, "of the result that waits"}, item.place);
    field({"triangle_b", 32, Cell::kValue, "number of B's triangle"}, item.triangle_b);
    field({"a", 32, Cell::kDigest}, each(item.a));
    field({"b", 32, Cell::kDigest}, each(item.b));
  }
};

// Contact Unit to Small Triangle Unit.
struct ContactVerdict {
  std::uint32_t place = 0;
  Verdict verdict = Verdict::uncertain;

  static constexpr const char* kName = "ContactVerdict";
  static constexpr KindNames kKinds = {"miss", "hit", "uncertain"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"place", kResultPlaceBits, Cell::kDetail, "of the result that waits"}, item.place);
    field({"verdict", 2, Cell::kKind}, item.verdict);
  }
};

// Group Engine to Small Triangle Unit: a query begins; an entry found no room; all tests are sent.
struct QueryOrder {
  enum class Kind : std::uint8_t { begin, unfinished, end } kind = Kind::begin;
  std::uint32_t query = 0;
  std::uint32_t tumbled = 0, aligned = 0;  // unfinished: the entry's words
  bool first_witness = false;
  std::uint64_t tests = 0;  // end: pairs of triangles that were sent
  ReadError error;          // end: why the query was aborted

  static constexpr const char* kName = "QueryOrder";
  static constexpr KindNames kKinds = {"begin", "unfinished", "end", "end_refused", "end_uncorrectable"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"query", 4, Cell::kDigest}, item.query);
    field({"tumbled", 32, Cell::kValue, "word of the tumbled side"}, item.tumbled);
    field({"aligned", 32, Cell::kDetail, "word of the aligned side"}, item.aligned);
    field({"first_witness", 1, Cell::kDigest}, item.first_witness);
    field({"tests", 64, Cell::kDigest}, item.tests);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

// Small Triangle Unit or PCI Interface to Group Engine: this query shall end (StopRequest).
struct QueryStop {
  std::uint32_t query = 0;

  static constexpr const char* kName = "QueryStop";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"query", 4, Cell::kValue, "entry of the command queue"}, item.query);
  }
};

// Engine Switch to Group Engine: a query of the command queue begins.
struct QueryStart {
  std::uint32_t query = 0;
  StartCommand command;

  static constexpr const char* kName = "QueryStart";
  static constexpr KindNames kKinds = {"all_pairs", "first_witness"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    StartCommand::describe(item.command, field);
    field({"query", 4, Cell::kDigest}, item.query);
  }
};

}  // namespace collisionchip
