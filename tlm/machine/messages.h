// What travels between the units, one struct per link (docs/chip.md names the channels), each with its
// description (tlm/machine/fields.h), from which all that looks at every field follows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "collisionchip/reference/image/list_word_code.h"
#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/fields.h"

namespace collisionchip {

// A pair pointer with its valid mask, as a list holds it in one 32-bit word (§4.2; list_word_code.h).
struct PairPointer {
  std::uint32_t pair = 0;  // the word without its mask
  std::uint32_t mask = 0;  // which members take part

  constexpr bool has(int side) const { return (mask >> side & 1u) != 0; }
  constexpr std::uint32_t word() const { return pair | mask; }
  static constexpr PairPointer of_word(std::uint32_t word) {
    return {word & kPairNumberBits, word & kListMaskBits};
  }
};

template <>
struct FieldValue<PairPointer> {
  static constexpr std::size_t kWords = 1;
  static constexpr std::size_t said(const PairPointer&) { return 1; }
  static constexpr std::uint32_t word(const PairPointer& value, std::size_t) { return value.word(); }
  static constexpr void set(PairPointer& value, const std::uint32_t* words) {
    value = PairPointer::of_word(words[0]);
  }
};

// PCI Interface to Stack Engine: begin a query. To a Pair Sequencer: where the first record of each object lies, its
// mask not 0. To a Group Engine: one for each entry of its command queue, in their order.
struct StartCommand {
  PairPointer tumbled, aligned;
  bool first_witness = false;

  static constexpr const char* kName = "StartCommand";
  static constexpr KindNames kKinds = {"all_pairs", "first_witness"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"tumbled", 32, Cell::kValue, "root pair of the tumbled tree, its mask in the low bits"},
          item.tumbled);
    field({"aligned", 32, Cell::kDetail, "root pair of the aligned tree, its mask in the low bits"},
          item.aligned);
    field({"first_witness", 1, Cell::kKind}, item.first_witness);
  }
};

// PCI Interface to DOP Unit and Triangle Unit: a burst of matrix register writes (docs/host_port.md).
struct MatrixWrite {
  std::uint32_t first_word = 0;  // word offset inside the unit's register block
  std::uint32_t count = 0;
  std::array<std::uint32_t, 32> words{};

  static constexpr const char* kName = "MatrixWrite";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"first_word", 12, Cell::kValue, "first word in the unit's register block"}, item.first_word);
    field({"count", 6, Cell::kDetail, "words"}, item.count);
    field({"words", 32, Cell::kDigest}, first(item.words, item.count));
  }
};

// Why a read brought no data: the SDRAM refused its address, or more bits of a word are wrong than its check
// bits can mend, in the SDRAM or in a list. The address is the refused one, or that of the word; of a list's
// word it is its number in the stack SRAM, with bit 31 set for the right one.
struct ReadError {
  enum class Kind : std::uint8_t { none, refused, uncorrectable, list_word } kind = Kind::none;
  static constexpr std::uint32_t kRightSram = 1u << 31;
  std::uint32_t address = 0;

  constexpr explicit operator bool() const { return kind != Kind::none; }

  // Part of a message; `cells`: of the kind.
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field, std::uint32_t cells) {
    field({"error_kind", 2, cells}, item.kind);
    field({"error_address", 32}, item.address);
  }
};

// An ancestor pair is on the way to an aligned one: what it is read for is that one's parent's box.
enum class ReadKind : std::uint8_t { tumbled_pair, aligned_pair, triangle, ancestor_pair };

// Stack Engine and Triangle Unit to Memory Controller.
struct ReadRequest {
  ReadKind kind = ReadKind::aligned_pair;
  std::uint32_t address = 0;

  static constexpr const char* kName = "ReadRequest";
  static constexpr KindNames kKinds = {"tumbled_pair", "aligned_pair", "triangle", "ancestor_pair"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"address", 32, Cell::kValue, "address"}, item.address);
    // The recorder counts the requests.
    field.shown(Cell::kDetail, "number among the requests of its kind", std::nullopt);
  }
};

// Memory Controller to DOP Unit: a sibling pair whose first beat is in the input register when the item
// becomes visible; the other beats follow one per cycle. Words beyond those of the node format are zero.
struct NodePairData {
  std::array<std::uint32_t, kMostPairWords> words{};
  std::uint32_t address = 0;  // of the pair, where pairs need their parent's box; otherwise 0
  bool ancestor = false;      // it is not compared: another pair needs it as its parent
  bool kept = false;          // from the branch cache: it comes decoded, at once, and takes no input register

  // At pins and in traces the last word has the other fields: the address, and in its lowest bit either of the flags. Pairs
  // of 256 bytes use that word for data and have no such fields.
  constexpr std::array<std::uint32_t, kMostPairWords> packed() const {
    std::array<std::uint32_t, kMostPairWords> all = words;
    all[kMostPairWords - 1] |= address | (ancestor || kept ? 1u : 0u);
    return all;
  }

  static constexpr const char* kName = "NodePairData";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    constexpr Field kPacked = {"words", 32, Cell::kDigest};
    if constexpr (std::is_const_v<Item>) {
      field(kPacked, item.packed());
    } else {
      field(kPacked, item.words);
    }
  }
};

// Memory Controller to Triangle Unit: visible when the whole record is in.
struct TriangleData {
  std::uint32_t address = 0;
  TriangleWords record{};
  ReadError error;

  static constexpr const char* kName = "TriangleData";
  static constexpr KindNames kKinds = {"record", "refused", "uncorrectable"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"address", 32, Cell::kValue, "address"}, item.address);
    field({"record", 32, Cell::kDigest}, item.record);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

// DOP Unit to Memory Controller: an input register may be written again from this cycle on.
struct RegisterRelease {
  Cycle from = 0;

  static constexpr const char* kName = "RegisterRelease";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"from", 64, Cell::kValue, "cycle of the query from which the register may be written again"},
          item.from);
  }
};

// Memory Controller to Stack Engine: the auxiliary words of a pair (§4.2 "returns two child pointers").
struct PairAuxiliary {
  std::array<std::uint32_t, 2> child{};     // list words without a mask
  std::array<std::uint32_t, 2> triangle{};  // addresses of records
  std::array<bool, 2> leaf{};
  ReadError error;

  // Address of a member's children, or of its triangle plus 1.
  constexpr std::int64_t member(std::size_t side) const {
    return leaf[side] ? std::int64_t{triangle[side]} + 1 : std::int64_t{child[side]};
  }

  static constexpr const char* kName = "PairAuxiliary";
  static constexpr KindNames kKinds = {"pair", "refused", "uncorrectable"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"child", 32}, each(item.child));
    field({"triangle", 32}, each(item.triangle));
    field({"leaf", 2}, item.leaf);
    ReadError::describe(item.error, field, Cell::kKind);
    field.shown(Cell::kValue, "member 0: address of its children, or of its triangle plus 1", item.member(0));
    field.shown(Cell::kDetail, "member 1: address of its children, or of its triangle plus 1",
                item.member(1));
  }
};

// Stack Engine to DOP Unit: the next `length` aligned pairs meet the tumbled pair of the list before, if
// `keep` says so, or the one that arrives next, after `discard` tumbled pairs fetched in vain.
struct ListCommand {
  std::uint32_t discard = 0;
  std::uint32_t length = 0;
  bool keep = false;

  static constexpr const char* kName = "ListCommand";
  static constexpr KindNames kKinds = {"fetched", "kept"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"discard", 32, Cell::kDetail, "tumbled pairs to discard before it"}, item.discard);
    field({"length", 32, Cell::kValue, "aligned pairs of the list"}, item.length);
    field({"keep", 1, Cell::kKind}, item.keep);
  }
};

// DOP Unit to Stack Engine, one per aligned pair, in order:
// bit 2*i + j set when tumbled i and aligned j overlap.
struct OverlapFlags {
  std::uint32_t bits = 0;

  static constexpr const char* kName = "OverlapFlags";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"bits", 4, Cell::kValue, "bit 2*i + j: tumbled i and aligned j overlap"}, item.bits);
  }
};

// Stack Engine to a stack SRAM.
struct SramRequest {
  bool write = false;
  std::uint32_t address = 0;  // first word
  std::uint32_t count = 0;    // words to read, or to write (at most two)
  std::array<std::uint32_t, 2> words{};

  static constexpr const char* kName = "SramRequest";
  static constexpr KindNames kKinds = {"read", "write"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"write", 1, Cell::kKind}, item.write);
    field({"address", 32, Cell::kValue, "first word"}, item.address);
    field({"count", 4, Cell::kDetail, "words"}, item.count);
    field({"word", 32, Cell::kDigest}, each(item.words, item.write ? item.count : 0));
  }
};

// A stack SRAM to the Stack Engine: the first word when visible, one more each cycle.
struct SramResponse {
  std::uint32_t count = 0;
  std::array<std::uint32_t, 8> words{};

  static constexpr const char* kName = "SramResponse";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"count", 4, Cell::kDetail, "words"}, item.count);
    field({"words", 32, Cell::kValue | Cell::kDigest, "the first word"}, first(item.words, item.count));
  }
};

// Stack Engine to Triangle Unit. `tests`: bit 2*i + j set for tumbled triangle i against aligned triangle j.
// The other kinds pass through the Triangle Unit in order with its results.
struct LeafTests {
  enum class Kind : std::uint8_t { tests, unfinished, end } kind = Kind::tests;
  std::uint32_t bits = 0;
  // Addresses of triangle records; unfinished: the pair's word first.
  std::array<std::uint32_t, 2> tumbled{}, aligned{};
  bool first_witness = false;  // one hit is enough
  ReadError error;             // end: why the query was aborted

  static constexpr const char* kName = "LeafTests";
  static constexpr KindNames kKinds = {"tests",       "unfinished",        "end",
                                       "end_refused", "end_uncorrectable", "end_list_word"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"bits", 4, Cell::kValue, "bit 2*i + j: test tumbled i against aligned j"}, item.bits);
    constexpr const char* kTumbled = "first address or word of the tumbled side";
    field({"tumbled", 32, Cell::kDetail | Cell::kDigest, kTumbled}, each(item.tumbled));
    field({"aligned", 32, Cell::kDigest}, each(item.aligned));
    field({"first_witness", 1, Cell::kDigest}, item.first_witness);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

// Pair Sequencer to Tile Unit, in the order in which the memory brings the records of these commands. load:
// the next tumbled triangle goes to place `number` of the tile. tests: the next aligned triangle is tested against the
// first `number` triangles of the tile. end: the last command.
struct TileCommand {
  enum class Kind : std::uint8_t { load, tests, end } kind = Kind::load;
  std::uint32_t address = 0;  // of the record; end: 0
  std::uint32_t number = 0;
  bool first_witness = false;  // one hit is enough

  static constexpr const char* kName = "TileCommand";
  static constexpr KindNames kKinds = {"load", "tests", "end"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"address", 32, Cell::kValue, "address of the record"}, item.address);
    field({"number", 32, Cell::kDetail, "load: place in the tile; tests: pairs"}, item.number);
    field({"first_witness", 1, Cell::kDigest}, item.first_witness);
  }
};

// Triangle Unit to Pointer FIFO. With a command queue it names its query (entry_check.h).
struct Finding {
  enum class Kind : std::uint8_t { hit, uncertain, unfinished, end } kind = Kind::hit;
  std::uint32_t tumbled = 0;  // triangle number, or the pair's word; end: number of entries (entry_check.h)
  std::uint32_t aligned = 0;  // triangle number, or the pair's word; end: checksum of the entries
  ReadError error;

  static constexpr const char* kName = "Finding";
  static constexpr KindNames kKinds = {"hit",         "uncertain",         "unfinished",   "end",
                                       "end_refused", "end_uncorrectable", "end_list_word"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    field({"kind", 2, Cell::kKind}, item.kind);
    field({"tumbled", 32, Cell::kValue, "triangle number, leaf or pair word of the tumbled side"},
          item.tumbled);
    field({"aligned", 32, Cell::kDetail, "of the aligned side"}, item.aligned);
    ReadError::describe(item.error, field, Cell::kKind);
  }
};

// Triangle Unit or PCI Interface to Stack Engine or Pair Sequencer: a witness was found and one is enough; a triangle cannot be
// read; the host wants no more.
struct StopRequest {
  static constexpr const char* kName = "StopRequest";
  static constexpr KindNames kKinds = {};
  template <typename Item, typename Fields>
  static constexpr void describe(Item&, Fields&) {}
};

// Pointer FIFO to PCI Interface: the query's last finding is in the FIFO.
struct QueryDone {
  ReadError error;
  bool unfinished = false;  // some of the findings were unfinished work

  static constexpr const char* kName = "QueryDone";
  static constexpr KindNames kKinds = {"done", "unfinished", "refused", "uncorrectable", "list_word"};
  template <typename Item, typename Fields>
  static constexpr void describe(Item& item, Fields& field) {
    ReadError::describe(item.error, field, 0);
    field({"unfinished", 1}, item.unfinished);
    const auto error = static_cast<std::int64_t>(item.error.kind);
    std::optional<std::int64_t> address;
    if (item.error) address = item.error.address;
    field.shown(Cell::kKind, "", item.error ? 1 + error : std::int64_t{item.unfinished});
    field.shown(Cell::kValue, "address of the error, if there was one", address);
  }
};

}  // namespace collisionchip
