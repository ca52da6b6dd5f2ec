// Faults on a board, to see what notices them: wrong bits in the SDRAM and in the lists, lost and repeated
// results, in the Pointer FIFO or on their way to the host's memory. They are interposed: neither the chip nor
// the driver knows (docs/faults.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/host/result_rings.h"
#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

// What goes wrong, once. `place` and `bits` by kind:
//   sdram, sdram_double     byte address of a stored 64-bit word; one or two of its bits, 64..71 check bits
//   sram_left, sram_right   which word written to that stack SRAM, from 0; one bit of 0..31
//   fifo_drop, fifo_repeat  which entry put into the Pointer FIFO, from 0. One that finds the FIFO full but
//                           for itself cannot be repeated: the next one is
//   fifo_bit                likewise; one bit of its two words, 0..63 from the first word's lowest
//   ring_drop, ring_repeat  which burst of the Result Unit, from 0
//   ring_bit                which burst; one bit of its words, from the first word's lowest
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
// The same read back; InputError for anything else.
Fault parse_fault(const std::string& text);

// What there is to hit: the stored words, and what went by in a query.
struct FaultRoom {
  std::uint64_t sdram_words = 0;
  std::array<std::uint64_t, 2> sram_words{};  // written, left and right
  std::uint64_t entries = 0;
  std::vector<std::uint32_t> burst_words;  // of each burst
  bool check_bits = false;                 // of the SDRAM's words

  // Of this kind; 0: nothing to hit.
  std::uint64_t places(Fault::Kind kind) const;
};
// A fault of this kind anywhere in the room, the same for the same seed; none where there is nothing to hit.
std::optional<Fault> random_fault(Fault::Kind kind, const FaultRoom& room, std::uint64_t seed);
// One entry lost and another one there twice, in the same query: as many come as were put in. Empty if there
// are not two entries.
std::vector<Fault> random_drop_and_repeat(const FaultRoom& room, std::uint64_t seed);

class FaultInjector {
 public:
  // `rings`: of the host, nullptr if the chip writes none. Board and rings must outlive the injector.
  FaultInjector(Board& board, ResultRings* rings);
  ~FaultInjector();
  FaultInjector(const FaultInjector&) = delete;
  FaultInjector& operator=(const FaultInjector&) = delete;

  // Mends the faults of before. Wrong bits are in the SDRAM from now on; words and entries count from now on.
  void arm(const std::vector<Fault>& faults);
  // Mends the SDRAM's bits and lets everything pass.
  void heal() { arm({}); }

  // What has gone by since the last arm().
  const FaultRoom& seen() const { return seen_; }
  // How many of the armed faults have happened.
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
