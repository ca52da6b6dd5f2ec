// Words of the matrix registers that several machines share (docs/host_port.md).
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

std::vector<std::uint32_t> mmm_words(const DopTransform& transform);
std::vector<std::uint32_t> frame_words(const FrameMatrices& frames);

}  // namespace collisionchip
