#include "collisionchip/tlm/volumes/box_unit_params.h"

#include <algorithm>

#include "collisionchip/reference/image/leafless_pair.h"

namespace collisionchip {

PairBeats box_beats(const NodeFormat& format, std::uint32_t bus_bytes, std::uint32_t leaves) {
  const auto members = format.members_at(leaves << leafless::kLeavesBit);
  PairBeats pair;
  for (std::uint32_t member = 0; member < 2; ++member) {
    pair.first[member] = 4 * members[member].begin / bus_bytes;
    // Records begin at a beat.
    for (std::uint32_t place = 0; place < (leaves == 0 ? format.pairs_per_block() : 1); ++place) {
      const std::uint32_t lead = place * format.pair_stride % bus_bytes;
      const Cycle end = (lead + 4 * Cycle{members[member].end} + bus_bytes - 1) / bus_bytes;
      pair.end[member] = std::max(pair.end[member], end);
    }
  }
  return pair;
}

}  // namespace collisionchip
