#include "collisionchip/tlm/machine/entry_check.h"

namespace collisionchip {

using registers::EntryType;

namespace {

constexpr unsigned kTypeShift = 30;
constexpr std::uint32_t kNumberBits = (1u << kTypeShift) - 1;
constexpr unsigned kListQueryShift = 2;
constexpr std::uint32_t kQueryBits = 15;

static_assert(static_cast<unsigned>(Finding::Kind::hit) == static_cast<unsigned>(EntryType::hit) &&
              static_cast<unsigned>(Finding::Kind::uncertain) ==
                  static_cast<unsigned>(EntryType::uncertain) &&
              static_cast<unsigned>(Finding::Kind::unfinished) ==
                  static_cast<unsigned>(EntryType::unfinished) &&
              static_cast<unsigned>(Finding::Kind::end) == static_cast<unsigned>(EntryType::closing));

// By the value of a byte.
constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; ++bit) table[byte] = table[byte] >> 1 ^ ((table[byte] & 1u) * 0xedb88320u);
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> kCrcTable = make_crc_table();

}  // namespace

EntryWords entry_words(const Finding& finding) {
  const std::uint32_t type = static_cast<std::uint32_t>(finding.kind) << kTypeShift;
  if (finding.kind == Finding::Kind::unfinished)
    return {registers::pack_pair(finding.tumbled) | type, registers::pack_pair(finding.aligned)};
  return {finding.tumbled | type, finding.aligned};
}

Finding finding_of(const EntryWords& words) {
  const auto kind = static_cast<Finding::Kind>(words[0] >> kTypeShift);
  if (kind == Finding::Kind::unfinished)
    return {kind, registers::unpack_pair(words[0]), registers::unpack_pair(words[1]), {}};
  return {kind, words[0] & kNumberBits, words[1], {}};
}

Finding with_query(Finding finding, std::uint32_t query) {
  if (finding.kind == Finding::Kind::unfinished) {
    finding.aligned |= query << kListQueryShift;
  } else {
    finding.aligned = (finding.aligned & registers::kEntryNumberMask) | query << registers::kEntryQueryShift;
  }
  return finding;
}

EntryWords queue_entry_words(const Finding& finding) {
  EntryWords words = entry_words(finding);
  if (finding.kind == Finding::Kind::unfinished)
    words[1] |= (finding.aligned >> kListQueryShift & kQueryBits) << registers::kEntryQueryShift;
  return words;
}

QueryFinding query_finding_of(const EntryWords& words) {
  return {words[1] >> registers::kEntryQueryShift,
          finding_of({words[0], words[1] & registers::kEntryNumberMask})};
}

EntryType entry_type(const EntryWords& words) {
  return static_cast<EntryType>(words[0] >> kTypeShift);
}

void EntryCheck::add(const EntryWords& entry) {
  count_ = (count_ + 1) & kNumberBits;
  for (const std::uint32_t word : entry) {
    for (unsigned shift = 0; shift < 32; shift += 8)
      crc_ = crc_ >> 8 ^ kCrcTable[(crc_ ^ word >> shift) & 0xff];
  }
}

void EntryAudit::take(const EntryWords& entry) {
  behind_ |= closed_;
  if (entry_type(entry) == EntryType::closing) {
    closing_ = entry;
    closed_ = true;
  } else {
    taken_.add(entry);
  }
}

std::string EntryAudit::objection() const {
  const std::string count = std::to_string(taken_.count());
  if (!closed_) return "took " + count + " entries of the Pointer FIFO, and none that closes them";
  if (behind_) return "an entry of the Pointer FIFO came behind the one that closes them";
  const std::uint32_t put = closing_[0] & kNumberBits;
  if (put != taken_.count())
    return "took " + count + " entries of the Pointer FIFO, where " + std::to_string(put) + " were put in";
  if (((closing_[1] ^ taken_.checksum()) & checked_) != 0)
    return "the " + count + " entries of the Pointer FIFO are not those that were put in";
  return "";
}

}  // namespace collisionchip
