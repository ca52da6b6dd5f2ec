#include "collisionchip/tlm/machine/result_burst.h"

#include <stdexcept>

namespace collisionchip {

namespace {
constexpr std::uint32_t kCountBits = 0xffff, kClosingBit = 1u << 16;
constexpr unsigned kStatusShift = 24;
constexpr unsigned kRefusalShift = 16;
constexpr std::uint32_t kSlotBits = 0xffff;
}  // namespace

std::uint32_t refused_word(const PoseRefusal& refusal) {
  return static_cast<std::uint32_t>(refusal.kind) << kRefusalShift | (refusal.object & kSlotBits);
}

PoseRefusal refusal_of(std::uint32_t word) {
  PoseRefusal refusal;
  refusal.kind = static_cast<PoseRefusal::Kind>(word >> kRefusalShift & 3u);
  refusal.object = word & kSlotBits;
  return refusal;
}

std::vector<std::uint32_t> words_of(const ResultBurst& burst) {
  std::vector<std::uint32_t> words = {burst.number, static_cast<std::uint32_t>(burst.entries.size()) |
                                                        (burst.closing ? kClosingBit : 0) |
                                                        burst.status << kStatusShift};
  for (const EntryWords& entry : burst.entries) words.insert(words.end(), entry.begin(), entry.end());
  if (burst.closing) words.insert(words.end(), {burst.error_address, 0});
  return words;
}

ResultBurst burst_of(const std::uint32_t* words, std::size_t places) {
  ResultBurst burst;
  burst.number = words[0];
  burst.closing = (words[1] & kClosingBit) != 0;
  burst.status = words[1] >> kStatusShift;
  const std::size_t count = words[1] & kCountBits;
  if (places_of_burst(count, burst.closing) > places)
    throw std::invalid_argument("a burst of results says more entries than it has");
  const std::uint32_t* at = words + 2;
  for (std::size_t entry = 0; entry < count; ++entry, at += 2) burst.entries.push_back({at[0], at[1]});
  if (burst.closing) burst.error_address = at[0];
  return burst;
}

}  // namespace collisionchip
