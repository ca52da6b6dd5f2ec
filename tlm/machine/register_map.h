// The chip as the host sees it through PCI: byte offsets
// in the target's address space (docs/host_port.md).
#pragma once

#include <cstdint>

namespace collisionchip::registers {

constexpr std::uint64_t kIdentity = 0x000;   // r: kIdentityValue
constexpr std::uint64_t kControl = 0x004;    // rw: ControlBits
constexpr std::uint64_t kStatus = 0x008;     // r: StatusBits
constexpr std::uint64_t kInterrupt = 0x00c;  // r: InterruptBits pending; w: ones clear them
constexpr std::uint64_t kTumbledRoot =
    0x010;  // rw: list word of the tumbled root pair: its number, its valid mask in bits 1..0
constexpr std::uint64_t kAlignedRoot = 0x014;  // rw: the same for the aligned object
constexpr std::uint64_t kFifoLevel = 0x018;    // r: entries that can be read
constexpr std::uint64_t kCyclesLow = 0x01c;    // r: chip cycles of the query, up to now or to its end
constexpr std::uint64_t kCyclesHigh = 0x020;   // r
constexpr std::uint64_t kErrorAddress =
    0x024;  // r: with kError, where in the SDRAM; with kListWord, which word of a stack SRAM
constexpr std::uint64_t kQueueEntry =
    0x028;  // rw, with a command queue: the entry that roots and matrices go to; a start begins all up to it
constexpr std::uint64_t kLastRegister = kErrorAddress;

// With a Refit Unit: w: the root pair of the tree, as kTumbledRoot has it; and its pairs: the next query refits it first.
constexpr std::uint64_t kRefitRoot = 0x040, kRefitPairs = 0x044;

// With host.results = memory: w: where the rings begin in the host's memory, ring r behind r rings of host.ring_entries
// places of eight bytes; and of each ring how many bursts the host has taken since the reset.
constexpr std::uint64_t kRingBaseLow = 0x030, kRingBaseHigh = 0x034;
constexpr std::uint64_t kRingTaken = 0x100;  // ring r: behind 4 r

constexpr std::uint64_t kMmm = 0x400;            // w: 5 words per row, see dop_unit.h
constexpr std::uint64_t kFrameMatrices = 0x800;  // w: 24 words, see triangle_unit.h
constexpr std::uint64_t kFifo = 0x1000;          // r: two words per entry, any multiple of 8 up to kFifoEnd
constexpr std::uint64_t kFifoEnd = 0x2000;
constexpr std::uint32_t kEntriesPerRead = (kFifoEnd - kFifo) / 8;  // all that its window shows
// With a Pose Unit: w: a query, all of its words in one write (pose_command_of); and the records of objects
// (object_record.h), slot s behind 256 s.
constexpr std::uint64_t kDoorbell = 0x2000, kDoorbellWords = 16;
constexpr std::uint64_t kObjectTable = 0x1'0000;
constexpr std::uint64_t kSdramWindow = 0x4000'0000;  // rw: the SDRAM, up to its capacity

constexpr std::uint32_t kIdentityValue = 0x43435031;  // "CCP1"

enum ControlBits : std::uint32_t {
  kStart = 1u << 0,         // begin a query, the first one since a reset; reads as 0
  kReset = 1u << 1,         // hard reset of all but SDRAM, MMM and frame matrices; reads as 0
  kFirstWitness = 1u << 2,  // stop at the first intersecting pair
  kEnableDone = 1u << 3,    // interrupt at the end of a query
  kEnableFifo =
      1u << 4,      // interrupt when the Pointer FIFO reaches its threshold, or one entry (kFirstWitness)
  kStop = 1u << 5,  // end the query that runs; what it found is in the Pointer FIFO; reads as 0
};
// With a command queue a stop ends the entry that bits 31..28 name.
constexpr unsigned kStopEntryShift = 28;

enum StatusBits : std::uint32_t {
  kBusy = 1u << 0,
  kDone = 1u << 1,
  kError = 1u << 2,  // the answer is incomplete: a pointer led outside the SDRAM, or one of the two below
  kUnfinished = 1u << 3,     // the Pointer FIFO holds, or held, unfinished work
  kUncorrectable = 1u << 4,  // with kError: a word of the SDRAM had more wrong bits than sdram.ecc mends
  kListWord = 1u << 5,       // with kError: a word of a list had more wrong bits than stack_sram.ecc mends
  kRefused = 1u << 6,        // with kError, in a ring alone: a doorbell that names no entry or no object
};

enum InterruptBits : std::uint32_t {
  kDonePending = 1u << 0,
  kFifoPending = 1u << 1,
};

// A Pointer FIFO entry: bits 31..30 of the first word say what it is.
enum class EntryType : std::uint32_t { hit = 0, uncertain = 1, unfinished = 2, closing = 3 };
// With a command queue bits 31..28 of the second word say which of its entries found it, and the numbers there have
// the lower ones.
constexpr unsigned kEntryQueryShift = 28;
constexpr std::uint32_t kEntryNumberMask = (1u << kEntryQueryShift) - 1;
// hit, uncertain: tumbled triangle number in the first word,
// aligned one in the second. unfinished: the pairs, packed. closing: the last one of a
// query with pointer_fifo.entry_check or a command queue, how many came before it and their checksum.
constexpr std::uint32_t kPackedMask = 3;  // which stays where it is; the number of the pair moves down to it
constexpr unsigned kPackedShift = 5;
inline std::uint32_t pack_pair(std::uint32_t list_word) {
  return (list_word >> kPackedShift & ~kPackedMask) | (list_word & kPackedMask);
}
inline std::uint32_t unpack_pair(std::uint32_t packed) {
  return (packed & 0x3fff'ffffu & ~kPackedMask) << kPackedShift | (packed & kPackedMask);
}

// The MMM as the host writes it: five words per row, in issue order: three coefficients, the offset, and a
// control word (j0, j1, j2, destination, one byte each from the lowest).
constexpr std::uint32_t kMmmWordsPerRow = 5;

// What the host writes at kMmm where the machine has no tree: how many tumbled and how many aligned triangles
// there are.
constexpr std::uint32_t kTriangleCountWords = 2;

// Register block: M (tumbled to aligned) row by row, then N (aligned to tumbled), 12 words each,
// then the filter's bounds of M's rows and of N's, 3 words each.
constexpr std::uint32_t kFrameMatrixWords = 30;

}  // namespace collisionchip::registers
