#include "collisionchip/tlm/volumes/box_unit_params.h"

#include <algorithm>

namespace collisionchip {

PairBeats box_beats(const NodeFormat& format, std::uint32_t bus_bytes) {
  PairBeats pair;
  for (std::uint32_t member = 0; member < 2; ++member) {
    pair.first[member] = 4 * format.members[member].begin / bus_bytes;
    for (std::uint32_t place = 0; place < format.pairs_per_block(); ++place) {
      const std::uint32_t lead = format.offset_of(place) % bus_bytes;
      const Cycle end = (lead + 4 * Cycle{format.members[member].end} + bus_bytes - 1) / bus_bytes;
      pair.end[member] = std::max(pair.end[member], end);
    }
  }
  return pair;
}

}  // namespace collisionchip
