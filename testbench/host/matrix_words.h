// What the host writes into the matrix registers before a query (docs/register_map.md).
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

std::vector<std::uint32_t> mmm_words(const DopTransform& transform);
// Of a query of these objects on that machine, whatever its volumes are.
std::vector<std::uint32_t> mmm_words(const ChipConfig& config, const PlacedObject& a, const PlacedObject& b,
                                     const QuerySetup& setup);
std::vector<std::uint32_t> frame_words(const FrameMatrices& frames);
std::vector<std::uint32_t> frame_words(const ChipConfig& config, const CollisionObject& a,
                                       const CollisionObject& b, const QuerySetup& setup);

}  // namespace collisionchip
