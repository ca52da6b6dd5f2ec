// Entries of the Pointer FIFO as the host reads them, and the entry that closes them with
// pointer_fifo.entry_check: how many there were, and a checksum of them all. The Triangle Unit makes it, the
// host compares it with what it took. No time.
//
// The checksum is the CRC-32 of IEEE 802.3 over the words of all entries, each with its lowest byte first: it
// depends on their order, so one lost entry and another one that came twice are told, too.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

using EntryWords = std::array<std::uint32_t, 2>;

// What the host reads for a finding (docs/host_port.md), and the finding that is read as these words.
EntryWords entry_words(const Finding& finding);
Finding finding_of(const EntryWords& words);
// The same with a command queue. Bits 31..28 of the finding's second word name its query. In unfinished work, which is an
// entry of a list, bits 5..2 of that word do; groups have no use for these bits.
Finding with_query(Finding finding, std::uint32_t query);
EntryWords queue_entry_words(const Finding& finding);
struct QueryFinding {
  std::uint32_t query = 0;
  Finding finding;  // without it
};
QueryFinding query_finding_of(const EntryWords& words);
registers::EntryType entry_type(const EntryWords& words);

// Grows with the entries that one side puts in or takes out.
class EntryCheck {
 public:
  void add(const EntryWords& entry);
  std::uint32_t count() const { return count_; }  // modulo 2^30
  std::uint32_t checksum() const { return ~crc_; }

  // The finding that closes them: count and checksum instead of triangles.
  Finding closing(const ReadError& error) const { return {Finding::Kind::end, count_, checksum(), error}; }

 private:
  std::uint32_t count_ = 0, crc_ = ~0u;
};

// What a host took in one query, the closing entry included. `checked`: bits of the checksum that the closing entry has.
class EntryAudit {
 public:
  explicit EntryAudit(std::uint32_t checked = ~0u) : checked_(checked) {}
  void take(const EntryWords& entry);
  // What is wrong with the entries of a query that has ended; empty if nothing is.
  std::string objection() const;

 private:
  std::uint32_t checked_;
  EntryCheck taken_;
  EntryWords closing_{};
  bool closed_ = false;  // the closing entry has come
  bool behind_ = false;  // and another entry after it
};

}  // namespace collisionchip
