// What the paper's pipeline of triangle tests costs; two units have one.
#pragma once

#include "collisionchip/tlm/kinds/unit_cost.h"

namespace collisionchip {

// The operations of one test of two triangles. `filter`: with the error bounds.
Operations triangle_operations(bool filter);
// So many vertices per cycle, of each triangle.
std::uint64_t triangle_pipeline_area(const AreaKeys& keys, bool filter, std::uint64_t vertices,
                                     std::uint32_t dotadd_stages);
SynthesisedPath triangle_pipeline_path(bool filter);

}  // namespace collisionchip
