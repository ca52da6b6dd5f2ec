// A burst of results as it lies in a ring of the host's memory (docs/host_port.md). Words of 32 bits, little-endian:
//
//   word 0   number of the burst in its ring, the first one since the reset is 1
//   word 1   bits 15..0 how many entries; bit 16 the last one of its query; then bits 30..24 the status (StatusBits)
//   then     entries, two words each, as the Pointer FIFO has them
//   then     of the last burst of a query: the error address, and a word that is 0; of a refused command instead of the
//            address why it was (refused_word)
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/host_messages.h"

namespace collisionchip {

struct ResultBurst {
  std::uint32_t number = 0;
  std::vector<EntryWords> entries;
  bool closing = false;             // the query has ended; its closing entry is the last one
  std::uint32_t status = 0;         // closing: StatusBits
  std::uint32_t error_address = 0;  // closing
};

constexpr std::uint32_t kBurstPlaceBytes = 8;  // the header takes a place, and so does each entry
constexpr std::uint32_t kClosingPlaces = 1;    // behind the entries of a closing burst

// The word of a refused command: bits 17..16 PoseRefusal::Kind, bits 15..0 the slot without an object.
std::uint32_t refused_word(const PoseRefusal& refusal);
PoseRefusal refusal_of(std::uint32_t word);

std::vector<std::uint32_t> words_of(const ResultBurst& burst);
// `words`: one slot of `places` times eight bytes. std::invalid_argument if its header names more entries than fit.
ResultBurst burst_of(const std::uint32_t* words, std::size_t places);

// Places that a burst of so many entries takes.
constexpr std::size_t places_of_burst(std::size_t entries, bool closing) {
  return 1 + entries + (closing ? kClosingPlaces : 0);
}

}  // namespace collisionchip
