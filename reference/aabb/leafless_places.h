// Where the pairs of a tree without leaves lie in the memory: the number of each (leafless_pair.h).
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/image/node_format.h"

namespace collisionchip {

// `leaves`: of each pair in its order, which of its members are leaves. A block has pairs that are alike. Where numbers have to
// rise (`in_order`), the begin of another block ends the ones before; otherwise they are filled up first.
std::vector<std::uint32_t> leafless_numbers(const NodeFormat& format, const std::vector<std::uint8_t>& leaves,
                                            bool in_order);

}  // namespace collisionchip
