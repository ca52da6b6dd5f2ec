// What travels between the units. One struct per link; docs/ names the channel each belongs to.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

// A pair pointer with its valid mask, as a list holds it
// in one 32-bit word (§4.2; records are 128-byte aligned).
struct PairPointer {
  std::uint32_t address = 0;  // multiple of 256
  std::uint32_t mask = 0;     // which members take part

  bool has(int side) const { return (mask >> side & 1u) != 0; }
  std::uint32_t word() const { return address | mask; }
  static PairPointer of_word(std::uint32_t word) {
    return {word & ~std::uint32_t{kPairBytes - 1}, word & 3u};
  }
};

// PCI Interface to Stack Engine: begin a query.
struct StartCommand {
  PairPointer tumbled, aligned;
  bool first_witness = false;
};

// PCI Interface to DOP Unit and Triangle Unit: a burst of matrix register writes (docs/register_map.md).
struct MatrixWrite {
  std::uint32_t first_word = 0;  // word offset inside the unit's register block
  std::uint32_t count = 0;
  std::array<std::uint32_t, 32> words{};
};

// Why a read brought no data: the SDRAM refused its address, or more bits of a word are wrong than its check
// bits can mend. The address is the refused one, or that of the word.
struct ReadError {
  enum class Kind : std::uint8_t { none, refused, uncorrectable } kind = Kind::none;
  std::uint32_t address = 0;

  explicit operator bool() const { return kind != Kind::none; }
};

enum class ReadKind : std::uint8_t { tumbled_pair, aligned_pair, triangle };

// Stack Engine and Triangle Unit to Memory Controller.
struct ReadRequest {
  ReadKind kind = ReadKind::aligned_pair;
  std::uint32_t address = 0;
};

// Memory Controller to DOP Unit: a sibling pair whose first beat is in the input register when the item
// becomes visible; the other beats follow one per cycle.
struct NodePairData {
  std::array<RecordWords, 2> records{};
};

// Memory Controller to Triangle Unit: visible when the whole record is in.
struct TriangleData {
  std::uint32_t address = 0;
  RecordWords record{};
  ReadError error;
};

// DOP Unit to Memory Controller: an input register may be written again from this cycle on.
struct RegisterRelease {
  Cycle from = 0;
};

// Memory Controller to Stack Engine: the auxiliary words of a pair (§4.2 "returns two child pointers").
struct PairAuxiliary {
  std::array<std::uint32_t, 2> child{};
  std::array<std::uint32_t, 2> triangle{};
  std::array<bool, 2> leaf{};
  ReadError error;
};

// Stack Engine to DOP Unit: the next `length` aligned pairs meet the tumbled pair that arrives next, after
// `discard` tumbled pairs fetched in vain.
struct ListCommand {
  std::uint32_t discard = 0;
  std::uint32_t length = 0;
};

// DOP Unit to Stack Engine, one per aligned pair, in order:
// bit 2*i + j set when tumbled i and aligned j overlap.
struct OverlapFlags {
  std::uint32_t bits = 0;
};

// Stack Engine to a stack SRAM.
struct SramRequest {
  bool write = false;
  std::uint32_t address = 0;  // first word
  std::uint32_t count = 0;    // words to read, or to write (at most two)
  std::array<std::uint32_t, 2> words{};
};

// A stack SRAM to the Stack Engine: the first word when visible, one more each cycle.
struct SramResponse {
  std::uint32_t count = 0;
  std::array<std::uint32_t, 8> words{};
};

// Stack Engine to Triangle Unit. `tests`: bit 2*i + j set for tumbled triangle i against aligned triangle j.
// The other kinds pass through the Triangle Unit in order with its results.
struct LeafTests {
  enum class Kind : std::uint8_t { tests, unfinished, end } kind = Kind::tests;
  std::uint32_t bits = 0;
  std::array<std::uint32_t, 2>
      tumbled{};  // addresses of triangle records; unfinished: the tumbled pair's word first
  std::array<std::uint32_t, 2> aligned{};  // likewise; unfinished: the aligned pair's word first
  bool first_witness = false;              // one hit is enough
  ReadError error;                         // end: why the query was aborted
};

// Triangle Unit to Pointer FIFO.
struct Finding {
  enum class Kind : std::uint8_t { hit, uncertain, unfinished, end } kind = Kind::hit;
  std::uint32_t tumbled = 0;  // triangle number, or the pair's word
  std::uint32_t aligned = 0;
  ReadError error;
};

// Triangle Unit or PCI Interface to Stack Engine: a witness was found and one is enough; a triangle cannot be
// read; the host wants no more.
struct StopRequest {};

// Pointer FIFO to PCI Interface: the query's last finding is in the FIFO.
struct QueryDone {
  ReadError error;
  bool unfinished = false;  // some of the findings were unfinished work
};

}  // namespace collisionchip
