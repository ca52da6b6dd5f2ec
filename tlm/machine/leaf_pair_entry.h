// An entry of the Pointer FIFO that names a pair of leaves and some pairs of their triangles (pointer_fifo.entry = leaf_pair,
// docs/host_port.md).
#pragma once

#include <cstdint>

#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

// Two blocks of the memory, in units of 32 bytes.
struct LeafPair {
  std::uint32_t tumbled = 0, aligned = 0;
};
inline bool operator==(const LeafPair& a, const LeafPair& b) {
  return a.tumbled == b.tumbled && a.aligned == b.aligned;
}

struct LeafPairEntry {
  LeafPair leaves;
  std::uint32_t pairs = 0;  // bit 4 t + a: triangle t of the tumbled leaf and a of the aligned one
};

// Units that a leaf's place is below: 22 bits, or 21 with a command queue, whose entries need four bits for the query.
std::uint32_t most_leaf_units(bool has_queue);

// `kind`: hit or uncertain. A place that is too high is cut to its lower bits.
Finding leaf_pair_finding(Finding::Kind kind, const LeafPairEntry& entry, bool has_queue);
// `finding` without its query (query_finding_of).
LeafPairEntry leaf_pair_of(const Finding& finding, bool has_queue);

}  // namespace collisionchip
