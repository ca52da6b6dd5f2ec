#include "collisionchip/tlm/machine/leaf_pair_entry.h"

namespace collisionchip {

namespace {

// Both words have a leaf and, in the bits below, a part of the sixteen bits of the pairs. The first word has 30 bits for both
// and 2 for the entry's type. The second word has 30 bits for both, or 28 if it has the query's number.
constexpr unsigned kPairBits = 16;
unsigned low_bits(bool has_queue) {
  return has_queue ? 7 : 8;
}
constexpr unsigned kFirstBits = 30;

}  // namespace

std::uint32_t most_leaf_units(bool has_queue) {
  return 1u << (kFirstBits - (kPairBits - low_bits(has_queue)));
}

Finding leaf_pair_finding(Finding::Kind kind, const LeafPairEntry& entry, bool has_queue) {
  const std::uint32_t units = most_leaf_units(has_queue) - 1;
  const unsigned low = low_bits(has_queue), high = kPairBits - low;
  return {kind,
          (entry.leaves.tumbled & units) << high | entry.pairs >> low,
          (entry.leaves.aligned & units) << low | (entry.pairs & ((1u << low) - 1)),
          {}};
}

LeafPairEntry leaf_pair_of(const Finding& finding, bool has_queue) {
  const unsigned low = low_bits(has_queue), high = kPairBits - low;
  return {{finding.tumbled >> high, finding.aligned >> low},
          (finding.tumbled & ((1u << high) - 1)) << low | (finding.aligned & ((1u << low) - 1))};
}

}  // namespace collisionchip
