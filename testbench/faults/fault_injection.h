// Faults on a board, to see what detects them: wrong bits in the SDRAM and in the lists, and lost and repeated results in the Pointer FIFO
// or on their way to the host's memory. The faults are interposed, so chip and driver do not know them (docs/faults.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/host/result_rings.h"
#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

// One fault, which happens once. `place` and `bits` by kind:
//   sdram, sdram_double     byte address of a stored 64-bit word; one or two of its bits, 64..71 are check bits
//   sram_left, sram_right   number of a word written to that stack SRAM, from 0; one bit of 0..31
//   fifo_drop, fifo_repeat  number of an entry put into the Pointer FIFO, from 0. If the FIFO has no room for the
//                           repetition, the next entry is repeated
//   fifo_bit                number of an entry; one bit of its two words, 0..63 from the first word's lowest
//   ring_drop, ring_repeat  number of a burst of the Result Unit, from 0
//   ring_bit                number of a burst; one bit of its words, from the first word's lowest
struct Fault {
  enum class Kind {
    sdram,
    sdram_double,
    sram_left,
    sram_right,
    fifo_drop,
    fifo_repeat,
    fifo_bit,
    ring_drop,
    ring_repeat,
    ring_bit
  } kind = Kind::sdram;
  std::uint64_t place = 0;
  std::array<unsigned, 2> bits{};
};
constexpr std::size_t kFaultKinds = 10;

const char* name_of(Fault::Kind kind);
// "sdram:0x1240:17", "sdram_double:0x1240:17:70", "sram_left:12:3", "fifo_drop:5", "fifo_bit:5:40",
// "ring_bit:0:64"
std::string to_text(const Fault& fault);
// Reads such a text. InputError for any other text.
Fault parse_fault(const std::string& text);

// The places that faults can hit: the stored words, and all that passed in a query.
struct FaultRoom {
  std::uint64_t sdram_words = 0;
  std::array<std::uint64_t, 2> sram_words{};  // words written, left and right
  std::uint64_t entries = 0;
  std::vector<std::uint32_t> burst_words;  // words of each burst
  bool check_bits = false;                 // the SDRAM's words have check bits

  // The number of places for faults of this kind.
  std::uint64_t places(Fault::Kind kind) const;
};
// A random fault of this kind. Equal seeds give equal faults. Empty if the room has no place for this kind.
std::optional<Fault> random_fault(Fault::Kind kind, const FaultRoom& room, std::uint64_t seed);
// Two faults in one query: one entry is lost and another one is repeated, so that the number of entries is right. Empty if the query has
// fewer than two entries.
std::vector<Fault> random_drop_and_repeat(const FaultRoom& room, std::uint64_t seed);

class FaultInjector {
 public:
  // `rings` are the host's; nullptr if the chip writes no rings. Board and rings must outlive the injector.
  FaultInjector(Board& board, ResultRings* rings);
  ~FaultInjector();
  FaultInjector(const FaultInjector&) = delete;
  FaultInjector& operator=(const FaultInjector&) = delete;

  // Mends the last faults, inverts the bits in the SDRAM, and counts words and entries from now on.
  void arm(const std::vector<Fault>& faults);
  // Mends the SDRAM's bits; no further fault happens.
  void heal() { arm({}); }

  // All that has passed since the last arm().
  const FaultRoom& seen() const { return seen_; }
  // The number of armed faults that have happened.
  std::size_t struck() const { return struck_; }

 private:
  struct List : ChannelInterposer<SramRequest> {
    List(FaultInjector& owner, int list_side) : injector(owner), side(list_side) {}
    unsigned on_put(SramRequest& request, bool room_for_two) override;
    FaultInjector& injector;
    int side;
  };
  struct Fifo : ChannelInterposer<Finding> {
    explicit Fifo(FaultInjector& owner) : injector(owner) {}
    unsigned on_put(Finding& entry, bool room_for_two) override;
    FaultInjector& injector;
  };

  std::size_t lists() const;
  Channel<SramRequest>& sram_requests(std::size_t side);
  Channel<Finding>& fifo_entries();
  void invert(const Fault& fault);
  unsigned on_burst(std::vector<std::uint32_t>& words);

  Board& board_;
  ResultRings* const rings_;
  std::vector<Fault> faults_;
  FaultRoom seen_;
  std::size_t struck_ = 0;
  std::array<List, 2> lists_;
  Fifo fifo_;
};

}  // namespace collisionchip
